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

#define LINE_COST 10 /* tenths of a second, for each line of a dialog */

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
		login_guest_name(c->w, c->s, rest);
	else
		msg_not_change_name(c->out);
}

/* ---- address ---- */

/* Checks only that there is text on both sides of a single '@'. */
static bool
looks_like_mail(const char *mail)
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
	} else if (!looks_like_mail(mail)) {
		msg_address_bad(c->out, mail);
	} else {
		player_set_email(c->w, c->p, mail);
		msg_address_set(c->out, mail);
		feed_row(c->w, c->s);
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
report_wrong(struct session *s)
{
	(s->form->errand == ERRAND_PASSWORD ? msg_password_wrong : msg_own_wrong)(&s->out);
}

/* Posts the user's password to a worker to be checked.  WORK_CHANGE also hashes the new
 * password, which is in the form.  Frees the form if no job was posted. */
static void
check(struct ctx *c, enum work_kind kind, const char *password)
{
	struct user_record u;

	if (strlen(password) > PASSWORD_MAX && c->s->form->command) {
		msg_dialog_command(c->out);
	} else if (strlen(password) > PASSWORD_MAX) {
		report_wrong(c->s);
	} else if (store_refusing(c->w->store)) {
		msg_disk_refuse(c->out);
	} else if (!store_user_by_id(c->w->store, c->p->user, &u)) {
		msg_login_busy(c->out);
	} else if (may_guess(c, &u)) {
		c->s->form->changing = true;
		if (cmd_post(c->w, c->s, kind, password, u.hash)) {
			guard_count_guess(c->w, c->s);
			session_update_pause(c->w, c->s);
			return;
		}
		msg_login_busy(c->out);
	}
	session_form_free(c->s);
}

static void
ask(struct ctx *c, enum asking what)
{
	c->s->form->asking = what;
	session_echo(c->w, c->s, false);
}

/* Asks again after a refused answer.  Returns false after the last permitted attempt; the
 * dialog then ends. */
static bool
ask_again(struct ctx *c, enum asking what)
{
	if (++c->s->form->wrong == FORM_WRONG_MAX) {
		msg_dialog_wrong(c->out);
		return false;
	}
	ask(c, what);
	return true;
}

/* Handles the current password: posts it to be checked.  Text that looks like a command is
 * posted too, because it may be the password; only the reply to a wrong password differs. */
static void
present_line(struct ctx *c, const char *text)
{
	(void)sbuf_copy(c->s->form->old, sizeof(c->s->form->old), text);
	c->s->form->asked = true;
	c->s->form->command = cmd_looks_typed(c->s, text);
	check(c, WORK_VERIFY, text);
}

static void
new_line(struct ctx *c, const char *text)
{
	if (cmd_looks_typed(c->s, text)) {
		msg_dialog_command(c->out);
		session_form_free(c->s);
	} else if (login_password_ok(c->w, c->out, text)) {
		(void)sbuf_copy(c->s->form->password, sizeof(c->s->form->password), text);
		ask(c, ASK_AGAIN);
	} else if (!ask_again(c, ASK_NEW)) {
		session_form_free(c->s);
	}
}

static void
retyped_line(struct ctx *c, const char *text)
{
	if (strcmp(text, c->s->form->password) == 0) {
		check(c, WORK_CHANGE, c->s->form->old);
		return;
	}
	sodium_memzero(c->s->form->password, sizeof(c->s->form->password));
	if (cmd_looks_typed(c->s, text)) {
		msg_dialog_command(c->out);
		session_form_free(c->s);
		return;
	}
	msg_password_differed(c->out);
	if (!ask_again(c, ASK_NEW))
		session_form_free(c->s);
}

void
account_line(struct world *w, struct session *s, char *text)
{
	static void (*const LINE[])(struct ctx * c, const char *text) = {
		[ASK_OLD] = present_line,
		[ASK_NEW] = new_line,
		[ASK_AGAIN] = retyped_line,
		[ASK_OWN] = present_line,
	};
	struct ctx c = { w, s, s->player, &s->out, NULL, false };
	enum asking asked = s->form->asking;

	cmd_pay(w, s, LINE_COST);
	if (asked == ASK_CODE) {
		recover_code_seen(w, s, text);
		return;
	}
	s->form->asking = ASK_NOTHING;
	session_echo(w, s, true);
	msg_newline(&s->out); /* ends the line that was typed without echo */
	if (text[0] != '\0') {
		LINE[asked](&c, text);
	} else {
		session_form_free(s);
		msg_nothing_changed(&s->out);
	}
	session_prompt(w, s);
}

void
cmd_password(struct ctx *c, char *rest)
{
	char *first = strchr(rest, ':');
	char *second = first != NULL ? strchr(first + 1, ':') : NULL;

	if (rest[0] == '\0' && session_person(c->s) && session_form(c->s) != NULL) {
		msg_dialog_exit(c->out);
		ask(c, ASK_OLD);
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
	} else if (session_person(c->s) && cmd_named(first + 1)) {
		msg_password_command(c->out);
	} else if (login_password_ok(c->w, c->out, first + 1)) {
		if (session_form(c->s) == NULL) {
			msg_login_busy(c->out);
			return;
		}
		(void)sbuf_copy(c->s->form->password, sizeof(c->s->form->password), first + 1);
		check(c, WORK_CHANGE, rest);
	}
}

/* Stores the new hash even if the session that asked for it has ended or the user has logged in
 * from elsewhere.  Revokes the user's token, which was issued under the old password. */
static bool
change(struct world *w, const struct work_result *r)
{
	struct session *now = NULL;
	struct user_record u;

	if (store_refusing(w->store) || !r->ok ||
	    !store_user_set_hash(w->store, r->user, r->checked, r->hash))
		return false;
	if (store_user_by_id(w->store, r->user, &u))
		now = session_by_name(w, u.name);
	if (now != NULL)
		now->resume.token = false;
	resume_token_revoke_user(w, r->user);
	recovery_void_pending(w, r->user);
	return true;
}

void
account_changed(struct world *w, struct session *s, const struct work_result *r)
{
	bool token = s != NULL && s->resume.token, changed = change(w, r);

	w->people->password_changes--;
	if (s == NULL || s->state != ST_ONLINE || s->form == NULL || !s->form->changing)
		return;
	session_spoke(w, s); /* the output answers the user's line */
	if (r->right)
		guard_uncount_guess(w, s);
	if (changed)
		msg_password_changed(&s->out);
	else if (store_refusing(w->store))
		msg_disk_refuse(&s->out);
	else
		(r->right ? msg_login_busy : msg_password_wrong)(&s->out);
	if (changed && token)
		resume_token_give(w, s);
	session_form_free(s);
	session_prompt(w, s);
}

/* ---- password for other commands ---- */

void
account_ask_own(struct ctx *c, enum errand errand)
{
	if (session_form(c->s) == NULL) {
		msg_login_busy(c->out);
		return;
	}
	c->s->form->errand = errand;
	msg_dialog_exit(c->out);
	ask(c, ASK_OWN);
}

void
account_check_own(struct ctx *c, enum errand errand, const char *password)
{
	if (session_form(c->s) == NULL) {
		msg_login_busy(c->out);
		return;
	}
	c->s->form->errand = errand;
	check(c, WORK_VERIFY, password);
}

/* ---- forget me [no] ---- */

static void
forget_due(struct ctx *c)
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
	moderation_forget_me(c->w, c->p->user);
	log_client(LOG_LEVEL_INFO, "forget", "name=%s address=%s", c->p->name, c->s->host);
	forget_due(c);
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
		msg_plain(c->out, due ? MSG_forget_no : MSG_forget_none);
	} else if (due) { /* repeating the command does not postpone the erasure */
		forget_due(c);
	} else if (rest[0] != '\0') {
		account_check_own(c, ERRAND_FORGET, rest);
	} else if (session_person(c->s)) {
		account_ask_own(c, ERRAND_FORGET);
	} else {
		msg_forget_usage(c->out);
	}
}

