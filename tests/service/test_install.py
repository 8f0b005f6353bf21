"""`cribboard service` into another root: what is written, that it isn't written twice, and that it all goes again."""

from __future__ import annotations

import errno
import io
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from cribboard import cli
from cribboard.pins import MODELS, Wiring, boot_lines
from cribboard.service import steps
from cribboard.service.plan import OTHERS_HOMES, RULES, SETTINGS, UNIT, USER, files

from .conftest import CONFIG_TXT

BOOT = "boot/firmware/config.txt"


@pytest.fixture(autouse=True)
def commands(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The commands that would be run; a root of a few files is none that systemd could work on."""
    ran: list[str] = []
    monkeypatch.setattr(steps, "run", lambda command: ran.append(" ".join(command)))
    return ran


def service(root: Path, *arguments: str) -> int:
    return cli.main(["service", arguments[0], "--root", str(root), *arguments[1:]])


def contents(root: Path) -> dict[str, str]:
    return {
        str(path.relative_to(root)): path.read_text("utf-8")
        for path in sorted(root.rglob("*"))
        if path.is_file()
    }


def test_all_is_shown_before_and_a_no_leaves_everything_alone(
    root: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    commands: list[str],
):
    before = contents(root)
    monkeypatch.setattr(sys, "stdin", io.StringIO("n\n"))
    assert service(root, "install", "--model", "4") == 1
    out = capsys.readouterr().out
    assert "+core_freq_min=500" in out
    assert "+ExecStart=/opt/cribboard/bin/cribboard play" in out
    assert out.endswith("Nothing was done.\n")
    assert contents(root) == before
    assert commands == []


@pytest.mark.parametrize("said", ["", "\n", "nay\n"])
def test_only_yes_is_yes(root: Path, said: str, monkeypatch: pytest.MonkeyPatch):
    before = contents(root)
    monkeypatch.setattr(sys, "stdin", io.StringIO(said))
    assert service(root, "install", "--model", "4") == 1
    assert contents(root) == before


@pytest.mark.parametrize("model", MODELS)
def test_installing_twice_changes_nothing_more(
    root: Path, model: str, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(sys, "stdin", io.StringIO("y\n"))
    assert service(root, "install", "--model", model) == 0
    once = contents(root)
    assert {UNIT, RULES, USER} <= set(once)
    assert once[BOOT].count("# cribboard begin") == 1
    assert once[f"{BOOT}.before-cribboard"] == CONFIG_TXT
    assert service(root, "install", "--model", model) == 0  # nothing to ask about
    assert contents(root) == once


def test_another_model_takes_the_place_of_the_first(root: Path):
    assert service(root, "install", "--model", "4", "--yes") == 0
    assert service(root, "install", "--model", "5", "--yes") == 0
    now = contents(root)
    assert "core_freq" not in now[BOOT]
    assert "DeviceAllow=/dev/pio0 rw" in now[UNIT]
    assert now[f"{BOOT}.before-cribboard"] == CONFIG_TXT
    assert f"{UNIT}.before-cribboard" not in now


def test_uninstalling_leaves_what_was_there(root: Path, commands: list[str]):
    before = contents(root)
    service(root, "install", "--model", "zero2", "--yes")
    assert service(root, "uninstall", "--yes") == 0
    after = contents(root)
    del after[f"{BOOT}.before-cribboard"]
    assert after == before
    assert f"systemctl --root={root} disable cribboard.service" in commands
    assert service(root, "uninstall") == 0  # nothing to ask about


def test_the_settings_that_are_named_become_the_services_own(root: Path, tmp_path: Path):
    mine = tmp_path / "mine.toml"
    mine.write_text('board.shutdown_button = false\nvoice.output = "none"\n', "utf-8")
    assert service(root, "install", "--model", "3", "--config", str(mine), "--yes") == 0
    now = contents(root)
    assert now[SETTINGS] == mine.read_text("utf-8")
    assert "gpio-shutdown" not in now[BOOT]
    assert "max98357a" not in now[BOOT]
    assert service(root, "install", "--model", "3", "--yes") == 0  # which holds from then on
    assert contents(root) == now


def test_settings_that_are_not_taken_are_told(
    root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    """Somebody's own, by which the board has played until now."""
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("SUDO_USER", raising=False)
    mine = tmp_path / ".config/cribboard/config.toml"
    mine.parent.mkdir(parents=True)
    mine.write_text("", "utf-8")
    service(root, "install", "--model", "3", "--yes")
    assert f"{mine} isn't the service's; to make it so: --config {mine}" in capsys.readouterr().err
    service(root, "install", "--model", "3", "--yes", "--config", str(mine))
    assert capsys.readouterr().err == ""


def test_the_shutdown_button_is_offered(root: Path):
    service(root, "install", "--model", "zero2", "--yes")
    assert "\ndtoverlay=gpio-shutdown\n" in contents(root)[BOOT]


def test_status_tells_and_fails_until_all_is_installed(
    root: Path, capsys: pytest.CaptureFixture[str]
):
    assert service(root, "status") == 1
    assert f"/{UNIT}: not there" in capsys.readouterr().out
    service(root, "install", "--model", "3", "--yes")
    capsys.readouterr()
    assert service(root, "status") == 0
    assert f"/{UNIT}: installed" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ([], "name the model: --model zero2"),
        (["--model", "6"], "--model 6: takes zero, zero2, 1, 2, 3, 4, 5"),
        (["--model", "4", "--program", "cribboard"], "takes a whole path"),
        (["--model", "4", "--program", "/home/pi/x/cribboard"], "kept out of people's homes"),
        (["--model", "4", "--program", "/opt/nothing"], "/opt/nothing is no program that is there"),
        (["--model", "4", "--program", "/opt/cribboard/bin"], "bin is no program that is there"),
        *(
            (["--model", "4", "--program", f"/opt/{name}"], "takes a path of letters")
            for name in ("my board", "100%", "$x", "a\nb", '"', "a;b", "\\x")
        ),
    ],
)
def test_what_cannot_be_installed_is_told_in_a_line(
    root: Path, arguments: list[str], told: str, capsys: pytest.CaptureFixture[str]
):
    before = contents(root)
    assert service(root, "install", "--yes", *arguments) == 2
    err = capsys.readouterr().err
    assert told in err
    assert err.count("\n") == 1
    assert contents(root) == before


