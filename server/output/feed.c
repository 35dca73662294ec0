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
	uint64_t no, came_no;
	session_id session;
	char name[STORE_NAME_MAX + 1];
	uint8_t how;    /* enum session_end */
	bool unnoticed; /* a bot that logged out: interactive users are not notified */
	enum msg_id reason;
	char *why;
};

struct feed {
	const struct feed_words *const *words; /* indexed by kind */
	uint64_t no;                           /* last number assigned */

	struct feed_event event[FEED_EVENTS]; /* ring buffer */
	uint64_t head, tail;
	/* number of the last event of each kind that was overwritten */
	uint64_t lost[FEED_KINDS];
	uint64_t lost_leaver;

	/* growing ring buffer; room is a power of two */
	struct leaver *leaver;
	size_t room;
	uint64_t left_head, left_tail;

	uint64_t swept;     /* all sessions have been visited since the item with this number */
	uint64_t target;    /* number of the last news item when the round began */
	uint64_t least;     /* lowest cursor of the sessions visited in the round */
	struct session *at; /* next session to visit */
	bool round;         /* a round is in progress */
	unsigned at_once;   /* recipients served at once in this turn */
	size_t news_bytes;  /* bytes of news written in this turn */
	struct feed_work work;
};

struct feed *
feed_new(const struct feed_words *const words[FEED_KINDS])
{
	struct feed *f = calloc(1, sizeof(*f));

	if (f != NULL)
		f->words = words;
	return f;
}

static void
drop_event(const struct feed *f, struct feed_event *e)
{
	free(e->text);
	e->text = NULL;
	if (f->words[e->kind]->drop != NULL)
		f->words[e->kind]->drop(e->about);
	e->about = NULL;
}

static void
drop_events(struct feed *f, uint64_t from, uint64_t to)
{
	for (; from < to; from++)
		drop_event(f, &f->event[from % FEED_EVENTS]);
}

static struct leaver *
leaver_at(const struct feed *f, uint64_t i)
{
	return &f->leaver[i & (f->room - 1)];
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
	drop_events(f, f->head, f->tail);
	drop_leavers(f, f->left_head, f->left_tail);
	free(f->leaver);
	free(f);
	*fp = NULL;
}

uint64_t
feed_number(struct world *w)
{
	return ++w->feed->no;
}

uint64_t
feed_next(const struct world *w)
{
	return w->feed->no + 1;
}

struct feed_work
feed_work(const struct world *w)
{
	struct feed_work work = w->feed->work;

	work.leavers = w->feed->left_tail - w->feed->left_head;
	return work;
}

static bool
wants(const struct feed *f, const struct session *to, const struct feed_event *e)
{
	const struct feed_words *words = f->words[e->kind];

	if ((e->author != 0 && e->author == to->id) || e->no == to->news.skip)
		return false;
	return words->wants_this != NULL ? words->wants_this(to, e) : words->wants(to);
}

/* ---- news after a cursor ---- */

enum source {
	SOURCE_CAME,
	SOURCE_LEFT,
	SOURCE_WHO_ROW,
	SOURCE_EVENT,
	SOURCES,
};

#define NOTHING UINT64_MAX

/* The next item of each source, and its number. */
struct sight {
	struct tree_node *came, *row;
	uint64_t left, event;
	uint64_t no[SOURCES];
};

static int
compare_came(const struct tree_node *n, const void *no)
{
	const struct session *s = TREE_OF_CONST(n, struct session, index.by_login);

	return s->news.came_no <= *(const uint64_t *)no ? -1 : 0;
}

static int
compare_row_no(const struct tree_node *n, const void *no)
{
	const struct session *s = TREE_OF_CONST(n, struct session, index.by_change);

	return s->news.row_no <= *(const uint64_t *)no ? -1 : 0;
}

static uint64_t
first_event(const struct feed *f, uint64_t no)
{
	uint64_t low = f->head, high = f->tail;

	while (low < high) {
		uint64_t mid = low + (high - low) / 2;

		if (f->event[mid % FEED_EVENTS].no <= no)
			low = mid + 1;
		else
			high = mid;
	}
	return low;
}

