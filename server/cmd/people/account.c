/* SPDX-License-Identifier: MIT */
/* Commands with which users leave the server or manage their own accounts. */
#include "cmd/cmd.h"

#include <string.h>

#include <sodium.h>

#include "os/log.h"
#include "people/people.h"
#include "login/guard.h"
#include "login/recovery.h"
#include "login/resume_token.h"
#include "login/lifecycle.h"
#include "moderation/bans.h"
#include "moderation/moderation.h"
#include "output/output.h"
#include "proto/words.h"

#define DIALOG_LINE_COST 10 /* tenths of a second, for each line of a dialog */

void
cmd_bye(struct ctx *c, char *rest)
{
	(void)rest;
	session_close(c->w, c->s, END_LOGOUT);
}

void
cmd_name(struct ctx *c, char *rest)
{
	if (c->s->state == ST_GUEST)
		login_begin_registration(c->w, c->s, rest);
	else
		msg_not_change_name(c->out);
}

/* ---- address ---- */

/* Checks only that there is text on both sides of a single '@'. */
static bool
looks_like_email(const char *mail)
{
	const char *at = strchr(mail, '@');

	return at != NULL && at != mail && at[1] != '\0' && strchr(at + 1, '@') == NULL;
}

void
cmd_address(struct ctx *c, char *rest)
{
	const char *mail = word_next(&rest);

	if (mail == NULL) {
		msg_address_none(c->out);
	} else if (strlen(mail) >= STORE_EMAIL_MAX) {
		msg_address_long(c->out);
	} else if (!looks_like_email(mail)) {
		msg_address_bad(c->out, mail);
	} else {
		player_set_email(c->w, c->p, mail);
		msg_address_set(c->out, mail);
		feed_row_changed(c->w, c->s);
	}
}

/* ---- password [OLD:NEW:NEW] ---- */

/* Returns whether the password may be guessed again.  Guesses are limited because someone else
 * may be at the user's keyboard. */
static bool
may_guess(struct ctx *c, const struct user_record *u)
{
	(void)sbuf_copy(c->s->form->name, sizeof(c->s->form->name), u->name);
	guard_check_network(c->w, c->s, u);
	if (guard_may_guess(c->w, c->s))
		return true;
	msg_login_guesses(c->out);
	return false;
}

static void
report_wrong_password(struct session *s)
{
	(s->form->purpose == PURPOSE_CHANGE_PASSWORD ? msg_password_wrong : msg_own_wrong)(
	    &s->out);
}

/* Posts the user's password to a worker to be checked.  WORK_CHANGE_PASSWORD also hashes the
 * new password, which is in the form.  Frees the form if no job was posted. */
static void
post_password_check(struct ctx *c, enum work_kind kind, const char *password)
{
	struct user_record u;

	if (strlen(password) > PASSWORD_MAX && c->s->form->looks_like_command) {
		msg_dialog_command(c->out);
	} else if (strlen(password) > PASSWORD_MAX) {
		report_wrong_password(c->s);
	} else if (store_refusing(c->w->store)) {
		msg_disk_refuse(c->out);
	} else if (!store_user_by_id(c->w->store, c->p->user, &u)) {
		msg_login_busy(c->out);
	} else if (may_guess(c, &u)) {
		c->s->form->worker_busy = true;
		if (cmd_post_password(c->w, c->s, kind, password, u.hash)) {
			guard_count_guess(c->w, c->s);
			session_update_input_pause(c->w, c->s);
			return;
		}
		msg_login_busy(c->out);
	}
	session_form_free(c->s);
}

static void
ask_password(struct ctx *c, enum dialog_question what)
{
	c->s->form->question = what;
	session_set_echo(c->w, c->s, false);
}

/* Asks again after a refused answer.  Returns false after the last permitted attempt; the
 * dialog then ends. */
static bool
ask_password_again(struct ctx *c, enum dialog_question what)
{
	if (++c->s->form->wrong_answers == FORM_WRONG_ANSWERS_MAX) {
		msg_dialog_wrong(c->out);
		return false;
	}
	ask_password(c, what);
	return true;
}

/* Handles the current password: posts it to be checked.  Text that looks like a command is
 * posted too, because it may be the password; only the reply to a wrong password differs. */
static void
handle_current_password(struct ctx *c, const char *text)
{
	(void)sbuf_copy(c->s->form->old, sizeof(c->s->form->old), text);
	c->s->form->typed_at_prompt = true;
	c->s->form->looks_like_command = cmd_looks_like_command(c->s, text);
	post_password_check(c, WORK_VERIFY, text);
}

static void
handle_new_password(struct ctx *c, const char *text)
{
	if (cmd_looks_like_command(c->s, text)) {
		msg_dialog_command(c->out);
		session_form_free(c->s);
	} else if (login_password_ok(c->w, c->out, text)) {
		(void)sbuf_copy(c->s->form->password, sizeof(c->s->form->password), text);
		ask_password(c, ASK_RETYPE_PASSWORD);
	} else if (!ask_password_again(c, ASK_NEW_PASSWORD)) {
		session_form_free(c->s);
	}
}

