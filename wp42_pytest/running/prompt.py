"""What a worker is told: the brief, word for word, and the conditions that it works under."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wp42_pytest.running.arms import Tool
from wp42_pytest.running.toolkit import LIBRARIES

if TYPE_CHECKING:
    from wp42_pytest.model.portal import PortalUser
    from wp42_pytest.running.arms import Arm
    from wp42_pytest.running.sandbox import Place


def prompt(
    brief: str, place: Place, arm: Arm, *, portal_url: str, portal_user: PortalUser | None, limit_s: float
) -> str:
    """Return the text that a worker starts from.

    Args:
        brief: the text of `BRIEF.md`.
        place: where things are, in the worker's eyes.
        arm: the conditions.
        portal_url: the portal's address, where the arm has one.
        portal_user: the portal's account, where the arm has one.
        limit_s: the time limit in seconds.
    """
    if not arm.tools:
        return brief  # what a model without tools has to do is said with its papers
    lines = [
        f"You are in {place.workspace}. BRIEF.md (the text above), task.json, COMPLETION_SCHEMA.json and inputs/ are "
        "there; they can be read, not changed.",
        f"Leave every deliverable in {place.out}/. Nothing else is kept; {place.home} and /tmp are yours for scratch work.",
        f"`python3` is there with {', '.join(LIBRARIES)}.",
        f"You work alone: nobody answers questions while you work. There are {limit_s / 60:.0f} minutes.",
    ]
    if portal_user is not None:
        lines.append(
            f"The company's portal is at {portal_url} (user name {portal_user.username}, password "
            f"{portal_user.password}). It holds the same papers, and takes what the brief says to send in."
        )
    if Tool.web in arm.tools:
        lines.append("`web_search` and `fetch_page` reach public reference pages. There is no other network.")
    elif portal_user is not None:
        lines.append("There is no other network.")
    else:
        lines.append("There is no network.")
    conditions = "\n".join(f"- {line}" for line in lines)
    return f"{brief.rstrip()}\n\n---\n\n# Where and how you work\n\n{conditions}\n"
