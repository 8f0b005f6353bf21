"""Play the scanner's part of transcripts, and print them as they come out. Runs under MicroPython and CPython alike.

play_transcript.py FIRMWARE TRANSCRIPT...
"""

import sys

from link import Link

ABOUT = "fw=1.0.0 reader=pn532 n=1 uid=E6614C311B7A5A2F"


class Scanner:
    """What is wanted of it it does, and tells in the words of a transcript."""

    def __init__(self):
        self.now = 0
        self.link = None
        self.shown = []
        self.was_lost = False

    def play(self, act, what):
        if act == "boot":
            self.link = Link(what, ABOUT)
            self.now = 0
        elif act == "after":
            if line := self.link.due(self.now):
                return f"too soon: {line}"
            self.now += int(what)
        elif act == "present":
            self.link.tell(what, self.now)
        elif act == "board":
            self.hear(what)
        elif act == "stray" and what.startswith("board "):
            self.hear(what[6:])
        elif act == "scanner" or (act == "lost" and what.startswith("scanner ")):
            line = self.link.due(self.now).decode().rstrip("\n")
            return "scanner " + line if act == "scanner" else "lost scanner " + line
        elif act == "show" and what == "LOST":
            self.link.due(self.now, False)
            return "show LOST" if self.link.dropped else "show nothing"
        elif act == "show":
            return "show " + (self.shown.pop(0) if self.shown else "nothing")
        return f"{act} {what}" if what else act

    def hear(self, line):
        self.shown += self.link.hear(line.encode() + b"\n", self.now)


for path in sys.argv[1:]:
    scanner = Scanner()
    with open(path) as transcript:
        for line in transcript:
            act, _, what = line.rstrip("\n").partition(" ")
            print(scanner.play(act, what))
    for shown in scanner.shown:
        print("show " + shown)
