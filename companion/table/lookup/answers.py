"""`lookup`: a name, a number, a rule, a question in words; or `--here`, what is in play."""

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from companion import games
from companion.core.lookup import RULE_KINDS, UNREAD, Explained, Item, Mention
from companion.core.names import find, folded, listed, require_text, short
from companion.core.reply import Reply
from companion.errors import Invalid, NotFound, Refused, Unusable
from companion.games import in_short, inside
from companion.reference.question import Question, candidate_names
from companion.reference.ranking import EXACT, Answer, Hit, answers, has_for_its_own, search
from companion.reference.words import key
from companion.table.desk import Desk
from companion.table.groups.rulings import about, numbered, ruling_number
from companion.table.lookup.corpus import Corpus, with_corpus
from companion.table.plays.open_play import OpenPlay

if TYPE_CHECKING:
    from companion.core.blocks import Block


def explained(corpus: Corpus, answer: Answer, warnings: Sequence[str]) -> Reply:
    """The reply to a look-up; data that could not be read become warnings."""
    return Reply(
        document=lambda: {
            "query": answer.query,
            "results": [result(corpus, hit.item, hit.score) for hit in answer.hits],
        },
        blocks=lambda: _drawn(corpus, answer),
        warnings=(*warnings, *corpus.warnings),
    )


def result(corpus: Corpus, item: Item, score: float) -> dict[str, Any]:
    """One result of a look-up (contract)."""
    return {
        "id": item.id,
        "title": item.title,
        "game": item.game,
        "kind": item.kind,
        "text": item.text,
        "section": item.section,
        "score": round(score, 4),
        "do": item.do or None,
        "note": item.note or None,
        "example": item.example or None,
        "rules": list(item.rules),
        "see": list(item.see),
        "rulings": [ruling.to_json() for ruling in about(corpus.rulings, item)],
    }


def _drawn(corpus: Corpus, answer: Answer) -> "list[Block]":
    from companion.table.lookup.views import everything, one_screen

    return list(everything(corpus, answer)) if answer.every else [one_screen(corpus, answer)]


MOST_RESULTS = 5
ALL_RESULTS = 20
LONGEST_QUESTION = 500
_ID = re.compile(r"(?P<prefix>(?:a-)?[a-z]+)-\d+", re.IGNORECASE | re.ASCII)


def look_up(desk: Desk, words: str, game: str | None = None, every: bool = False) -> Reply:
    """Look up a name or a question, the best answers first.

    `game` limits it to one game. `every` shows more than fits one screen. Raises Invalid for an
    empty question, NotFound for no answer, NotFound or Ambiguous for the game, and Unusable if
    there is no data at all.
    """
    text, warnings = _question(words)

    def answered(corpus: Corpus) -> Reply:
        answer = _found(corpus, text, game, every)
        return explained(corpus, answer._replace(query=words), warnings).settled(
            desk.options.as_json
        )

    return with_corpus(desk, answered)


def _found(corpus: Corpus, text: str, game: str | None, every: bool) -> Answer:
    number = ruling_number(text)
    if number is not None:
        ruling = numbered(corpus.rulings, number)
        return Answer(text, [Hit(ruling.item, EXACT)], True, every)
    question = Question(
        text, find_game(corpus, game), corpus.game_at_hand, corpus.called, corpus.is_put_away
    )
    most = ALL_RESULTS if every else MOST_RESULTS
    hits, exact = answers(corpus.indexes, question, most)
    if exact and every:
        known = {hit.item.full_id for hit in hits}
        more = search(corpus.indexes, question, ALL_RESULTS)
        hits += [hit for hit in more if hit.item.full_id not in known]
    own = exact and (hits[0].item.kind in RULE_KINDS or _is_a_word_of(question, hits))
    here = _of_this_game(corpus, question) or ([] if own else _lying_here(corpus, question))
    if not here and (not hits or (not exact and _is_rule_id(corpus, text))):
        raise _nothing(text, [hit.item for hit in hits])
    known = {item.full_id for item in here}
    others = [hit for hit in hits if hit.item.full_id not in known]
    found = [*(Hit(item, EXACT) for item in here), *others]
    return Answer(text, found if exact else found[:most], exact, every)


