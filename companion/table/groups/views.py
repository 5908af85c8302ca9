"""The answer of `group import`, in words and as JSON."""

from collections.abc import Iterable, Mapping
from typing import Any

from companion.core.names import counted, listed
from companion.core.reply import Reply
from companion.exchange.groups.references import BOXES, PLAYS
from companion.store.base import KINDS
from companion.table.groups.document import player_names
from companion.table.groups.group_file import SHELVES, GroupFile, contents
from companion.table.groups.import_plan import LABELS, Plan, Step, joined_here
from companion.table.history.dedupe import again_line
from companion.table.local_time import local

_COUNTED = (*SHELVES, "players", "rulings")
_DAMAGED = "it was damaged when the file was written"
_WENT_ON = ("longer", "pooled", "joined")
SHOWN = 20
"""How many remarks on logs are listed."""


def import_reply(plan: Plan, coming: GroupFile, done: bool) -> Reply:
    """The answer; if it is not `done`, what the command would do."""
    document = _document(plan, coming, done)
    lines = _as_new(plan) if plan.new else _joined(plan, document)
    if not done:
        lines = [f"Nothing is changed. In {coming.file}:", *lines]
    lacking = [f"The file lacks the {KINDS[log.shelf]} “{log.id}”: {_DAMAGED}."
               for log in plan.left_out]  # fmt: skip
    lacking += [
        f"The {KINDS[log.shelf]} “{log.id}” is left out: {log.why}." for log in plan.refused[:SHOWN]
    ]
    if len(plan.refused) > SHOWN:
        more = counted(len(plan.refused) - SHOWN, "other log")
        lacking.append(f"{more} make no sense either: `--json` lists them.")
    changed = plan.new or document["logs"] or any(document[key]["new"] for key in _COUNTED)
    again = ["→ Leave out `--check` to do it."] if changed and not done else []
    return Reply(
        document=lambda: document,
        lines=tuple([*lines, *again]),
        warnings=tuple([*lacking, *plan.notes]),
    )


def _as_new(plan: Plan) -> list[str]:
    counts = _counts(plan.steps.values(), "new")
    for shelf, known in plan.known.items():
        counts[shelf] += known
    return [f"“{plan.group}”, a new group here: {contents(counts)}."]


def _joined(plan: Plan, document: dict[str, Any]) -> list[str]:
    steps = list(plan.steps.values())
    new, longer = _counts(steps, "new", "beside"), _counts(steps, *_WENT_ON)
    lines = [
        f"Plays: {new[PLAYS]} new, {longer[PLAYS]} went on, {plan.known[PLAYS]} known already."
    ]
    if new[BOXES] or longer[BOXES]:
        lines.append(
            f"Boxes: {new[BOXES]} new, {longer[BOXES]} went on, {plan.known[BOXES]} known already."
        )
    if new["imports"]:
        lines.append(f"Imports: {new['imports']} new.")
    about = [line for step in steps if (line := _line(step))]
    about += [again_line(*one) for one in plan.twins]
    about += [
        f"{one} and {other} look like one play with different winners: both count; "
        f"`companion play same {one} {other}` if they are one."
        for one, other in plan.won_otherwise
    ]
    lines += about[:SHOWN]
    if len(about) > SHOWN:
        lines.append(f"… and {len(about) - SHOWN} more: `--json` lists them.")
    lines += [f"{was} is {now} now." for was, now in plan.people.renamed().items()]
    lines += _of_people(document)
    lines += _of_rulings(document)
    return lines if has_news(plan, document) else [*lines, f"“{plan.group}” had all of it already."]


def has_news(plan: Plan, document: Mapping[str, Any]) -> bool:
    """Whether an import brings anything that is not here; `document` is its answer as JSON."""
    people, rulings = document["players"], document["rulings"]
    return bool(plan.steps or people["new"] or people["renamed_there"] or rulings["new"])


