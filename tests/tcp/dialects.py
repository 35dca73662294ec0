# SPDX-License-Identifier: MIT
"""Rewrites this server's .mat texts in the styles of other programs."""

import re

_ROLL = re.compile(r"([1-6][1-6]): ?((?:(?:bar|\d+)/(?:off|\d+)\*? ?)*)")


def numbers(steps):
    """Writes 25/20 and 6/0 instead of bar/20 and 6/off."""
    return [s.replace("bar/", "25/").replace("/off", "/0") for s in steps]


def capitals(steps):
    return [s.replace("bar", "Bar").replace("off", "Off") for s in steps]


def counted(steps):
    """Writes 8/5(2) when the same step occurs twice, and marks a hit once."""
    out = []
    for s in steps:
        plain = s.rstrip("*")
        if plain not in [x.rstrip("*") for x, _ in out]:
            same = [x for x in steps if x.rstrip("*") == plain]
            out.append((plain + ("*" if any(x.endswith("*") for x in same) else ""), len(same)))
    return [s + ("(%d)" % n if n > 1 else "") for s, n in out]


def joined(steps):
    """Writes 24/18/13* for the steps of one checker, or 24/13* if it hit nothing on its way."""
    out = []
    for s in steps:
        start = s.split("/")[0]
        before = next((x for x in out if x.split("/")[-1].rstrip("*") == start), None)
        if before is None:
            out.append(s)
        else:
            way = before if before.endswith("*") else before.rsplit("/", 1)[0]
            out[out.index(before)] = way + "/" + s.split("/", 1)[1]
    return out


def reversed_(steps):
    """Writes the steps in an order in which they cannot be played."""
    return steps[::-1]


def starless(steps):
    return [s.rstrip("*") for s in steps]


def rewrite(text, *ways):
    """Rewrites each play of a .mat text.  The columns keep their width where they can."""
    def play(m):
        steps = m[2].split()
        for way in ways:
            steps = way(steps)
        said = m[1] + ": " + " ".join(steps)
        return said.ljust(len(m[0])) if m[0].endswith(" ") else said
    return "".join(line if line.startswith(";") else _ROLL.sub(play, line) for line in text.splitlines(True))


# ---- layouts: the same games, written in lines as other programs or people write them ------------------------------

_CELL = re.compile(r"(?<![\w:])(?:[1-6][1-6]:|Doubles|Beavers|Raccoons|Takes|Drops|Wins)")
_NAMES = re.compile(r" (.*?) : (\d+) +(.*?) : (\d+)\s*\Z")


class Game:
    """A game of a .mat text: its cells in order, as (column, text), and its result."""

    def __init__(self, number, names, scores):
        self.number, self.names, self.scores = number, names, scores
        self.cells, self.result = [], None

    def rows(self):
        """Returns (left, right) for each numbered line; a side without a cell is None."""
        rows = []
        for side, text in self.cells:
            if side == 1 and rows and rows[-1][1] is None:
                rows[-1] = (rows[-1][0], text)
            else:
                rows.append((text, None) if side == 0 else (None, text))
        return rows


def parse(text):
    """Returns (match length, games) of a .mat text."""
    length, games = 0, []
    for line in text.splitlines():
        names, number = _NAMES.match(line), re.match(r" *(\d+)\) ?", line)
        if line.endswith(" point match"):
            length = int(line.split()[0])
        elif line.startswith(" Game "):
            games.append(Game(int(line.split()[1]), None, None))
        elif names and games[-1].names is None:
            games[-1].names, games[-1].scores = (names[1], names[3]), (int(names[2]), int(names[4]))
        elif games:
            at = number.end() if number else 0
            starts = [m.start() for m in _CELL.finditer(line, at)] + [len(line)]
            for begin, end in zip(starts, starts[1:]):
                cell = (int(begin >= 20), line[begin:end].strip())
                if cell[1].startswith("Wins"):
                    games[-1].result = cell
                else:
                    games[-1].cells.append(cell)
    return length, games


