/* SPDX-License-Identifier: MIT */
/* Handles lines before the log-in is complete: the three forms of log-in, guests, registration
 * (PROTOCOL.md 2).
 *
 * A password is sent to a worker, and the session's input waits until it is checked.  A wrong
 * password and an unknown user cost the same hash and get the same answer.  What was typed is
 * kept in the session's form, which is wiped when it is freed.  A token is looked up at once,
 * without a hash. */
#include "cmd/cmd.h"

#include <inttypes.h>
#include <string.h>

#include <sodium.h>

#include "bot/bot.h"
#include "os/log.h"
#include "login/guard.h"
#include "people/people.h"
#include "login/login_queue.h"
#include "login/resume_token.h"
#include "login/lifecycle.h"
#include "moderation/bans.h"
#include "moderation/moderation.h"
#include "moderation/period.h"
#include "output/output.h"
#include "proto/username.h"
#include "proto/words.h"
#include "rules/rating.h"
#include "stats/counters.h"

#define FAILURES_MAX 5 /* failed attempts before the connection is closed */
#define CLIENT_VERSION_MIN 1000
#define FAILURE_PENALTY_S 5
#define FAILURE_COST 50 /* tenths of a second of the flood allowance */
#define LINE_COST 10    /* cost of any line */
#define HURRIED_MAX 10  /* lines over the allowance before the connection is closed */
#define HURRIED_PENALTY_S 30
#define LOGIN_RESTARTS_MAX 10 /* how often a guest's log-in time is restarted */
/* Penalty of the address for each new account: a few accounts from one address may be a
 * family's, many are not. */
#define ACCOUNT_PENALTY_S 5

/* ---- failed log-ins ---- */

/* Goes back to "login: ".  Resets the mode, because a mode chosen as a guest must not affect
 * the log-in. */
static void
back_to_name(struct world *w, struct session *s)
{
	session_set_mode(s, MODE_TELNET);
	if (s->state != ST_NAME)
		session_set_state(w, s, ST_NAME);
}

/* Logs a failure, with the name only if an account has it: what was typed as a name may be a
 * password. */
static void
log_failed(const struct world *w, const struct session *s)
{
	char name[64] = "-";
	struct user_record u;

	if (s->form != NULL && !store_away(w->store) &&
	    store_user_by_name(w->store, s->form->name, &u))
		(void)log_escape(name, sizeof(name), u.name, strlen(u.name));
	log_client(LOG_LEVEL_INFO, "login_failed", "name=%s address=%s", name, s->host);
}

/* Counts a failed log-in, and prompts again or closes the connection.  Client programs get no
 * text: they recognise the failure by the new prompt.  told: the reason has been printed
 * already. */
void
login_failed(struct world *w, struct session *s, bool told)
{
	unsigned n =
	    s->failed < w->config.failed_login_len ? s->failed : w->config.failed_login_len - 1;

	s->failed++;
	w->counters->login_failures++;
	log_failed(w, s);
	w->net.penalty(w->net.ctx, s->conn, FAILURE_PENALTY_S);
	cmd_pay(w, s, FAILURE_COST);
	session_form_free(s);
	msg_newline(&s->out);
	if (!told && session_person(s))
		msg_login_incorrect(&s->out);
	if (s->failed >= FAILURES_MAX) {
		msg_login_tries(&s->out);
		session_close(w, s, END_DROPPED);
		return;
	}
	if (!s->exempt && session_person(s) && w->config.failed_login_s[n] > 0)
		msg_login_delay(&s->out, w->config.failed_login_s[n]);
	back_to_name(w, s);
	if (!s->exempt)
		session_sleep(w, s, w->mono_ms + (int64_t)w->config.failed_login_s[n] * 1000);
	session_prompt(w, s);
}

/* ---- checking a password ---- */

