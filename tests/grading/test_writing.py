"""Results take their place whatever stands there."""

import os
from pathlib import Path

from wp42_pytest.grading.writing import remove, write_atomically


def test_a_folder_deeper_than_a_removal_can_walk_gives_way(tmp_path):
    target = tmp_path / "receipt.json"
    target.mkdir()
    here = os.open(target, os.O_RDONLY)
    for _ in range(1500):
        os.mkdir("a", dir_fd=here)
        below = os.open("a", os.O_RDONLY, dir_fd=here)
        os.close(here)
        here = below
    os.close(here)
    remove(target)
    write_atomically(target, b"{}")
    assert target.read_bytes() == b"{}"
    (aside,) = tmp_path.glob("receipt.json.*.folder")
    flatten(aside)


def flatten(folder: Path) -> None:
    """Take a deep chain of folders apart from the top, so that the suite leaves nothing that cannot be removed."""
    top = folder.parent
    while (inner := folder / "a").is_dir():
        inner.rename(top / "next")
        folder.rmdir()
        folder = top / "rest"
        (top / "next").rename(folder)
    folder.rmdir()


def test_a_link_is_removed_and_its_target_kept(tmp_path):
    (tmp_path / "kept.json").write_text("kept")
    (tmp_path / "receipt.json").symlink_to(tmp_path / "kept.json")
    remove(tmp_path / "receipt.json")
    assert not (tmp_path / "receipt.json").is_symlink()
    assert (tmp_path / "kept.json").read_text() == "kept"
    remove(tmp_path / "receipt.json")
