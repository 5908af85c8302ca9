"""Match the people of two groups, and what both did to them: renames, merges, splits.

A person has an id, which is their first name (see `folded`), and a name that may change. Every
change writes a line into the group's document, as changes of titles do (`companion.core.titles`):

    "people": {"cho": {"name": "Cho", "into": "eva", "number": 2, "at": time}}

`into` is the id of the person into whom somebody was merged. When groups are merged, each person's
line with the highest `number` counts. People whose names never changed have no line; those whom an
older companion renamed or merged have one derived from their former names.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from companion.core.event import RENAMED, RENAMES, Draft, Event, with_renames
from companion.core.log import Log
from companion.core.names import folded
from companion.exchange.groups.references import seats_called
from companion.exchange.limits import numbered

PEOPLE, PLAYERS = "people", "players"
PERSON = "person"
"""The key for a player's id, if it does not follow from their names."""
MERGED = "merged"
"""The key, in a former name, for the merged player as they were before."""
KNOWN_AS = "known_as"
"""The key for a player's ids in other programs: `[{"source", "id"}]`."""

Record = dict[str, Any]
Line = Mapping[str, Any]


class Person(NamedTuple):
    """A player of a group, or one who was merged `into` another: then `gone` is the former name."""

    id: str
    record: Record
    into: str = ""
    gone: Record | None = None


# One group


def persons(document: Mapping[str, Any]) -> dict[str, Person]:
    """Return all people of a group by id, including those who were merged."""
    found: dict[str, Person] = {}

    def add(who: Record, into: str, gone: Record | None) -> None:
        own = _own(who)
        first = who.get(PERSON) or folded(own[0]["name"] if own else who["name"])
        person, number = first, 1
        while person in found:
            number += 1
            person = f"{first} {number}"
        found[person] = Person(person, who, into, gone)
        for merged in _merges(who):
            add(merged[MERGED], person, merged)

    for who in document.get(PLAYERS, []):
        add(who, "", None)
    return found


def note(
    document: Record, before: Mapping[str, Person], who: Record, into: Record | None, at: str
) -> None:
    """Write a line about a person who was renamed, merged or split; `before` are the persons before
    it.
    """
    _mark(document, before)
    everybody = persons(document)
    whom = "" if into is None else _id_of(everybody, into)
    table = document.get(PEOPLE, {})
    number = 1 + max((line["number"] for line in table.values()), default=0)
    line = {"name": who["name"], "into": whom, "number": number, "at": at}
    document[PEOPLE] = {**table, _id_of(everybody, who): line}


def rename(document: Record, who: Record, name: str, until: str, renames: int) -> None:
    """Rename a player in a document. Logs keep the old name, which is translated."""
    was = who["name"]
    former = {"name": was, "until": until, RENAMES: renames}
    who["formerly"] = [*who.get("formerly", []), former]
    who["name"] = name
    if document.get("me") == was:
        document["me"] = name


def merge(document: Record, double: Record, whom: Record, until: str, renames: int) -> None:
    """Merge the player `double` of a document into `whom`."""
    gone = {"name": double["name"], "until": until, RENAMES: renames, MERGED: double}
    whom["formerly"] = [*whom.get("formerly", []), *double.get("formerly", []), gone]
    if KNOWN_AS in double:
        whom[KNOWN_AS] = [*whom.get(KNOWN_AS, []), *double[KNOWN_AS]]
    document[PLAYERS] = [who for who in document[PLAYERS] if who is not double]
    if document.get("me") == double["name"]:
        document["me"] = whom["name"]


def split(document: Record, whom: Record, gone: Record) -> Record:
    """Split off the player who was merged as the former name `gone`."""
    double: Record = gone[MERGED]
    _take_out(whom, [gone, *double.get("formerly", [])], double.get(KNOWN_AS, []))
    # Plays entered under that name before the merge stay theirs.
    kept = {key: value for key, value in gone.items() if key != MERGED}
    double["formerly"] = [*double.get("formerly", []), kept]
    document[PLAYERS] = [*document[PLAYERS], double]
    return double