bool
cmd_post(struct world *w, struct session *s, enum work_kind kind, const char *password,
    const char *hash)
{
	struct work_job job = { .kind = kind, .ticket = s->id, .exempt = s->exempt };
	bool posted;

	(void)sbuf_copy(job.password, sizeof(job.password), password);
	(void)sbuf_copy(job.hash, sizeof(job.hash), hash);
	job.stranger =
	    kind == WORK_VERIFY && s->state != ST_ONLINE && !s->exempt && !s->form->known;
	if (kind == WORK_CHANGE) {
		(void)sbuf_copy(job.chosen, sizeof(job.chosen), s->form->password);
		job.user = s->player->user;
	}
	login_queue_from(s, job.from);
	posted = w->work.post(w->work.ctx, &job);
	sodium_memzero(&job, sizeof(job));
	if (posted)
		login_queue_begins(w, s);
	if (posted && kind == WORK_CHANGE)
		w->people->password_changes++;
	return posted;
}

/* Reports that the server cannot check the log-in now, and asks for the name again. */
void
login_try_again(struct world *w, struct session *s)
{
	msg_newline(&s->out);
	if (store_away(w->store))
		msg_store_away(&s->out);
	else
		msg_login_busy(&s->out);
	session_form_free(s);
	back_to_name(w, s);
	session_prompt(w, s);
}

/* Tokens are refused like passwords, because both could be read on the network. */
bool
login_refuses_passwords(struct world *w, struct session *s)
{
	if (s->sealed || !w->config.require_tls)
		return false;
	msg_clear_refused(&s->out);
	session_warn_cleartext(w, s);
	return true;
}

/* Calls login_refuses_passwords during a log-in.  After a refusal also frees the form and
 * prompts again. */
static bool
refused_in_clear(struct world *w, struct session *s)
{
	if (s->sealed || !w->config.require_tls)
		return false;
	msg_newline(&s->out);
	(void)login_refuses_passwords(w, s);
	session_form_free(s);
	session_prompt(w, s);
	return true;
}

/* Starts checking a password.  An overlong name or password belongs to no user, but costs the
 * same hash. */
static void
verify(struct world *w, struct session *s, const char *name, const char *password)
{
	struct user_record u = { 0 };

	if (store_away(w->store)) {
		login_try_again(w, s);
		return;
	}
	if (sbuf_copy(s->form->name, sizeof(s->form->name), name) &&
	    strlen(password) <= PASSWORD_MAX)
		(void)store_user_by_name(w->store, name, &u);
	guard_check_network(w, s, &u);
	if (!guard_may_guess(w, s)) {
		if (session_person(s) || session_json(s)) {
			msg_newline(&s->out);
			msg_login_guesses(&s->out);
		}
		login_failed(w, s, true);
	} else if (cmd_post(w, s, WORK_VERIFY, password, u.hash)) {
		guard_count_guess(w, s);
		session_set_state(w, s, ST_VERIFY);
	} else {
		login_try_again(w, s);
	}
}

/* ---- bans ---- */

static void
tell_ban(struct world *w, struct session *s, const struct ban *b, const char *name)
{
	char period[PERIOD_MAX];

	period_text(&s->out, w, "UTC", b->until_s, period);
	msg_newline(&s->out);
	if (b->address)
		msg_site_banned(&s->out, period);
	else
		msg_login_banned(&s->out, name, period);
	ban_tell_why(&s->out, b->why);
}

/* Called only after the password was found correct, so that strangers learn nothing about bans.
 * Operators may log in from banned addresses. */
bool
login_kept_out(struct world *w, struct session *s, const struct user_record *u)
{
	const struct ban *b = ban_of_name(w, u->name);

	if (b != NULL) {
		tell_ban(w, s, b, u->name);
		login_failed(w, s, true);
		return true;
	}
	b = ban_of_host(w, s->host);
	if (b == NULL || moderation_role(u) != ROLE_USER)
		return false;
	tell_ban(w, s, b, u->name);
	session_close(w, s, END_DROPPED);
	return true;
}

bool
login_no_accounts(struct world *w, struct session *s)
{
	if (!w->moderation->registration)
		msg_registration_closed(&s->out);
	else if (ban_of_host(w, s->host) != NULL)
		msg_site_no_accounts(&s->out);
	else
		return false;
	return true;
}

