/* SPDX-License-Identifier: MIT */
/* Matches that users import from files: import, import archive, import list, import show,
 * import hide, import delete.  The text itself is received and read by imports/imports.h. */
#include "cmd/cmd.h"

#include "imports/imports.h"
#include "output/output.h"
#include "output/pager.h"
#include "people/people.h"
#include "proto/words.h"

/* ---- import list ---- */

struct import_list {
	int64_t next_before; /* the list continues with matches before this number */
	unsigned rows_shown;
};

static bool
print_next_import(struct world *w, struct session *s, void *state)
{
	struct ctx c = { w, s, s->player, &s->out, NULL, false };
	struct import_list *l = state;
	int64_t id = store_import_before(w->store, c.p->user, l->next_before);
	struct match_record r;
	char day[32];

	if (id == 0 || !store_match_by_id(w->store, id, &r)) {
		if (l->rows_shown == 0)
			msg_history_none(c.out);
		return false;
	}
	l->next_before = id;
	l->rows_shown++;
	cmd_time_text(&c, r.created_ms / 1000, "%Y-%m-%d", day, sizeof(day));
	msg_import_row(c.out, (long long)id, day, r.name[0], r.name[1], (unsigned)r.length,
	    r.score[0], r.score[1],
	    msg_text(c.out, r.shown_to_others ? MSG_import_is_shown : MSG_import_is_private));
	return true;
}

static void
list(struct ctx *c)
{
	static const struct pager_kind kind = {
		.step = print_next_import, .step_cost = 8, .reads_store = true
	};
	const struct import_list l = { .next_before = INT64_MAX };

	msg_import_list(
	    c->out, store_imports_count(c->w->store, c->p->user), c->w->config.imports);
	pager_begin(c->w, c->s, &kind, (void *)(uintptr_t)&l, sizeof(l));
}

/* ---- import show|hide|delete N ---- */

static void
change(struct ctx *c, const char *what, const char *word)
{
	struct match_record r;

	if (!cmd_find_match(c, word, &r))
		return;
	if (r.owner != c->p->user) {
		msg_import_not_yours(c->out, (long long)r.id);
	} else if (word_is_prefix(what, "delete")) {
		imports_delete_match(c->w, r.id);
		msg_import_deleted(c->out, (long long)r.id);
	} else {
		const bool show = word_is_prefix(what, "show");

		if (r.shown_to_others != show)
			store_import_show(c->w->store, r.id, show);
		(show ? msg_import_shown : msg_import_hidden)(c->out, (long long)r.id);
	}
}

static void
begin_import(struct ctx *c, bool archive)
{
	if (archive && c->p->role < ROLE_OPERATOR)
		msg_permission_denied(c->out);
	else if (c->s->match != 0)
		msg_import_playing(c->out);
	else
		imports_begin(c->w, c->s, archive);
}

void
cmd_import(struct ctx *c, char *rest)
{
	const char *what = word_next(&rest);
	const char *word = word_next(&rest);

	if (what == NULL) {
		begin_import(c, false);
	} else if (word == NULL && word_is_prefix(what, "archive")) {
		begin_import(c, true);
	} else if (word == NULL && word_is_prefix(what, "list")) {
		list(c);
	} else if (word != NULL && rest[0] == '\0' &&
		   (word_is_prefix(what, "show") || word_is_prefix(what, "hide") ||
		       word_is_prefix(what, "delete"))) {
		change(c, what, word);
	} else {
		msg_import_usage(c->out);
	}
}
