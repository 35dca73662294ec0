# SPDX-License-Identifier: MIT
"""The model, players and watchers of model.py and bots.py for all the games of games.py."""

import functools

from bots import Player, Watcher
from fibs import Bad, UNLIMITED, points
from games import BAR, GAMES, OFF, RESERVE, dice_list, flip, game_number, hops, legal_in_any_order, outcome, \
    plays, walk
from model import Model

MOVE_REFUSALS = ("err_must_give", "err_too_many", "err_from", "err_points", "err_to", "err_bar", "err_remove",
                 "err_home", "err_words", "err_pinned", "err_forbidden")
WORDS = {BAR: "bar", RESERVE: "res", OFF: "off"}


@functools.lru_cache
def point_names(game, colour):
    """Returns the maps from a side's points to the board's, and back."""
    names = {str(p if colour > 0 else game.opposite(p)): p for p in range(1, 25)}
    names.update((word, p) for p, word in WORDS.items())
    return names


class VariantModel(Model):
    """A model of a match of any game.  Positions have the form of games.py; there is one from each player's side."""

    def __init__(self, variant, view, other, player):
        self.variant = variant
        self.game = game_number(variant, 1)
        self.last_winner = None
        super().__init__(view, other, player)

    def new_game_state(self):
        super().new_game_state()
        start = self.game.start_position[0]
        self.rows = {self.view: start, self.other: start}
        self.pins = {self.view: 0, self.other: 0}
        self.streak = {self.view: 0, self.other: 0}
        self.stage = "dice"  # the part of a turn: dice, named, complement, chain
        self.due_double = None  # the given double that the server still has to announce
        self.again = False  # the server still has to announce "rolls again"
        self.result = None  # (winner or None, points) of a finished game
        self.draw_by = None
        self.late_draw = False  # after adopt(): a draw that boards do not show may be on offer
        self.stuck = []
        self.title_due = False

    def position(self, name):
        other = self.opponent(name)
        return self.rows[name], self.rows[other], self.pins[name], self.pins[other]

    def put(self, name, pos):
        other = self.opponent(name)
        self.rows[name], self.rows[other], self.pins[name], self.pins[other] = pos

    # ---- games

    def starting(self):
        self.game = game_number(self.variant, self.games + 1)
        super().starting()
        self.title_due = self.game.name != "backgammon"
        if self.game.winner_begins and self.last_winner is not None:
            self.turn = self.last_winner
            self.phase = "first"

    def opening(self, view_die, other_die, x_player=None):
        super().opening(view_die, other_die, x_player)
        if self.phase == "first" and self.game.opening != "dice":
            self.dice = None

    def title(self, text):
        self._need(self.title_due and text == self.game.title, "the game is %s" % text)
        self.title_due = False

    def first(self, name):
        self._need(not self.title_due, "the game was not named")
        self._need(self.phase == "first" and self.turn == name, "%s makes the first move" % name)
        if self.game.dice and self.game.opening != "dice":
            self.phase = "roll"
            return
        self.phase = "move"
        self._find_plays()

    def _find_plays(self):
        if not self.game.dice:
            self.dice = (0, 0)
            used, results = hops(self.position(self.turn))
            self.plays = used, results
        else:
            self.plays = plays(self.game, self.position(self.turn), *self.dice)

    def may_double(self, name):
        return self.game.cube and super().may_double(name)

    def roll(self, name, a, b):
        self._need(not self.again and self.due_double is None, "a roll; a line is missing before it")
        self.stage = "dice"
        super().roll(name, a, b)

    def _pass_turn(self):
        super()._pass_turn()
        self.stage = "dice"
        if not self.game.dice:
            self.phase = "move"
            self._find_plays()

    def cant(self, name):
        if self.stuck:  # neither can move: first the opponent passes, then the player who has moved, and the game is over
            self._need(name == self.stuck.pop(0), "%s can't move" % name)
            return
        self._need(self.due_double is None, "can't move; the double was not announced")
        super().cant(name)

    def _end(self, winner, n):
        self.phase = "won"
        self.turn = None
        self.dice = None
        self.result = (winner, n)

    def moved(self, name, steps, alone=False):
        self._quiet("a move")
        self._need(self.phase == "move" and self.turn == name and self.due_double is None and not self.again,
                   "%s moves %s" % (name, steps))
        used, results = self.plays
        before = self.position(name)
        after = walk(self.game, before, steps, dice_list(*self.dice))
        if after is None or len(steps) != used or after not in results:  # building the message is slow
            self._need(False, "%s moves %s, which is no legal play of %s" % (name, steps, before))
        self._need(not alone or len(results) == 1, "%s is not the only play of %d" % (steps, len(results)))
        self._note(name, "(%d %d) " % self.dice + self.text(name, steps))
        self.movers.add(name)
        self.put(name, after)
        other = self.opponent(name)
        if not self.game.dice and steps[0][1] == OFF:
            self.streak[name] += 1
            self.streak[other] = 0
            if self.streak[name] == 2:
                self._end(name, 1)
                return
        end = outcome(self.game, after)
        if end == ("draw",):
            self._end(None, 0)
            self.stuck = [] if self.game.dice else [other, name]
        elif end is not None:
            self._end((name, other)[end[0]], self.cube * end[1])
        else:
            self._follow(name, used)

    def _follow(self, name, used):
        """Sets what follows a part of a turn."""
        a, b = self.dice
        chain, stage = self.game.chain, self.stage
        four = a == b and used == 4
        if chain in ("acey", "european") and stage == "dice" and sorted((a, b)) == [1, 2] and used == 2:
            self.phase = "name"
            self.dice = None
            self.plays = None
        elif chain == "acey" and stage == "named" and four or chain == "european" and stage == "complement" and four:
            self.phase = "roll"
            self.dice = None
            self.plays = None
            self.stage = "dice"
            self.again = True
        elif chain == "european" and four:
            self._give(7 - a, "complement")
        elif chain == "up" and four and a < 6:
            self._give(a + 1, "chain")
        else:
            self._pass_turn()

    def _give(self, n, stage):
        self.dice = (n, n)
        self.stage = stage
        self.phase = "move"
        self._find_plays()
        self.due_double = (n, n)

    def asked_name(self, name):
        self._need(self.phase == "name" and self.turn == name, "%s is asked for a double" % name)

    def plays_double(self, name, a, b, named=None):
        """Checks a double given by the rules, or a double that was just named."""
        if self.phase == "name":
            self._need(self.turn == name and a == b and named in (None, a), "%s plays %d %d" % (name, a, b))
            self._give(a, "named")
        self._need(self.turn == name and self.due_double == (a, b), "%s plays %d and %d" % (name, a, b))
        self.due_double = None

    def rolls_again(self, name):
        self._need(self.phase == "roll" and self.turn == name and self.again is not False,
                   "%s rolls again" % name)
        self.again = False

    # ---- words

    def board_point(self, name, p):
        if p in WORDS:
            return WORDS[p]
        if self.colour[name] > 0:
            return str(p)
        return str(self.game.opposite(p))

    def text(self, name, steps):
        return " ".join("%s-%s" % (self.board_point(name, p), self.board_point(name, q)) for p, q in steps)

    def steps(self, name, text):
        names = point_names(self.game, self.colour[name])
        try:
            steps = tuple(tuple(names[w] for w in token.split("-")) for token in text.split(" "))
        except KeyError:
            raise Bad("%r is not a play" % text) from None
        return steps

    # ---- ends

    def resign_points(self, name, size):
        if self.game.chain in ("acey", "european"):
            return self.game.score(self.game, self.rows[name], 0)
        return size * self.cube

    def resign(self, name, n):
        self._quiet("a resignation")
        self._need(self.phase in ("roll", "move", "name") or (self.phase == "offer" and self.asked != name),
                   "%s resigns" % name)
        allowed = [self.resign_points(name, k) for k in range(1, self.game.resign_max + 1)]
        self._need(n in allowed, "%d points for a resignation, allowed are %s" % (n, allowed))
        self.resigning = (name, n)
        self.draw_by = None
        self.late = self.late_draw = False
        self._note(name, "wants to resign")

    def win(self, name, n):
        self._need(self.phase == "won" and self.result == (name, n), "%s wins %d; %s" % (name, n, self.result))
        self._over(name, n)

    def _over(self, winner, n):
        super()._over(winner, n)
        self.last_winner = winner

    def draw_offered(self, name):
        self._quiet("an offer of a draw")
        self._need(self.phase in ("roll", "move", "name") and self.draw_by is None, "%s offers a draw" % name)
        self.draw_by = name
        self.late_draw = False  # no draw can have been on offer, because a second offer would have been a draw

    def draw_rejected(self, name):
        self._late_offer(self.opponent(name))
        self._need(self.draw_by == self.opponent(name), "%s rejects a draw" % name)
        self.draw_by = None

    def _late_offer(self, by):
        """Handles an answer that shows that a draw was offered before the first board was seen."""
        if self.late_draw and self.draw_by is None:
            self.draw_by = by
        self.late_draw = False

    def drawn(self, how):
        if how == "agreement":
            self._late_offer(self.view)
            self._need(self.draw_by is not None and self.phase in ("roll", "move", "name"), "a draw by agreement")
        else:
            self._need(self.phase == "won" and self.result == (None, 0) and not self.stuck, "a draw by the rules")
        self.phase = "over"
        self.turn = None
        self.dice = None
        self.last_winner = None

    # ---- boards

    def fields(self):
        v, o = self.view, self.other
        mine, his = self.rows[v], self.rows[o]
        c = self.colour[v]
        white, black = (mine, his) if c > 0 else (his, mine)
        at = list(white[:25])
        across = self.game.across
        for p in range(1, 25):
            if black[p]:
                at[across[p]] -= black[p]
        board = [str(-black[BAR])] + [str(n) for n in at[1:]] + [str(white[BAR])]
        turn, dice, can_move = 0, (0, 0, 0, 0), 0
        may = (1, 1) if self.owner is None else (1, 0) if self.owner == v else (0, 1)
        was = 0
        if not self.game.cube:
            may = (0, 0)
        if self.phase == "offer":
            turn = self.colour[self.asked]
            may = (0, 0)
            was = 1 if self.asked == v else 0
        elif self.turn is not None:
            turn = self.colour[self.turn]
        if self.phase in ("move", "first") and self.dice:
            dice = tuple(self.dice) + (0, 0) if self.turn == v else (0, 0) + tuple(self.dice)
            can_move = self.plays[0] if self.plays else 0
        out = ["board", "You" if self.player else v, o, self.length or UNLIMITED, self.score[v], self.score[o]]
        out += board
        out += [turn, *dice, self.cube, *may, was, c, -c, 0 if c > 0 else 25, 25 if c > 0 else 0,
                mine[OFF], his[OFF], mine[BAR], his[BAR], can_move, 0, 0, self.redoubles]
        return [str(x) for x in out]

    def pin_points(self, name):
        found = sorted(int(self.board_point(name, p)) for p in range(1, 25) if self.pins[name] >> p & 1)
        return ",".join(str(p) for p in found) or "-"

    def way(self, name):
        if self.colour[name] > 0:
            return "-24"
        return "1" if self.game.way is None else "-%d" % self.game.opposite(24)

    def plus(self):
        """Returns the line that must follow the board; None if there is none."""
        if not self.game.plus:
            return None
        v, o = self.view, self.other
        word = "-"
        if self.phase == "name":
            word = "name"
        elif self.phase == "move" and self.stage != "dice":
            word = "double"
        return ":".join(["board+", self.game.name, str(self.rows[v][RESERVE]), str(self.rows[o][RESERVE]),
                         self.pin_points(v), self.pin_points(o), self.way(v), self.way(o),
                         str(self.streak[v]), str(self.streak[o]), word])

    def check_plus(self, line, want, ended):
        if line == want or (ended and line.rsplit(":", 1)[0] == want.rsplit(":", 1)[0]):
            return
        raise Bad("the second line of the board differs from the model:\n   server %s\n   model  %s" % (line, want))

    def adopt_both(self, line, plus):
        """Takes the state from a board, for a watcher who arrives late.  Returns False if the lines say too
        little."""
        got = line.split(":")
        if len(got) != 53:
            raise Bad("a board with %d tokens: %s" % (len(got), line))
        extra = plus.split(":") if plus else ["board+", None, 0, 0, "-", "-", None, None, 0, 0, "-"]
        if plus and extra[1] != self.game.name:
            if self.variant not in ("tavli",):
                raise Bad("the second line of the board names %s" % extra[1])
        n = [int(x) if i > 2 else 0 for i, x in enumerate(got)]
        self.length = 0 if n[3] == UNLIMITED else n[3]
        self.learn_colour(got)
        v, o, c = self.view, self.other, n[41]
        self.score = {v: n[4], o: n[5]}
        self.redoubles = n[52]
        self.known_crawford = False
        self.crawford = False
        if n[32] == 0 or extra[10] != "-" or (self.game.cube and (n[38], n[39]) == (0, 0)):
            return False
        if self.variant == "tavli" and (not plus or extra[1] != "plakoto"):
            return False
        if self.variant == "tavli":
            self.game = GAMES[extra[1]]
        self.new_game_state()
        self.clean_record = False
        self.late = self.late_draw = True
        for name, sign, off, bar, res, pins, streak in ((v, c, n[45], n[47], extra[2], extra[4], extra[8]),
                                                        (o, -c, n[46], n[48], extra[3], extra[5], extra[9])):
            row = bytearray(27)
            row[OFF], row[BAR], row[RESERVE] = off, bar, int(res)
            for i in range(1, 25):
                if n[6 + i] * sign > 0:
                    row[i if sign > 0 else self.game.opposite(i)] = abs(n[6 + i])
            if pins != "-":
                for p in pins.split(","):
                    self.pins[name] |= 1 << (int(p) if sign > 0 else self.game.opposite(int(p)))
            if not self.game.clone and sum(row) + bin(self.pins[name]).count("1") != self.game.checkers:
                raise Bad("%d checkers of %s on the board: %s" % (sum(row), name, line))
            self.rows[name] = bytes(row)
            self.streak[name] = int(streak)
        self.cube = n[37]
        if self.game.cube:
            self.owner = {(1, 1): None, (1, 0): v, (0, 1): o}[n[38], n[39]]
        self.turn = v if n[32] == c else o
        dice = (n[33], n[34]) if self.turn == v else (n[35], n[36])
        if self.game.dice and dice == (0, 0):
            self.phase = "roll"
            self.again = None  # not shown: "rolls again" may still arrive
        else:
            self.dice = dice
            self.phase = "move"
            self._find_plays()
        self.board(line)
        return True


