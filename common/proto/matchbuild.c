/* SPDX-License-Identifier: MIT */
/* See matchbuild.h.  Owns no memory. */
#include "proto/matchbuild.h"

#include <string.h>

#include "base/utf8.h"
#include "proto/username.h"
#include "proto/words.h"
#include "rules/recorded.h"

void
build_note(struct match_builder *b, const char *why)
{
	struct matchread *m = b->out;

	if (m->notes_len == MATCHREAD_NOTES_MAX)
		return;
	m->note[m->notes_len].line = b->line;
	(void)sbuf_copy(m->note[m->notes_len].why, sizeof(m->note[0].why), why);
	m->notes_len++;
}

static void
note_number(struct match_builder *b, const char *why, unsigned long n)
{
	char text[96];
	struct sbuf s;

	SBUF_INIT(&s, text);
	sbuf_addf(&s, "%s %lu", why, n);
	build_note(b, text);
}

bool
build_ignore_rest(struct match_builder *b, const char *why)
{
	if (!b->ignoring_rest)
		build_note(b, why);
	b->ignoring_rest = true;
	return false;
}

/* ---- the header ---- */

void
build_set_length(struct match_builder *b, unsigned length)
{
	match_init(&b->out->state, VARIANT_FIBS, length);
	b->length_known = true;
}

void
build_copy_name(char out[MATCHREAD_TEXT_MAX + 1], const char *text)
{
	const bool utf8 = text_is_utf8(text, strlen(text));
	const size_t end = utf8 ? utf8_fit_bytes(text, MATCHREAD_TEXT_MAX) : strlen(text);
	size_t n = 0;

	for (size_t i = 0; i < end && n + (utf8 ? 1 : 2) <= MATCHREAD_TEXT_MAX; i++) {
		unsigned char c = (unsigned char)text[i];

		if (c < ' ' || c == 0x7f) {
			out[n++] = ' ';
		} else if (c < 0x80 || utf8) {
			out[n++] = text[i];
		} else {
			out[n++] = (char)(0xc0 | c >> 6);
			out[n++] = (char)(0x80 | (c & 0x3f));
		}
	}
	while (n > 0 && out[n - 1] == ' ')
		n--;
	out[n] = '\0';
}

static const struct {
	const char *name;
	enum matchread_info is;
} INFO[] = {
	/* the first row of each item has the name that matchread_info_name returns */
	{ "Event", INFO_EVENT },
	{ "Round", INFO_ROUND },
	{ "Site", INFO_SITE },
	{ "Place", INFO_PLACE },
	{ "EventDate", INFO_DATE },
	{ "Player 1 Elo", INFO_ELO_0 },
	{ "Player 2 Elo", INFO_ELO_1 },
	{ "Date", INFO_DATE },
	{ "Location", INFO_PLACE },
	{ "Tournament", INFO_EVENT },
};

const char *
matchread_info_name(enum matchread_info i)
{
	for (size_t k = 0; k < ARRAY_LEN(INFO); k++)
		if (INFO[k].is == i)
			return INFO[k].name;
	return "";
}

/* Stores a date such as 2024.01.31 or 2024-01-31. */
static void
store_date(struct matchread *m, const char *at)
{
	int v[3] = { 0 };

	for (unsigned i = 0; i < 3; i++) {
		for (unsigned n = 0; *at >= '0' && *at <= '9' && n < 4; n++, at++)
			v[i] = v[i] * 10 + (*at - '0');
		at += *at != '\0';
	}
	if (v[0] < 1970 || v[1] < 1 || v[1] > 12 || v[2] < 1 || v[2] > 31)
		return;
	m->year = v[0];
	m->month = v[1];
	m->day = v[2];
}

void
build_header_item(struct match_builder *b, const char *name, const char *value)
{
	struct matchread *m = b->out;

	if (word_is(name, "Crawford") && word_is(value, "Off"))
		b->crawford = false;
	if (word_is(name, "Jacoby") && word_is(value, "On"))
		b->jacoby = true;
	for (size_t k = 0; k < ARRAY_LEN(INFO); k++)
		if (word_is(name, INFO[k].name)) {
			build_copy_name(m->info[INFO[k].is], value);
			if (INFO[k].is == INFO_DATE)
				store_date(m, value);
		}
}