def are_people(value: Any) -> bool:
    """Whether the value is a table of people as stored."""
    return isinstance(value, dict) and all(
        isinstance(line, dict)
        and all(type(line.get(key)) is str for key in ("name", "into", "at"))
        and bool(line["name"].strip())
        and type(line.get("number")) is int
        for line in value.values()
    )


def _take_out(who: Record, former: Sequence[Any], known_as: Sequence[Any]) -> None:
    """Remove what a merge added to a player, also if that player was merged again."""
    for key, gone in (("formerly", former), (KNOWN_AS, known_as)):
        if gone and key in who:
            who[key] = [it for it in who[key] if it not in gone]
            if not who[key]:
                del who[key]
    for it in who.get("formerly", ()):
        if MERGED in it:
            _take_out(it[MERGED], former, known_as)


def _merges(who: Mapping[str, Any]) -> list[Record]:
    """Return the former names of those who were merged directly into a player."""
    merged = [former for former in who.get("formerly", ()) if MERGED in former]
    nested = [it for former in merged for it in former[MERGED].get("formerly", ())]
    return [former for former in merged if former not in nested]


def _own(who: Mapping[str, Any]) -> list[Record]:
    """Return the former names of a player, without those that came by merges."""
    former = who.get("formerly", ())
    nested = [it for one in former if MERGED in one for it in one[MERGED].get("formerly", ())]
    return [one for one in former if MERGED not in one and one not in nested]


def _id_of(everybody: Mapping[str, Person], record: Record) -> str:
    return next(one.id for one in everybody.values() if one.record is record)


def _lines(document: Mapping[str, Any]) -> dict[str, Line]:
    """Return each person's latest line, also for those without one."""
    table, found = document.get(PEOPLE, {}), dict[str, Line]()
    for one in persons(document).values():
        at = (
            one.gone["until"]
            if one.gone
            else next((it["until"] for it in _own(one.record)[::-1]), "")
        )
        now = {"name": one.record["name"], "into": one.into, "number": 0, "at": at}
        line = table.get(one.id, now)
        # An older companion, which writes no lines, may have renamed them since.
        found[one.id] = line if line["at"] >= at else {**now, "number": line["number"]}
    return found


class Roster:
    """Who had which name when, in one group."""

    def __init__(self, document: Mapping[str, Any]) -> None:
        self.persons = persons(document)
        self._now: dict[str, str] = {}
        self._former: dict[str, list[tuple[int, str]]] = {}
        for one in self.persons.values():
            if not one.into:
                self._now[folded(one.record["name"])] = one.id
            former = [*_own(one.record), *([one.gone] if one.gone else [])]
            for it in former:
                spans = self._former.setdefault(folded(it["name"]), [])
                spans.append((it.get(RENAMES, 0), one.id))
        for spans in self._former.values():
            spans.sort()

    def who(self, name: str, renames: int | None = None) -> str:
        """Return the id of the player who had that name then, or has it now; empty for nobody of
        the group.
        """
        before = "" if renames is None else self.before(name, renames)
        if before:
            return before
        spans = self._former.get(folded(name), ())
        return self._now.get(folded(name)) or (spans[-1][1] if spans else "")

    def before(self, name: str, renames: int) -> str:
        """Return the id of the player who had that name then, and has another now."""
        spans = self._former.get(folded(name), ())
        return next((person for number, person in spans if renames < number), "")

    def root(self, person: str) -> str:
        """Return the person into whom a person was finally merged."""
        while person in self.persons and self.persons[person].into:
            person = self.persons[person].into
        return person


# Two groups


