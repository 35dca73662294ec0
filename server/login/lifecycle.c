/* SPDX-License-Identifier: MIT */
/* See lifecycle.h.  All output is written through output.h. */
#include "login/lifecycle.h"

#include <stdlib.h>
#include <string.h>

#include <sodium.h>

#include "os/log.h"
#include "output/feed.h"
#include "login/guard.h"
#include "login/login_queue.h"
#include "people/online.h"
#include "output/json_lines.h"
#include "output/json_log.h"
#include "output/output.h"
#include "output/pager.h"
#include "people/player.h"
#include "login/recovery.h"
#include "login/resume_token.h"
#include "login/saved.h"
#include "output/screen.h"
#include "people/session.h"
#include "people/state.h"
#include "people/timetext.h"
#include "people/userlist.h"
#include "output/visit_words.h"
#include "stats/counters.h"
#include "world/event.h"
#include "proto/clip.h"
#include "proto/username.h"
#include "proto/words.h"

/* the penalty for a wrong password, which must not be avoided by hanging up before the
 * answer */
#define HUNG_UP_PENALTY_S 5

#define BIT(x) (1u << (x))

/* The permitted transitions from each state. */
static const unsigned NEXT[ST_COUNT] = {
	[ST_NAME] =
	    BIT(ST_PASSWORD) | BIT(ST_VERIFY) | BIT(ST_GUEST) | BIT(ST_ONLINE) | BIT(ST_CLOSED),
	[ST_PASSWORD] = BIT(ST_VERIFY) | BIT(ST_NAME) | BIT(ST_CLOSED),
	[ST_VERIFY] = BIT(ST_ONLINE) | BIT(ST_NAME) | BIT(ST_NEW_PASSWORD) | BIT(ST_CLOSED),
	[ST_GUEST] = BIT(ST_NEW_PASSWORD) | BIT(ST_NAME) | BIT(ST_CLOSED),
	[ST_NEW_PASSWORD] =
	    BIT(ST_RETYPE_PASSWORD) | BIT(ST_GUEST) | BIT(ST_NAME) | BIT(ST_CLOSED),
	[ST_RETYPE_PASSWORD] = BIT(ST_REGISTER) | BIT(ST_NEW_PASSWORD) | BIT(ST_GUEST) |
			       BIT(ST_NAME) | BIT(ST_CLOSED),
	[ST_REGISTER] = BIT(ST_ONLINE) | BIT(ST_GUEST) | BIT(ST_NAME) | BIT(ST_RECOVERY_CODE) |
			BIT(ST_CLOSED),
	[ST_RECOVERY_CODE] = BIT(ST_ONLINE) | BIT(ST_NAME) | BIT(ST_CLOSED),
	[ST_ONLINE] = BIT(ST_CLOSED),
	[ST_CLOSED] = 0,
};

void
session_set_state(struct world *w, struct session *s, enum session_state to)
{
	enum session_state from = s->state;

	CHECK(NEXT[from] & BIT(to));
	s->state = to;
	if (from == ST_ONLINE) {
		feed_online_changed(w, s, false);
		online_remove(w, s);
	}
	if (to == ST_ONLINE) {
		online_add(w, s);
		feed_online_changed(w, s, true);
	}
	session_update_input_pause(w, s);
}

/* ---- forms ---- */

void
session_form_free(struct session *s)
{
	if (s->form == NULL)
		return;
	sodium_memzero(s->form, sizeof(*s->form)); /* the form may hold a password */
	free(s->form);
	s->form = NULL;
	session_update_input_pause(s->world, s);
}

/* ---- log-in ---- */

struct session *
session_new(struct world *w)
{
	session_id id;
	struct session *s = pool_new(&w->people->sessions, &id);

	if (s == NULL)
		return NULL;
	s->world = w;
	s->id = id;
	s->out = (struct out){ .write = session_write, .ctx = s };
	return s;
}

struct session *
session_open(struct world *w, conn_id conn, const char *addr)
{
	struct session *s = session_new(w);

	if (s == NULL)
		return NULL;
	s->conn = conn;
	s->exempt = w->net.is_exempt(w->net.ctx, conn);
	s->secure = w->net.secure(w->net.ctx, conn);
	(void)sbuf_copy(s->host, sizeof(s->host), addr);
	if (!netaddr_parse(s->host, &s->address))
		s->address = (struct netaddr){ 0 };
	s->times.flood_ms = w->mono_ms;
	session_input_received(w, s);
	return s;
}