/* ---- actions ---- */

/* Changes the Crawford and Jacoby rules in the ACT_START of the game being read, and applies
 * the actions of the game so far again. */
static void
reapply_with_rules(struct match_builder *b, bool crawford, bool jacoby)
{
	struct matchread *m = b->out;
	struct match_events ev;

	m->action[b->actions_at_header].start.crawford = crawford;
	m->action[b->actions_at_header].start.jacoby = jacoby;
	m->state = b->state_at_header;
	for (unsigned i = b->actions_at_header; i < m->n; i++) {
		b->state_before_last = m->state;
		CHECK(match_apply(&m->state, &m->action[i], b->space, &ev).err == MATCH_OK);
	}
}

static bool
act(struct match_builder *b, struct action a)
{
	struct matchread *m = b->out;
	struct match_events ev;
	enum match_err err;

	if (m->n == MATCHREAD_ACTIONS_MAX)
		return build_ignore_rest(b, "the match is too long");
	b->state_before_last = m->state;
	b->actions_before_last = m->n;
	err = match_apply(&m->state, &a, b->space, &ev).err;
	if (err == MATCH_CRAWFORD_GAME) { /* a player doubled, so this is another game */
		reapply_with_rules(b, false, false);
		b->state_before_last = m->state;
		err = match_apply(&m->state, &a, b->space, &ev).err;
	}
	if (err != MATCH_OK)
		return build_ignore_rest(b, "the rules do not allow that here");
	m->action[m->n++] = a;
	return true;
}

static void
undo_last(struct match_builder *b)
{
	b->out->state = b->state_before_last;
	b->out->n = b->actions_before_last;
}

static bool
note_wrong_turn(struct match_builder *b, enum seat seat)
{
	return build_ignore_rest(b, seat == SEAT_0 ? "it is not the turn of the left player"
						   : "it is not the turn of the right player");
}

/* Returns true if the game being read accepts more actions. */
static bool
accepts_actions(struct match_builder *b)
{
	if (!b->game_open && !b->match_over)
		build_note(b, "a game begins with the names and the score");
	if (b->play_missing && b->game_open && !b->ignoring_rest) {
		build_ignore_rest(b, "the file does not say what was played before this");
		return false;
	}
	return b->game_open && !b->ignoring_rest;
}

static bool
start_game(struct match_builder *b, enum seat seat, unsigned d1, unsigned d2)
{
	const struct match_state *m = &b->out->state;
	struct action a = { .kind = ACT_START, .seat = SEAT_NONE, .roll_no = m->next_roll };
	unsigned n = b->autodoubles < OPENING_PAIRS_MAX ? b->autodoubles : 0;

	if (d1 == d2)
		return build_ignore_rest(b, "an opening roll is no double");
	a.start.crawford = b->crawford && b->crawford_game != CRAWFORD_NO;
	a.start.jacoby = b->jacoby;
	a.start.redoubles[0] = a.start.redoubles[1] = REDOUBLES_UNLIMITED;
	a.start.autodouble = n > 0;
	for (unsigned i = 0; i < n; i++) /* the file does not say which ties were rolled */
		a.start.pair[i] = (struct dice_pair){ { 1, 1 } };
	a.start.pair[n].d[seat] = (uint8_t)(d1 > d2 ? d1 : d2);
	a.start.pair[n].d[seat_other(seat)] = (uint8_t)(d1 > d2 ? d2 : d1);
	a.start.npairs = (uint8_t)(n + 1);
	if (!act(b, a))
		return false;
	b->game_begun = true;
	b->games_begun++;
	return true;
}

/* Adds a roll that allows no play for the player on roll, because many files omit such turns.
 * Returns false if there is no such roll. */
static bool
add_unplayable_roll(struct match_builder *b)
{
	const struct match_state *m = &b->out->state;
	struct action a = { .kind = ACT_ROLL, .seat = m->turn, .roll_no = m->next_roll };
	bool sure = true;

	for (uint8_t d = 1; d <= 6; d++)
		for (uint8_t e = d; e <= 6; e++)
			if (move_dice_used(m->variant, &m->board, m->turn, d, e, b->space) > 0)
				sure = false;
			else if (d != e || a.dice.d[0] == 0)
				a.dice = (struct dice_pair){ { e, d } };
	if (a.dice.d[0] == 0)
		return false;
	if (!sure)
		build_note(b, "a roll that allowed no play is missing before this");
	return act(b, a);
}

