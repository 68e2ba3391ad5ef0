"""Arms, models and plans are data; whatever is wrong in them is said before anything runs."""

from decimal import Decimal
from pathlib import Path

import pytest

from wp42_pytest.running.arms import Tool, find_arm, load_arms
from wp42_pytest.running.errors import RunConfigurationError
from wp42_pytest.running.models import Price, find_model, models_path
from wp42_pytest.running.plan import load_plan, requests_of, seeds_of
from wp42_pytest.running.roster import make_worker

MODEL = """
[models."lab/large"]
api = "openai-completions"
base_url = "https://models.example/v1"
model = "large"
price = {input = 2, output = 8, cache_read = 0.5}
"""


def test_the_four_arms_differ_by_tools_and_portal_alone():
    arms = load_arms()
    assert list(arms) == ["A1", "A2", "A3", "A4"]
    assert [(arm.tools, arm.portal, arm.perturbation, arm.network) for arm in arms.values()] == [
        ([], False, False, "none"),
        ([Tool.files, Tool.shell], False, False, "none"),
        ([Tool.files, Tool.shell], True, False, "portal"),
        ([Tool.files, Tool.shell], True, True, "portal"),
    ]
    assert arms["A1"].most_requests == 1
    assert len({arm.digest() for arm in arms.values()}) == 4


def test_an_arm_of_ones_own_is_added_and_its_hash_covers_its_pages(tmp_path):
    (tmp_path / "pages").mkdir()
    (tmp_path / "pages" / "a.md").write_text("# A\n")
    (tmp_path / "arms.toml").write_text('[W]\ntitle = "with web"\ntools = ["files", "web"]\nweb_pages = "pages"\n')
    arm = find_arm("W", tmp_path / "arms.toml")
    assert arm.network == "reference pages"
    assert arm.web_pages == str(tmp_path / "pages")
    before = arm.digest()
    (tmp_path / "pages" / "a.md").write_text("# B\n")
    assert arm.digest() != before
    assert "A2" in load_arms(tmp_path / "arms.toml")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('[X]\ntitle = "x"\ntools = ["laser"]\n', "arm X: tools.0"),
        ('[X]\ntitle = "x"\ntools = []\nnoise = 1\n', "arm X: noise: Extra inputs"),
        ("[X\n", "is not valid TOML"),
    ],
)
def test_a_wrong_arm_is_named_with_its_field(tmp_path, text, message):
    (tmp_path / "arms.toml").write_text(text)
    with pytest.raises(RunConfigurationError, match=message.replace("[", r"\[")):
        load_arms(tmp_path / "arms.toml")


def test_an_unknown_arm_is_answered_with_the_known_ones():
    with pytest.raises(RunConfigurationError, match="no arm 'A9'; there are A1, A2, A3, A4"):
        find_arm("A9")


def test_web_tools_without_pages_are_refused(tmp_path):
    (tmp_path / "arms.toml").write_text('[W]\ntitle = "with web"\ntools = ["web"]\n')
    with pytest.raises(RunConfigurationError, match="web_pages"):
        find_arm("W", tmp_path / "arms.toml")


def test_a_price_is_exact():
    price = Price(input=Decimal(3), output=Decimal(15), cache_read=Decimal("0.3"), cache_write=Decimal("3.75"))
    assert price.of(1_000_000, 100_000, 500_000, 200_000) == Decimal("5.40")
    assert Price(input=Decimal(2), output=Decimal(8)).of(0, 0, 1_000_000, 1_000_000) == Decimal(4)


def test_models_are_found_by_name(tmp_path, monkeypatch):
    (tmp_path / "m.toml").write_text(MODEL)
    model = find_model("lab/large", tmp_path / "m.toml")
    assert (model.model, model.key(), model.price.output) == ("large", "", Decimal(8))
    monkeypatch.setenv("WP42_MODELS", str(tmp_path / "m.toml"))
    assert models_path(None) == tmp_path / "m.toml"
    assert find_model("lab/large").model == "large"


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("lab/small", MODEL, r'has no \[models."lab/small"\]; it has lab/large'),
        ("lab/large", MODEL.replace("openai-completions", "telepathy"), "models.lab/large: api"),
        ("lab/large", MODEL.replace("input = 2, ", ""), "price.input: Field required"),
        ("lab/large", MODEL.replace("input = 2", "input = -2"), "price.input"),
        ("lab/large", "[", "is not valid TOML"),
    ],
)
def test_a_wrong_model_is_named_with_its_field(tmp_path, name, text, message):
    (tmp_path / "m.toml").write_text(text)
    with pytest.raises(RunConfigurationError, match=message):
        find_model(name, tmp_path / "m.toml")


