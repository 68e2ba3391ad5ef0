"""The real Pi, in the sandbox, against a scripted model."""

import pytest

from wp42_pytest.model.run import ExitReason


def bash(command, **more):
    return {"tool": "bash", "arguments": {"command": command}, **more}


@pytest.mark.parametrize("api", ["openai-completions", "openai-responses", "anthropic-messages"])
def test_pi_works(run, model, model_setup, pi_installed, says, api):
    model.plays(
        says(**bash("cat BRIEF.md | head -3; ls inputs")),
        says(**bash("echo '{}' > out/COMPLETION.json")),
        says(text="Done."),
    )
    made = run("pi", model=model_setup(api))
    print(made.record.model_dump_json(indent=1))
    assert made.record.exit_reason is ExitReason.finished
    assert (made.out / "COMPLETION.json").read_text() == "{}\n"
