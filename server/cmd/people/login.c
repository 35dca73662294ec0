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

#define LOGIN_FAILURES_MAX 5 /* failed attempts before the connection is closed */
#define CLIENT_VERSION_MIN 1000
#define LOGIN_FAILURE_PENALTY_S 5
#define LOGIN_FAILURE_COST 50 /* tenths of a second of the flood allowance */
#define LINE_COST 10          /* cost of any line */
#define FLOODING_LINES_MAX 10 /* lines over the allowance before the connection is closed */
#define FLOODING_PENALTY_S 30
#define LOGIN_RESTARTS_MAX 10 /* how often a guest's log-in time is restarted */
/* Penalty of the address for each new account: a few accounts from one address may be a
 * family's, many are not. */
#define NEW_ACCOUNT_PENALTY_S 5

/* ---- failed log-ins ---- */

/* Goes back to "login: ".  Resets the mode, because a mode chosen as a guest must not affect
 * the log-in. */
static void
return_to_name_prompt(struct world *w, struct session *s)
{
	session_set_mode(s, MODE_TELNET);
	if (s->state != ST_NAME)
		session_set_state(w, s, ST_NAME);
}

/* Logs a failure, with the name only if an account has it: what was typed as a name may be a
 * password. */
static void
log_failed_login(const struct world *w, const struct session *s)
{
	char name[64] = "-";
	struct user_record u;

	if (s->form != NULL && !store_unreachable(w->store) &&
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
	unsigned n = s->failed_logins < w->config.failed_login_delay_count
			 ? s->failed_logins
			 : w->config.failed_login_delay_count - 1;

	s->failed_logins++;
	w->counters->login_failures++;
	log_failed_login(w, s);
	w->net.add_penalty(w->net.ctx, s->conn, LOGIN_FAILURE_PENALTY_S);
	cmd_charge(w, s, LOGIN_FAILURE_COST);
	session_form_free(s);
	msg_newline(&s->out);
	if (!told && session_is_interactive(s))
		msg_login_incorrect(&s->out);
	if (s->failed_logins >= LOGIN_FAILURES_MAX) {
		msg_login_tries(&s->out);
		session_close(w, s, END_DROPPED);
		return;
	}
	if (!s->exempt && session_is_interactive(s) && w->config.failed_login_delays_s[n] > 0)
		msg_login_delay(&s->out, w->config.failed_login_delays_s[n]);
	return_to_name_prompt(w, s);
	if (!s->exempt)
		session_pause_input_until(
		    w, s, w->mono_ms + (int64_t)w->config.failed_login_delays_s[n] * 1000);
	session_write_prompt(w, s);
}

/* ---- checking a password ---- */

bool
cmd_post_password(struct world *w, struct session *s, enum work_kind kind, const char *password,
    const char *hash)
{
	struct work_job job = { .kind = kind, .ticket = s->id, .no_address_limit = s->exempt };
	bool posted;

	(void)sbuf_copy(job.password, sizeof(job.password), password);
	(void)sbuf_copy(job.hash, sizeof(job.hash), hash);
	job.from_unfamiliar = kind == WORK_VERIFY && s->state != ST_ONLINE && !s->exempt &&
			      !s->form->known_network;
	if (kind == WORK_CHANGE_PASSWORD) {
		(void)sbuf_copy(job.new_password, sizeof(job.new_password), s->form->password);
		job.password_user = s->player->user;
	}
	login_queue_address(s, job.address);
	posted = w->work.post(w->work.ctx, &job);
	sodium_memzero(&job, sizeof(job));
	if (posted)
		login_queue_wait_begins(w, s);
	if (posted && kind == WORK_CHANGE_PASSWORD)
		w->people->password_changes_pending++;
	return posted;
}

/* Reports that the server cannot check the log-in now, and asks for the name again. */
void
login_report_busy(struct world *w, struct session *s)
{
	msg_newline(&s->out);
	if (store_unreachable(w->store))
		msg_store_away(&s->out);
	else
		msg_login_busy(&s->out);
	session_form_free(s);
	return_to_name_prompt(w, s);
	session_write_prompt(w, s);
}

/* Tokens are refused like passwords, because both could be read on the network. */
bool
login_refuses_passwords(struct world *w, struct session *s)
{
	if (s->secure || !w->config.require_tls)
		return false;
	msg_clear_refused(&s->out);
	session_warn_cleartext(w, s);
	return true;
}

/* Calls login_refuses_passwords during a log-in.  After a refusal also frees the form and
 * prompts again. */
static bool
refuse_clear_password(struct world *w, struct session *s)
{
	if (s->secure || !w->config.require_tls)
		return false;
	msg_newline(&s->out);
	(void)login_refuses_passwords(w, s);
	session_form_free(s);
	session_write_prompt(w, s);
	return true;
}

/* Starts checking a password.  An overlong name or password belongs to no user, but costs the
 * same hash. */
static void
post_password_check(struct world *w, struct session *s, const char *name, const char *password)
{
	struct user_record u = { 0 };

	if (store_unreachable(w->store)) {
		login_report_busy(w, s);
		return;
	}
	if (sbuf_copy(s->form->name, sizeof(s->form->name), name) &&
	    strlen(password) <= PASSWORD_MAX)
		(void)store_user_by_name(w->store, name, &u);
	guard_check_network(w, s, &u);
	if (!guard_may_guess(w, s)) {
		if (session_is_interactive(s) || session_is_json(s)) {
			msg_newline(&s->out);
			msg_login_guesses(&s->out);
		}
		login_failed(w, s, true);
	} else if (cmd_post_password(w, s, WORK_VERIFY, password, u.hash)) {
		guard_count_guess(w, s);
		session_set_state(w, s, ST_VERIFY);
	} else {
		login_report_busy(w, s);
	}
}

/* ---- bans ---- */

static void
tell_ban(struct world *w, struct session *s, const struct ban *b, const char *name)
{
	char period[PERIOD_TEXT_MAX];

	period_text(&s->out, w, "UTC", b->until_s, period);
	msg_newline(&s->out);
	if (b->of_network)
		msg_site_banned(&s->out, period);
	else
		msg_login_banned(&s->out, name, period);
	ban_tell_why(&s->out, b->why);
}

/* Called only after the password was found correct, so that strangers learn nothing about bans.
 * Operators may log in from banned addresses. */
bool
login_refuses_banned(struct world *w, struct session *s, const struct user_record *u)
{
	const struct ban *b = ban_of_name(w, u->name);

	if (b != NULL) {
		tell_ban(w, s, b, u->name);
		login_failed(w, s, true);
		return true;
	}
	b = ban_of_host(w, s->host);
	if (b == NULL || moderation_role_of(u) != ROLE_USER)
		return false;
	tell_ban(w, s, b, u->name);
	session_close(w, s, END_DROPPED);
	return true;
}

bool
login_refuses_registration(struct world *w, struct session *s)
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
on_password_checked(struct world *w, struct session *s, const struct work_result *r)
{
	struct reset_record reset;
	struct user_record u;

	if (r->ok)
		guard_uncount_guess(w, s);
	if (store_unreachable(w->store)) {
		login_report_busy(w, s);
		return;
	}
	if (!r->ok || !store_user_by_name(w->store, s->form->name, &u)) {
		login_failed(w, s, false);
		return;
	}
	if (strcmp(u.hash, r->checked_hash) != 0) { /* changed or reset since the check began */
		login_report_busy(w, s);
		return;
	}
	if (login_refuses_banned(w, s, &u))
		return;
	if (store_password_reset_of(w->store, u.id, &reset)) {
		recover_after_reset_login(w, s, &u, &reset);
		return;
	}
	/* Do not replace the hash while a password change is being checked against it.  The
	 * rehash can wait for the next log-in. */
	if (r->hash_renewed && w->people->password_changes_pending == 0 &&
	    !store_refusing(w->store))
		(void)store_user_set_hash(w->store, u.id, r->checked_hash, r->hash);
	session_login(w, s, &u, false);
	if (s->state == ST_ONLINE)
		session_write_prompt(w, s);
}

/* ---- log-in by token ---- */

/* Restores the mode in which the token was requested. */
static void
set_token_mode(struct session *s, const char *mode)
{
	bool clip = strcmp(mode, "clip") == 0;

	if (session_is_json(s))
		return;
	if (!clip)
		s->form->client_name[0] = '\0';
	s->form->by_connect = strcmp(mode, "tiny") == 0;
	s->is_program = clip || s->form->by_connect;
}

/* Logs a user in by token.  Gives the same answer for a wrong name, a wrong token and an
 * expired one. */
static void
log_in_by_token(struct world *w, struct session *s, const char *name, const char *text)
{
	struct token_record t;
	struct user_record u;

	if (store_unreachable(w->store)) {
		login_report_busy(w, s);
		return;
	}
	(void)sbuf_copy(s->form->name, sizeof(s->form->name), name);
	if (!resume_token_find(w, text, &t) || !store_user_by_id(w->store, t.user, &u) ||
	    !word_is(name, u.name)) {
		login_failed(w, s, false);
		return;
	}
	if (login_refuses_banned(w, s, &u))
		return;
	set_token_mode(s, t.client_mode);
	session_login_token(w, s, &u, &t);
	if (s->state != ST_ONLINE)
		return;
	cmd_resume_by_token(&(struct ctx){ w, s, s->player, &s->out, NULL, false });
	session_write_prompt(w, s);
}

/* ---- lines at "login: " ---- */

/* The number of extensions is limited, so that guests cannot keep a connection for ever. */
void
login_restart_time(struct world *w, struct session *s)
{
	if (s->time_extensions == LOGIN_RESTARTS_MAX)
		return;
	s->time_extensions++;
	w->net.restart_login_timer(w->net.ctx, s->conn);
}

static void
enter_as_guest(struct world *w, struct session *s, bool clip)
{
	session_set_state(w, s, ST_GUEST);
	login_restart_time(w, s);
	session_set_mode(s, clip ? MODE_CLIP : MODE_TELNET);
	if (session_is_interactive(s)) {
		s->guest_language = w->config.language;
		session_set_text_format(s);
	}
	guest_welcome(w, s);
	session_write_prompt(w, s);
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
		session_write_prompt(w, s);
		return;
	}
	if (word_is(name, "guest")) {
		enter_as_guest(w, s, true);
		return;
	}
	if (refuse_clear_password(w, s))
		return;
	(void)sbuf_copy(s->form->client_name, sizeof(s->form->client_name), client);
	/* no password contains ':' */
	if (strncmp(password, TOKEN_PREFIX, strlen(TOKEN_PREFIX)) == 0)
		log_in_by_token(w, s, name, password + strlen(TOKEN_PREFIX));
	else
		post_password_check(w, s, name, password);
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
	if (refuse_clear_password(w, s))
		return;
	s->form->by_connect = true;
	post_password_check(w, s, name, password);
}

