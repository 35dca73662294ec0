/* SPDX-License-Identifier: MIT */
/* See hand_over_sessions.h.  Each function lists the fields of one structure, for both
 * directions.  Linear in the sessions, except for sorting them by idle time. */
#include "login/hand_over_sessions.h"

#include <stdlib.h>
#include <string.h>

#include <sodium.h>

#include "login/lifecycle.h"
#include "output/output.h"
#include "people/online.h"
#include "people/state.h"
#include "people/userlist.h"
#include "rules/clock.h"

/* ---- preparation ---- */

static bool
works(const struct session *s)
{
	return s->state == ST_VERIFY || s->state == ST_REGISTER ||
	       (s->form != NULL && s->form->changing);
}

bool
sessions_rest(const struct world *w)
{
	const struct session *s;
	uint32_t cursor = 0;
	uint64_t id;

	while ((s = pool_next(&w->people->sessions, &cursor, &id)) != NULL)
		if (works(s))
			return false;
	return w->people->password_changes == 0;
}

void
sessions_finish(struct world *w)
{
	for (struct session *s = w->people->online; s != NULL; s = s->index.online_next) {
		pager_finish(w, s);
		(void)feed_catch_up(w, s);
		feed_give_up(w, s);
	}
}

/* ---- the parts of a session ---- */

static void
carry_users(struct pack *p, struct user_list *l)
{
	size_t n = l->n * sizeof(*l->user);
	void *v = l->user;

	pack_block(p, &v, &n);
	if (!p->reading)
		return;
	userlist_free(l);
	l->user = v;
	l->n = (unsigned)(n / sizeof(*l->user));
}

static void
carry_form(struct pack *p, struct session *s)
{
	bool there = s->form != NULL;
	struct login_form *f;

	PACK(p, there);
	if (!there || p->bad)
		return;
	f = session_form(s);
	if (f == NULL) {
		p->bad = true;
		return;
	}
	PACK(p, f->name, f->password, f->old, f->asking, f->errand, f->user, f->hash, f->code);
	PACK(p, f->client, f->tiny, f->known, f->wrong);
	/* not carried: after an upgrade a code may be read for longer */
	if (p->reading)
		f->shown_ms = s->world->mono_ms;
	p->bad = p->bad || f->asking > ASK_CODE || f->errand >= ERRAND_COUNT;
}

static void
carry_screen(struct pack *p, struct session_screen *c)
{
	void *held = c->held;
	size_t n = c->held_len;

	PACK(p, c->at_prompt, c->size_asked, c->held_cut, c->column, c->blanks, c->lines,
	    c->columns, c->rows);
	pack_block(p, &held, &n);
	if (!p->reading)
		return;
	c->held = held;
	c->held_len = c->held_room = n;
}

static void
carry_news(struct pack *p, struct session_news *n)
{
	PACK(p, n->heard, n->seen, n->left_out, n->skip, n->came_no, n->row_no, n->additions);
}

/* A game or a clock is packed by name. */
static void
carry_invitation(struct pack *p, struct invitation *i)
{
	char game[STORE_VARIANT_MAX] = "", clock[16] = "";

	if (!p->reading && i->variant != NULL)
		CHECK(sbuf_copy(game, sizeof(game), i->variant->name));
	if (!p->reading && i->clock != NULL)
		CHECK(sbuf_copy(clock, sizeof(clock), i->clock->name));
	PACK(p, i->user, i->length, i->anybody, i->practice, i->play, i->wanted, game, clock);
	if (!p->reading)
		return;
	i->variant = game[0] != '\0' ? variant_find(game) : NULL;
	i->clock = clock[0] != '\0' ? clock_preset_named(clock) : NULL;
	p->bad = p->bad || (game[0] != '\0' && i->variant == NULL) ||
		 (clock[0] != '\0' && i->clock == NULL);
}

/* State from before the log-in that is still valid. */
static void
carry_visitor(struct pack *p, struct session *s)
{
	PACK(p, s->host, s->from, s->exempt, s->sealed, s->program, s->more_time, s->failed,
	    s->hurried);
	PACK(p, s->language, s->mode, s->times.input_ms, s->times.idle_ms, s->times.flood_ms,
	    s->times.wake_ms);
	p->bad = p->bad || s->language >= LANG_COUNT || s->mode > MODE_CLIP;
	carry_screen(p, &s->screen);
	carry_form(p, s);
}

/* State of a session that is online.  Matches and watching are packed after all sessions. */
static void
carry_user(struct pack *p, struct session *s)
{
	PACK(p, s->login.at_s, s->login.no, s->client, s->came, s->waved, s->follow.id,
	    s->follow.results_only);
	carry_invitation(p, &s->invited);
	PACK(p, s->resume.busy_no, s->last_match, s->board_seen, s->away);
	carry_users(p, &s->lists.gagged);
	carry_users(p, &s->lists.blinded);
	carry_users(p, &s->lists.awaited);
	PACK(p, s->resume.token, s->resume.came_back, s->resume.row, s->last_line);
	carry_news(p, &s->news);
}

/* State of an account that is not in the store. */
static void
carry_player(struct pack *p, struct player *x)
{
	PACK(p, x->toggles, x->variants_chosen, x->code_due, x->last_login_s, x->replay.match,
	    x->replay.move, x->dice.said_no, x->dice.invited_no);
	PACK(p, x->dice.seed, x->dice.text);
}

/* ---- one session ---- */

