/* SPDX-License-Identifier: MIT */
/* Verbs of store.h for matches that players imported.  Their actions never change and are read
 * in order, so each row contains many of them. */
#include "store/sql.h"

#include <string.h>

int64_t
verb_import_add(struct store *s, const struct import_record *r)
{
	/* numbers are not reused, so that references to a deleted match never point to another
	 * one */
	int64_t id = verb_counter(s, COUNTER_IMPORTS) + 1;

	verb_counter_add(s, COUNTER_IMPORTS, 1);
	verb_counter_add(s, COUNTER_IMPORTED_ACTIONS, r->actions);
	if (!sql_write(s, Q_IMPORT_ADD, 1, V(id), V(r->owner), V(r->seat),
		V((const char *)r->player_names[0]), V((const char *)r->player_names[1]),
		V(r->variant), V(r->length), V(r->played_ms), V(r->stored_ms), V(r->score[0]),
		V(r->score[1]), V(r->winner), V(r->actions), V(r->header), V(r->digest)))
		return 0;
	return id + STORE_IMPORT_BASE;
}

static int64_t
match_number(int64_t id)
{
	return id > 0 ? id + STORE_IMPORT_BASE : 0;
}

int64_t
verb_import_by_digest(struct store *s, int64_t owner, int64_t digest)
{
	return match_number(sql_number(s, Q_IMPORT_SAME, V(owner), V(digest)));
}

int64_t
verb_import_before(struct store *s, int64_t owner, int64_t before)
{
	return match_number(
	    sql_number(s, Q_IMPORT_BEFORE, V(owner), V(before - STORE_IMPORT_BASE)));
}

bool
import_read(struct store *s, int64_t id, struct match_record *m_out)
{
	struct sql_query *q = sql_select(s, Q_IMPORT, V(id - STORE_IMPORT_BASE));
	struct match_record m = { .id = id, .end_reason = "imported", .unrated = true };
	bool found = sql_step(s, q);

	if (found) {
		int seat = (int)sql_int(s, q, 1, 0, 2);

		m.owner = sql_int(s, q, 0, 1, INT64_MAX);
		if (seat < 2)
			m.user[seat] = m.owner;
		m.shown_to_others = sql_int(s, q, 2, 0, 1) != 0;
		sql_text(s, q, 3, m.name[0], sizeof(m.name[0]));
		sql_text(s, q, 4, m.name[1], sizeof(m.name[1]));
		sql_text(s, q, 5, m.variant, sizeof(m.variant));
		m.length = (uint8_t)sql_int(s, q, 6, 0, UINT8_MAX);
		m.created_ms = m.last_ms = m.ended_ms = sql_int(s, q, 7, 1, INT64_MAX);
		m.score[0] = (uint32_t)sql_int(s, q, 8, 0, UINT32_MAX);
		m.score[1] = (uint32_t)sql_int(s, q, 9, 0, UINT32_MAX);
		m.winner = (int)sql_int(s, q, 10, -1, 1);
		m.actions = (uint32_t)sql_int(s, q, 11, 0, UINT32_MAX);
	}
	sql_end_query(s, q);
	if (!found || sql_broken(s))
		return false;
	*m_out = m;
	return true;
}

/* Splits the first action off *at.  Returns false if the text is damaged. */
static bool
next_action(char **at, struct action_record *a)
{
	char *line = *at, *end = strchr(line, '\n');
	char *text = end != NULL && line[0] >= '0' && line[0] <= '2' && line[1] == ' '
			 ? strchr(line + 2, ' ')
			 : NULL;

	if (text == NULL || text > end)
		return false;
	*text = *end = '\0';
	*at = end + 1;
	a->seat = line[0] - '0';
	a->kind = line + 2;
	a->text = text + 1;
	return true;
}

void
import_actions_from(struct store *s, int64_t id, uint32_t seq, unsigned most,
    bool (*fn)(void *ctx, const struct action_record *a), void *ctx)
{
	struct sql_query *q =
	    sql_select(s, Q_IMPORT_ACTIONS, V(id - STORE_IMPORT_BASE), V(seq), V(most));
	struct action_record a = { .match = id };
	char text[STORE_IMPORT_TEXT_MAX];
	bool more = most > 0;

	while (more && sql_step(s, q)) {
		char *at = text;

		a.seq = (uint32_t)sql_int(s, q, 0, 0, UINT32_MAX);
		sql_text(s, q, 1, text, sizeof(text));
		for (; more && !sql_broken(s) && *at != '\0'; a.seq++) {
			if (!next_action(&at, &a)) {
				sql_break_store(s,
				    "storage failure: the database holds damaged "
				    "actions of an imported match");
				break;
			}
			if (a.seq < seq)
				continue;
			more = fn(ctx, &a) && --most > 0;
		}
		more = more && !sql_broken(s);
	}
	sql_end_query(s, q);
}

bool
verb_import_purge_dropped(struct store *s)
{
	static const enum store_statement PURGE_STATEMENTS[] = { Q_IMPORT_ACTIONS_DELETE,
		Q_IMPORT_REVIEW_DELETE, Q_IMPORT_MARKS_DELETE };
	struct sql_query *q = sql_select_all(s, Q_IMPORT_DROPPED);
	int64_t id = 0, actions = 0;

	if (sql_step(s, q)) {
		id = sql_int(s, q, 0, 1, INT64_MAX);
		actions = sql_int(s, q, 1, 0, UINT32_MAX);
	}
	sql_end_query(s, q);
	if (id == 0 || sql_broken(s))
		return false;
	(void)sql_write(s, Q_REVIEW_DEQUEUE, -1, V(id + STORE_IMPORT_BASE));
	for (size_t i = 0; i < ARRAY_LEN(PURGE_STATEMENTS); i++)
		(void)sql_write(s, PURGE_STATEMENTS[i], -1, V(id));
	if (sql_write(s, Q_IMPORT_DELETE, 1, V(id)))
		verb_counter_add(s, COUNTER_IMPORTED_ACTIONS, -actions);
	return true;
}
