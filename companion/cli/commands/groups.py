"""Who plays: `group ...` and `player ...`."""

import shlex
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

from companion.cli import completions
from companion.cli.declared import command
from companion.cli.destination import require_pipe
from companion.cli.terminal import can_ask
from companion.core.command import flag, word, words
from companion.core.names import folded, proper_name
from companion.core.reply import Reply
from companion.core.value import Annotated, replace
from companion.errors import CompanionError, Invalid
from companion.table.desk import Desk
from companion.table.files import STANDARD, require_not_ours
from companion.table.groups import players

if TYPE_CHECKING:
    from companion.table.groups.group_file import GroupExport
    from companion.table.groups.import_plan import Asking
    from companion.table.groups.sync import SyncOptions

GROUPS = {
    "group": """Add, rename, choose, export and import groups.

Each has its own players, plays and boxes.

Examples:
  companion group list
  companion group new "Friday table"
  companion group export -o friday.jsonl
""",
    "player": """Add, rename, merge, split, remove and choose players.

`start` adds new players automatically.

Examples:
  companion player list
  companion player rename Ana Anna
  companion player merge Bne Ben
""",
}

Name = Annotated[str, word(metavar="NAME")]
Player = Annotated[str, completions.players, word(metavar="NAME")]
Group = Annotated[str, completions.groups, word(metavar="NAME")]
NewName = Annotated[str, word(metavar="NEW_NAME")]


@command("group new", group=False, play=False)
def new_group(desk: Desk, name: Name) -> Reply:
    """Add a group and use it from now on.

    Examples:
      companion group new "Friday table"
    """
    return players.new_group(desk, name)


@command("group list", group=False, play=False)
def list_groups(desk: Desk) -> Reply:
    """See all groups.

    Examples:
      companion group list
    """
    return players.list_groups(desk)


@command("group rename", group=False, play=False)
def rename_group(desk: Desk, name: Group, new_name: NewName) -> Reply:
    """Give a group another name.

    Examples:
      companion group rename home "Friday table"
    """
    return players.rename_group(desk, name, new_name)


@command("group use", group=False, play=False)
def use_group(desk: Desk, name: Group) -> Reply:
    """Choose the group that commands use.

    Examples:
      companion group use friday
    """
    return players.use_group(desk, name)


@command("group export", group=False, play=False)
def export_(
    desk: Desk,
    name: Annotated[str | None, word(help="The group to export, if not the one in use.")] = None,
    *,
    output: Annotated[
        str | None, word(alias="-o", metavar="FILE", help="The file to write; - is a pipe.")
    ] = None,
) -> Reply:
    """Export a whole group to one file.

    The file holds all players, plays, boxes and rulings. `group import` reads it on another
    computer, or merges it with what was played there in the meantime.

    Examples:
      companion group export -o friday.jsonl
      companion group export "Friday table" -o backup.jsonl
    """
    from companion.render.terminal import progress
    from companion.table.groups.group_file import GroupExport, export_group

    leaving = GroupExport(desk, name)
    if output is None and (desk.options.as_json or sys.stdout.isatty()):
        raise Invalid(
            "Which file should it go to?", f"`{_example(name, leaving.group)}`; `-o -` is a pipe."
        )
    if output in (None, STANDARD):
        return _piped(leaving, desk.options.as_json)
    assert output is not None
    require_not_ours(output, "friday.jsonl")
    with progress(f"Writing “{leaving.group}”") as tick:
        return export_group(leaving, output, tick)


def _example(name: str | None, group: str) -> str:
    words = "".join(sign if sign.isalnum() else " " for sign in group.lower()).split()
    file = f"{'-'.join(words) or 'group'}.jsonl"
    return shlex.join(["companion", "group", "export", *([name] if name else []), "-o", file])


def _piped(leaving: "GroupExport", as_json: bool) -> Reply:
    require_pipe("group", as_json)
    sys.stdout.flush()
    sys.stdout.buffer.writelines(leaving.lines())
    sys.stdout.buffer.flush()
    return replace(leaving.reply(STANDARD), lines=())


@command("group import", group=False, play=False)
def import_(
    desk: Desk,
    file: Annotated[str, word()],
    *,
    name: Annotated[
        str | None, word(name="--as", metavar="NAME", help="The name of the group here.")
    ] = None,
    into: Annotated[str | None, word(metavar="NAME", help="The group to merge it into.")] = None,
    people: Annotated[
        Sequence[str],
        words(name="--map", metavar="THEIRS=OURS", help="Who is who here; repeat for several."),
    ] = (),
    same: Annotated[bool, flag("Equal names mean the same person.")] = False,
    check: Annotated[bool, flag("Only show what would happen.")] = False,
) -> Reply:
    """Import a group that `companion group export` wrote.

    It becomes a new group, or is merged into the one it came from: plays that continued there
    continue here, and where both sides went on, both versions are kept. Importing twice adds
    nothing. A play that was recorded on two devices counts once.

    Examples:
      companion group import friday.jsonl
      companion group import friday.jsonl --into "Friday table" --check
      companion group import friday.jsonl --into "Friday table"
      companion group import holiday.jsonl --into home --map "Ana=Ana B"
    """
    from companion.render.terminal import progress
    from companion.table.groups.import_run import ImportOptions, import_group, people_typed

    options = ImportOptions(file, name, into, people_typed(people), same, check)
    return import_group(desk, options, _asking(desk, file), progress)


