"""Wires, chain, power and parts: from the settings and the layout, and from nothing else."""

from __future__ import annotations

import csv
import importlib.util
import io
import re
from collections import Counter
from itertools import combinations

import pytest

from cribboard.config import Config, ConfigError
from cribboard.devices.readers.profiles import PROFILES
from cribboard.drawings import sheets
from cribboard.drawings import wires as wiring
from cribboard.drawings.bom import bom_csv, needs
from cribboard.drawings.build import Build
from cribboard.drawings.catalogue import layout_for
from cribboard.drawings.checks import Unbuildable
from cribboard.drawings.layout import Layout
from cribboard.drawings.leds import chain_csv, chain_map
from cribboard.drawings.plates import plates
from cribboard.drawings.power import budget, budget_table
from cribboard.drawings.schematic import schematic
from cribboard.drawings.shapes import Text, box
from cribboard.drawings.stamp import stamp
from cribboard.drawings.wires import wires, wiring_table
from cribboard.pins import HEADER, owners, pin_of
from cribboard.rules import Options

from .conftest import ROOT


def header(table: str) -> dict[int, tuple[str, str]]:
    """The wiring table's header: by number, its name and what it goes to."""
    found = {}
    for row in re.findall(r"^\| (.*) \| (\S+) \| (\d+) \| (\d+) \| (\S+) \| (.*) \|$", table, re.M):
        left, odd, number, other, even, right = row
        found[int(number)] = odd, left.strip()
        found[int(other)] = even, right.strip()
    return found


# --- wires -----------------------------------------------------------------------------------------------------------


def test_the_table_is_the_header(layout, config):
    found = header(wiring_table(layout, config))
    assert {number: name for number, (name, _) in found.items()} == dict(HEADER)


def test_each_setting_is_on_its_pin(layout, config):
    found = header(wiring_table(layout, config))
    for button, gpio in config.buttons.items():
        assert found[pin_of(gpio).number] == (f"GPIO{gpio}", f"button {button}")
    assert found[19] == ("GPIO10", "74AHCT125 leg 2 (A)")
    assert found[12] == ("GPIO18", "MAX98357A BCLK")
    assert found[35] == ("GPIO19", "MAX98357A LRC")
    assert found[40] == ("GPIO21", "MAX98357A DIN")
    assert found[8] == ("GPIO14", "Pico leg 2 (GP1)"), "transmit to receive"
    assert found[10] == ("GPIO15", "Pico leg 1 (GP0)")
    assert found[5] == ("GPIO3", "shutdown button")
    assert found[38][1] == "leave free: I2S data in"


def test_a_pin_that_is_changed_in_the_settings_changes_everywhere(layout, configured):
    changed = configured('[buttons]\nundo = 26\n[voice]\noutput = "i2s-sdmode"\n')
    found = header(wiring_table(layout, changed))
    assert found[pin_of(26).number][1] == "button undo"
    assert found[pin_of(5).number][1] == ""
    assert found[7] == ("GPIO4", "MAX98357A SD")
    assert schematic(layout, changed) != (ROOT / "hardware/fabrication/wiring.svg").read_text()


def test_a_clash_is_an_error(layout, configured):
    with pytest.raises(ConfigError, match="GPIO 18 is used more than once"):
        configured("[buttons]\nundo = 18\n")


def test_a_pin_that_clashes_only_in_the_drawing_is_an_error_too(config):
    """The settings were read for a Pi 5, where GPIO9 is free; on a Zero 2 it is the strip's."""
    from dataclasses import replace

    from cribboard.signals import Button

    clashing = replace(config, pins={**config.pins, Button("undo"): 9})
    layout = Layout(clashing.options, Build())
    with pytest.raises(Unbuildable, match="GPIO 9 is used more than once"):
        wires(layout, clashing)
    assert wires(Layout(clashing.options, Build(model="5")), clashing)


def test_every_owned_pin_has_its_wire_and_no_pin_two_signals(layout, config):
    ends = Counter()
    for wire in wires(layout, config):
        for end in (wire.start, wire.end):
            if found := re.fullmatch(r"Pi pin (\d+) \((GPIO\d+)\)", end):
                ends[int(found[1])] += 1
    free = {7, 8, 9, 11, 20, 0, 1}
    expected = {pin_of(gpio).number for gpio in owners(config.wiring) if gpio not in free}
    assert set(ends) == expected
    assert set(ends.values()) == {1}