static bool
account_exists(struct world *w, const char *name)
{
	struct user_record u;

	return store_unreachable(w->store) || store_user_by_name(w->store, name, &u);
}

static void
handle_name_line(struct world *w, struct session *s, char *text)
{
	char *rest = text_trim(text);
	char *word = word_next(&rest);
	bool clip, tiny, slash;

	if (word == NULL) {
		session_write_prompt(w, s);
		return;
	}
	if (word_is(word, "json") && rest[0] != '\0') {
		json_start(w, s, rest);
		return;
	}
	slash = word[0] == '/'; /* a slash precedes commands in gammon and in chats; no name
				 * begins with it */
	if (word_is(word + slash, "bye") || word_is(word + slash, "quit") ||
	    word_is(word + slash, "exit")) {
		session_close(w, s, END_LOGOUT);
		return;
	}
	if (session_is_front(w, s)) {
		session_write_prompt(w, s);
		return;
	}
	clip = word_is(word, "login") && rest[0] != '\0';
	tiny = word_is(word, "connect") && rest[0] != '\0';
	s->is_program = clip || tiny || session_is_json(s);
	word += slash;
	session_form_free(s);
	if (session_get_form(s) == NULL) {
		msg_login_busy(&s->out);
		session_write_prompt(w, s);
	} else if (clip) {
		clip_login(w, s, rest);
	} else if (tiny) {
		tiny_login(w, s, rest);
	} else if (word_is(word, "guest")) {
		enter_as_guest(w, s, false);
	} else if (slash || (session_is_interactive(s) && cmd_is_full_name(word) &&
				!account_exists(w, word))) {
		guest_login_help(w, s, word);
	} else if (!refuse_clear_password(w, s)) {
		(void)sbuf_copy(s->form->name, sizeof(s->form->name),
		    strlen(word) <= STORE_NAME_MAX ? word : "");
		session_set_state(w, s, ST_PASSWORD);
		session_set_echo(w, s, false);
		session_write_prompt(w, s);
	}
}

