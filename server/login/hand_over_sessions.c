/* SPDX-License-Identifier: MIT */
/* See hand_over_sessions.h.  Each function lists the fields of one structure, for both
 * directions; base/pack.h has the rules for their tags.  Linear in the sessions, except for
 * sorting them by idle time. */
#include "login/hand_over_sessions.h"

#include <stdlib.h>
#include <string.h>

#include <sodium.h>

#include "login/lifecycle.h"
#include "output/json_lines.h"
#include "output/output.h"
#include "people/online.h"
#include "people/state.h"
#include "people/userlist.h"
#include "rules/clock.h"

/* ---- preparation ---- */

static bool
has_password_job(const struct session *s)
{
	return s->state == ST_VERIFY || s->state == ST_REGISTER ||
	       (s->form != NULL && s->form->changing);
}

bool
sessions_can_hand_over(const struct world *w)
{
	const struct session *s;
	uint32_t cursor = 0;
	uint64_t id;

	while ((s = pool_next(&w->people->sessions, &cursor, &id)) != NULL)
		if (has_password_job(s))
			return false;
	return w->people->password_changes == 0;
}

void
sessions_before_hand_over(struct world *w)
{
	for (struct session *s = w->people->online; s != NULL; s = s->index.online_next) {
		pager_finish(w, s);
		(void)feed_catch_up(w, s);
		feed_give_up(w, s);
	}
}

/* ---- the parts of a session ---- */

static void
carry_users(struct pack *p, unsigned tag, struct user_list *l)
{
	size_t n = l->n * sizeof(*l->user);
	void *v = l->user;

	pack_block(p, tag, &v, &n);
	if (!p->reading)
		return;
	userlist_free(l);
	l->user = v;
	l->n = (unsigned)(n / sizeof(*l->user));
}

static void
carry_form(struct pack *p, struct session *s)
{
	struct login_form *f;

	if (!pack_begin(p, 40, s->form != NULL))
		return;
	f = session_form(s);
	if (f == NULL) {
		p->bad = true;
		return;
	}
	PACK(p, 1, f->name, 2, f->password, 3, f->old, 6, f->user, 7, f->hash, 8, f->code);
	PACK(p, 9, f->client, 10, f->tiny, 11, f->known, 12, f->wrong);
	f->asking = (enum asking)pack_below(p, 4, f->asking, ASK_COUNT);
	f->errand = (enum errand)pack_below(p, 5, f->errand, ERRAND_COUNT);
	pack_end(p);
	/* not carried: after an upgrade, the time for reading a code starts again */
	if (p->reading)
		f->shown_ms = s->world->mono_ms;
}

static void
carry_screen(struct pack *p, struct session_screen *c)
{
	void *held = c->held;
	size_t n = c->held_len;

	PACK(p, 20, c->at_prompt, 21, c->size_asked, 22, c->held_cut, 23, c->column);
	PACK(p, 24, c->blanks, 25, c->lines, 26, c->columns, 27, c->rows);
	pack_block(p, 28, &held, &n);
	if (!p->reading)
		return;
	c->held = held;
	c->held_len = c->held_room = (uint32_t)n;
}

/* No command is unanswered at this point: see sessions_can_hand_over. */
static void
carry_json_lines(struct pack *p, struct session *s)
{
	const struct json_lines *l = s->screen.json;
	uint64_t sent = l != NULL ? l->sent : 0;
	int place = l != NULL && l->bit != 0 ? __builtin_ctzll(l->bit) + 1 : 0;
	uint8_t spectator = place <= (int)SPECTATORS_MAX ? (uint8_t)place : 0;
	uint8_t follower = (uint8_t)place;

	PACK(p, 18, sent, 19, spectator, 79, follower);
	if (!p->reading || s->mode != MODE_JSON)
		return;
	follower =
	    follower > 0 ? follower : spectator; /* older releases send only `spectator` */
	p->bad = p->bad || follower > FOLLOWERS_MAX || !json_lines_new(s);
	if (p->bad)
		return;
	s->screen.json->sent = sent;
	if (follower > 0)
		json_follows(s, follower - 1);
}