bool
session_is_front(const struct world *w, const struct session *s)
{
	return w->net.is_front_session != NULL && w->net.is_front_session(w->net.ctx, s->conn);
}

static void
print_banner_time(const struct world *w, struct session *s)
{
	char here[64], utc[64];

	time_text(world_now_s(w), "%A, %B %d %H:%M:%S UTC", here, sizeof(here));
	time_text(world_now_s(w), "%a %b %e %H:%M:%S %Y UTC", utc, sizeof(utc));
	msg_time(&s->out, here, utc);
}

void
session_warn_cleartext(const struct world *w, struct session *s)
{
	if (!s->secure && w->config.tls_port != 0)
		msg_clear_warning(&s->out, w->config.tls_port);
}

void
session_greet(struct world *w, struct session *s)
{
	out_text(&s->out, w->config.banner); /* begins and ends with an empty line */
	session_warn_cleartext(w, s);
	print_banner_time(w, s);
	session_write_prompt(w, s);
}

void
session_print_motd(struct world *w, struct session *s)
{
	if (session_is_clip(s))
		clip_number_only(&s->out, CLIP_MOTD_BEGIN);
	out_text(&s->out, w->config.motd[session_page_language(s)]);
	if (session_is_clip(s)) {
		msg_newline(&s->out);
		clip_number_only(&s->out, CLIP_MOTD_END);
		msg_newline(&s->out);
	}
}

static void
send_own_info(struct session *s)
{
	const struct player *p = s->player;
	struct own_info info = {
		.name = p->name,
		.allowpip = player_has_toggle(p, TOGGLE_allowpip),
		.autoboard = player_has_toggle(p, TOGGLE_autoboard),
		.autodouble = player_has_toggle(p, TOGGLE_autodouble),
		.automove = player_has_toggle(p, TOGGLE_automove),
		.bell = player_has_toggle(p, TOGGLE_bell),
		.crawford = player_has_toggle(p, TOGGLE_crawford),
		.dbl = player_has_toggle(p, TOGGLE_double),
		.experience = p->experience,
		.greedy = player_has_toggle(p, TOGGLE_greedy),
		.moreboards = player_has_toggle(p, TOGGLE_moreboards),
		.moves = player_has_toggle(p, TOGGLE_moves),
		.notify = player_has_toggle(p, TOGGLE_notify),
		.rating = p->rating,
		.ratings = player_has_toggle(p, TOGGLE_ratings),
		.ready = player_has_toggle(p, TOGGLE_ready),
		.redoubles = p->redoubles,
		.report = player_has_toggle(p, TOGGLE_report),
		.silent = player_has_toggle(p, TOGGLE_silent),
		.timezone = p->timezone,
	};

	clip_own_info(&s->out, &info);
}

struct message_view {
	struct session *to;
	bool heading_due; /* the heading is still to be printed */
	unsigned n;
};

static void
show_message(void *ctx, const char *sender, int64_t at_s, const char *text)
{
	struct message_view *v = ctx;

	if (v->heading_due && !session_is_clip(v->to) && !session_is_json(v->to))
		msg_messages_for_you(&v->to->out);
	v->heading_due = false;
	v->n++;
	session_print_message(v->to, sender, at_s, text);
}

void
session_print_message(struct session *to, const char *sender, int64_t at_s, const char *text)
{
	const struct world_config *config = &to->world->config;
	char when[64];

	if (session_is_clip(to)) {
		clip_message(&to->out, sender, at_s, text);
		return;
	}
	if (session_is_json(to)) {
		json_chat(to, CLIP_MESSAGE, sender, text, 0);
		return;
	}
	config->zone_format_time(to->player->timezone, at_s,
	    msg_text(&to->out, MSG_strftime_day), when, sizeof(when));
	msg_message_from(&to->out, sender, when, text);
}

unsigned
session_print_messages(struct world *w, struct session *s, bool header)
{
	struct message_view v = { s, header, 0 };

	store_messages_each(w->store, s->player->user, show_message, &v);
	return v.n;
}

/* At log-in: deletes messages shown in an earlier session and shows the new ones. */
static void
show_messages(struct world *w, struct session *s, bool header)
{
	if (store_messages_count(w->store, s->player->user) == 0 || store_refusing(w->store))
		return;
	store_messages_forget(w->store, s->player->user);
	if (session_print_messages(w, s, header) > 0)
		store_messages_delivered(w->store, s->player->user);
}

