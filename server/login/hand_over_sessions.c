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
	       (s->form != NULL && s->form->worker_busy);
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
	return w->people->password_changes_pending == 0;
}

void
sessions_before_hand_over(struct world *w)
{
	for (struct session *s = w->people->online; s != NULL; s = s->index.online_next) {
		pager_finish(w, s);
		(void)feed_catch_up(w, s);
		feed_drop_undelivered(w, s);
	}
}

/* ---- the parts of a session ---- */

static void
hand_over_users(struct pack *p, unsigned tag, struct user_list *l)
{
	size_t n = l->n * sizeof(*l->users);
	void *v = l->users;

	pack_block(p, tag, &v, &n);
	if (!p->reading)
		return;
	userlist_free(l);
	l->users = v;
	l->n = (unsigned)(n / sizeof(*l->users));
}

static void
hand_over_form(struct pack *p, struct session *s)
{
	struct login_form *f;

	if (!pack_begin_part(p, 40, s->form != NULL))
		return;
	f = session_get_form(s);
	if (f == NULL) {
		p->bad = true;
		return;
	}
	PACK(p, 1, f->name, 2, f->password, 3, f->old, 6, f->user, 7, f->current_hash, 8,
	    f->code_hash);
	PACK(p, 9, f->client_name, 10, f->by_connect, 11, f->known_network, 12,
	    f->wrong_answers);
	f->question = (enum dialog_question)pack_below(p, 4, f->question, ASK_COUNT);
	f->purpose = (enum job_purpose)pack_below(p, 5, f->purpose, PURPOSE_COUNT);
	pack_end_part(p);
	/* not carried: after an upgrade, the time for reading a code starts again */
	if (p->reading)
		f->code_shown_ms = s->world->mono_ms;
}

static void
hand_over_screen(struct pack *p, struct session_screen *c)
{
	void *held = c->held_text;
	size_t n = c->held_len;

	PACK(p, 20, c->at_prompt, 21, c->window_size_asked, 22, c->held_cut, 23, c->column);
	PACK(p, 24, c->pending_blanks, 25, c->lines_on_page, 26, c->window_columns, 27,
	    c->window_rows);
	pack_block(p, 28, &held, &n);
	if (!p->reading)
		return;
	c->held_text = held;
	c->held_len = c->held_room = (uint32_t)n;
}

/* No command is unanswered at this point: see sessions_can_hand_over. */
static void
hand_over_json_lines(struct pack *p, struct session *s)
{
	const struct json_lines *l = s->screen.json;
	uint64_t sent = l != NULL ? l->last_event_no : 0;
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
	s->screen.json->last_event_no = sent;
	if (follower > 0)
		json_take_follower_place(s, follower - 1);
}

/* Transfers the cursors, but no news: sessions_before_hand_over sent or dropped all of it. */
static void
hand_over_news(struct world *w, struct pack *p, struct session_news *n)
{
	PACK(p, 71, n->list_shown_no, 72, n->loss_reported_no, 73, n->skip_no, 74,
	    n->login_item_no, 75, n->row_item_no);
	PACK(p, 76, n->wants_additions);
	n->cursor = feed_next_number(w) - 1;
}

/* Transfers an invitation, with the names of its game and clock.  It is dropped if this release
 * does not have them. */
static void
hand_over_invitation(struct pack *p, struct invitation *i)
{
	char game[STORE_VARIANT_MAX] = "", clock[16] = "";

	if (!p->reading && i->variant != NULL)
		CHECK(sbuf_copy(game, sizeof(game), i->variant->name));
	if (!p->reading && i->clock != NULL)
		CHECK(sbuf_copy(clock, sizeof(clock), i->clock->name));
	PACK(p, 1, i->user, 2, i->length, 3, i->open_to_all, 4, i->practice);
	PACK(p, 5, i->by_play, 6, i->wanted_length, 7, game, 8, clock);
	if (!p->reading)
		return;
	i->variant = game[0] != '\0' ? variant_find(game) : NULL;
	i->clock = clock[0] != '\0' ? clock_preset_named(clock) : NULL;
	if ((game[0] != '\0' && i->variant == NULL) || (clock[0] != '\0' && i->clock == NULL))
		*i = (struct invitation){ 0 };
}

