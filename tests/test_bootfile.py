"""config.txt: which lines hold, and a block of ours that comes and goes without a trace."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cribboard.bootfile import (
    BEGIN,
    END,
    gpios,
    in_the_way,
    lines_for,
    missing,
    with_block,
    without_block,
)
from cribboard.pins import MODELS

RASPIOS = """\
# For more options and information see
# http://rptl.io/configtxt
dtparam=audio=on
camera_auto_detect=1
dtoverlay=vc4-kms-v3d

[cm4]
# Enable host mode on the 2711 built-in XHCI USB controller.
otg_mode=1

[cm5]
dtoverlay=dwc2,dr_mode=host

[all]
"""
WANTED = ("dtparam=spi=on", "core_freq=250", "dtparam=audio=off", "dtoverlay=gpio-shutdown")


@pytest.mark.parametrize(
    ("model", "held"),
    [("zero2", ["a=1", "d=4"]), ("3", ["a=1", "b=2", "d=4"]), ("4", ["a=1", "c=3", "d=4"])],
)
def test_a_filter_holds_for_its_model_until_the_next_one(model: str, held: list[str]):
    text = "a=1\n[pi3]\nb=2\n[pi4]\nc=3\n[0x10000000]\nx=1\n[EDID=VSC-TD2220]\nx=1\n[none]\nx=1\n[all]\nd=4"
    assert lines_for(text, MODELS[model]) == held


def test_parameters_in_one_line_are_each_their_own():
    assert missing("dtparam=i2c_arm=on,spi=on", ["dtparam=spi=on"], MODELS["3"]) == []


@pytest.mark.parametrize("written", ["spi", "spi=1", "spi=yes", "spi=true", "audio=off, spi=on"])
def test_a_switch_is_the_same_however_it_is_written(written: str):
    assert missing(f"dtparam={written}", ["dtparam=spi=on"], MODELS["3"]) == []
    assert missing(f"dtparam={written}\ndtparam=spi=0", WANTED[:1], MODELS["3"]) == [
        "dtparam=spi=on"
    ]


def test_our_lines_are_written_below_all_filters_with_what_they_override():
    text = with_block(RASPIOS, WANTED, MODELS["3"])
    assert text.startswith(RASPIOS)
    assert text.splitlines()[-8:] == [BEGIN, "[all]", "dtoverlay=", *WANTED, END]
    assert missing(text, WANTED, MODELS["3"]) == []


def test_what_holds_already_is_not_written_again():
    text = with_block(RASPIOS + "dtparam=spi=on\n", WANTED, MODELS["3"])
    assert text.count("dtparam=spi=on") == 1
    whole = RASPIOS + "dtoverlay=\n" + "\n".join(WANTED) + "\n"
    assert with_block(whole, WANTED, MODELS["3"]) == whole


def test_a_line_that_holds_for_another_model_does_not_hold():
    text = "[pi4]\ncore_freq=250\n"
    assert with_block(text, ["core_freq=250"], MODELS["3"]).count("core_freq=250") == 2


def test_other_lines_take_the_place_of_ours():
    before = with_block(RASPIOS, WANTED, MODELS["3"])
    after = with_block(before, ["core_freq=500"], MODELS["4"])
    assert after == with_block(RASPIOS, ["core_freq=500"], MODELS["4"])


PARTS = st.lists(
    st.sampled_from(["dtoverlay=", "dtparam=", "gpio-shutdown", "gpio_pin", "=", ",", "²", "26"]),
    max_size=8,
).map("".join)


@given(lines=st.lists(PARTS | st.text(max_size=8), max_size=5))
def test_no_file_is_too_odd(lines: list[str]):
    text = "\n".join([*lines, "dtparam=gpio_pin=" + "9" * 5000])
    in_the_way(text, WANTED, MODELS["3"])
    for line in lines_for(text, MODELS["3"]):
        assert all(type(gpio) is int for gpio in gpios(line))


def test_half_a_block_is_told_and_left_alone():
    text = with_block(RASPIOS, WANTED, MODELS["3"]).replace(END, "")
    with pytest.raises(ValueError, match="half of cribboard's block"):
        with_block(text, WANTED, MODELS["3"])


def test_two_blocks_are_told_and_left_alone():
    text = with_block(RASPIOS, WANTED, MODELS["3"])
    for change in (without_block, lambda text: with_block(text, WANTED, MODELS["3"])):
        with pytest.raises(ValueError, match="more than once"):
            change(text + text)


@pytest.mark.parametrize(
    ("model", "foreign"),
    [
        ("4", ["cm4", "cm4s", "pi400"]),
        ("5", ["cm5", "pi500"]),
        ("3", ["pi3+", "cm3"]),
        ("zero2", ["pi3"]),
        ("zero", ["pi0w", "pi02"]),
    ],
)
def test_a_filter_for_a_few_of_a_model_does_not_hold_on_all(model: str, foreign: list[str]):
    for name in foreign:
        assert lines_for(f"[{name}]\na=1", MODELS[model]) == []


def test_filters_of_two_kinds_must_both_hold_until_all_of_them_end():
    text = "[0x1234]\na=1\n[pi4]\nb=1\n[all]\nc=1\n[none]\nd=1\n[pi4]\ne=1"
    assert lines_for(text, MODELS["4"]) == ["c=1", "e=1"]


OURS = "dtoverlay=max98357a,no-sdmode"


@pytest.mark.parametrize(
    ("there", "wanted", "clash"),
    [
        ("dtoverlay=max98357a", OURS, True),
        (OURS, "dtoverlay=max98357a", True),
        (OURS, OURS, False),
        ("dtoverlay=gpio-shutdown,debounce=50", "dtoverlay=gpio-shutdown", False),
        ("dtoverlay=gpio-shutdown,gpio_pin=3", "dtoverlay=gpio-shutdown", False),
        ("dtoverlay=gpio-shutdown,gpio_pin=26", "dtoverlay=gpio-shutdown", True),
        ("dtoverlay=max98357a,sdmode-pin=5", "dtoverlay=max98357a", True),
        (f"{OURS},sdmode-pin=5", OURS, False),
        ("[cm4]\ndtoverlay=max98357a", OURS, False),
        ("#dtoverlay=max98357a", OURS, False),
        ("dtoverlay=vc4-kms-v3d", OURS, False),
    ],
)
def test_an_overlay_is_never_there_twice(there: str, wanted: str, clash: bool):
    pairs = [(there, wanted)] if clash else []
    assert in_the_way(there, [wanted], MODELS["4"]) == pairs
    if clash:
        with pytest.raises(ValueError, match=f"{there} is in the way of {wanted}: take it out"):
            with_block(there, [wanted], MODELS["4"])
    else:
        with_block(there, [wanted], MODELS["4"])


def test_an_overlay_besides_ours_is_in_the_way_too():
    there = "dtoverlay=gpio-shutdown,gpio_pin=26"
    text = with_block(RASPIOS, WANTED, MODELS["3"]) + there + "\n"
    assert in_the_way(text, WANTED, MODELS["3"]) == [(there, WANTED[3])]


def test_a_parameter_on_a_line_below_its_overlay_is_the_overlays():
    text = "dtoverlay=gpio-shutdown\ndtparam=gpio_pin=26\n"
    there = "dtoverlay=gpio-shutdown,gpio_pin=26"
    assert in_the_way(text, WANTED[3:], MODELS["4"]) == [(there, WANTED[3])]
    ended = text.replace("\ndtparam", "\ndtoverlay=\ndtparam")
    assert in_the_way(ended, WANTED[3:], MODELS["4"]) == []


def test_a_file_that_went_through_windows_is_still_ours():
    text = with_block(RASPIOS, WANTED, MODELS["3"]).replace("\n", "\r\n")
    assert without_block(text) == RASPIOS.replace("\n", "\r\n")
    again = with_block(text, WANTED[:2], MODELS["3"])
    assert again.count(BEGIN) == 1
    assert missing(again, WANTED, MODELS["3"]) == [*WANTED[2:]]


def test_a_parameter_in_the_scope_of_an_overlay_that_has_it_too_is_not_the_boards():
    text = "dtoverlay=vc4-kms-v3d\ndtparam=audio=off,spi=on\n"
    assert missing(text, ["dtparam=audio=off", "dtparam=spi=on"], MODELS["4"]) == [
        "dtparam=audio=off"
    ]
    assert missing(f"{text}dtoverlay=\ndtparam=audio=off", WANTED[2:3], MODELS["4"]) == []
    assert missing(with_block(text, WANTED, MODELS["3"]), WANTED, MODELS["3"]) == []


LINES = st.lists(
    st.sampled_from(["[all]", "[pi4]", "", "# x", "dtparam=spi=on", "core_freq=400", "dtoverlay=a"])
)


@given(lines=LINES, wanted=st.sets(st.sampled_from(WANTED)), after=LINES)
def test_writing_twice_is_writing_once_and_taking_out_leaves_nothing(
    lines: list[str], wanted: set[str], after: list[str]
):
    text = "".join(f"{line}\n" for line in lines)
    written = with_block(text, sorted(wanted), MODELS["3"])
    assert with_block(written, sorted(wanted), MODELS["3"]) == written
    assert without_block(written) == text
    more = "".join(f"{line}\n" for line in after)
    assert without_block(written + more) == text + more
