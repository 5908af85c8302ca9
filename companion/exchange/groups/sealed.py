"""Encrypt segments with a passphrase.

    {"kind": "companion-sealed", "version": 1, "sha256": of what follows}
    a Fernet token of the segment

The key is made from the passphrase and the group's folder with a slow function (scrypt), so that
guessing takes long. Needs the library `cryptography` (the extra `sync`).
"""

import base64
import hashlib
import json
from functools import lru_cache
from typing import Any

from companion.errors import Invalid, Refused, TooNew

_KIND = b'{"kind": "companion-sealed"'
_COST, _BLOCK, _PARALLEL = 2**15, 8, 1
_MEMORY = 64 * 1024 * 1024


def is_sealed(content: bytes) -> bool:
    """Whether the content is encrypted."""
    return content.startswith(_KIND)


def seal(content: bytes, passphrase: str, group: str) -> bytes:
    """Encrypt the content with the passphrase. Raises Refused."""
    token: bytes = _cipher(passphrase, group).encrypt(content)
    head = {"kind": "companion-sealed", "version": 1, "sha256": hashlib.sha256(token).hexdigest()}
    return json.dumps(head).encode() + b"\n" + token


def opened(content: bytes, passphrase: str | None, group: str) -> bytes:
    """Decrypt the content; unencrypted content is returned unchanged.

    Raises Refused for a wrong passphrase or none, Invalid if a part is missing, TooNew.
    """
    if not is_sealed(content):
        return content
    if not passphrase:
        raise Refused(
            "The files in the folder are encrypted.",
            "`companion group sync --passphrase-file FILE` reads the passphrase from a file.",
        )
    line, _, token = content.partition(b"\n")
    try:
        head = json.loads(line)
        version, sha256 = head["version"], head["sha256"]
    except (ValueError, KeyError, TypeError):
        raise Invalid("It is encrypted, and cut off or damaged.") from None
    if version != 1:
        raise TooNew("It was encrypted by a newer companion.")
    if sha256 != hashlib.sha256(token).hexdigest():
        raise Invalid("It is encrypted, and cut off or damaged.")
    cipher = _cipher(passphrase, group)
    from cryptography.fernet import InvalidToken

    try:
        found: bytes = cipher.decrypt(token)
    except InvalidToken:
        raise Refused(
            "The passphrase does not open the files in the folder.",
            "Use the one of the other computers: `companion group sync --passphrase-file FILE`.",
        ) from None
    return found


@lru_cache(maxsize=4)
def _cipher(passphrase: str, group: str) -> Any:
    try:
        from cryptography.fernet import Fernet
    except ImportError:
        raise Refused(
            "Encrypting needs the library cryptography.", "`pip install cryptography`"
        ) from None
    key = hashlib.scrypt(
        passphrase.encode(),
        salt=group.encode(),
        n=_COST,
        r=_BLOCK,
        p=_PARALLEL,
        maxmem=_MEMORY,
        dklen=32,
    )
    return Fernet(base64.urlsafe_b64encode(key))