def test_every_strip_is_fed_behind_the_fuse(layout, config):
    made = wires(layout, config)
    fused = [wire.end for wire in made if wire.start == "distribution block +"]
    grounded = [wire.end for wire in made if wire.start == "distribution block -"]
    assert fused == [f"strip {n}, left end, 5V" for n in range(1, 7)]
    assert grounded == [f"strip {n}, left end, GND" for n in range(1, 7)]
    assert [wire.start for wire in made if wire.end == "distribution block +"] == ["fuse"]
    assert [wire.start for wire in made if wire.end == "distribution block -"] == [
        "terminal block -"
    ]
    assert [wire.start for wire in made if wire.end == "fuse"] == ["terminal block +"]
    assert needs(layout, config)["strip-block"].like == "6 wires out of each pole"


def test_what_a_table_has_not_is_not_wired(layout, configured):
    bare = configured(
        '[rules]\nscan = "none"\n[voice]\noutput = "none"\n[board]\nshutdown_button = false\n'
    )
    told = wiring_table(layout, bare)
    for absent in ("MAX98357A", "Pico", "PN532", "shutdown"):
        assert absent not in told


def test_a_scanner_on_usb_has_one_cable(layout, configured):
    usb = configured('[scanner]\nport = "/dev/ttyACM0"\n')
    told = [wire for wire in wires(layout, usb) if "Pi's USB port" in wire.start]
    assert [wire.end for wire in told] == ["Pico's USB plug"]
    assert header(wiring_table(layout, usb))[8][1] == ""


READERS = {
    'profile = "rdm6300"': "RDM6300",
    'profile = "id12la"': "ID-12LA",
    'profile = "text"': "barcode engine",
}
"""The profiles whose readers speak to the Pi itself."""


def test_every_profile_is_wired_as_what_it_is():
    assert {text.split('"')[1] for text in READERS} | {"cribboard"} == set(PROFILES)


@pytest.mark.parametrize(("profile", "name"), READERS.items())
def test_a_reader_at_5_v_never_comes_straight_to_the_pi(layout, configured, profile, name):
    """Its TX ends at a resistor; between the divider's two is the Pi: 3.3 of 5.1 parts of 5 V are 3.2 V."""
    config = configured(f"[scanner]\n{profile}\n")
    made = wires(layout, config)
    assert [wire.end for wire in made if wire.start == f"{name} TX"] == ["1.8 k"]
    assert {(w.start, w.end) for w in made if w.net == "SCAN RX"} == {
        ("1.8 k", "Pi pin 10 (GPIO15)"),
        ("Pi pin 10 (GPIO15)", "3.3 k"),
    }
    told = header(wiring_table(layout, config))
    assert told[8][1] == "leave free: UART TXD"
    assert not re.search("Pico|PN532", wiring_table(layout, config))
    bought = needs(layout, config)
    assert {"resistor-1k8", "resistor-3k3", "deck"} <= set(bought)
    assert not {"pico", "reader", "stickers", "reader-switch"} & set(bought)
    assert any(row.startswith(f"| {name} |") for row in budget_table(layout, config).splitlines())
    assert name in {load.name for load in budget(layout, config).loads}


def test_a_reader_on_usb_needs_no_divider(layout, configured):
    config = configured('[scanner]\nprofile = "text"\nport = "/dev/ttyACM0"\n')
    assert [w.end for w in wires(layout, config) if w.net == "USB"] == ["barcode engine"]
    assert "resistor-1k8" not in needs(layout, config)


PLACES = ["A", "B", "starter", "C"]


@pytest.mark.parametrize("port", ["/dev/serial0", "/dev/ttyACM0"])
@pytest.mark.parametrize(
    "count", [1, *(pytest.param(n, marks=pytest.mark.soak) for n in (2, 3)), 4]
)
def test_as_many_readers_as_there_are_antennas(layout, configured, count, port):
    """The Pico has two UARTs; where the board is at one of them, only the other is left, and readers share it by a switch."""
    config = configured(
        f'[strip]\nsupply_ma = 5000\n[scanner]\nport = "{port}"\nantennas = {PLACES[:count]}\n'
    )
    made, bought = wires(layout, config), needs(layout, config)
    lines = [w for w in made if re.search(r"PN532.* (RXD|TXD)", w.end)]
    assert len({w.start for w in lines}) == len({w.net for w in lines}) == 2 * count
    switched = count > (1 if port == "/dev/serial0" else 2)
    assert all(w.start.startswith("74HC4052" if switched else "Pico") for w in lines)
    assert ("reader-switch" in bought) is switched
    assert bought["reader"].quantity == count
    assert bought["resistor-10k"].quantity == (2 + count if switched else 1)
    feeds = {w.start for w in made if re.fullmatch(r"PN532.* VCC", w.end)}
    assert feeds == {"3.3 V regulator OUT" if count > 2 else "Pico leg 36 (3V3)"}
    assert ("regulator" in bought) is (count > 2)
    (load,) = [load for load in budget(layout, config).loads if load.name.startswith("Pico")]
    assert load.worst == 50 + 150 * count
    drawn = Counter(wire.net for wire in made)
    assert all(drawn[net] for net in ("3V3 READER" if count > 2 else "3V3", "GND"))
    assert schematic(layout, config).startswith("<svg")


