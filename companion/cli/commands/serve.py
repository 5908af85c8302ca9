"""`companion serve`."""

from collections.abc import Callable
from typing import Annotated

from companion.cli.declared import command
from companion.core.command import flag, word
from companion.core.numbers import whole
from companion.core.reply import Reply
from companion.errors import Invalid, Refused
from companion.table.desk import Desk

_WHO = ("all", "own")
_UNDO = ("all", "host")


@command("serve", play=False)
def serve(
    desk: Desk,
    *,
    host: Annotated[
        str | None, word(metavar="ADDR", help="Where to listen; every address, if left out.")
    ] = None,
    port: Annotated[
        str | None, word(metavar="N", help="At which port; 0 for any that is free.")
    ] = None,
    watch_only: Annotated[bool, flag("Phones see the table and enter nothing.")] = False,
    name: Annotated[
        str | None,
        word(metavar="NAME", help="What the table is called on phones; else as the group."),
    ] = None,
    entries: Annotated[
        str | None,
        word(metavar="all|own", help="Each enters for all, or for oneself; is remembered."),
    ] = None,
    undo: Annotated[
        str | None,
        word(metavar="all|host", help="Who takes back: all, or only here; is remembered."),
    ] = None,
    hand_over: Annotated[
        str | None,
        word(
            metavar="PLAYER",
            help="Serve nothing: show a player's secrets to whichever phone has the seat.",
        ),
    ] = None,
    proxy: Annotated[
        str | None,
        word(metavar="URL", help="The address of a proxy on this computer that adds TLS."),
    ] = None,
) -> Callable[[], int] | Reply:
    """Have the table on everybody's phone.

    Shows an address and two codes to scan: one to take part, one to watch. Whatever is entered on a
    phone, at this keyboard or in another terminal is everywhere at once. Nothing is installed on a
    phone; it has to be in the same network. Ctrl-C ends it, and with it the codes.

    What a player enters in secret is shown on that phone alone, also when somebody else takes the
    seat meanwhile; `--hand-over`, in another terminal, shows it on the phone that has the seat.

    What goes over the network can be read along there: without a proxy, nothing hides it.

    \b
    Examples:
      companion serve
      companion serve --watch-only        for a tablet in the middle of the table
      companion serve --entries own --undo host
      companion serve --json --port 0     for programs
      companion serve --hand-over ana     when Ana goes on with another phone
    """
    if hand_over is not None:
        from companion.table.plays.secrets import hand_over as hand_over_secrets

        return hand_over_secrets(desk, hand_over)
    number = None if port is None else whole(port, 0, 65535)
    if port is not None and number is None:
        raise Invalid(f"“{port}” is no port.", "A number from 0 to 65535; 0 takes any.")
    for typed, known, option in ((entries, _WHO, "--entries"), (undo, _UNDO, "--undo")):
        if typed is not None and typed not in known:
            raise Invalid(
                f"`{option} {typed}` means nothing.", f"`{option} {'` or `'.join(known)}`"
            )
    if proxy is not None and not proxy.startswith(("http://", "https://")):
        raise Invalid(f"“{proxy}” is no address.", "`--proxy https://table.example`")
    try:
        from companion.cli.host import Serving
    except ModuleNotFoundError as problem:
        raise Refused(
            f"Phones need what is not installed here ({problem.name}).",
            "`pip install starlette uvicorn jinja2 python-multipart`",
        ) from None
    desk.ensure_group()
    rights = remembered(desk, entries, undo)
    serving = Serving(desk, rights, watch_only=watch_only, name=name or "", proxy=proxy or "")
    return lambda: serving.run(host, number, as_json=desk.asked.as_json)


def remembered(desk: Desk, entries: str | None, undo: str | None) -> dict[str, str]:
    """What the table allows its phones: as it was said now, or else the last time."""
    said = {key: value for key, value in (("entries", entries), ("undo", undo)) if value}
    known: dict[str, str] = desk.group_document().get("phones", {})
    if said and {**known, **said} != known:
        with desk.changing_group() as document:
            document["phones"] = {**document.get("phones", {}), **said}
    return {**known, **said}
