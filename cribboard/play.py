"""Play: everything put together, on a real board or a simulated one."""

from __future__ import annotations

import os
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
from typing import TYPE_CHECKING

from cribboard.board.lights import Lights
from cribboard.board.track import Track
from cribboard.config import Config, LightsConfig, StripConfig
from cribboard.deckfiles import load_all
from cribboard.demo import run_demo
from cribboard.devices import Devices, Post, Voice, open_devices
from cribboard.ending import ENDING, on_signals
from cribboard.hands import Hands, HandsTied, PostedWires, SimulatedWires
from cribboard.journal import Journal
from cribboard.rules import Options
from cribboard.script import HELP, ScriptError, parse_line
from cribboard.service.notify import Heart, Service
from cribboard.table import Mailbox, Restart, Table, Watcher, resumed
from cribboard.terminal import Plain, Screen
from cribboard.voice import opening
from cribboard.watchers import LightsWorker, VoiceWorker

if TYPE_CHECKING:
    from cribboard.page.serving import Page

SWITCH = 0.0005
"""Seconds for which one thread may keep the others waiting: a card goes through three of them before it is light."""

LAST_WORDS = 0.5
"""Seconds for which closing waits for whoever acts: someone who reads standard input can't be woken."""

MINUTE = 60.0
"""Seconds between looks at the clock, where there are hours of the night."""

WELCOME = "Type what happens at the table: help tells how, quit ends."


def play(
    config: Config,
    demo: bool = False,
    pace: float = 0.7,
    seed: int | None = None,
    open_page: bool = False,
) -> int:
    """Play until the input ends, somebody quits, or the demo's game is over. Returns the exit status.

    The pegs are lit before the buttons and the port are opened; everything is closed in the opposite order.
    """
    mailbox = Mailbox()
    service = Service.of_process()
    sys.setswitchinterval(SWITCH)
    with ExitStack() as closing:
        on_signals(closing, lambda _: mailbox.close(), *ENDING)
        seats = _Seats(config, None if demo else config.journal)
        closing.callback(seats.close)
        config = replace(config, options=seats.options)
        devices = open_devices(config)
        closing.callback(devices.close)
        screen = _screen(devices, demo)
        lights = LightsWorker(
            _lights(config.options, config.lights),
            devices.strip,
            config.strip.budget(len(Track.for_options(config.options).holes)),
            on_frame=screen.refresh,
            brightness=partial(_brightness_now, config.strip),
            calm=partial(_is_night, config.strip),
            look_every=MINUTE if config.strip.night else None,
            post=mailbox.post,
        )
        screen.frame, screen.on_quit = lambda: lights.frame, mailbox.close
        voice = _voice(config, screen, devices.simulated, mailbox.post)
        wires = _wires(devices, mailbox)
        hands = Hands(wires, mailbox, config.timing)
        for output in (screen, voice, lights):
            output.start()
            closing.callback(output.close)
        watchers: tuple[Watcher, ...] = (lights, voice, screen, hands)
        table = seats.sit_down(watchers, devices.simulated)
        lights.lit.wait(1)
        devices.start_inputs(mailbox.post, scans=devices.simulated or seats.options.scan != "none")
        if _serves_page(config, devices, screen):
            page = _served(closing, config, hands, wires, mailbox, lights, screen)
            if page:
                watchers += (page,)
                table.join(page, time.monotonic())
                _tell_links(page, screen, open_page)
        heart = Heart(service, lights.ask, mailbox.call)
        service.say("READY=1")
        typed = _Typist(screen).run
        players = partial(run_demo, rng=Random(seed), pace=pace) if demo else typed
        typed_only = not service.socket and not (config.web.enabled and isinstance(screen, Plain))
        _let_act(closing, players, hands, mailbox, ends=demo or (devices.simulated and typed_only))
        closing.callback(service.say, "STOPPING=1")
        on_signals(closing, lambda _: screen.refresh(), signal.SIGWINCH)
        while restart := mailbox.serve(table, heart=heart):
            if restart.options:
                lights.show(_lights(restart.options, config.lights))
            table = seats.sit_down(watchers, devices.simulated, restart, table.view.scanner)
    return screen.status


class _Seats:
    """Where a Table is set up: at the start, and again when the power comes back. `options` are the running match's."""

    def __init__(self, config: Config, path: Path | None) -> None:
        self._config = config
        self._decks = load_all(config.decks)
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
            decks=self._decks,
            places=self._config.scanner.antennas,
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


def _serves_page(config: Config, devices: Devices, screen: Plain | Screen) -> bool:
    """Whether the page is wanted: by itself only where a newcomer sits at a terminal and has no board."""
    if config.web.enabled is None:
        return devices.simulated and isinstance(screen, Screen)
    return config.web.enabled


def _served(
    closing: ExitStack,
    config: Config,
    hands: Hands,
    wires: SimulatedWires | PostedWires,
    mailbox: Mailbox,
    lights: LightsWorker,
    screen: Plain | Screen,
) -> Page | None:
    """The page, once it is served; None where its address can't be had, and that is said."""
    from cribboard.page.serving import Page

    simulated = isinstance(wires, SimulatedWires)
    try:
        page = Page(config, hands, wires, mailbox.post, lambda: lights.frame, simulated)
    except OSError as error:
        web = config.web
        screen.complain(
            f"no page: {web.listen} port {web.port}: {os.strerror(error.errno or 0)}; see [web] in the settings"
        )
        return None
    page.start()
    closing.callback(page.close)
    lights.on_frame.append(page.refresh)
    return page


def _tell_links(page: Page, screen: Plain | Screen, open_page: bool) -> None:
    from cribboard.page.serving import open_in_browser

    if page.moved_from:
        screen.say(
            f"Port {page.moved_from} is taken, by another board perhaps; this page is elsewhere:"
        )
    for link in page.links:
        screen.say(f"The page: {link}")
    if open_page:
        open_in_browser(page.links[0])


def _voice(config: Config, screen: Plain | Screen, simulated: bool, post: Post) -> VoiceWorker:
    """Writes what it says on the screen, and says it aloud where there is sound."""
    announcer = opening.announcer(config)
    sound = opening.speaker(config, announcer.language, simulated, post)
    return VoiceWorker(announcer, Voice(screen.say), sound, config.voice.pause)


def _lights(options: Options, lights: LightsConfig) -> Lights:
    track = Track.for_options(options)
    return Lights(track, motion=lights.motion, attract=60 * lights.attract)


def _brightness_now(strip: StripConfig) -> float:
    return strip.brightness_at(_minute())


def _is_night(strip: StripConfig) -> bool:
    return bool(strip.night and strip.night.holds(_minute()))


def _minute() -> int:
    """By the clock on the wall, which may be put right at any time: a Pi gets its time from the network."""
    now = time.localtime()
    return 60 * now.tm_hour + now.tm_min


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