def _is_a_word_of(question: Question, hits: Sequence[Hit]) -> bool:
    """Whether a hit is a word of the current game with exactly this name: it goes before cards."""
    names = _possible_names(question)
    return any(
        hit.score == EXACT
        and hit.item.game == question.table
        and any(has_for_its_own(hit.item, name) for name in names)
        for hit in hits
    )


def _of_this_game(corpus: Corpus, question: Question) -> list[Item]:
    """The items for a question in the current game of a box with several games."""
    if question.table is None or question.only not in (None, question.table):
        return []
    return next(filter(None, map(corpus.of_this_game, _possible_names(question))), [])


def _lying_here(corpus: Corpus, question: Question) -> list[Item]:
    """The items on the table with a name that the question is, or may be, about."""
    if question.table is None or question.only not in (None, question.table):
        return []
    return next(filter(None, map(corpus.called_here, _possible_names(question))), [])


def _possible_names(question: Question) -> list[str]:
    """The names that a question is, or may be, about."""
    return [question.text, *candidate_names(question.text)]


def _is_rule_id(corpus: Corpus, text: str) -> bool:
    """Whether a text can only be a rule's id: rules near a wrong id are no answer."""
    found = _ID.fullmatch(text.strip())
    if found is None or found["prefix"].isupper():
        return found is not None
    first = (f"{found['prefix']}-{number}" for number in ("1", "01"))
    return any(
        item.kind in RULE_KINDS
        for one in first
        for index in corpus.indexes
        for item in index.named(one)
    )


def names(desk: Desk, typed: Sequence[str], beginning: str) -> list[str]:
    """Names that begin with these words, without the words `typed`, as a shell completes them.

    In small letters; none while nothing is typed. Names of what is on the table come first.
    """
    so_far = " ".join((*typed, beginning))
    if not key(so_far):
        return []

    def complete(corpus: Corpus) -> list[str]:
        here = [item.title for item in corpus.called_here(so_far)]
        first = [name for name in here if key(name).startswith(key(so_far))]
        return first + [name for index in corpus.indexes for name in index.names(so_far)]

    found = []
    for name in with_corpus(desk, complete):
        parts = folded(name).split()
        if [folded(word) for word in typed] == parts[: len(typed)]:
            found.append(" ".join(parts[len(typed) :]))
    return list(dict.fromkeys(found))


def games_known(desk: Desk) -> list[str]:
    """The ids of the games with something to look up."""
    return with_corpus(desk, lambda corpus: list(corpus.titles))


def find_game(corpus: Corpus, text: str | None) -> str | None:
    """Find a game with something to look up. Raises NotFound or Ambiguous."""
    if text is None:
        return None
    titles = corpus.titles
    # The games of a box with several share its words and rules.
    within = [(box, it) for box, *names in inside() for it in (*names, in_short(box, names[-1]))]
    return find(
        text,
        list(titles),
        lambda game: (game, titles[game], *(it for box, it in within if box == game)),
        "game",
    )


def _question(words: str) -> tuple[str, list[str]]:
    """The question to look up, with a warning if it was cut."""
    require_text(words, "What you typed")
    text = words.strip()
    if not key(text):
        raise Invalid(
            "There is nothing to look up.",
            "`companion lookup ward`, `companion lookup BWD-38`, or a question in your own words.",
        )
    if len(text) <= LONGEST_QUESTION:
        return text, []
    return text[:LONGEST_QUESTION], [f"Only the first {LONGEST_QUESTION} characters were read."]


