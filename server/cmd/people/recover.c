/* SPDX-License-Identifier: MIT */
/* Recovers accounts whose password was forgotten or stolen.  The owner uses a recovery code, or
 * a password that an operator has made for a single log-in.
 *
 * Either way the user then chooses a new password, in the same session states as during
 * registration.  The permission is checked again after the new password has been hashed. */
#include "cmd/cmd.h"

#include <string.h>

#include <sodium.h>

#include "login/guard.h"
#include "login/recovery.h"
#include "login/resume_token.h"
#include "login/lifecycle.h"
#include "match/match.h"
#include "moderation/moderation.h"
#include "output/output.h"
#include "output/pager.h"
#include "people/people.h"
#include "proto/words.h"
#include "tournament/tournament.h"

#define DATE_FORMAT "%Y-%m-%d %H:%M %Z"

/* ---- choosing a new password ---- */

static void
begin_password_choice(
    struct world *w, struct session *s, const struct user_record *u, enum job_purpose by)
{
	s->form->user = u->id;
	s->form->purpose = by;
	(void)sbuf_copy(s->form->current_hash, sizeof(s->form->current_hash), u->hash);
	session_set_state(w, s, ST_NEW_PASSWORD);
	msg_recover_choose(&s->out, u->name);
	session_set_echo(w, s, false);
	session_write_prompt(w, s);
}

/* Returns whether the recovery code, or the password made by an operator, is still valid. */
static bool
is_recovery_still_valid(const struct world *w, const struct session *s)
{
	struct reset_record r;

	return s->form->purpose == PURPOSE_NEW_RECOVERY_CODE
		   ? store_recovery_code_matches(w->store, s->form->user, s->form->code_hash)
		   : store_password_reset_of(w->store, s->form->user, &r);
}

static void
revoke_other_access(struct world *w, const struct user_record *u, bool code_too)
{
	struct session *now = session_by_name(w, u->name);

	if (now != NULL)
		now->resume.has_token = false;
	resume_token_revoke_user(w, u->id);
	store_password_reset_delete(w->store, u->id);
	store_forget_end(w->store, u->id); /* an intruder may have requested the erasure */
	recovery_void_pending(w, u->id);
	if (code_too)
		store_recovery_end(w->store, u->id);
}

/* Warns the account's current session before it is closed: it may be the owner's, if the
 * recovery code was stolen. */
static void
warn_current_session(const struct world *w, const struct user_record *u)
{
	struct session *now = session_by_name(w, u->name);

	if (now != NULL && session_is_interactive(now)) /* programs get a message later */
		msg_recovery_used_now(&now->out);
}

/* Shows the new code to an interactive user before logging them in, because the log-in may
 * resume a match and draw its board. */
static void
show_new_code(struct world *w, struct session *s, const struct user_record *u, const char *hash)
{
	struct session *now = session_by_name(w, u->name);

	if (now != NULL)
		session_close(w, now, END_REPLACED);
	store_recovery_note(w->store, u->id, true, wallclock_new_stamp_ms(w) / 1000);
	recovery_clear_screen(s);
	msg_newline(&s->out);
	msg_recovered(&s->out);
	recovery_give_code(w, s, u->id, u->name);
	(void)sbuf_copy(s->form->current_hash, sizeof(s->form->current_hash), hash);
	login_restart_time(w, s);
	session_set_state(w, s, ST_RECOVERY_CODE);
	session_ask_window_size(s);
	session_write_prompt(w, s);
}

/* Logs the user in.  A client program gets the new code afterwards. */
static void
log_in_recovered(struct world *w, struct session *s, const struct user_record *u, bool by_code)
{
	session_set_mode(s, MODE_TELNET);
	session_login(w, s, u, false);
	if (by_code)
		store_recovery_note(w->store, u->id, true, wallclock_new_stamp_ms(w) / 1000);
	if (s->state != ST_ONLINE)
		return; /* cannot happen after a recovery code was used: see reserve_player */
	msg_write(&s->out, by_code ? MSG_recovered : MSG_password_changed);
	if (by_code)
		recovery_give_code(w, s, u->id, u->name);
	session_write_prompt(w, s);
}

/* Loads the player of a client program's user.  Returns false on failure.  Called before the
 * recovery code is used up.  After that the log-in must not fail, because client programs
 * receive the new code only after logging in; interactive users see it before. */
