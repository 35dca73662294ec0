/* SPDX-License-Identifier: MIT */
/* The rules for the page, compiled to WebAssembly (make wasm) and called by page/rules.js.
 *
 * One match is in memory.  The page copies its bytes out and in to work on several.  Texts are
 * passed in and out in text[], numbers in number[]; NAMES lists what the numbers are.
 *
 * Clocks are ignored: exported matches do not contain everything that a clock depends on, and
 * the server has checked them. */
#include <string.h>

#include "rules/draft.h"
#include "rules/match.h"
#include "rules/notation.h"

#define EXPORT(name) __attribute__((export_name(#name)))

static struct match_state m;
static struct match_events events; /* events of the last action that was accepted */
static struct move_space plays_space;
static unsigned hits, pins; /* bit i: step i of the last play hits or pins */
static char text[1024];

/* Called when a CHECK fails.  The page reports it as an exception. */
_Noreturn void
check_failed(const char *cond, const char *file, int line)
{
	(void)cond;
	(void)file;
	(void)line;
	__builtin_trap();
}

/* ---- numbers ---- */

/* Name and variable of each number that rules_set can change. */
#define SETTABLE_NUMBERS(X)                                                                    \
	X(length, m.length)                                                                    \
	X(score0, m.score[0])                                                                  \
	X(score1, m.score[1])                                                                  \
	X(phase, m.phase)                                                                      \
	X(crawford, m.crawford)                                                                \
	X(gameNo, m.game_no)                                                                   \
	X(nextRoll, m.next_roll)                                                               \
	X(o, m.o)                                                                              \
	X(turn, m.turn)                                                                        \
	X(opening, m.opening)                                                                  \
	X(die0, m.dice.d[0])                                                                   \
	X(die1, m.dice.d[1])                                                                   \
	X(cube, m.cube)                                                                        \
	X(owner, m.cube_owner)                                                                 \
	X(offer, m.offered_cube)                                                               \
	X(offerBy, m.doubler)                                                                  \
	X(resign, m.resign_size)                                                               \
	X(resignBy, m.resign_by)                                                               \
	X(drawBy, m.draw_by)                                                                   \
	X(lastWinner, m.last_winner)                                                           \
	X(redoublesMax, m.redoubles)                                                           \
	X(jacoby, m.jacoby)                                                                    \
	X(noCube, m.no_cube)                                                                   \
	X(practice, m.practice)

/* Name and value of each number that follows from the state or the last action.  Seats are 2 if
 * there is none. */
#define DERIVED_NUMBERS(X)                                                                     \
	X(toAct, match_to_act(&m))                                                             \
	X(pieces, m.dice_to_play)                                                              \
	X(mayDouble, m.turn < SEAT_NONE && match_may_double(&m, m.turn))                       \
	X(redoubles, m.phase == PH_DOUBLED ? match_redoubles_left(&m) : 0)                     \
	X(needsOpening, match_needs_opening(&m))                                               \
	X(winner, m.winner)                                                                    \
	X(hits, hits)                                                                          \
	X(pins, pins)                                                                          \
	X(blocked, find_event(EV_CANNOT_MOVE) != NULL)                                         \
	X(over, find_event(EV_GAME_WON) != NULL || find_event(EV_GAME_DRAWN) != NULL)          \
	X(wonBy, find_event(EV_GAME_WON) != NULL ? find_event(EV_GAME_WON)->seat : SEAT_NONE)  \
	X(points, find_event(EV_GAME_WON) != NULL ? find_event(EV_GAME_WON)->points : 0)

#define NUMBER_NAME(name, value) #name " "
static const char NAMES[] = SETTABLE_NUMBERS(NUMBER_NAME) DERIVED_NUMBERS(NUMBER_NAME);

#define NUMBER_INDEX(name, value) AT_##name,
enum {
	SETTABLE_NUMBERS(NUMBER_INDEX) DERIVED_NUMBERS(NUMBER_INDEX) NUMBER_COUNT
};
static int32_t number[NUMBER_COUNT];

/* Returns the first event of a kind, or NULL. */
static const struct match_event *
find_event(enum match_event_kind kind)
{
	for (unsigned i = 0; i < events.n; i++)
		if (events.e[i].kind == kind)
			return &events.e[i];
	return NULL;
}

EXPORT(rules_names) const char *rules_names(void)
{
	return NAMES;
}