class People:
    """Which of their people is which of ours, and everyone's name after the merge.

    `chosen` are those whom the user matched, names there to names here. `apart` are the ids of
    people who were merged on one side but stay two, as they played together on the other.
    """

    def __init__(
        self, ours: Mapping[str, Any], theirs: Mapping[str, Any], chosen: Mapping[str, str]
    ) -> None:
        self._ours, self._theirs = ours, theirs
        self._here, self._there = Roster(ours), Roster(theirs)
        self.chosen = {folded(name): here for name, here in chosen.items()}
        self.one_group = False
        self.apart: set[str] = set()
        self._seen: dict[str, tuple[str, str]] = {}
        self._outcome: tuple[Any, _Outcome] | None = None

    def see(self, there: Sequence[Event], here: Sequence[Event]) -> None:
        """Take note of a play that both groups know.

        The latest one decides who is who, if one side named a seat otherwise and nobody was renamed
        or merged.
        """
        at = there[0].at
        for theirs, ours in zip(seats_called(there), seats_called(here), strict=False):
            one, other = self._there.who(*theirs), self._here.who(*ours)
            if not one or not other or self._seen.get(one, ("", ""))[0] > at:
                continue
            same = one == other or any(
                names.root(one) == names.root(other) for names in (self._here, self._there)
            )
            if not same and folded(theirs.name) != folded(ours.name):
                self._seen[one] = (at, other)
            elif same:
                self._seen.pop(one, None)

    def called(self, name: str, renames: int | None = None) -> str:
        """Return the name here of one of theirs: now, or at that count of their renames."""
        person = self._there.who(name, renames)
        outcome = self.outcome
        if not person:
            chosen = self.chosen.get(folded(name))
            here = self._here.who(chosen or name)
            return outcome.called(here) if here else chosen or name
        return outcome.called(outcome.match[person])

    def renamed(self) -> dict[str, str]:
        """Return new names here by former ones, of people who were renamed there."""
        outcome = self.outcome
        called = {
            one.record["name"]: outcome.called(person)
            for person, one in self._here.persons.items()
            if not one.into
        }
        return {name: now for name, now in called.items() if name != now}

    def doubtful(self) -> list[str]:
        """Return names that both groups have, if nobody has said whether they are one person."""
        theirs = [one.record["name"] for one in self._there.persons.values() if not one.into]
        unsaid = [name for name in theirs if folded(name) not in self.chosen]
        if self.one_group:
            others = {here for _, here in self._seen.values()}
            return [
                name
                for name in unsaid
                if self._there.who(name) in others and self._there.who(name) not in self._seen
            ]
        ours = {folded(one.record["name"]) for one in self._here.persons.values() if not one.into}
        return [name for name in unsaid if folded(name) in ours]

    @property
    def outcome(self) -> "_Outcome":
        """Return everyone's name after the merge."""
        state = (self.one_group, dict(self.chosen), dict(self._seen), set(self.apart))
        if self._outcome is None or self._outcome[0] != state:
            self._outcome = (state, self._joined(self._ours))
        return self._outcome[1]

    def coming_merges(self) -> Iterator[tuple[str, str, str]]:
        """Return who are two here and become one: their names here, and the id that goes."""
        outcome = self.outcome
        for person in sorted(outcome.into):
            whom = outcome.root(person)
            if person in self._here.persons and whom in self._here.persons:
                one, other = self._here.root(person), self._here.root(whom)
                if one != other:
                    here = self._here.persons
                    yield here[one].record["name"], here[other].record["name"], person

    def join(self, document: Record) -> list[str]:
        """Change our document to what both groups have; return the names of new people."""
        outcome = self._joined(document)
        before = document.get(RENAMES, 0)
        document.setdefault(PLAYERS, [])
        new = _take_in(document, self._there.persons.values(), outcome, before)
        _apply(document, outcome)
        counts = [it.get(RENAMES, 0) for it in _all_former(document[PLAYERS])]
        if max(counts, default=0) > before:
            document[RENAMES] = max(counts)
        table = {key: dict(line) for key, line in sorted(outcome.lines.items()) if line["number"]}
        for one in persons(document).values():
            # No former name is newer than the line, or an older companion would have derived it.
            if one.id in table and not one.gone:
                until = (it["until"] for it in _own(one.record))
                table[one.id]["at"] = max([table[one.id]["at"], *until])
        if table:
            document[PEOPLE] = table
        if not document[PLAYERS]:
            del document[PLAYERS]
        return new

    def _joined(self, ours: Mapping[str, Any]) -> "_Outcome":
        lines, match = _lines(ours), self._match()
        for person, line in _lines(self._theirs).items():
            here = match[person]
            into = match.get(line["into"], line["into"])
            chosen = self.chosen.get(folded(line["name"]))
            theirs = {**line, "into": into} if chosen is None else {**line, "name": chosen}
            known = lines.get(here)
            if known is None or (
                (chosen is None and (line["number"] or person == here))
                and _newer(theirs) > _newer(known)
            ):
                lines[here] = theirs
        return _Outcome(lines, match, self.apart)

    def _match(self) -> dict[str, str]:
        """Return the ids here of all people there."""
        match: dict[str, str] = {}
        new: dict[str, str] = {}
        for person, one in self._there.persons.items():
            name = one.record["name"]
            chosen = None if one.into else self.chosen.get(folded(name))
            if chosen is None and self.one_group:
                match[person] = self._seen.get(person, ("", person))[1]
                continue
            key = folded(chosen or name)
            here = self._here.who(key)
            if not here or self._here.persons[here].into:
                here = new.setdefault(key, self._free(key, new))
            match[person] = here
        return match

    def _free(self, key: str, new: Mapping[str, str]) -> str:
        """Return an id for somebody who is new here."""
        person, number = key, 1
        while person in self._here.persons or person in new.values():
            number += 1
            person = f"{key} {number}"
        return person


