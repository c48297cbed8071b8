"""What is seen while a batch runs: a bar on a terminal, a line now and then elsewhere."""

import os
import shutil
import sys
import time

from batch import score, table

REDRAW = 0.1  # seconds between updates of the bar
LINE_EVERY = 30.0  # seconds between lines where there is no terminal
COLOURS = {"correct": "32", "wrong": "1;31", "unknown": "33", "timeout": "34", "memory": "34",
           "error": "35", "safe": "36", "unsafe": "36", "qualified": "36"}
NAMES = {"correct": "right", "memory": "out of memory", "safe": "true", "unsafe": "false"}
ALWAYS = ("unknown", "error")
JUDGED = ("correct", "wrong")


def duration(seconds):
    seconds = int(seconds + 0.5)
    if seconds < 60:
        return f"{seconds}s"
    if seconds < 3600:
        return f"{seconds // 60}m{seconds % 60:02}s"
    return f"{seconds // 3600}h{seconds // 60 % 60:02}m"


class Progress:
    def __init__(self, options, total, before, slots, judged=True):
        self.total, self.before, self.slots = total, before, slots
        self.verbose, self.quiet = options.verbose, options.quiet
        self.terminal = sys.stderr.isatty() and not options.quiet
        self.colour = sys.stderr.isatty() and "NO_COLOR" not in os.environ
        self.counts = dict.fromkeys(score.OUTCOMES, 0)
        self.points = 0
        self.done = 0
        self.extra = ""
        self.judged = judged  # the verdict of some task is known
        self.start = self.last = time.monotonic()
        if not self.quiet and before:
            print(f"cbmc-mt-batch: {before} of {total} runs are done already", file=sys.stderr)
        self.draw()

    def add(self, result):
        self.done += 1
        self.counts[score.outcome(result)] += 1
        self.points += score.points(result)
        if self.verbose or result["status"] == "wrong":
            self.say(result)
        self.update()

    def note(self, text):
        """What an engine has to tell; it may call this as often as it likes."""
        self.extra = f"  {text}" if text else ""
        self.update()

    def update(self):
        now = time.monotonic()
        if self.terminal and now - self.last >= REDRAW:
            self.last = now
            self.draw()
        elif not self.terminal and not self.quiet and now - self.last >= LINE_EVERY:
            self.last = now
            print(f"cbmc-mt-batch: {self.text(False)}", file=sys.stderr, flush=True)

    def say(self, result):
        self.clear()
        expected = f", expected {result['expected']}" if result["expected"] else ""
        outcome = score.outcome(result)
        status = self.paint(outcome, f"{NAMES.get(outcome, outcome):9}")
        print(f"{status} {result['verifier']}: {result['task']}: {table.said(result)}{expected}, "
              f"{result['cpu']:.2f} s", file=sys.stderr, flush=True)
        self.draw()

    def paint(self, status, text):
        return f"\033[{COLOURS[status]}m{text}\033[0m" if self.colour else text

    def text(self, colour):
        counts = []
        for status, n in self.counts.items():
            if n or status in ALWAYS or (status in JUDGED and self.judged):
                word = f"{n} {NAMES.get(status, status)}"
                counts.append(self.paint(status, word) if colour and n else word)
        if self.judged:
            counts.append(f"score {self.points}")
        return (f"{self.before + self.done}/{self.total}  {'  '.join(counts)}  "
                f"{self.remaining()}{self.extra}")

    def remaining(self):
        left = self.total - self.before - self.done
        spent = time.monotonic() - self.start
        if not left:
            return duration(spent)
        if not self.done:
            return "starting"
        return f"{duration(spent)}, {duration(spent / self.done * left)} left"

    def draw(self):
        if not self.terminal:
            return
        columns = shutil.get_terminal_size().columns
        plain = len(self.text(False))
        width = min(40, columns - plain - 4)
        bar = ""
        if width >= 8:
            part = (self.before + self.done) / max(self.total, 1) * width
            full = int(part)
            eighths = " ▏▎▍▌▋▊▉"[int((part - full) * 8)] if full < width else ""
            bar = "▕" + ("█" * full + eighths).ljust(width) + "▏ "
        text = self.text(self.colour) if plain + 2 < columns else self.text(False)[: columns - 1]
        sys.stderr.write("\r\033[K" + bar + text)
        sys.stderr.flush()

    def clear(self):
        if self.terminal:
            sys.stderr.write("\r\033[K")

    def finish(self):
        self.extra = ""
        if self.terminal:
            self.draw()
            sys.stderr.write("\n")
        elif not self.quiet:
            print(f"cbmc-mt-batch: {self.text(False)}", file=sys.stderr, flush=True)
