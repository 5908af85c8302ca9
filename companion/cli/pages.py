"""Reports that leave as a page for a browser."""

from pathlib import Path
from typing import TYPE_CHECKING

from companion.core.reply import Reply
from companion.errors import Invalid
from companion.table.files import STANDARD, require_not_ours, short_name, write_bytes

if TYPE_CHECKING:
    from companion.table.desk import Desk
    from companion.table.history.report import Report

_ENDINGS = (".html", ".htm")


def page_reply(desk: "Desk", output: str, report: "Report") -> Reply:
    """Put a report where it belongs: into a file, or to standard output for `-`.

    Raises Invalid for a name that is none of a page, and for two things on one output.
    """
    if output == STANDARD:
        if desk.asked.as_json:
            raise Invalid(
                "Standard output cannot take the page and `--json` as well.", "`-o FILE --json`"
            )
    else:
        require_not_ours(output, "report.html")
        if Path(output).suffix.lower() not in _ENDINGS:
            raise Invalid(f"“{output}” is no name of a page.", "`-o report.html`")
    from companion.printing.web.report import report_page

    blocks = report.blocks(with_log=True, with_heading=False)
    page = report_page(report.title, report.about, blocks)
    if output == STANDARD:
        return Reply(report.document, text=page.decode())
    write_bytes(output, page)
    return Reply(
        document=lambda: {**report.document(), "file": output},
        lines=(f"How {report.record.play} went is in {short_name(output)}.",),
    )