def write(match, head="", length=" {} point match", below="", game=" Game {}", names=None, scores=" {} : {}", number="{:3d}) ",
          width=34, gap=None, cell=lambda text: text, result=lambda text: text, same_line=False, tail="", blank="", end="\n"):
    """Writes a match.  gap: the text between the two cells of a row; None: blanks up to `width`. same_line: the last
    row also gets the result if it has room."""
    points, games = match
    lines = [head, length.format(points) if points else "Money session", below, blank]
    for g in games:
        left, right = (scores.format(*x) for x in zip(names or g.names, g.scores))
        lines += [game.format(g.number), left.ljust(width + 5) + " " + right]
        rows, (winner, text) = g.rows(), g.result
        for i, (a, b) in enumerate(rows, 1):
            row = number.format(i) + (cell(a) if a else "")
            if gap is None:
                row = row.ljust(len(number.format(i)) + width)
            row += (gap or " ") * (1 if a else 2 if gap else 1) + cell(b) if b else ""
            if same_line and i == len(rows) and b is None and winner == 1:
                row, text = row + " " + result(text), None
            lines.append(row.rstrip(" "))
        lines += [" " * (6 + winner * width) + result(text)] if text else []
        lines.append(blank)
    return end.join(x for x in lines + [tail] if x is not None) + end


def _plays(pattern, by):
    """Returns a function that replaces `pattern` with `by` in the cells that have a roll."""
    return lambda text: re.sub(pattern, by, text) if text[2] == ":" else text


_TAGS = "\n".join("; [%s]" % x for x in (
    'Site "XYZ"', 'Match ID "1234567"', 'Player 1 "Foo Bar"', 'Player 2 "B. Quux"', 'Player 1 Elo "1600.00/0"',
    'EventDate "2012.05.13"', 'EventTime "12.30"', 'Variation "Backgammon"', 'Unrated "Off"', 'Crawford "On"',
    'CubeLimit "1024"', 'Transcriber "x y"'))