/* Transfers the cursors, but no news: sessions_before_hand_over sent or dropped all of it. */
static void
carry_news(struct world *w, struct pack *p, struct session_news *n)
{
	PACK(p, 71, n->seen, 72, n->left_out, 73, n->skip, 74, n->came_no, 75, n->row_no);
	PACK(p, 76, n->additions);
	n->heard = feed_next(w) - 1;
}

/* Transfers an invitation, with the names of its game and clock.  It is dropped if this release
 * does not have them. */
static void
carry_invitation(struct pack *p, struct invitation *i)
{
	char game[STORE_VARIANT_MAX] = "", clock[16] = "";

	if (!p->reading && i->variant != NULL)
		CHECK(sbuf_copy(game, sizeof(game), i->variant->name));
	if (!p->reading && i->clock != NULL)
		CHECK(sbuf_copy(clock, sizeof(clock), i->clock->name));
	PACK(p, 1, i->user, 2, i->length, 3, i->anybody, 4, i->practice);
	PACK(p, 5, i->play, 6, i->wanted, 7, game, 8, clock);
	if (!p->reading)
		return;
	i->variant = game[0] != '\0' ? variant_find(game) : NULL;
	i->clock = clock[0] != '\0' ? clock_preset_named(clock) : NULL;
	if ((game[0] != '\0' && i->variant == NULL) || (clock[0] != '\0' && i->clock == NULL))
		*i = (struct invitation){ 0 };
}

/* Transfers the part of a session's state that exists before its log-in. */
static void
carry_visitor(struct pack *p, struct session *s)
{
	PACK(p, 4, s->host, 5, s->from, 6, s->exempt, 7, s->sealed, 8, s->program);
	PACK(p, 9, s->more_time, 10, s->failed, 11, s->hurried);
	s->language = (enum language)pack_below(p, 12, s->language, LANG_COUNT);
	s->mode = (enum session_mode)pack_below(p, 13, s->mode, MODE_COUNT);
	PACK(p, 14, s->times.input_ms, 15, s->times.idle_ms);
	PACK(p, 16, s->times.flood_ms, 17, s->times.wake_ms);
	carry_screen(p, &s->screen);
	carry_form(p, s);
	carry_json_lines(p, s);
}

/* Transfers the state of a session that is online.  Matches and watching follow after all
 * sessions. */
static void
carry_user(struct world *w, struct pack *p, struct session *s)
{
	PACK(p, 50, s->login.at_s, 51, s->login.no, 52, s->client, 54, s->waved);
	PACK(p, 55, s->follow.id, 56, s->follow.results_only);
	s->came = (uint8_t)pack_below(p, 53, s->came, COME_COUNT);
	PACK_PART(p, 57, carry_invitation(p, &s->invited));
	PACK(p, 58, s->resume.busy_no, 59, s->last_match, 60, s->board_seen, 61, s->away);
	carry_users(p, 62, &s->lists.gagged);
	carry_users(p, 63, &s->lists.blinded);
	carry_users(p, 64, &s->lists.awaited);
	PACK(p, 65, s->resume.token, 66, s->resume.came_back, 67, s->resume.row);
	PACK(p, 68, s->last_line);
	carry_news(w, p, &s->news);
}

/* Transfers the state of an account that is not in the store.  Toggles that the other release
 * does not have keep their values. */
static void
carry_player(struct pack *p, struct player *x)
{
	const uint32_t all = UINT32_MAX >> (32 - TOGGLE_COUNT);
	uint32_t toggles = x->toggles, known = p->reading ? 0 : all;

	PACK(p, 1, toggles, 2, known);
	known &= all;
	x->toggles = (x->toggles & ~known) | (toggles & known);
	PACK(p, 3, x->variants_chosen, 4, x->code_due, 5, x->last_login_s);
	PACK(p, 6, x->replay.match, 7, x->replay.move);
	PACK(p, 8, x->dice.said_no, 9, x->dice.invited_no, 10, x->dice.seed, 11, x->dice.text);
}

/* ---- one session ---- */

/* Loads the user of a session.  Requires the same name, because in another database the row may
 * belong to another user. */
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

/* Returns whether `state` is possible for a session that was handed over.  Such a session never
 * waits for a worker, and has a form in all states but three. */
