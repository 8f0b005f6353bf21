"""config.txt: which lines hold, and a block of ours that comes and goes without a trace."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cribboard.bootfile import BEGIN, END, lines_for, missing, with_block, without_block
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
    text = "a=1\n[pi3+]\nb=2\n[pi4]\nc=3\n[0x10000000]\nx=1\n[EDID=VSC-TD2220]\nx=1\n[none]\nx=1\n[all]\nd=4"
    assert lines_for(text, MODELS[model]) == held


def test_parameters_in_one_line_are_each_their_own():
    assert missing("dtparam=i2c_arm=on,spi=on", ["dtparam=spi=on"], MODELS["3"]) == []


def test_our_lines_are_written_below_all_filters_with_what_they_override():
    text = with_block(RASPIOS, WANTED, MODELS["3"])
    assert text.startswith(RASPIOS)
    assert text.splitlines()[-7:] == [BEGIN, "[all]", *WANTED, END]
    assert missing(text, WANTED, MODELS["3"]) == []


def test_what_holds_already_is_not_written_again():
    text = with_block(RASPIOS + "dtparam=spi=on\n", WANTED, MODELS["3"])
    assert text.count("dtparam=spi=on") == 1
    whole = RASPIOS + "\n".join(WANTED) + "\n"
    assert with_block(whole, WANTED, MODELS["3"]) == whole


def test_a_line_that_holds_for_another_model_does_not_hold():
    text = "[pi4]\ncore_freq=250\n"
    assert with_block(text, ["core_freq=250"], MODELS["3"]).count("core_freq=250") == 2


def test_other_lines_take_the_place_of_ours():
    before = with_block(RASPIOS, WANTED, MODELS["3"])
    after = with_block(before, ["core_freq=500"], MODELS["4"])
    assert after == with_block(RASPIOS, ["core_freq=500"], MODELS["4"])


def test_half_a_block_is_told_and_left_alone():
    text = with_block(RASPIOS, WANTED, MODELS["3"]).replace(END, "")
    with pytest.raises(ValueError, match="half of cribboard's block"):
        with_block(text, WANTED, MODELS["3"])


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