EXPORT(rules_text) char *rules_text(void)
{
	return text;
}

/* Writes all numbers. */
EXPORT(rules_numbers) int32_t *rules_numbers(void)
{
#define GET(name, value) number[AT_##name] = (int32_t)(value);
	SETTABLE_NUMBERS(GET)
	DERIVED_NUMBERS(GET)
	return number;
}

EXPORT(rules_state) struct match_state *rules_state(void)
{
	return &m;
}

EXPORT(rules_state_size) unsigned rules_state_size(void)
{
	return sizeof(m);
}

/* The checkers of both seats in their own numbers, 27 each, and 3 bytes of pins each. */
EXPORT(rules_board) struct board *rules_board(void)
{
	return &m.board;
}

/* Writes the XGID of the position, with seat 0 at the bottom, to text[]; "" if it has none. */
EXPORT(rules_xgid) void rules_xgid(void)
{
	struct sbuf b;

	SBUF_INIT(&b, text);
	(void)position_xgid(&b, &m, SEAT_0);
}

/* ---- games ---- */

/* Describes game number i in text[]: its name, its title, whether it has a cube, dice and a
 * reserve, the offset between the numbers of both sides if they move the same way, the largest
 * resignation, and the games that it consists of.  Returns 0 if there are not that many
 * games. */
EXPORT(rules_game) unsigned rules_game(unsigned i)
{
	const struct variant *v = &VARIANTS[i];
	struct sbuf b;

	if (v->name == NULL)
		return 0;
	SBUF_INIT(&b, text);
	sbuf_add(&b, v->name);
	sbuf_addc(&b, '\n');
	sbuf_add(&b, v->title);
	sbuf_addc(&b, '\n');
	sbuf_addc(&b, v->cube ? '1' : '0');
	sbuf_addc(&b, v->no_dice ? '0' : '1');
	sbuf_addc(&b, v->reserve != RESERVE_NONE || v->clone == CLONE_TO_RESERVE ? '1' : '0');
	sbuf_addc(&b, '\n');
	if (v->movement == MOVE_PARALLEL)
		sbuf_addi(&b, v->offset);
	sbuf_addc(&b, '\n');
	sbuf_addi(&b, v->resign_max);
	for (unsigned k = 0; v->cycle != NULL && v->cycle[k] != NULL; k++) {
		sbuf_addc(&b, k == 0 ? '\n' : ' ');
		sbuf_add(&b, v->cycle[k]);
	}
	return 1;
}

/* Writes the name of the current game to text[]. */
EXPORT(rules_playing) void rules_playing(void)
{
	struct sbuf b;

	SBUF_INIT(&b, text);
	sbuf_add(&b, m.variant->name);
}

/* ---- the match ---- */

/* Begins a match of the game named in text[].  Returns 0 if there is no such game. */
EXPORT(rules_begin) unsigned rules_begin(unsigned length)
{
	const struct variant *v = variant_find(text);

	if (v == NULL || length > MATCH_LENGTH_MAX)
		return 0;
	match_init(&m, v, length);
	events.n = 0;
	hits = pins = 0;
	return 1;
}

/* Sets the state from number[] and the position from rules_board(), where the caller has stored
 * everything that the phase requires. */
EXPORT(rules_set) void rules_set(void)
{
#define SET(name, variable) variable = (__typeof__(variable))number[AT_##name];
	SETTABLE_NUMBERS(SET)
	m.dice_to_play = 0;
	if (m.phase == PH_MOVE)
		m.dice_to_play = (uint8_t)move_dice_used(
		    m.variant, &m.board, m.turn, m.dice.d[0], m.dice.d[1], &plays_space);
	events.n = 0;
	hits = pins = 0;
}

static unsigned
count_pinned_points(const struct board *b, enum seat seat)
{
	unsigned n = 0;

	for (unsigned p = 1; p <= 24; p++)
		n += board_pinned(b, seat, p);
	return n;
}

/* Finds the steps of a play that hit or pin.  s: the state before it. */
static void
find_hits_and_pins(const struct match_state *s, const struct play *p)
{
	const enum seat other = seat_other(s->turn);
	struct board before = s->board, after;
	struct play part = *p;
	enum rule rule;
	unsigned step;

	for (unsigned i = 0; i < p->n && !s->variant->no_dice; i++) {
		part.n = (uint8_t)(i + 1);
		if (move_try_steps(s->variant, &s->board, s->turn, s->dice.d[0], s->dice.d[1],
			&part, &after, &step, &rule) != MOVE_OK)
			return;
		hits |= (unsigned)(after.at[other][PT_BAR] > before.at[other][PT_BAR]) << i;
		pins |= (unsigned)(count_pinned_points(&after, other) >
				   count_pinned_points(&before, other))
			<< i;
		before = after;
	}
}