/* Notifies x, which waited for the user of the session s, and prints the name of x's user to
 * s. */
static void
tell_waiting(void *ctx, struct session *x)
{
	struct session *s = ctx;

	msg_finally(&x->out, s->player->name);
	if (!session_gags(s, x))
		msg_is_waiting_for_you(&s->out, x->player->name);
}

void
session_send_as_messages(struct session *s, char *text)
{
	static const char begin[] = "** ";
	char *rest = text;

	for (char *end; (end = strchr(rest, '\n')) != NULL; rest = end + 1) {
		*end = '\0';
		clip_message(&s->out, s->player->name, world_now_s(s->world),
		    rest + (strncmp(rest, begin, strlen(begin)) == 0 ? strlen(begin) : 0));
	}
}

/* Prints a notice with a time at log-in, for interactive users and client programs. */
static void
print_dated_notice(const struct world *w, struct session *s,
    void (*say)(struct out *out, const char *when), int64_t at_s)
{
	char text[512], when[64];
	struct sbuf b;
	struct out plain;

	SBUF_INIT(&b, text);
	plain = out_to_sbuf(&b);
	w->config.zone_format_time(
	    s->player->timezone, at_s, msg_text(&s->out, MSG_strftime_day), when, sizeof(when));
	say(session_is_clip(s) ? &plain : &s->out, when);
	if (session_is_clip(s))
		session_send_as_messages(s, text);
}

/* Warns a user whose account is due for deletion; the user can still prevent it. */
static void
tell_deletion(struct world *w, struct session *s)
{
	int64_t due_s = store_forget_due(w->store, s->player->user);

	if (due_s == 0)
		return;
	print_dated_notice(w, s, msg_forget_due, due_s);
}

/* Reports recovery codes that were created, are pending or were used: an intruder may have done
 * that. */
static void
tell_recovery(struct world *w, struct session *s)
{
	int64_t user = s->player->user, pending_s, made_s, used_s;

	if (!store_refusing(w->store))
		recovery_activate_due(w, user);
	pending_s = recovery_code_valid_from_s(w, user);
	made_s = store_recovery_noted(w->store, user, false);
	used_s = store_recovery_noted(w->store, user, true);
	if (pending_s != 0)
		print_dated_notice(w, s, msg_recovery_pending, pending_s);
	else if (made_s != 0)
		print_dated_notice(w, s, msg_recovery_made, made_s);
	if (used_s != 0)
		print_dated_notice(w, s, msg_recovery_used, used_s);
	if ((made_s != 0 || used_s != 0) && !store_refusing(w->store))
		store_recovery_notes_end(w->store, user, world_now_s(w) - RECOVERY_DELAY_S);
}

/* ---- list of online users at log-in ---- */

/* The list of users that is sent at log-in.  It ends with the session's own row; later
 * log-ins arrive as news. */
struct who_dump {
	uint64_t next_login_no, last_login_no; /* of the users to list */
};

static bool
who_dump_step(struct world *w, struct session *s, void *state)
{
	struct who_dump *d = state;
	struct session *x = online_from_login(w, d->next_login_no);
	struct who_row row;

	if (x == NULL || x->login.no > d->last_login_no) {
		clip_number_only(&s->out, CLIP_WHO_END);
		return false;
	}
	d->next_login_no = x->login.no + 1;
	session_who_row(w, NULL, x, &row);
	clip_who_info(&s->out, &row);
	return true;
}

static const struct pager_kind WHO_DUMP = { .step = who_dump_step, .background = true };

/* Sends what a client program expects first (PROTOCOL.md 2). */
static void
welcome_clip(struct world *w, struct session *s, const struct user_record *record,
    const struct token_record *t)
{
	struct who_dump dump = { 0, s->login.no };

	clip_welcome(&s->out, s->player->name, record->last_login_s, record->last_login_host);
	send_own_info(s);
	if (t != NULL)
		resume_token_replace(w, s, t);
	session_print_motd(w, s);
	show_messages(w, s, false);
	tell_deletion(w, s);
	tell_recovery(w, s);
	saved_tell_all(w, s);
	pager_begin(w, s, &WHO_DUMP, &dump, sizeof(dump));
}