class Both:
    """The second line of boards, and the lines that only other games have."""

    plus_due = None
    plus_seen = 0

    def take_plus(self, kind, line):
        """Returns True if the line was the second one of a board."""
        if self.plus_due is not None:
            want, ended = self.plus_due
            self.plus_due = None
            if kind != "plus":
                raise Bad("not the second line %s after the board, but %r" % (want, line))
            self.model.check_plus(line, want, ended)
            self.plus_seen += 1
            return True
        if kind == "plus":
            raise Bad("a second line of a board that has none: %s" % line)
        return False

    def on_board(self, line):
        super().on_board(line)
        want = self.model.plus()
        if want is not None:
            self.plus_due = want, self.model.phase in ("won", "over")

    def other_games(self, kind, g):
        """Returns True if the line was one of those that name the player."""
        m = self.model
        if kind == "game_is":
            m.title(g[0])
        elif kind == "names_double":
            m.asked_name(g[0])
        elif kind == "plays":
            m.plays_double(g[0], int(g[1]), int(g[2]))
            self.want_board("a double", "moreboards")
        elif kind == "rolls_again":
            m.rolls_again(g[0])
        elif kind == "rejects_draw":
            m.draw_rejected(g[0])
        else:
            return False
        return True


class VariantWatcher(Both, Watcher):
    variant = "backgammon"
    half = None  # a board of a match not seen from its start; its second line must follow
    games_over = 0

    def _fresh(self):
        other = self.pair[1] if self.pair[0] == self.target else self.pair[0]
        self.model = VariantModel(self.variant, self.target, other, False)
        self.due = self.plus_due = self.half = None
        self.extra = 0
        self.bearing = None

    def game(self, kind, g, line):
        if self.half is not None:
            first, self.half = self.half, None
            if kind != "plus":
                raise Bad("no second line after the board, but %r" % line)
            self.adopt_both(first, line)
            return
        if kind == "plus" and self.plus_due is None and not self.following:
            return
        if self.take_plus(kind, line):
            return
        if kind == "board" and not self.following:
            if self.model is None or (self.model.colour and not self.waiting_board):
                return
            self.waiting_board = False
            if self.model.game.plus and self.variant != "tavli":
                self.half = line
            elif self.variant != "tavli":
                self.adopt_both(line, None)
            return
        super().game(kind, g, line)

    def adopt_both(self, line, plus):
        if self.model.adopt_both(line, plus):
            self.model.autodouble = False
            self.following = True
            self.extra += 1
            self.boards += 1

    def watched_line(self, kind, g, line):
        m = self.model
        if kind == "board":
            super().watched_line(kind, g, line)
            return
        if kind not in ("score", "wins_match"):
            self.game_line()
        if self.other_games(kind, g):
            pass
        elif kind == "offers_draw_w":
            m.draw_offered(g[0])
        elif kind == "drawn":
            m.drawn(g[0])
        elif kind == "opening" and m.phase == "first":
            raise Bad("an opening roll although the winner begins")
        else:
            super().watched_line(kind, g, line)
        if m.phase == "over" and kind not in ("score", "wins_match"):
            self.games_over += 1