/* Transfers the part of a session's state that exists before its log-in. */
static void
hand_over_state_before_login(struct pack *p, struct session *s)
{
	PACK(p, 4, s->host, 5, s->address, 6, s->exempt, 7, s->secure, 8, s->is_program);
	PACK(p, 9, s->time_extensions, 10, s->failed_logins, 11, s->delayed_lines);
	s->guest_language = (enum language)pack_below(p, 12, s->guest_language, LANG_COUNT);
	s->mode = (enum session_mode)pack_below(p, 13, s->mode, MODE_COUNT);
	PACK(p, 14, s->times.input_ms, 15, s->times.idle_ms);
	PACK(p, 16, s->times.flood_ms, 17, s->times.pause_end_ms);
	hand_over_screen(p, &s->screen);
	hand_over_form(p, s);
	hand_over_json_lines(p, s);
}

/* Transfers the state of a session that is online.  Matches and watching follow after all
 * sessions. */
static void
hand_over_online_state(struct world *w, struct pack *p, struct session *s)
{
	PACK(p, 50, s->login.at_s, 51, s->login.no, 52, s->client_name, 54, s->has_waved);
	PACK(p, 55, s->follow.id, 56, s->follow.results_only);
	s->login_kind = (uint8_t)pack_below(p, 53, s->login_kind, LOGIN_KIND_COUNT);
	PACK_PART(p, 57, hand_over_invitation(p, &s->invitation));
	PACK(p, 58, s->resume.busy_seq, 59, s->last_match, 60, s->last_board_hash, 61,
	    s->away_text);
	hand_over_users(p, 62, &s->lists.gagged);
	hand_over_users(p, 63, &s->lists.blinded);
	hand_over_users(p, 64, &s->lists.awaited);
	PACK(p, 65, s->resume.has_token, 66, s->resume.back_by_token, 67, s->resume.row);
	PACK(p, 68, s->last_line);
	hand_over_news(w, p, &s->news);
}

/* Transfers the state of an account that is not in the store.  Toggles that the other release
 * does not have keep their values. */
static void
hand_over_player(struct pack *p, struct player *x)
{
	const uint32_t all = UINT32_MAX >> (32 - TOGGLE_COUNT);
	uint32_t toggles = x->toggles, known = p->reading ? 0 : all;

	PACK(p, 1, toggles, 2, known);
	known &= all;
	x->toggles = (x->toggles & ~known) | (toggles & known);
	PACK(p, 3, x->variants_chosen, 4, x->recovery_code_due, 5, x->last_login_s);
	PACK(p, 6, x->replay.match, 7, x->replay.move);
	PACK(p, 8, x->dice.text_seq, 9, x->dice.invitation_seq, 10, x->dice.seed, 11,
	    x->dice.text);
}

/* ---- one session ---- */

/* Loads the user of a session.  Requires the same name, because in another database the row may
 * belong to another user. */
static bool
load_user(struct world *w, struct session *s, int64_t user, const char *name)
{
	struct user_record u;
	struct player *p = NULL;

	if (store_user_by_id(w->store, user, &u) && strcmp(u.name, name) == 0 &&
	    session_by_name(w, u.name) == NULL)
		p = player_load(w, &u, s->is_program);
	if (p != NULL)
		p->session = s->id;
	s->player = p;
	return p != NULL;
}

/* Returns whether `state` is possible for a session that was handed over.  Such a session never
 * waits for a worker, and has a form in all states but three. */
static bool
is_carried_state(const struct session *s, enum session_state state)
{
	return state != ST_VERIFY && state != ST_REGISTER &&
	       (s->form != NULL || state == ST_NAME || state == ST_GUEST || state == ST_ONLINE);
}

static void
resume_session(struct world *w, struct session *s, enum session_state state, int64_t wake_ms)
{
	if (state == ST_ONLINE)
		session_set_state(w, s, ST_ONLINE);
	else
		s->state = state;
	for (unsigned i = 0; i < s->lists.awaited.n; i++)
		awaited_add(w, s->lists.awaited.users[i], s);
	session_set_text_format(s);
	s->times.pause_end_ms = 0;
	session_pause_input_until(w, s, wake_ms);
}

/* Packs or unpacks a session with its connection, which bots do not have. */
static void
hand_over_session(struct world *w, struct pack *p, struct session *s)
{
	enum session_state state = s->state;
	int64_t user = s->player != NULL ? s->player->user : 0;
	char name[STORE_NAME_MAX + 1] = "";

	if (user != 0)
		(void)sbuf_copy(name, sizeof(name), s->player->name);
	state = (enum session_state)pack_below(p, 1, state, ST_CLOSED);
	PACK(p, 2, user, 3, name);
	hand_over_state_before_login(p, s);
	if (p->reading &&
	    (p->bad || !is_carried_state(s, state) || (state == ST_ONLINE) != (user != 0) ||
		(user != 0 && !load_user(w, s, user, name))))
		p->bad = true;
	if (p->bad)
		return;
	if (user != 0) {
		hand_over_online_state(w, p, s);
		PACK_PART(p, 80, hand_over_player(p, s->player));
	}
	PACK_PART(p, 81, w->net.hand_over(w->net.ctx, p, &s->conn, s->id));
	if (!p->reading || p->bad)
		return;
	s->disconnected = s->conn == 0 && (s->player == NULL || !s->player->bot);
	resume_session(w, s, state, s->times.pause_end_ms);
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
rebuild_idle_list(struct world *w)
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
		DL_APPEND2(w->people->idle_list, list[i], index.idle_prev, index.idle_next);
	free(list);
}