static void
on_verified(struct world *w, struct session *s, const struct work_result *r)
{
	struct reset_record reset;
	struct user_record u;

	if (r->ok)
		guard_uncount_guess(w, s);
	if (store_away(w->store)) {
		login_try_again(w, s);
		return;
	}
	if (!r->ok || !store_user_by_name(w->store, s->form->name, &u)) {
		login_failed(w, s, false);
		return;
	}
	if (strcmp(u.hash, r->checked) != 0) { /* changed or reset since the check began */
		login_try_again(w, s);
		return;
	}
	if (login_kept_out(w, s, &u))
		return;
	if (store_reset_of(w->store, u.id, &reset)) {
		recover_by_reset(w, s, &u, &reset);
		return;
	}
	/* Do not replace the hash while a password change is being checked against it.  The
	 * rehash can wait for the next log-in. */
	if (r->stale && w->people->password_changes == 0 && !store_refusing(w->store))
		(void)store_user_set_hash(w->store, u.id, r->checked, r->hash);
	session_login(w, s, &u, false);
	if (s->state == ST_ONLINE)
		session_prompt(w, s);
}

/* ---- log-in by token ---- */

/* Restores the mode in which the token was requested. */
static void
set_mode(struct session *s, const char *mode)
{
	bool clip = strcmp(mode, "clip") == 0;

	if (session_json(s))
		return;
	if (!clip)
		s->form->client[0] = '\0';
	s->form->tiny = strcmp(mode, "tiny") == 0;
	s->program = clip || s->form->tiny;
}

/* Logs a user in by token.  Gives the same answer for a wrong name, a wrong token and an
 * expired one. */
static void
enter_by_token(struct world *w, struct session *s, const char *name, const char *text)
{
	struct token_record t;
	struct user_record u;

	if (store_away(w->store)) {
		login_try_again(w, s);
		return;
	}
	(void)sbuf_copy(s->form->name, sizeof(s->form->name), name);
	if (!resume_token_find(w, text, &t) || !store_user_by_id(w->store, t.user, &u) ||
	    !word_is(name, u.name)) {
		login_failed(w, s, false);
		return;
	}
	if (login_kept_out(w, s, &u))
		return;
	set_mode(s, t.mode);
	session_login_token(w, s, &u, &t);
	if (s->state != ST_ONLINE)
		return;
	cmd_resume_by_token(&(struct ctx){ w, s, s->player, &s->out, NULL, false });
	session_prompt(w, s);
}

/* ---- lines at "login: " ---- */

/* The number of extensions is limited, so that guests cannot keep a connection for ever. */
void
login_more_time(struct world *w, struct session *s)
{
	if (s->more_time == LOGIN_RESTARTS_MAX)
		return;
	s->more_time++;
	w->net.more_time(w->net.ctx, s->conn);
}

static void
enter_guest(struct world *w, struct session *s, bool clip)
{
	session_set_state(w, s, ST_GUEST);
	login_more_time(w, s);
	session_set_mode(s, clip ? MODE_CLIP : MODE_TELNET);
	if (session_person(s)) {
		s->language = w->config.language;
		session_speak(s);
	}
	guest_welcome(w, s);
	session_prompt(w, s);
}

/* Handles "login CLIENT VERSION NAME PASSWORD"; the password may be "token:" and its digits. */
static void
clip_login(struct world *w, struct session *s, char *rest)
{
	const char *client = word_next(&rest);
	const char *version = word_next(&rest);
	const char *name = word_next(&rest);
	const char *password = word_next(&rest);
	long n;

	if (password == NULL || !clientname_ok(client) || !word_number(version, &n) ||
	    n < CLIENT_VERSION_MIN) {
		msg_newline(&s->out);
		msg_client_refused(&s->out);
		session_prompt(w, s);
		return;
	}
	if (word_is(name, "guest")) {
		enter_guest(w, s, true);
		return;
	}
	if (refused_in_clear(w, s))
		return;
	(void)sbuf_copy(s->form->client, sizeof(s->form->client), client);
	/* no password contains ':' */
	if (strncmp(password, TOKEN_PREFIX, strlen(TOKEN_PREFIX)) == 0)
		enter_by_token(w, s, name, password + strlen(TOKEN_PREFIX));
	else
		verify(w, s, name, password);
}

/* Handles "connect NAME PASSWORD". */
static void
tiny_login(struct world *w, struct session *s, char *rest)
{
	const char *name = word_next(&rest);
	const char *password = word_next(&rest);

	if (password == NULL) {
		login_failed(w, s, false);
		return;
	}
	if (refused_in_clear(w, s))
		return;
	s->form->tiny = true;
	verify(w, s, name, password);
}

