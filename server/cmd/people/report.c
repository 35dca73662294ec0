/* SPDX-License-Identifier: MIT */
/* Users report others to the operators, who answer.  The reported user's recent public talk is
 * stored with the report, so that operators need not rely on either user's word. */
#include "cmd/cmd.h"

#include <string.h>

#include "moderation/recent_talk.h"
#include "moderation/moderation.h"
#include "output/output.h"
#include "people/people.h"
#include "login/lifecycle.h"
#include "proto/words.h"

#define REPORT_TEXT_MAX 512u
#define OPEN_REPORTS_MAX 200u   /* unanswered reports in total */
#define OPEN_ABOUT_USER_MAX 10u /* unanswered reports about one user */
/* Once a user has this many unanswered reports from one network, new accounts in that network
 * may not report the user. */
#define OPEN_FROM_NETWORK_MAX 3u
#define REPORTS_PER_HOUR 6u /* reports by one user, half of which may be made at once */
#define ANSWER_MAX 256u

/* ---- report NAME TEXT ---- */

/* Counts the reports about a user by reporters who last logged in from a given network. */
struct network_report_count {
	const struct world *w;
	int64_t reported_user;
	struct netaddr network;
	unsigned n;
};

static void
count_report_from_network(void *ctx, const struct report_record *r)
{
	struct network_report_count *f = ctx;
	struct netaddr theirs;
	struct user_record u;

	if (r->target != f->reported_user || !store_user_by_id(f->w->store, r->reporter, &u))
		return;
	theirs = network_of_host(f->w, u.last_login_host, NETWORK_WIDE);
	f->n += network_same(&f->network, &theirs);
}

static bool
too_many_from_network(const struct ctx *c, int64_t target)
{
	struct network_report_count f = { c->w, target, network_of_session(c->s, NETWORK_WIDE),
		0 };

	if (f.network.family == 0 || c->p->experience > 0)
		return false;
	store_reports_each(c->w->store, 0, count_report_from_network, &f);
	return f.n >= OPEN_FROM_NETWORK_MAX;
}

/* Returns whether another report is accepted.  Reports the reason if not. */
static bool
may_report(struct ctx *c, const struct user_record *u, const struct rate_key *key)
{
	struct store *s = c->w->store;

	if (u->id == c->p->user)
		msg_report_yourself(c->out);
	else if (store_reports_count(s, c->p->user, u->id) > 0)
		msg_report_already(c->out, u->name);
	else if (!c->s->exempt &&
		 !rate_allows(&c->w->moderation->reports, key, REPORTS_PER_HOUR, c->w->mono_ms))
		msg_report_many(c->out);
	else if (store_reports_count(s, 0, 0) >= OPEN_REPORTS_MAX ||
		 store_reports_count(s, 0, u->id) >= OPEN_ABOUT_USER_MAX)
		msg_report_full(c->out);
	else if (too_many_from_network(c, u->id))
		msg_report_near(c->out, u->name);
	else
		return true;
	return false;
}

static void
store_report_id(void *ctx, const struct report_record *r)
{
	*(int64_t *)ctx = r->id;
}

static void
tell_operators(struct ctx *c, const struct user_record *u)
{
	int64_t id = 0;

	store_reports_each(c->w->store, 0, store_report_id, &id);
	for (struct session *x = online_from_login(c->w, 0); x != NULL;
	     x = x->index.online_next)
		if (x->player->role != ROLE_USER && x->player->user != u->id &&
		    session_is_interactive(x))
			msg_report_came(
			    &x->out, (long long)id, c->p->name, u->name, (long long)id);
}