def test_a_leg_of_the_pico_or_of_the_switch_has_one_net(layout, configured):
    for port in ("/dev/serial0", "/dev/ttyACM0"):
        for count in range(1, 5):
            config = configured(
                f'[strip]\nsupply_ma = 5000\n[scanner]\nport = "{port}"\nantennas = {PLACES[:count]}\n'
            )
            nets: dict[str, set[str]] = {}
            for wire in wires(layout, config):
                for end in (wire.start, wire.end):
                    if re.search("leg|PN532", end):
                        nets.setdefault(end, set()).add(wire.net)
            shared = {end: found for end, found in nets.items() if len(found) > 1}
            assert not shared


def test_the_switch_is_wired_as_the_firmware_selects():
    """Its README's settings: GP10 is A and GP11 is B, reader 1 has A at 1."""
    text = (ROOT / "firmware/README.md").read_text("utf-8")
    assert '"select": {10: 1, 11: 0}' in text
    assert wiring.PICO_SELECT == {"A": 10, "B": 11}


def places(config: Config) -> set[str]:
    """What the board for these settings has a place for: in the bay, under the face, and on it."""
    board = layout_for(config, Build())
    found = {placed.part.name for placed in board.in_bay}
    found |= {cut.name for plate in plates(board) for cut in plate.cuts}
    found |= {shape.text for shape in sheets.drill(board).shapes if isinstance(shape, Text)}
    optional = (
        "pico",
        "reader",
        "CARD",
        "amplifier",
        "speaker",
        "speaker's grille",
        "speaker: dia 3",
    )
    return found & set(optional)


READS, SPEAKS = {"reader", "CARD"}, {"amplifier", "speaker", "speaker's grille", "speaker: dia 3"}


@pytest.mark.parametrize(
    ("settings", "there"),
    [
        ("", {"pico", *READS, *SPEAKS}),
        ('[rules]\nscan = "none"', SPEAKS),
        ('[scanner]\nprofile = "rdm6300"', READS | SPEAKS),
        ('[scanner]\nprofile = "text"\n[voice]\noutput = "other"', READS),
        ('[voice]\noutput = "i2s-sdmode"', {"pico", *READS, *SPEAKS}),
        ('[voice]\noutput = "none"', {"pico", *READS}),
        ('[rules]\nscan = "none"\n[voice]\noutput = "none"', set()),
    ],
)
def test_a_board_has_places_for_what_it_has_and_for_no_more(configured, settings, there):
    assert places(configured(settings)) == there


def test_a_board_without_a_voice_is_another_layout(layout, configured):
    assert stamp(layout_for(configured('[voice]\noutput = "none"\n'), Build())) != stamp(layout)


def test_a_lead_pixel_comes_before_the_first_strip(layout, configured):
    lead = configured("[strip]\nlead_pixels = 1\n")
    data = [(w.start, w.end) for w in wires(layout, lead) if w.net == "LED DATA 5 V"]
    assert data[1:3] == [
        ("390 ohm", "lead pixel, DIN"),
        ("lead pixel, DOUT", "strip 1, left end, DIN"),
    ]


def test_the_pico_is_wired_as_its_firmware_has_it():
    settings = ROOT / "firmware/scanner/settings.py"
    if not settings.exists():
        pytest.skip("no firmware/scanner/settings.py here")
    spec = importlib.util.spec_from_file_location("settings", settings)
    firmware = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(firmware)
    (reader, *_) = firmware.READERS
    assert (reader["tx"], reader["rx"]) == (wiring.PICO_READER["TX"], wiring.PICO_READER["RX"])
    link = f'"tx": {wiring.PICO_LINK["TX"]}, "rx": {wiring.PICO_LINK["RX"]}'
    assert link in settings.read_text("utf-8")


