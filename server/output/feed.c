/* SPDX-License-Identifier: MIT */
/* See feed.h.  Owns the ring of events and the rows of users who left.  Cursors and rows of
 * online users are in their sessions.
 *
 * Cost: adding an event, a row or a log-out is O(log n).  While few users are online, adding
 * also writes a short line to each of them.  Catching up is O(log n) plus the output.  A round
 * is bounded by its budget. */
#include "output/feed.h"

#include <stdlib.h>
#include <string.h>

#include "base/pack.h"
#include "output/json_lines.h"
#include "output/output.h"
#include "people/player.h"
#include "output/screen.h"
#include "people/session.h"
#include "people/state.h"
#include "output/visit_words.h"
#include "proto/clip.h"

struct leaver {
	uint64_t no, login_item_no;
	session_id session;
	char name[STORE_NAME_MAX + 1];
	uint8_t how;             /* enum session_end */
	bool hidden_from_people; /* a bot that logged out: interactive users are not notified */
	enum msg_id reason;
	char *why;
};

struct feed {
	const struct feed_delivery *const *deliveries; /* indexed by kind */
	uint64_t no;                                   /* last number assigned */

	struct feed_event events[FEED_EVENTS_KEPT]; /* ring buffer */
	uint64_t events_head, events_tail;
	/* number of the last event of each kind that was overwritten */
	uint64_t last_lost[FEED_KINDS];
	uint64_t last_lost_leaver;

	/* growing ring buffer; room is a power of two */
	struct leaver *leavers;
	size_t leavers_room;
	uint64_t leavers_head, leavers_tail;

	uint64_t delivered_to_all_no; /* all sessions have been visited since the item with this
					 number */
	uint64_t round_target_no;     /* number of the last news item when the round began */
	uint64_t round_least_cursor;  /* lowest cursor of the sessions visited in the round */
	struct session *at;           /* next session to visit */
	bool in_round;                /* a round is in progress */
	unsigned at_once_recipients;  /* recipients served at once in this turn */
	size_t news_bytes;            /* bytes of news written in this turn */
	struct feed_counts counts;
};

struct feed *
feed_new(const struct feed_delivery *const words[FEED_KINDS])
{
	struct feed *f = calloc(1, sizeof(*f));

	if (f != NULL)
		f->deliveries = words;
	return f;
}

static void
drop_event(const struct feed *f, struct feed_event *e)
{
	free(e->text);
	e->text = NULL;
	if (f->deliveries[e->kind]->free_kind_data != NULL)
		f->deliveries[e->kind]->free_kind_data(e->kind_data);
	e->kind_data = NULL;
}

static void
drop_events(struct feed *f, uint64_t from, uint64_t to)
{
	for (; from < to; from++)
		drop_event(f, &f->events[from % FEED_EVENTS_KEPT]);
}

static struct leaver *
leaver_at(const struct feed *f, uint64_t i)
{
	return &f->leavers[i & (f->leavers_room - 1)];
}

static void
drop_leavers(struct feed *f, uint64_t from, uint64_t to)
{
	for (; from < to; from++)
		free(leaver_at(f, from)->why);
}

void
feed_free(struct feed **fp)
{
	struct feed *f = *fp;

	if (f == NULL)
		return;
	drop_events(f, f->events_head, f->events_tail);
	drop_leavers(f, f->leavers_head, f->leavers_tail);
	free(f->leavers);
	free(f);
	*fp = NULL;
}

uint64_t
feed_take_number(struct world *w)
{
	return ++w->feed->no;
}

uint64_t
feed_next_number(const struct world *w)
{
	return w->feed->no + 1;
}

struct feed_counts
feed_counts(const struct world *w)
{
	struct feed_counts work = w->feed->counts;

	work.leavers_kept = w->feed->leavers_tail - w->feed->leavers_head;
	return work;
}

static bool
wants(const struct feed *f, const struct session *to, const struct feed_event *e)
{
	const struct feed_delivery *words = f->deliveries[e->kind];

	if ((e->author != 0 && e->author == to->id) || e->no == to->news.skip_no)
		return false;
	return words->wants_event != NULL ? words->wants_event(to, e) : words->wants_kind(to);
}

/* ---- news after a cursor ---- */

enum news_source {
	SOURCE_LOGIN,
	SOURCE_LOGOUT,
	SOURCE_WHO_ROW,
	SOURCE_EVENT,
	SOURCE_COUNT,
};