static bool
is_about_time(enum act_kind kind)
{
	switch (kind) {
	case ACT_CLOCK:
	case ACT_DISCONNECT:
	case ACT_RETURN:
	case ACT_PAUSE:
	case ACT_UNPAUSE:
	case ACT_ADDTIME:
	case ACT_BREAK:
	case ACT_READY:
	case ACT_SAVE:
	case ACT_STOP_CLOCK:
		return true;
	default:
		return false;
	}
}

/* Applies the action whose kind and text (action.h) are in text[], separated by a blank.
 * Returns an enum match_err, or -1 if it cannot be read. */
EXPORT(rules_apply) int rules_apply(enum seat seat, bool automatic)
{
	char *blank = strchr(text, ' ');
	struct match_state before;
	struct match_error e;
	struct action a;

	if (blank != NULL)
		*blank = '\0';
	if (!action_read(text, seat, automatic, blank != NULL ? blank + 1 : "", &a))
		return -1;
	events.n = 0;
	hits = pins = 0;
	if (is_about_time(a.kind))
		return MATCH_OK;
	if (a.kind == ACT_TIMEOUT)
		a.kind = ACT_FORFEIT;
	if (a.kind == ACT_START || a.kind == ACT_ROLL)
		a.roll_no = m.next_roll; /* the number in the record of the match; the page may
					    not know it */
	before = m;
	e = match_apply(&m, &a, &plays_space, &events);
	if (e.err == MATCH_OK && a.kind == ACT_MOVE)
		find_hits_and_pins(&before, &a.play);
	return (int)e.err;
}

/* Lists the legal plays of the current roll.  Returns their number. */
EXPORT(rules_plays) unsigned rules_plays(void)
{
	return m.phase != PH_MOVE ? 0
				  : move_list(m.variant, &m.board, m.turn, m.dice.d[0],
					m.dice.d[1], &plays_space);
}

/* Writes play i of the list to text[], and returns the position after it. */
EXPORT(rules_play) const struct board *rules_play(unsigned i)
{
	struct sbuf b;

	SBUF_INIT(&b, text);
	notation_write(&b, &plays_space.result[i].play);
	return &plays_space.result[i].after;
}

/* ---- a play being entered ---- */

static struct draft draft; /* the mover has seat 0 here */
static struct move_space draft_space;

/* Writes the name of the reason to text[], from the table `refused` of words-en.js. */
static void
write_reason(const struct draft *t, const struct draft_refusal *r, struct sbuf *out)
{
	static const char *const WHY[] = {
		[DRAFT_ILLEGAL] = "",
		[DRAFT_CANNOT_MOVE] = "nowhere",
		[DRAFT_ALL_DICE_PLAYED] = "complete",
		[DRAFT_SEVERAL_CHECKERS] = "several",
		[DRAFT_NO_BEAROFF] = "noBearoff",
		[DRAFT_UNREADABLE] = "unreadable",
	};
	static const char *const MOVES[] = {
		[MOVE_OK] = "",
		[MOVE_TOO_FEW] = "mostDice",
		[MOVE_TOO_MANY] = "tooMany",
		[MOVE_NO_CHECKER] = "noChecker",
		[MOVE_NOT_ON_DICE] = "notOnDice",
		[MOVE_BLOCKED] = "blocked",
		[MOVE_BAR_FIRST] = "barFirst",
		[MOVE_NOT_HOME] = "notHome",
		[MOVE_BAD_BEAROFF] = "badBearoff",
		[MOVE_LARGER_DIE] = "largerDie",
		[MOVE_USES_FEWER] = "mostDice",
		[MOVE_PINNED] = "pinned",
		[MOVE_FORBIDDEN] = "",
		[MOVE_NO_WAY] = "blocked",
		[MOVE_TWO_WAYS] = "twoWays",
	};
	static const char *const RULES[RULE_COUNT] = {
		[RULE_NONE] = "",
		[RULE_RUNNER] = "runner",
		[RULE_START_PRIME] = "startPrime",
		[RULE_SHUT_IN] = "shutIn",
		[RULE_FOUR_POINTS] = "fourPoints",
		[RULE_HEAD] = "head",
		[RULE_PRIME] = "prime",
		[RULE_ENTER] = "enter",
		[RULE_NEXT_QUARTER] = "nextQuarter",
		[RULE_EMPTY_POINT] = "emptyPoint",
		[RULE_WALL_BLOCKS] = "wall",
		[RULE_SCORE_WALL] = "score",
	};

	sbuf_add(out, WHY[r->why]);
	if (r->why != DRAFT_ILLEGAL)
		return;
	sbuf_add(out, MOVES[r->move_err]);
	if (r->move_err == MOVE_FORBIDDEN)
		sbuf_add(out, RULES[r->broken_rule]);
	else if ((r->move_err == MOVE_BLOCKED || r->move_err == MOVE_NO_WAY) &&
		 t->v->close_at == 1)
		sbuf_add(out, "ByOne");
}

