/* SPDX-License-Identifier: MIT */
/* Converts actions to the text that the store keeps, and back.  See action.h.  Reading is
 * strict: anything that action_write would not write is rejected, so a damaged row cannot
 * become another action. */
#include "rules/action.h"
#include "rules/notation.h"

#include <string.h>

static const struct {
	const char *name;
	unsigned flags; /* enum action_flag */
} KINDS[ACT_COUNT] = {
	[ACT_START] = { "start", ACTION_OF_PLAY },
	[ACT_ROLL] = { "roll", ACTION_OF_PLAY },
	[ACT_MOVE] = { "move", ACTION_OF_PLAY },
	[ACT_DOUBLE] = { "double", ACTION_OF_PLAY },
	[ACT_TAKE] = { "take", ACTION_OF_PLAY },
	[ACT_DROP] = { "drop", ACTION_OF_PLAY },
	[ACT_REDOUBLE] = { "redouble", ACTION_OF_PLAY },
	[ACT_RESIGN] = { "resign", ACTION_OF_PLAY },
	[ACT_RESIGN_ACCEPT] = { "resign_accept", ACTION_OF_PLAY },
	[ACT_RESIGN_REJECT] = { "resign_reject", ACTION_OF_PLAY },
	[ACT_NAME_DOUBLE] = { "name", ACTION_OF_PLAY },
	[ACT_DRAW] = { "draw", ACTION_OF_PLAY },
	[ACT_DRAW_ACCEPT] = { "draw_accept", ACTION_OF_PLAY },
	[ACT_DRAW_REJECT] = { "draw_reject", ACTION_OF_PLAY },
	[ACT_TAKEBACK] = { "takeback", ACTION_OF_PLAY },
	[ACT_MISPLAY] = { "misplay", ACTION_OF_PLAY },
	[ACT_CLOCK] = { "clock", ACTION_OF_NO_SEAT },
	[ACT_PENALTY_POINTS] = { "points", 0 },
	[ACT_DISCONNECT] = { "cut", 0 },
	[ACT_RETURN] = { "back", 0 },
	[ACT_PAUSE] = { "pause", ACTION_OF_NO_SEAT },
	[ACT_UNPAUSE] = { "unpause", ACTION_OF_NO_SEAT },
	[ACT_ADDTIME] = { "addtime", 0 },
	[ACT_BREAK] = { "break", 0 },
	[ACT_READY] = { "ready", 0 },
	[ACT_TIMEOUT] = { "timeout", ACTION_ENDS_MATCH },
	[ACT_ABANDON] = { "abandon", ACTION_ENDS_MATCH | ACTION_OF_BOTH },
	[ACT_FORFEIT] = { "forfeit", ACTION_ENDS_MATCH | ACTION_OF_BOTH },
	[ACT_SET_RESULT] = { "result", ACTION_ENDS_MATCH },
	[ACT_SAVE] = { "save", ACTION_OF_NO_SEAT },
	[ACT_PRACTICE] = { "practice", ACTION_OF_NO_SEAT },
	[ACT_SET_SCORE] = { "score", ACTION_OF_NO_SEAT },
	[ACT_SET_POSITION] = { "position", ACTION_OF_NO_SEAT },
	[ACT_STOP_CLOCK] = { "stop", ACTION_OF_NO_SEAT },
};

const char *
action_kind_name(enum act_kind kind)
{
	CHECK((unsigned)kind < ACT_COUNT);
	return KINDS[kind].name;
}

bool
action_has_flag(enum act_kind kind, enum action_flag flag)
{
	return (unsigned)kind < ACT_COUNT && (KINDS[kind].flags & flag) != 0;
}

static void
write_start(struct sbuf *out, const struct action *a)
{
	sbuf_addf(out, "o=%u crawford=%u autodouble=%u redoubles=%u,%u%s%s roll=%u dice=%s",
	    (unsigned)a->start.o, a->start.crawford ? 1u : 0u, a->start.autodouble ? 1u : 0u,
	    (unsigned)a->start.redoubles[0], (unsigned)a->start.redoubles[1],
	    a->start.jacoby ? " jacoby=1" : "", a->start.no_cube ? " cube=0" : "",
	    (unsigned)a->roll_no, a->start.npairs == 0 ? "-" : "");
	for (unsigned i = 0; i < a->start.npairs; i++)
		sbuf_addf(out, "%s%u%u", i > 0 ? "," : "", (unsigned)a->start.pair[i].d[0],
		    (unsigned)a->start.pair[i].d[1]);
}

/* True if both allowances have the value that older versions always used and did not write.
 * Such an action is written without them, as by older versions. */
static bool
has_largest_allowances(const struct action *a)
{
	return a->clock.allowance_ms[0] == CLOCK_ALLOWANCE_MAX_MS &&
	       a->clock.allowance_ms[1] == CLOCK_ALLOWANCE_MAX_MS;
}