static void
handle_password_line(struct world *w, struct session *s, char *text)
{
	char name[STORE_NAME_MAX + 1];

	session_set_echo(w, s, true);
	if (text[0] == '\0' && session_is_interactive(s)) {
		msg_newline(&s->out);
		session_form_free(s);
		return_to_name_prompt(w, s);
		session_write_prompt(w, s);
		return;
	}
	(void)sbuf_copy(name, sizeof(name), s->form->name);
	post_password_check(w, s, name, text);
}

/* ---- registration ---- */

struct staff_search {
	const char *name;
	bool found;
};

static void
compare_staff_name(void *ctx, const char *name)
{
	struct staff_search *r = ctx;

	r->found = r->found || username_resembles(r->name, name);
}

/* Returns whether the name could be mistaken for an operator's name. */
static bool
resembles_staff(struct world *w, const char *name)
{
	struct staff_search r = { .name = name };

	store_staff_each(w->store, compare_staff_name, &r);
	return r.found;
}

/* Returns whether the name may be registered.  Reports the reason if not. */
static bool
name_is_free(struct world *w, struct session *s, const char *name)
{
	static const enum msg_id REFUSALS[] = {
		[USERNAME_EMPTY] = MSG_name_chars,
		[USERNAME_BAD_CHARS] = MSG_name_chars,
		[USERNAME_TOO_SHORT] = MSG_name_short,
		[USERNAME_TOO_LONG] = MSG_name_long,
	};
	enum username_err err = username_check(name);
	struct user_record u;

	if (err != USERNAME_OK && err != USERNAME_RESERVED) {
		msg_write(&s->out, REFUSALS[err]);
		return false;
	}
	if (err == USERNAME_OK && !username_resembles(name, w->config.server_name) &&
	    ban_of_name(w, name) == NULL && !bots_reserve_name(w, name) &&
	    !resembles_staff(w, name) && !store_user_by_name(w->store, name, &u) &&
	    !store_name_is_reserved(w->store, name))
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
refuse_while_busy(const struct world *w, struct session *s)
{
	(void)w;
	msg_login_busy(&s->out);
}

void
login_begin_registration(struct world *w, struct session *s, char *rest)
{
	const char *name = word_next(&rest);

	if (login_refuses_registration(w, s) || login_refuses_passwords(w, s)) {
		session_write_prompt(w, s);
		return;
	}
	if (!guard_may_register(w, s)) {
		refuse_more_accounts(w, s);
	} else if (store_refusing(w->store)) {
		msg_disk_refuse(&s->out);
	} else if ((name == NULL || rest[0] != '\0') && session_is_interactive(s)) {
		msg_name_one_word(&s->out); /* client programs may add words, which are
					     * ignored */
	} else if (name_is_free(w, s, name != NULL ? name : "") &&
		   session_get_form(s) != NULL) {
		(void)sbuf_copy(s->form->name, sizeof(s->form->name), name);
		session_set_state(w, s, ST_NEW_PASSWORD);
		msg_name_will_be(&s->out, name);
		session_set_echo(w, s, false);
	}
	session_write_prompt(w, s);
}

/* Ends the dialog in which a password is chosen.  A guest stays a guest; a user who recovers an
 * account returns to "login: ". */
static void
end_password_choice(struct world *w, struct session *s, enum msg_id why)
{
	bool old = s->form->user != 0;

	session_set_echo(w, s, true);
	msg_newline(&s->out);
	msg_write(&s->out, why);
	session_form_free(s);
	session_set_state(w, s, old ? ST_NAME : ST_GUEST);
	session_write_prompt(w, s);
}

static void
cancel_password_choice(struct world *w, struct session *s)
{
	end_password_choice(w, s, s->form->user != 0 ? MSG_nothing_changed : MSG_no_password);
}

/* Counts a refused answer of an interactive user.  If the answer looks like a command or is the
 * last one allowed, ends the dialog with a message and returns true.  last: the message after
 * the last answer. */
static bool
ends_after_refused_answer(
    struct world *w, struct session *s, const char *text, enum msg_id last)
{
	bool command = cmd_looks_like_command(s, text);

	if (!session_is_interactive(s) ||
	    (!command && ++s->form->wrong_answers < FORM_WRONG_ANSWERS_MAX))
		return false;
	end_password_choice(w, s, command ? MSG_dialog_command : last);
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
handle_new_password_line(struct world *w, struct session *s, char *text)
{
	bool good;

	if (text[0] == '\0') {
		cancel_password_choice(w, s);
		return;
	}
	if (session_is_interactive(s) && cmd_looks_like_command(s, text)) {
		end_password_choice(w, s, MSG_dialog_command);
		return;
	}
	msg_newline(&s->out);
	good = login_password_ok(w, &s->out, text);
	if (good) {
		login_restart_time(w, s);
		(void)sbuf_copy(s->form->password, sizeof(s->form->password), text);
		session_set_state(w, s, ST_RETYPE_PASSWORD);
	} else if (ends_after_refused_answer(w, s, text, MSG_dialog_wrong)) {
		return;
	}
	session_write_prompt(w, s);
}

static void
handle_retyped_password(struct world *w, struct session *s, char *text)
{
	bool account = s->form->user == 0;

	if (text[0] == '\0' && session_is_interactive(s)) {
		cancel_password_choice(w, s);
		return;
	}
	if (strcmp(text, s->form->password) != 0) {
		if (ends_after_refused_answer(w, s, text, MSG_dialog_differed))
			return;
		msg_newline(&s->out);
		sodium_memzero(s->form->password, sizeof(s->form->password));
		session_set_state(w, s, ST_NEW_PASSWORD);
		msg_passwords_differ(&s->out);
		return;
	}
	if ((account && !guard_may_register(w, s)) ||
	    !cmd_post_password(w, s, WORK_HASH, text, "")) {
		msg_newline(&s->out);
		(account ? refuse_more_accounts : refuse_while_busy)(w, s);
		session_write_prompt(w, s);
		return;
	}
	if (account)
		guard_count_registration(w, s);
	session_set_echo(w, s, true);
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
	if (u->id != 0 && s->guest_language != LANG_EN)
		store_setting_set(w->store, u->id, VARIABLE_NAMES[VAR_LANGUAGE],
		    CATALOGUES[s->guest_language].code);
	if (u->id != 0 && session_is_interactive(s))
		store_setting_set(w->store, u->id, VARIABLE_NAMES[VAR_DIRECTION], "home");
	return u->id != 0;
}

static void
refuse_account(struct world *w, struct session *s)
{
	session_form_free(s);
	session_set_state(w, s, ST_GUEST);
	msg_newline(&s->out);
	if (!login_refuses_registration(w, s))
		msg_registration_failed(&s->out);
	session_write_prompt(w, s);
}

static void
on_password_hashed(struct world *w, struct session *s, const struct work_result *r)
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
		w->net.add_penalty(w->net.ctx, s->conn, NEW_ACCOUNT_PENALTY_S);
		session_login(w, s, &u, true);
		if (s->state == ST_ONLINE)
			session_write_prompt(w, s);
		return;
	}
	session_form_free(s);
	session_set_state(w, s, ST_GUEST);
	msg_newline(&s->out);
	if (!store_unreachable(w->store) && store_user_by_name(w->store, name, &u))
		msg_name_taken(&s->out, name);
	else
		msg_registration_failed(&s->out);
	session_write_prompt(w, s);
}