static void
handle_retyped_password(struct ctx *c, const char *text)
{
	if (strcmp(text, c->s->form->password) == 0) {
		post_password_check(c, WORK_CHANGE_PASSWORD, c->s->form->old);
		return;
	}
	sodium_memzero(c->s->form->password, sizeof(c->s->form->password));
	if (cmd_looks_like_command(c->s, text)) {
		msg_dialog_command(c->out);
		session_form_free(c->s);
		return;
	}
	msg_password_differed(c->out);
	if (!ask_password_again(c, ASK_NEW_PASSWORD))
		session_form_free(c->s);
}

void
account_dialog_line(struct world *w, struct session *s, char *text)
{
	static void (*const LINE[])(struct ctx * c, const char *text) = {
		[ASK_OLD_PASSWORD] = handle_current_password,
		[ASK_NEW_PASSWORD] = handle_new_password,
		[ASK_RETYPE_PASSWORD] = handle_retyped_password,
		[ASK_CONFIRM_PASSWORD] = handle_current_password,
	};
	struct ctx c = { w, s, s->player, &s->out, NULL, false };
	enum dialog_question asked = s->form->question;

	cmd_charge(w, s, DIALOG_LINE_COST);
	if (asked == ASK_CODE_READ) {
		recover_code_seen(w, s, text);
		return;
	}
	s->form->question = ASK_NOTHING;
	session_set_echo(w, s, true);
	msg_newline(&s->out); /* ends the line that was typed without echo */
	if (text[0] != '\0') {
		LINE[asked](&c, text);
	} else {
		session_form_free(s);
		msg_nothing_changed(&s->out);
	}
	session_write_prompt(w, s);
}

void
cmd_password(struct ctx *c, char *rest)
{
	char *first = strchr(rest, ':');
	char *second = first != NULL ? strchr(first + 1, ':') : NULL;

	if (rest[0] == '\0' && session_is_interactive(c->s) && session_get_form(c->s) != NULL) {
		msg_dialog_exit(c->out);
		ask_password(c, ASK_OLD_PASSWORD);
		return;
	}
	if (first == NULL || (second != NULL && strchr(second + 1, ':') != NULL)) {
		msg_password_usage(c->out);
		return;
	}
	if (second == NULL) {
		msg_password_twice(c->out);
		return;
	}
	*first = '\0';
	*second = '\0';
	if (strcmp(first + 1, second + 1) != 0) {
		msg_password_twice(c->out);
	} else if (session_is_interactive(c->s) && cmd_is_full_name(first + 1)) {
		msg_password_command(c->out);
	} else if (login_password_ok(c->w, c->out, first + 1)) {
		if (session_get_form(c->s) == NULL) {
			msg_login_busy(c->out);
			return;
		}
		(void)sbuf_copy(c->s->form->password, sizeof(c->s->form->password), first + 1);
		post_password_check(c, WORK_CHANGE_PASSWORD, rest);
	}
}

/* Stores the new hash even if the session that asked for it has ended or the user has logged in
 * from elsewhere.  Revokes the user's token, which was issued under the old password. */
static bool
change_password(struct world *w, const struct work_result *r)
{
	struct session *now = NULL;
	struct user_record u;

	if (store_refusing(w->store) || !r->ok ||
	    !store_user_set_hash(w->store, r->password_user, r->checked_hash, r->hash))
		return false;
	if (store_user_by_id(w->store, r->password_user, &u))
		now = session_by_name(w, u.name);
	if (now != NULL)
		now->resume.has_token = false;
	resume_token_revoke_user(w, r->password_user);
	recovery_void_pending(w, r->password_user);
	return true;
}

void
account_password_changed(struct world *w, struct session *s, const struct work_result *r)
{
	bool token = s != NULL && s->resume.has_token, changed = change_password(w, r);

	w->people->password_changes_pending--;
	if (s == NULL || s->state != ST_ONLINE || s->form == NULL || !s->form->worker_busy)
		return;
	session_line_received(w, s); /* the output answers the user's line */
	if (r->password_right)
		guard_uncount_guess(w, s);
	if (changed)
		msg_password_changed(&s->out);
	else if (store_refusing(w->store))
		msg_disk_refuse(&s->out);
	else
		(r->password_right ? msg_login_busy : msg_password_wrong)(&s->out);
	if (changed && token)
		resume_token_give(w, s);
	session_form_free(s);
	session_write_prompt(w, s);
}

/* ---- password for other commands ---- */

void
account_ask_password(struct ctx *c, enum job_purpose purpose)
{
	if (session_get_form(c->s) == NULL) {
		msg_login_busy(c->out);
		return;
	}
	c->s->form->purpose = purpose;
	msg_dialog_exit(c->out);
	ask_password(c, ASK_CONFIRM_PASSWORD);
}

void
account_check_password(struct ctx *c, enum job_purpose purpose, const char *password)
{
	if (session_get_form(c->s) == NULL) {
		msg_login_busy(c->out);
		return;
	}
	c->s->form->purpose = purpose;
	post_password_check(c, WORK_VERIFY, password);
}

/* ---- forget me [no] ---- */

