"""`cribboard deck`: cards that carry tags or codes are taught to the board, tried, listed, and taken elsewhere."""

from __future__ import annotations

import argparse
import sys
from collections import defaultdict
from contextlib import suppress
from pathlib import Path

from cribboard import deckfiles
from cribboard.announcer import Announcer
from cribboard.config import Config, load
from cribboard.controls import WRITTEN
from cribboard.decks import Deck, DeckError, Decks, Known
from cribboard.lesson import Asked, Learnt, Lesson, Outcome, Refused, TakenBack, verdict
from cribboard.rules import PACK, Card
from cribboard.settings import data_folder
from cribboard.signals import SEVERAL, UNREADABLE, Answer, Verdict

from .arguments import Commands, add_config, add_output, read_text, write_text
from .reading import reading

HOW = "type a card (5H) to lay that one next, undo, or quit; each card is saved at once"

CODE = f"a code that is typed has {WRITTEN + 1} characters or more, and a digit among them"

UNREAD = (
    "that can't be read: lay it down again (if it never can be: scanner.accept_bad_checksum or "
    "scanner.baud in the settings)"
)


def add(commands: Commands) -> None:
    """The command, and what it does."""
    about = "teach the board a deck whose cards carry tags or codes"
    decks = Commands(commands.add("deck", None, about, "cribboard deck learn red"))
    learn = decks.add(
        "learn", _learn, "walk through a deck, card by card", "cribboard deck learn red"
    )
    test = decks.add("test", _test, "name each card that is scanned", "cribboard deck test")
    listed = decks.add("list", _list, "the decks that are known", "cribboard deck list")
    remove = decks.add("remove", _remove, "forget a deck", "cribboard deck remove red")
    export = decks.add(
        "export", _export, "a deck, for another board", "cribboard deck export red -o red.toml"
    )
    import_ = decks.add(
        "import", _import, "a deck of another board", "cribboard deck import red red.toml"
    )
    for named in (learn, remove, export, import_):
        named.add_argument("name", metavar="NAME", help="the deck's name, such as red")
    import_.add_argument("file", metavar="FILE", help="what export wrote; - is standard input")
    add_output(export)
    for added in (learn, test, listed, remove, export, import_):
        add_config(added)


def _config(options: argparse.Namespace) -> Config:
    """The settings. Where the board plays as a service, whoever doesn't ask as its user hears of other decks than it."""
    from cribboard.service.plan import HOME, UNIT

    config = load(options.config)
    own = data_folder()
    if (
        config.decks.is_relative_to(own)
        and not own.is_relative_to(HOME)
        and Path("/", UNIT).exists()
    ):
        print(
            f"these decks are in {config.decks}; the service has its own: sudo -Hu cribboard cribboard deck ...",
            file=sys.stderr,
        )
    return config


def _learn(options: argparse.Namespace) -> int:
    config, name = _config(options), options.name
    deckfiles.path_of(config.decks, name)
    with deckfiles.changing(config.decks):
        known = name in deckfiles.names(config.decks)
        deck = deckfiles.load(config.decks, name) if known else Deck(name)
        teaching = _Teaching(config, Lesson(deck, _all(config.decks, but=name)))
        with reading(config.scanner) as inputs:
            for _ in inputs.each(teaching.read, teaching.typed):
                if teaching.done:
                    break
        return teaching.end()


class _Teaching:
    """A lesson with words. It is `done` when the last card is learnt, or somebody quits."""

    def __init__(self, config: Config, lesson: Lesson) -> None:
        self._folder = config.decks
        self._lesson = lesson
        self._announcer = Announcer()
        self.done = False
        print(f"deck {lesson.deck.name}: {_share(lesson.deck)}; {HOW}")
        self._ask()

    def read(self, code: str) -> Answer:
        """A code was read."""
        lesson, outcome = self._lesson.read(code)
        self._go_on(lesson, outcome)
        reason = outcome.reason if isinstance(outcome, Refused) else ""
        return Answer(verdict(outcome), code, reason)

    def typed(self, word: str) -> bool:
        """A word was typed; whether it was a command."""
        if word.lower() in ("quit", "exit"):
            self.done = True
        elif word.lower() == "undo":
            self._go_on(*self._lesson.undo())
        elif card := _named(word):
            self._go_on(*self._lesson.name(card))
        elif _is_mistyped(word):
            print(f"{word}: {HOW}; {CODE}", flush=True)
        else:
            return False
        return True

    def end(self) -> int:
        """Say what there is now, and how to go on."""
        deck = self._lesson.deck
        more = f"; go on with: cribboard deck learn {deck.name}" if deck.missing else ""
        print(f"deck {deck.name}: {_share(deck)}{more}")
        return 1 if deck.missing else 0

    def _go_on(self, lesson: Lesson, outcome: Outcome) -> None:
        if lesson.deck != self._lesson.deck:
            deckfiles.save(self._folder, lesson.deck)
        self._lesson = lesson
        print(self._words(outcome))
        self.done = isinstance(outcome, Learnt) and not lesson.deck.missing
        if not self.done:
            self._ask()

    def _words(self, outcome: Outcome) -> str:
        match outcome:
            case Learnt(card, code):
                return f"{card} is {code} ({_share(self._lesson.deck)})"
            case Refused(code, _, Known() as known):
                return f"{code}: {_words_for(known, self._announcer)}; not taken"
            case Refused(_, "unreadable"):
                return UNREAD
            case Refused(_, "several"):
                return "two cards at once: lay them down one at a time"
            case Refused(code):
                return (
                    f"{code}: every card has a code; type the card that is to have this one first"
                )
            case Asked(card, again):
                return f"{card} gets another code" if again else f"{card} next"
            case TakenBack(None):
                return "there is nothing to take back"
            case TakenBack(card):
                return f"{card} is taken back"

    def _ask(self) -> None:
        if card := self._lesson.wanted:
            print(f"lay down the {self._announcer.card(card)} ({card})", flush=True)
        else:
            print("every card has a code; type a card to give it another one", flush=True)