static bool
is_user(struct world *w, const char *name)
{
	struct user_record u;

	return store_away(w->store) || store_user_by_name(w->store, name, &u);
}

static void
name_line(struct world *w, struct session *s, char *text)
{
	char *rest = text_trim(text);
	char *word = word_next(&rest);
	bool clip, tiny, slash;

	if (word == NULL) {
		session_prompt(w, s);
		return;
	}
	if (word_is(word, "json") && rest[0] != '\0') {
		json_select(w, s, rest);
		return;
	}
	slash = word[0] == '/'; /* a slash precedes commands in gammon and in chats; no name
				 * begins with it */
	if (word_is(word + slash, "bye") || word_is(word + slash, "quit") ||
	    word_is(word + slash, "exit")) {
		session_close(w, s, END_LOGOUT);
		return;
	}
	if (session_front(w, s)) {
		session_prompt(w, s);
		return;
	}
	clip = word_is(word, "login") && rest[0] != '\0';
	tiny = word_is(word, "connect") && rest[0] != '\0';
	s->program = clip || tiny || session_json(s);
	word += slash;
	session_form_free(s);
	if (session_form(s) == NULL) {
		msg_login_busy(&s->out);
		session_prompt(w, s);
	} else if (clip) {
		clip_login(w, s, rest);
	} else if (tiny) {
		tiny_login(w, s, rest);
	} else if (word_is(word, "guest")) {
		enter_guest(w, s, false);
	} else if (slash || (session_person(s) && cmd_named(word) && !is_user(w, word))) {
		guest_login_help(w, s, word);
	} else if (!refused_in_clear(w, s)) {
		(void)sbuf_copy(s->form->name, sizeof(s->form->name),
		    strlen(word) <= STORE_NAME_MAX ? word : "");
		session_set_state(w, s, ST_PASSWORD);
		session_echo(w, s, false);
		session_prompt(w, s);
	}
}

static void
password_line(struct world *w, struct session *s, char *text)
{
	char name[STORE_NAME_MAX + 1];

	session_echo(w, s, true);
	if (text[0] == '\0' && session_person(s)) {
		msg_newline(&s->out);
		session_form_free(s);
		back_to_name(w, s);
		session_prompt(w, s);
		return;
	}
	(void)sbuf_copy(name, sizeof(name), s->form->name);
	verify(w, s, name, text);
}

/* ---- registration ---- */

struct staff_search {
	const char *name;
	bool found;
};

static void
look_at_name(void *ctx, const char *name)
{
	struct staff_search *r = ctx;

	r->found = r->found || username_resembles(r->name, name);
}

/* Returns whether the name could be mistaken for an operator's name. */
static bool
resembles_staff(struct world *w, const char *name)
{
	struct staff_search r = { .name = name };

	store_staff_each(w->store, look_at_name, &r);
	return r.found;
}

/* Returns whether the name may be registered.  Reports the reason if not. */
static bool
name_free(struct world *w, struct session *s, const char *name)
{
	static const enum msg_id REFUSALS[] = {
		[USERNAME_EMPTY] = MSG_name_chars,
		[USERNAME_CHARS] = MSG_name_chars,
		[USERNAME_SHORT] = MSG_name_short,
		[USERNAME_LONG] = MSG_name_long,
	};
	enum username_err err = username_check(name);
	struct user_record u;

	if (err != USERNAME_OK && err != USERNAME_RESERVED) {
		msg_plain(&s->out, REFUSALS[err]);
		return false;
	}
	if (err == USERNAME_OK && !username_resembles(name, w->config.server_name) &&
	    ban_of_name(w, name) == NULL && !bots_keep_name(w, name) &&
	    !resembles_staff(w, name) && !store_user_by_name(w->store, name, &u) &&
	    !store_name_kept(w->store, name))
		return true;
	msg_name_taken(&s->out, name);
	return false;
}

/* Refuses a registration because too many accounts are being created, in total or from this
 * network. */
static void
refuse_more_accounts(const struct world *w, struct session *s)
{
	log_client(LOG_LEVEL_INFO, "refused", "address=%s reason=%s", s->host,
	    guard_may_register(w, s) ? "register_queue" : "registrations");
	msg_registration_busy(&s->out);
}

