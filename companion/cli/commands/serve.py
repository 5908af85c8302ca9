"""`companion serve`."""

from collections.abc import Callable

from companion.cli.declared import command
from companion.core.command import flag, word
from companion.core.numbers import whole
from companion.core.reply import Reply
from companion.core.value import Annotated
from companion.errors import Invalid, Refused
from companion.table.desk import Desk

_WHO = ("all", "own")
_UNDO = ("all", "host")


@command("serve", play=False)
def serve(
    desk: Desk,
    *,
    host: Annotated[
        str | None, word(metavar="ADDR", help="The address to listen on; all of them by default.")
    ] = None,
    port: Annotated[
        str | None, word(metavar="N", help="The port to listen on; 0 for any free one.")
    ] = None,
    watch_only: Annotated[bool, flag("Phones see the table but enter nothing.")] = False,
    name: Annotated[
        str | None,
        word(metavar="NAME", help="The name of the table on phones; the group by default."),
    ] = None,
    entries: Annotated[
        str | None,
        word(metavar="all|own", help="Players enter for all, or only for themselves; remembered."),
    ] = None,
    undo: Annotated[
        str | None,
        word(metavar="all|host", help="Who may undo: all, or only this keyboard; remembered."),
    ] = None,
    hand_over: Annotated[
        str | None,
        word(
            metavar="PLAYER",
            help="Do not serve: show a player's secrets to the phone with that seat.",
        ),
    ] = None,
    proxy: Annotated[
        str | None,
        word(metavar="URL", help="The address of a proxy on this computer that adds TLS."),
    ] = None,
) -> Callable[[], int] | Reply:
    """Show the table on everybody's phone.

    Prints an address and two codes to scan: one to take part, one to watch. Every entry, from a
    phone, this keyboard or another terminal, appears everywhere at once. Phones need no app, only
    the same network. Ctrl-C stops it; the codes are void then.

    What a player enters in secret is shown only on that player's phone, even if somebody else takes
    the seat. `--hand-over`, in another terminal, shows it on the phone that has the seat now.

    Without a proxy, anyone on the network can listen in: the connection is not encrypted.

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
        raise Invalid(f"“{port}” is not a port.", "A number from 0 to 65535; 0 takes any.")
    for typed, known, option in ((entries, _WHO, "--entries"), (undo, _UNDO, "--undo")):
        if typed is not None and typed not in known:
            raise Invalid(
                f"`{option} {typed}` is not possible.", f"`{option} {'` or `'.join(known)}`"
            )
    if proxy is not None and not proxy.startswith(("http://", "https://")):
        raise Invalid(f"“{proxy}” is not an address.", "`--proxy https://table.example`")
    try:
        from companion.cli.host import Serving
    except ModuleNotFoundError as problem:
        raise Refused(
            f"Phones need a library that is not installed ({problem.name}).",
            "`pip install starlette uvicorn jinja2 python-multipart`",
        ) from None
    desk.ensure_group()
    rights = remembered(desk, entries, undo)
    serving = Serving(desk, rights, watch_only=watch_only, name=name or "", proxy=proxy or "")
    return lambda: serving.run(host, number, as_json=desk.options.as_json)


def remembered(desk: Desk, entries: str | None, undo: str | None) -> dict[str, str]:
    """What phones may do at this table: as typed now, or else as last time."""
    typed = {key: value for key, value in (("entries", entries), ("undo", undo)) if value}
    known: dict[str, str] = desk.group_document().get("phones", {})
    if typed and {**known, **typed} != known:
        with desk.changing_group() as document:
            document["phones"] = {**document.get("phones", {}), **typed}
    return {**known, **typed}
