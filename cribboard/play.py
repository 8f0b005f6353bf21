"""Play: everything put together, on a real board or a simulated one."""

from __future__ import annotations

import signal
import sys
import threading
import time
from collections.abc import Callable
from contextlib import ExitStack, suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from random import Random

from cribboard.announcer import Announcer
from cribboard.board.lights import Lights
from cribboard.board.night import Hour
from cribboard.board.track import Track
from cribboard.config import Config, StripConfig
from cribboard.demo import run_demo
from cribboard.devices import Devices, Voice, open_devices
from cribboard.hands import Hands, HandsTied, PostedWires, SimulatedWires
from cribboard.journal import Journal
from cribboard.rules import Options
from cribboard.script import HELP, ScriptError, parse_line
from cribboard.table import Mailbox, Restart, Table, Watcher, resumed
from cribboard.terminal import Plain, Screen
from cribboard.watchers import LightsWorker, VoiceWorker

SWITCH = 0.0005
"""Seconds for which one thread may keep the others waiting: a card goes through three of them before it is light."""

LAST_WORDS = 0.5
"""Seconds for which closing waits for whoever acts: someone who reads standard input can't be woken."""

MINUTE = 60.0
"""Seconds between looks at the clock, where there are hours of the night."""

WELCOME = "Type what happens at the table: help tells how, quit ends."


def play(config: Config, demo: bool = False, pace: float = 0.7, seed: int | None = None) -> int:
    """Play until the input ends, somebody quits, or the demo's game is over. Returns the exit status.

    The pegs are lit before the buttons and the port are opened; everything is closed in the opposite order.
    """
    mailbox = Mailbox()
    sys.setswitchinterval(SWITCH)
    with ExitStack() as closing:
        _on_signals(closing, mailbox.close, signal.SIGTERM, signal.SIGINT, signal.SIGHUP)
        seats = _Seats(config, None if demo else config.journal)
        closing.callback(seats.close)
        config = replace(config, options=seats.options)
        devices = open_devices(config)
        closing.callback(devices.close)
        screen = _screen(devices, demo)
        lights = LightsWorker(
            _lights(config.options, config),
            devices.strip,
            config.strip.budget(len(Track.for_options(config.options).holes)),
            on_frame=screen.refresh,
            hour=partial(_hour_now, config.strip),
            look_every=MINUTE if config.strip.night else None,
            post=mailbox.post,
        )
        screen.frame, screen.on_quit = lambda: lights.frame, mailbox.close
        voice = VoiceWorker(Announcer(), Voice(screen.say))
        hands = Hands(_wires(devices, mailbox), mailbox, config.timing)
        for output in (screen, voice, lights):
            output.start()
            closing.callback(output.close)
        watchers = (lights, voice, screen, hands)
        table = seats.sit_down(watchers, devices.simulated)
        lights.lit.wait(1)
        devices.start_inputs(mailbox.post, scans=devices.simulated or seats.options.scan != "none")
        typed = _Typist(screen).run
        players = partial(run_demo, rng=Random(seed), pace=pace) if demo else typed
        _let_act(closing, players, hands, mailbox, ends=demo or devices.simulated)
        _on_signals(closing, screen.refresh, signal.SIGWINCH)
        while restart := mailbox.serve(table):
            if restart.options:
                lights.show(_lights(restart.options, config))
            table = seats.sit_down(watchers, devices.simulated, restart, table.view.scanner)
    return screen.status


class _Seats:
    """Where a Table is set up: at the start, and again when the power comes back. `options` are the running match's."""

    def __init__(self, config: Config, path: Path | None) -> None:
        self._config = config
        self._path = path
        self._journal = Journal(path)
        before = resumed(self._journal)
        runs_on = before is not None and before.phase.name != "match_over"
        self.options = before.options if before and runs_on else config.options
        self._afresh = not runs_on and before is not None and before.options != config.options

    def sit_down(
        self,
        watchers: tuple[Watcher, ...],
        simulated: bool,
        restart: Restart | None = None,
        scanner: str = "ok",
    ) -> Table:
        """Go on from the journal, which a power cut closes and opens again; or begin a match with new options."""
        afresh, self._afresh = self._afresh, False
        if restart and restart.options:
            self.options, afresh = restart.options, True
        elif restart and self._path:
            self._journal.close()
            self._journal = Journal(self._path)
        return Table(
            self.options,
            self._journal,
            watchers,
            self._config.timing,
            simulated,
            scanner,
            now=time.monotonic(),
            afresh=afresh,
        )

    def close(self) -> None:
        """Let the journal go."""
        self._journal.close()


class _Typist:
    """Carries out what is typed or piped in, until it ends or says quit."""

    def __init__(self, screen: Plain | Screen) -> None:
        self._screen = screen

    def run(self, hands: Hands) -> None:
        self._screen.welcome(WELCOME)
        for number, text in enumerate(self._screen.lines(), 1):
            match text.strip().lower():
                case "quit" | "exit":
                    return
                case "help" | "?":
                    self._screen.say(HELP)
                    continue
            try:
                assert hands.view
                if line := parse_line(text, hands.view.state.options):
                    hands.do(line)
            except ScriptError as error:
                self._screen.complain(f"line {number}: {error}")


def _screen(devices: Devices, demo: bool) -> Plain | Screen:
    """A picture that is kept up to date where there is a terminal, else plain lines."""
    headline = "cribboard"
    if devices.simulated:
        headline = f"SIMULATED: no board is lit ({devices.why_simulated})"
    if sys.stdout.isatty() and (demo or sys.stdin.isatty()):
        return Screen(headline, typing=not demo)
    return Plain(headline)


def _lights(options: Options, config: Config) -> Lights:
    track, lights = Track.for_options(options), config.lights
    return Lights(track, motion=lights.motion, attract=60 * lights.attract)


def _hour_now(strip: StripConfig) -> Hour:
    """By the clock on the wall, which may be put right at any time: a Pi gets its time from the network."""
    now = time.localtime()
    return strip.hour_at(60 * now.tm_hour + now.tm_min)


def _wires(devices: Devices, mailbox: Mailbox) -> SimulatedWires | PostedWires:
    if devices.drive:
        return SimulatedWires(devices.drive)
    return PostedWires(mailbox.post, time.monotonic)


def _let_act(
    closing: ExitStack,
    players: Callable[[Hands], None],
    hands: Hands,
    mailbox: Mailbox,
    ends: bool,
) -> None:
    """Let the players act on a thread of their own; where that is all there is, the board closes when they have done."""

    def run() -> None:
        try:
            with suppress(HandsTied):
                players(hands)
        finally:
            if ends:
                mailbox.close()

    thread = threading.Thread(target=run, name="players", daemon=True)
    thread.start()
    closing.callback(thread.join, LAST_WORDS)
    closing.callback(hands.close)


def _on_signals(closing: ExitStack, act: Callable[[], None], *numbers: signal.Signals) -> None:
    """Until the board closes, the operating system's signals mean this."""
    for number in numbers:
        before = signal.signal(number, lambda *_: act())
        closing.callback(signal.signal, number, before)