@command("group sync", play=False)
def sync_(
    desk: Desk,
    folder: Annotated[str | None, word(metavar="[FOLDER]")] = None,
    *,
    new: Annotated[bool, flag("Bring the folder's groups to this computer.")] = False,
    same: Annotated[bool, flag("Equal names mean the same person.")] = False,
    compact: Annotated[bool, flag("Replace what this computer sent by one file.")] = False,
    watch: Annotated[bool, flag("Keep syncing until Ctrl-C.")] = False,
    auto: Annotated[bool, flag("Also sync after start and finish, from now on.")] = False,
    manual: Annotated[bool, flag("Sync only by this command again.")] = False,
    passphrase_file: Annotated[
        str | None, word(metavar="FILE", help="Encrypt with the passphrase in this file.")
    ] = None,
) -> Reply | Callable[[], int | Reply]:
    """Share a group with other computers through a folder.

    The folder can be one of Syncthing, Nextcloud or Dropbox, a git repository, a network share or a
    stick. The group remembers it. Sync after you have played, and before: what changed here is
    sent, and what others sent is merged. Nothing in the folder is deleted.

    Examples:
      companion group sync ~/Nextcloud/games
      companion group sync
      companion group sync ~/Nextcloud/games --new     on the second computer
      companion group sync --auto                      start and finish sync, too
    """
    from companion.table.groups.sync import SyncOptions, sync

    if auto and manual:
        raise Invalid("`--auto` and `--manual` cannot be combined.", "Leave one out.")
    by_itself = auto if auto or manual else None
    options = SyncOptions(folder, new, same, compact, by_itself, passphrase_file)
    if new and not watch:
        reply = sync(desk, options, desk.bar).settled(desk.options.as_json)
        return lambda: _with_index(desk, reply)
    if not watch:
        return sync(desk, options, desk.bar)
    if new or desk.options.as_json:
        raise Invalid("`--watch` goes on for long, and answers in sentences only.", "Leave it out.")
    return lambda: _watch(desk, options)


def _with_index(desk: Desk, reply: Reply) -> Reply:
    """Make the index of the plays that came in, so that the next sync need not wait for it."""
    from companion.table.history.finished_plays import History

    with suppress(CompanionError):
        _ = History(desk).unreadable
    return reply


def _watch(desk: Desk, options: "SyncOptions") -> int:
    from time import sleep

    from companion.cli import auto_sync
    from companion.cli.run import make_desk
    from companion.table.groups.sync import SyncOptions, sync

    typed = [options]

    def once(it: Desk) -> Reply:
        reply = sync(it, typed[0] if typed else SyncOptions(same=options.same), it.bar)
        typed.clear()  # from now on, the remembered folder; if it disappears, it is not made again
        return reply

    def fresh() -> Desk:
        again = make_desk()
        again.options.group = desk.options.group
        return again

    def pause() -> bool:
        sleep(auto_sync.PAUSE)
        return True

    return auto_sync.watch(fresh, once, lambda line: print(line, flush=True), pause)


def _asking(desk: Desk, file: str) -> "Asking | None":
    """Make a function that asks at the terminal; None if nobody can be asked."""
    if not can_ask(file, desk.options.as_json):
        return None

    import typer

    def ask(name: str) -> str:
        if typer.confirm(
            f"Is their {name} the same person as {name} here?", default=True, err=True
        ):
            return name
        answer = typer.prompt(
            f"Which name does their {name} get here", default=f"{name} 2", err=True
        )
        here = proper_name(str(answer), "player")
        if folded(here) == folded(name):
            raise Invalid(f"Two people cannot both be {name} here.", "Add a letter: `Ana B`.")
        return here

    return ask


@command("player new", play=False)
def new_player(desk: Desk, name: Name) -> Reply:
    """Add a player to the group.

    Examples:
      companion player new Cho
    """
    return players.new_player(desk, name)


@command("player list", play=False)
def list_players(desk: Desk) -> Reply:
    """See the group's players.

    Examples:
      companion player list
    """
    return players.list_players(desk)


@command("player rename", play=False)
def rename_player(
    desk: Desk,
    name: Player,
    new_name: NewName,
    *,
    same: Annotated[bool, flag("Both names are the same player: one was mistyped.")] = False,
) -> Reply:
    """Rename a player everywhere, past plays included.

    Examples:
      companion player rename Ana Anna
      companion player rename Bne Ben --same    the same as `player merge`
    """
    return players.rename_player(desk, name, new_name, same)


@command("player merge", play=False)
def merge_player(
    desk: Desk,
    name: Player,
    into: Annotated[str, completions.players, word()],
    *,
    yes: Annotated[bool, flag("They are the same person.")] = False,
) -> Reply:
    """Merge two names of the same player.

    All plays of the first, live ones too, become the second's in lists, statistics, ratings and
    exports. Without --yes, shows the plays of both and changes nothing. Two players who sat at the
    same table cannot be merged. `player split` undoes it.

    Examples:
      companion player merge Bne Ben          shows the plays of both
      companion player merge Bne Ben --yes    merges them
    """
    return players.merge_player(desk, name, into, yes)


@command("player split", play=False)
def split_player(desk: Desk, name: Name) -> Reply:
    """Undo a merge: one player becomes two again.

    NAME is the player who was merged, and gets back all earlier plays. Plays entered since then
    stay as they are; `play edit --players` corrects them.

    Examples:
      companion player split Bne    Bne is not Ben after all
    """
    return players.split_player(desk, name)


@command("player remove", play=False)
def remove_player(desk: Desk, name: Player) -> Reply:
    """Remove a player who has never played.

    Players of any play cannot be removed. `player new` brings a removed player back.

    Examples:
      companion player remove Cho
    """
    return players.remove_player(desk, name)


@command("player use", play=False)
def use_player(desk: Desk, name: Player) -> Reply:
    """Choose who gets the points when `score` names nobody.

    Examples:
      companion player use ana
      companion score +3            3 points for Ana, from then on
    """
    return players.use_player(desk, name)
