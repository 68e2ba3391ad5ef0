"""`models.toml`: which models a worker may be given, where they are served, what they cost."""

from __future__ import annotations

import os
import tomllib
from decimal import Decimal
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

from pydantic import Field, ValidationError

from wp42_pytest.model.base import Authored
from wp42_pytest.running.errors import RunConfigurationError

MODELS_VARIABLE = "WP42_MODELS"
MODELS_FILE = "models.toml"

Rate = Annotated[Decimal, Field(ge=0, allow_inf_nan=False)]
MILLION = Decimal(1_000_000)


class Api(StrEnum):
    """The protocols that the gateway speaks, by the names that Pi gives them too."""

    openai_completions = "openai-completions"
    openai_responses = "openai-responses"
    anthropic_messages = "anthropic-messages"


class Price(Authored):
    """What a model costs, in USD for each million tokens."""

    input: Rate
    output: Rate
    cache_read: Rate | None = Field(default=None, description="input found in the provider's cache; default: as input")
    cache_write: Rate | None = Field(default=None, description="input put into the cache; default: as input")

    def of(
        self, input_tokens: int, output_tokens: int, cache_read_tokens: int = 0, cache_write_tokens: int = 0
    ) -> Decimal:
        """Return the price of some tokens in USD; `input_tokens` are those that the cache had no part in."""
        read = self.input if self.cache_read is None else self.cache_read
        write = self.input if self.cache_write is None else self.cache_write
        total = input_tokens * self.input + output_tokens * self.output
        return (total + cache_read_tokens * read + cache_write_tokens * write) / MILLION


class ModelSetup(Authored):
    """One model as it is offered to workers."""

    api: Api
    base_url: str = Field(description="with the version part, for example https://host/v1")
    model: str = Field(description="the provider's own name of the model")
    key_env: str = Field(default="", description="the environment variable that holds the key; empty: no key is needed")
    price: Price
    context_tokens: Annotated[int, Field(gt=0)] = 128_000
    output_tokens: Annotated[int, Field(gt=0)] = 32_000
    images: bool = Field(default=False, description="whether the model takes images")
    reasoning: bool = Field(default=False, description="whether the model thinks before it answers")
    thinking: str = Field(default="off", description="how much: off, minimal, low, medium, high, xhigh, max")
    settings: dict[str, Any] = Field(default_factory=dict, description="fields set in every request, e.g. temperature")
    pass_fields: list[str] = Field(default_factory=list, description="request fields allowed beyond the usual ones")

    def key(self) -> str:
        """Return the provider's key.

        Raises:
            RunConfigurationError: when the variable is not set.
        """
        if not self.key_env:
            return ""
        if not (key := os.environ.get(self.key_env, "")):
            msg = f"the environment variable {self.key_env} with the key of {self.model} is not set"
            raise RunConfigurationError(msg)
        return key


def models_path(option: Path | None) -> Path:
    """Return the models file: the option, else `$WP42_MODELS`, else `models.toml` here, else in `~/.config/wp42`."""
    if option is not None:
        return option
    if named := os.environ.get(MODELS_VARIABLE):
        return Path(named).expanduser()
    here = Path(MODELS_FILE)
    return here if here.is_file() else Path("~/.config/wp42").expanduser() / MODELS_FILE


def find_model(name: str, option: Path | None = None) -> ModelSetup:
    """Read one model's setup.

    Args:
        name: its key in the file, usually `provider/model`.
        option: the file; see `models_path`.

    Raises:
        RunConfigurationError: when the file or the entry is missing or wrong; the text names the field.
    """
    path = models_path(option)
    try:
        entries = tomllib.loads(path.read_text(encoding="utf-8")).get("models", {})
    except FileNotFoundError as error:
        msg = f"{path} does not exist; describe the model {name} there (docs/running.md shows how)"
        raise RunConfigurationError(msg) from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        msg = f"{path} is not valid TOML: {error}"
        raise RunConfigurationError(msg) from error
    if name not in entries:
        msg = f'{path} has no [models."{name}"]; it has {", ".join(entries) or "none"}'
        raise RunConfigurationError(msg)
    try:
        return ModelSetup.model_validate(entries[name])
    except ValidationError as error:
        faults = "; ".join(f"{'.'.join(map(str, fault['loc']))}: {fault['msg']}" for fault in error.errors())
        msg = f"{path}, models.{name}: {faults}"
        raise RunConfigurationError(msg) from error
