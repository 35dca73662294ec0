# SPDX-License-Identifier: MIT
"""Players and watchers that model the match from the lines they receive and raise Bad when a line contradicts
the model.

A player answers every prompt as its random generator decides.  Each command it sends stays in `out` until a
line answers it; a refusal without a command in `out` is a server error."""

import asyncio
import collections

import rules
from fibs import Bad, Clip, points
from model import Model

# Lines that may arrive at any time and do not concern the player's own match.
CHAT = frozenset("c5 c6 c7 c8 c9 c10 c11 c12 c13 c14 c15 c20 c17 c18 start report_match left_report resuming"
                 " watches_you watches unwatches_you unwatches invitation type_join warning_saved c19 c16"
                 " heard nobody_heard pips toggle set set_is clock version"
                 " c1 c2 invited watching idle_watched stop_watching unwatched watched_gone".split())
MOVE_ERRORS = ("err_must_give", "err_too_many", "err_from", "err_points", "err_to", "err_bar", "err_remove",
               "err_home", "err_words")

Sent = collections.namedtuple("Sent", "what answers may_fail data")


class Viewer(Clip):
    """A client that models the match."""

    def __init__(self, name, password):
        super().__init__(name, password)
        self.model = None
        self.due = None
        self.extra = 0
        self.boards = 0
        self.list_wanted = None
        self.rating_block = None

    # ---- boards

    def want_board(self, why, toggle):
        if toggle is None or self.settings.get(toggle):
            self.due = why

    def on_board(self, line):
        self.boards += 1
        if self.due is not None:
            self.due = None
        elif not self.asked_for_board():
            if self.extra <= 0:
                raise Bad("an unexpected board: %s" % line)
            self.extra -= 1
        self.model.board(line)

    def asked_for_board(self):
        return False

    def game_line(self):
        """Called for every line of the game: raises Bad if a board should have been sent before the line."""
        if self.due is not None:
            raise Bad("no board after %s" % self.due)

    def after_move(self):
        if self.model.phase == "won":
            self.extra += 1  # The sources on FIBS do not say whether the last position is shown.
        else:
            self.want_board("a move", "autoboard")

    # ---- lines that all viewers get in the same form

    def third_person(self, kind, g):
        """Handles events that name the player.  Returns True if the line was one of them."""
        m = self.model
        if kind == "first_move":
            m.first(g[0])
            self.want_board("the opening", None)
        elif kind == "cube_now":
            m.cube_now(int(g[0]))
        elif kind == "rolls":
            m.roll(g[0], int(g[1]), int(g[2]))
            self.want_board("a roll", "moreboards")
        elif kind == "cant":
            m.cant(g[0])
        elif kind == "moves":
            steps = m.steps(g[0], g[1])
            if self.bearing is not None:
                self._bore_off(g[1])
            m.moved(g[0], steps)
            self.after_move()
        elif kind == "bearing":
            self.bearing = g[0]
        else:
            return False
        return True

    bearing = None

    def _bore_off(self, text):
        announced, self.bearing = self.bearing, None
        if announced.replace(" o", "-off") != text:
            raise Bad("'Bearing off: %s' was followed by the move %s" % (announced, text))

    def list_line(self, line):
        """Handles one line of the `toggle moves` list."""
        if self.list_wanted is None:
            raise Bad("a list of moves that was not requested: %r" % line)
        if not self.list_wanted and isinstance(self.list_wanted, AnyList):
            return
        if not self.list_wanted or line != self.list_wanted[0]:
            raise Bad("in the list of moves %r instead of %r" % (line, self.list_wanted[:1]))
        self.list_wanted.pop(0)

    def end_of_list(self, kind):
        if self.list_wanted:
            raise Bad("the list of moves ends (%s) before %r" % (kind, self.list_wanted))
        self.list_wanted = None