static bool
reserve_player(struct world *w, const struct session *s, const struct user_record *u)
{
	return session_is_interactive(s) || player_load(w, u, s->is_program) != NULL;
}

/* Releases the reservation of reserve_player. */
static void
release_player(struct world *w, const struct user_record *u)
{
	struct player *p = player_by_name(w, u->name);

	if (p != NULL && p->session == 0)
		player_release(w, p);
}

void
recover_password_hashed(struct world *w, struct session *s, const struct work_result *r)
{
	bool by_code = s->form->purpose == PURPOSE_NEW_RECOVERY_CODE;
	struct user_record u;

	if (!r->ok || store_refusing(w->store) ||
	    !store_user_by_id(w->store, s->form->user, &u)) {
		login_report_busy(w, s);
		return;
	}
	if (login_refuses_banned(w, s, &u))
		return;
	if (by_code && !reserve_player(w, s, &u)) {
		login_report_busy(w, s);
		return;
	}
	if (!is_recovery_still_valid(w, s) ||
	    !store_user_set_hash(w->store, u.id, s->form->current_hash, r->hash)) {
		release_player(w, &u);
		login_failed(w, s, false);
		return;
	}
	revoke_other_access(w, &u, by_code);
	if (by_code)
		warn_current_session(w, &u);
	if (by_code && session_is_interactive(s))
		show_new_code(w, s, &u, r->hash);
	else
		log_in_recovered(w, s, &u, by_code);
}

/* Logs the user in once the code has been read.  Checks the account again, because it may have
 * been reset, erased or banned meanwhile. */
void
recover_code_seen_at_login(struct world *w, struct session *s, char *text)
{
	struct user_record u;

	(void)text;
	recovery_clear_screen(s);
	if (store_refusing(w->store) || !store_user_by_id(w->store, s->form->user, &u)) {
		login_report_busy(w, s);
		return;
	}
	if (strcmp(u.hash, s->form->current_hash) != 0) {
		login_failed(w, s, false);
		return;
	}
	if (login_refuses_banned(w, s, &u))
		return;
	session_set_mode(s, MODE_TELNET);
	session_login(w, s, &u, false);
	if (s->state == ST_ONLINE)
		session_write_prompt(w, s);
}

/* ---- recover NAME CODE, for guests ---- */

/* Checks a recovery code and starts the recovery.  A code of 100 bits cannot be guessed, so it
 * is checked even after too many guesses for the name; otherwise strangers could lock the owner
 * out.  Wrong codes count as wrong passwords.  They count for the address even after too many
 * guesses for the name. */
static void
post_recovery(struct world *w, struct session *s, const char *name, const char *code)
{
	struct user_record u = { 0 };
	bool right, here;

	if (sbuf_copy(s->form->name, sizeof(s->form->name), name))
		(void)store_user_by_name(w->store, name, &u);
	recovery_hash(code, s->form->code_hash);
	guard_check_network(w, s, &u);
	if (u.id != 0)
		recovery_activate_due(w, u.id);
	right = u.id != 0 && store_recovery_code_matches(w->store, u.id, s->form->code_hash);
	here = guard_address_may_guess(w, s);
	if (!here || (!right && !guard_may_guess(w, s))) {
		if (here) /* a guess that is refused because of its address is not counted:
			   * other users may share that address */
			guard_count_address_guess(w, s);
		msg_login_guesses(&s->out);
		login_failed(w, s, true);
	} else if (!right) {
		guard_count_guess(w, s);
		msg_recover_wrong(&s->out);
		login_failed(w, s, true);
	} else if (!login_refuses_banned(w, s, &u)) {
		begin_password_choice(w, s, &u, PURPOSE_NEW_RECOVERY_CODE);
	}
}

void
cmd_recover(struct ctx *c, char *rest)
{
	const char *name = word_next(&rest);
	struct session *s = c->s;

	if (s->state == ST_ONLINE) {
		msg_recover_online(c->out);
		return;
	}
	if (name == NULL || rest[0] == '\0')
		msg_recover_usage(c->out);
	else if (store_refusing(c->w->store))
		msg_disk_refuse(c->out);
	else if (session_get_form(s) == NULL)
		msg_login_busy(c->out);
	else if (!login_refuses_passwords(c->w, s)) {
		post_recovery(c->w, s, name, rest);
		return;
	}
	session_write_prompt(c->w, s);
}