static void
write_clock(struct sbuf *out, const struct action *a)
{
	if (!action_sets_clock(a)) {
		sbuf_add(out, "off");
		return;
	}
	sbuf_addf(out, "delay=%u reserve=%u,%u overtime=%u", (unsigned)a->clock.delay_ms,
	    (unsigned)a->clock.reserve_ms[0], (unsigned)a->clock.reserve_ms[1],
	    (unsigned)a->clock.overtime_ms);
	if (!has_largest_allowances(a))
		sbuf_addf(out, " allowance=%u,%u", (unsigned)a->clock.allowance_ms[0],
		    (unsigned)a->clock.allowance_ms[1]);
}

void
action_write(struct sbuf *out, const struct action *a)
{
	switch (a->kind) {
	case ACT_START:
		write_start(out, a);
		break;
	case ACT_ROLL:
		sbuf_addf(out, "roll=%u dice=%u%u", (unsigned)a->roll_no,
		    (unsigned)a->dice.d[0], (unsigned)a->dice.d[1]);
		break;
	case ACT_TAKEBACK:
		sbuf_addf(out, "roll=%u", (unsigned)a->roll_no);
		break;
	case ACT_MOVE:
	case ACT_MISPLAY:
		notation_write(out, &a->play);
		break;
	case ACT_RESIGN:
	case ACT_NAME_DOUBLE:
	case ACT_PENALTY_POINTS:
		sbuf_addf(out, "%u", (unsigned)a->size);
		break;
	case ACT_CLOCK:
		write_clock(out, a);
		break;
	case ACT_ADDTIME:
	case ACT_STOP_CLOCK:
		sbuf_addf(out, "%u", (unsigned)a->add_ms);
		break;
	case ACT_SET_RESULT:
	case ACT_SET_SCORE:
		sbuf_addf(out, "%u-%u", (unsigned)a->score[0], (unsigned)a->score[1]);
		break;
	case ACT_SET_POSITION:
		position_id_write(out, &a->position, POSITION_XGID);
		break;
	default: /* no text */
		break;
	}
}

/* ---- reading ---- */

/* Reads a decimal number 0..max without sign or leading zeros. */
static bool
parse_number(const char **at, uint32_t max, uint32_t *value_out)
{
	const char *p = *at;
	uint64_t value = 0;

	if (*p < '0' || *p > '9' || (*p == '0' && p[1] >= '0' && p[1] <= '9'))
		return false;
	for (; *p >= '0' && *p <= '9'; p++) {
		value = value * 10 + (uint64_t)(*p - '0');
		if (value > max)
			return false;
	}
	*at = p;
	*value_out = (uint32_t)value;
	return true;
}

static bool
parse_u8(const char **at, uint8_t max, uint8_t *value_out)
{
	uint32_t value;

	if (!parse_number(at, max, &value))
		return false;
	*value_out = (uint8_t)value;
	return true;
}

static bool
parse_bool(const char **at, bool *value_out)
{
	uint8_t value;

	if (!parse_u8(at, 1, &value))
		return false;
	*value_out = value == 1;
	return true;
}

static bool
parse_dice(const char **at, struct dice_pair *pair_out)
{
	for (unsigned i = 0; i < 2; i++) {
		char c = (*at)[0];

		if (c < '1' || c > '6')
			return false;
		pair_out->d[i] = (uint8_t)(c - '0');
		(*at)++;
	}
	return true;
}

static bool
read_start(const char *at, struct action *a)
{
	uint8_t o;

	if (!notation_skip_word(&at, "o=") || !parse_u8(&at, 1, &o) ||
	    !notation_skip_word(&at, " crawford=") || !parse_bool(&at, &a->start.crawford))
		return false;
	a->start.o = o == 0 ? SEAT_0 : SEAT_1;
	if (!notation_skip_word(&at, " autodouble=") || !parse_bool(&at, &a->start.autodouble))
		return false;
	if (!notation_skip_word(&at, " redoubles=") ||
	    !parse_u8(&at, REDOUBLES_UNLIMITED, &a->start.redoubles[0]) ||
	    !notation_skip_word(&at, ",") ||
	    !parse_u8(&at, REDOUBLES_UNLIMITED, &a->start.redoubles[1]))
		return false;
	a->start.jacoby = notation_skip_word(&at, " jacoby=1");
	a->start.no_cube = notation_skip_word(&at, " cube=0");
	if (!notation_skip_word(&at, " roll=") || !parse_number(&at, UINT32_MAX, &a->roll_no) ||
	    !notation_skip_word(&at, " dice="))
		return false;
	if (notation_skip_word(&at, "-"))
		return *at == '\0';
	do {
		if (a->start.npairs == OPENING_PAIRS_MAX ||
		    !parse_dice(&at, &a->start.pair[a->start.npairs]))
			return false;
		a->start.npairs++;
	} while (notation_skip_word(&at, ","));
	return *at == '\0';
}