class Watcher(Viewer):
    """Watches one player through all of the player's matches."""

    def __init__(self, name, password, target, pair):
        super().__init__(name, password)
        self.target = target
        self.pair = pair
        self.following = False
        self.games_seen = 0
        self.matches_seen = 0
        self.rules_of = None  # a function that returns the settings crawford, autodouble and redoubles of the match
        self.waiting_board = False
        self.watches = False
        self.reports = collections.Counter()

    def start_watching(self):
        self.following = False
        self.send("watch " + self.target)

    def _fresh(self):
        other = self.pair[1] if self.pair[0] == self.target else self.pair[0]
        self.model = Model(self.target, other, False)
        self.due = None
        self.extra = 0
        self.bearing = None

    def ask(self):
        self.waiting_board = True
        self.send("board")

    def game(self, kind, g, line):
        if kind in ("start", "resuming", "left_report", "report_match"):
            self.reports[kind] += 1
        if kind == "watching":
            self.watches = True
            if self.model is None:
                self._fresh()
                self.ask()
            return
        if kind == "watched_gone":
            self.watches = self.following = False
            self.model = None
            return
        if kind == "idle_watched" or kind in ("err_not_playing_he", "err_not_playing"):
            self.waiting_board = False
            return
        if kind == "report_match":
            if g[0] in self.pair and self.watches:
                raise Bad("a watcher of the match gets the report line too")
            return
        if kind in ("start", "resuming"):
            if self.watches and set(g[:2]) == set(self.pair):
                self._fresh()
                if kind == "start":
                    self.model.new_match(int(g[3] or 0), *self.rules_of())
                    self.following = True
                    self.waiting_board = False
                else:
                    self.following = False
                    self.ask()
            return
        if kind in CHAT:
            if kind == "c5" and g[0] in self.pair and g[1] == "-":
                self.following = False
                self.due = None
            return
        if kind == "board" and not self.following:
            if self.model.colour and not self.waiting_board:
                return
            self.waiting_board = False
            if self.model.adopt(line):
                self.model.autodouble = self.rules_of()[1]
                self.following = True
                self.extra += 1
                self.boards += 1
            return
        if not self.following:
            if kind == "rolls" and not self.waiting_board:
                self.ask()
            if kind == "starting":
                self.following = False
            return
        self.watched_line(kind, g, line)

    def watched_line(self, kind, g, line):
        m = self.model
        if kind == "board":
            self.on_board(line)
            return
        self.game_line()
        if kind == "starting":
            self.extra = 0
            if g[0] != m.other:
                raise Bad("starting a new game with %s, who is not the opponent of %s" % (g[0], m.view))
            m.starting()
        elif kind == "opening":
            dice = {g[0]: int(g[1]), g[2]: int(g[3])}
            m.opening(dice[m.view], dice[m.other], x_player=g[0])
        elif self.third_person(kind, g):
            pass
        elif kind == "doubles_w":
            m.double(g[0])
        elif kind == "takes_w":
            m.take(g[0])
        elif kind == "retakes_w":
            m.take(g[0], again=True)
        elif kind == "redoubles_w":
            m.redouble(g[0])
        elif kind == "drops_w":
            m.drop(g[0], points(g[2]))
        elif kind == "resigns_w":
            m.resign(g[0], points(g[2]))
        elif kind == "accepts_win":
            m.resign_accepted(g[0], points(g[1]))
        elif kind == "rejects":
            m.resign_rejected(g[0])
            self.extra += 1
        elif kind == "wins_w":
            m.win(g[0], points(g[1]))
            self.games_seen += 1
        elif kind == "score":
            m.score_line(int(g[1] or 0), g[2], int(g[3]), g[4], int(g[5]))
        elif kind == "wins_match":
            m.match_won(g[0], int(g[1]), int(g[2]), int(g[3]))
            self.matches_seen += 1
            self.following = False
        else:
            raise Bad("a watcher does not expect %r" % line)