# --- the chain -------------------------------------------------------------------------------------------------------


def test_the_chain_is_a_line_for_each_pixel(any_layout):
    *lines, last = chain_csv(any_layout).splitlines()
    rows = list(csv.DictReader(lines))
    assert last.startswith("# cribboard ")
    assert [int(row["pixel"]) for row in rows] == list(range(138))
    for row, hole in zip(rows, any_layout.track.holes, strict=True):
        assert (float(row["x_mm"]), float(row["y_mm"])) == pytest.approx(
            (hole.x, hole.y), abs=0.001
        )
        assert row["kind"] == hole.kind
    assert [(row["strip"], row["place"]) for row in rows][30:32] == [("1", "31"), ("2", "1")]


def test_the_chain_names_scores(layout):
    rows = list(csv.DictReader(chain_csv(layout).splitlines()[:-1]))
    assert rows[15]["hole"] == "A 15"
    assert rows[15]["scores"] == "15 75"
    assert rows[61]["hole"] == "A finish"
    assert rows[124]["hole"] == "A match 1"


@pytest.mark.parametrize(("target", "scores"), [(61, "15"), (200, "15 75 135 195")])
def test_the_chain_names_the_scores_of_the_target(target, scores):
    rows = list(csv.DictReader(chain_csv(Layout(Options(target=target), Build())).splitlines()))
    assert rows[15]["scores"] == scores


def test_no_label_of_the_chain_is_on_another(any_layout):
    """And spare pixels, which have no name but their number, have none."""
    texts = [shape for shape in chain_map(any_layout).shapes if isinstance(shape, Text)]
    for one, other in combinations(texts, 2):
        assert not box(one).meets(box(other)), (one.text, other.text)
    spare = {str(hole.index) for hole in any_layout.track.holes if hole.side is None}
    assert sum(text.text.lstrip("-") in spare for text in texts) == len(spare)


# --- power -----------------------------------------------------------------------------------------------------------


def test_the_strip_by_fastleds_model(layout, config):
    """Dark 1 mA each. White at 1500 mA is 59 of 255 (1362 of 5796 mA are left for light): 138 + 5796 * 59 / 255."""
    found = budget(layout, config)
    strip = found.loads[0]
    assert strip.idle == 138
    assert strip.worst == found.ceiling == pytest.approx(138 + 138 * 42 * 59 / 255)
    assert found.unlimited == 138 * 43
    assert found.datasheet == 138 * 60
    assert strip.idle < strip.typical < 600


def test_fuse_and_wires(layout, config):
    """Twice the ceiling of 1.48 A; the wires to the strips bear the fuse, the wire to the supply bears the supply."""
    found = budget(layout, config)
    assert found.fuse == 3
    assert (found.feed.awg, found.trunk.awg) == (20, 18)
    assert found.total.worst < found.supply == 4000


def test_more_light_takes_more_fuse(layout, configured):
    bright = configured("[strip]\nlimit_ma = 4000\nsupply_ma = 10000\n")
    found = budget(layout, bright)
    assert found.fuse == 10
    assert (found.feed.awg, found.trunk.awg) == (16, 16)


@pytest.mark.parametrize(
    ("supply", "limit", "reason"),
    [
        (2400, 1500, r"strip.supply_ma = 2400: all together draw up to 30\d\d mA; lower strip.limit_ma"),
        (4000, 2200, r"strip.limit_ma = 2200: takes a fuse of 5 A, which a supply of 4000 mA doesn't blow"),
        (12000, 8000, r"^strip.limit_ma = 8000: takes up to 5000, for a fuse of 10 A$"),
    ],
)  # fmt: skip
def test_a_supply_that_is_not_enough_is_refused(layout, configured, supply, limit, reason):
    with pytest.raises(Unbuildable, match=reason):
        budget(layout, configured(f"[strip]\nsupply_ma = {supply}\nlimit_ma = {limit}\n"))


def test_the_budget_adds_up(layout, config):
    rows = re.findall(
        r"^\| (.+) \| (\d+) \| (\d+) \| (\d+) \|$", budget_table(layout, config), re.M
    )
    *loads, total, left = [(name, *map(int, values)) for name, *values in rows]
    assert (total[0], left[0]) == ("together", "left over")
    for column in (1, 2, 3):
        assert sum(load[column] for load in loads) == pytest.approx(total[column], abs=2)
        assert total[column] + left[column] == pytest.approx(4000, abs=1)


def test_a_budget_for_every_table(any_layout, config):
    from dataclasses import replace

    assert budget(any_layout, replace(config, options=any_layout.options)).fuse == 3


