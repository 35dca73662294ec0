/* SPDX-License-Identifier: MIT */
/* See record.h.  An act costs tourney_apply, one row and its notices. */
#include "tournament/record.h"

#include <stdlib.h>
#include <string.h>

#include "tournament/memory.h"

/* Queues a consequence of an act.  tell_consequences sends it later, a bounded number per turn.
 */
static void
queue_notification(void *ctx, const struct tourney *t, enum tourney_news what, uint32_t n)
{
	struct tourney_live *l = ctx;

	(void)t;
	if (l->notifications_sent == l->notifications_n)
		l->notifications_sent = l->notifications_n = 0;
	if (l->notifications_n == l->notifications_size) {
		l->notifications_size =
		    l->notifications_size == 0 ? 16 : 2 * l->notifications_size;
		l->notifications = memory_grow(
		    l->notifications, l->notifications_size, sizeof(*l->notifications));
	}
	l->notifications[l->notifications_n++] = (struct tourney_notification){ what, n };
}

static void
store_act(struct world *w, struct tourney_live *l, const struct tourney_act *a)
{
	size_t size = 256 + (a->text != NULL ? strlen(a->text) : 0);
	char *text = memory_grow(NULL, size, 1);
	struct tourney_act_record r = {
		.tourney = l->t.id,
		.seq = l->t.acts - 1,
		.at_ms = a->at_ms,
		.actor = a->actor,
		.kind = tourney_act_name(a->kind),
		.text = text,
	};
	struct sbuf b;

	sbuf_init(&b, text, size);
	tourney_act_write(&b, a);
	CHECK(sbuf_ok(&b));
	store_tourney_act_add(w->store, &r);
	free(text);
	if ((tourney_act_fields(a->kind) & TF_USER) != 0)
		store_tourney_member_add(w->store, a->user, l->t.id);
}

/* Registers an entry that an act creates, gives to another user or restores.  was: the user who
 * had the entry before, or 0. */
static void
register_entry(
    struct world *w, struct tourney_live *l, const struct tourney_act *a, int64_t was)
{
	entry_no e = a->entry;

	if (a->kind == TACT_enter || a->kind == TACT_admit || a->kind == TACT_promote ||
	    a->kind == TACT_replace) {
		e = tourney_entry_of(&l->t, a->user);
		live_member_add(w, l, e, was);
	} else if (a->kind != TACT_restore) {
		return;
	}
	tourney_set_presence(&l->t, e, tourney_session(w, &l->t, e) != NULL, a->at_ms);
}

enum tourney_err
record_act(struct world *w, struct tourney_live *l, struct tourney_act *a, struct tell_facts *f)
{
	struct tell_facts none = { 0 };
	enum tourney_err err;

	if (a->text == NULL)
		a->text = "";
	a->at_ms = tourney_now_ms(w);
	if (a->at_ms < l->t.last_ms && !live_clock_was_put_back(w, l))
		a->at_ms = l->t.last_ms;
	err = tourney_gate(&l->t, a);
	if (err != TOURNEY_OK)
		return err;
	if (f == NULL)
		f = &none;
	if (a->kind == TACT_replace) {
		f->replaced_user = l->t.entries[a->entry].user;
		CHECK(sbuf_copy(
		    f->replaced_name, sizeof(f->replaced_name), l->t.entries[a->entry].name));
	}
	memory_make_room_for_act(&l->t, a);
	err = tourney_apply(&l->t, a, queue_notification, l);
	if (err != TOURNEY_OK)
		return err;
	DCHECK(tourney_check(&l->t));
	l->places_written = 0;
	store_act(w, l, a);
	register_entry(w, l, a, f->replaced_user);
	tell_act(w, l, a, f);
	return TOURNEY_OK;
}