LAYOUTS = {
    "narrow": {"width": 24}, "very narrow": {"width": 14}, "wide": {"width": 60}, "no blank lines": {"blank": None},
    "CRLF": {"end": "\r\n"}, "CR": {"end": "\r"}, "CR CRLF": {"end": "\r\r\n"},
    "numbers 1.": {"number": "{}. "}, "numbers 01)": {"number": "{:02d}) "}, "numbers 1)31:": {"number": "{})"},
    "tabs": {"number": "{})\t", "gap": "\t"}, "two tabs": {"gap": "\t\t"},
    "tags": {"head": _TAGS}, "tags below the length": {"below": _TAGS},
    "items": {"head": "Event: Foo\nPlayer 1: X Y\nDate: 12/05/2009"},
    "free text": {"head": "Backgammon match, Foo Cup final 2003\nTranscribed by N.N.\n\nPlayed in Monte Carlo"},
    "money in the title": {"head": "Money Prize Open 2003"}, "unlimited": {"head": "Unlimited fun: the cup"},
    "ordinals": {"head": "3rd Open, Round 2\n1st match of the evening"},
    "page break": {"game": "\fGame {}"}, "Game 3 (Crawford)": {"game": "Game {} (Crawford)"},
    "Game 3 - Crawford": {"game": "Game {} - Crawford game"}, "Game 3:": {"game": "Game {}:"},
    "Game #3": {"game": "Game #{}"}, "GAME 3": {"game": "GAME {}   "}, "Game No. 3": {"game": "Game No. {}"},
    "Game 3, tabs": {"game": "\tGame {}\t"}, "Game 03": {"game": " Game {:02d}"}, "Game3": {"game": " Game{}"},
    "--- Game 3 ---": {"game": "--- Game {} ---"}, "lines of signs": {"game": "=====\nGame {}\n====="},
    "names: 0": {"scores": "{}: {}"}, "single blanks": {"scores": "{} : {}", "width": 10}, "a word after the score":
    {"scores": " {} : {} Crawford"},
    "ratings": {"names": ("Ann O'Neil (1823.11)", 'Bob "the Kid" Lee [2300]')}, "colons": {"names": ("Dr: Ann", "B:b")},
    "digits": {"names": ("123", "Game 7")}, "Unicode": {"names": ("Žofie Łęcka-Ω", "山田 太郎")},
    "long names": {"names": ("Ann " * 15 + "Lee", "Bob von und zu Hohenlohe-Langenburg-Schillingsfuerst")},
    "names like lengths": {"names": ("Money", "Match to 5")}, "names like results": {"names": ("Winston", "Passmore")},
    "names like cubes": {"names": ("Double Trouble", "Take Two")}, "names like rolls": {"names": ("64:", "Rolls 31: x")},
    "commas": {"names": ("O'Neil, Ann", "Lee, Bob")}, "parentheses": {"names": ("(Ann)", "(Bob)")},
    "result in the row": {"same_line": True}, "WINS": {"result": str.upper}, "Wins 1 pt.": {"result":
    lambda x: x.replace(" points", " pts").replace(" point", " pt") + "."},
    "doubles to 2, accepts": {"cell": lambda x: x.replace("Doubles => ", "doubles to ").replace("Takes", "accepts")},
    "Redoubles, passes": {"cell": lambda x: x.replace("Doubles", "Redoubles").replace("Drops", "passes")},
    "Double, Take, Pass": {"cell": lambda x: re.sub("Doubles => .*", "Double", x).replace("kes", "ke").replace("Drops", "Pass")},
    "Doubles=>2, Declines": {"cell": lambda x: x.replace(" => ", "=>").replace("Drops", "Declines")},
    "Doubles (2), Refuses": {"cell": lambda x: re.sub("=> (.*)", r"(\1)", x).replace("Drops", "Refuses!")},
    "no play": {"cell": lambda x: x.replace("Cannot Move", "no play")}, "nothing": {"cell": lambda x: x.replace("Cannot Move", "")},
    "Dances": {"cell": lambda x: x.replace("Cannot Move", "Dances")}, "dash": {"cell": lambda x: x.replace("Cannot Move", "-")},
    "(no legal move)": {"cell": lambda x: x.replace("Cannot Move", "(no legal move)")},
    "passes": {"cell": lambda x: x.replace("Cannot Move", "Pass")}, "bar": {"cell": lambda x: x.replace("Cannot Move", "bar")},
    "capitals": {"cell": str.upper}, "31:8/5": {"cell": lambda x: x.replace(": ", ":")}, "3-1:": {"cell": _plays("^(.)", r"\1-")},
    "31 :": {"cell": _plays(":", " :")}, "13:": {"cell": _plays("^(.)(.)", r"\2\1")},
    "8/5, 6/5": {"cell": _plays(r"(?<=\d|f|\*) (?=\d|bar)", ", ")}, "8-5 6-5": {"cell": _plays("/", "-")},
    "?!": {"cell": lambda x: x + " ?!"}, "(forced)": {"cell": _plays(r"(/.*)$", r"\1 (forced)")},
    "(-0.052)": {"cell": _plays(r"(/.*)$", r"\1 (-0.052)")}, "b/20, 6/o": {"cell": lambda x: x.replace("bar", "b").replace("off", "o")},
    "a letter below": {"tail": "\nEnd of match\n\nFinal score: see above\nEquity: +0.5\n-- \nSent by me"},
    "figures below": {"tail": "*****\nMatch statistics\n 1) 2.3  5.6\nann wins the match 7-5"}, "^Z": {"tail": "\x1a"},
    **{x: {"length": x} for x in (
        "Match to {} points", "{}-point match", "{} Points Match", "{} POINT MATCH", "{} pointer", "{} pt match", "Match Length: {}",
        "Length: {} points", " {} point match (Crawford)", "Match: {} points", "Match to {}", "Match up to {} points", "{}pts",
        " {}  point  match   \t", "({} point match)", "Match score: {} points", '; [Match Length "{} points"]')},
}
