"""Contacts to commands: debounce, taps, holds, the pending award. Times are seconds on a clock of our own."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cribboard.board.view import Pending
from cribboard.controls import Act, Controls, Explain, Timing, Undo, step
from cribboard.decks import Deck, Decks
from cribboard.rules import Card, Options, Scan, State, decide, evolve
from cribboard.rules import commands as cmd
from cribboard.rules.events import HandClaimed, Prompted, Refusal
from cribboard.rules.options import Counting, FourPlayer
from cribboard.signals import SEVERAL, UNREADABLE, Button, CodeRead, Edge, Said, Why

ANN_ONE, ANN_FIVE, ANN_GO = Button("one", 0), Button("five", 0), Button("go", 0)
BOB_ONE, BOB_FIVE, BOB_GO = Button("one", 1), Button("five", 1), Button("go", 1)
CYD_GO, DAN_GO = Button("go", 2), Button("go", 3)
UNDO, NEXT = Button("undo"), Button("next")
TIMING = Timing(commit_after=2.5, hold=0.8, debounce=0.02, grace=1.5, question=6.0)


def state_after(
    *commands: cmd.Command, scan: Scan = Scan.NONE, options: Options | None = None
) -> State:
    state: State | None = None
    for command in (cmd.StartMatch(options or Options(scan=scan)), *commands):
        for event in decide(state, command):
            state = evolve(state, event)
    assert state
    return state


class Panel:
    """The buttons under test."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.controls = Controls.new(len(state.options.sides), TIMING)
        self.acts: list[Act] = []
        self.deadline: float | None = None

    def edge(self, button: Button, down: bool, now: float) -> None:
        self._take(step(self.controls, Edge(button, down), self.state, now))

    def press(self, button: Button, now: float, seconds: float = 0.05) -> None:
        self.edge(button, True, now)
        self.edge(button, False, now + seconds)

    def wait_until(self, now: float) -> None:
        self._take(step(self.controls, None, self.state, now))

    def _take(self, result: tuple[Controls, tuple[Act, ...], float | None]) -> None:
        self.controls, acts, self.deadline = result
        self.acts += acts

    @property
    def pending(self) -> list[int]:
        return [pending.points if pending else 0 for pending in self.controls.pending]


@pytest.fixture
def tapped() -> Panel:
    """A deal at a table without scanner, Ann dealing."""
    return Panel(state_after(cmd.ChooseDealer(0)))


def test_five_acts_on_press_and_one_on_release(tapped: Panel) -> None:
    tapped.edge(ANN_FIVE, True, 1.0)
    assert tapped.pending == [5, 0]
    tapped.edge(ANN_ONE, True, 2.0)
    assert tapped.pending == [5, 0]
    tapped.edge(ANN_ONE, False, 2.1)
    assert tapped.pending == [6, 0]


def test_a_bouncing_contact_is_one_press(tapped: Panel) -> None:
    for number in range(10):  # 1 ms apart, ends closed
        tapped.edge(ANN_FIVE, number % 2 == 0, 1.0 + number / 1000)
    tapped.edge(ANN_FIVE, True, 1.011)
    tapped.wait_until(1.5)
    assert tapped.pending == [5, 0]
    tapped.edge(ANN_FIVE, False, 1.5)
    tapped.edge(ANN_FIVE, True, 1.505)  # bounces while it opens
    tapped.edge(ANN_FIVE, False, 1.51)
    tapped.wait_until(1.6)
    assert tapped.pending == [5, 0]


def test_a_release_that_hides_in_the_bounce_is_found_when_it_ends(tapped: Panel) -> None:
    tapped.edge(ANN_ONE, True, 1.0)
    tapped.edge(ANN_ONE, False, 1.01)
    assert tapped.pending == [0, 0]
    assert tapped.deadline == pytest.approx(1.02)
    tapped.wait_until(1.02)
    assert tapped.pending == [1, 0]


