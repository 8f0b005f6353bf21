"""The list of paired phones: kept beside the journal, without what would let its reader act."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest

from cribboard.cli import main
from cribboard.page.phones import MOST, Phones, PhonesError


def beside(folder: Path) -> Phones:
    return Phones.beside(folder / "journal.db")


def test_a_paired_phone_is_known_to_the_next_process(tmp_path: Path) -> None:
    token = beside(tmp_path).add("Ann's phone")
    known = beside(tmp_path).whose(token)
    assert known
    assert known.name == "Ann's phone"
    assert beside(tmp_path).whose(token + "x") is None


def test_the_file_is_the_owner_s_and_holds_no_token(tmp_path: Path) -> None:
    token = beside(tmp_path).add("phone")
    file = tmp_path / "phones.json"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert token not in file.read_text("utf-8")


def test_names_are_told_apart_and_kept_short(tmp_path: Path) -> None:
    phones = beside(tmp_path)
    for name in ("phone", "phone", "  a \n b ", "", "x" * 99):
        phones.add(name)
    names = [phone.name for phone in phones.all()]
    assert names == ["phone", "phone 2", "a b", "phone 3", "x" * 24]


def test_no_name_hides_in_the_owner_s_list_or_stands_for_others(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """What moves the cursor, turns the writing around, or is no letter at all is not kept."""
    phones = beside(tmp_path)
    for name in ("\x1b[1A\x1b[2Kone", "\u202etwo\x07", "\ud800", "all"):
        phones.add(name)
    main(["page", "list", "--journal", str(tmp_path / "journal.db")])
    told = [line.partition("  ")[2] for line in capsys.readouterr().out.splitlines()]
    assert told == ["[1A [2Kone", "two", "phone", "all 2"]
    assert [phone.name for phone in phones.revoke("all 2")] == ["all 2"]


def test_a_revoked_phone_is_a_stranger_to_a_running_board(tmp_path: Path) -> None:
    running = beside(tmp_path)
    token, other = running.add("one"), running.add("two")
    assert [phone.name for phone in beside(tmp_path).revoke("one")] == ["one"]
    assert running.whose(token) is None
    assert running.whose(other)
    assert beside(tmp_path).revoke("three") == ()


def test_a_full_list_says_so_but_this_computer_is_let_in(tmp_path: Path) -> None:
    phones = beside(tmp_path)
    for _ in range(MOST):
        phones.add("phone")
    with pytest.raises(PhonesError, match="revoke one first"):
        phones.add("phone")
    token = phones.add("this computer", in_any_case=True)
    assert phones.whose(token)
    assert len(phones.all()) == MOST


def test_without_a_journal_phones_are_remembered_while_the_board_runs() -> None:
    phones = Phones.beside(None)
    assert phones.whose(phones.add("phone"))


def test_a_damaged_list_says_what_to_do(tmp_path: Path) -> None:
    (tmp_path / "phones.json").write_text('{"phones": [{"name": "x"}]}')
    phones = beside(tmp_path)
    with pytest.raises(PhonesError, match="damaged"):
        phones.whose("token")
    with pytest.raises(PhonesError, match="move it away"):
        phones.add("phone")


def test_the_owner_lists_and_revokes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    journal = str(tmp_path / "journal.db")
    beside(tmp_path).add("Ann's phone")
    assert main(["page", "list", "--journal", journal]) == 0
    assert capsys.readouterr().out.rstrip().endswith("  Ann's phone")
    assert main(["page", "revoke", "Bob's phone", "--journal", journal]) == 2
    assert 'no phone is called "Bob\'s phone"' in capsys.readouterr().err
    assert main(["page", "revoke", "all", "--journal", journal]) == 0
    assert main(["page", "list", "--journal", journal]) == 0
    assert capsys.readouterr().out == "Ann's phone is paired no more\nno phone is paired\n"
