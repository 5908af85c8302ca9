"""The options that commands have in common, kept at the desk: `--json`, `--group` and the like."""

from companion.core.names import cleaned_name, require_text
from companion.errors import Invalid
from companion.table.current import CommonOptions

FILES = ("FILE", "IMAGE")
"""Words of a usage line that stand for the name of a file, which may be any."""
FIELDS = {"--json": "as_json", "--group": "group", "--play": "play", "--house": "house"}


def keep_common(options: CommonOptions, name: str, value: str | bool) -> None:
    """Keep what was said of one of them. Raises Invalid for a text that says nothing."""
    if isinstance(value, str):
        value = cleaned_name(value)
        if not value:
            raise Invalid(
                f"`{name}` needs something after it, and it is empty.",
                "Leave it out, or say what is meant.",
            )
        require_text(value, f"`{name}`")
    setattr(options, FIELDS[name], value)