def test_an_award_counts_by_itself_after_its_last_tap(tapped: Panel) -> None:
    tapped.press(ANN_FIVE, 1.0)
    tapped.press(ANN_ONE, 2.0)  # let go at 2.05
    assert tapped.deadline == pytest.approx(4.55)
    tapped.wait_until(4.54)
    assert tapped.acts == []
    tapped.wait_until(4.55)
    assert tapped.acts == [cmd.Award(0, 6)]
    assert tapped.pending == [0, 0]
    assert tapped.deadline is None


def test_a_tap_that_was_posted_before_the_deadline_still_belongs_to_the_award(
    tapped: Panel,
) -> None:
    tapped.press(ANN_FIVE, 1.0)
    tapped.press(ANN_FIVE, 3.4)  # handled late perhaps, but stamped before 3.5
    assert tapped.pending == [10, 0]
    tapped.press(ANN_FIVE, 6.0)  # stamped after 5.9: the award has counted
    assert tapped.acts == [cmd.Award(0, 10)]
    assert tapped.pending == [5, 0]


@pytest.mark.parametrize("button", [ANN_GO, NEXT])
def test_go_and_next_confirm_at_once(tapped: Panel, button: Button) -> None:
    tapped.press(ANN_FIVE, 1.0)
    tapped.press(button, 1.5)
    assert tapped.acts == [cmd.Award(0, 5)]


@pytest.mark.parametrize("button", [ANN_GO, NEXT])
def test_they_only_acknowledge_what_has_just_counted_by_itself(
    tapped: Panel, button: Button
) -> None:
    tapped.press(ANN_FIVE, 1.0)
    tapped.press(button, 3.6)  # counted at 3.5
    assert tapped.acts == [cmd.Award(0, 5)]
    assert tapped.pending == [0, 0]
    tapped.press(button, 5.0)  # let go at 5.05: the 1.5 s are over
    expected = [cmd.NextStep()] if button == NEXT else []
    assert tapped.acts[1:] == expected
    assert tapped.pending == ([0, 0] if button == NEXT else [0, 1])


def test_the_other_side_begins_to_enter(tapped: Panel) -> None:
    tapped.press(ANN_FIVE, 1.0)
    tapped.press(BOB_ONE, 1.5)
    assert tapped.acts == [cmd.Award(0, 5)]
    assert tapped.pending == [0, 1]


def test_undo_drops_the_pending_award_first(tapped: Panel) -> None:
    tapped.press(ANN_FIVE, 1.0)
    tapped.press(UNDO, 1.5)
    assert (tapped.acts, tapped.pending) == ([], [0, 0])
    tapped.press(UNDO, 2.0)
    assert tapped.acts == [Undo()]


def test_undo_is_undo_whatever_was_asked(tapped: Panel) -> None:
    tapped.press(UNDO, 1.0, seconds=1.0)  # held: names the points of this deal
    assert tapped.controls.question
    tapped.press(UNDO, 3.0)
    assert tapped.acts[1:] == [Undo()]
    assert tapped.controls.question is None


def test_a_hold_takes_one_off_while_it_lasts_and_is_no_tap(tapped: Panel) -> None:
    tapped.press(ANN_FIVE, 1.0)
    tapped.edge(ANN_ONE, True, 1.5)
    tapped.wait_until(2.29)
    assert tapped.pending == [5, 0]
    tapped.wait_until(2.3)
    assert tapped.pending == [4, 0]
    tapped.edge(ANN_ONE, False, 2.4)
    assert tapped.pending == [4, 0]


def test_points_below_zero_wait_for_next() -> None:
    panel = Panel(state_after(cmd.ChooseDealer(0), cmd.Award(0, 3)))
    panel.press(ANN_ONE, 1.0, seconds=1.0)
    assert panel.pending == [-1, 0]
    assert panel.acts == [Prompted("confirm_walk_back", {"side": 0, "points": 1})]
    panel.wait_until(60.0)
    assert panel.pending == [-1, 0]
    panel.press(NEXT, 61.0)
    assert panel.acts[-1] == cmd.WalkBack(0, 1)


def test_nothing_is_taken_off_a_score_of_nothing(tapped: Panel) -> None:
    tapped.press(ANN_ONE, 1.0, seconds=1.0)
    assert tapped.acts == [Refusal("nothing_to_take_off", {"side": 0})]
    assert tapped.pending == [0, 0]