@pytest.mark.parametrize("what", ["prefix", "base_prefix"])
def test_a_python_in_somebodys_home_is_refused(
    what: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    monkeypatch.setattr(sys, what, "/home/pi/board/.venv")
    assert cli.main(["service", "install", "--model", "3"]) == 2
    assert "the service is kept out of people's homes" in capsys.readouterr().err


def test_a_root_that_is_none_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    assert service(tmp_path / "none", "install", "--model", "3") == 2
    assert "none: there is no such folder" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("settings", "told"),
    [
        ('board.journal = "/home/pi/games.db"', "the service writes to /var/lib/cribboard alone"),
        ('board.journal = "games.db"', "the service writes to /var/lib/cribboard alone"),
        ('board.journal = "~/../games.db"', "the service writes to /var/lib/cribboard alone"),
        *((f'board.decks = "{home}/decks"', "kept out of people's homes") for home in OTHERS_HOMES),
        ('voice.recordings = "sounds"', "takes auto, or a whole path"),
        ('web = { enabled = "always", port = 80 }', "web.port = 80: is for root alone"),
        ('web = { enabled = "never", port = 80 }', None),
        ('board = { journal = "~/games.db", decks = "/srv/decks" }', None),
        ('board.journal = "none"\nvoice.recordings = "none"', None),
    ],
)
def test_settings_that_the_service_cannot_live_with_are_refused(
    settings: str, told: str | None, root: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    mine = tmp_path / "mine.toml"
    mine.write_text(settings, "utf-8")
    before = contents(root)
    status = service(root, "install", "--model", "3", "--config", str(mine), "--yes")
    assert status == (2 if told else 0)
    if told:
        assert told in capsys.readouterr().err
        assert contents(root) == before


def test_a_user_of_the_services_name_is_in_the_way(root: Path, capsys: pytest.CaptureFixture[str]):
    users = root / "etc/passwd"
    users.parent.mkdir()
    users.write_text("+\ncribboard:x:1000:1000:Ann B,,,:/home/cribboard:/bin/bash\n", "utf-8")
    assert service(root, "install", "--model", "3", "--yes") == 2
    assert "a user cribboard already, with the home /home/cribboard" in capsys.readouterr().err
    users.write_text("cribboard:x:999:999:x y:/var/lib/cribboard:/usr/sbin/nologin\n", "utf-8")
    assert service(root, "install", "--model", "3", "--yes") == 0


def test_settings_that_the_service_cannot_read_are_told(
    root: Path, capsys: pytest.CaptureFixture[str]
):
    (root / SETTINGS).parent.mkdir(parents=True)
    (root / SETTINGS).write_text("", "utf-8")
    (root / SETTINGS).chmod(0o600)
    assert service(root, "install", "--model", "3", "--yes") == 2
    assert "sudo chmod a+r /etc/cribboard/config.toml" in capsys.readouterr().err


def test_a_disk_that_is_full_or_read_only_is_told(
    root: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    def fails(*_: object) -> None:
        raise OSError(errno.EROFS, os.strerror(errno.EROFS))

    monkeypatch.setattr(steps, "write", fails)
    assert service(root, "install", "--model", "3", "--yes") == 2
    assert f"/{USER} can't be written: Read-only file system" in capsys.readouterr().err


def test_a_strip_that_needs_root_is_refused_even_of_root(
    root: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    mine = tmp_path / "mine.toml"
    mine.write_text('strip.pin = 12\nvoice.output = "none"\n', "utf-8")
    assert service(root, "install", "--model", "3", "--config", str(mine), "--yes") == 2
    assert "must run as root" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("settings", "fits"),
    [("pixels = 339", True), ("pixels = 340", False), ("pixels = 151\ndriver = 'spi'", False)],
)
def test_a_strip_that_one_transfer_does_not_carry_is_refused_with_what_fits(
    root: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], settings: str, fits: bool
):
    mine = tmp_path / "mine.toml"
    mine.write_text(f"[strip]\n{settings}\n", "utf-8")
    install = ("install", "--model", "3", "--config", str(mine), "--yes")
    assert service(root, *install) == (0 if fits else 2)
    assert cli.main(["check", "--model", "3", "--config", str(mine)]) == (0 if fits else 2)
    if not fits:
        told = capsys.readouterr().err
        assert told.count("don't fit in one SPI transfer of 4096 bytes, at most") == 2
        (root / "boot/firmware/cmdline.txt").write_text("quiet spidev.bufsiz=32768\n", "utf-8")
        assert service(root, *install) == 0


def test_an_image_whose_boot_partition_is_not_mounted_is_refused(
    root: Path, capsys: pytest.CaptureFixture[str]
):
    (root / BOOT).unlink()
    moved = "The file you are looking for has moved to /boot/firmware/config.txt\n"
    (root / "boot/config.txt").write_text(moved, "utf-8")
    before = contents(root)
    assert service(root, "install", "--model", "3", "--yes") == 2
    assert "is the boot partition mounted there?" in capsys.readouterr().err
    assert contents(root) == before


def test_folders_are_for_everybody_whatever_the_umask(root: Path, tmp_path: Path):
    mine = tmp_path / "mine.toml"
    mine.write_text("", "utf-8")
    before = os.umask(0o077)
    try:
        service(root, "install", "--model", "3", "--config", str(mine), "--yes")
    finally:
        os.umask(before)
    for path in (UNIT, RULES, USER, SETTINGS):
        assert (root / path).stat().st_mode & 0o777 == 0o644
        assert (root / path).parent.stat().st_mode & 0o777 == 0o755
    assert (root / "etc").stat().st_mode & 0o777 == 0o755


def test_our_own_text_is_not_kept_as_somebodys(root: Path):
    service(root, "install", "--model", "3", "--yes")
    backup = root / f"{BOOT}.before-cribboard"
    backup.unlink()
    service(root, "install", "--model", "4", "--yes")
    assert not backup.exists()


def test_an_overlay_that_is_in_the_way_is_told(root: Path, capsys: pytest.CaptureFixture[str]):
    with (root / BOOT).open("a", encoding="utf-8") as file:
        file.write("dtoverlay=max98357a\n")
    before = contents(root)
    assert service(root, "install", "--model", "3", "--yes") == 2
    assert "dtoverlay=max98357a is in the way of" in capsys.readouterr().err
    assert contents(root) == before


def test_a_command_that_fails_is_told(
    root: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    monkeypatch.setattr(steps, "run", lambda command: f"{command[0]}: No such file or directory")
    assert service(root, "install", "--model", "3", "--yes") == 1
    assert "systemctl: No such file or directory" in capsys.readouterr().err


def test_commands_that_fail_or_are_missing_say_why(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.undo()
    assert steps.run(["true"]) is None
    assert steps.run(["false"]) == "false: exit status 1"
    assert steps.run(["no-such-command"]) == "no-such-command: No such file or directory"


def test_what_is_not_utf_8_in_config_txt_stays_as_it_is(root: Path):
    boot, text = root / BOOT, b"# caf\xe9\r\n[all]\r\n"
    boot.write_bytes(text)
    assert service(root, "install", "--model", "3", "--yes") == 0
    assert boot.read_bytes().startswith(text)
    assert boot.with_name("config.txt.before-cribboard").read_bytes() == text
    assert service(root, "uninstall", "--yes") == 0
    assert boot.read_bytes() == text


def test_half_a_block_in_config_txt_is_told(root: Path, capsys: pytest.CaptureFixture[str]):
    service(root, "install", "--model", "3", "--yes")
    boot = root / BOOT
    boot.write_text(boot.read_text("utf-8").replace("# cribboard end", ""), "utf-8")
    assert service(root, "install", "--model", "3", "--yes") == 2
    assert "half of cribboard's block" in capsys.readouterr().err


def test_the_older_place_of_config_txt_is_found(root: Path):
    (root / BOOT).rename(root / "boot/config.txt")
    (root / BOOT).parent.rmdir()
    service(root, "install", "--model", "3", "--yes")
    assert "dtparam=spi=on" in contents(root)["boot/config.txt"]
    assert BOOT not in contents(root)


@pytest.mark.parametrize("model", MODELS.values(), ids=MODELS)
def test_the_unit_lets_the_strips_device_in_and_no_other_strips(model):
    unit = files(model, Wiring(strip=10), "/opt/cribboard/bin/cribboard")[UNIT]
    allowed = {line for line in unit.splitlines() if line.startswith("DeviceAllow=")}
    spi, pio = "DeviceAllow=char-spi rw" in allowed, "DeviceAllow=/dev/pio0 rw" in allowed
    assert (spi, pio) == (model.short != "5", model.short == "5")
    assert ("dtparam=spi=on" in boot_lines(Wiring(strip=10), model)) == spi


ANALYZE = shutil.which("systemd-analyze")
needs_systemd = pytest.mark.skipif(ANALYZE is None, reason="systemd-analyze is not installed here")


def analyze(*arguments: str) -> str:
    done = subprocess.run(
        [str(ANALYZE), *arguments], capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout + done.stderr


@pytest.fixture
def unit(root: Path, tmp_path: Path) -> Path:
    """The unit, with a program that is on this computer."""
    service(root, "install", "--model", "4", "--yes")
    file = tmp_path / "cribboard.service"
    text = contents(root)[UNIT].replace("/opt/cribboard/bin/cribboard", "/bin/true")
    file.write_text(text, "utf-8")
    return file


@needs_systemd
def test_systemd_finds_nothing_wrong_with_the_unit(unit: Path):
    assert analyze("verify", "--man=no", str(unit)) == ""


@needs_systemd
def test_the_unit_is_hardened(unit: Path):
    """2.2 and below is what a service with devices and a network can come to; 10 is a service without any care."""
    out = analyze("security", "--offline=true", "--no-pager", "--threshold=22", str(unit))
    assert "OK" in out.splitlines()[-1]


@pytest.mark.skipif(
    shutil.which("systemd-sysusers") is None, reason="systemd is not installed here"
)
def test_systemd_would_make_the_user_and_the_groups(root: Path):
    service(root, "install", "--model", "4", "--yes")
    command = ["systemd-sysusers", "--dry-run", f"--root={root}"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr
    made = done.stdout + done.stderr
    assert "Creating user 'cribboard' (cribbage board)" in made
    for group in ("gpio", "spi", "dialout", "audio"):
        assert f"Creating group '{group}'" in made