#define NO_ITEM UINT64_MAX

/* The next item of each source, and its number. */
struct next_items {
	struct tree_node *login, *row;
	uint64_t logout, event;
	uint64_t no[SOURCE_COUNT];
};

static int
compare_login_item(const struct tree_node *n, const void *no)
{
	const struct session *s = TREE_OWNER_CONST(n, struct session, index.by_login);

	return s->news.login_item_no <= *(const uint64_t *)no ? -1 : 0;
}

static int
compare_row_no(const struct tree_node *n, const void *no)
{
	const struct session *s = TREE_OWNER_CONST(n, struct session, index.by_change);

	return s->news.row_item_no <= *(const uint64_t *)no ? -1 : 0;
}

static uint64_t
first_event_after(const struct feed *f, uint64_t no)
{
	uint64_t low = f->events_head, high = f->events_tail;

	while (low < high) {
		uint64_t mid = low + (high - low) / 2;

		if (f->events[mid % FEED_EVENTS_KEPT].no <= no)
			low = mid + 1;
		else
			high = mid;
	}
	return low;
}

static uint64_t
first_leaver_after(const struct feed *f, uint64_t no)
{
	uint64_t low = f->leavers_head, high = f->leavers_tail;

	while (low < high) {
		uint64_t mid = low + (high - low) / 2;

		if (leaver_at(f, mid)->no <= no)
			low = mid + 1;
		else
			high = mid;
	}
	return low;
}

/* Updates the numbers of the next items. */
static void
update_item_numbers(const struct feed *f, struct next_items *v)
{
	v->no[SOURCE_LOGIN] =
	    v->login != NULL
		? TREE_OWNER(v->login, struct session, index.by_login)->news.login_item_no
		: NO_ITEM;
	v->no[SOURCE_WHO_ROW] =
	    v->row != NULL
		? TREE_OWNER(v->row, struct session, index.by_change)->news.row_item_no
		: NO_ITEM;
	v->no[SOURCE_LOGOUT] =
	    v->logout < f->leavers_tail ? leaver_at(f, v->logout)->no : NO_ITEM;
	v->no[SOURCE_EVENT] =
	    v->event < f->events_tail ? f->events[v->event % FEED_EVENTS_KEPT].no : NO_ITEM;
}

/* Finds the next item of each source for a session: log-ins and log-outs only for users with
 * `notify`, rows only for client programs.  In JSON lines a log-in is a row, and log-outs are
 * always sent. */
static struct next_items
find_next_items(const struct world *w, const struct session *s)
{
	const struct feed *f = w->feed;
	bool notify = player_has_toggle(s->player, TOGGLE_notify);
	struct next_items v = { 0 };

	v.login = notify && !session_is_json(s) ? tree_at_or_after(&w->people->online_by_login,
						      compare_login_item, &s->news.cursor)
						: NULL;
	v.row = session_is_clip(s) || session_is_json(s)
		    ? tree_at_or_after(
			  &w->people->online_by_change, compare_row_no, &s->news.cursor)
		    : NULL;
	v.logout = notify || session_is_json(s) ? first_leaver_after(f, s->news.cursor)
						: f->leavers_tail;
	v.event = first_event_after(f, s->news.cursor);
	update_item_numbers(f, &v);
	return v;
}

static enum news_source
earliest_source(const struct next_items *v)
{
	enum news_source best = SOURCE_LOGIN;

	for (unsigned i = 1; i < SOURCE_COUNT; i++)
		if (v->no[i] < v->no[best])
			best = (enum news_source)i;
	return best;
}

static void
write_who_row(struct world *w, struct session *to, struct session *about)
{
	struct who_row row;

	if (session_is_json(to)) {
		json_who(w, to, about);
		return;
	}
	if (about->news.row != NULL) {
		session_write_wire(to, about->news.row, about->news.row_len);
		return;
	}
	session_who_row(w, NULL, about, &row); /* memory had run out when the row was made */
	clip_who_info(&to->out, &row);
	clip_number_only(&to->out, CLIP_WHO_END);
}

static void
write_leaver(struct session *to, const struct leaver *l)
{
	if (l->session == to->id)
		return;
	if (session_is_json(to))
		json_left(to, l->name, visit_logout_word((enum session_end)l->how));
	else if (!l->hidden_from_people || !session_is_interactive(to))
		session_tell_logout(to, l->name, (enum session_end)l->how, l->why, l->reason);
}