class Player(Viewer):
    """A playing client.  rng: its own random generator; habits: probabilities (see DEFAULT_HABITS)."""

    DEFAULT_HABITS = dict(double=0.12, take=0.7, redouble=0.5, resign=0.004, resign_out=0.002, accept=0.6,
                          illegal=0.04, board=0.03, chat=0.01, toggles=0.03, leave=0.0, careful=0.5)

    def __init__(self, name, password, rng, ledger, habits=None):
        super().__init__(name, password)
        self.rng = rng
        self.ledger = ledger
        self.habits = dict(self.DEFAULT_HABITS, **(habits or {}))
        self.out = collections.deque()
        self.rival = None
        self.done = None
        self.leaving_after = 0
        self.final = {}
        self.final_wanted = None
        self.change = None
        self.after = {}
        self.illegal_tried = 0
        self.plays_made = 0
        self.events = collections.Counter()
        self.resume_info = None
        self.told = []
        self.frozen = False
        self.resumed = None
        self.missing_prompts = 0
        self.prompted = False

    # ---- sending

    DECISIVE = frozenset("move roll double accept reject redouble resign join leave off".split())

    def put(self, text, what, answers, may_fail=(), data=None):
        self.out.append(Sent(what, frozenset(answers), frozenset(may_fail), data))
        self.send(text)

    def deciding(self):
        return any(s.what in self.DECISIVE for s in self.out)

    def answered(self, kind, line):
        """Checks that the line answers the first command in `out`, and removes the command."""
        if not self.out:
            raise Bad("an answer without a command: %r" % line)
        sent = self.out[0]
        if kind not in sent.answers and kind not in sent.may_fail:
            raise Bad("%r does not answer %r" % (line, sent.what))
        self.out.popleft()
        return sent

    def forgive(self, *kinds):
        """Allows the commands in `out` to be refused with lines of these kinds."""
        self.out = collections.deque(s._replace(may_fail=s.may_fail | frozenset(kinds)) for s in self.out)

    def asked_for_board(self):
        if self.out and self.out[0].what == "board":
            self.out.popleft()
            return True
        return False

    # ---- the match

    def begin_match(self, rival, length, crawford, autodouble, redoubles):
        self.rival = rival
        self.model = Model(self.name, rival, True)
        self.model.new_match(length, crawford, autodouble, redoubles)
        self.done = asyncio.get_running_loop().create_future()
        self.final = {}
        self.final_wanted = None
        self.change = None
        self.due = None
        self.extra = 0
        self.out.clear()
        self.told = []
        self.frozen = False

    def stop_match(self, result):
        self.frozen = True
        if self.done is not None and not self.done.done():
            self.done.set_result(result)

    def lost(self):
        for future in (self.done, self.resumed):
            if future is not None and not future.done():
                future.set_exception(Bad(self.error or "%s: the connection was lost; last lines:\n%s"
                                         % (self.name, self.tail())))
                future.exception()

    def game(self, kind, g, line):
        if kind == "board" and self.model is not None:
            self.own_board(line)
        elif kind in CHAT:
            self.chatter(kind, g, line)
        elif kind.startswith("err_"):
            self.refused(kind, g, line)
        elif kind.startswith("rating_"):
            self.rating_line(kind, g, line)
        elif kind.startswith("list_"):
            self.list_line(line)
        elif self.model is None:
            raise Bad("a line of a game without a match: %r" % line)
        else:
            if kind not in ("done",):
                self.game_line()
            handler = getattr(self, "on_" + kind, None)
            if handler is not None:
                handler(g, line)
            elif not self.third_person(kind, g):
                raise Bad("a player does not expect %r" % line)

    def chatter(self, kind, g, line):
        if kind in ("toggle", "set", "set_is", "pips", "clock", "version", "c16"):
            sent = self.answered(kind, line) if self.out and kind in self.out[0].answers else None
            if sent is not None and sent.what == "probe":
                self.probed()
            if kind == "pips" and sent is not None:
                m = self.model
                want = ("You", str(rules.pips(m.rows[self.name])), m.other, str(rules.pips(m.rows[m.other])))
                if g != want:
                    raise Bad("pipcounts %s instead of %s" % (g, want))
        elif kind in ("heard", "nobody_heard"):
            if self.out and self.out[0].what == "kibitz":
                self.answered(kind, line)
        elif kind == "c5":
            self.who_line(g, line)
        elif kind == "report_match":
            if self.name in (g[0], g[2]):
                raise Bad("a player gets the report line of their own match")
        elif kind == "start" and self.name in g[:2]:
            raise Bad("a player gets the start line of their own match")

    def who_line(self, g, line):
        if self.final_wanted is None or g[0] not in self.final_wanted:
            return
        if g[1] != "-":
            return
        want = self.final_wanted[g[0]]
        if abs(float(g[5]) - want[0]) > 0.0051 or int(g[6]) != want[1]:
            raise Bad("after the match %r, but the rating should be %.6f and the experience %d"
                      % (line, want[0], want[1]))
        self.final[g[0]] = g
        if len(self.final) == 2:
            self.final_wanted = None
            self.ledger_done()
            self.stop_match("won")

    def ledger_done(self):
        pass

    def refused(self, kind, g, line):
        if not self.out:
            raise Bad("a refusal without a command: %r" % line)
        sent = self.out[0]
        if kind not in sent.may_fail and "any" not in sent.may_fail:
            raise Bad("%r refused: %r" % (sent.what, line))
        self.out.popleft()
        if sent.data is not None and sent.what == "illegal":
            self.illegal_tried += 1
            want = sent.data
            if want and line not in want and kind not in ("err_wanted_resign", "err_not_playing", "err_over"):
                raise Bad("refused with %r instead of %s" % (line, " or ".join(want)))
        elif sent.what == "resign":
            self.decide()

    # ---- the start

    def on_now_playing(self, g, line):
        if (int(g[1]) if g[1] else 0, g[2]) != (self.model.length, self.rival):
            raise Bad("the match is not what was agreed: %r" % line)

    def on_has_joined(self, g, line):
        if g[0] != self.rival or (len(g) > 1 and int(g[1]) != self.model.length):
            raise Bad("the match is not what was agreed: %r" % line)

    def on_starting(self, g, line):
        if g[0] != self.rival:
            raise Bad("a game with another opponent: %r" % line)
        if self.out and self.out[0].what == "join":
            self.out.popleft()
        self.model.starting()
        for name, value in (("double", True), ("greedy", False), ("moves", False)):
            self.settings[name] = value

    def on_cube_now(self, g, line):
        self.model.cube_now(int(g[0]))
        self.events["autodouble"] += 1

    def on_wait_join(self, g, line):
        self.answered("wait_join", line)

    def on_opening_you(self, g, line):
        if g[1] != self.rival:
            raise Bad("an opening roll of another user: %r" % line)
        self.model.opening(int(g[0]), int(g[2]))
        self.told.append(("opening",) + tuple(sorted(((self.name, int(g[0])), (self.rival, int(g[2]))))))

    def on_your_turn_move(self, g, line):
        if self.model.phase == "first":
            self.model.first(self.name)
            self.want_board("the opening", None)
        else:  # a prompt repeated after a rejected resignation
            self.model.please_move(self.name, self.model.plays[0])
            self.decide()

    # ---- boards

    def own_board(self, line):
        if self.due is None and self.out and self.out[0].what == "move":
            if not self.settings.get("autoboard"):
                raise Bad("a board after a move although autoboard is off: %s" % line)
            self.own_move_done()
            if self.model.phase == "won":
                self.extra += 1  # The sources on FIBS do not say whether the last position is shown.
            else:
                self.due = "own move"
        self.on_board(line)
        m = self.model
        if m.phase == "move" and m.turn == self.name and m.games and not m.record:
            self.decide()
        if m.phase == "move" and m.turn == self.rival:
            self.maybe_resign_out_of_turn()

    def own_move_done(self):
        sent = self.out.popleft()
        self.model.moved(self.name, sent.data)
        self.told.append(("move", self.name, sent.data))
        self.plays_made += 1

    def on_done(self, g, line):
        if not self.out or self.out[0].what != "move" or self.settings.get("autoboard"):
            raise Bad("'Done.' without a command")
        self.own_move_done()

    # ---- rolling and moving

    def on_roll_or_double(self, g, line):
        self.model.asked_to_roll(self.name)
        if not self.settings.get("double") and not self.told_again:
            raise Bad("asked to roll or double although the toggle double is off")
        self.prompted = True
        self.decide()

    def on_you_roll(self, g, line):
        m = self.model
        if self.out and self.out[0].what == "roll":
            self.out.popleft()
        elif m.phase == "roll" and m.doubler is None and m.known_crawford and m.may_double(self.name) \
                and self.settings.get("double"):
            raise Bad("rolled without asking, although a double is possible")
        elif m.may_double(self.name):
            self.events["not asked, double is off"] += m.doubler is None
        m.roll(self.name, int(g[0]), int(g[1]))
        self.told.append(("roll", self.name, int(g[0]), int(g[1])))
        self.want_board("a roll", "moreboards")

    def third_person(self, kind, g):
        done = super().third_person(kind, g)
        m = self.model
        if done and kind == "rolls":
            self.told.append(("roll", g[0], int(g[1]), int(g[2])))
        elif done and kind == "moves":
            self.told.append(("move", g[0], m.steps(g[0], g[1])))
        return done

    def on_please_move(self, g, line):
        self.model.please_move(self.name, points(g[0]))
        self.check_automatic()
        self.prompted = True
        self.decide()

    def check_automatic(self):
        """The server asked for a move: checks that automove and greedy had nothing to do."""
        m = self.model
        me, opp = m.rows[self.name], m.rows[self.rival]
        if self.settings.get("automove") and rules.only_result(me, opp, *m.dice) and not self.told_again:
            raise Bad("asked to move although automove is on and one play is possible")
        if self.settings.get("greedy") and not self.told_again \
                and rules.can_bear_off_all(me, opp, *m.dice):
            raise Bad("asked to move although greedy is on and each number bears off")

    told_again = False

    def on_you_cant(self, g, line):
        self.model.cant(self.name)

    def on_only_move(self, g, line):
        if not self.settings.get("automove"):
            raise Bad("moved automatically although automove is off")
        steps = self.model.steps(self.name, g[0])
        self.model.moved(self.name, steps, alone=True)
        self.told.append(("move", self.name, steps))
        self.events["automove"] += 1
        self.after_move()

    def on_bearing(self, g, line):
        """Handles checkers borne off automatically. For the player who bears off, this ends the play; the opponent is
        also sent the move."""
        m = self.model
        if m.turn == self.name:
            if not self.settings.get("greedy"):
                raise Bad("bears off automatically although greedy is off")
            self.own_bear_off(g[0])
            self.events["greedy"] += 1
        else:
            self.bearing = g[0]

    def own_bear_off(self, text):
        m = self.model
        steps = m.steps(self.name, text.replace(" o", "-off"))
        m.moved(self.name, steps)
        self.told.append(("move", self.name, steps))
        self.after_move()

    def on_bear_off(self, g, line):
        if not self.out or self.out[0].what != "off":
            raise Bad("'Bear off' without a command")
        self.out.popleft()
        self.own_bear_off(g[0])
        self.events["off"] += 1

    # ---- cube

    def again(self):
        """Handles a prompt that only repeats an earlier one, after a rejected resignation or when a match is
        resumed."""
        if self.told_again and (self.model.phase == "offer" or self.model.resigning is not None):
            self.prompted = True
            if self.model.resigning is None:
                self.decide()
            elif self.model.resigning[0] == self.rival:
                self.answer_resignation()
            return True
        return False

    def on_you_double(self, g, line):
        if self.again():
            return
        self.answered("you_double", line)
        self.model.double(self.name, "redouble" in g[1])
        self.told.append(("double", self.name))
        self.events["double"] += 1

    def on_doubles(self, g, line):
        if self.again():
            return
        self.model.double(g[0], "redouble" in g[1])
        self.told.append(("double", g[0]))
        self.decide()

    def on_you_take(self, g, line):
        self.answered("you_take", line)
        self.model.take(self.name, int(g[0]))
        self.told.append(("take", self.name))
        self.events["take"] += 1

    def on_takes(self, g, line):
        self.model.take(g[0], int(g[1]))
        self.told.append(("take", g[0]))

    def on_you_drop(self, g, line):
        self.answered("you_drop", line)
        self.model.drop(self.name, points(g[1]))
        self.told.append(("drop", self.name))
        self.events["drop"] += 1
        self.game_over()

    def on_drops(self, g, line):
        self.model.drop(g[0], points(g[1]))
        self.told.append(("drop", g[0]))
        self.game_over()

    def on_you_redouble(self, g, line):
        self.answered("you_redouble", line)
        self.model.redouble(self.name, to=int(g[0]))
        self.told.append(("redouble", self.name))
        self.events["redouble"] += 1
        if g[2] is not None:
            self.on_redouble_wait(g[1:], line)

    def on_redouble_wait(self, g, line):
        m = self.model
        want = "accept, reject or redouble" if m.chain < m.redoubles else "accept or reject"
        if g != (self.rival, want):
            raise Bad("%r, but %d of %d redoubles are done" % (line, m.chain, m.redoubles))

    def on_redoubles(self, g, line):
        # A line with the same value is a repetition.  A line with the next value is a new redouble, however soon it
        # arrives.
        if int(g[1]) == self.model.stake * 2 and self.again():
            return
        self.model.redouble(g[0], to=int(g[1]), may_redouble="redouble" in g[2])
        self.told.append(("redouble", g[0]))
        self.decide()

    def on_you_retake(self, g, line):
        self.answered("you_retake", line)
        self.model.take(self.name, int(g[0]), again=True)
        self.told.append(("take", self.name))

    def on_retakes(self, g, line):
        self.model.take(g[0], int(g[1]), again=True)
        self.told.append(("take", g[0]))

    # ---- resigning

    def on_you_resign(self, g, line):
        if self.again():
            return
        self.answered("you_resign", line)
        if g[0] != self.rival:
            raise Bad("resigning to another user: %r" % line)
        self.model.resign(self.name, points(g[1]))
        self.told.append(("resign", self.name, points(g[1])))
        self.events["resign"] += 1

    def on_resigns(self, g, line):
        if self.again():
            return
        self.model.resign(g[0], points(g[1]))
        self.told.append(("resign", g[0], points(g[1])))
        self.forgive("err_wanted_resign")
        if not any(x.what == "leave" for x in self.out):  # no answer is needed if we have already sent `leave`
            self.answer_resignation()

    def on_accepts_win(self, g, line):
        self.model.resign_accepted(g[0], points(g[1]))
        self.told.append(("resign accepted", g[0]))
        self.game_over()

    def on_you_accept_win(self, g, line):
        self.answered("you_accept_win", line)
        self.model.resign_accepted(self.name, points(g[0]))
        self.told.append(("resign accepted", self.name))
        self.game_over()

    def on_rejects(self, g, line):
        self.model.resign_rejected(g[0])
        self.told.append(("resign rejected", g[0]))
        self.go_on()

    def on_you_reject(self, g, line):
        self.answered("you_reject", line)
        self.model.resign_rejected(self.name)
        self.told.append(("resign rejected", self.name))
        self.events["reject"] += 1
        self.go_on()

    def go_on(self):
        """After a rejection the pending prompt is repeated, possibly with a board."""
        self.probe()

    def probe(self):
        """Asks for a board, then for the time: the prompt must arrive before the time."""
        self.extra += 1
        self.prompted = False
        self.told_again = True
        if self.model.phase != "over":
            self.put("board", "board", ("board",), ("err_not_playing",))
        self.put("time", "probe", ("clock",))

    def probed(self):
        m = self.model
        self.extra = 0
        if self.prompted or self.deciding() or self.frozen:
            return
        if m.phase == "over":
            # The sources on FIBS do not say whether the next game begins automatically or after `join`.
            self.put("join", "join", ("wait_join", "starting"))
        elif m.resigning is not None and m.resigning[0] == self.rival:
            self.missing_prompts += 1
            self.answer_resignation()
        elif self.my_turn():
            self.missing_prompts += 1
            self.decide()

    # ---- the end of a game

    def on_you_win(self, g, line):
        if self.model.phase != "won" and self.out and self.out[0].what == "move":
            self.own_move_done()
        self.model.win(self.name, points(g[0]))
        self.game_over()

    def on_wins_sorry(self, g, line):
        self.model.win(g[0], points(g[1]))
        self.game_over()

    def game_over(self):
        m = self.model
        self.forgive("err_not_playing", "err_over", "err_no_offer", "err_not_playing_he", "err_not_watching")
        if not any(s.what == "probe" for s in self.out):
            self.extra = 0
        self.events["game"] += 1
        self.told_again = False
        self.list_wanted = None
        if self.settings.get("moves"):
            self.list_wanted = m.move_list() if m.clean_record else None
            if self.list_wanted is None:
                self.list_wanted = AnyList(m.move_list()[:2])
            self.events["list"] += 1
        if m.match_over():
            winner = self.name if m.score[self.name] >= m.length else self.rival
            loser = m.opponent(winner)
            n = rules.counted(m.length, m.movers)
            up, down = rules.rating_changes(self.ledger[winner], self.ledger[loser], n)
            self.change = {winner: up, loser: down}
            self.rating_block = rating_lines(winner, loser, self.ledger, self.change, n) \
                if self.settings.get("ratings") and n else None

    def on_score(self, g, line):
        self.end_of_list("score")
        self.model.score_line(int(g[1] or 0), g[2], int(g[3]), g[4], int(g[5]))

    def on_next_game(self, g, line):
        m = self.model
        if m.phase != "over":
            raise Bad("asked to join the next game, phase %s" % m.phase)
        if self.frozen:
            return
        if 0 < self.leaving_after <= m.games:
            self.put("leave", "leave", ("you_leave", "err_leave"))
        else:
            self.put("join", "join", ("wait_join", "starting"), ("err_join_who",))

    def rating_line(self, kind, g, line):
        if not self.rating_block:
            raise Bad("a rating calculation that was not requested: %r" % line)
        want = self.rating_block.pop(0)
        if not same_numbers(line, want):
            raise Bad("in the rating calculation %r instead of %r" % (line, want))

    def on_you_win_match(self, g, line):
        self.match_over(self.name, g)

    def on_wins_match(self, g, line):
        if g[0] != self.rival:
            raise Bad("another user wins the match: %r" % line)
        self.match_over(g[0], g[1:])

    def match_over(self, winner, g):
        self.end_of_list("match")
        if self.rating_block:
            raise Bad("the rating calculation ends before %r" % self.rating_block)
        self.rating_block = None
        self.model.match_won(winner, int(g[0]), int(g[1]), int(g[2]))
        n = rules.counted(self.model.length, self.model.movers)
        self.final_wanted = {name: (self.ledger[name][0] + c, self.ledger[name][1] + n)
                             for name, c in self.change.items()}
        self.after = dict(self.final_wanted)

    # ---- leaving

    def on_you_leave(self, g, line):
        self.answered("you_leave", line)
        self.stop_match("left")

    def on_he_leaves(self, g, line):
        if g[0] != self.rival:
            raise Bad("another user leaves: %r" % line)
        self.forgive("err_not_playing", "err_leave", "err_join_who", "err_not_playing_give", "err_no_offer",
                     "err_not_watching")
        self.stop_match("left")

    def on_opponent_gone(self, g, line):
        if g[0] != self.rival:
            raise Bad("another user is gone: %r" % line)
        self.forgive("err_not_playing", "err_leave", "err_join_who", "err_not_playing_give", "err_no_offer",
                     "err_not_watching")
        self.frozen = True
        self.stop_match("gone")

    def on_your_saved(self, g, line):
        pass

    def on_resumed(self, g, line):
        if g[0] != self.rival:
            raise Bad("resumed with another user: %r" % line)
        self.resume_info = []
        if self.resumed is not None and not self.resumed.done():
            self.resumed.set_result(None)

    def on_turn(self, g, line):
        m = self.model
        # While an offer is open, the sources on FIBS do not say whether "turn" names the player who must
        # answer it.
        asked = m.asked if m.phase == "offer" else m.resigning and m.opponent(m.resigning[0])
        if m.phase in ("roll", "move", "offer") and g[0] not in (m.turn, asked):
            raise Bad("%r, but it is the turn of %s" % (line, m.turn))

    def on_length(self, g, line):
        if (int(g[0]) if g and g[0] else 0) != self.model.length:
            raise Bad("%r in a match of %d" % (line, self.model.length))

    def on_points_for(self, g, line):
        m = self.model
        if m.score.get(g[0]) != int(g[1]):
            raise Bad("%r, but the score is %s" % (line, m.score))
        self.resume_info.append(line)
        if len(self.resume_info) == 2:
            self.after_resume()

    def after_resume(self):
        self.frozen = False
        self.probe()

    # ---- deciding

    def my_turn(self):
        m = self.model
        if m.resigning is not None:
            return False
        if m.phase == "offer":
            return m.asked == self.name
        return m.phase in ("roll", "move") and m.turn == self.name

    def chance(self, what):
        return self.rng.random() < self.habits[what]

    def decide(self):
        m = self.model
        if self.frozen or self.deciding() or not self.my_turn():
            return
        self.small_talk()
        if self.leaving_after < 0 and m.games >= -self.leaving_after and len(m.record) > 6 \
                and self.rng.random() < 0.1:
            self.frozen = True
            self.put("leave", "leave", ("you_leave",))
        elif m.phase == "offer":
            self.answer_offer()
        elif self.chance("resign"):
            self.offer_resignation()
        elif m.phase == "roll":
            if self.chance("illegal"):
                self.wrong_before_roll()
            if m.cube <= 512 and self.rng.random() < self.habits["double"] / (1 + m.cube / 4):
                self.put("double", "double", ("you_double",))
            else:
                self.put(self.rng.choice(("roll", "r", "roll", "ROLL")), "roll", ("you_roll",))
        else:
            if self.chance("illegal"):
                self.wrong_moves()
            self.make_move()
        self.told_again = False

    def small_talk(self):
        rng = self.rng
        if self.chance("board"):
            self.put(rng.choice(("board", "b")), "board", ("board",))
        if self.chance("chat"):
            what = rng.choice(("pip", "kibitz", "say", "time"))
            if what == "pip":
                self.put("pip", "pip", ("pips",))
            elif what == "kibitz":
                self.put("kibitz well, well", "kibitz", ("heard", "nobody_heard"))
            elif what == "say":
                self.put("say good luck", "say", ("c16",))
            else:
                self.put("time", "time", ("clock",))
        if self.chance("toggles"):
            name = rng.choice(("moreboards", "autoboard", "automove", "greedy", "double", "moves", "ratings"))
            self.put("toggle " + name, "toggle", ("toggle",))

    def answer_offer(self):
        m = self.model
        if m.chain < m.redoubles and m.stake <= 256 and self.chance("redouble"):
            words = ["redouble"] + (["beaver", "raccoon", "otter"][m.chain:m.chain + 1])
            if self.chance("illegal"):
                self.wrong_animal(m.chain)
            self.put(self.rng.choice(words), "redouble", ("you_redouble",))
        elif self.chance("take"):
            self.put("accept", "accept", ("you_take", "you_retake"))
        else:
            self.put("reject", "reject", ("you_drop",))

    def wrong_animal(self, chain):
        animals = ("a beaver", "a raccoon", "an otter")
        if chain < 3:
            wrong = self.rng.choice([a for a in range(3) if a != chain])
            text = "** This redouble is not %s. Please type '%s' or 'redouble'." % (
                animals[wrong], animals[chain].split(" ")[1])
            self.put(animals[wrong].split(" ")[1], "illegal", (), ("err_animal",), (text,))

    def offer_resignation(self):
        word = self.rng.choice(("n", "normal", "g", "gammon", "b", "backgammon"))
        self.put("resign " + word, "resign", ("you_resign",), ("any",))

    def answer_resignation(self):
        if self.chance("accept"):
            self.put("accept", "accept", ("you_accept_win",))
        else:
            self.put("reject", "reject", ("you_reject",))

    def wrong_before_roll(self):
        self.put("move 8-5 6-5", "illegal", (), ("err_roll_first",), ())
        if not self.habits["resign_out"]:  # otherwise the command might answer a resignation made just now
            self.put(self.rng.choice(("accept", "reject")), "illegal", (), ("err_no_offer",),
                     ("** %s didn't double or resign." % self.rival,))
        self.put("resign x", "illegal", (), ("err_resign_word",), ())
        self.put("board", "board", ("board",))

    def wrong_moves(self):
        """Sends moves that must be refused, then asks for a board, which must show the position unchanged."""
        m = self.model
        rng = self.rng
        used, results = m.plays
        me, opp = m.rows[self.name], m.rows[self.rival]
        steps = rng.choice(list(results.values()))
        if used > 1:
            self.wrong(steps[:-1], ("** You must give %d moves." % used,))
        if used < 4:
            few = ("** Please don't give more than %d moves." % used, "** You must give %d moves." % used)
            self.wrong(steps + ((6, 5),), few)
        empty = [p for p in range(1, 25) if not me[p]]
        if not me[25] and empty:
            p = rng.choice(empty)
            if p > 1:
                place = p if self.model.colour[self.name] > 0 else 25 - p
                self.wrong(((p, p - 1),) + steps[1:], ("** You can't move from %d in your first move." % place,))
        dice = list(m.dice) if m.dice[0] != m.dice[1] else [m.dice[0]] * 4
        for _ in range(4):
            rng.shuffle(dice)
            tried = []
            for d in dice[:used]:
                p = rng.choice([p for p in range(1, 26) if me[p]])
                tried.append((p, max(p - d, 0)))
            after = rules.apply_steps(me, opp, tried)
            if after is None or after not in results:
                self.wrong(tuple(tried), ())
        for d in range(1, 7):
            if d not in m.dice and not me[25]:
                p = max(p for p in range(1, 25) if me[p])
                if p > d and opp[25 - (p - d)] < 2:
                    self.wrong(((p, p - d),) + steps[1:], ("** You can't move %d points in your first move." % d,))
                break
        self.put("move z-5", "illegal", (), ("err_words", "err_must_give"), ())
        self.put("roll", "illegal", (), ("err_rolled",), ())
        self.put("double", "illegal", (), ("err_double_early", "err_crawford", "err_turn_double"), ())
        self.put("board", "board", ("board",))

    def wrong(self, steps, texts):
        self.put("move " + self.model.text(self.name, steps), "illegal", (), MOVE_ERRORS, texts)

    def make_move(self):
        m = self.model
        used, results = m.plays
        keys = list(results)
        if len(keys) > 1 and self.chance("careful"):
            # Avoids hits and blots, which make the game longer.
            some = self.rng.sample(keys, min(6, len(keys)))
            key = min(some, key=lambda k: (k[1][25], sum(1 for n in k[0][1:25] if n == 1)))
        else:
            key = self.rng.choice(keys)
        steps = results[key]
        if self.settings.get("greedy") is not None and self.rng.random() < 0.1 and all(q == 0 for _, q in steps) \
                and used == (4 if m.dice[0] == m.dice[1] else 2):
            self.put("off", "off", ("bear_off",))
            return
        self.put(self.typed(steps), "move", ("board", "done", "you_win"), (), steps)

    def typed(self, steps):
        """Returns one of the forms in which the steps can be typed."""
        rng = self.rng
        pairs = rules.step_names(steps, -self.model.colour[self.name])
        way = rng.randrange(6)
        if way == 0:
            words = {"bar": rng.choice(("bar", "b")), "off": rng.choice(("off", "o", "home", "h"))}
            pairs = [(words.get(a, a), words.get(b, b)) for a, b in pairs]
            return "m " + " ".join(a + rng.choice((" ", "-", " - ", " -")) + b for a, b in pairs)
        if way == 1:
            return "move " + " ".join(a + " " + b for a, b in pairs)
        text = " ".join(a + "-" + b for a, b in pairs)
        if way in (2, 3):
            return text
        return rng.choice(("move ", "m ", "MOVE ")) + text

    def situation(self):
        """Describes the state, for the report of a test that hangs."""
        m = self.model
        return "%s: phase %s, turn %s, asked %s, resigning %s, frozen %s, waiting for answers to %s\n%s" % (
            self.name, m and m.phase, m and m.turn, m and m.asked, m and m.resigning, self.frozen,
            [(s.what, sorted(s.answers)) for s in self.out], self.tail(30))

    def maybe_resign_out_of_turn(self):
        m = self.model
        if not self.frozen and not self.out and m is not None and m.resigning is None and m.phase == "move" \
                and m.turn == self.rival and self.due is None and self.chance("resign_out"):
            self.offer_resignation()