def _line(step: Step) -> str:
    """A remark on one log; mostly empty."""
    if step.what == "longer":
        return f"{step.here} goes on: {counted(step.entries, 'entry')} more."
    if step.what == "pooled" and step.shelf == BOXES:
        return f"Your box of {step.here}: {counted(step.entries, 'entry')} of theirs come on top."
    if step.what == "pooled":
        return f"Labels of {step.here}: printed there {_times(step.entries)} more."
    if step.what == "joined":
        return _joined_line(step)
    if step.what == "beside":
        parted = step.relation
        hint = ""
        if step.shelf == BOXES:
            slug = step.here.partition("-")[2]
            hint = f" `companion deck show {slug}` shows theirs."
        elif step.shelf == PLAYS:
            hint = f" `companion play keep {step.with_ours}` or `… {step.here}` chooses one."
        return (
            f"{step.there} went two ways after {counted(parted.common, 'entry')}: from entry "
            f"{parted.entry} on, yours ({_time(parted.ours_at)}) and theirs "
            f"({_time(parted.theirs_at)}) differ. Both stay: yours is {step.with_ours}, theirs "
            f"{step.here}.{hint}"
        )
    if step.here != step.there and step.shelf != LABELS:
        return f"{step.there} there is {step.here} here: another {KINDS[step.shelf]} has that id."
    return ""


def _joined_line(step: Step) -> str:
    """The remark on a box on which both wrote."""
    what = f"{counted(step.entries, 'entry')} of theirs come{'s' * (step.entries == 1)} in"
    if not step.entries:
        what = "all entries are known, and in their order now"
    lines = [f"{step.here} was written on here and there; {what}."]
    whose, first = ("Their", "yours") if step.is_ours_first else ("Your", "theirs")
    for number, now in step.renumbered.items():
        lines.append(f"{whose} rule {number} is rule {now} now: {first} was written first.")
    return " ".join(lines)


def _of_people(document: dict[str, Any]) -> list[str]:
    players = document["players"]
    lines = [f"New in the group: {listed(players['new'])}."] if players["new"] else []
    return lines + [f"Their {there} is {here} here." for there, here in players["called"].items()]


def _of_rulings(document: dict[str, Any]) -> list[str]:
    rulings = document["rulings"]
    lines = []
    if rulings["new"]:
        numbers = [str(number) for number in rulings["new"]]
        noun = "Ruling" if len(numbers) == 1 else "Rulings"
        verb = "is" if len(numbers) == 1 else "are"
        lines.append(f"{noun} {listed(numbers)} {verb} new.")
    return lines + [
        f"Ruling {number} is retired there: `companion ruling retire {number}` does it here."
        for number in rulings["retired_there"]
    ]


def _document(plan: Plan, coming: GroupFile, done: bool) -> dict[str, Any]:
    after = joined_here(plan, coming, plan.document)
    theirs = player_names(coming.head.document)
    called = {name: plan.people.called(name) for name in theirs}
    return {
        "group": plan.group,
        "was": coming.head.group,
        "new": plan.new,
        "done": done,
        "one_group": plan.people.one_group,
        **{
            shelf: {
                "new": _counts(plan.steps.values(), "new")[shelf],
                "went_on": _counts(plan.steps.values(), *_WENT_ON)[shelf],
                "beside": _counts(plan.steps.values(), "beside")[shelf],
                "known": plan.known[shelf],
            }
            for shelf in SHELVES
        },
        "logs": [
            _record(step)
            for step in plan.steps.values()
            if step.what != "new" or step.here != step.there
        ],
        "players": {
            "new": list(after.players),
            "called": {there: here for there, here in called.items() if there != here},
            "renamed_there": [] if plan.new else list(plan.people.renamed().values()),
        },
        "rulings": {
            "new": [here for _, here in after.rulings],
            "retired_there": list(after.retired),
        },
        "alike": [{"play": again, "counts": counts} for again, counts in plan.twins],
        "won_otherwise": [list(both) for both in plan.won_otherwise],
        "left_out": [
            *(log._replace(why=_DAMAGED)._asdict() for log in plan.left_out),
            *(log._asdict() for log in plan.refused),
        ],
    }


def _record(step: Step) -> dict[str, Any]:
    record: dict[str, Any] = {
        "shelf": step.shelf,
        "there": step.there,
        "here": step.here,
        "what": step.what,
        "entries": step.entries,
    }
    if step.what == "beside":
        relation = step.relation
        record |= {
            "parted_from": step.with_ours,
            "common": relation.common,
            "entry": relation.entry,
            "ours_at": relation.ours_at,
            "theirs_at": relation.theirs_at,
        }
    return record


def _counts(steps: Iterable[Step], *what: str) -> dict[str, int]:
    counts = dict.fromkeys(SHELVES, 0)
    for step in steps:
        counts[step.shelf] += step.what in what
    return counts


def _times(count: int) -> str:
    return "once" if count == 1 else f"{count} times"


def _time(at: str) -> str:
    """A time in local time, to the minute."""
    return local(at)[:16]