/* ---- recovery ---- */

/* Makes the session wait for [Return] before it runs the command.  Returns false if the command
 * does not fit into the form. */
static bool
wait_until_read(struct session *s, const char *word, const char *rest)
{
	struct login_form *f = session_get_form(s);
	struct sbuf b;

	if (f == NULL)
		return false;
	SBUF_INIT(&b, f->old);
	sbuf_addf(&b, "%s%s%s", word, rest[0] != '\0' ? " " : "", rest);
	if (!sbuf_ok(&b)) {
		session_form_free(s);
		return false;
	}
	recovery_begin_reading(s);
	return true;
}

/* Shows the recovery code to a new user before the first command.  If it were shown at
 * registration it could be lost: client programs register in the same dialogue and disconnect
 * without giving a command. */
bool
recover_show_first_code(struct ctx *c, const char *word, const char *rest)
{
	if (store_refusing(c->w->store) || !wait_until_read(c->s, word, rest))
		return false; /* the code is shown with a later command */
	c->p->recovery_code_due = false;
	session_mark_answer(c->s, false);
	recovery_clear_screen(c->s);
	recovery_give_code(c->w, c->s, c->p->user, c->p->name);
	return true;
}

/* Mentions `play` to a new user, unless the waiting command is `play` itself. */
static void
mention_play(struct session *s, const char *line)
{
	char text[PASSWORD_MAX + 1];
	char *rest = text;
	const char *word;
	const struct command *cmd;

	(void)sbuf_copy(text, sizeof(text), line);
	word = word_next(&rest);
	cmd = word != NULL ? cmd_find(word) : NULL;
	if (cmd != NULL && cmd->run != cmd_play)
		msg_play_hint(&s->out);
}

/* Runs the command that waited, then the line that was typed in answer to [Return]. */
void
recover_code_seen(struct world *w, struct session *s, char *text)
{
	struct ctx c = { w, s, s->player, &s->out, NULL, false };
	char line[PASSWORD_MAX + 1];

	(void)sbuf_copy(line, sizeof(line), s->form->old);
	recovery_end_reading(w, s);
	cmd_resume_after_code(&c);
	mention_play(s, line);
	cmd_line(w, s, line);
	if (text[0] == '\0' || s->state != ST_ONLINE)
		return;
	if (session_input_waits(s)) {
		msg_dialog_command(&s->out);
		session_write_prompt(w, s);
	} else {
		cmd_line(w, s, text);
	}
}

/* An account counts as new for this many seconds: long enough for users of client programs, who
 * register by hand, log in again with the program, and then request their first code. */
#define NEW_ACCOUNT_S 900

static bool
is_first_code(const struct ctx *c)
{
	struct store *store = c->w->store;
	int64_t user = c->p->user;
	int64_t now_s = world_now_s(c->w);
	struct user_record u;

	return store_user_by_id(store, user, &u) && u.created_s <= now_s &&
	       now_s - u.created_s < NEW_ACCOUNT_S && store_recovery_made(store, user) == 0 &&
	       recovery_code_valid_from_s(c->w, user) == 0;
}

/* Returns whether a board is on the screen, or may appear before the user has read the code. */
static bool
may_show_board(const struct ctx *c)
{
	return c->s->match != 0 || c->s->watching != 0 || match_awaits_opponent(c->w, c->s) ||
	       tourneys_has_interrupted(c->w, c->p->user);
}

/* Prevents a match from starting before the user has read the code. */
static void
withdraw_invitation(struct session *s)
{
	s->resume.busy_seq++; /* cancels a request to resume a match */
	cmd_withdraw_invitation(s);
}

/* Checks for a board again: a match may have begun while the user typed the password. */
bool
recover_give_new_code(struct ctx *c, const struct work_result *r)
{
	struct login_form *f = c->s->form;
	bool person = session_is_interactive(c->s);

	(void)r;
	if (person && may_show_board(c)) {
		msg_recovery_alone(c->out);
		return false;
	}
	if (person) {
		recovery_clear_screen(c->s);
		withdraw_invitation(c->s);
	}
	if (is_first_code(c))
		recovery_give_code(c->w, c->s, c->p->user, c->p->name);
	else
		recovery_give_delayed_code(c->w, c->s);
	sodium_memzero(f->old, sizeof(f->old)); /* no command waits */
	f->question = ASK_NOTHING;
	if (person)
		recovery_begin_reading(c->s);
	return person;
}