class AnyList(list):
    """A list of moves.  Only its beginning is compared, because the sources on FIBS do not say how redoubles are listed."""


def rating_lines(winner, loser, ledger, change, n):
    """Returns the lines of the rating calculation (PROTOCOL.md 8) that `toggle ratings` shows."""
    (rw, ew), (rl, el) = ledger[winner], ledger[loser]
    d = abs(rw - rl)
    pu = 1 / (10 ** (d * n ** 0.5 / 2000) + 1)
    p = 0.5 if rw == rl else 1 - pu if rw < rl else pu
    lines = ["rating calculation:", "rating difference D=%.6f" % d, "match length      N=%d" % n,
             "Experience: %s %d - %s %d" % (winner, ew, loser, el),
             "Probability that underdog wins: Pu=1/(10^(D*sqrt(N)/2000)+1)=%.6f" % pu,
             "P=%.6f is 1-Pu if underdog wins and Pu if favorite wins" % p]
    for name, e, sign in ((winner, ew, ""), (loser, el, "-")):
        lines.append("K=max(1 , -Experience/100+5) for %s: %.6f" % (name, max(1, 5 - e / 100)))
        lines.append("change for %s: %s4*K*sqrt(N)*P=%.6f" % (name, sign, change[name]))
    return lines


def same_numbers(a, b):
    """Compares two lines; numbers with six decimals may differ in the last digit."""
    if a == b:
        return True
    x, y = a.split("=")[-1].split(" ")[0], b.split("=")[-1].split(" ")[0]
    try:
        return abs(float(x) - float(y)) < 2e-6 and a.replace(x, "") == b.replace(y, "")
    except ValueError:
        return False
