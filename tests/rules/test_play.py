"""The play at a table that scans every card: turns, Go, the last card, the late Go (R21-R34)."""

import pytest

from cribboard.rules import Card, Pegs
from cribboard.rules import commands as cmd
from cribboard.rules import events as ev
from cribboard.rules.pegging import LIMIT, count_of
from cribboard.rules.state import Showing

from .at_table import DEALER, PLAY_REASONS, PONE, begin_play, cards, mid_play, of, pegged
from .vectors import cases


def play_points(events):
    return sum(points for _, points, reason in pegged(events) if reason in PLAY_REASONS)


def play_out(row):
    """The cards of a row laid by those who laid them: what each was worth, and who said Go before it.

    A card is worth what it makes, and what it pegs as the last of its count.
    """
    table = mid_play(
        held=tuple(map(" ".join, row["hands"])),
        pile=" ".join(row.get("pile_before", ())),
        turn=row["by"][0],
    )
    held = [set(cards(" ".join(hand))) for hand in row["hands"]]
    points, gos, ends = [], [], []

    def say_go():
        fits = [c for c in held[table.state.turn] if table.state.count + c.value <= LIMIT]
        assert not fits, "R23: whoever can play must"
        return table.do(cmd.SayGo(table.state.turn))

    for place, (player, code) in enumerate(zip(row["by"], row["cards"], strict=True)):
        while table.state.turn != player:
            gos.append({"index": place, "player": table.state.turn})
            events = say_go()
            assert play_points(events) == 0, "R26: the point is given when the count closes"
        events = table.read(code)
        held[player].remove(Card.parse(code))
        while not of(ev.CountClosed, events) and not can_go_on(table, held):
            events += say_go()
        if of(ev.CountClosed, events):
            ends.append(place)
        points.append(play_points(events))
    return points, gos, ends


def can_go_on(table, held):
    """Whether anybody holds a card that fits."""
    return any(table.state.count + card.value <= LIMIT for hand in held for card in hand)


@pytest.mark.parametrize("row", cases("play", lambda row: row["go_included"]))
def test_whole_plays(row):
    points, gos, ends = play_out(row)
    assert points == row["points"]
    assert ends == row["resets_after"]
    assert gos == row.get("gos_before_card_index", gos)


@pytest.mark.parametrize("row", cases("disputed", lambda row: "by" in row))
def test_whole_plays_where_other_programs_are_wrong(row):
    points, _, _ = play_out(row)
    totals = [0] * len(row["hands"])
    for player, worth in zip(row["by"], points, strict=True):
        totals[player] += worth
    assert row["standard"].startswith(f"totals [{','.join(map(str, totals))}]")


def over_31(row):
    return None if count_of(cards(" ".join(row["cards"]))) > LIMIT else row["why"]


@pytest.mark.parametrize(
    "row",
    cases("disputed", lambda row: row["kind"] == "play" and row["standard"] is None, over_31),
)
def test_a_card_that_takes_the_count_over_31_is_taken_back(row):
    # R22, R70e
    codes = row["cards"]
    end = next(n for n in range(len(codes)) if count_of(cards(" ".join(codes[: n + 1]))) > LIMIT)
    table = mid_play(held=(codes[end], ""), pile=" ".join(codes[:end]))
    assert table.refusal(cmd.ReadCard(Card.parse(codes[end]))) == "over_31"


def test_fifteen_isnt_paid_again_when_somebody_says_go():
    table = begin_play()
    assert table.play("P 8, D 7, P T, D 4") == [0, 2, 0, 0]
    assert table.play("P go, D go") == [0, 1]
    assert table.state.scores == (0, 3)


def test_pair_then_go():
    # both say Go at 28; the pair belongs to the pone, and so does the point
    table = begin_play()
    assert table.play("P T, D 9, P 9, D go, P go") == [0, 0, 2, 0, 1]
    assert table.state.scores == (3, 0)
    assert table.state.turn == DEALER


# --- turns and Go ------------------------------------------------------------------------------------------------------


def test_the_pone_leads_and_the_players_take_turns():
    # R21
    table = begin_play()
    assert table.state.turn == PONE
    table.play("P 2, D 4, P 6, D 8")
    assert table.state.count == 20


@pytest.mark.parametrize("line", ["P A", "P K, D K", "P K, D K, P A"])
def test_up_to_21_nobody_can_say_go(line):
    # R23: any card fits
    table = begin_play()
    table.play(line)
    assert table.refusal(cmd.SayGo(table.state.turn)) == "anything_fits"


def test_at_22_a_player_may_hold_nothing_that_fits():
    # R23: two ten-cards, as in E43's opposite
    table = begin_play()
    table.play("P K, D T, P 2, D go")
    assert table.state.turn == PONE