static void
refuse_busy(const struct world *w, struct session *s)
{
	(void)w;
	msg_login_busy(&s->out);
}

void
login_guest_name(struct world *w, struct session *s, char *rest)
{
	const char *name = word_next(&rest);

	if (login_no_accounts(w, s) || login_refuses_passwords(w, s)) {
		session_prompt(w, s);
		return;
	}
	if (!guard_may_register(w, s)) {
		refuse_more_accounts(w, s);
	} else if (store_refusing(w->store)) {
		msg_disk_refuse(&s->out);
	} else if ((name == NULL || rest[0] != '\0') && session_person(s)) {
		msg_name_one_word(&s->out); /* client programs may add words, which are
					     * ignored */
	} else if (name_free(w, s, name != NULL ? name : "") && session_form(s) != NULL) {
		(void)sbuf_copy(s->form->name, sizeof(s->form->name), name);
		session_set_state(w, s, ST_NEW_PASSWORD);
		msg_name_will_be(&s->out, name);
		session_echo(w, s, false);
	}
	session_prompt(w, s);
}

/* Ends the dialog in which a password is chosen.  A guest stays a guest; a user who recovers an
 * account returns to "login: ". */
static void
end_choosing(struct world *w, struct session *s, enum msg_id why)
{
	bool old = s->form->user != 0;

	session_echo(w, s, true);
	msg_newline(&s->out);
	msg_plain(&s->out, why);
	session_form_free(s);
	session_set_state(w, s, old ? ST_NAME : ST_GUEST);
	session_prompt(w, s);
}

static void
give_up_name(struct world *w, struct session *s)
{
	end_choosing(w, s, s->form->user != 0 ? MSG_nothing_changed : MSG_no_password);
}

/* Counts a refused answer of an interactive user.  If the answer looks like a command or is the
 * last one allowed, ends the dialog with a message and returns true.  last: the message after
 * the last answer. */
static bool
refused_answer(struct world *w, struct session *s, const char *text, enum msg_id last)
{
	bool command = cmd_looks_typed(s, text);

	if (!session_person(s) || (!command && ++s->form->wrong < FORM_WRONG_MAX))
		return false;
	end_choosing(w, s, command ? MSG_dialog_command : last);
	return true;
}

bool
login_password_ok(const struct world *w, struct out *out, const char *text)
{
	size_t n = strlen(text);

	if (n < w->config.password_min)
		msg_password_short(out, w->config.password_min);
	else if (n > PASSWORD_MAX)
		msg_password_long(out);
	else if (strchr(text, ':') != NULL)
		msg_password_colon(out);
	else if (strpbrk(text, " \t") != NULL) /* client programs cannot send a blank */
		msg_password_blank(out);
	else
		return true;
	return false;
}

static void
new_password_line(struct world *w, struct session *s, char *text)
{
	bool good;

	if (text[0] == '\0') {
		give_up_name(w, s);
		return;
	}
	if (session_person(s) && cmd_looks_typed(s, text)) {
		end_choosing(w, s, MSG_dialog_command);
		return;
	}
	msg_newline(&s->out);
	good = login_password_ok(w, &s->out, text);
	if (good) {
		login_more_time(w, s);
		(void)sbuf_copy(s->form->password, sizeof(s->form->password), text);
		session_set_state(w, s, ST_RETYPE_PASSWORD);
	} else if (refused_answer(w, s, text, MSG_dialog_wrong)) {
		return;
	}
	session_prompt(w, s);
}

static void
retype_line(struct world *w, struct session *s, char *text)
{
	bool account = s->form->user == 0;

	if (text[0] == '\0' && session_person(s)) {
		give_up_name(w, s);
		return;
	}
	if (strcmp(text, s->form->password) != 0) {
		if (refused_answer(w, s, text, MSG_dialog_differed))
			return;
		msg_newline(&s->out);
		sodium_memzero(s->form->password, sizeof(s->form->password));
		session_set_state(w, s, ST_NEW_PASSWORD);
		msg_passwords_differ(&s->out);
		return;
	}
	if ((account && !guard_may_register(w, s)) || !cmd_post(w, s, WORK_HASH, text, "")) {
		msg_newline(&s->out);
		(account ? refuse_more_accounts : refuse_busy)(w, s);
		session_prompt(w, s);
		return;
	}
	if (account)
		guard_registers(w, s);
	session_echo(w, s, true);
	session_set_state(w, s, ST_REGISTER);
}

