/* SPDX-License-Identifier: MIT */
/* Checksums of finished matches and of their rating changes: verbs of store.h.
 *
 * They detect rows corrupted by a disk, a cable or memory, but not deliberate changes: anyone
 * who edits the database can compute them too.  They cover only data that never changes after
 * the end of a match.  They cover the ids of users, not the names, so a match keeps its
 * checksum when a player's account is erased.
 *
 * The checksum of a match is a chain of hashes: of the row as it was created, of each action,
 * and of the end.  Each row extends the chain as it is written (struct sql_append_cache), so
 * nothing need be read when a match ends.  The chain is unknown if the match began before this
 * process, or if another match has used its slot since.  Such a match has no checksum until
 * checksum_set.  The checksum of the rating changes is the sum of their hashes, so their order
 * does not matter. */
#include "store/sql.h"

#include <sodium.h>
#include <string.h>

/* SipHash-2-4 with a constant key. */
static const unsigned char KEY[crypto_shorthash_KEYBYTES + 1] = "gammond checksum";

struct digest {
	uint64_t chain;
	size_t n;
	unsigned char bytes[256]; /* input that is not in the chain yet */
};

static uint64_t
hash(const unsigned char *bytes, size_t n)
{
	unsigned char out[crypto_shorthash_BYTES];
	uint64_t x = 0;

	(void)crypto_shorthash(out, bytes, n, KEY);
	for (unsigned i = 0; i < sizeof(out); i++)
		x |= (uint64_t)out[i] << 8 * i;
	return x;
}

static void
add_bytes(struct digest *d, const void *bytes, size_t n)
{
	const unsigned char *p = bytes;

	for (size_t i = 0; i < n; i++) {
		if (d->n == sizeof(d->bytes)) {
			d->chain = hash(d->bytes, d->n);
			d->n = 0;
			for (unsigned k = 0; k < 8; k++)
				d->bytes[d->n++] = (unsigned char)(d->chain >> 8 * k);
		}
		d->bytes[d->n++] = p[i];
	}
}

/* Adds a number as eight bytes, low byte first. */
static void
add_number(struct digest *d, uint64_t x)
{
	unsigned char bytes[8];

	for (unsigned i = 0; i < sizeof(bytes); i++)
		bytes[i] = (unsigned char)(x >> 8 * i);
	add_bytes(d, bytes, sizeof(bytes));
}

static void
add_text(struct digest *d, const char *text)
{
	add_bytes(d, text, strlen(text) + 1);
}

static void
add_real(struct digest *d, double x)
{
	uint64_t bits;

	x += 0.0; /* -0 becomes 0, because an engine may store it as 0 */
	memcpy(&bits, &x, sizeof(bits));
	add_number(d, bits);
}

static uint64_t
digest_finish(struct digest *d)
{
	return hash(d->bytes, d->n);
}

/* ---- the parts of a checksum ---- */

uint64_t
checksum_begin(int64_t id, const struct match_record *m)
{
	struct digest d = { 0 };

	add_number(&d, (uint64_t)id);
	for (unsigned i = 0; i < 2; i++)
		add_number(&d, (uint64_t)m->user[i]);
	add_number(&d, m->length);
	add_text(&d, m->variant);
	add_bytes(&d, m->seed, sizeof(m->seed));
	add_number(&d, (uint64_t)m->created_ms);
	add_number(&d, (uint64_t)m->tournament);
	add_number(&d, m->pairing);
	add_number(&d, m->terms);
	add_number(&d, m->unrated);
	add_number(&d, m->dice_committed);
	for (unsigned i = 0; i < 2; i++)
		add_text(&d, m->dice_text[i]);
	return digest_finish(&d);
}

uint64_t
checksum_add_action(uint64_t chain, const struct action_record *a)
{
	struct digest d = { 0 };

	add_number(&d, chain);
	add_number(&d, a->seq);
	add_number(&d, (uint64_t)a->at_ms);
	add_number(&d, a->elapsed_ms);
	add_number(&d, a->credit_ms);
	add_number(&d, (uint64_t)a->seat);
	add_number(&d, a->automatic);
	add_text(&d, a->kind);
	add_text(&d, a->text);
	return digest_finish(&d);
}

