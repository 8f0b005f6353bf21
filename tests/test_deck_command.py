"""`cribboard deck`, as somebody types it, pipes into it, or lays cards on a reader."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from cribboard import cli
from cribboard.rules import PACK

from .firmware.parts import part

LINK = part("link")
NAME = "a deck's name has letters, digits, - and _, at most 40, and begins with a letter or digit"


@pytest.fixture
def settings(tmp_path: Path) -> Path:
    """A port that isn't there: nothing of this computer is touched."""
    path = tmp_path / "settings.toml"
    path.write_text("[scanner]\nport = '/dev/no-such-port'\n")
    return path


def deck(settings: Path, *arguments: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "cribboard", "deck", *arguments, "--config", str(settings)]
    return subprocess.run(
        command, input=stdin, capture_output=True, text=True, timeout=60, check=False
    )


def lines(*words: str) -> str:
    return "".join(f"{word}\n" for word in words)


def told(result: subprocess.CompletedProcess[str]) -> list[str]:
    """What was said, but of the scanner that isn't there, which may come anywhere."""
    return [line for line in result.stdout.splitlines() if not line.startswith("no scanner")]


def test_a_whole_deck_is_taught_through_a_pipe_broken_off_and_gone_on_with(settings: Path):
    first = deck(
        settings,
        "learn",
        "red",
        stdin=lines("tag0", "tag0", "tag1", "undo", "tag1b", "quit", "tag2"),
    )
    assert first.returncode == 1
    assert told(first) == [
        "deck red: 0 of 52 cards; type a card (5H) to lay that one next, undo, or quit; each card is saved at once",
        "lay down the ace of clubs (AC)",
        "AC is tag0 (1 of 52 cards)",
        "lay down the two of clubs (2C)",
        "tag0: the ace of clubs of deck red; not taken",
        "lay down the two of clubs (2C)",
        "2C is tag1 (2 of 52 cards)",
        "lay down the three of clubs (3C)",
        "2C is taken back",
        "lay down the two of clubs (2C)",
        "2C is tag1b (2 of 52 cards)",
        "lay down the three of clubs (3C)",
        "deck red: 2 of 52 cards; go on with: cribboard deck learn red",
    ]
    rest = deck(settings, "learn", "red", stdin=lines(*(f"tag{n}" for n in range(2, 60))))
    assert rest.returncode == 0
    assert told(rest)[1] == "lay down the three of clubs (3C)"
    assert told(rest)[-2:] == ["KS is tag51 (52 of 52 cards)", "deck red: 52 of 52 cards"]
    assert told(deck(settings, "list")) == ["red: 52 of 52 cards"]


def test_codes_from_windows_are_codes_and_what_cannot_be_printed_is_none(settings: Path):
    """Such a code was kept in a file that nobody could read again, and the whole deck with it."""
    typed = "\ufefftag0\r\ntag1\r\ntag\x1b[31m2\nta\u202eg3\n"
    learnt = deck(settings, "learn", "red", stdin=typed)
    assert "AC is tag0 (1 of 52 cards)" in learnt.stdout
    assert "2C is tag1 (2 of 52 cards)" in learnt.stdout
    assert learnt.stdout.count("?: type a card") == 2
    tried = deck(settings, "test", stdin="tag1\nx\x1b[31m1\n").stdout
    assert "2C: the two of clubs of deck red" in tried
    assert "that can't be read" in tried