/* Carries which session watches which.  Sessions are identified by their log-in number. */
static void
hand_over_watching(struct world *w, struct pack *p)
{
	struct session *s = p->reading ? NULL : w->people->online;

	for (;;) {
		uint64_t no[2] = { 0, 0 };
		struct session *watched = NULL;

		while (s != NULL && (watched = session_watched(w, s)) == NULL)
			s = s->index.online_next;
		if (!pack_begin_part(p, 1, watched != NULL))
			return;
		if (s != NULL) {
			no[0] = s->login.no;
			no[1] = watched->login.no;
			s = s->index.online_next;
		}
		PACK(p, 1, no);
		pack_end_part(p);
		if (!p->reading)
			continue;
		struct session *x = online_from_login(w, no[0]),
			       *y = online_from_login(w, no[1]);
		p->bad = p->bad || x == NULL || y == NULL || x == y || x->login.no != no[0] ||
			 y->login.no != no[1];
		if (!p->bad)
			session_set_watching(w, x, y);
	}
}

/* Carries, for each session, the inviter whom `join` without a name would accept. */
static void
hand_over_inviters(struct world *w, struct pack *p)
{
	struct session *s = p->reading ? NULL : w->people->online;

	for (;;) {
		uint64_t no[2] = { 0, 0 };
		struct inviter i = { .user = 0 };
		struct session *to, *by;

		while (s != NULL && s->player->inviter.user == 0)
			s = s->index.online_next;
		if (!pack_begin_part(p, 1, s != NULL))
			return;
		if (s != NULL) {
			i = s->player->inviter;
			by = session_get(w, i.session);
			no[0] = s->login.no;
			no[1] = by != NULL ? by->login.no : 0;
			s = s->index.online_next;
		}
		PACK(p, 1, no, 2, i.user, 3, i.others_too);
		pack_end_part(p);
		if (!p->reading)
			continue;
		to = online_from_login(w, no[0]);
		by = online_from_login(w, no[1]);
		p->bad = p->bad || to == NULL || to->login.no != no[0];
		if (!p->bad) {
			i.session = by != NULL && by->login.no == no[1] ? by->id : 0;
			to->player->inviter = i;
		}
	}
}

void
sessions_hand_over(struct world *w, struct pack *p)
{
	struct session *s = NULL;
	uint32_t cursor = 0;

	PACK(p, 1, w->people->login_count, 2, w->people->dice_seq);
	for (;;) {
		if (!p->reading)
			s = next_of(w, s, &cursor);
		if (!pack_begin_part(p, 3, s != NULL))
			break;
		if (p->reading)
			s = session_new(w);
		p->bad = p->bad || s == NULL;
		if (p->bad)
			return;
		hand_over_session(w, p, s);
		pack_end_part(p);
	}
	if (p->reading)
		rebuild_idle_list(w);
	PACK_PART(p, 4, hand_over_watching(w, p));
	PACK_PART(p, 5, hand_over_inviters(w, p));
}

void
sessions_end_uncarried(struct world *w)
{
	uint32_t cursor = 0;
	struct session *s;
	uint64_t id;

	while ((s = pool_next(&w->people->sessions, &cursor, &id)) != NULL) {
		conn_id c = s->conn;

		w->net.hand_over(w->net.ctx, NULL, &c, 0);
		if (c != 0 || s->conn == 0 || s->disconnected)
			continue;
		msg_upgrade_back(&s->out);
		if (session_is_json(s))
			json_bye(s, "upgrade");
		w->net.close(w->net.ctx, s->conn);
	}
}

void
sessions_end_gone(struct world *w)
{
	uint32_t cursor = 0;
	struct session *s;
	uint64_t id;

	while ((s = pool_next(&w->people->sessions, &cursor, &id)) != NULL)
		if (s->disconnected && s->state != ST_CLOSED)
			session_connection_closed(w, s->id, NET_CLOSE_PEER);
}