/* Delivers the next item and advances the cursor.  from: the cursor when write_news began. */
static void
deliver_next_item(struct world *w, struct session *to, struct next_items *v, uint64_t from)
{
	struct feed *f = w->feed;
	enum news_source which = earliest_source(v);
	const struct feed_event *e;
	struct session *about;
	bool bypass_sync;

	to->news.cursor = v->no[which];
	f->counts.items_written++;
	switch (which) {
	case SOURCE_LOGIN:
		about = TREE_OWNER(v->login, struct session, index.by_login);
		v->login = tree_next(v->login);
		if (about != to && !(about->player->bot && session_is_interactive(to)))
			session_tell_login(to, about);
		break;
	case SOURCE_LOGOUT: /* a user who logged in and out in the meantime was never announced
			     */
		if (leaver_at(f, v->logout)->login_item_no <=
		    (to->news.list_shown_no > from ? to->news.list_shown_no : from))
			write_leaver(to, leaver_at(f, v->logout));
		v->logout++;
		break;
	case SOURCE_WHO_ROW:
		about = TREE_OWNER(v->row, struct session, index.by_change);
		v->row = tree_next(v->row);
		write_who_row(w, to, about);
		break;
	case SOURCE_EVENT:
		e = &f->events[v->event % FEED_EVENTS_KEPT];
		bypass_sync = output_bypass_sync(
		    w, e->bypass_sync || f->deliveries[e->kind]->bypass_sync);
		if (wants(f, to, e))
			f->deliveries[e->kind]->say(to, e);
		(void)output_bypass_sync(w, bypass_sync);
		v->event++;
		break;
	case SOURCE_COUNT:
		break;
	}
	update_item_numbers(f, v);
}

/* If news that a session's user wants was overwritten before delivery, notifies the session. */
static void
tell_missed_news(struct feed *f, struct session *s)
{
	uint64_t from = s->news.loss_reported_no > s->news.cursor ? s->news.loss_reported_no
								  : s->news.cursor;
	bool lost = f->last_lost_leaver > from && player_has_toggle(s->player, TOGGLE_notify);

	for (unsigned k = 0; k < FEED_KINDS; k++)
		lost = lost || (f->last_lost[k] > from && f->deliveries[k]->wants_kind(s));
	if (!lost)
		return;
	s->news.loss_reported_no = f->no;
	f->counts.loss_notices++;
	msg_news_left_out(&s->out);
}

bool
feed_is_behind(const struct world *w, const struct session *s)
{
	return s->state == ST_ONLINE && s->player != NULL && s->news.cursor < w->feed->no;
}

static bool
write_news(struct world *w, struct session *s)
{
	struct next_items v = find_next_items(w, s);
	uint64_t from = s->news.cursor;

	tell_missed_news(w->feed, s);
	while (v.no[earliest_source(&v)] != NO_ITEM) {
		if (session_output_full(w, s))
			return false;
		deliver_next_item(w, s, &v, from);
	}
	s->news.cursor = w->feed->no;
	return true;
}

/* Returns whether the turn has written so much news that sessions must wait for its end. */
static bool
turn_wrote_enough(const struct world *w)
{
	return w->online_count > FEED_AT_ONCE_SESSIONS &&
	       w->feed->news_bytes >= FEED_TURN_BYTES;
}

void
feed_mark_received(struct world *w, struct session *s)
{
	s->news.cursor = w->feed->no;
}

bool
feed_catch_up(struct world *w, struct session *s)
{
	bool answering = s->screen.answering, bell = s->screen.bell_due, done, bypass_sync;
	size_t before = w->net.backlog(w->net.ctx, s->conn);

	if (s->news.being_written || !feed_is_behind(w, s) || s->disconnected)
		return true;
	if (session_answer_unfinished(s) || session_output_full(w, s) || turn_wrote_enough(w)) {
		session_mark_pending(w, s);
		return false;
	}
	/* news is not part of the answer, and the bell is meant for the text after the news */
	s->news.being_written = true;
	s->screen.answering = false;
	s->screen.bell_due = false;
	bypass_sync = output_bypass_sync(w, false);
	done = write_news(w, s);
	(void)output_bypass_sync(w, bypass_sync);
	w->feed->news_bytes += w->net.backlog(w->net.ctx, s->conn) - before;
	s->news.being_written = false;
	s->screen.answering = answering;
	s->screen.bell_due = bell;
	if (!done)
		session_mark_pending(w, s);
	return done;
}