@pytest.mark.parametrize("points", [19, 25, 26, 27, 30, 31])
def test_an_impossible_award_stays_and_is_red(tapped: Panel, points: int) -> None:
    """R47: no hand is worth so much; see DESIGN of the board: it stays until it is changed."""
    now = 1.0
    for button, times in ((ANN_FIVE, points // 5), (ANN_ONE, points % 5)):
        for _ in range(times):
            tapped.press(button, now)
            now += 0.1
    tapped.press(ANN_GO, now)
    assert tapped.acts == [cmd.Award(0, points)]  # which the rules refuse
    assert tapped.controls.pending[0] == Pending(points, refused=True)
    assert tapped.deadline is None


def test_a_go_gives_the_other_a_point_to_which_he_may_add(tapped: Panel) -> None:
    """R25: one for the go, or two where the other makes 31 of it."""
    tapped.press(ANN_GO, 1.0)
    assert tapped.controls.pending[1] == Pending(1, go_by=0)
    tapped.press(BOB_ONE, 1.5)
    tapped.press(BOB_GO, 2.0)
    assert tapped.acts == [cmd.Award(1, 2, go_by=0)]


def test_next_asks_before_it_leaves_a_scanned_play() -> None:
    panel = Panel(
        state_after(
            cmd.ChooseDealer(0), cmd.NextStep(), cmd.ReadCard(Card.parse("5H")), scan=Scan.ALL
        )
    )
    panel.press(NEXT, 1.0)
    assert panel.acts == [Prompted("leave_play", {})]
    panel.wait_until(7.2)  # the question was asked at 1.05 and waits 6 s
    panel.press(NEXT, 8.0)
    panel.press(NEXT, 9.0)
    assert panel.acts[2:] == [cmd.LeaveScanning()]


def test_a_card_counts_what_is_pending_and_ends_a_question() -> None:
    panel = Panel(
        state_after(
            cmd.ChooseDealer(0), cmd.NextStep(), cmd.ReadCard(Card.parse("5H")), scan=Scan.ALL
        )
    )
    panel.press(NEXT, 1.0)
    panel.press(ANN_FIVE, 2.0)
    panel.acts.clear()
    panel._take(step(panel.controls, CodeRead("9h"), panel.state, 3.0))
    assert panel.acts == [cmd.Award(0, 5), cmd.ReadCard(Card.parse("9H"))]
    assert panel.controls.question is None


def test_what_is_no_card_is_refused_and_a_deaf_reader_says_nothing() -> None:
    cutting, dealing = state_after(scan=Scan.ALL), state_after(cmd.ChooseDealer(0), scan=Scan.ALL)
    controls = Controls.new(2, TIMING)
    for code, refusal in (
        ("5X", Refusal("not_a_card", {"read": "5X"})),
        ("11H", Refusal("not_a_card", {"read": "11H"})),
        ("04A1B2C3D4E580", Refusal("unknown_tag", {"read": "04A1B2C3D4E580"})),
        (UNREADABLE, Refusal("unreadable", {})),
        (SEVERAL, Refusal("several_cards", {})),
    ):
        assert step(controls, CodeRead(code), cutting, 1.0).acts == (refusal,)
        assert step(controls, CodeRead(code), dealing, 1.0).acts == ()
    assert step(controls, CodeRead("5H"), dealing, 1.0).acts == ()


def test_a_tag_is_the_card_of_its_deck_whichever_deck_is_on_the_table() -> None:
    nine, ten = Card.parse("9H"), Card.parse("TC")
    decks = Decks.of([Deck("red", {"04A1": nine}), Deck("blue", {"04B2": nine, "04B3": ten})])
    controls = Controls.new(2, TIMING, decks)
    read = []
    for code in ("04B2", "04A1", "04B3", "CB1:9H", "9h"):
        controls, acts, _ = step(controls, CodeRead(code), state_after(scan=Scan.ALL), 1.0)
        read += acts
    assert read == [cmd.ReadCard(card) for card in (nine, nine, ten, nine, nine)]


# --- where players say what their hand is worth, and with more than two ------------------------------------------------

TEN = ("TH", "JS", "QC", "KD")


def showing(counting: Counting, *acts: cmd.Command, players: int = 2) -> Panel:
    """Ann has dealt, the king of hearts is the starter, and Bob's hand, worth 10, is scanned."""
    cards = [cmd.ReadCard(Card.parse(code)) for code in ("KH", *TEN)]
    begun = cmd.ChooseDealer(0), cmd.NextStep(), *cards, *acts
    return Panel(
        state_after(*begun, options=Options(players=players, scan=Scan.SHOW, counting=counting))
    )


def test_nobody_is_hurried_who_says_what_his_hand_is_worth() -> None:
    panel = showing(Counting.CLAIM)
    panel.press(BOB_FIVE, 1.0)
    panel.press(BOB_FIVE, 2.0)
    assert panel.deadline is None or panel.deadline < 2.1  # the contact alone
    panel.wait_until(600.0)
    assert (panel.acts, panel.pending) == ([], [0, 10])


def test_nobody_is_hurried_who_calls_muggins() -> None:
    panel = showing(Counting.MUGGINS, cmd.Award(1, 8))
    panel.press(ANN_ONE, 1.0)
    panel.press(ANN_ONE, 2.0)
    panel.wait_until(600.0)
    assert (panel.acts, panel.pending) == ([], [2, 0])
    panel.press(ANN_GO, 601.0)
    assert panel.acts == [cmd.Award(0, 2)]


@pytest.mark.parametrize("button", [BOB_GO, NEXT])
def test_a_claim_counts_by_go_or_next(button: Button) -> None:
    panel = showing(Counting.CLAIM)
    panel.press(BOB_FIVE, 1.0)
    panel.press(button, 60.0)
    assert panel.acts == [cmd.Award(1, 5)]


def test_go_with_nothing_tapped_claims_nothing() -> None:
    panel = showing(Counting.CLAIM)
    panel.press(BOB_GO, 1.0)
    assert panel.acts == [cmd.SayGo(1)]
    claimed = decide(panel.state, cmd.SayGo(1))[0]
    assert claimed == HandClaimed(1, "hand", 0)


def test_next_with_nothing_tapped_passes_a_claim_and_shows_a_hand() -> None:
    for panel in (showing(Counting.CLAIM), showing(Counting.MUGGINS, cmd.Award(1, 8))):
        panel.press(NEXT, 1.0)
        assert panel.acts == [cmd.NextStep()]


@pytest.mark.parametrize(
    ("scan", "acts"),
    [
        (Scan.ALL, [cmd.ChooseDealer(0)]),
        (Scan.ALL, [cmd.ChooseDealer(0), cmd.NextStep()]),
        (Scan.SHOW, [cmd.ChooseDealer(0), cmd.NextStep(), cmd.NextStep(), cmd.NextStep()]),
        (Scan.NONE, [cmd.ChooseDealer(0), *[cmd.Award(0, 29)] * 5]),
    ],
    ids=["deal", "starter", "show", "game over"],
)
def test_a_go_that_can_mean_nothing_asks_why(scan: Scan, acts: list[cmd.Command]) -> None:
    panel = Panel(state_after(*acts, scan=scan))
    panel.press(BOB_GO, 1.0)
    assert panel.acts == [Explain()]


def test_a_go_that_means_something_asks_nothing() -> None:
    panel = Panel(state_after(cmd.ChooseDealer(0), cmd.NextStep(), scan=Scan.ALL))
    panel.press(ANN_ONE, 1.0)
    panel.press(ANN_GO, 1.5)
    assert panel.acts == [cmd.Award(0, 1)]


@pytest.mark.parametrize(
    "options",
    [
        Options(players=3, scan=Scan.NONE),
        Options(players=4, scan=Scan.NONE),
        Options(players=4, scan=Scan.NONE, four_player=FourPlayer.INDIVIDUAL),
    ],
    ids=["three", "partners", "four singles"],
)
def test_with_more_than_two_the_point_for_a_go_is_tapped(options: Options) -> None:
    """R25, R26: whose point it is the board can't know."""
    panel = Panel(state_after(cmd.ChooseDealer(0), options=options))
    panel.press(BOB_GO, 1.0)
    assert panel.acts == [Refusal("tap_the_go", {"player": 1})]
    assert not any(panel.pending)


def test_partners_share_an_award_and_each_has_a_go() -> None:
    """R1: Ann and Cyd are side 0; one and five are by side, go by seat."""
    panel = Panel(state_after(cmd.ChooseDealer(0), options=Options(players=4, scan=Scan.NONE)))
    panel.press(ANN_FIVE, 1.0)
    panel.press(BOB_GO, 1.5)  # of the other side: it can't confirm this, and it counts it
    panel.press(ANN_ONE, 2.0)
    panel.press(CYD_GO, 2.5)
    assert panel.acts == [
        cmd.Award(0, 5),
        Refusal("tap_the_go", {"player": 1}),
        cmd.Award(0, 1),
    ]


def test_any_partner_may_deal_and_claim_heels_for_himself_alone() -> None:
    panel = Panel(state_after(options=Options(players=4, scan=Scan.NONE)))
    panel.press(DAN_GO, 1.0)
    panel.press(DAN_GO, 2.0, seconds=1.0)
    assert panel.acts == [cmd.ChooseDealer(3), cmd.ClaimHeels(3)]


def test_three_sides_tap_one_after_the_other() -> None:
    panel = Panel(state_after(cmd.ChooseDealer(0), options=Options(players=3, scan=Scan.NONE)))
    panel.press(ANN_FIVE, 1.0)
    panel.press(BOB_ONE, 1.5)
    panel.press(Button("one", 2), 2.0)
    assert panel.acts == [cmd.Award(0, 5), cmd.Award(1, 1)]
    assert panel.pending == [0, 0, 1]


@pytest.mark.parametrize(
    "said", [cmd.Penalise(0, 2, 1), cmd.MoveAward(1), cmd.ChooseDealer(1)], ids=str
)
def test_what_is_said_counts_what_is_pending_first(tapped: Panel, said: cmd.Command) -> None:
    tapped.press(ANN_FIVE, 1.0)
    tapped._take(step(tapped.controls, Said(said), tapped.state, 2.0))
    assert tapped.acts == [cmd.Award(0, 5), said]
    assert tapped.pending == [0, 0]


def test_who_asks_why_changes_nothing(tapped: Panel) -> None:
    tapped.press(ANN_FIVE, 1.0)
    tapped._take(step(tapped.controls, Why(), tapped.state, 2.0))
    assert tapped.acts == [Explain()]
    assert tapped.pending == [5, 0]


BUTTONS = [Button(kind, who) for kind in ("one", "five", "go") for who in (0, 1)] + [UNDO, NEXT]


@given(
    st.lists(
        st.tuples(st.sampled_from(BUTTONS), st.booleans(), st.floats(0, 3, allow_nan=False)),
        max_size=40,
    ),
    st.sampled_from([Scan.NONE, Scan.SHOW, Scan.ALL]),
)
def test_any_edges_at_any_times_leave_nothing_overdue(
    edges: list[tuple[Button, bool, float]], scan: Scan
) -> None:
    panel = Panel(state_after(cmd.ChooseDealer(0), scan=scan))
    now = 0.0
    for button, down, later in edges:
        now += later
        panel.edge(button, down, now)
        assert panel.deadline is None or panel.deadline > now
    panel.wait_until(now + 100)
    assert panel.deadline is None


@given(st.lists(st.floats(0.021, 2.0), min_size=1, max_size=6))
def test_ticks_between_change_nothing(gaps: list[float]) -> None:
    """Whether the loop wakes often or late, the same taps make the same commands."""
    lazy, busy = (Panel(state_after(cmd.ChooseDealer(0))) for _ in range(2))
    now = 0.0
    for gap in gaps:
        now += gap + 0.1
        for panel in (lazy, busy):
            panel.press(ANN_FIVE, now)
        while busy.deadline is not None and busy.deadline < now + gap:
            busy.wait_until(busy.deadline)
    for panel in (lazy, busy):
        panel.wait_until(now + 100)
    assert lazy.acts == busy.acts