static void
welcome_text(struct world *w, struct session *s, const struct user_record *record,
    const struct token_record *t)
{
	char when[40];

	msg_authenticated(&s->out, s->player->name);
	time_text(record->last_login_s, "%a %b %e %H:%M:%S %Y", when,
	    sizeof(when)); /* format of ctime() */
	msg_last_login(&s->out, when, record->last_login_host);
	if (t != NULL)
		resume_token_replace(w, s, t);
	session_print_motd(w, s);
	show_messages(w, s, true);
}

/* Sends what a session of JSON lines gets first (PROTOCOL.md 14.1).  record NULL: the user has
 * just registered. */
static void
welcome_json(struct world *w, struct session *s, const struct user_record *record,
    const struct token_record *t)
{
	const struct player *p = s->player;
	struct json j;

	if (t != NULL || s->screen.json->wants_token)
		json_log_replay(w, s);
	j = json_event_begin(s, "welcome");
	json_add_user(&j, w, s, s);
	json_fields(&j, json_text_field("role", ROLE_NAMES[p->role]),
	    json_text_field("language", CATALOGUES[p->language].code),
	    json_int_or_null(
		"last", record != NULL, record != NULL ? record->last_login_s * 1000 : 0));
	json_line_end(s, &j);
	if (t != NULL)
		resume_token_replace(w, s, t);
	else if (s->screen.json->wants_token && !store_refusing(w->store))
		resume_token_give(w, s);
	session_print_motd(w, s);
	show_messages(w, s, false);
	tell_deletion(w, s);
	saved_tell_all(w, s);
}

static bool
copy_first_match(void *ctx, const struct match_record *r)
{
	*(struct match_record *)ctx = *r;
	return false;
}

/* Matches of tournaments are not counted: tournaments send notices themselves. */
void
session_tell_open_matches(struct world *w, struct session *s)
{
	unsigned n = store_matches_open_count(w->store, s->player->user);
	struct match_record r = { 0 };
	const char *name;

	if (n > 1)
		msg_open_matches(&s->out, n);
	if (n != 1)
		return;
	store_matches_open_each(w->store, s->player->user, copy_first_match, &r);
	if (store_interrupted(w->store, r.id))
		return; /* the match is resumed automatically */
	name = r.name[r.user[0] == s->player->user ? 1 : 0];
	if (session_by_name(w, name) != NULL)
		msg_open_match_here(&s->out, name, name);
	else
		msg_open_match(&s->out, name, name);
}

/* Ends the user's other session. */
static void
close_other_session(struct world *w, struct session *s, struct session *old)
{
	msg_already_logged_in(&s->out);
	session_close(w, old, END_REPLACED);
}

static void
set_mode(struct session *s, const struct login_form *form)
{
	if (form == NULL)
		return;
	if (form->client_name[0] != '\0') {
		session_set_mode(s, MODE_CLIP);
		memcpy(s->client_name, form->client_name, sizeof(s->client_name));
	} else if (form->by_connect) {
		session_set_mode(s, MODE_TINYMUD);
	}
}

/* Logs a session in: the common part of log-in by password, by token (t not NULL) and by
 * registration. */
static void
session_complete_login(struct world *w, struct session *s, const struct user_record *record,
    bool registered, const struct token_record *t)
{
	struct session *old = session_by_name(w, record->name);
	enum login_kind how = registered    ? LOGIN_KIND_REGISTERED
			      : old != NULL ? LOGIN_KIND_AGAIN
					    : LOGIN_KIND_NORMAL;
	struct player *p;

	if (!registered)
		set_mode(s, s->form);
	msg_newline(&s->out);
	if (old != NULL)
		close_other_session(w, s, old);
	p = player_load(w, record, s->is_program);
	if (p == NULL) {
		msg_server_full(&s->out);
		session_close(w, s, END_DROPPED);
		return;
	}
	p->session = s->id;
	p->recovery_code_due = registered && session_is_interactive(s);
	s->player = p;
	blocked_users_load(w, s);
	if (!p->variants_chosen)
		player_set_default_variants(p, session_gets_additions(s));
	session_set_text_format(s);
	s->login.at_s = world_now_s(w);
	s->login.no = ++w->people->login_count;
	s->login_kind = (uint8_t)how;
	s->news.login_item_no = s->news.cursor = feed_take_number(w);
	s->news.row_item_no = 0;
	session_set_state(w, s, ST_ONLINE);
	/* a log-in must succeed even if the store refuses writes */
	if (!store_refusing(w->store)) {
		store_user_set_login(w->store, p->user, s->login.at_s, s->host);
		guard_remember_network(w, s);
		store_counter_add(w->store, COUNTER_LOGINS, 1);
		counters_record_visit(w, p->name, visit_login_word(how));
	}
	log_info(registered ? "registered" : "login", "address=%s name=%s", s->host, p->name);
	w->net.mark_authenticated(w->net.ctx, s->conn);
	session_form_free(s);
	if (session_is_json(s))
		welcome_json(w, s, registered ? NULL : record, t);
	else if (registered)
		msg_registered(&s->out);
	else if (session_is_clip(s))
		welcome_clip(w, s, record, t);
	else
		welcome_text(w, s, record, t);
	/* a token with a match resumes that match */
	if (session_is_interactive(s) && (t == NULL || t->match == 0))
		session_tell_open_matches(w, s);
	if (session_is_interactive(s)) {
		saved_tell_all(w, s);
		tell_deletion(w, s);
	}
	if (!session_is_clip(s)) /* client programs get this notice after their messages */
		tell_recovery(w, s);
	feed_login(w, s);
	awaited_logged_in(w, p->user, tell_waiting, s);
	feed_row_changed(w, s);
	event_publish(w, &(struct world_event){ .kind = EVENT_session_online, .session = s });
	if (!registered) /* not asked after a registration: some programs only register an
			    account, and then leave */
		session_ask_window_size(s);
}