void
feed_mark_list_shown(const struct world *w, struct session *s)
{
	s->news.list_shown_no = w->feed->no;
}

/* ---- announcing ---- */

/* Drops log-outs up to this number, which all sessions have passed. */
static void
drop_passed_leavers(struct feed *f, uint64_t no)
{
	while (f->leavers_head < f->leavers_tail && leaver_at(f, f->leavers_head)->no <= no) {
		drop_leavers(f, f->leavers_head, f->leavers_head + 1);
		f->leavers_head++;
	}
}

/* Returns whether sessions that were too many to catch up at once are still behind.  They catch
 * up at the ends of turns. */
static bool
round_is_behind(const struct feed *f)
{
	return f->in_round || (f->delivered_to_all_no > 0 &&
				  f->no - f->delivered_to_all_no > FEED_AT_ONCE_ITEMS_MAX);
}

/* Lets all sessions catch up, while few are online. */
static void
deliver_at_once(struct world *w)
{
	struct feed *f = w->feed;
	uint64_t least = f->no;

	if (w->online_count > FEED_AT_ONCE_SESSIONS ||
	    f->at_once_recipients >= FEED_AT_ONCE_RECIPIENTS || round_is_behind(f))
		return;
	f->at_once_recipients += w->online_count;
	for (struct session *s = w->people->online; s != NULL; s = s->index.online_next) {
		(void)feed_catch_up(w, s);
		if (s->news.cursor < least)
			least = s->news.cursor;
	}
	f->delivered_to_all_no = f->no;
	f->in_round = false;
	drop_passed_leavers(f, least);
}

void
feed_login(struct world *w, struct session *s)
{
	(void)s;
	deliver_at_once(w);
}

/* Makes room for one more log-out.  Returns false if the oldest must be dropped instead. */
static bool
make_leaver_room(struct feed *f)
{
	size_t n = (size_t)(f->leavers_tail - f->leavers_head);
	size_t room = f->leavers_room == 0 ? 64 : f->leavers_room * 2;
	struct leaver *list;

	if (n < f->leavers_room)
		return true;
	if (room > FEED_LEAVERS_KEPT || (list = calloc(room, sizeof(*list))) == NULL)
		return false;
	for (uint64_t i = f->leavers_head; i < f->leavers_tail; i++)
		list[i & (room - 1)] = *leaver_at(f, i);
	free(f->leavers);
	f->leavers = list;
	f->leavers_room = room;
	return true;
}

void
feed_logout(struct world *w, const struct session *s, enum session_end how, const char *why,
    enum msg_id reason)
{
	struct feed *f = w->feed;
	struct leaver *l;

	if (player_has_toggle(s->player, TOGGLE_public))
		json_publish_left(w, s, visit_logout_word(how));
	if (!make_leaver_room(f)) {
		f->last_lost_leaver = f->no + 1;
		if (f->leavers_room == 0)
			return;
		f->last_lost_leaver = leaver_at(f, f->leavers_head)->no;
		drop_leavers(f, f->leavers_head, f->leavers_head + 1);
		f->leavers_head++;
	}
	l = leaver_at(f, f->leavers_tail++);
	*l = (struct leaver){
		.no = ++f->no,
		.login_item_no = s->news.login_item_no,
		.session = s->id,
		.how = (uint8_t)how,
		.hidden_from_people = s->player->bot && how == END_LOGOUT,
		.reason = reason,
		.why = why != NULL ? strdup(why) : NULL,
	};
	memcpy(l->name, s->player->name, sizeof(l->name));
	deliver_at_once(w);
}

/* Caches CLIP lines 5 and 6 about a session in wire format.  If memory runs out, they are
 * formatted for each recipient. */
static void
cache_who_row(struct world *w, struct session *s)
{
	char text[WHO_LINE_MAX];
	struct who_row row;
	struct sbuf b;
	char *copy;

	SBUF_INIT(&b, text);
	session_who_row(w, NULL, s, &row);
	clip_who_line(&b, &row);
	sbuf_add(&b, "\r\n6\r\n");
	free(s->news.row);
	s->news.row = NULL;
	copy = sbuf_ok(&b) ? malloc(b.len + 1) : NULL;
	if (copy == NULL)
		return;
	memcpy(copy, text, b.len + 1);
	s->news.row = copy;
	s->news.row_len = b.len;
}