class _Outcome:
    """Everyone after a merge: `match` gives ids here by ids there."""

    def __init__(
        self, lines: Mapping[str, Line], match: Mapping[str, str], apart: Iterable[str]
    ) -> None:
        self.lines, self.match = lines, match
        self.into = _without_circles(
            {
                person: line["into"]
                for person, line in lines.items()
                if line["into"] in lines and person not in apart
            },
            lines,
        )
        self.names: dict[str, str] = {}
        taken: set[str] = set()
        for person in sorted(lines, key=lambda one: (*_newer(lines[one])[:2], one)):
            if person not in self.into:
                name = free_name(lines[person]["name"], taken)
                taken.add(folded(name))
                self.names[person] = name

    def root(self, person: str) -> str:
        """Return the person into whom a person was finally merged."""
        while person in self.into:
            person = self.into[person]
        return person

    def depth(self, person: str) -> int:
        """Return the number of merges from a person to the final one."""
        return 1 + self.depth(self.into[person]) if person in self.into else 0

    def called(self, person: str) -> str:
        """Return a person's name."""
        return self.names[self.root(person)]


def free_name(name: str, taken: set[str]) -> str:
    """Return the name, followed by a number if somebody else has it."""
    found, number = name, 1
    while folded(found) in taken:
        number += 1
        found = numbered(name, number)
    return found


def _without_circles(into: dict[str, str], lines: Mapping[str, Line]) -> dict[str, str]:
    """Return merges without circles: if two sides merged both ways, the newer one counts."""
    for start in sorted(into):
        path: list[str] = []
        person = start
        while person in into and person not in path:
            path.append(person)
            person = into[person]
        if person in into:
            circle = path[path.index(person) :]
            del into[min(circle, key=lambda one: (*_newer(lines[one])[:2], one))]
    return into


def _newer(line: Line) -> tuple[int, str, str, str]:
    return line["number"], line["at"], line["into"], line["name"]


def _take_in(
    document: Record, theirs: Iterable[Person], outcome: _Outcome, renames: int
) -> list[str]:
    """Add new people, and add former names and ids in other programs to known ones."""
    here, new = persons(document), list[str]()
    names = {folded(name) for name in outcome.names.values()}
    for one in theirs:
        person = outcome.match[one.id]
        known = here.get(person)
        former = [
            {**it, **({RENAMES: it[RENAMES] + renames} if RENAMES in it else {})}
            for it in _own(one.record)
            # The name of somebody here cannot be a former name, or two would become one.
            if folded(it["name"]) not in names
        ]
        if known is None:
            merged = person in outcome.into
            name = outcome.lines[person]["name"] if merged else outcome.names[person]
            record = {
                key: value for key, value in one.record.items() if key not in ("formerly", PERSON)
            }
            record |= {"name": name, **({"formerly": former} if former else {})}
            document[PLAYERS] = [*document[PLAYERS], record]
            here[person] = Person(person, record)
            if not merged:
                new.append(name)
            continue
        if known.into:
            continue
        mine = known.record.get("formerly", [])
        had = {(it["name"], it["until"]) for it in mine}
        more = [it for it in former if (it["name"], it["until"]) not in had]
        if more:
            known.record["formerly"] = [*mine, *more]
        # Their ids in other programs: those known here take precedence.
        if "id" in one.record:
            known.record.setdefault("id", one.record["id"])
        known_as = known.record.get(KNOWN_AS, [])
        elsewhere = [it for it in one.record.get(KNOWN_AS, []) if it not in known_as]
        if elsewhere:
            known.record[KNOWN_AS] = [*known_as, *elsewhere]
    _mark(document, here)
    return new


