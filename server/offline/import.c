/* SPDX-License-Identifier: MIT */
/* See import.h.  The file is read completely and checked against the rules before anything is
 * written; the match is then written in one transaction.  An imported match changes neither
 * ratings nor statistics, and its dice have no seed. */
#include "offline/import.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "file/regular.h"
#include "form/imported.h"
#include "match/match.h"

bool
import_check_words(char *const *words, unsigned n)
{
	(void)words;
	if (n == 2 || n == 4)
		return true;
	(void)fputs("usage: gammond import FILE [NAME NAME]\n", stderr);
	return false;
}

static enum import_result
refuse(const char *what, const char *why)
{
	(void)fprintf(stderr, "gammond: %s: %s\n", what, why);
	return IMPORT_REFUSED;
}

static bool
find_players(struct store *s, const struct matchread *m, char *const *words, unsigned n,
    struct match_record *r)
{
	struct match_record open;

	for (unsigned i = 0; i < 2; i++) {
		const char *name = n == 4 ? words[2 + i] : m->name[i];
		struct user_record u;

		if (!store_user_by_name(s, name, &u)) {
			(void)refuse(name, "there is no such user; name the accounts after "
					   "the file, or register them first");
			return false;
		}
		r->user[i] = u.id;
		CHECK(sbuf_copy(r->name[i], sizeof(r->name[i]), u.name));
	}
	if (r->user[0] == r->user[1])
		return refuse(words[1], "both players are the same user") == IMPORT_DONE;
	if (store_match_find_unfinished(s, r->user[0], r->user[1], &open))
		return refuse(
			   words[1], "they have an unfinished match, which must end first") ==
		       IMPORT_DONE;
	return true;
}

/* ---- files imported before ---- */

struct import_search {
	struct store *store;
	const struct matchread *m;
	const struct match_record *r;
	int64_t id;    /* the match found, 0 if none */
	bool all_same; /* no difference found so far */
};

static bool
compare_action(void *ctx, const struct action_record *a)
{
	struct import_search *x = ctx;
	struct action_record other;
	char text[IMPORTED_ACTION_TEXT_MAX];
	struct sbuf b;

	SBUF_INIT(&b, text);
	x->all_same = a->seq < x->m->n;
	if (!x->all_same)
		return false;
	other = imported_action_record(&x->m->action[a->seq], &b);
	x->all_same = a->seat == other.seat && strcmp(a->kind, other.kind) == 0 &&
		      strcmp(a->text, other.text) == 0;
	return x->all_same;
}

static bool
compare_match(void *ctx, const struct match_record *old)
{
	struct import_search *x = ctx;

	x->all_same = match_imported(old) && old->user[0] == x->r->user[0] &&
		      old->length == x->r->length && old->actions == x->m->n;
	if (x->all_same)
		store_actions_each(x->store, old->id, compare_action, x);
	if (x->all_same)
		x->id = old->id;
	return !x->all_same;
}

/* Returns whether the match is new, that is, was not imported before.  Compares rolls and plays
 * but not the date, because a match from a file without a date was stored with the date of its
 * import. */
static bool
is_new_match(
    struct store *s, const struct matchread *m, const struct match_record *r, const char *path)
{
	struct import_search x = { .store = s, .m = m, .r = r };

	store_matches_of_pair_each(s, r->user[0], r->user[1], compare_match, &x);
	if (x.id != 0)
		(void)fprintf(
		    stderr, "gammond: %s: it is already match %" PRId64 "\n", path, x.id);
	return x.id == 0;
}

/* ---- writing ---- */

static void
write_match(
    struct store *s, const struct matchread *m, const struct match_record *r, int64_t id)
{
	char lines[STORE_HEADER_MAX];
	struct sbuf header;

	SBUF_INIT(&header, lines);
	for (unsigned i = 0; i < m->n; i++) {
		struct action_record a;
		char text[IMPORTED_ACTION_TEXT_MAX];
		struct sbuf b;

		SBUF_INIT(&b, text);
		a = imported_action_record(&m->action[i], &b);
		a.match = id;
		a.seq = i;
		a.at_ms = r->created_ms;
		store_action_add(s, &a);
	}
	imported_header(&header, m, (const char *const[]){ r->name[0], r->name[1] });
	if (header.len > 0)
		store_match_header_set(s, id, lines);
	store_match_end(s, id, r->created_ms, MATCH_IMPORTED,
	    m->state.winner == SEAT_NONE ? -1 : (int)m->state.winner, m->state.score);
}

static enum import_result
import_match(
    struct store *s, char *const *words, unsigned n, const struct matchread *m, int64_t at_s)
{
	struct match_record r = { .length = m->state.length,
		.unrated = true,
		.created_ms = imported_played_ms(m, at_s * 1000) };
	int64_t id;

	CHECK(sbuf_copy(r.variant, sizeof(r.variant), VARIANT_FIBS->name));
	if (!find_players(s, m, words, n, &r) || !is_new_match(s, m, &r, words[1]))
		return IMPORT_REFUSED;
	id = store_match_create(s, &r);
	if (id != 0)
		write_match(s, m, &r, id);
	if (id == 0 || store_save(s, NULL) != STORE_OK) {
		(void)refuse(words[1], "it could not be saved");
		return IMPORT_STORAGE;
	}
	(void)printf("match %" PRId64 "\n", id);
	return IMPORT_DONE;
}

enum import_result
import_run(struct store *s, char *const *words, unsigned n, int64_t at_s)
{
	struct matchread *m = calloc(1, sizeof(*m));
	struct move_space *space = malloc(sizeof(*space));
	enum import_result result = IMPORT_REFUSED;
	size_t bytes = 0;
	char *text, why[600];
	struct sbuf error;

	SBUF_INIT(&error, why);
	CHECK(m != NULL && space != NULL);
	m->action = calloc(MATCHREAD_ACTIONS_MAX, sizeof(*m->action));
	CHECK(m->action != NULL);
	text = regular_read(words[1], MATCHREAD_BYTES_MAX, &bytes, &error);
	if (text == NULL)
		(void)fprintf(stderr, "gammond: %s\n", why);
	else if (matchread(m, text, bytes, space))
		result = import_match(s, words, n, m, at_s);
	for (unsigned i = 0; i < m->notes_len; i++)
		(void)fprintf(stderr, "gammond: %s: line %u: %s\n", words[1], m->note[i].line,
		    m->note[i].why);
	free(text);
	free(m->action);
	free(space);
	free(m);
	return result;
}