void
build_roll(struct match_builder *b, enum seat seat, unsigned d1, unsigned d2)
{
	const struct match_state *m = &b->out->state;
	struct action a = { .kind = ACT_ROLL, .seat = seat };

	if (!accepts_actions(b))
		return;
	a.dice = (struct dice_pair){ { (uint8_t)d1, (uint8_t)d2 } };
	if (!b->game_begun) {
		(void)start_game(b, seat, d1, d2);
		return;
	}
	if (m->phase == PH_MOVE && m->turn == seat && m->dice.d[0] + m->dice.d[1] == d1 + d2 &&
	    (m->dice.d[0] == d1 || m->dice.d[0] == d2))
		return; /* the file repeats the roll */
	if (m->phase == PH_MOVE)
		(void)build_ignore_rest(b, "the play of the roll before is missing");
	else if (!match_game_on(m))
		(void)build_ignore_rest(b, "this game has ended");
	else if (m->phase == PH_DOUBLED && m->turn == seat) /* the file omits the take */
		build_answer(b, match_to_act(m), ACT_TAKE);
	if (b->ignoring_rest)
		return;
	if (m->phase == PH_ROLL && m->turn != seat && !add_unplayable_roll(b))
		(void)note_wrong_turn(b, seat);
	else if (m->phase != PH_ROLL || m->turn != seat)
		(void)note_wrong_turn(b, seat);
	a.roll_no = m->next_roll;
	if (!b->ignoring_rest)
		(void)act(b, a);
}

/* ---- plays ---- */

/* Returns whether the result has the mover's checkers where the description puts them. */
static bool
matches_description(const struct board *before, const struct move_result *r, enum seat seat,
    const struct described_play *d)
{
	int at[PT_COUNT];

	if (d->has_position)
		return memcmp(&r->after, &d->position, sizeof(d->position)) == 0;
	for (unsigned p = 0; p < PT_COUNT; p++)
		at[p] = before->at[seat][p];
	for (unsigned i = 0; i < d->n; i++) {
		at[d->step[i].from]--;
		at[d->step[i].to]++;
	}
	for (unsigned p = 0; p < PT_COUNT; p++)
		if (at[p] != r->after.at[seat][p])
			return false;
	return true;
}

/* Returns how far the hits of a result differ from those described: 1 for each hit too many or
 * too few, and 100 for each blot that is still on a point where a described step ends. */
static unsigned
hits_difference(const struct board *before, const struct move_result *r, enum seat seat,
    const struct described_play *d)
{
	enum seat other = seat_other(seat);
	unsigned apart =
	    r->hits > d->hit_marks ? r->hits - d->hit_marks : d->hit_marks - r->hits;

	for (unsigned i = 0; i < d->n; i++) {
		unsigned p = d->step[i].to != PT_OFF ? PT_BAR - d->step[i].to : PT_BAR;

		if (p != PT_BAR && before->at[other][p] == 1 && r->after.at[other][p] == 1)
			apart += 100;
	}
	return apart;
}

/* Finds the legal play that is described.  Keeps the order in which its steps were written if
 * that order is legal. */
static bool
find_described_play(
    struct match_builder *b, enum seat seat, const struct described_play *d, struct play *out)
{
	const struct match_state *m = &b->out->state;
	const struct move_result *best = NULL;
	struct play p = { .n = 0 };
	struct board after;
	unsigned step, least = 0;

	(void)move_list(m->variant, &m->board, seat, m->dice.d[0], m->dice.d[1], b->space);
	for (; p.n < d->n && p.n < PLAY_MAX_STEPS; p.n++)
		p.step[p.n] = d->step[p.n];
	if (p.n == d->n && !d->has_position &&
	    move_check(m->variant, &m->board, seat, m->dice.d[0], m->dice.d[1], &p, b->space,
		&after, &step) == MOVE_OK) {
		*out = p;
		return true;
	}
	for (unsigned i = 0; i < b->space->n; i++) {
		const struct move_result *r = &b->space->result[i];
		unsigned apart = hits_difference(&m->board, r, seat, d);

		if (matches_description(&m->board, r, seat, d) &&
		    (best == NULL || apart < least)) {
			best = r;
			least = apart;
		}
	}
	if (best != NULL)
		*out = best->play;
	return best != NULL;
}

