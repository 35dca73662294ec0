/* SPDX-License-Identifier: MIT */
/* Registration with the form: see register.h.  The form is part of the session; its passwords
 * are wiped when it closes. */
#include "register.h"

#include <string.h>

#include <sodium.h>

#include "base/sbuf.h"

#include "connect.h"
#include "login.h"

static void
show_field(struct session *s)
{
	struct form *f = &s->view.form;
	char prompt[40];
	struct sbuf b;

	SBUF_INIT(&b, prompt);
	sbuf_addf(&b, "%s: ", form_label(f->at));
	session_set_login_stage(s, LOGIN_FORM, prompt);
	s->edit.secret = f->at != FORM_NAME;
	edit_set(&s->edit, f->text[f->at]);
}

void
register_begin(struct session *s)
{
	form_wipe(&s->view.form);
	s->view.form.open = true;
	if (s->model.queries.language != LANG_EN)
		s->view.form.language = CATALOGUES[s->model.queries.language].code;
	show_field(s);
}

void
register_end(struct session *s)
{
	form_wipe(&s->view.form);
}

/* Stores the text of the current field; "" if it is too long. */
static void
store_field(struct session *s, const char *text)
{
	struct form *f = &s->view.form;

	if (!sbuf_copy(f->text[f->at], sizeof(f->text[0]), text))
		f->text[f->at][0] = '\0';
}

void
register_go_to_field(struct session *s, unsigned field)
{
	if (s->login_stage != LOGIN_FORM) /* already sent: the input line is not a field */
		return;
	store_field(s, s->edit.text);
	s->view.form.at = field % FORM_FIELDS;
	show_field(s);
}

static void
answer_prompt(struct session *s)
{
	char text[FORM_TEXT_MAX + 8];
	const char *line = form_answer_prompt(&s->view.form, s->link.telnet.echo, text);

	s->partial_line_len = 0;
	if (line != NULL)
		session_send(s, line);
	else
		show_field(s);
	sodium_memzero(text, sizeof(text));
}

void
register_submit(struct session *s)
{
	struct form *f = &s->view.form;

	if (s->login_stage != LOGIN_FORM)
		return;
	store_field(s, s->edit.text);
	if (!form_check(f)) {
		show_field(s);
		return;
	}
	session_set_login_stage(s, LOGIN_FORM_SENT, "");
	if (f->guest_requested) {
		answer_prompt(s);
		return;
	}
	f->guest_requested = true;
	s->partial_line_len = 0;
	session_send(s, "guest");
}

void
register_typed(struct session *s, const char *text)
{
	edit_set(&s->edit, text);
	if (s->view.form.at + 1 == FORM_FIELDS)
		register_submit(s);
	else
		register_go_to_field(s, s->view.form.at + 1);
}

bool
register_press(struct session *s, const struct press *p)
{
	unsigned at = s->view.form.at;

	if (s->login_stage != LOGIN_FORM)
		return false;
	if (p->kind == PRESS_UP || p->kind == PRESS_TAB_BACK)
		register_go_to_field(s, at + FORM_FIELDS - 1);
	else if (p->kind == PRESS_DOWN || p->kind == PRESS_TAB)
		register_go_to_field(s, at + 1);
	else if (p->kind == PRESS_ESCAPE)
		session_cancel_registration(s);
	else
		return false;
	return true;
}

void
register_prompt_arrived(struct session *s)
{
	if (strcmp(s->partial_line, "login: ") == 0) {
		form_refused(&s->view.form);
		s->partial_line_len = 0;
		show_field(s);
	} else if (s->link.telnet.echo ? s->partial_line_len > 0
				       : strcmp(s->partial_line, "> ") == 0) {
		answer_prompt(s);
	}
}