class VariantPlayer(Both, Player):
    """variant: the game of all their matches."""

    variant = "backgammon"
    DEFAULT_HABITS = dict(Player.DEFAULT_HABITS, draw=0.003, resign_out=0.0, careful=0.75)
    pause_at = 0
    paused = None
    resign_size = 0
    patience = 0
    lazy = False  # stays back, and loses double or triple

    def __init__(self, *args, **kw):
        super().__init__(*args, **kw)
        self.lists = []
        self.ratings = [0, 0]  # how many matches of this game changed the backgammon rating, and how many did not

    def begin_match(self, rival, length, crawford, autodouble, redoubles):
        super().begin_match(rival, length, crawford, autodouble, redoubles)
        self.model = VariantModel(self.variant, self.name, rival, True)
        self.model.new_match(length, crawford, autodouble, redoubles)
        self.plus_due = None

    def game(self, kind, g, line):
        if self.take_plus(kind, line):
            return
        if kind in ("game_is", "games_head", "games_row", "saved_head", "saved_row", "saved_none") \
                and (kind != "game_is" or self.model is None or not self.model.title_due):
            self.lists.append((kind, g, line))
            return
        if kind.startswith("err_") and self.out and self.out[0].what == "draw answer":
            self.out.popleft()
            return
        super().game(kind, g, line)

    def third_person(self, kind, g):
        return self.other_games(kind, g) or super().third_person(kind, g)

    def own_board(self, line):
        """As in backgammon, but only some games play the opening roll at once."""
        if self.due is None and self.out and self.out[0].what == "move":
            if not self.settings.get("autoboard"):
                raise Bad("a board after a move although autoboard is off: %s" % line)
            self.own_move_done()
            if self.model.phase == "won":
                self.extra += 1
            else:
                self.due = "own move"
        self.on_board(line)
        m = self.model
        if m.phase == "move" and m.turn == self.name and m.games and not m.record and m.game.dice \
                and m.game.opening == "dice":
            self.decide()

    # ---- what only other games have

    def on_name_double_you(self, g, line):
        self.model.asked_name(self.name)
        self.decide()

    def on_you_play(self, g, line):
        named = None
        if self.out and self.out[0].what == "choose":
            named = self.answered("you_play", line).data
        self.model.plays_double(self.name, int(g[0]), int(g[1]), named)
        self.events["double given"] += named is None
        self.want_board("a double", "moreboards")

    def on_you_roll_again(self, g, line):
        self.model.rolls_again(self.name)
        self.events["roll again"] += 1

    def on_you_offer_draw(self, g, line):
        self.answered("you_offer_draw", line)
        self.model.draw_offered(self.name)
        self.events["draw offered"] += 1
        self.decide()

    def on_offers_draw(self, g, line):
        self.model.draw_offered(g[0])
        if self.frozen:
            return
        yes = self.rng.random() < 0.3
        self.put("draw accept" if yes else "draw reject", "draw answer", ("drawn", "you_reject_draw"),
                 ("err_no_draw", "err_not_playing", "err_over"))

    def on_you_reject_draw(self, g, line):
        self.answered("you_reject_draw", line)
        self.model.draw_rejected(self.name)

    def on_drawn(self, g, line):
        if g[0] == "agreement":
            if self.out and self.out[0].what in ("draw", "draw answer"):
                self.out.popleft()
            self.events["drawn by agreement"] += 1
        else:
            if self.model.phase != "won" and self.out and self.out[0].what == "move":
                self.own_move_done()
            self.events["drawn by rule"] += 1
        self.model.drawn(g[0])
        self.game_over()
        self.forgive("err_no_draw")

    def game_over(self):
        super().game_over()
        self.forgive("err_no_draw", "err_await_draw", "any")

    # ---- deciding

    def my_turn(self):
        m = self.model
        if m.phase == "name":
            return m.resigning is None and m.turn == self.name
        return super().my_turn()

    def deciding(self):
        return any(s.what in ("choose", "draw") for s in self.out) or super().deciding()

    def decide(self):
        m = self.model
        if self.frozen or self.deciding() or not self.my_turn():
            return
        if self.pause_at and m.phase in ("move", "roll", "name") and len(m.record) >= self.pause_at:
            self.pause_at = 0
            self.frozen = True
            if self.paused is not None and not self.paused.done():
                self.paused.set_result(None)
            return
        if self.impatient():
            self.offer_resignation()
            self.told_again = False
            return
        if m.phase != "offer" and m.draw_by is None and self.chance("draw"):
            self.put("draw", "draw", ("you_offer_draw", "drawn"), ("err_await_draw",))
        elif m.phase == "name":
            self.small_talk()
            if self.chance("illegal"):
                self.wrong_when_naming()
            n = self.rng.randint(1, 6)
            self.put("choose %d" % n, "choose", ("you_play",), (), n)
            self.events["named"] += 1
        else:
            super().decide()

    def impatient(self):
        """Sometimes resigns long games, so that the test ends."""
        return self.patience and len(self.model.record) > self.patience and self.rng.random() < 0.15 \
            and self.model.phase in ("move", "roll", "name") and self.model.resigning is None

    def small_talk(self):
        rng = self.rng
        if self.chance("board"):
            self.put(rng.choice(("board", "b")), "board", ("board",))
        if self.chance("toggles"):
            name = rng.choice(("moreboards", "autoboard", "automove"))
            self.put("toggle " + name, "toggle", ("toggle",))

    def offer_resignation(self):
        size = self.rng.randint(1, 3)
        word = {1: ("n", "normal"), 2: ("g", "gammon"), 3: ("b", "backgammon")}[size][self.rng.randint(0, 1)]
        if size > self.model.game.resign_max:
            self.put("resign " + word, "illegal", (), ("err_resign_high",), ())
            size, word = 1, "normal"
        self.put("resign " + word, "resign", ("you_resign",), (), self.model.resign_points(self.name, size))
        self.resign_size = self.model.resign_points(self.name, size)

    def on_you_resign(self, g, line):
        if not self.told_again and points(g[1]) != self.resign_size:
            raise Bad("%r instead of %d" % (line, self.resign_size))
        super().on_you_resign(g, line)

    def answer_resignation(self):
        if self.chance("accept") or self.impatient():
            self.put("accept", "accept", ("you_accept_win",))
        else:
            self.put("reject", "reject", ("you_reject",))

    def check_automatic(self):
        m = self.model
        if self.settings.get("automove") and m.plays[0] and len(m.plays[1]) == 1 and not self.told_again:
            raise Bad("asked to move although automove is on and one play is possible")

    def wrong_when_naming(self):
        for text, kinds in (("choose 7", ("err_choose",)), ("choose 0", ("err_choose",)), ("choose", ("err_choose",)),
                            ("move 8-5 6-5", ("err_name",)), ("roll", ("err_name",))):
            self.put(text, "illegal", (), kinds, ())
        self.put("board", "board", ("board",))

    def wrong_before_roll(self):
        m = self.model
        self.put("move 8-5 6-5", "illegal", (), ("err_roll_first",), ())
        self.put("choose 3", "illegal", (), ("err_no_name",), ())
        if m.draw_by != self.rival:  # otherwise an offer from before a kill is still open
            self.put("draw accept", "illegal", (), ("err_no_draw",), ())
        self.put("resign x", "illegal", (), ("err_resign_word",), ())
        self.put("board", "board", ("board",))

    def wrong_moves(self):
        """Sends moves that must be refused, then asks for a board, which must show the position unchanged."""
        m = self.model
        rng = self.rng
        used, results = m.plays
        pos = m.position(self.name)
        me = pos[0]
        legal = rng.choice(list(results.values()))
        if used > 1:
            self.wrong(legal[:-1], ("** You must give %d moves." % used,))
        if used < 4:
            few = ("** Please don't give more than %d moves." % used, "** You must give %d moves." % used)
            self.wrong(legal + legal[-1:], few)
        here = [p for p in range(1, 27) if me[p]] + [p for p in range(1, 25) if m.pins[self.name] >> p & 1]
        dice = list(dice_list(*m.dice))
        for _ in range(6):
            if not here:
                break
            rng.shuffle(dice)
            tried = []
            for d in dice[:used]:
                p = rng.choice(here)
                if not m.game.dice:
                    d = rng.randint(1, 14)
                tried.append((p, max((25 if p == RESERVE else p) - d, 0)))
            if not legal_in_any_order(m.game, pos, tuple(tried), dice, results):
                self.wrong(tuple(tried), ())
        if m.game.dice:
            self.put("roll", "illegal", (), ("err_rolled",), ())
        else:
            self.put("roll", "illegal", (), ("err_no_dice",), ())
        self.put("choose 4", "illegal", (), ("err_no_name",), ())
        self.put("double", "illegal", (), ("err_double_early", "err_crawford", "err_turn_double", "err_no_dice"), ())
        self.put("board", "board", ("board",))

    def wrong(self, steps, texts):
        self.put("move " + self.model.text(self.name, steps), "illegal", (), MOVE_REFUSALS, texts)

    def make_move(self):
        m = self.model
        used, results = m.plays
        keys = list(results)
        key = self.rng.choice(keys)
        if len(keys) > 1 and self.chance("careful"):
            few = keys if self.lazy else self.rng.sample(keys, min(5, len(keys)))
            key = min(few, key=self.taste)
        steps = results[key]
        self.put(self.typed(steps), "move", ("board", "done", "you_win", "drawn"), (), steps)

    def taste(self, key):
        """Rates a play.  Plays that do not hit, leave few blots and bear many checkers off are better, so that games
        end sooner.  A lazy player instead tries to lose heavily."""
        me, other = key[0], key[1]
        if self.lazy:
            return (other[BAR], me[OFF], -sum(me[19:27]))
        return (other[BAR], -2 * me[OFF] + me[RESERVE] + sum(1 for n in me[1:25] if n == 1))

    def typed(self, steps):
        rng = self.rng
        text = self.model.text(self.name, steps)
        way = rng.randrange(6)
        if way == 0:
            text = text.replace("bar", "b").replace("off", rng.choice(("o", "home", "h")))
            return "m " + text.replace("-", rng.choice((" ", "-", " - ", " -")))
        if way == 1:
            return "move " + text.replace("-", " ")
        if way in (2, 3) and text[0] != "r":
            return text
        return rng.choice(("move ", "m ", "MOVE ")) + text

    # ---- the end of a match: each game has separate ratings

    def who_line(self, g, line):
        if self.final_wanted is None or g[0] not in self.final_wanted or g[1] != "-":
            return
        self.check_rating(g, line)
        self.final[g[0]] = g
        if len(self.final) == 2:
            self.final_wanted = None
            self.after = {}
            self.stop_match("won")

    def check_rating(self, g, line):
        self.ratings[(g[5], g[6]) == ("1500.00", "0")] += 1