/* Derives the steps of an illegal play from the position that it left: the rearmost checker
 * that moved goes to the rearmost point that gained one, and so on.  Returns false if that
 * takes more than four steps, or if the numbers of checkers differ. */
static bool
derive_steps(const struct match_state *m, const struct board *after, struct play *out)
{
	const uint8_t *is = m->board.at[m->turn], *was = after->at[m->turn];
	unsigned to = 0;

	*out = (struct play){ .n = 0 };
	for (int p = PT_BAR; p >= 0; p--)
		for (int i = is[p]; i > was[p]; i--) {
			if (out->n == PLAY_MAX_STEPS)
				return false;
			out->step[out->n++].from = (uint8_t)p;
		}
	for (int p = PT_BAR; p >= 0; p--)
		for (int i = was[p]; i > is[p]; i--) {
			if (to == out->n)
				return false;
			out->step[to++].to = (uint8_t)p;
		}
	return to == out->n;
}

/* Adds a play that breaks the rules, if the checkers can be moved as described. */
static bool
add_misplay(struct match_builder *b, enum seat seat, const struct described_play *d)
{
	struct board after = b->out->state.board;
	struct action a = { .kind = ACT_MISPLAY, .seat = seat };

	if (d->has_position && !derive_steps(&b->out->state, &d->position, &a.play))
		return build_ignore_rest(b, "no play leads to that position");
	if (!d->has_position) {
		if (d->n > PLAY_MAX_STEPS)
			return build_ignore_rest(b, "that play has too many steps");
		a.play.n = (uint8_t)d->n;
		memcpy(a.play.step, d->step, d->n * sizeof(*d->step));
	}
	if (!recorded_apply_play(&b->out->state, &a.play, &after))
		return build_ignore_rest(b, "that play is not legal");
	if (!d->marked_illegal)
		build_note(b,
		    d->n > 0 ? "that play is not legal, but is kept" : "there is a legal play");
	if (!act(b, a))
		return false;
	if (!d->has_position || !match_game_on(&b->out->state) ||
	    memcmp(&b->out->state.board, &d->position, sizeof(d->position)) == 0)
		return true;
	undo_last(b);
	return build_ignore_rest(b, "no play leads to that position");
}

void
build_play(struct match_builder *b, enum seat seat, const struct described_play *d)
{
	const struct match_state *m = &b->out->state;
	struct action a = { .kind = ACT_MOVE, .seat = seat };

	if (!b->game_open || b->ignoring_rest)
		return;
	if (b->out->pause != NULL)
		b->out->pause();
	if (d->not_recorded) {
		b->play_missing = true;
		return;
	}
	if (m->phase != PH_MOVE || m->turn != seat) {
		if (d->n > 0 || d->has_position)
			(void)build_ignore_rest(b, "nothing can be played with this roll");
		return;
	}
	if (d->n == 0 && !d->has_position && !d->marked_illegal && !d->no_legal_play)
		return; /* a game may end before its last roll is played */
	if (find_described_play(b, seat, d, &a.play))
		(void)act(b, a);
	else
		(void)add_misplay(b, seat, d);
}

/* ---- the cube ---- */

void
build_double(struct match_builder *b, enum seat seat, unsigned long value)
{
	const struct match_state *m = &b->out->state;
	enum phase phase = b->out->state.phase == PH_DOUBLED ? PH_DOUBLED : PH_ROLL;
	struct action a = { .kind = phase == PH_DOUBLED ? ACT_REDOUBLE : ACT_DOUBLE,
		.seat = seat };

	if (!accepts_actions(b))
		return;
	if (m->phase == PH_ROLL && m->turn != seat)
		(void)add_unplayable_roll(b);
	if (m->phase == PH_MOVE)
		(void)build_ignore_rest(b, "the play of the roll before is missing");
	else if (m->phase != phase || match_to_act(m) != seat)
		(void)note_wrong_turn(b, seat);
	else if (act(b, a) && value != 0 && m->offered_cube != value)
		note_number(b, "the cube would show", m->offered_cube);
}