/* Swaps the seats of a position if the mover has seat 1. */
static void
swap_seats(struct board *b, bool swapped)
{
	const struct board from = *b;

	for (unsigned seat = 0; swapped && seat < 2; seat++) {
		memcpy(b->at[seat], from.at[1 - seat], sizeof(b->at[0]));
		memcpy(b->pins[seat], from.pins[1 - seat], sizeof(b->pins[0]));
	}
}

/* Begins to enter a play for the player whose turn it is.  Returns 0 if there is nothing to
 * play. */
EXPORT(draft_begin) unsigned draft_begin(void)
{
	struct match_state mirror = m;

	swap_seats(&mirror.board, m.turn == SEAT_1);
	mirror.turn = m.turn == SEAT_NONE ? SEAT_NONE : SEAT_0;
	draft_start(&draft, &mirror, true, write_reason, &draft_space);
	return draft.on;
}

/* Changes the play.  `deed` is an index of DEEDS in rules.js.  Returns 0 with the reason in
 * text[] if the rules do not allow that. */
EXPORT(draft_do) unsigned draft_do(unsigned deed, unsigned place)
{
	char typed[256];
	struct sbuf why;

	memcpy(typed, text, sizeof(typed));
	typed[sizeof(typed) - 1] = '\0';
	SBUF_INIT(&why, text);
	switch (deed) {
	case 0:
		return draft_pick(&draft, place, &why);
	case 1:
		return draft_drop(&draft, place, &why);
	case 2:
		return draft_click(&draft, place, &why);
	case 3:
		return draft_move_smaller_die(&draft, place, &why);
	case 4:
		return draft_enter_typed(&draft, typed, &why);
	case 5:
		draft_undo_step(&draft);
		return true;
	case 6:
		draft_reset(&draft);
		return true;
	case 7:
		draft_complete_if_forced(&draft);
		return true;
	default:
		return false;
	}
}

/* Returns the play so far as bytes: whether it is complete, whether the roll has only one legal
 * play, the picked place (255: none); then four lists, each preceded by its length: dice left,
 * steps, targets, places from which a checker may be picked.  Also writes the stored form of
 * the play to text[]. */
EXPORT(draft_look) const uint8_t *draft_look(void)
{
	static uint8_t out[128];
	uint8_t *at = out, *count;
	struct sbuf b;

	*at++ = draft.complete;
	*at++ = draft_forced(&draft);
	*at++ = (uint8_t)draft.picked_point;
	*at = (uint8_t)draft_dice_left(&draft, at + 1);
	at += *at + 1;
	*at++ = draft.entered.n;
	for (unsigned i = 0; i < draft.entered.n; i++) {
		*at++ = draft.entered.step[i].from;
		*at++ = draft.entered.step[i].to;
	}
	*at++ = (uint8_t)draft.targets_len;
	for (unsigned i = 0; i < draft.targets_len; i++)
		*at++ = draft.target[i].to;
	count = at++;
	*count = 0;
	for (unsigned place = 1; place < PT_COUNT; place++)
		if (draft_may_pick(&draft, place)) {
			*at++ = (uint8_t)place;
			++*count;
		}
	SBUF_INIT(&b, text);
	notation_write(&b, &draft.entered);
	return out;
}

/* Returns the position after the play so far. */
EXPORT(draft_board) const struct board *draft_board(void)
{
	static struct board now;

	now = draft.now;
	swap_seats(&now, m.turn == SEAT_1);
	return &now;
}