def test_a_deck_from_windows_is_imported(
    settings: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    monkeypatch.setattr(sys, "stdin", io.StringIO('\ufeff[cards]\r\nb1 = "5H"\r\n'))
    assert cli.main(["deck", "import", "blue", "-", "--config", str(settings)]) == 0
    assert "deck blue: 1 of 52 cards" in capsys.readouterr().out


@pytest.mark.parametrize("word", ["help", "udno", "5X", "11H", "?"])
def test_a_word_that_was_mistyped_is_no_tag(settings: Path, word: str):
    result = deck(settings, "learn", "red", stdin=lines(word))
    assert f"{word}: type a card (5H)" in result.stdout
    assert "a code that is typed has 4 characters or more, and a digit" in result.stdout
    assert told(result)[-1].startswith("deck red: 0 of 52")
    assert told(deck(settings, "list")) == [
        "no deck is known; teach one with: cribboard deck learn NAME"
    ]


def learning_red(settings: Path) -> subprocess.Popen[str]:
    """A lesson that goes on until it is told to end."""
    command = [sys.executable, "-m", "cribboard", "deck", "learn", "red", "--config", str(settings)]
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def test_a_killed_lesson_has_kept_every_card(settings: Path):
    with learning_red(settings) as learn:
        assert learn.stdin
        assert learn.stdout
        learn.stdin.write(lines("tag0", "tag1", "tag2"))
        learn.stdin.flush()
        while "3C is tag2" not in learn.stdout.readline():
            pass
        learn.kill()
    assert told(deck(settings, "list")) == [
        "red: 3 of 52 cards; go on with: cribboard deck learn red"
    ]


def test_the_tags_of_another_deck_are_refused_with_what_they_are(settings: Path):
    deck(settings, "learn", "red", stdin=lines("tag0"))
    blue = deck(settings, "learn", "blue", stdin=lines("tag0", "CB1:9D"))
    assert "tag0: the ace of clubs of deck red; not taken" in told(blue)
    assert "CB1:9D: the nine of diamonds as it is printed, which needs no deck; not taken" in told(
        blue
    )


def test_each_scanned_card_is_named(settings: Path):
    deck(settings, "learn", "red", stdin=lines("tag0", "KS", "tag1"))
    tried = deck(settings, "test", stdin=lines("tag1", "zz", "10h", "tag1"))
    assert tried.returncode == 0
    unseen = " ".join(str(card) for card in PACK if str(card) not in ("KS",))
    assert told(tried) == [
        "lay down cards; quit ends",
        "KS: the king of spades of deck red",
        "zz: in no deck",
        "TH: the ten of hearts as it is printed, which needs no deck",
        "KS: the king of spades of deck red",
        f"printed cards: 1 of 52 seen; not seen: {' '.join(str(c) for c in PACK if str(c) != 'TH')}",
        f"deck red: 1 of 52 seen; not seen: {unseen}",
    ]


def test_a_broken_deck_is_listed_and_removed_and_stops_nothing(settings: Path):
    deck(settings, "learn", "blue", stdin=lines("tag0"))
    folder = Path.home() / ".local/share/cribboard/decks"
    (folder / "red.toml").write_text("[cards", "utf-8")
    (folder / "zoo.toml").write_text('[cards]\ntag0 = "KS"\n', "utf-8")
    listed = deck(settings, "list")
    assert listed.returncode == 1
    assert "blue: 1 of 52 cards; go on with: cribboard deck learn blue" in told(listed)
    red, zoo = told(listed)[-2:]
    assert red.startswith("deck red: is not TOML: ")
    assert red.endswith("mend its file, or set it aside: cribboard deck remove red")
    assert zoo.startswith("deck zoo: tag0 is its KS, but the AC of deck blue, which holds; ")
    assert "AC: the ace of clubs of deck blue" in told(deck(settings, "test", stdin="tag0\n"))
    checked = subprocess.run(
        [sys.executable, "-m", "cribboard", "check", "--config", str(settings)],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert checked.returncode == 1
    assert "not ok: deck red: is not TOML" in checked.stdout
    played = subprocess.run(
        [sys.executable, "-m", "cribboard", "play", "--config", str(settings)],
        input="4D\n9C\n",
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert played.returncode == 0
    assert played.stdout.count("Something is wrong with a deck") == 1
    assert "Ann cuts the four of diamonds" in played.stdout
    for name in ("red", "zoo"):
        assert deck(settings, "remove", name).returncode == 0
    assert deck(settings, "list").returncode == 0


def test_two_lessons_at_once_lose_no_card(settings: Path):
    with learning_red(settings) as learn:
        assert learn.stdin
        assert learn.stdout
        learn.stdout.readline()
        second = deck(settings, "learn", "red", stdin="tag1\n")
        assert second.returncode == 2
        assert "another cribboard deck learn is at work" in second.stderr
        learn.communicate("tag0\n")
    assert told(deck(settings, "list"))[0].startswith("red: 1 of 52")


def test_a_deck_goes_to_another_board_and_back(settings: Path, tmp_path: Path):
    deck(settings, "learn", "red", stdin=lines("tag0", "tag1"))
    file = tmp_path / "red.toml"
    assert deck(settings, "export", "red", "-o", str(file)).returncode == 0
    assert deck(settings, "export", "red").stdout == file.read_text("utf-8")
    again = deck(settings, "import", "blue", str(file))
    assert again.returncode == 2
    assert again.stderr == (
        "deck blue: 2 of its codes are known already, such as tag0, which is AC of deck red\n"
    )
    assert deck(settings, "import", "red", str(file)).stderr == (
        "deck red is known already; cribboard deck remove red forgets it\n"
    )
    assert deck(settings, "remove", "red").returncode == 0
    assert told(deck(settings, "list")) == [
        "no deck is known; teach one with: cribboard deck learn NAME"
    ]
    assert told(deck(settings, "import", "blue", str(file))) == ["deck blue: 2 of 52 cards"]


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (["learn", "../red"], f"'../red': {NAME}"),
        (["learn", "_x"], f"'_x': {NAME}"),
        (["import", "../red", "-"], f"'../red': {NAME}"),
        (["remove", "red"], "there is no deck red; no deck is known"),
        (["export", "red"], "there is no deck red; no deck is known"),
        (
            ["import", "red", "/no/such/file"],
            "/no/such/file: can't be read: No such file or directory",
        ),
        (
            ["import", "red", "-"],
            "deck red: expected one table, [cards], with a card for each code",
        ),
    ],
)
def test_what_cannot_be_is_one_clear_line(settings: Path, arguments: list[str], problem: str):
    result = deck(settings, *arguments)
    assert (result.returncode, result.stderr) == (2, f"{problem}\n")


class Pico:
    """The board's scanner at the far end of a pseudo-terminal."""

    def __init__(self) -> None:
        self._ours, self._theirs = os.openpty()
        self.path = os.ttyname(self._theirs)
        self._link = LINK.Link("7F3A09C1", "reader=pn532")
        self._now = 0

    def meet(self) -> None:
        """The port was opened, and the board asks who is there."""
        self._heard()
        self._send()

    def lay(self, uid: str) -> str:
        """Lay a card down; what the board makes of it."""
        self._link.tell(f"TAG {uid} r=0", self._now)
        self._send()
        while not (verdicts := self._heard()):
            pass
        return str(verdicts[0])

    def close(self) -> None:
        os.close(self._ours)
        os.close(self._theirs)

    def _send(self) -> None:
        self._now += int(LINK.REPEAT)
        os.write(self._ours, self._link.due(self._now))

    def _heard(self) -> list[str]:
        return list(self._link.hear(os.read(self._ours, 4096), self._now))


@pytest.fixture
def pico() -> Iterator[Pico]:
    pico = Pico()
    yield pico
    pico.close()


def test_a_deck_is_taught_with_the_boards_own_scanner_which_hears_what_became_of_each(
    settings: Path, pico: Pico
):
    settings.write_text(f"[scanner]\nport = '{pico.path}'\n")
    with learning_red(settings) as learn:
        assert learn.stdin
        assert learn.stdout
        pico.meet()
        tags = [f"04A1B2C3D4E5{n:02X}" for n in range(52)]
        assert pico.lay(tags[0]) == "OK"
        assert pico.lay(tags[0]) == "DUP"
        assert [pico.lay(tag) for tag in tags[1:]] == ["OK"] * 51
        said = learn.stdout.read().splitlines()
        assert learn.wait(10) == 0
    assert said[2] == f"AC is {tags[0]} (1 of 52 cards)"
    assert said[-1] == "deck red: 52 of 52 cards"


def test_where_the_board_is_a_service_its_decks_are_its_users(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    """Else they were taught to somebody who never plays."""
    unit = tmp_path / "cribboard.service"
    monkeypatch.setattr("cribboard.service.plan.UNIT", str(unit))
    told = "sudo -Hu cribboard cribboard deck ..."
    for there, home, is_told in (
        (False, tmp_path, False),
        (True, tmp_path, True),
        (True, Path("/var/lib/cribboard"), False),
    ):
        if there:
            unit.touch()
        monkeypatch.setenv("HOME", str(home))
        monkeypatch.delenv("XDG_DATA_HOME", raising=False)
        assert cli.main(["deck", "list", "--config", os.devnull]) == 0
        assert (told in capsys.readouterr().err) == is_told
