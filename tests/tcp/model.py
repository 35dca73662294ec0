# SPDX-License-Identifier: MIT
"""A match as a client that knows the rules sees it in the server's messages.

The model holds the whole match: position, dice, cube, score, Crawford rule.  Each event of a match is a
method; it raises Bad if the event is impossible after the events before it.  `board`
compares all 53 fields of a board line with the state."""

import rules
from fibs import Bad, UNLIMITED



class Model:
    """view: the player from whose side the boards are drawn. player: True if the receiver is that player, False for a
    watcher."""

    def __init__(self, view, other, player):
        self.view = view
        self.other = other
        self.player = player
        self.length = 0
        self.score = {view: 0, other: 0}
        self.colour = {}
        self.crawford_rule = True
        self.crawford_used = False
        self.crawford = False
        self.autodouble = False
        self.redoubles = 0
        self.games = 0
        self.movers = set()  # players who have moved in the match
        self.phase = "none"
        self.turn = None
        self.known_crawford = True
        self.new_game_state()

    def new_game_state(self):
        self.rows = {self.view: rules.START, self.other: rules.START}
        self.dice = None
        self.cube = 1
        self.owner = None
        self.turn = None
        self.doubler = None
        self.first_offered = None
        self.stake = 1
        self.asked = None
        self.chain = 0
        self.resigning = None
        self.late = False  # after adopt(): a resignation that boards do not show may be pending
        self.tie = False
        self.plays = None
        self.record = []
        self.clean_record = True
        self.score_before = dict(self.score)

    def clone(self):
        new = Model(self.view, self.other, self.player)
        for key, value in self.__dict__.items():
            if isinstance(value, (dict, list, set)):
                value = value.copy()
            setattr(new, key, value)
        return new

    def opponent(self, name):
        return self.other if name == self.view else self.view

    def _need(self, condition, text):
        if not condition:
            raise Bad("%s; the model has phase %s, turn %s, dice %s, cube %s of %s, score %s"
                      % (text, self.phase, self.turn, self.dice, self.cube, self.owner, self.score))

    def _quiet(self, text):
        self._need(self.resigning is None, text + " while a resignation waits")

    def _note(self, name, text):
        self.record.append((name, text))

    # ---- match and game

    def new_match(self, length, crawford_rule, autodouble, redoubles):
        self.length = length
        self.score = {self.view: 0, self.other: 0}
        self.colour = {}
        self.crawford_rule = crawford_rule
        self.crawford_used = False
        self.autodouble = autodouble
        self.redoubles = 0 if length else redoubles
        self.games = 0
        self.phase = "idle"

    def starting(self):
        self._need(self.phase in ("idle", "over"), "a new game starts")
        self.new_game_state()
        self.games += 1
        if self.colour:
            self.colour = {n: -c for n, c in self.colour.items()}
        self.crawford = self.crawford_rule and rules.crawford_starts(
            self.length, list(self.score.values()), self.crawford_used)
        self.crawford_used = self.crawford_used or self.crawford
        self.phase = "opening"

    def opening(self, view_die, other_die, x_player=None):
        self._need(self.phase == "opening" and not self.tie, "an opening roll")
        if x_player is not None:
            colour = {x_player: -1, self.opponent(x_player): 1}
            if self.colour:
                self._need(colour == self.colour, "colours %s instead of %s" % (colour, self.colour))
            self.colour = colour
        if view_die == other_die:
            self.tie = bool(self.autodouble and self.length == 0)
            return
        if view_die > other_die:
            self.turn, self.dice = self.view, (view_die, other_die)
        else:
            self.turn, self.dice = self.other, (other_die, view_die)
        self.phase = "first"

    def cube_now(self, n):
        self._need(self.phase == "opening" and self.tie and n == self.cube * 2,
                   "the doubling cube is now %d" % n)
        self.cube = n
        self.tie = False
        self.clean_record = False

    def first(self, name):
        self._need(self.phase == "first" and self.turn == name, "%s makes the first move" % name)
        self.phase = "move"
        self._find_plays()

    def _find_plays(self):
        me, opp = self.rows[self.turn], self.rows[self.opponent(self.turn)]
        self.plays = rules.plays(me, opp, *self.dice)

    def may_double(self, name):
        return (self.phase == "roll" and self.turn == name and self.length != 1 and not self.crawford
                and self.owner in (None, name) and self.cube < rules.CUBE_LIMIT)

    def asked_to_roll(self, name):
        self._quiet("roll or double")
        self._need(self.phase == "roll" and self.turn == name, "%s is asked to roll or double" % name)
        self._need(self.may_double(name) or not self.known_crawford, "%s may not double" % name)

    def roll(self, name, a, b):
        self._quiet("a roll")
        self._need(self.phase == "roll" and self.turn == name, "%s rolls" % name)
        self.dice = (a, b)
        self.doubler = None
        self.phase = "move"
        self._find_plays()

    def _pass_turn(self):
        self.turn = self.opponent(self.turn)
        self.dice = None
        self.plays = None
        self.phase = "roll"

    def cant(self, name):
        self._quiet("can't move")
        self._need(self.phase == "move" and self.turn == name, "%s can't move" % name)
        self._need(self.plays[0] == 0, "%s can't move, but there are %d plays" % (name, len(self.plays[1])))
        self._note(name, "(%d %d) can't move" % self.dice)
        self._pass_turn()

    def please_move(self, name, n):
        self._quiet("please move")
        self._need(self.phase == "move" and self.turn == name, "%s is asked to move" % name)
        self._need(self.plays[0] == n, "%d pieces to move instead of %d" % (n, self.plays[0]))

    def moved(self, name, steps, alone=False):
        """alone: the server said that this play is the only legal one."""
        self._quiet("a move")
        self._need(self.phase == "move" and self.turn == name, "%s moves %s" % (name, steps))
        used, results = self.plays
        after = rules.apply_steps(self.rows[name], self.rows[self.opponent(name)], steps)
        self._need(after is not None and len(steps) == used and after in results,
                   "%s moves %s, which is no legal play" % (name, steps))
        self._need(not alone or len(results) == 1, "%s is not the only play of %d" % (steps, len(results)))
        self._note(name, "(%d %d) " % self.dice + self.text(name, steps))
        self.movers.add(name)
        self.rows[name], self.rows[self.opponent(name)] = after
        if after[0][0] == 15:
            self.phase = "won"
            self.turn = None
            self.dice = None
        else:
            self._pass_turn()

    def text(self, name, steps):
        return " ".join("-".join(pair) for pair in rules.step_names(steps, -self.colour[name]))

    def steps(self, name, text):
        steps = rules.parse_steps(text, -self.colour[name])
        self._need(steps is not None, "%r is not a play" % text)
        return steps

    # ---- cube

    def double(self, name, may_redouble=None):
        self._quiet("a double")
        self._need(self.may_double(name) or not self.known_crawford, "%s doubles" % name)
        self.phase = "offer"
        self.doubler = name
        self.first_offered = self.asked = self.opponent(name)
        self.stake = self.cube
        self.chain = 0
        self._check_redouble(may_redouble)
        self._note(name, "doubles")

    def _check_redouble(self, said):
        if said is not None:
            self._need(said == (self.chain < self.redoubles),
                       "redouble %soffered, %d of %d done" % ("" if said else "not ", self.chain, self.redoubles))

    def redouble(self, name, to=None, may_redouble=None):
        self._quiet("a redouble")
        self._need(self.phase == "offer" and self.asked == name and self.chain < self.redoubles,
                   "%s redoubles" % name)
        self.stake *= 2
        self.chain += 1
        self.clean_record = False
        if to is not None:
            self._need(to == self.stake * 2, "redoubled to %d instead of %d" % (to, self.stake * 2))
        self.asked = self.opponent(name)
        self.cube = self.stake
        self.owner = self.first_offered
        self._check_redouble(may_redouble)

    def take(self, name, cube=None, again=False):
        self._quiet("a take")
        self._need(self.phase == "offer" and self.asked == name, "%s accepts a double" % name)
        self._need(again == (self.chain > 0), "double and redouble mixed up after %d redoubles" % self.chain)
        self.cube = self.stake * 2
        self.owner = self.first_offered
        if cube is not None:
            self._need(cube == self.cube, "the cube shows %d instead of %d" % (cube, self.cube))
        self.phase = "roll"
        self.turn = self.doubler
        self.asked = None
        self._note(name, "accepts")

    def drop(self, name, n):
        self._quiet("a drop")
        self._need(self.phase == "offer" and self.asked == name, "%s gives up" % name)
        self._need(n == self.stake, "%d points for the drop instead of %d" % (n, self.stake))
        self._note(name, "rejects")
        self._over(self.opponent(name), n)

    # ---- resignation and end

    def resign(self, name, n):
        self._quiet("a resignation")
        self._need(self.phase in ("roll", "move") or (self.phase == "offer" and self.asked != name),
                   "%s resigns" % name)
        self._need(n in (self.cube, 2 * self.cube, 3 * self.cube), "%d points for a resignation" % n)
        self.resigning = (name, n)
        self.late = False
        self._note(name, "wants to resign")

    def resign_accepted(self, name, n):
        self._late_resignation(name, n)
        self._need(self.resigning == (self.opponent(name), n), "%s accepts and wins %d" % (name, n))
        self.resigning = None
        self._over(name, n)

    def _late_resignation(self, name, n):
        if self.late and self.resigning is None:
            self.resigning = (self.opponent(name), n)
        self.late = False

    def resign_rejected(self, name):
        self._late_resignation(name, None)
        self._need(self.resigning is not None and self.resigning[0] == self.opponent(name),
                   "%s rejects a resignation" % name)
        self.resigning = None

    def win(self, name, n):
        self._need(self.phase == "won" and self.rows[name][0] == 15, "%s wins" % name)
        right = self.cube * rules.win_size(self.rows[self.opponent(name)])
        self._need(n == right, "%d points for the game instead of %d" % (n, right))
        self._over(name, n)

    def _over(self, winner, n):
        self._note(winner, "wins")
        self.score[winner] += n
        self.phase = "over"
        self.turn = None
        self.dice = None

    def match_over(self):
        return self.length > 0 and self.phase == "over" and max(self.score.values()) >= self.length

    def score_line(self, length, a, a_score, b, b_score):
        self._need(self.phase == "over" and not self.match_over(), "a score line")
        self._need((length, a, a_score, b, b_score)
                   == (self.length, self.view, self.score[self.view], self.other, self.score[self.other]),
                   "score in %d: %s-%d %s-%d" % (length, a, a_score, b, b_score))

    def match_won(self, name, length, a, b):
        self._need(self.match_over(), "%s wins the match" % name)
        self._need(self.score[name] >= self.length, "%s wins the match" % name)
        self._need((length, a, b) == (self.length, self.score[name], self.score[self.opponent(name)]),
                   "the result of the match is %d: %d-%d" % (length, a, b))
        self.phase = "idle"

    def move_list(self):
        """Returns the lines of `toggle moves` for the game that has just ended."""
        x = self.view if self.colour[self.view] < 0 else self.other
        o = self.opponent(x)
        what = "a %d point match" % self.length if self.length else "an unlimited match"
        lines = ["Score is %d-%d in %s." % (self.score_before[x], self.score_before[o], what),
                 "%s is X - %s is O" % (x, o)]
        # Offers to resign before the first play are listed only if one of them ends the game.
        record = self.record
        first = next((i for i, (_, text) in enumerate(record) if text.startswith("(")), len(record) - 2)
        record = [r for i, r in enumerate(record) if i >= first or r[1] != "wants to resign"]
        return lines + ["%s: %s" % ("X" if self.colour[n] < 0 else "O", text) for n, text in record]

    # ---- boards

    def fields(self):
        """Returns the fields that a board line must have, as a list of strings."""
        v, o = self.view, self.other
        mine, his = self.rows[v], self.rows[o]
        c = self.colour[v]
        white, black = (mine, his) if c > 0 else (his, mine)
        points = [str(white[i] - black[25 - i]) for i in range(1, 25)]
        points = [str(-black[25])] + points + [str(white[25])]
        turn, dice, can_move = 0, (0, 0, 0, 0), 0
        may = (1, 1) if self.owner is None else (1, 0) if self.owner == v else (0, 1)
        was = 0
        if self.phase == "offer":
            turn = self.colour[self.asked]
            may = (0, 0)
            was = 1 if self.asked == v else 0
        elif self.turn is not None:
            turn = self.colour[self.turn]
        if self.phase in ("move", "first"):
            dice = self.dice + (0, 0) if self.turn == v else (0, 0) + self.dice
            can_move = self.plays[0] if self.plays else 0
        out = ["board", "You" if self.player else v, o, self.length or UNLIMITED, self.score[v], self.score[o]]
        out += points
        out += [turn, *dice, self.cube, *may, was, c, -c, 0 if c > 0 else 25, 25 if c > 0 else 0,
                mine[0], his[0], mine[25], his[25], can_move, 0, 0, self.redoubles]
        return [str(x) for x in out]

    def learn_colour(self, fields):
        c = int(fields[41])
        self._need(c in (1, -1), "colour %d" % c)
        self.colour = {self.view: c, self.other: -c}

    def board(self, line):
        """Compares all fields, except those that have no meaning once a game has ended.  After the Crawford
        game, field 51 may also be 1, as on FIBS."""
        got = line.split(":")
        if len(got) != 53:
            raise Bad("a board with %d tokens: %s" % (len(got), line))
        self._need(self.phase not in ("none", "idle", "opening"), "a board: %s" % line)
        if not self.colour:
            self.learn_colour(got)
        want = self.fields()
        if got == want:
            return
        if got[51] == "1" and self.crawford_used and not self.crawford:
            want[51] = "1"
        free = ()
        if self.phase in ("won", "over"):
            free = (4, 5, 37, 38, 39, 40, 49, 51)
        differ = [i for i in range(53) if got[i] != want[i] and i not in free]
        if differ:
            raise Bad("the board differs from the model (phase %s): %s\n   server %s\n   model  %s" % (
                self.phase, ", ".join("field %d is %s, not %s" % (i, got[i], want[i]) for i in differ),
                line, ":".join(want)))

    def adopt(self, line):
        """Takes the state from a board, for a watcher who arrives late.  Returns False if the board says too
        little."""
        got = line.split(":")
        if len(got) != 53:
            raise Bad("a board with %d tokens: %s" % (len(got), line))
        n = [int(x) if i > 2 else 0 for i, x in enumerate(got)]
        self.length = 0 if n[3] == UNLIMITED else n[3]
        self.learn_colour(got)
        v, o, c = self.view, self.other, n[41]
        self.score = {v: n[4], o: n[5]}
        self.redoubles = n[52]
        self.known_crawford = False
        self.crawford = False
        if n[32] == 0 or (n[38], n[39]) == (0, 0):
            return False
        self.new_game_state()
        self.clean_record = False
        self.late = True
        rows = {}
        for name, sign, off, bar in ((v, c, n[45], n[47]), (o, -c, n[46], n[48])):
            row = bytearray(26)
            row[0], row[25] = off, bar
            for i in range(1, 25):
                count = n[6 + i] * sign
                if count > 0:
                    row[i if sign > 0 else 25 - i] = count
            if sum(row) != 15:
                raise Bad("%d checkers of %s on the board: %s" % (sum(row), name, line))
            rows[name] = bytes(row)
        self.rows = rows
        self.cube = n[37]
        self.owner = {(1, 1): None, (1, 0): v, (0, 1): o}[n[38], n[39]]
        self.turn = v if n[32] == c else o
        dice = (n[33], n[34]) if self.turn == v else (n[35], n[36])
        if dice == (0, 0):
            self.phase = "roll"
        else:
            self.dice = dice
            self.phase = "move"
            self._find_plays()
        self.board(line)
        return True