void
build_answer(struct match_builder *b, enum seat seat, enum act_kind kind)
{
	const struct match_state *m = &b->out->state;

	if (!accepts_actions(b))
		return;
	if (m->phase != PH_DOUBLED || match_to_act(m) != seat)
		(void)note_wrong_turn(b, seat);
	else
		(void)act(b, (struct action){ .kind = kind, .seat = seat });
}

/* ---- results ---- */

void
build_result(struct match_builder *b, enum seat seat, uint32_t points)
{
	if (!b->game_open || (b->result_known && b->points > 0))
		return;
	b->result_known = true;
	b->result_line = b->line;
	b->winner = seat;
	b->points = points;
}

/* Ends the game in progress with a resignation, or by dropping a pending double.  If neither is
 * worth exactly these points, but the points are enough to win the match, leaves the score to
 * `correct_score`. */
static void
finish_game(struct match_builder *b, enum seat winner, uint32_t points)
{
	const struct match_state *m = &b->out->state;
	enum seat loser = seat_other(winner);
	struct action a = { .kind = ACT_RESIGN, .seat = loser };
	uint32_t got = 0;

	b->ignoring_rest = false; /* `act` must accept the actions that end the game */
	if (m->phase == PH_DOUBLED && match_to_act(m) == loser && points == m->cube) {
		(void)act(b, (struct action){ .kind = ACT_DROP, .seat = loser });
		return;
	}
	/* gnubg does not write that a beaver is accepted. */
	if (m->phase == PH_DOUBLED &&
	    (match_to_act(m) == loser || points > 3 * m->cube ||
		(m->redoubles_done > 0 && points % m->offered_cube == 0)))
		(void)act(b, (struct action){ .kind = ACT_TAKE, .seat = match_to_act(m) });
	if (m->jacoby && m->cube_owner == SEAT_NONE && points > m->cube)
		reapply_with_rules(b, true, false);
	while (got < points && a.size < m->variant->resign_max)
		got = match_resign_points(m, loser, ++a.size);
	if (got != points) {
		if (m->length > 0 && b->state_at_header.score[winner] + points >= m->length)
			return;
		note_number(b, "so many points cannot be won by that; the cube shows", m->cube);
	}
	if (act(b, a))
		(void)act(b, (struct action){ .kind = ACT_RESIGN_ACCEPT, .seat = winner });
}

/* Sets the score that the file gives, if the games lead to a different score. */
static void
correct_score(struct match_builder *b, const uint32_t want[2])
{
	const struct match_state *m = &b->out->state;
	struct action a = { .kind = ACT_SET_SCORE, .seat = SEAT_NONE };

	if (m->phase == PH_OVER || (m->score[0] == want[0] && m->score[1] == want[1]))
		return;
	for (unsigned s = 0; s < 2; s++) {
		uint32_t most = m->length > 0 ? MATCH_LENGTH_MAX : SCORE_MAX;

		a.score[s] = (uint16_t)(want[s] < most ? want[s] : most);
		if (m->length > 0 && want[s] >= m->length) {
			a.kind = ACT_SET_RESULT;
			a.seat = (enum seat)s;
		}
	}
	b->ignoring_rest = false;
	(void)act(b, a);
}

/* Handles a game that was played to its end.  The result in the file may still differ. */
static void
check_ended_game(struct match_builder *b, const uint32_t want[2])
{
	const struct match_state *m = &b->out->state;
	enum seat won = m->score[0] > b->state_at_header.score[0] ? SEAT_0 : SEAT_1;
	uint32_t points = m->score[won] - b->state_at_header.score[won];

	if (m->score[won] != want[won] && m->length == 0 && m->cube_owner == SEAT_NONE) {
		reapply_with_rules(b, true, !m->jacoby);
		if (m->score[won] != want[won])
			reapply_with_rules(b, true, !m->jacoby);
	}
	if (m->score[0] == want[0] && m->score[1] == want[1])
		return;
	if (b->result_known && b->winner != won)
		build_note(b, "the other player has won this game");
	else
		note_number(b, "this game was won with", points);
	if (m->phase == PH_OVER || (b->result_known && b->winner != won)) {
		undo_last(b);
		if (match_game_on(m))
			finish_game(b, b->result_known ? b->winner : won,
			    b->result_known
				? b->points
				: (uint32_t)(want[won] - b->state_at_header.score[won]));
	}
}