# --- parts -----------------------------------------------------------------------------------------------------------

TABLES = {
    "players = 2": 8,
    "players = 3": 11,
    "players = 4": 10,
    'players = 4\nfour_player = "individual"': 14,
}


@pytest.mark.parametrize(("table", "buttons"), TABLES.items())
def test_buttons_by_players(configured, table, buttons):
    config = configured(f"[rules]\n{table}\n")
    layout = Layout(config.options, Build())
    assert needs(layout, config)["button"].quantity == buttons
    assert f"arcade button,{buttons},24 mm" in bom_csv(layout, config)


def test_metres_of_strip(strip, config):
    """138 pixels and a twentieth: 144.9."""
    metres = {60: 3, 100: 2, 144: 2}
    assert needs(Layout(Options(), Build(strip=strip)), config)["strip"].quantity == metres[strip]


@pytest.mark.parametrize(("face", "long"), [(3, 20), (11.5, 30), (12, 30), (30, 50)])
def test_screws_are_of_a_length_that_is_sold(config, face, long):
    """5 mm of thread under face, baffle, channels and deck (12 mm without the face), and then the next one sold."""
    like = needs(Layout(Options(), Build(face=face, depth=3)), config)["screw"].like
    assert like == f"half of them {long} mm, half 8 mm"


def test_bolts_of_the_printed_box(config):
    """Four through the ribs of each seam: one seam of a board of 409 mm for a bed of 220, none for one of 500."""
    for bed, bolts in ((220, 4), (500, None)):
        found = needs(Layout(Options(), Build(bed=bed)), config).get("box-bolt")
        assert (found and found.quantity) == bolts
    assert "box-bolt" not in needs(Layout(Options(), Build(bed=150)), config)


def test_the_total_is_that_of_the_lines(layout, config):
    *lines, last = bom_csv(layout, config).splitlines()
    *rows, total = csv.DictReader(io.StringIO("\n".join(lines)))
    assert last.startswith("# cribboard ")
    assert total["part"] == "total"
    assert sum(float(row["total_usd"]) for row in rows) == pytest.approx(float(total["total_usd"]))
    for row in rows:
        assert float(row["quantity"]) * float(row["each_usd"]) == pytest.approx(
            float(row["total_usd"])
        )
        assert row["typical"]
        assert row["substitutes"]
    assert "http" not in "".join(lines)


def test_a_table_without_scanner_and_sound_is_cheaper(layout, config, configured):
    bare = configured('[rules]\nscan = "none"\n[voice]\noutput = "none"\n')
    everything, less = needs(layout, config), needs(layout_for(bare, Build()), bare)
    assert set(everything) - set(less) == {
        "amplifier", "speaker", "pico", "reader", "stickers", "deck",
    }  # fmt: skip
    assert less["small-screw"].quantity == everything["small-screw"].quantity - 6


@pytest.mark.parametrize("profile", ["cribboard", "text"])
def test_a_scanner_on_usb_has_its_cable_bought(layout, configured, profile):
    by_usb = f'[scanner]\nprofile = "{profile}"\nport = "/dev/ttyACM0"\n'
    by_wires = f'[scanner]\nprofile = "{profile}"\nport = "/dev/serial0"\n'
    assert needs(layout, configured(by_usb))["usb-cable"].quantity == 1
    assert "usb-cable" not in needs(layout, configured(by_wires))


def test_readers_have_their_ground_from_where_they_have_their_supply(layout, configured):
    """Never the Pico's AGND, which is its converter's own, and not 450 mA through a USB cable."""
    for count in range(1, 5):
        config = configured(f"[strip]\nsupply_ma = 5000\n[scanner]\nantennas = {PLACES[:count]}\n")
        made = wires(layout, config)
        grounds = {wire.start for wire in made if re.fullmatch(r"PN532.* GND", wire.end)}
        assert grounds == {"terminal block -" if count > 2 else "Pico leg 38 (GND)"}
        assert not [wire for wire in made if "AGND" in wire.start + wire.end]


@pytest.mark.parametrize(("output", "left_open"), [("i2s", True), ("i2s-sdmode", False)])
def test_sd_is_either_wired_or_said_to_stay_open(layout, configured, output, left_open):
    made = wires(layout, configured(f'[voice]\noutput = "{output}"\n'))
    assert any("SD stay" in wire.note for wire in made) is left_open
    assert any(wire.end == "MAX98357A SD" for wire in made) is not left_open
