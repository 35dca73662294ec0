/* SPDX-License-Identifier: MIT */
/* Converts acts to text and back.  All kinds share one format: their fields in a fixed order.
 * Pure; linear in the text. */
#include "tourney/act.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

static const struct {
	const char *name;
	unsigned fields;
} ACTS[TACT_COUNT] = {
#define TACT(name, fields, ...) { #name, fields },
#include "tourney/acts.def"
#undef TACT
};

const char *
tourney_act_name(enum tourney_act_kind kind)
{
	return ACTS[kind].name;
}

unsigned
tourney_act_fields(enum tourney_act_kind kind)
{
	return ACTS[kind].fields;
}

/* ---- writing ---- */

double
tourney_round_rating(double rating)
{
	return floor(rating * 1000000.0 + 0.5) / 1000000.0;
}

void
tourney_act_write(struct sbuf *out, const struct tourney_act *a)
{
	unsigned f = ACTS[a->kind].fields;

	if (f & TF_ENTRY)
		sbuf_addf(out, "entry=%u ", (unsigned)a->entry);
	if (f & TF_PAIRING)
		sbuf_addf(out, "pairing=%" PRIu32 " ", a->pairing);
	if (f & TF_SIDE)
		sbuf_addf(out, "side=%u ", (unsigned)a->side);
	if (f & TF_VALUE)
		sbuf_addf(out, "value=%" PRId64 " ", a->value);
	if (f & TF_SCORE)
		sbuf_addf(out, "score=%u,%u ", (unsigned)a->score[0], (unsigned)a->score[1]);
	if (f & TF_USER)
		sbuf_addf(out, "user=%" PRId64 ",%s,%.6f ", a->user, a->name,
		    tourney_round_rating(a->rating));
	if ((f & TF_TEXT) != 0 ||
	    ((f & TF_WHY) != 0 && a->text != NULL && a->text[0] != '\0')) {
		sbuf_add(out, "text=");
		sbuf_add(out, a->text != NULL ? a->text : "");
	}
}

/* ---- reading ---- */

/* A reader that fails at the first deviation from the format, after which it consumes
 * nothing. */
struct reader {
	const char *at;
	bool ok;
};

static void
expect(struct reader *r, const char *word)
{
	const char *at = r->at;

	/* a loop, because these words are too short to be worth a function call */
	for (; r->ok && *word != '\0'; word++)
		r->ok = *at++ == *word;
	if (r->ok)
		r->at = at;
}

static int64_t
read_integer(struct reader *r, int64_t low, int64_t high)
{
	bool minus = r->ok && *r->at == '-';
	uint64_t digits = 0;
	const char *first;
	int64_t v;

	if (minus)
		r->at++;
	for (first = r->at; r->ok && *r->at >= '0' && *r->at <= '9' && r->at - first < 19;
	     r->at++)
		digits = digits * 10 + (uint64_t)(*r->at - '0');
	r->ok = r->ok && r->at > first && digits <= INT64_MAX &&
		(*first != '0' || (r->at - first == 1 && !minus));
	v = !r->ok ? 0 : minus ? -(int64_t)digits : (int64_t)digits;
	r->ok = r->ok && v >= low && v <= high;
	return r->ok ? v : 0;
}

/* Reads a number with exactly six decimals. */
static double
read_rating(struct reader *r)
{
	bool minus = r->ok && *r->at == '-';
	int64_t whole, millionths = 0;

	if (minus)
		r->at++;
	whole = read_integer(r, 0, 999999999);
	expect(r, ".");
	for (unsigned i = 0; r->ok && i < 6; i++) {
		r->ok = *r->at >= '0' && *r->at <= '9';
		if (r->ok)
			millionths = millionths * 10 + (*r->at++ - '0');
	}
	millionths += whole * 1000000;
	r->ok = r->ok && (!minus || millionths != 0);
	return tourney_round_rating((double)(minus ? -millionths : millionths) / 1000000.0);
}

static void
read_user(struct reader *r, struct tourney_act *a)
{
	size_t n;

	expect(r, "user=");
	a->user = read_integer(r, 1, INT64_MAX);
	expect(r, ",");
	n = r->ok ? strcspn(r->at, ", ") : 0;
	r->ok = r->ok && n > 0 && n <= TOURNEY_USER_NAME_MAX;
	if (!r->ok)
		return;
	memcpy(a->name, r->at, n);
	a->name[n] = '\0';
	r->at += n;
	expect(r, ",");
	a->rating = read_rating(r);
	expect(r, " ");
}

static void
read_score(struct reader *r, struct tourney_act *a)
{
	expect(r, "score=");
	a->score[0] = (uint16_t)read_integer(r, 0, UINT16_MAX);
	expect(r, ",");
	a->score[1] = (uint16_t)read_integer(r, 0, UINT16_MAX);
	expect(r, " ");
}

static int64_t
read_field(struct reader *r, const char *name, int64_t low, int64_t high)
{
	int64_t v;

	expect(r, name);
	v = read_integer(r, low, high);
	expect(r, " ");
	return v;
}

static int
kind_named(const char *kind)
{
	for (int k = 0; k < TACT_COUNT; k++)
		if (ACTS[k].name[0] == kind[0] && strcmp(ACTS[k].name, kind) == 0)
			return k;
	return -1;
}

bool
tourney_act_read(const char *kind, int64_t at_ms, int64_t actor, const char *text,
    struct tourney_act *act_out)
{
	struct reader r = { text, true };
	int k = kind_named(kind);
	struct tourney_act a = { .at_ms = at_ms, .actor = actor, .text = "" };
	unsigned f;

	if (k < 0)
		return false;
	a.kind = (enum tourney_act_kind)k;
	f = ACTS[k].fields;
	if (f & TF_ENTRY)
		a.entry = (entry_no)read_field(&r, "entry=", 0, TOURNEY_ENTRIES_MAX - 1);
	if (f & TF_PAIRING)
		a.pairing = (uint32_t)read_field(&r, "pairing=", 0, UINT32_MAX);
	if (f & TF_SIDE)
		a.side = (uint8_t)read_field(&r, "side=", 0, PAIRING_NOBODY);
	if (f & TF_VALUE)
		a.value = read_field(&r, "value=", INT64_MIN + 1, INT64_MAX);
	if (f & TF_SCORE)
		read_score(&r, &a);
	if (f & TF_USER)
		read_user(&r, &a);
	if ((f & TF_TEXT) != 0 || ((f & TF_WHY) != 0 && *r.at != '\0')) {
		expect(&r, "text=");
		a.text = r.at;
	} else {
		r.ok = r.ok && *r.at == '\0';
	}
	if (r.ok)
		*act_out = a;
	return r.ok;
}