void
cmd_recovery(struct ctx *c, char *rest)
{
	bool person = session_is_interactive(c->s);

	if (person && may_show_board(c))
		msg_recovery_alone(c->out);
	else if (rest[0] != '\0')
		account_check_password(c, PURPOSE_NEW_RECOVERY_CODE, rest);
	else if (person)
		account_ask_password(c, PURPOSE_NEW_RECOVERY_CODE);
	else
		msg_recovery_usage(c->out);
}

/* ---- reset NAME, for operators ---- */

void
cmd_reset(struct ctx *c, char *rest)
{
	const char *name = word_next(&rest);
	struct session *s = c->s;
	struct user_record u;

	if (name == NULL || rest[0] != '\0') {
		msg_reset_usage(c->out);
		return;
	}
	if (!cmd_find_account(c, name, msg_no_user_called, &u) || !cmd_may_act_on(c, &u))
		return;
	if (user_is_bot(&u)) {
		msg_reset_bot(c->out, u.name);
		return;
	}
	if (session_get_form(s) == NULL) {
		msg_login_busy(c->out);
		return;
	}
	s->form->purpose = PURPOSE_RESET_PASSWORD;
	s->form->user = u.id;
	(void)sbuf_copy(s->form->current_hash, sizeof(s->form->current_hash), u.hash);
	recovery_random_text(c->w, s->form->password);
	s->form->worker_busy = cmd_post_password(c->w, s, WORK_HASH, s->form->password, "");
	if (s->form->worker_busy) {
		session_update_input_pause(c->w, s);
		return;
	}
	session_form_free(s);
	msg_login_busy(c->out);
}

/* Closes the account's session, which may belong to a thief, and voids any recovery code that
 * the thief has made. */
static void
reset_password(struct ctx *c, const struct user_record *u)
{
	struct reset_record r = { .user = u->id, .at_s = world_now_s(c->w) };
	struct session *to = session_by_name(c->w, u->name);
	char when[64];

	r.until_s = r.at_s + RECOVERY_RESET_VALID_S;
	(void)sbuf_copy(r.actor, sizeof(r.actor), c->p->name);
	revoke_other_access(c->w, u, true);
	store_password_reset_set(c->w->store, &r);
	moderation_log(c->w, c->p->name, "reset", u->name, "", "");
	if (to != NULL) {
		msg_you_are_reset(&to->out);
		session_kick(c->w, to, NULL, MSG_kick_reset);
	}
	cmd_time_text(c, r.until_s, DATE_FORMAT, when, sizeof(when));
	msg_reset_done(c->out, u->name, c->s->form->password, when);
}

/* Checks the roles again, because either user's may have changed meanwhile. */
bool
recover_reset_hashed(struct ctx *c, const struct work_result *r)
{
	const struct login_form *f = c->s->form;
	struct user_record u;

	if (!r->ok || store_refusing(c->w->store) ||
	    !store_user_by_id(c->w->store, f->user, &u))
		msg_login_busy(c->out);
	else if (c->p->role < ROLE_OPERATOR || !moderation_outranks(c->p, &u))
		msg_permission_denied(c->out);
	else if (!store_user_set_hash(c->w->store, u.id, f->current_hash, r->hash))
		msg_reset_late(c->out, u.name, u.name);
	else
		reset_password(c, &u);
	return false;
}

void
recover_after_reset_login(struct world *w, struct session *s, const struct user_record *u,
    const struct reset_record *r)
{
	char when[64];

	if (world_now_s(w) >= r->until_s) {
		login_failed(w, s, false);
		return;
	}
	msg_newline(&s->out);
	if (!session_is_interactive(s)) {
		msg_reset_by_hand(&s->out);
		login_failed(w, s, true);
		return;
	}
	time_text(r->at_s, "%Y-%m-%d %H:%M UTC", when, sizeof(when));
	msg_reset_told(&s->out, r->actor, when);
	begin_password_choice(w, s, u, PURPOSE_RESET_PASSWORD);
}