/* ---- dispatch ---- */

void
login_work_done(struct world *w, struct session *s, const struct work_result *r)
{
	if (s->state == ST_VERIFY && r->kind == WORK_VERIFY)
		on_password_checked(w, s, r);
	else if (s->state == ST_REGISTER && r->kind == WORK_HASH)
		(s->form->user != 0 ? recover_password_hashed : on_password_hashed)(w, s, r);
}

bool
login_charge_line(struct world *w, struct session *s)
{
	if (cmd_charge(w, s, LINE_COST) || ++s->delayed_lines <= FLOODING_LINES_MAX)
		return true;
	log_client(LOG_LEVEL_INFO, "closed", "conn=%" PRIu64 " reason=login_lines", s->conn);
	w->net.add_penalty(w->net.ctx, s->conn, FLOODING_PENALTY_S);
	msg_newline(&s->out);
	msg_login_lines(&s->out);
	session_close(w, s, END_DROPPED);
	return false;
}

void
login_uncharged_line(struct world *w, struct session *s, char *text)
{
	/* No other state receives lines. */
	static void (*const LINE[ST_COUNT])(struct world *, struct session *, char *) = {
		[ST_NAME] = handle_name_line,
		[ST_PASSWORD] = handle_password_line,
		[ST_GUEST] = guest_line,
		[ST_NEW_PASSWORD] = handle_new_password_line,
		[ST_RETYPE_PASSWORD] = handle_retyped_password,
		[ST_RECOVERY_CODE] = recover_code_seen_at_login,
	};

	if (LINE[s->state] != NULL)
		LINE[s->state](w, s, text);
}

void
login_line(struct world *w, struct session *s, char *text)
{
	if (login_charge_line(w, s))
		login_uncharged_line(w, s, text);
}