static bool
read_roll(const char *at, struct action *a)
{
	return notation_skip_word(&at, "roll=") && parse_number(&at, UINT32_MAX, &a->roll_no) &&
	       notation_skip_word(&at, " dice=") && parse_dice(&at, &a->dice) && *at == '\0';
}

static bool
read_size(const char *at, uint8_t max, struct action *a)
{
	return parse_u8(&at, max, &a->size) && a->size >= 1 && *at == '\0';
}

static bool
read_allowances(const char *at, struct action *a)
{
	if (*at == '\0') {
		a->clock.allowance_ms[0] = a->clock.allowance_ms[1] = CLOCK_ALLOWANCE_MAX_MS;
		return true;
	}
	return notation_skip_word(&at, " allowance=") &&
	       parse_number(&at, CLOCK_ALLOWANCE_MAX_MS, &a->clock.allowance_ms[0]) &&
	       notation_skip_word(&at, ",") &&
	       parse_number(&at, CLOCK_ALLOWANCE_MAX_MS, &a->clock.allowance_ms[1]) &&
	       *at == '\0' && !has_largest_allowances(a);
}

static bool
read_clock(const char *at, struct action *a)
{
	if (strcmp(at, "off") == 0)
		return true;
	return notation_skip_word(&at, "delay=") &&
	       parse_number(&at, CLOCK_DELAY_MAX, &a->clock.delay_ms) &&
	       notation_skip_word(&at, " reserve=") &&
	       parse_number(&at, CLOCK_RESERVE_MAX, &a->clock.reserve_ms[0]) &&
	       notation_skip_word(&at, ",") &&
	       parse_number(&at, CLOCK_RESERVE_MAX, &a->clock.reserve_ms[1]) &&
	       notation_skip_word(&at, " overtime=") &&
	       parse_number(&at, CLOCK_OVERTIME_MAX, &a->clock.overtime_ms) &&
	       action_sets_clock(a) && read_allowances(at, a);
}

static bool
read_addtime(const char *at, uint32_t max, struct action *a)
{
	return parse_number(&at, max, &a->add_ms) && a->add_ms > 0 && *at == '\0';
}

static bool
read_score(const char *at, uint32_t max, struct action *a)
{
	uint32_t score[2];

	if (!parse_number(&at, max, &score[0]) || !notation_skip_word(&at, "-") ||
	    !parse_number(&at, max, &score[1]) || *at != '\0')
		return false;
	a->score[0] = (uint16_t)score[0];
	a->score[1] = (uint16_t)score[1];
	return true;
}

/* Reads an XGID as position_id_write writes it. */
static bool
read_position(const char *text, struct action *a)
{
	char again[POSITION_ID_ROOM];
	struct sbuf b;

	if (position_id_read(text, &a->position) != POSITION_OK)
		return false;
	SBUF_INIT(&b, again);
	position_id_write(&b, &a->position, POSITION_XGID);
	return strcmp(text, again) == 0;
}

static bool
read_text(const char *text, struct action *a)
{
	switch (a->kind) {
	case ACT_START:
		return read_start(text, a);
	case ACT_ROLL:
		return read_roll(text, a);
	case ACT_TAKEBACK:
		return notation_skip_word(&text, "roll=") &&
		       parse_number(&text, UINT32_MAX, &a->roll_no) && *text == '\0';
	case ACT_MOVE:
	case ACT_MISPLAY:
		return notation_read(text, &a->play);
	case ACT_RESIGN:
		return read_size(text, 3, a);
	case ACT_NAME_DOUBLE:
		return read_size(text, 6, a);
	case ACT_PENALTY_POINTS:
		return read_size(text, MATCH_LENGTH_MAX, a);
	case ACT_CLOCK:
		return read_clock(text, a);
	case ACT_ADDTIME:
		return read_addtime(text, CLOCK_RESERVE_MAX, a);
	case ACT_STOP_CLOCK:
		return read_addtime(text, CLOCK_STOPS_MAX_MS, a);
	case ACT_SET_RESULT:
		return read_score(text, MATCH_LENGTH_MAX, a);
	case ACT_SET_SCORE:
		return read_score(text, SCORE_MAX, a);
	case ACT_SET_POSITION:
		return read_position(text, a);
	default: /* no text */
		return *text == '\0';
	}
}

bool
action_read(
    const char *kind, enum seat seat, bool automatic, const char *text, struct action *a_out)
{
	struct action a = { .seat = seat, .automatic = automatic };
	unsigned k = 0;

	while (k < ACT_COUNT && strcmp(KINDS[k].name, kind) != 0)
		k++;
	if (k == ACT_COUNT)
		return false;
	a.kind = (enum act_kind)k;
	if (!read_text(text, &a))
		return false;
	*a_out = a;
	return true;
}