void
feed_row_changed(struct world *w, struct session *s)
{
	if (tree_node_is_linked(&s->index.by_change))
		tree_remove(&w->people->online_by_change, &s->index.by_change);
	s->news.row_item_no = ++w->feed->no;
	tree_add(&w->people->online_by_change, &s->index.by_change);
	cache_who_row(w, s);
	json_publish_who(w, s);
	deliver_at_once(w);
}

static struct feed_event *
new_event_slot(struct feed *f)
{
	struct feed_event *e = &f->events[f->events_tail % FEED_EVENTS_KEPT];

	if (f->events_tail - f->events_head == FEED_EVENTS_KEPT) {
		f->last_lost[e->kind] = e->no;
		drop_event(f, e);
		f->events_head++;
	}
	f->events_tail++;
	return e;
}

void
feed_announce(
    struct world *w, struct feed_event *e, const struct session *author, const char *text)
{
	struct feed *f = w->feed;

	e->no = ++f->no;
	e->text = NULL;
	e->bypass_sync = w->bypass_sync;
	if (author != NULL) {
		e->author = author->id;
		e->author_user = author->player->user;
		e->author_match = author->match;
		memcpy(e->names[0], author->player->name, sizeof(e->names[0]));
	}
	if (text != NULL && (e->text = strdup(text)) == NULL) {
		f->last_lost[e->kind] = e->no;
		return;
	}
	*new_event_slot(f) = *e;
	deliver_at_once(w);
}

/* ---- rounds at the ends of turns ---- */

bool
feed_round_needed(const struct world *w)
{
	return w->feed->in_round || w->feed->delivered_to_all_no < w->feed->no;
}

void
feed_online_changed(struct world *w, struct session *s, bool on)
{
	struct feed *f = w->feed;

	if (on && s->news.cursor < f->round_least_cursor)
		f->round_least_cursor = s->news.cursor; /* the round may already have passed the
							 * session's place in the list */
	if (!on && f->at == s)
		f->at = s->index.online_next;
}

static void
begin_round(struct world *w)
{
	struct feed *f = w->feed;

	f->in_round = true;
	f->round_target_no = f->round_least_cursor = f->no;
	f->at = w->people->online;
}

static void
end_round(struct feed *f)
{
	f->in_round = false;
	f->delivered_to_all_no = f->round_target_no;
	drop_passed_leavers(f, f->round_least_cursor);
}

/* Visits the next session of the round. */
static void
visit_session(struct world *w, struct session *s, struct feed_budget *b)
{
	struct feed *f = w->feed;
	size_t before, bytes;

	f->at = s->index.online_next;
	f->counts.sessions_visited++;
	if (feed_is_behind(w, s)) {
		before = w->net.backlog(w->net.ctx, s->conn);
		(void)feed_catch_up(w, s);
		bytes = w->net.backlog(w->net.ctx, s->conn) - before;
		b->bytes -= bytes < b->bytes ? bytes : b->bytes;
		b->sessions--;
		f->counts.sessions_served++;
	}
	if (s->news.cursor < f->round_least_cursor)
		f->round_least_cursor = s->news.cursor;
}

void
feed_serve_round(struct world *w, struct feed_budget *b)
{
	struct feed *f = w->feed;
	unsigned visits = 0;

	if (!f->in_round && f->delivered_to_all_no < f->no)
		begin_round(w);
	while (
	    f->in_round && b->sessions > 0 && b->bytes > 0 && visits++ < FEED_VISITS_PER_TURN) {
		if (f->at != NULL)
			visit_session(w, f->at, b);
		else
			end_round(f);
	}
}

/* ---- turns ---- */

void
feed_reset_turn_counts(struct world *w)
{
	w->feed->at_once_recipients = 0;
	w->feed->news_bytes = 0;
}

/* ---- upgrade ---- */

void
feed_drop_undelivered(const struct world *w, struct session *s)
{
	if (!feed_is_behind(w, s))
		return;
	s->news.cursor = w->feed->no;
	msg_news_left_out(&s->out);
}

void
feed_hand_over(struct world *w, struct pack *p)
{
	PACK(p, 1, w->feed->no);
	if (p->reading)
		w->feed->delivered_to_all_no = w->feed->no;
}