static bool
make_account(struct world *w, const struct session *s, const char *hash, struct user_record *u)
{
	*u = (struct user_record){
		.rating = RATING_START,
		.created_s = world_now_s(w),
		.last_login_s = world_now_s(w),
	};
	(void)sbuf_copy(u->name, sizeof(u->name), s->form->name);
	(void)sbuf_copy(u->hash, sizeof(u->hash), hash);
	(void)sbuf_copy(u->role, sizeof(u->role), "user");
	(void)sbuf_copy(u->last_login_host, sizeof(u->last_login_host), s->host);
	u->id = store_user_create(w->store, u);
	if (u->id != 0 && s->language != LANG_EN)
		store_setting_set(w->store, u->id, VARIABLE_NAMES[VAR_LANGUAGE],
		    CATALOGUES[s->language].code);
	if (u->id != 0 && session_person(s))
		store_setting_set(w->store, u->id, VARIABLE_NAMES[VAR_DIRECTION], "home");
	return u->id != 0;
}

static void
refuse_account(struct world *w, struct session *s)
{
	session_form_free(s);
	session_set_state(w, s, ST_GUEST);
	msg_newline(&s->out);
	if (!login_no_accounts(w, s))
		msg_registration_failed(&s->out);
	session_prompt(w, s);
}

static void
on_hashed(struct world *w, struct session *s, const struct work_result *r)
{
	struct user_record u;
	char name[STORE_NAME_MAX + 1];

	(void)sbuf_copy(name, sizeof(name), s->form->name);
	if (!w->moderation->registration || ban_of_host(w, s->host) != NULL ||
	    ban_of_name(w, name) != NULL) { /* bans and the registration switch may have changed
					     * since the dialog began */
		refuse_account(w, s);
		return;
	}
	if (r->ok && !store_refusing(w->store) && make_account(w, s, r->hash, &u)) {
		session_set_mode(s, MODE_TELNET);
		w->net.penalty(w->net.ctx, s->conn, ACCOUNT_PENALTY_S);
		session_login(w, s, &u, true);
		if (s->state == ST_ONLINE)
			session_prompt(w, s);
		return;
	}
	session_form_free(s);
	session_set_state(w, s, ST_GUEST);
	msg_newline(&s->out);
	if (!store_away(w->store) && store_user_by_name(w->store, name, &u))
		msg_name_taken(&s->out, name);
	else
		msg_registration_failed(&s->out);
	session_prompt(w, s);
}

/* ---- dispatch ---- */

void
login_work_done(struct world *w, struct session *s, const struct work_result *r)
{
	if (s->state == ST_VERIFY && r->kind == WORK_VERIFY)
		on_verified(w, s, r);
	else if (s->state == ST_REGISTER && r->kind == WORK_HASH)
		(s->form->user != 0 ? recover_hashed : on_hashed)(w, s, r);
}

bool
login_pays(struct world *w, struct session *s)
{
	if (cmd_pay(w, s, LINE_COST) || ++s->hurried <= HURRIED_MAX)
		return true;
	log_client(LOG_LEVEL_INFO, "closed", "conn=%" PRIu64 " reason=login_lines", s->conn);
	w->net.penalty(w->net.ctx, s->conn, HURRIED_PENALTY_S);
	msg_newline(&s->out);
	msg_login_lines(&s->out);
	session_close(w, s, END_DROPPED);
	return false;
}

void
login_typed(struct world *w, struct session *s, char *text)
{
	/* No other state receives lines. */
	static void (*const LINE[ST_COUNT])(struct world *, struct session *, char *) = {
		[ST_NAME] = name_line,
		[ST_PASSWORD] = password_line,
		[ST_GUEST] = guest_line,
		[ST_NEW_PASSWORD] = new_password_line,
		[ST_RETYPE_PASSWORD] = retype_line,
		[ST_CODE] = recover_code_line,
	};

	if (LINE[s->state] != NULL)
		LINE[s->state](w, s, text);
}

void
login_line(struct world *w, struct session *s, char *text)
{
	if (login_pays(w, s))
		login_typed(w, s, text);
}