static void
print_erasure_date(struct ctx *c)
{
	int64_t due_s = store_forget_due(c->w->store, c->p->user);
	char when[64];

	cmd_time_text(c, due_s, msg_text(c->out, MSG_strftime_day), when, sizeof(when));
	msg_forget_due(c->out, when);
}

static bool
forget_me(struct ctx *c, const struct work_result *r)
{
	(void)r;
	moderation_schedule_deletion(c->w, c->p->user);
	log_client(LOG_LEVEL_INFO, "forget", "name=%s address=%s", c->p->name, c->s->host);
	print_erasure_date(c);
	return false;
}

void
cmd_forget(struct ctx *c, char *rest)
{
	const char *me = word_next(&rest);
	bool due = store_forget_due(c->w->store, c->p->user) != 0;

	if (me == NULL || !word_is(me, "me") || strchr(rest, ' ') != NULL) {
		msg_forget_usage(c->out);
	} else if (word_is(rest, "no")) {
		store_forget_end(c->w->store, c->p->user);
		msg_write(c->out, due ? MSG_forget_no : MSG_forget_none);
	} else if (due) { /* repeating the command does not postpone the erasure */
		print_erasure_date(c);
	} else if (rest[0] != '\0') {
		account_check_password(c, PURPOSE_ERASE_ACCOUNT, rest);
	} else if (session_is_interactive(c->s)) {
		account_ask_password(c, PURPOSE_ERASE_ACCOUNT);
	} else {
		msg_forget_usage(c->out);
	}
}

/* Returns whether the password that was checked is still the current one. */
static bool
is_current_password(const struct ctx *c, const struct work_result *r)
{
	struct user_record u;

	return store_user_by_id(c->w->store, c->p->user, &u) &&
	       strcmp(u.hash, r->checked_hash) == 0;
}

static bool
ask_new_password(struct ctx *c, const struct work_result *r)
{
	(void)r;
	c->s->form->wrong_answers = 0;
	ask_password(c, ASK_NEW_PASSWORD);
	return true;
}

/* Reports a wrong password.  Returns true if it is asked for again. */
static bool
handle_wrong_password(struct ctx *c, enum job_purpose purpose)
{
	struct login_form *f = c->s->form;

	if (f->looks_like_command) {
		msg_dialog_command(c->out);
		return false;
	}
	report_wrong_password(c->s);
	return f->typed_at_prompt &&
	       ask_password_again(c, purpose == PURPOSE_CHANGE_PASSWORD ? ASK_OLD_PASSWORD
									: ASK_CONFIRM_PASSWORD);
}

void
account_work_done(struct world *w, struct session *s, const struct work_result *r)
{
	/* each returns true if the dialog continues */
	static bool (*const DO[PURPOSE_COUNT])(struct ctx * c, const struct work_result *r) = {
		[PURPOSE_CHANGE_PASSWORD] = ask_new_password,
		[PURPOSE_NEW_RECOVERY_CODE] = recover_give_new_code,
		[PURPOSE_RESET_PASSWORD] = recover_reset_hashed,
		[PURPOSE_ERASE_ACCOUNT] = forget_me,
	};
	struct ctx c = { w, s, s->player, &s->out, NULL, false };
	bool continues = false;

	if (s->form == NULL || !s->form->worker_busy)
		return;
	s->form->worker_busy = false;
	session_line_received(w, s); /* the output answers the user's line */
	if (r->password_right)
		guard_uncount_guess(w, s);
	if (store_refusing(w->store))
		msg_disk_refuse(&s->out);
	else if (r->kind == WORK_VERIFY && !r->ok)
		continues = handle_wrong_password(&c, s->form->purpose);
	else if (r->kind == WORK_VERIFY && !is_current_password(&c, r))
		msg_login_busy(&s->out);
	else
		continues = DO[s->form->purpose](&c, r);
	if (continues)
		session_update_input_pause(w, s);
	else
		session_form_free(s);
	session_write_prompt(w, s);
}

/* ---- token [new|revoke] ---- */

static void
print_token_expiry(struct ctx *c)
{
	int64_t until_s = store_token_until(c->w->store, c->p->user);
	char when[64];

	if (until_s <= world_now_s(c->w)) {
		msg_token_none(c->out);
		return;
	}
	cmd_time_text(c, until_s, msg_text(c->out, MSG_strftime_day), when, sizeof(when));
	msg_token_until(c->out, when);
}

void
cmd_token(struct ctx *c, char *rest)
{
	const char *word = word_next(&rest);
	bool give = word != NULL && word_is(word, "new");
	bool revoke = word != NULL && word_is(word, "revoke");

	if (word == NULL) {
		print_token_expiry(c);
	} else if (rest[0] != '\0' || (!give && !revoke)) {
		msg_token_usage(c->out);
	} else if (store_refusing(c->w->store)) {
		msg_disk_refuse(c->out);
	} else if (give) {
		session_mark_answer(c->s, false); /* a program reads the answer, so the pager
						   * must not hold it back */
		resume_token_give(c->w, c->s);
	} else {
		resume_token_revoke(c->w, c->s);
		msg_token_revoked(c->out);
	}
}