/* Requires the same name, because the row of another database may be any user's. */
static bool
load(struct world *w, struct session *s, int64_t user, const char *name)
{
	struct user_record u;
	struct player *p = NULL;

	if (store_user_by_id(w->store, user, &u) && strcmp(u.name, name) == 0 &&
	    session_by_name(w, u.name) == NULL)
		p = player_load(w, &u, s->program);
	if (p != NULL)
		p->session = s->id;
	s->player = p;
	return p != NULL;
}

static void
come_back(struct world *w, struct session *s, enum session_state state, int64_t wake_ms)
{
	if (state == ST_ONLINE)
		session_set_state(w, s, ST_ONLINE);
	else
		s->state = state;
	for (unsigned i = 0; i < s->lists.awaited.n; i++)
		waiting_add(w, s->lists.awaited.user[i], s);
	session_speak(s);
	s->times.wake_ms = 0;
	session_sleep(w, s, wake_ms);
}

/* Packs or unpacks a session with its connection, which bots do not have. */
static void
carry_one(struct world *w, struct pack *p, struct session *s)
{
	enum session_state state = s->state;
	int64_t user = s->player != NULL ? s->player->user : 0;
	char name[STORE_NAME_MAX + 1] = "";

	if (user != 0)
		(void)sbuf_copy(name, sizeof(name), s->player->name);
	PACK(p, state, user, name);
	carry_visitor(p, s);
	if (p->reading &&
	    (p->bad || state >= ST_CLOSED || (state == ST_ONLINE) != (user != 0) ||
		(user != 0 && !load(w, s, user, name))))
		p->bad = true;
	if (p->bad)
		return;
	if (user != 0) {
		carry_user(p, s);
		carry_player(p, s->player);
	}
	w->net.carry(w->net.ctx, p, &s->conn, s->id);
	if (!p->reading || p->bad)
		return;
	s->gone = s->conn == 0 && (s->player == NULL || !s->player->bot);
	come_back(w, s, state, s->times.wake_ms);
}

/* Iterates over the sessions: those online in order of log-in, because unpacking appends them,
 * then the others. */
static struct session *
next_of(const struct world *w, const struct session *s, uint32_t *cursor)
{
	struct session *x = s == NULL ? w->people->online : NULL;
	uint64_t id;

	if (s != NULL && s->state == ST_ONLINE)
		x = s->index.online_next;
	while (x == NULL && (x = pool_next(&w->people->sessions, cursor, &id)) != NULL)
		if (x->state == ST_ONLINE || x->state == ST_CLOSED)
			x = NULL;
		else
			return x;
	return x;
}

/* ---- lists ---- */

static int
by_idleness(const void *a, const void *b)
{
	const struct session *x = *(struct session *const *)a;
	const struct session *y = *(struct session *const *)b;

	return x->times.idle_ms < y->times.idle_ms ? -1 : x->times.idle_ms > y->times.idle_ms;
}

static void
list_idle(struct world *w)
{
	struct session **list = calloc(w->people->sessions.used + 1, sizeof(*list)), *s;
	uint32_t cursor = 0;
	size_t n = 0;
	uint64_t id;

	CHECK(list != NULL);
	while ((s = pool_next(&w->people->sessions, &cursor, &id)) != NULL)
		list[n++] = s;
	qsort(list, n, sizeof(*list), by_idleness);
	for (size_t i = 0; i < n; i++)
		DL_APPEND2(w->people->idle, list[i], index.idle_prev, index.idle_next);
	free(list);
}

/* Sessions are identified by their log-in number. */
static void
carry_watching(struct world *w, struct pack *p)
{
	struct session *s = p->reading ? NULL : w->people->online;

	for (;;) {
		uint64_t no[2] = { 0, 0 };
		struct session *watched = NULL;

		while (s != NULL && (watched = session_watched(w, s)) == NULL)
			s = s->index.online_next;
		if (!pack_more(p, watched != NULL))
			return;
		if (s != NULL) {
			no[0] = s->login.no;
			no[1] = watched->login.no;
			s = s->index.online_next;
		}
		PACK(p, no);
		if (!p->reading)
			continue;
		struct session *x = online_from(w, no[0]), *y = online_from(w, no[1]);
		p->bad = p->bad || x == NULL || y == NULL || x == y || x->login.no != no[0] ||
			 y->login.no != no[1];
		if (!p->bad)
			session_set_watching(w, x, y);
	}
}

void
sessions_carry(struct world *w, struct pack *p)
{
	struct session *s = NULL;
	uint32_t cursor = 0;

	PACK(p, w->people->logins, w->people->dice_no);
	for (;;) {
		if (!p->reading)
			s = next_of(w, s, &cursor);
		if (!pack_more(p, s != NULL))
			break;
		if (p->reading)
			s = session_new(w);
		p->bad = p->bad || s == NULL;
		if (p->bad)
			return;
		carry_one(w, p, s);
	}
	if (p->reading)
		list_idle(w);
	carry_watching(w, p);
}

void
sessions_leave(struct world *w)
{
	uint32_t cursor = 0;
	struct session *s;
	uint64_t id;

	while ((s = pool_next(&w->people->sessions, &cursor, &id)) != NULL) {
		conn_id c = s->conn;

		w->net.carry(w->net.ctx, NULL, &c, 0);
		if (c != 0 || s->conn == 0 || s->gone)
			continue;
		msg_upgrade_back(&s->out);
		w->net.close(w->net.ctx, s->conn);
	}
}

void
sessions_carried(struct world *w)
{
	uint32_t cursor = 0;
	struct session *s;
	uint64_t id;

	while ((s = pool_next(&w->people->sessions, &cursor, &id)) != NULL)
		if (s->gone && s->state != ST_CLOSED)
			session_gone(w, s->id, NET_CLOSE_PEER);
}
