"""`cribboard check`: whether the settings can be used."""

from __future__ import annotations

import argparse

from cribboard.config import defaults, load
from cribboard.devices.model import this_model
from cribboard.pins import MODELS, Model, model_of
from cribboard.settings import read_settings, settings_file

from .arguments import Commands, add_config


def add(commands: Commands) -> None:
    """The command."""
    about = "check the settings: ok and what is changed, or all that is wrong with them"
    check = commands.add("check", _check, about, "cribboard check --model zero2")
    check.add_argument(
        "--model",
        type=_model,
        metavar="PI",
        help=f"for another Raspberry Pi than this: {', '.join(MODELS)}",
    )
    add_config(check)


def _model(text: str) -> Model:
    if model := model_of(text.lower()) or model_of(text):
        return model
    raise argparse.ArgumentTypeError(f"{text}: takes {', '.join(MODELS)}")


def _check(options: argparse.Namespace) -> int:
    file = settings_file(options.config)
    model = options.model or this_model()
    load(file, model)
    what = str(file) if file else "the defaults, there is no settings file"
    print(
        f"ok: {what}; {f'for a {model.name}' if model else '--model checks for one Raspberry Pi'}"
    )
    usual = defaults()
    for key, value in (read_settings(file) if file else {}).items():
        if value != usual[key]:
            print(f"{key} = {value}, not {usual[key] or 'empty'}")
    return 0