def _nothing(words: str, near: Sequence[Item]) -> NotFound:
    ids = [item.id for item in near if item.kind in RULE_KINDS][:3]
    if near:
        hint = f"Did you mean {listed(ids, 'or')}?" if ids else "A refusal cites the one it means."
        return NotFound(f"There is no rule “{short(words)}”.", hint)
    return NotFound(
        f"Nothing found for “{short(words)}”.",
        "Try another word for it, or the rule's id that a refusal cites.",
    )


_TO_DO = ("icon", "phase", "action")
"""Kinds of items for which it matters what to do, not what they are."""


def in_play(desk: Desk, every: bool, game: str | None = None) -> Reply:
    """Explain what is in play in the current play. Raises NotFound if there is none.

    Raises Refused for a play of another game than `game`, or with nothing known to be in play;
    Unusable if another package's game fails.
    """
    play = desk.open()
    option = f" --play {play.ref.id}" if desk.options.play is not None else ""

    def answered(corpus: Corpus) -> Reply:
        _require_game(corpus, play, game)
        found = _explained(corpus, play)
        if not found:
            raise Refused(
                f"Nothing is known of what is in play in {play.ref.id}.",
                "`companion lookup WORD` explains any word of the game.",
            )
        reply = Reply(
            document=lambda: _document(corpus, play, found),
            blocks=lambda: _here_drawn(play, found, every, option),
            warnings=tuple(corpus.warnings),
        )
        return reply.settled(desk.options.as_json)

    return with_corpus(desk, answered)


def _document(corpus: Corpus, play: OpenPlay, found: Sequence[Explained]) -> dict[str, Any]:
    """The answer as JSON; scores fall with the place."""
    results = [
        {
            **result(corpus, one.item, 1 - place / len(found)),
            "why": one.mention.why,
        }
        for place, one in enumerate(found)
    ]
    return {"query": None, "play": play.ref.id, "results": results}


def _require_game(corpus: Corpus, play: OpenPlay, game: str | None) -> None:
    if game is None:
        return

    wanted = find_game(corpus, game)
    if wanted != play.game.id:
        raise Refused(
            f"{play.ref.id} is a play of {play.game.title}, not of {corpus.titles[str(wanted)]}.",
            "`--play ID` names another play, `companion plays` lists them.",
        )


def _explained(corpus: Corpus, play: OpenPlay) -> list[Explained]:
    """The things in play, explained; cards with unknown text come last."""
    mentions = _mentions(play)
    known = corpus.of(play.game.id, [mention.id for mention in mentions])
    found, unread = [], []
    for mention in mentions:
        item = known.get(mention.id)
        if item is None and mention.text:
            item = Item(mention.id, play.game.id, mention.title, "card", mention.text)
        if item is None:
            continue
        rulings = tuple(one.line for one in about(corpus.rulings, item))
        if item.kind == UNREAD and not mention.text:
            unread.append(Explained(mention, item, item.text, rulings))
        else:
            found.append(Explained(mention, item, mention.text or _explanation(item), rulings))
    return found + unread


def _mentions(play: OpenPlay) -> list[Mention]:
    """What a game says is in play. Raises Unusable if another package's game fails."""
    if play.game.id in games.OWN:
        return list(play.game.in_play(play.state, play.reference))
    try:
        found = play.game.in_play(play.state, play.reference)
        mentions = [Mention(*map(str, mention)) for mention in found]
    except Exception as problem:  # whatever another package does wrong
        raise Unusable(
            f"The game “{play.game.id}” cannot say what is in play "
            f"({type(problem).__name__}: {problem}).",
            "`companion lookup WORD` explains any word; update the package of that game.",
        ) from problem
    return mentions


def _explanation(item: Item) -> str:
    return item.do if item.do and item.kind in _TO_DO else item.text


def _here_drawn(
    play: OpenPlay, found: Sequence[Explained], every: bool, option: str
) -> "list[Block]":
    from companion.table.lookup.views import everything_here, on_one_screen

    if every:
        return everything_here(play, found)
    return on_one_screen(play, found, f"companion lookup --here{option} --all")
