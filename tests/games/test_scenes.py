"""What the rules let pass and what they refuse, as `*/*.txt` tell it: see `tests.games.scenes`."""

import pytest

from tests.games.scenes import FILES, FOLDER, Scene, played, scenes_in

SCENES = [
    pytest.param(scene, id=f"{path.relative_to(FOLDER)}:{scene.at}")
    for path in FILES
    for scene in scenes_in(path)
]


@pytest.mark.parametrize("scene", SCENES)
def test_the_rules_say_so(scene: Scene, regold: bool) -> None:
    if not regold:
        assert played(scene).text == scene.text


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(FOLDER).as_posix())
def test_a_file_is_written_as_it_is_read(path, regold):
    """With `--regold`, with the answers that are given now."""
    scenes = [played(scene) if regold else scene for scene in scenes_in(path)]
    text = "\n\n".join(scene.text for scene in scenes) + "\n"
    if regold:
        path.write_text(text, "utf-8")
    assert path.read_text("utf-8") == text
