/* SPDX-License-Identifier: MIT */
/* XGID, GNU ID and OGID: see position.h.  A reader never looks beyond the end of its text: each
 * field is first copied to a separate array. */
#include "rules/position.h"

#include <string.h>

#include "rules/action.h"
#include "rules/variant.h"

#define FIELDS_MAX 11u
#define FIELD_ROOM 32u
#define POSITION_KEY_BYTES 10u
#define MATCH_KEY_BYTES 9u
#define POSITION_ID_CHARS 14u
#define MATCH_ID_CHARS 12u

static const char BASE64[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
static const char OGID_POINT_CHARS[] = "0123456789abcdefghijklmnop";

static unsigned
cube_log2(uint32_t cube)
{
	unsigned n = 0;

	while (n < 15 && UINT32_C(1) << n < cube)
		n++;
	return n;
}

/* ---- fields ---- */

struct fields {
	unsigned n;
	char text[FIELDS_MAX][FIELD_ROOM];
};

static bool
split_fields(const char *text, struct fields *f)
{
	size_t n = 0;

	memset(f, 0, sizeof(*f));
	for (f->n = 1; *text != '\0'; text++) {
		if (*text == ':') {
			if (f->n++ == FIELDS_MAX)
				return false;
			n = 0;
		} else {
			if (n + 1 == FIELD_ROOM)
				return false;
			f->text[f->n - 1][n++] = *text;
		}
	}
	return true;
}

/* Reads a whole field as a number up to 99999. */
static bool
read_number(const char *text, uint32_t *out)
{
	uint32_t value = 0;
	unsigned n = 0;

	for (; *text >= '0' && *text <= '9' && n < 5; text++, n++)
		value = value * 10 + (uint32_t)(*text - '0');
	*out = value;
	return n > 0 && *text == '\0';
}

/* Reads "1" as the bottom side, "-1" as the other side and, if `centre`, "0" as none. */
static bool
read_side(const char *text, bool centre, enum seat *out)
{
	if (strcmp(text, "1") == 0)
		*out = SEAT_0;
	else if (strcmp(text, "-1") == 0)
		*out = SEAT_1;
	else if (centre && strcmp(text, "0") == 0)
		*out = SEAT_NONE;
	else
		return false;
	return true;
}

static bool
read_dice(const char *text, uint8_t dice[2])
{
	if (text[0] < '1' || text[0] > '6' || text[1] < '1' || text[1] > '6' || text[2] != '\0')
		return false;
	dice[0] = (uint8_t)(text[text[0] < text[1]] - '0');
	dice[1] = (uint8_t)(text[text[0] >= text[1]] - '0');
	return true;
}

static bool
read_cube(uint32_t exponent, uint32_t *cube_out)
{
	*cube_out = exponent < 31 ? UINT32_C(1) << exponent : 0;
	return exponent < 31;
}

static bool
read_length(const char *text, uint8_t *out)
{
	uint32_t n;

	if (!read_number(text, &n))
		return false;
	*out = n <= MATCH_LENGTH_MAX ? (uint8_t)n : UINT8_MAX; /* refused by position_valid */
	return true;
}

/* Does not use sbuf_addf, which would require a C library in the page's WebAssembly. */
static void
add_field(struct sbuf *out, long value)
{
	sbuf_addc(out, ':');
	sbuf_addi(out, value);
}

/* ---- XGID ---- */

static int
side_sign(enum seat seat)
{
	return seat == SEAT_NONE ? 0 : seat == SEAT_0 ? 1 : -1;
}

static void
write_xg(struct sbuf *out, const struct game_position *p)
{
	const unsigned flag = p->length > 0 ? (p->crawford ? 1u : 0u) : (p->jacoby ? 1u : 0u);

	for (unsigned i = 0; i <= 25; i++) {
		const unsigned mine = i > 0 ? p->at[0][i] : 0;
		const unsigned yours = i < 25 ? p->at[1][25 - i] : 0;

		sbuf_addc(out, mine > 0    ? (char)('A' + mine - 1)
			       : yours > 0 ? (char)('a' + yours - 1)
					   : '-');
	}
	add_field(out, cube_log2(p->cube));
	add_field(out, side_sign(p->cube_owner));
	add_field(out, side_sign(p->turn));
	sbuf_addc(out, ':');
	if (p->doubled)
		sbuf_addc(out, 'D');
	else
		sbuf_addi(out, 10 * p->dice[0] + p->dice[1]);
	if (!p->doubled && p->dice[0] == 0)
		sbuf_addc(out, '0');
	add_field(out, (long)p->score[0]);
	add_field(out, (long)p->score[1]);
	add_field(out, flag);
	add_field(out, p->length);
	add_field(out, 10);
}

/* "P" is 16 checkers, which no side has: position_valid refuses them. */
static bool
read_xg_checkers(const char *text, struct game_position *p)
{
	if (strlen(text) != 26)
		return false;
	for (unsigned i = 0; i <= 25; i++) {
		const char c = text[i];

		if (c >= 'A' && c <= 'P' && i > 0)
			p->at[0][i] = (uint8_t)(c - 'A' + 1);
		else if (c >= 'a' && c <= 'p' && i < 25)
			p->at[1][25 - i] = (uint8_t)(c - 'a' + 1);
		else if (c != '-')
			return false;
	}
	return true;
}

static enum position_err
read_xg(const struct fields *f, struct game_position *p)
{
	uint32_t exponent, flag, limit;

	if ((f->n != 9 && f->n != 10) || !read_xg_checkers(f->text[0], p) ||
	    !read_number(f->text[1], &exponent) ||
	    !read_side(f->text[2], true, &p->cube_owner) ||
	    !read_side(f->text[3], false, &p->turn) || !read_number(f->text[5], &p->score[0]) ||
	    !read_number(f->text[6], &p->score[1]) || !read_number(f->text[7], &flag) ||
	    !read_length(f->text[8], &p->length) ||
	    (f->n == 10 && !read_number(f->text[9], &limit)))
		return POSITION_BAD_FORM;
	p->doubled = strcmp(f->text[4], "D") == 0;
	if (!p->doubled && strcmp(f->text[4], "00") != 0 && !read_dice(f->text[4], p->dice))
		return POSITION_BAD_FORM;
	p->crawford = p->length > 0 && (flag & 1) != 0;
	p->jacoby = p->length == 0 && (flag & 1) != 0;
	return flag <= (p->length > 0 ? 1u : 3u) && read_cube(exponent, &p->cube)
		   ? POSITION_OK
		   : POSITION_IMPOSSIBLE;
}

/* ---- GNU ID ---- */

/* Bits of a key, the lowest of each byte first. */
struct bits {
	uint8_t *byte;
	unsigned at, n; /* index of the next bit, and the number of bits */
};

static void
put_bits(struct bits *b, unsigned n, uint32_t value)
{
	for (unsigned i = 0; i < n && b->at < b->n; i++, b->at++)
		if ((value >> i & 1u) != 0)
			b->byte[b->at / 8] |= (uint8_t)(1u << b->at % 8);
}

static uint32_t
get_bits(struct bits *b, unsigned n)
{
	uint32_t value = 0;

	for (unsigned i = 0; i < n && b->at < b->n; i++, b->at++)
		value |= ((uint32_t)b->byte[b->at / 8] >> b->at % 8 & 1u) << i;
	return value;
}

static void
write_base64(struct sbuf *out, const uint8_t *bytes, unsigned n, unsigned chars)
{
	for (unsigned i = 0; i < chars; i++) {
		const unsigned at = i * 6 / 8, shift = i * 6 % 8;
		const unsigned two =
		    (unsigned)bytes[at] << 8 | (at + 1 < n ? bytes[at + 1] : 0u);

		sbuf_addc(out, BASE64[two >> (10 - shift) & 63u]);
	}
}

/* Reads `chars` characters; bits beyond the last byte must be 0. */
static bool
read_base64(const char *text, unsigned chars, uint8_t *bytes, unsigned n)
{
	memset(bytes, 0, n);
	for (unsigned i = 0; i < chars; i++) {
		const char *c = text[i] != '\0' ? strchr(BASE64, text[i]) : NULL;

		if (c == NULL)
			return false;
		for (unsigned k = 0; k < 6; k++) {
			const unsigned bit = i * 6 + k;

			if (((unsigned)(c - BASE64) >> (5 - k) & 1u) == 0)
				continue;
			if (bit / 8 >= n)
				return false;
			bytes[bit / 8] |= (uint8_t)(0x80u >> bit % 8);
		}
	}
	return text[chars] == '\0';
}

static void
write_gnu(struct sbuf *out, const struct game_position *p)
{
	uint8_t key[POSITION_KEY_BYTES] = { 0 }, match[MATCH_KEY_BYTES] = { 0 };
	struct bits k = { key, 0, 8 * POSITION_KEY_BYTES },
		    m = { match, 0, 8 * MATCH_KEY_BYTES };
	const unsigned turn = p->turn == SEAT_0 ? 1 : 0;

	for (unsigned s = 0; s < 2; s++)
		for (unsigned i = 1; i <= PT_BAR; i++) {
			put_bits(
			    &k, p->at[s == 0 ? seat_other(p->turn) : p->turn][i], UINT32_MAX);
			put_bits(&k, 1, 0);
		}
	write_base64(out, key, POSITION_KEY_BYTES, POSITION_ID_CHARS);
	put_bits(&m, 4, cube_log2(p->cube));
	put_bits(&m, 2, p->cube_owner == SEAT_NONE ? 3 : p->cube_owner == SEAT_0 ? 1 : 0);
	put_bits(&m, 1, turn);
	put_bits(&m, 1, p->crawford);
	put_bits(&m, 3, 1); /* state of the game: being played */
	put_bits(&m, 1, p->doubled ? 1 - turn : turn);
	put_bits(&m, 1, p->doubled);
	put_bits(&m, 2, 0); /* no offer to resign */
	put_bits(&m, 3, p->dice[0]);
	put_bits(&m, 3, p->dice[1]);
	put_bits(&m, 15, p->length);
	put_bits(&m, 15, p->score[1]);
	put_bits(&m, 15, p->score[0]);
	put_bits(&m, 1, !p->jacoby);
	sbuf_addc(out, ':');
	write_base64(out, match, MATCH_KEY_BYTES, MATCH_ID_CHARS);
}

static enum position_err
read_match_id(uint8_t *bytes, struct game_position *p)
{
	struct bits b = { bytes, 0, 8 * MATCH_KEY_BYTES };
	uint32_t exponent, owner, state, length, d[2];

	exponent = get_bits(&b, 4);
	owner = get_bits(&b, 2);
	p->turn = get_bits(&b, 1) == 1 ? SEAT_0 : SEAT_1;
	p->crawford = get_bits(&b, 1) == 1;
	state = get_bits(&b, 3);
	(void)get_bits(&b, 1); /* the side that must act, which follows from the other fields */
	p->doubled = get_bits(&b, 1) == 1;
	(void)get_bits(&b, 2);
	d[0] = get_bits(&b, 3);
	d[1] = get_bits(&b, 3);
	length = get_bits(&b, 15);
	p->score[1] = get_bits(&b, 15);
	p->score[0] = get_bits(&b, 15);
	p->jacoby = get_bits(&b, 1) == 0 && length == 0;
	if (get_bits(&b, 5) != 0 || owner == 2 || state > 1 || length > MATCH_LENGTH_MAX ||
	    d[0] > 6 || d[1] > 6)
		return POSITION_IMPOSSIBLE;
	p->cube_owner = owner == 3 ? SEAT_NONE : owner == 1 ? SEAT_0 : SEAT_1;
	p->length = (uint8_t)length;
	p->dice[0] = (uint8_t)(d[0] < d[1] ? d[1] : d[0]);
	p->dice[1] = (uint8_t)(d[0] < d[1] ? d[0] : d[1]);
	return read_cube(exponent, &p->cube) ? POSITION_OK : POSITION_IMPOSSIBLE;
}

/* A key has too few bits for a count to overflow; position_valid checks the counts. */
static bool
read_position_key(uint8_t *bytes, struct game_position *p)
{
	struct bits b = { bytes, 0, 8 * POSITION_KEY_BYTES };

	for (unsigned s = 0; s < 2; s++)
		for (unsigned i = 1; i <= PT_BAR; i++) {
			uint8_t *n = &p->at[s == 0 ? seat_other(p->turn) : p->turn][i];

			while (b.at < b.n && get_bits(&b, 1) == 1)
				++*n;
		}
	while (b.at < b.n)
		if (get_bits(&b, 1) != 0)
			return false;
	return true;
}

static enum position_err
read_gnu(const struct fields *f, struct game_position *p)
{
	uint8_t key[POSITION_KEY_BYTES], match[MATCH_KEY_BYTES];
	enum position_err err;

	if (f->n > 2 || !read_base64(f->text[0], POSITION_ID_CHARS, key, POSITION_KEY_BYTES))
		return POSITION_BAD_FORM;
	p->cube = 1;
	p->cube_owner = SEAT_NONE;
	if (f->n == 2) {
		if (!read_base64(f->text[1], MATCH_ID_CHARS, match, MATCH_KEY_BYTES))
			return POSITION_BAD_FORM;
		err = read_match_id(match, p);
		if (err != POSITION_OK)
			return err;
	}
	return read_position_key(key, p) ? POSITION_OK : POSITION_IMPOSSIBLE;
}

/* ---- OGID ---- */

/* The colour field names the side that acted last, so the other side must act. */
static void
write_og(struct sbuf *out, const struct game_position *p)
{
	const bool black_acted = (p->turn == SEAT_0) == p->doubled;
	const bool last =
	    p->length > 1 && (p->score[0] + 1 == p->length || p->score[1] + 1 == p->length);

	for (unsigned i = PT_BAR; i >= 1; i--)
		for (unsigned k = 0; k < p->at[1][i]; k++)
			sbuf_addc(out, OGID_POINT_CHARS[25 - i]);
	sbuf_addc(out, ':');
	for (unsigned i = 1; i <= PT_BAR; i++)
		for (unsigned k = 0; k < p->at[0][i]; k++)
			sbuf_addc(out, OGID_POINT_CHARS[i]);
	sbuf_addc(out, ':');
	sbuf_addc(out, p->cube_owner == SEAT_NONE ? 'N' : p->cube_owner == SEAT_0 ? 'B' : 'W');
	sbuf_addi(out, cube_log2(p->cube));
	sbuf_add(out, p->doubled ? "O:" : "N:");
	if (p->dice[0] > 0)
		sbuf_addi(out, 10 * p->dice[1] + p->dice[0]);
	sbuf_add(out, black_acted ? ":B:" : ":W:");
	sbuf_addc(out, p->doubled ? 'D' : p->dice[0] > 0 ? 'R' : 'C');
	add_field(out, (long)p->score[1]);
	add_field(out, (long)p->score[0]);
	add_field(out, p->length);
	sbuf_add(out, p->crawford ? "C" : last ? "L" : "");
	sbuf_add(out, ":0");
}

static bool
read_og_checkers(const char *text, bool white, struct game_position *p)
{
	for (; *text != '\0'; text++) {
		const char *c = strchr(OGID_POINT_CHARS, *text);
		unsigned i;

		if (*text == 'q') /* borne off */
			continue;
		if (c == NULL)
			return false;
		i = (unsigned)(c - OGID_POINT_CHARS);
		i = white ? 25 - i : i;
		if (i == 0)
			return false; /* 0 is the other side's bar */
		p->at[white ? SEAT_1 : SEAT_0][i]++;
	}
	return true;
}

/* Reads "N0N": the owner, the exponent of the value, and O if a double was offered. */
static bool
read_og_cube(const char *text, struct game_position *p)
{
	const size_t n = strlen(text);
	char digits[FIELD_ROOM];
	uint32_t exponent;

	if (n < 3 || strchr("NWBD?", text[0]) == NULL || strchr("NOT", text[n - 1]) == NULL)
		return false;
	memcpy(digits, text + 1, n - 2);
	digits[n - 2] = '\0';
	p->cube_owner = text[0] == 'W' ? SEAT_1 : text[0] == 'B' ? SEAT_0 : SEAT_NONE;
	p->doubled = text[n - 1] == 'O';
	return read_number(digits, &exponent) && read_cube(exponent, &p->cube);
}

/* Reads "5", "5C" in the Crawford game, or "5L" after it.  "5G3", a number of games, is not
 * supported. */
static bool
read_og_length(const char *text, struct game_position *p)
{
	const size_t n = strlen(text);
	char digits[FIELD_ROOM];

	CHECK(sbuf_copy(digits, sizeof(digits), text));
	if (n > 0 && (text[n - 1] == 'C' || text[n - 1] == 'L')) {
		p->crawford = text[n - 1] == 'C';
		digits[n - 1] = '\0';
	}
	return read_length(digits, &p->length);
}

static enum position_err
read_og(const struct fields *f, struct game_position *p)
{
	uint32_t moves, checkers = VARIANT_FIBS->checkers;
	bool white;

	if (f->n < 5 || !read_og_checkers(f->text[0], true, p) ||
	    !read_og_checkers(f->text[1], false, p) || !read_og_cube(f->text[2], p) ||
	    (f->text[3][0] != '\0' && !read_dice(f->text[3], p->dice)) ||
	    (strcmp(f->text[4], "W") != 0 && strcmp(f->text[4], "B") != 0))
		return POSITION_BAD_FORM;
	if ((f->n > 6 && !read_number(f->text[6], &p->score[1])) ||
	    (f->n > 7 && !read_number(f->text[7], &p->score[0])) ||
	    (f->n > 8 && !read_og_length(f->text[8], p)) ||
	    (f->n > 9 && !read_number(f->text[9], &moves)) ||
	    (f->n > 10 && !read_number(f->text[10], &checkers)))
		return POSITION_BAD_FORM;
	white = (f->text[4][0] == 'W') == p->doubled;
	/* "IW", the start of a game: White rolls first, whichever colour text[4] names */
	if (strcmp(f->text[5], "IW") == 0 && p->dice[0] == 0)
		white = true;
	p->turn = white ? SEAT_1 : SEAT_0;
	return checkers == VARIANT_FIBS->checkers ? POSITION_OK : POSITION_IMPOSSIBLE;
}

/* ---- all forms ---- */

static enum position_err
read_form(enum position_form form, const struct fields *f, struct game_position *out)
{
	struct game_position p = { .turn = SEAT_0 };
	enum position_err err;

	err = form == POSITION_XGID    ? read_xg(f, &p)
	      : form == POSITION_GNUID ? read_gnu(f, &p)
				       : read_og(f, &p);
	if (err == POSITION_OK && !position_valid(&p, VARIANT_FIBS))
		err = POSITION_IMPOSSIBLE;
	if (err == POSITION_OK)
		*out = p;
	return err;
}

void
position_id_write(struct sbuf *out, const struct game_position *p, enum position_form form)
{
	switch (form) {
	case POSITION_XGID:
		write_xg(out, p);
		break;
	case POSITION_GNUID:
		write_gnu(out, p);
		break;
	default:
		write_og(out, p);
		break;
	}
}

enum position_err
position_id_read(const char *text, struct game_position *out)
{
	static const char *const prefix[POSITION_FORM_COUNT] = { "XGID=", "GNUID=", "OGID=" };
	struct fields f;

	for (unsigned i = 0; i < POSITION_FORM_COUNT; i++) {
		const size_t n = strlen(prefix[i]);

		if (strncmp(text, prefix[i], n) != 0)
			continue;
		return split_fields(text + n, &f) ? read_form((enum position_form)i, &f, out)
						  : POSITION_BAD_FORM;
	}
	if (!split_fields(text, &f))
		return POSITION_BAD_FORM;
	for (unsigned i = 0; i < POSITION_FORM_COUNT; i++) {
		enum position_err err = read_form((enum position_form)i, &f, out);

		if (err != POSITION_BAD_FORM)
			return err;
	}
	return POSITION_BAD_FORM;
}
