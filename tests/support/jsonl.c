/* SPDX-License-Identifier: MIT */
/* See jsonl.h. */
#include "jsonl.h"

#include <string.h>

#include "base/sbuf.h"

#define DIGIT_MAX 35 /* one base-36 digit */

/* Reads an integer in from..to. */
static bool
read_number(const json_t *v, json_int_t from, json_int_t to, unsigned *out)
{
	json_int_t n = json_integer_value(v);

	if (!json_is_integer(v) || n < from || n > to)
		return false;
	*out = (unsigned)n;
	return true;
}

/* Reads a string that needs no escaping when printed between quotes. */
static bool
read_name(const json_t *v, char *out, size_t size)
{
	const char *text = json_string_value(v);
	size_t n = text != NULL ? strlen(text) : 0;

	if (n == 0 || n >= size)
		return false;
	for (size_t i = 0; i < n; i++)
		if (text[i] < ' ' || text[i] > '~' || text[i] == '"' || text[i] == '\\')
			return false;
	memcpy(out, text, n + 1);
	return true;
}

static bool
read_id(const json_t *v, struct record *rec)
{
	return read_name(v, rec->id, sizeof(rec->id));
}

static bool
read_variant(const json_t *v, struct record *rec)
{
	return read_name(v, rec->variant, sizeof(rec->variant));
}

static bool
read_counts(const json_t *v, struct record *rec, enum seat seat)
{
	unsigned n = (unsigned)json_array_size(v), count = 0;

	if (n < PT_COUNT - 1u || n > PT_COUNT ||
	    (rec->numbers_per_side != 0 && rec->numbers_per_side != n))
		return false;
	rec->numbers_per_side = n;
	for (unsigned p = 0; p < n; p++) {
		if (!read_number(json_array_get(v, p), 0, DIGIT_MAX, &count))
			return false;
		rec->board.at[seat][p] = (uint8_t)count;
	}
	return true;
}

static bool
read_position(const json_t *v, struct record *rec)
{
	return read_counts(v, rec, SEAT_0);
}

static bool
read_opponent(const json_t *v, struct record *rec)
{
	return read_counts(v, rec, SEAT_1);
}

static bool
read_dice(const json_t *v, struct record *rec)
{
	return json_array_size(v) == 2 &&
	       read_number(json_array_get(v, 0), 1, 6, &rec->dice[0]) &&
	       read_number(json_array_get(v, 1), 1, 6, &rec->dice[1]);
}

/* Reads the pins.  Only games in which the sides move in opposite directions have them. */
static bool
read_pins(const json_t *v, struct record *rec)
{
	char text[25];

	if (!read_name(v, text, sizeof(text)) || strlen(text) != 24 ||
	    strspn(text, "-mo") != 24)
		return false;
	for (unsigned p = 1; p <= 24; p++) {
		if (text[p - 1] == 'm')
			board_set_pinned(&rec->board, SEAT_0, p, true);
		if (text[p - 1] == 'o')
			board_set_pinned(&rec->board, SEAT_1, 25u - p, true);
	}
	rec->has_pins = true;
	return true;
}

static bool
read_count(const json_t *v, struct record *rec)
{
	return read_number(v, 0, 100000, &rec->results_count);
}

static bool
read_dice_used(const json_t *v, struct record *rec)
{
	return read_number(v, 0, 4, &rec->dice_used);
}

static bool
read_forced_die(const json_t *v, struct record *rec)
{
	return json_is_null(v) || read_number(v, 1, 6, &rec->forced_die);
}

static bool
read_results(const json_t *v, struct record *rec)
{
	for (size_t i = 0; i < json_array_size(v); i++) {
		const char *text = json_string_value(json_array_get(v, i));

		if (text == NULL || strlen(text) >= RECORD_TEXT_MAX)
			return false;
	}
	(void)rec;
	return json_is_array(v);
}

static const struct {
	const char *name;
	bool required, is_result;
	bool (*read)(const json_t *v, struct record *rec);
	const char *missing_error, *invalid_error;
} MEMBERS[] = {
	{ "id", true, false, read_id, "id is missing",
	    "id: a short string without escapes is wanted" },
	{ "variant", true, false, read_variant, "variant is missing",
	    "variant: a short string without escapes is wanted" },
	{ "position", true, false, read_position, "position is missing",
	    "position: 26 or 27 counts of 0..35 are wanted" },
	{ "opponent", true, false, read_opponent, "opponent is missing",
	    "opponent: as many counts of 0..35 as in position are wanted" },
	{ "dice", true, false, read_dice, "dice is missing",
	    "dice: two numbers 1..6 are wanted" },
	{ "count", false, true, read_count, NULL, "count: a number is wanted" },
	{ "dice_used", false, true, read_dice_used, NULL,
	    "dice_used: a number 0..4 is wanted" },
	{ "forced_die", false, true, read_forced_die, NULL,
	    "forced_die: null or a number 1..6 is wanted" },
	{ "legal_final_positions", false, true, read_results, NULL,
	    "legal_final_positions: a list of texts is wanted" },
	{ "pins", false, false, read_pins, NULL,
	    "pins: 24 of the letters -, m and o are wanted" },
};

static const char *
read_object(const json_t *object, struct record *rec)
{
	rec->has_results = true;
	for (unsigned i = 0; i < ARRAY_LEN(MEMBERS); i++) {
		const json_t *v = json_object_get(object, MEMBERS[i].name);

		if (v == NULL && MEMBERS[i].required)
			return MEMBERS[i].missing_error;
		if (v == NULL && MEMBERS[i].is_result)
			rec->has_results = false;
		if (v != NULL && !MEMBERS[i].read(v, rec))
			return MEMBERS[i].invalid_error;
	}
	rec->results = json_incref(json_object_get(object, "legal_final_positions"));
	return NULL;
}

const char *
record_read(const char *line, size_t n, struct record *r_out)
{
	struct record rec = { .numbers_per_side = 0 };
	json_t *object = json_loadb(line, n, JSON_REJECT_DUPLICATES, NULL);
	const char *wrong =
	    json_is_object(object) ? read_object(object, &rec) : "not a JSON object";

	json_decref(object);
	if (wrong == NULL)
		*r_out = rec;
	return wrong;
}

void
record_free(struct record *r)
{
	json_decref(r->results);
	r->results = NULL;
}

bool
record_next_result(struct record *r, char text_out[RECORD_TEXT_MAX])
{
	const char *text = json_string_value(json_array_get(r->results, r->next_result));

	if (text == NULL)
		return false;
	r->next_result++;
	(void)sbuf_copy(text_out, RECORD_TEXT_MAX, text);
	return true;
}

void
record_position_text(const struct board *b, enum seat mover, unsigned counts, bool pins,
    char text_out[RECORD_TEXT_MAX])
{
	static const char digits[] = "0123456789abcdefghijklmnopqrstuvwxyz";
	enum seat other = seat_other(mover);
	const uint8_t *side[2] = { b->at[mover], b->at[other] };
	char *out = text_out;

	for (unsigned s = 0; s < 2; s++)
		for (unsigned p = 0; p < counts; p++)
			*out++ = digits[side[s][p] % 36u];
	for (unsigned p = 1; pins && p <= 24; p++)
		*out++ = board_pinned(b, mover, p)         ? 'm'
			 : board_pinned(b, other, 25u - p) ? 'o'
							   : '-';
	*out = '\0';
}