/* Returns whether the password that was checked is still the current one. */
static bool
is_current_password(const struct ctx *c, const struct work_result *r)
{
	struct user_record u;

	return store_user_by_id(c->w->store, c->p->user, &u) && strcmp(u.hash, r->checked) == 0;
}

static bool
choose_new(struct ctx *c, const struct work_result *r)
{
	(void)r;
	c->s->form->wrong = 0;
	ask(c, ASK_NEW);
	return true;
}

/* Reports a wrong password.  Returns true if it is asked for again. */
static bool
wrong_password(struct ctx *c, enum errand errand)
{
	struct login_form *f = c->s->form;

	if (f->command) {
		msg_dialog_command(c->out);
		return false;
	}
	report_wrong(c->s);
	return f->asked && ask_again(c, errand == ERRAND_PASSWORD ? ASK_OLD : ASK_OWN);
}

void
account_work_done(struct world *w, struct session *s, const struct work_result *r)
{
	/* each returns true if the dialog continues */
	static bool (*const DO[ERRAND_COUNT])(struct ctx * c, const struct work_result *r) = {
		[ERRAND_PASSWORD] = choose_new,
		[ERRAND_RECOVERY] = recover_code,
		[ERRAND_RESET] = recover_reset_done,
		[ERRAND_FORGET] = forget_me,
	};
	struct ctx c = { w, s, s->player, &s->out, NULL, false };
	bool continues = false;

	if (s->form == NULL || !s->form->changing)
		return;
	s->form->changing = false;
	session_spoke(w, s); /* the output answers the user's line */
	if (r->right)
		guard_uncount_guess(w, s);
	if (store_refusing(w->store))
		msg_disk_refuse(&s->out);
	else if (r->kind == WORK_VERIFY && !r->ok)
		continues = wrong_password(&c, s->form->errand);
	else if (r->kind == WORK_VERIFY && !is_current_password(&c, r))
		msg_login_busy(&s->out);
	else
		continues = DO[s->form->errand](&c, r);
	if (continues)
		session_update_pause(w, s);
	else
		session_form_free(s);
	session_prompt(w, s);
}

/* ---- token [new|revoke] ---- */

static void
tell_token(struct ctx *c)
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
		tell_token(c);
	} else if (rest[0] != '\0' || (!give && !revoke)) {
		msg_token_usage(c->out);
	} else if (store_refusing(c->w->store)) {
		msg_disk_refuse(c->out);
	} else if (give) {
		session_answer(c->s, false); /* a program reads the answer, so the pager must
					      * not hold it back */
		resume_token_give(c->w, c->s);
	} else {
		resume_token_revoke(c->w, c->s);
		msg_token_revoked(c->out);
	}
}