def test_after_a_go_the_other_plays_on_and_the_go_sayer_isnt_asked_again():
    # R23, R24
    table = begin_play()
    table.play("P K, D 8, P 8, D go")
    assert table.refusal(cmd.SayGo(DEALER)) == "not_your_turn"
    assert table.play("P A, P go") == [0, 1]


def test_go_out_of_turn_is_refused():
    table = begin_play()
    table.play("P K, D 9, P 7")
    assert table.state.turn == DEALER
    table.play("D go, P go")
    assert table.refusal(cmd.SayGo(PONE)) == "not_your_turn"


def test_go_of_a_player_without_cards_is_refused():
    # R23: he is skipped silently, and never says Go
    table = mid_play(held=("2H 3H", ""), pile="TH 9H 3D", turn=PONE)
    assert table.refusal(cmd.SayGo(DEALER)) == "no_cards_left"


def test_a_card_that_lies_on_the_table_cant_be_laid_again():
    table = begin_play(starter="4S")
    table.read("5H")
    assert table.refusal(cmd.ReadCard(Card.parse("5H"))) == "card_on_table"
    assert table.refusal(cmd.ReadCard(Card.parse("4S"))) == "card_on_table"


def test_31_closes_the_count_and_the_other_leads():
    # R25, R28: two for the thirty-one and nothing more
    table = begin_play()
    assert table.play("P K, D 9, P J, D 2") == [0, 0, 0, 2]
    assert (table.state.count, table.state.turn) == (0, PONE)


def test_the_last_card_counts_like_any_other_end_and_the_show_begins():
    # R27, R34
    table = mid_play(held=("2H", "3D"), pile="9C")
    events = table.read("2H 3D")
    assert pegged(events)[0] == (DEALER, 1, "last")
    assert isinstance(table.state.phase, Showing)


def test_a_player_who_blocks_himself_gets_the_point_and_leads_again():
    # R27
    table = mid_play(held=("TH KD", ""), pile="9C 5S")
    assert table.play("P TH, P go") == [0, 1]
    assert (table.state.count, table.state.turn) == (0, PONE)
    assert pegged(table.read("KD"))[0] == (PONE, 1, "last")


def test_an_event_tells_the_count_and_the_cards():
    table = begin_play()
    events = table.read("7H 8H")
    assert [played.count for played in of(ev.CardPlayed, events)] == [7, 15]
    (scored,) = of(ev.Scored, events)
    assert scored.items[0].kind == "fifteen"
    assert scored.items[0].cards == cards("7H 8H")
    assert (scored.pegs_before, scored.pegs) == (Pegs(0, 0), Pegs(2, 0))


# --- the late Go: the board took a card for the wrong player's ----------------------------------------------------------


def test_late_go_gives_the_card_and_its_points_to_who_laid_it():
    # R23: Bob could not play at 25 and forgot to say so; Ann's 6 was booked to him
    table = begin_play()
    assert table.play("P T, D K, P 5, D 6") == [0, 0, 0, 2]
    events = table.do(cmd.SayGo(DEALER))
    assert pegged(events) == [(DEALER, -2, "late_go"), (PONE, 2, "play")]
    assert table.state.pegs == (Pegs(2, 0), Pegs(0, 0))
    # R28: Ann made the 31, so Bob leads
    assert (table.state.count, table.state.turn) == (0, DEALER)


def test_late_go_leaves_the_count_to_whoever_can_still_play():
    table = begin_play()
    table.play("P T, D K, P 4, D 3")
    assert table.do(cmd.SayGo(DEALER))[-1] == ev.CardPlayed(PONE, Card.parse("3C"), 27)
    assert (table.state.count, table.state.turn) == (27, PONE)
    assert table.play("P go") == [1]
    assert table.state.scores == (1, 0)


@pytest.mark.parametrize(
    ("line", "player"),
    [
        ("P T, D A", DEALER),  # at 10 any card fitted
        ("P T, D K, P 5", PONE),  # at 20 too
        ("P T, D 9, P 2, D 5", DEALER),  # and at 21
        ("P T, D K, P 5, D go", DEALER),  # he has said it
        ("P T, D K, P 2, D 3, P go, D go", DEALER),  # that count is over
    ],
)
def test_no_late_go_where_none_was_missed(line, player):
    table = begin_play()
    table.play(line)
    assert table.refusal(cmd.SayGo(player)) == "not_your_turn"


def test_a_go_is_late_only_right_after_the_card():
    # what Bob taps in between would be lost with the card
    table = begin_play()
    table.play("P T, D K, P 5, D 6")
    table.do(cmd.Award(DEALER, 4))
    assert table.refusal(cmd.SayGo(DEALER)) == "not_your_turn"
    assert table.state.scores == (0, 6)
