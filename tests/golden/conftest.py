"""`pytest tests/golden --regold` writes what the program says into the transcripts."""

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--regold",
        action="store_true",
        default=False,
        help="rewrite the golden transcripts with what the program says now",
    )


@pytest.fixture
def regold(request: pytest.FixtureRequest) -> bool:
    return bool(request.config.getoption("--regold", default=False))