int64_t
checksum_finish(uint64_t chain, const struct match_record *m)
{
	struct digest d = { 0 };
	int64_t sum;

	add_number(&d, chain);
	add_number(&d, m->actions);
	add_number(&d, (uint64_t)m->ended_ms);
	add_text(&d, m->end_reason);
	add_number(&d, (uint64_t)m->winner);
	for (unsigned i = 0; i < 2; i++)
		add_number(&d, m->score[i]);
	sum = (int64_t)(digest_finish(&d) & INT64_MAX);
	return sum != 0 ? sum : 1;
}

/* Returns a hash of 48 bits, so that the sum for a match does not overflow. */
int64_t
checksum_rating(const struct rating_record *r)
{
	struct digest d = { 0 };

	add_number(&d, (uint64_t)r->match);
	add_number(&d, (uint64_t)r->user);
	add_real(&d, r->before);
	add_real(&d, r->after);
	add_number(&d, r->experience_before);
	add_number(&d, r->experience_after);
	add_number(&d, (uint64_t)r->at_ms);
	add_text(&d, r->game);
	add_real(&d, r->counted_fraction);
	add_number(&d, r->near_limit);
	return (int64_t)(digest_finish(&d) >> 16);
}

/* ---- finished matches ---- */

/* Reads the row of a finished match, and begins the chain. */
static void
read_match_row(struct store *s, struct sql_query *q, struct checksum_record *c)
{
	struct match_record m = { 0 };

	*c = (struct checksum_record){ .match = sql_int(s, q, 0, 1, INT64_MAX) };
	c->stored = sql_int(s, q, 1, 0, INT64_MAX);
	c->stored_ratings = sql_int(s, q, 2, 0, INT64_MAX);
	for (int i = 0; i < 2; i++)
		m.user[i] = sql_any_int(s, q, 3 + i);
	m.length = (uint8_t)sql_int(s, q, 5, 0, UINT8_MAX);
	sql_text(s, q, 6, m.variant, sizeof(m.variant));
	(void)sql_bytes(s, q, 7, m.seed, sizeof(m.seed));
	m.created_ms = sql_any_int(s, q, 8);
	m.tournament = sql_any_int(s, q, 9);
	m.pairing = (uint32_t)sql_any_int(s, q, 10);
	m.terms = (uint32_t)sql_any_int(s, q, 11);
	m.unrated = sql_int(s, q, 12, 0, 1) == 0;
	m.dice_committed = sql_int(s, q, 13, 0, 1) != 0;
	for (int i = 0; i < 2; i++)
		sql_text(s, q, 14 + i, m.dice_text[i], sizeof(m.dice_text[i]));
	c->end.ended_ms = sql_any_int(s, q, 16);
	sql_text(s, q, 17, c->end.end_reason, sizeof(c->end.end_reason));
	c->end.winner = (int)sql_int(s, q, 18, -1, 1);
	for (int i = 0; i < 2; i++)
		c->end.score[i] = (uint32_t)sql_int(s, q, 19 + i, 0, UINT32_MAX);
	c->end.actions = (uint32_t)sql_int(s, q, 21, 0, UINT32_MAX);
	c->chain = checksum_begin(c->match, &m);
}

bool
verb_checksum_next_match(struct store *s, int64_t after, struct checksum_record *c_out)
{
	struct sql_query *q = sql_select(s, Q_CHECKSUM_NEXT, V(after));
	struct checksum_record c;
	bool found = sql_step(s, q);

	if (found)
		read_match_row(s, q, &c);
	sql_end_query(s, q);
	if (!found || sql_broken(s))
		return false;
	*c_out = c;
	return true;
}

static bool
add_action(void *ctx, const struct action_record *a)
{
	struct checksum_record *c = ctx;

	c->chain = checksum_add_action(c->chain, a);
	c->seq++;
	c->actions_read++;
	return true;
}

static void
add_rating(void *ctx, const struct rating_record *r)
{
	struct checksum_record *c = ctx;

	c->computed_ratings += checksum_rating(r);
}

bool
verb_checksum_read_actions(struct store *s, struct checksum_record *c, unsigned most)
{
	c->actions_read = 0;
	verb_actions_from(s, c->match, c->seq, most, add_action, c);
	if (sql_broken(s) || c->actions_read == most)
		return false;
	verb_rating_changes_each(s, c->match, add_rating, c);
	c->computed = checksum_finish(c->chain, &c->end);
	return !sql_broken(s);
}