def test_a_key_that_is_not_set_is_asked_for_by_its_name(tmp_path):
    (tmp_path / "m.toml").write_text(MODEL + 'key_env = "NO_SUCH_KEY_42"\n')
    with pytest.raises(RunConfigurationError, match="NO_SUCH_KEY_42"):
        find_model("lab/large", tmp_path / "m.toml").key()


PLAN = 'tasks = ["ACC-0?"]\narms = ["A2"]\n[[workers]]\nname = "n"\nworker = "null"\n'


def write_plan(folder: Path, head: str = "", text: str = PLAN) -> Path:
    path = folder / "plan.toml"
    path.write_text(head + text)
    return path


def test_a_plan_is_the_product_of_its_lists(tmp_path, catalog):
    text = PLAN.replace('"A2"', '"A2", "A3"').replace("ACC-0?", "ACC-01")
    path = write_plan(tmp_path, "seeds = [7, 8]\nattempts = 2\ntwins = true\n", text)
    requests = requests_of(load_plan(path), catalog)
    assert len(requests) == 2 * 2 * 2 * 2
    assert len({request.run_id for request in requests}) == 16
    assert {str(request.instance) for request in requests} == {
        "ACC-01@7",
        "ACC-01@7+clean",
        "ACC-01@8",
        "ACC-01@8+clean",
    }
    assert requests[0].run_id == "ACC-01@7--A2--n--1"


def test_without_seeds_the_default_one_is_used(tmp_path, catalog):
    text = PLAN.replace("ACC-0?", "ACC-01")
    (request,) = requests_of(load_plan(write_plan(tmp_path, text=text)), catalog)
    assert request.instance.is_default


def test_seeds_come_from_a_file_beside_the_plan(tmp_path):
    (tmp_path / "seeds.txt").write_text("# secret\n5\n9, 11\n5\n")
    assert seeds_of(load_plan(write_plan(tmp_path, 'seeds_file = "seeds.txt"\n'))) == [5, 9, 11]


def test_what_is_no_seed_is_refused_without_quoting_it(tmp_path, monkeypatch):
    monkeypatch.setenv("SECRET_SEEDS", "12 confidential")
    with pytest.raises(RunConfigurationError, match=r"\$SECRET_SEEDS must hold seeds") as caught:
        seeds_of(load_plan(write_plan(tmp_path, 'seeds_env = "SECRET_SEEDS"\n')))
    assert "confidential" not in str(caught.value)


@pytest.mark.parametrize(
    ("head", "message"),
    [
        ('seeds = [1]\nseeds_env = "X"\n', "give the seeds in one place"),
        ("seeds = [-1]\n", "seeds.0"),
        ("attempts = 0\n", "attempts"),
        ("pace = 3\n", "pace: Extra inputs"),
    ],
)
def test_a_wrong_plan_is_named_with_its_field(tmp_path, head, message):
    with pytest.raises(RunConfigurationError, match=message):
        load_plan(write_plan(tmp_path, head))


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (("ACC-0?", "NOPE-*"), "is not the name of an instance"),
        (('"A2"', '"A7"'), "no arm 'A7'"),
        (('"null"', '"robot"'), "no worker 'robot'"),
        (('"null"', '"command"'), "needs a program"),
        (('"null"', '"pi"'), "needs a model"),
    ],
)
def test_a_plan_that_cannot_be_carried_out_is_refused_before_anything_runs(tmp_path, catalog, change, message):
    path = write_plan(tmp_path, text=PLAN.replace(*change))
    with pytest.raises(Exception, match=message):
        requests_of(load_plan(path), catalog)


def test_a_worker_and_an_arm_must_fit(catalog):
    instance = catalog.instance("ACC-01")
    with pytest.raises(RunConfigurationError, match="gives no program to run"):
        make_worker(catalog, instance, find_arm("A1"), "command", command="true")
    with pytest.raises(RunConfigurationError, match="works under arms without tools"):
        make_worker(catalog, instance, find_arm("A2"), "one-reply", has_model=True)
    assert make_worker(catalog, instance, find_arm("A1"), "pi", has_model=True).name == "one-reply"