def _named(word: str) -> Card | None:
    try:
        return Card.parse(word)
    except ValueError:
        return None


def _is_mistyped(word: str) -> bool:
    """A code that is typed, by a reader that acts as a keyboard, is long and has digits in it."""
    return len(word) <= WRITTEN or not any(map(str.isdigit, word))


def _test(options: argparse.Namespace) -> int:
    config = _config(options)
    trying = _Trying(_all(config.decks))
    print("lay down cards; quit ends", flush=True)
    with reading(config.scanner) as inputs:
        for _ in inputs.each(trying.read, trying.typed):
            if trying.done:
                break
    trying.end()
    return 0


class _Trying:
    """Names the cards, and keeps in mind which were seen of which deck."""

    def __init__(self, decks: Decks) -> None:
        self._decks = decks
        self._announcer = Announcer()
        self._seen: dict[str, set[Card]] = defaultdict(set)
        self.done = False

    def read(self, code: str) -> Answer:
        """A code was read."""
        if code == UNREADABLE:
            print(UNREAD)
        elif code == SEVERAL:
            print("two cards at once")
        elif known := self._decks.known(code):
            self._seen[known.deck].add(known.card)
            print(f"{known.card}: {_words_for(known, self._announcer)}")
            return Answer("ok", code)
        else:
            print(f"{code}: in no deck")
        unknown: Verdict = "unknown"
        return Answer(unknown, code)

    def typed(self, word: str) -> bool:
        """A word was typed; whether it was a command."""
        self.done = word.lower() in ("quit", "exit")
        return self.done

    def end(self) -> None:
        """Say what of each deck was seen."""
        for deck, cards in sorted(self._seen.items()):
            missing = " ".join(str(card) for card in PACK if card not in cards)
            named = f"deck {deck}" if deck else "printed cards"
            print(f"{named}: {len(cards)} of {len(PACK)} seen; not seen: {missing or 'none'}")


def _list(options: argparse.Namespace) -> int:
    folder = _config(options).decks
    names = deckfiles.names(folder)
    for name in names:
        with suppress(DeckError):  # which is told below
            deck = deckfiles.load(folder, name)
            more = f"; go on with: cribboard deck learn {name}" if deck.missing else ""
            print(f"{name}: {_share(deck)}{more}")
    troubles = deckfiles.load_all(folder).troubles
    for trouble in troubles:
        print(f"{trouble}; {trouble.advice}")
    if not (names or troubles):
        print("no deck is known; teach one with: cribboard deck learn NAME")
    return int(bool(troubles))


def _remove(options: argparse.Namespace) -> int:
    folder, name = _config(options).decks, options.name
    aside = deckfiles.remove(folder, name)
    print(f"deck {name} is forgotten; to have it back: cribboard deck import {name} {aside}")
    return 0


def _export(options: argparse.Namespace) -> int:
    write_text(deckfiles.load(_config(options).decks, options.name).as_toml(), options.output)
    return 0


def _import(options: argparse.Namespace) -> int:
    folder, name = _config(options).decks, options.name
    deckfiles.path_of(folder, name)
    if name in deckfiles.names(folder):
        raise DeckError(f"deck {name} is known already; cribboard deck remove {name} forgets it")
    deck, others = Deck.parse(read_text(options.file), name), _all(folder)
    known = [(code, others.codes[code]) for code in deck.cards if code in others.codes]
    if known:
        code, (card, other) = known[0]
        raise DeckError(
            f"deck {name}: {len(known)} of its codes are known already, such as {code}, which is {card} of deck {other}"
        )
    with deckfiles.changing(folder):
        deckfiles.save(folder, deck)
    print(f"deck {name}: {_share(deck)}")
    return 0


def _all(folder: Path, but: str = "") -> Decks:
    """All decks; which of them can't be used is told."""
    decks = deckfiles.load_all(folder, but)
    for trouble in decks.troubles:
        print(f"{trouble}; {trouble.advice}", file=sys.stderr)
    return decks


def _share(deck: Deck) -> str:
    return f"{len(PACK) - len(deck.missing)} of {len(PACK)} cards"


def _words_for(known: Known, announcer: Announcer) -> str:
    where = f"of deck {known.deck}" if known.deck else "as it is printed, which needs no deck"
    return f"the {announcer.card(known.card)} {where}"