def _apply(document: Record, outcome: _Outcome) -> None:
    """Split, rename and merge people of a document until it matches the outcome."""
    here = persons(document)
    ids = sorted(here, key=lambda one: (outcome.depth(one), one))
    for person in ids:  # splits
        now = persons(document)[person]
        if now.into and outcome.into.get(person) is None:
            whom = _top(document, now)
            assert now.gone is not None
            split(document, whom, now.gone)
        elif now.into and outcome.root(person) != _root(document, person):
            assert now.gone is not None
            split(document, _top(document, now), now.gone)
    before = document.get(RENAMES, 0)
    counted = max([before, *(it.get(RENAMES, 0) for it in _all_former(document[PLAYERS]))])
    here = persons(document)
    for person in ids:
        who = here[person].record
        if here[person].into or person in outcome.into or who["name"] == outcome.names[person]:
            continue
        at = outcome.lines[person]["at"]
        covered = any(
            folded(it["name"]) == folded(who["name"]) and it.get(RENAMES, 0) > before
            for it in _own(who)
        )
        if covered:
            was, who["name"] = who["name"], outcome.names[person]
            if document.get("me") == was:
                document["me"] = who["name"]
        else:
            counted += 1
            rename(document, who, outcome.names[person], at, counted)
    for person in reversed(ids):  # merges, the deepest first
        everybody = persons(document)
        if everybody[person].into or person not in outcome.into:
            continue
        parent = everybody[outcome.into[person]]
        whom = parent.record if not parent.into else _top(document, parent)
        counted += 1
        merge(document, everybody[person].record, whom, outcome.lines[person]["at"], counted)
    _mark(document, here)


def _mark(document: Record, expected: Mapping[str, Person]) -> None:
    """Record the ids that no longer follow from people's names."""
    for person, one in expected.items():
        one.record.pop(PERSON, None) if one.record.get(PERSON) == person else None
    derived = {id(one.record): one.id for one in persons(document).values()}
    for person, one in expected.items():
        if derived.get(id(one.record), person) != person:
            one.record[PERSON] = person


def _root(document: Mapping[str, Any], person: str) -> str:
    everybody = persons(document)
    while everybody[person].into:
        person = everybody[person].into
    return person


def _top(document: Mapping[str, Any], person: Person) -> Record:
    """Return the player of the document into whom a person was merged."""
    return persons(document)[_root(document, person.id)].record


def _all_former(players: Iterable[Mapping[str, Any]]) -> Iterator[Record]:
    for who in players:
        for former in who.get("formerly", []):
            yield former
            if MERGED in former:
                yield from _all_former([former[MERGED]])


# People in logs


def with_names_here(
    events: Sequence[Event],
    theirs: Sequence[Event],
    people: People,
    at: str,
    document: Mapping[str, Any],
) -> list[Event]:
    """Return a play with its people under their names here; `theirs` is their log of it.

    The log itself stays unchanged: an entry is added for each player who would be somebody else by
    the names of our `document`, into which theirs has been merged.
    """
    log, here = Log(tuple(events)), Roster(document)
    now = seats_called(events)
    for seat, (name, renames) in enumerate(seats_called(theirs)):
        if seat >= len(now):
            break
        wanted = people.called(name, renames)
        person = here.before(*now[seat])
        shown = here.persons[here.root(person)].record["name"] if person else now[seat].name
        if shown != wanted:
            data = {"seat": seat, "name": wanted, **with_renames(document.get(RENAMES, 0))}
            log = log.extended([Draft(RENAMED, data)], at)
    return list(log.events)
