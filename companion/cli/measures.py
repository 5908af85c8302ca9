"""Measures as people type them."""

from companion.errors import Invalid

MOST = 1000


def millimetres(text: str, option: str) -> float:
    """Millimetres as typed: a decimal comma and a real minus sign will do. Raises Invalid."""
    try:
        value = float(text.replace("−", "-").replace(",", "."))
    except ValueError:
        value = float("nan")
    if not -MOST < value < MOST:
        raise Invalid(f"“{text}” is no measure in millimetres.", f"Such as `{option} 7.5`.")
    return value