/* Returns whether the result of the game is in the wrong column, as in files that are not
 * aligned.  That is so if the other player won these points, according to the plays or to the
 * score of the next game. */
static bool
result_is_misaligned(const struct match_builder *b, const uint32_t next[2])
{
	const struct match_state *m = &b->out->state;
	const bool ended = b->game_begun && !match_game_on(m);
	const uint32_t *now = next != NULL ? next : m->score;
	const enum seat other = seat_other(b->winner);
	const uint32_t won = now[other] - b->state_at_header.score[other];

	return b->result_known && (next != NULL || ended) &&
	       now[b->winner] == b->state_at_header.score[b->winner] &&
	       now[other] > b->state_at_header.score[other] &&
	       (b->points == 0 || won == b->points);
}

/* Ends the game read last.  next: the score that the header of the next game gives, else
 * NULL. */
static void
close_game(struct match_builder *b, const uint32_t next[2])
{
	const struct match_state *m = &b->out->state;
	const unsigned line = b->line;
	uint32_t want[2] = { b->state_at_header.score[0], b->state_at_header.score[1] };
	bool have = b->result_known;

	if (!b->game_open)
		return;
	b->game_open = false;
	if (b->result_known)
		b->line = b->result_line;
	if (result_is_misaligned(b, next))
		b->winner = seat_other(b->winner);
	if ((!b->result_known || b->points == 0) && next != NULL &&
	    (next[0] > want[0]) != (next[1] > want[1])) {
		b->winner = next[0] > want[0] ? SEAT_0 : SEAT_1;
		b->points = next[b->winner] - want[b->winner];
		have = true;
	}
	if (have)
		want[b->winner] += b->points > 0 ? b->points : m->cube;
	if (!b->game_begun) {
		if (!b->ignoring_rest &&
		    !(m->length > 0 && have && want[b->winner] >= m->length))
			build_note(b, "nothing was played in this game");
	} else if (!match_game_on(m)) {
		if (!have)
			return;
		check_ended_game(b, want);
	} else if (have) {
		finish_game(b, b->winner, b->points > 0 ? b->points : m->cube);
	} else if (next != NULL) {
		if (!b->ignoring_rest)
			build_note(b, "the game before has no end");
		b->out->state = b->state_at_header;
		b->out->n = b->actions_at_header;
	} else {
		return;
	}
	correct_score(b, want);
	b->line = line;
}

void
build_begin_game(struct match_builder *b, const uint32_t score[2])
{
	const struct match_state *m = &b->out->state;
	bool first = b->out->n == 0 && !b->game_open;

	if (b->match_over)
		return;
	close_game(b, score);
	if (m->phase == PH_OVER) {
		build_note(b, "the match is over already");
		b->match_over = true;
		return;
	}
	if (score != NULL) {
		if (!first && score[0] != m->score[0])
			note_number(b, "by the games before, the score of the left player is",
			    m->score[0]);
		else if (!first && score[1] != m->score[1])
			note_number(b, "by the games before, the score of the right player is",
			    m->score[1]);
		correct_score(b, score);
	}
	b->match_over = m->phase == PH_OVER;
	b->game_open = !b->match_over;
	b->game_begun = b->ignoring_rest = b->play_missing = b->result_known = false;
	b->crawford_game = CRAWFORD_BY_SCORE;
	b->autodoubles = 0;
	b->points = 0;
	b->state_at_header = *m;
	b->actions_at_header = b->out->n;
}

void
build_end_match(struct match_builder *b)
{
	struct matchread *m = b->out;

	close_game(b, NULL);
	m->unfinished =
	    match_game_on(&m->state) || (m->state.length > 0 && m->state.phase != PH_OVER);
	if (!b->length_known)
		build_note(
		    b, "there is no match in it: a line such as '7 point match' is missing");
	else if (b->games_begun == 0)
		build_note(b, "there is no game in it");
	else if (match_game_on(&m->state))
		build_note(b, "the last game has no end");
	else if (m->unfinished)
		build_note(b, "the match has no end");
}