void
cmd_report(struct ctx *c, char *rest)
{
	const char *name = word_next(&rest);
	const struct rate_key key = rate_key(c->p->name, NULL);
	char lines[RECENT_TALK_LINES_MAX];
	struct user_record u;
	struct sbuf b;

	if (name == NULL || rest[0] == '\0') {
		msg_report_usage(c->out);
		return;
	}
	if (strlen(rest) > REPORT_TEXT_MAX) {
		msg_report_long(c->out, REPORT_TEXT_MAX);
		return;
	}
	if (!cmd_find_account(c, name, msg_dont_know_user, &u) || !may_report(c, &u, &key))
		return;
	SBUF_INIT(&b, lines);
	recent_talk_lines(c->w, c->p->user, u.id, &b);
	store_report_add(c->w->store, &(struct report_record){ .reporter = c->p->user,
					  .target = u.id,
					  .at_s = world_now_s(c->w),
					  .text = rest,
					  .recent_talk = lines });
	rate_count(&c->w->moderation->reports, &key, REPORTS_PER_HOUR, c->w->mono_ms);
	msg_report_done(c->out, u.name);
	tell_operators(c, &u);
}

/* ---- reports [N [answer TEXT|close]] ---- */

struct report_view {
	struct ctx *c;
	unsigned n;
	bool show_lines;
};

static void
print_report(void *ctx, const struct report_record *r)
{
	struct report_view *v = ctx;
	char when[64];

	if (r->target == v->c->p->user) /* operators do not see reports about themselves */
		return;
	v->n++;
	cmd_time_text(v->c, r->at_s, "%Y-%m-%d %H:%M", when, sizeof(when));
	msg_reports_row(
	    v->c->out, (long long)r->id, when, r->reporter_name, r->target_name, r->text);
	if (!v->show_lines)
		return;
	if (r->recent_talk[0] != '\0')
		out_text(v->c->out, r->recent_talk);
	else
		msg_reports_no_lines(v->c->out);
}

static void
list_reports(struct ctx *c, int64_t id)
{
	struct pager_text text = { 0 };
	struct out out = pager_text_out(&text, c->out);
	struct ctx to_text = *c;
	struct report_view v = { &to_text, 0, id != 0 };

	to_text.out = &out;
	store_reports_each(c->w->store, id, print_report, &v);
	if (v.n == 0 && id == 0)
		msg_reports_none(&out);
	else if (v.n == 0)
		msg_reports_none_such(&out, (long long)id);
	pager_show_text(c->w, c->s, &text);
}

struct report_answer {
	struct ctx *c;
	const char *text;
	bool found;
};

/* Sends the answer to the reporter as a message, which is stored if they are offline. */
static void
answer_report(void *ctx, const struct report_record *r)
{
	struct report_answer *a = ctx;
	struct ctx *c = a->c;
	struct session *to = session_by_name(c->w, r->reporter_name);
	int64_t now_s = world_now_s(c->w);
	char text[ANSWER_MAX + 2 * STORE_NAME_MAX], number[24];
	struct sbuf b, no;

	if (r->target == c->p->user)
		return;
	a->found = true;
	SBUF_INIT(&b, text);
	sbuf_addf(&b, "[%s] %s", r->target_name, a->text);
	if (r->reporter != c->p->user) {
		store_message_add(
		    c->w->store, r->reporter, c->p->user, now_s, text, to != NULL);
		if (to != NULL)
			session_print_message(to, c->p->name, now_s, text);
	}
	/* The log does not name the reporter: the target may be an operator, or may get a copy
	 * of the stored data. */
	SBUF_INIT(&no, number);
	sbuf_addi(&no, r->id);
	moderation_log(c->w, c->p->name, "report", r->target_name, number, "");
	msg_reports_closed(c->out, (long long)r->id, r->reporter_name);
}

void
cmd_reports(struct ctx *c, char *rest)
{
	const char *word = word_next(&rest);
	struct report_answer a = { c, "closed", false };
	long id = 0;

	if (word != NULL && (!word_number(word, &id) || id < 1)) {
		msg_reports_usage(c->out);
		return;
	}
	word = word_next(&rest);
	if (word == NULL) {
		list_reports(c, id);
		return;
	}
	if (word_is(word, "answer") && rest[0] != '\0' && strlen(rest) <= ANSWER_MAX)
		a.text = rest;
	else if (!word_is(word, "close") || rest[0] != '\0') {
		msg_reports_usage(c->out);
		return;
	}
	store_reports_each(c->w->store, id, answer_report, &a);
	if (a.found)
		store_report_end(c->w->store, id);
	else
		msg_reports_none_such(c->out, (long long)id);
}
