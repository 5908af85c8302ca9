"""The answer of a command, or its refusal: values, shown by the caller."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from companion.core.value import Value, replace
from companion.errors import CompanionError

if TYPE_CHECKING:
    from companion.core.blocks import Block


def _no_blocks() -> "list[Block]":
    return []


class Reply(Value):
    """An answer. `document` is what `--json` prints; otherwise `lines` (short, without Rich) or
    `blocks` (drawn) go to standard output, and `warnings` to standard error. `text` is data for
    another program, such as a file's content: it is printed as it stands. So is `markdown`, but at
    a terminal, where it is drawn.

    Both are made only when they are asked for.
    """

    document: Callable[[], Any]
    lines: tuple[str, ...] = ()
    blocks: Callable[[], "list[Block]"] = _no_blocks
    warnings: tuple[str, ...] = ()
    text: str = ""
    markdown: str = ""

    def settled(self, as_json: bool) -> "Reply":
        """Return the answer with everything needed computed, so that failures happen now."""
        if as_json:
            document = self.document()
            return replace(self, document=lambda: document)
        blocks = self.blocks()
        return replace(self, blocks=lambda: blocks)


class Picture(Value):
    """An answer that is a picture, to be written to `output`: a file, or `-`.

    `what` names its content, with a capital: `The board`.
    """

    output: str
    svg: str
    what: str
    document: Callable[[], Any]


class Refusal(Value):
    """A problem for the table: a sentence, what to do, the rule's id, lines between.

    `kind` is the error's own word for it (`companion.errors`): `illegal`, `not-found`, … If
    `is_overrulable`, the same line is accepted with `--house`.
    """

    kind: str
    message: str
    hint: str = ""
    rule: str = ""
    details: tuple[str, ...] = ()
    is_overrulable: bool = False

    @classmethod
    def of(cls, problem: CompanionError) -> "Refusal":
        """Return the refusal for an error."""
        rule = getattr(problem, "rule", "")
        overrulable = getattr(problem, "is_overrulable", False)
        return cls(problem.code, problem.message, problem.hint, rule, problem.details, overrulable)

    @property
    def lines(self) -> list[str]:
        """The problem, the details, then what to do; the rule's id last."""
        hint = self.hint
        if self.is_overrulable and "--house" not in hint:
            sentence = f"{hint}." if hint.endswith("`") else hint
            hint = f'{sentence} To do it anyway: `--house "why"`.'.lstrip()
        lines = [self.message, *self.details, *([f"→ {hint}"] if hint else [])]
        if self.rule:
            lines[-1] += f" ({self.rule})"
        return lines