static uint64_t
first_leaver(const struct feed *f, uint64_t no)
{
	uint64_t low = f->left_head, high = f->left_tail;

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
update_next(const struct feed *f, struct sight *v)
{
	v->no[SOURCE_CAME] =
	    v->came != NULL ? TREE_OF(v->came, struct session, index.by_login)->news.came_no
			    : NOTHING;
	v->no[SOURCE_WHO_ROW] =
	    v->row != NULL ? TREE_OF(v->row, struct session, index.by_change)->news.row_no
			   : NOTHING;
	v->no[SOURCE_LEFT] = v->left < f->left_tail ? leaver_at(f, v->left)->no : NOTHING;
	v->no[SOURCE_EVENT] =
	    v->event < f->tail ? f->event[v->event % FEED_EVENTS].no : NOTHING;
}

/* Finds the next item of each source for a session: log-ins and log-outs only for users with
 * `notify`, rows only for client programs.  In JSON lines a log-in is a row, and log-outs are
 * always sent. */
static struct sight
sight_from(const struct world *w, const struct session *s)
{
	const struct feed *f = w->feed;
	bool notify = player_has(s->player, TOGGLE_notify);
	struct sight v = { 0 };

	v.came = notify && !session_json(s)
		     ? tree_from(&w->people->by_login, compare_came, &s->news.heard)
		     : NULL;
	v.row = session_clip(s) || session_json(s)
		    ? tree_from(&w->people->changes, compare_row_no, &s->news.heard)
		    : NULL;
	v.left = notify || session_json(s) ? first_leaver(f, s->news.heard) : f->left_tail;
	v.event = first_event(f, s->news.heard);
	update_next(f, &v);
	return v;
}

static enum source
nearest(const struct sight *v)
{
	enum source best = SOURCE_CAME;

	for (unsigned i = 1; i < SOURCES; i++)
		if (v->no[i] < v->no[best])
			best = (enum source)i;
	return best;
}

static void
write_row(struct world *w, struct session *to, struct session *about)
{
	struct who_row row;

	if (session_json(to)) {
		json_who(w, to, about);
		return;
	}
	if (about->news.row != NULL) {
		session_write_wire(to, about->news.row, about->news.row_len);
		return;
	}
	session_row(w, NULL, about, &row); /* memory had run out when the row was made */
	clip_who_info(&to->out, &row);
	clip_mark(&to->out, CLIP_WHO_END);
}

static void
write_leaver(struct session *to, const struct leaver *l)
{
	if (l->session == to->id)
		return;
	if (session_json(to))
		json_left(to, l->name, visit_left_word((enum session_end)l->how));
	else if (!l->unnoticed || !session_person(to))
		session_tell_left(to, l->name, (enum session_end)l->how, l->why, l->reason);
}

/* Delivers the next item and advances the cursor.  from: the cursor when write_news began. */
static void
tell_next(struct world *w, struct session *to, struct sight *v, uint64_t from)
{
	struct feed *f = w->feed;
	enum source which = nearest(v);
	const struct feed_event *e;
	struct session *about;
	bool bypass_sync;

	to->news.heard = v->no[which];
	f->work.lines++;
	switch (which) {
	case SOURCE_CAME:
		about = TREE_OF(v->came, struct session, index.by_login);
		v->came = tree_next(v->came);
		if (about != to && !(about->player->bot && session_person(to)))
			session_tell_came(to, about);
		break;
	case SOURCE_LEFT: /* a user who logged in and out in the meantime was never announced */
		if (leaver_at(f, v->left)->came_no <=
		    (to->news.seen > from ? to->news.seen : from))
			write_leaver(to, leaver_at(f, v->left));
		v->left++;
		break;
	case SOURCE_WHO_ROW:
		about = TREE_OF(v->row, struct session, index.by_change);
		v->row = tree_next(v->row);
		write_row(w, to, about);
		break;
	case SOURCE_EVENT:
		e = &f->event[v->event % FEED_EVENTS];
		bypass_sync =
		    output_bypass_sync(w, e->bypass_sync || f->words[e->kind]->bypass_sync);
		if (wants(f, to, e))
			f->words[e->kind]->say(to, e);
		(void)output_bypass_sync(w, bypass_sync);
		v->event++;
		break;
	case SOURCES:
		break;
	}
	update_next(f, v);
}

/* If news that a session's user wants was overwritten before delivery, notifies the session. */
static void
tell_missed_news(struct feed *f, struct session *s)
{
	uint64_t from = s->news.left_out > s->news.heard ? s->news.left_out : s->news.heard;
	bool lost = f->lost_leaver > from && player_has(s->player, TOGGLE_notify);

	for (unsigned k = 0; k < FEED_KINDS; k++)
		lost = lost || (f->lost[k] > from && f->words[k]->wants(s));
	if (!lost)
		return;
	s->news.left_out = f->no;
	f->work.lost++;
	msg_news_left_out(&s->out);
}

bool
feed_behind(const struct world *w, const struct session *s)
{
	return s->state == ST_ONLINE && s->player != NULL && s->news.heard < w->feed->no;
}

static bool
write_news(struct world *w, struct session *s)
{
	struct sight v = sight_from(w, s);
	uint64_t from = s->news.heard;

	tell_missed_news(w->feed, s);
	while (v.no[nearest(&v)] != NOTHING) {
		if (session_full(w, s))
			return false;
		tell_next(w, s, &v, from);
	}
	s->news.heard = w->feed->no;
	return true;
}

/* Returns whether the turn has written so much news that sessions must wait for its end. */
static bool
turn_wrote_enough(const struct world *w)
{
	return w->online_count > FEED_AT_ONCE && w->feed->news_bytes >= FEED_TURN_BYTES;
}

void
feed_skip(struct world *w, struct session *s)
{
	s->news.heard = w->feed->no;
}

bool
feed_catch_up(struct world *w, struct session *s)
{
	bool answering = s->screen.answering, bell = s->screen.bell, done, bypass_sync;
	size_t before = w->net.backlog(w->net.ctx, s->conn);

	if (s->news.feeding || !feed_behind(w, s) || s->gone)
		return true;
	if (session_paged(s) || session_full(w, s) || turn_wrote_enough(w)) {
		session_mark_pending(w, s);
		return false;
	}
	/* news is not part of the answer, and the bell is meant for the text after the news */
	s->news.feeding = true;
	s->screen.answering = false;
	s->screen.bell = false;
	bypass_sync = output_bypass_sync(w, false);
	done = write_news(w, s);
	(void)output_bypass_sync(w, bypass_sync);
	w->feed->news_bytes += w->net.backlog(w->net.ctx, s->conn) - before;
	s->news.feeding = false;
	s->screen.answering = answering;
	s->screen.bell = bell;
	if (!done)
		session_mark_pending(w, s);
	return done;
}

void
feed_seen(const struct world *w, struct session *s)
{
	s->news.seen = w->feed->no;
}

/* ---- announcing ---- */

/* Drops log-outs up to this number, which all sessions have passed. */
static void
drop_passed(struct feed *f, uint64_t no)
{
	while (f->left_head < f->left_tail && leaver_at(f, f->left_head)->no <= no) {
		drop_leavers(f, f->left_head, f->left_head + 1);
		f->left_head++;
	}
}

/* Returns whether sessions that were too many to catch up at once are still behind.  They catch
 * up at the ends of turns. */
static bool
much_to_tell(const struct feed *f)
{
	return f->round || (f->swept > 0 && f->no - f->swept > FEED_AT_ONCE_BEHIND);
}

/* Lets all sessions catch up, while few are online. */
static void
tell_at_once(struct world *w)
{
	struct feed *f = w->feed;
	uint64_t least = f->no;

	if (w->online_count > FEED_AT_ONCE || f->at_once >= FEED_AT_ONCE_WORK ||
	    much_to_tell(f))
		return;
	f->at_once += w->online_count;
	for (struct session *s = w->people->online; s != NULL; s = s->index.online_next) {
		(void)feed_catch_up(w, s);
		if (s->news.heard < least)
			least = s->news.heard;
	}
	f->swept = f->no;
	f->round = false;
	drop_passed(f, least);
}

void
feed_came(struct world *w, struct session *s)
{
	(void)s;
	tell_at_once(w);
}

/* Makes room for one more log-out.  Returns false if the oldest must be dropped instead. */
static bool
leaver_room(struct feed *f)
{
	size_t n = (size_t)(f->left_tail - f->left_head);
	size_t room = f->room == 0 ? 64 : f->room * 2;
	struct leaver *list;

	if (n < f->room)
		return true;
	if (room > FEED_LEAVERS || (list = calloc(room, sizeof(*list))) == NULL)
		return false;
	for (uint64_t i = f->left_head; i < f->left_tail; i++)
		list[i & (room - 1)] = *leaver_at(f, i);
	free(f->leaver);
	f->leaver = list;
	f->room = room;
	return true;
}

void
feed_left(struct world *w, const struct session *s, enum session_end how, const char *why,
    enum msg_id reason)
{
	struct feed *f = w->feed;
	struct leaver *l;

	if (player_has(s->player, TOGGLE_public))
		json_public_left(w, s, visit_left_word(how));
	if (!leaver_room(f)) {
		f->lost_leaver = f->no + 1;
		if (f->room == 0)
			return;
		f->lost_leaver = leaver_at(f, f->left_head)->no;
		drop_leavers(f, f->left_head, f->left_head + 1);
		f->left_head++;
	}
	l = leaver_at(f, f->left_tail++);
	*l = (struct leaver){
		.no = ++f->no,
		.came_no = s->news.came_no,
		.session = s->id,
		.how = (uint8_t)how,
		.unnoticed = s->player->bot && how == END_LOGOUT,
		.reason = reason,
		.why = why != NULL ? strdup(why) : NULL,
	};
	memcpy(l->name, s->player->name, sizeof(l->name));
	tell_at_once(w);
}

/* Caches CLIP lines 5 and 6 about a session in wire format.  If memory runs out, they are
 * formatted for each recipient. */
static void
make_row(struct world *w, struct session *s)
{
	char text[WHO_LINE_MAX];
	struct who_row row;
	struct sbuf b;
	char *copy;

	SBUF_ON(&b, text);
	session_row(w, NULL, s, &row);
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
feed_row(struct world *w, struct session *s)
{
	if (tree_holds(&s->index.by_change))
		tree_remove(&w->people->changes, &s->index.by_change);
	s->news.row_no = ++w->feed->no;
	tree_add(&w->people->changes, &s->index.by_change);
	make_row(w, s);
	json_public_who(w, s);
	tell_at_once(w);
}

static struct feed_event *
event_room(struct feed *f)
{
	struct feed_event *e = &f->event[f->tail % FEED_EVENTS];

	if (f->tail - f->head == FEED_EVENTS) {
		f->lost[e->kind] = e->no;
		drop_event(f, e);
		f->head++;
	}
	f->tail++;
	return e;
}

void
feed_tell(struct world *w, struct feed_event *e, const struct session *author, const char *text)
{
	struct feed *f = w->feed;

	e->no = ++f->no;
	e->text = NULL;
	e->bypass_sync = w->bypass_sync;
	if (author != NULL) {
		e->author = author->id;
		e->user = author->player->user;
		e->match = author->match;
		memcpy(e->name[0], author->player->name, sizeof(e->name[0]));
	}
	if (text != NULL && (e->text = strdup(text)) == NULL) {
		f->lost[e->kind] = e->no;
		return;
	}
	*event_room(f) = *e;
	tell_at_once(w);
}

/* ---- rounds at the ends of turns ---- */

bool
feed_busy(const struct world *w)
{
	return w->feed->round || w->feed->swept < w->feed->no;
}

void
feed_online(struct world *w, struct session *s, bool on)
{
	struct feed *f = w->feed;

	if (on && s->news.heard < f->least)
		f->least = s->news.heard; /* the round may already have passed the session's
					   * place in the list */
	if (!on && f->at == s)
		f->at = s->index.online_next;
}

static void
begin_round(struct world *w)
{
	struct feed *f = w->feed;

	f->round = true;
	f->target = f->least = f->no;
	f->at = w->people->online;
}

static void
end_round(struct feed *f)
{
	f->round = false;
	f->swept = f->target;
	drop_passed(f, f->least);
}

/* Visits the next session of the round. */
static void
visit(struct world *w, struct session *s, struct feed_budget *b)
{
	struct feed *f = w->feed;
	size_t before, bytes;

	f->at = s->index.online_next;
	f->work.visited++;
	if (feed_behind(w, s)) {
		before = w->net.backlog(w->net.ctx, s->conn);
		(void)feed_catch_up(w, s);
		bytes = w->net.backlog(w->net.ctx, s->conn) - before;
		b->bytes -= bytes < b->bytes ? bytes : b->bytes;
		b->sessions--;
		f->work.served++;
	}
	if (s->news.heard < f->least)
		f->least = s->news.heard;
}

void
feed_forget(struct world *w, struct feed_budget *b)
{
	struct feed *f = w->feed;
	unsigned visits = 0;

	if (!f->round && f->swept < f->no)
		begin_round(w);
	while (f->round && b->sessions > 0 && b->bytes > 0 && visits++ < FEED_VISITS) {
		if (f->at != NULL)
			visit(w, f->at, b);
		else
			end_round(f);
	}
}

/* ---- turns ---- */

void
feed_commit(struct world *w)
{
	w->feed->at_once = 0;
	w->feed->news_bytes = 0;
}

/* ---- upgrade ---- */

void
feed_give_up(const struct world *w, struct session *s)
{
	if (!feed_behind(w, s))
		return;
	s->news.heard = w->feed->no;
	msg_news_left_out(&s->out);
}

void
feed_carry(struct world *w, struct pack *p)
{
	PACK(p, 1, w->feed->no);
	if (p->reading)
		w->feed->swept = w->feed->no;
}