void
session_login(
    struct world *w, struct session *s, const struct user_record *record, bool registered)
{
	session_complete_login(w, s, record, registered, NULL);
}

void
session_login_token(struct world *w, struct session *s, const struct user_record *record,
    const struct token_record *t)
{
	session_complete_login(w, s, record, false, t);
}

/* ---- log-out ---- */

void
session_stop_watching(struct world *w, struct session *s, bool tell)
{
	struct session *x = session_watched(w, s);
	struct session *opponent;

	if (x == NULL)
		return;
	if (tell)
		msg_stop_watching(&s->out, x->player->name);
	session_set_watching(w, s, NULL);
	msg_stops_watching_you(&x->out, s->player->name);
	opponent = session_opponent(w, x);
	if (opponent != NULL)
		msg_stops_watching(&opponent->out, s->player->name, x->player->name);
}

static void
end_watching(struct world *w, struct session *s, const struct session_ending *p)
{
	char farewell[SESSION_LOGOUT_TEXT_MAX];
	struct session *x;

	session_stop_watching(w, s, false);
	while ((x = s->watchers) != NULL) {
		session_set_watching(w, x, NULL);
		session_logout_text(x, s, p, farewell);
		msg_left_not_watching(&x->out, farewell);
		feed_row_changed(w, x);
	}
}

static void
record_logout(struct world *w, struct session *s, enum session_end why)
{
	int64_t user = s->player->user;

	if (why == END_LOGOUT || why == END_KICKED)
		resume_token_set_match(w, s, 0);
	if (!store_refusing(w->store)) {
		counters_record_visit(w, s->player->name, visit_logout_word(why));
		store_user_set_logout(w->store, s->player->user, world_now_s(w), s->host);
		store_messages_forget(w->store, s->player->user); /* messages that were shown */
	}
	if (session_is_json(s) && why != END_LOGOUT && why != END_KICKED)
		json_log_keep(w, s);
	player_release(w, s->player);
	s->player = NULL;
	s->follow.id = 0;
	event_publish(w, &(struct world_event){ .kind = EVENT_session_left,
			     .session_left = { user, why == END_SHUTDOWN } });
}

static void
leave_world(struct world *w, struct session *s, enum session_end why, const struct kick *k)
{
	struct session_ending p = { why, k };

	event_publish(w, &(struct world_event){
			     .kind = EVENT_session_leaving, .session_leaving = { s, &p } });
	end_watching(w, s, &p);
	feed_logout(
	    w, s, why, k != NULL ? k->why : NULL, k != NULL ? k->reason : MSG_kick_banned);
	record_logout(w, s, why);
}

static void
say_goodbye(struct world *w, struct session *s, enum session_end why)
{
	if (why == END_REPLACED)
		msg_taken_over(&s->out);
	if (why != END_LOGOUT)
		return;
	msg_goodbye(&s->out);
	msg_goodbye_rest(&s->out, w->config.server_name);
}

/* Ends a session and takes it off all lists; its connection is closed once its output has been
 * sent. */
