"""Arms with the portal: a sealed worker reaches it, and what it sends in is what evaluators see."""

import json

import pytest

from wp42_pytest.model.run import ExitReason

VISIT = r"""
import http.cookiejar, json, os, re, sys, urllib.parse, urllib.request
base = os.environ["WP42_PORTAL"]
browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar()))
def get(path):
    with browser.open(base + path, timeout=10) as page:
        return page.read().decode()
def token(html):
    return re.search(r'name="([^"]*csrf[^"]*)"[^>]*value="([^"]+)"', html).groups()
login = get("/login")
name, value = token(login)
form = {name: value, "username": os.environ["WP42_PORTAL_USER"], "password": os.environ["WP42_PORTAL_PASSWORD"]}
with browser.open(base + "/login", urllib.parse.urlencode(form).encode(), timeout=10) as page:
    home = page.read().decode()
print("signed in" if "log out" in home.lower() or "sign out" in home.lower() else home)
open("/workspace/out/portal_submissions.json", "w").write("[forged]")
"""


@pytest.fixture(scope="module")
def visited(python):
    return python(VISIT, arm="A3")


def test_a_sealed_worker_signs_in_to_the_portal(visited):
    assert visited.record.exit_reason is ExitReason.finished, visited.process
    assert visited.process["stdout"].strip() == "signed in"


def test_what_it_opened_is_in_the_portals_own_log(visited):
    lines = [json.loads(line) for line in (visited.folder / "portal_access.jsonl").read_text().splitlines()]
    assert "/login" in json.dumps(lines)


def test_forged_submissions_give_way_to_the_portals_own(visited):
    assert "[forged]" not in "".join(path.read_text() for path in visited.out.glob("portal_submissions.json"))
    assert any("portal_submissions.json of its own" in event for event in visited.events)


def test_the_inputs_are_the_same_bytes_in_every_arm(visited, shell, catalog):
    plain = shell("true")
    bundle = catalog.scenario_dir("ACC-01")
    for folder in (visited.folder, plain.folder):
        for source in (bundle / "inputs").iterdir():
            assert (folder / "inputs" / source.name).read_bytes() == source.read_bytes()


def test_without_the_arm_there_is_no_portal(shell):
    made = shell("env | grep -c PORTAL; ls /run/wp42 2>&1")
    assert made.process["stdout"].startswith("0\n")


def test_the_perturbed_portal_serves_a_sealed_worker_too(shell):
    made = shell(
        "python3 -c \"import os,urllib.request as u; print(u.urlopen(os.environ['WP42_PORTAL']+'/login').status)\"",
        arm="A4",
    )
    assert made.process["stdout"] == "200\n"
    assert made.record.details["arm"]["perturbation"] is True