static bool
can_be_in(const struct session *s, enum session_state state)
{
	return state != ST_VERIFY && state != ST_REGISTER &&
	       (s->form != NULL || state == ST_NAME || state == ST_GUEST || state == ST_ONLINE);
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
	state = (enum session_state)pack_below(p, 1, state, ST_CLOSED);
	PACK(p, 2, user, 3, name);
	carry_visitor(p, s);
	if (p->reading &&
	    (p->bad || !can_be_in(s, state) || (state == ST_ONLINE) != (user != 0) ||
		(user != 0 && !load(w, s, user, name))))
		p->bad = true;
	if (p->bad)
		return;
	if (user != 0) {
		carry_user(w, p, s);
		PACK_PART(p, 80, carry_player(p, s->player));
	}
	PACK_PART(p, 81, w->net.carry(w->net.ctx, p, &s->conn, s->id));
	if (!p->reading || p->bad)
		return;
	s->gone = s->conn == 0 && (s->player == NULL || !s->player->bot);
	come_back(w, s, state, s->times.wake_ms);
}

/* Iterates over the sessions: first the sessions online in order of log-in, because unpacking
 * appends them, then the others. */
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

/* Carries which session watches which.  Sessions are identified by their log-in number. */
static void
carry_watching(struct world *w, struct pack *p)
{
	struct session *s = p->reading ? NULL : w->people->online;

	for (;;) {
		uint64_t no[2] = { 0, 0 };
		struct session *watched = NULL;

		while (s != NULL && (watched = session_watched(w, s)) == NULL)
			s = s->index.online_next;
		if (!pack_begin(p, 1, watched != NULL))
			return;
		if (s != NULL) {
			no[0] = s->login.no;
			no[1] = watched->login.no;
			s = s->index.online_next;
		}
		PACK(p, 1, no);
		pack_end(p);
		if (!p->reading)
			continue;
		struct session *x = online_from(w, no[0]), *y = online_from(w, no[1]);
		p->bad = p->bad || x == NULL || y == NULL || x == y || x->login.no != no[0] ||
			 y->login.no != no[1];
		if (!p->bad)
			session_set_watching(w, x, y);
	}
}

/* Carries, for each session, the inviter whom `join` without a name would accept. */
static void
carry_inviters(struct world *w, struct pack *p)
{
	struct session *s = p->reading ? NULL : w->people->online;

	for (;;) {
		uint64_t no[2] = { 0, 0 };
		struct inviter i = { .user = 0 };
		struct session *to, *by;

		while (s != NULL && s->player->inviter.user == 0)
			s = s->index.online_next;
		if (!pack_begin(p, 1, s != NULL))
			return;
		if (s != NULL) {
			i = s->player->inviter;
			by = session_get(w, i.session);
			no[0] = s->login.no;
			no[1] = by != NULL ? by->login.no : 0;
			s = s->index.online_next;
		}
		PACK(p, 1, no, 2, i.user, 3, i.several);
		pack_end(p);
		if (!p->reading)
			continue;
		to = online_from(w, no[0]);
		by = online_from(w, no[1]);
		p->bad = p->bad || to == NULL || to->login.no != no[0];
		if (!p->bad) {
			i.session = by != NULL && by->login.no == no[1] ? by->id : 0;
			to->player->inviter = i;
		}
	}
}

void
sessions_carry(struct world *w, struct pack *p)
{
	struct session *s = NULL;
	uint32_t cursor = 0;

	PACK(p, 1, w->people->logins, 2, w->people->dice_no);
	for (;;) {
		if (!p->reading)
			s = next_of(w, s, &cursor);
		if (!pack_begin(p, 3, s != NULL))
			break;
		if (p->reading)
			s = session_new(w);
		p->bad = p->bad || s == NULL;
		if (p->bad)
			return;
		carry_one(w, p, s);
		pack_end(p);
	}
	if (p->reading)
		list_idle(w);
	PACK_PART(p, 4, carry_watching(w, p));
	PACK_PART(p, 5, carry_inviters(w, p));
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
		if (session_json(s))
			json_bye(s, "upgrade");
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
