/* SPDX-License-Identifier: MIT */
/* The command operlog: shows the log of operators' actions, at most MODERATION_LOG_MAX rows, in
 * pages. */
#include "cmd/cmd.h"

#include "moderation/moderation.h"
#include "output/output.h"
#include "people/people.h"
#include "proto/words.h"

struct log_view {
	struct ctx *c;
	unsigned n; /* rows shown */
};

static void
print_log_row(void *ctx, const struct operator_record *r)
{
	struct log_view *v = ctx;
	struct ctx *c = v->c;
	char when[64];

	v->n++;
	cmd_time_text(c, r->at_s, "%Y-%m-%d %H:%M", when, sizeof(when));
	msg_operlog_row(c->out, when,
	    r->actor[0] != '\0' ? r->actor : msg_text(c->out, MSG_console), r->act, r->whom,
	    r->detail, r->why);
}

void
cmd_operlog(struct ctx *c, char *rest)
{
	const char *word = word_next(&rest);
	const char *name = "";
	struct pager_text text = { 0 };
	struct out out = pager_text_out(&text, c->out);
	struct log_view v = { c, 0 };
	struct ctx to_text;
	long n = 20;

	if (word != NULL && !word_number(word, &n)) {
		name = word;
		word = word_next(&rest);
	}
	if ((word != NULL && word != name && !word_number(word, &n)) || rest[0] != '\0' ||
	    n < 1) {
		msg_operlog_usage(c->out);
		return;
	}
	if (n > (long)MODERATION_LOG_MAX)
		n = (long)MODERATION_LOG_MAX;
	to_text = *c;
	to_text.out = &out;
	v.c = &to_text;
	store_operator_acts_each(c->w->store, name, (unsigned)n, print_log_row, &v);
	if (v.n == 0)
		msg_operlog_none(&out);
	pager_show_text(c->w, c->s, &text);
}