static void
end_session(struct world *w, struct session *s, enum session_end why)
{
	if (session_is_json(s))
		json_bye(s, why == END_SHUTDOWN ? "shutdown" : visit_logout_word(why));
	session_pause_input_until(w, s, 0);
	session_set_state(w, s, ST_CLOSED);
	DL_DELETE2(w->people->idle_list, s, index.idle_prev, index.idle_next);
	s->index.idle_prev = NULL;
	s->index.idle_next = NULL;
	if (!s->disconnected)
		w->net.close(w->net.ctx, s->conn);
	world_reap_later(w, DEAD_SESSION, s->id);
}

void
session_close(struct world *w, struct session *s, enum session_end why)
{
	if (s->state == ST_CLOSED)
		return;
	session_mark_answer(s, false); /* the user can no longer turn pages */
	if (s->state == ST_ONLINE)
		leave_world(w, s, why, NULL);
	say_goodbye(w, s, why);
	end_session(w, s, why);
}

void
session_kick(struct world *w, struct session *s, const char *why, enum msg_id reason)
{
	const struct kick k = { why, reason };

	session_mark_answer(s, false);
	leave_world(w, s, END_KICKED, &k);
	end_session(w, s, END_KICKED);
}

void
session_shutdown(struct world *w, struct session *s)
{
	static const struct session_ending stopping = { .how = END_SHUTDOWN };

	if (s->state == ST_ONLINE) {
		event_publish(w, &(struct world_event){ .kind = EVENT_session_leaving,
				     .session_leaving = { s, &stopping } });
		session_set_watching(w, s, NULL);
		while (s->watchers != NULL)
			session_set_watching(w, s->watchers, NULL);
		record_logout(w, s, END_SHUTDOWN);
	}
	end_session(w, s, END_SHUTDOWN);
}

static enum session_end
session_end_of(enum net_close_reason why)
{
	switch (why) {
	case NET_CLOSE_PEER:
	case NET_CLOSE_BAD_INPUT:
	case NET_CLOSE_OUTPUT:
	case NET_CLOSE_EVICTED:
		return END_DROPPED;
	case NET_CLOSE_ERROR:
		return END_NETWORK;
	case NET_CLOSE_STOPPING:
		return END_SHUTDOWN;
	}
	return END_DROPPED;
}

/* Called for a session that ends while its password job is queued or running.  Takes back the
 * registration or the guess that was counted for it. */
static void
refund_attempt(struct world *w, const struct session *s)
{
	bool undone = login_queue_drop(w, s);

	if (s->state == ST_REGISTER && s->form->user == 0)
		guard_refund_registration(w, s);
	else if (undone && s->state == ST_VERIFY)
		guard_uncount_guess(w, s);
}

/* Penalises the address of a connection that ended before the log-in.  Not called if the
 * connection was closed to make room for others. */
static void
penalise_leaving(struct world *w, const struct session *s)
{
	if (s->state == ST_NAME && s->failed_logins == 0)
		w->net.add_penalty(
		    w->net.ctx, s->conn, 1); /* connected without trying to log in */
	else if (s->state == ST_VERIFY || s->state == ST_REGISTER)
		w->net.add_penalty(w->net.ctx, s->conn, HUNG_UP_PENALTY_S);
}

void
session_connection_closed(struct world *w, session_id id, enum net_close_reason why)
{
	struct session *s = session_get(w, id);

	if (s == NULL)
		return;
	if (why != NET_CLOSE_EVICTED)
		penalise_leaving(w, s);
	if (s->state == ST_VERIFY || s->state == ST_REGISTER)
		refund_attempt(w, s); /* a change of password continues without the session */
	s->disconnected = true;
	session_close(w, s, session_end_of(why));
}

/* ---- freeing ---- */

void
session_free(struct session *s)
{
	session_form_free(s);
	session_drop_held_text(s);
	pager_drop_all(s);
	free(s->news.row);
	json_lines_free(s);
	userlist_free(&s->lists.gagged);
	userlist_free(&s->lists.blinded);
	userlist_free(&s->lists.awaited);
}

void
people_free(struct world *w)
{
	struct people *p = w->people;
	struct session *s;
	uint64_t id;
	uint32_t cursor = 0;

	if (p == NULL)
		return;
	while ((s = pool_next(&p->sessions, &cursor, &id)) != NULL)
		session_free(s);
	awaited_free(w);
	while (p->players_by_name != NULL)
		player_free(w, p->players_by_name);
	pool_destroy(&p->sessions);
	pool_destroy(&p->players);
	free(p);
	w->people = NULL;
}
