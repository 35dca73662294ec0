/* SPDX-License-Identifier: MIT */
/* Commands of operators and administrators; commands.def says who may use them.  This file
 * parses the arguments. moderation.h and bans.h carry out the command.  The operators' log
 * records each action with the user's name as stored. */
#include "cmd/cmd.h"

#include <string.h>

#include "people/people.h"
#include "login/resume_token.h"
#include "login/lifecycle.h"
#include "moderation/bans.h"
#include "moderation/moderation.h"
#include "moderation/mutes.h"
#include "moderation/period.h"
#include "output/output.h"
#include "proto/netaddr.h"
#include "proto/username.h"
#include "proto/words.h"

#define WHY_MAX KICK_REASON_MAX
#define DETAIL_MAX 48u

/* ---- arguments ---- */

static void
period_text_for(const struct session *to, int64_t until_s, char *text)
{
	period_text(&to->out, to->world, to->player->timezone, until_s, text);
}

/* The terms of a ban or mute. */
struct sanction_terms {
	int64_t until_s;    /* 0: no end */
	const char *period; /* the period as typed, "" if none */
	const char *why;
};

static bool
begins_with_digit(const char *word)
{
	return word[0] >= '0' && word[0] <= '9';
}

/* Copies the first word of `rest` without consuming it. */
static void
peek_word(const char *rest, char *word, size_t size)
{
	size_t n = strcspn(rest, " \t");
	struct sbuf b;

	sbuf_init(&b, word, size);
	sbuf_addn(&b, rest, n);
}

typedef void usage_fn(struct out *out);

/* Reads [because [of] TEXT] to the end of the line.  Returns false after printing an error. */
static bool
parse_because(struct ctx *c, char *rest, usage_fn *usage, struct sanction_terms *t)
{
	char word[16];

	t->why = "";
	peek_word(rest, word, sizeof(word));
	if (word[0] != '\0' && !word_is(word, "because")) {
		usage(c->out);
		return false;
	}
	(void)word_next(&rest);
	peek_word(rest, word, sizeof(word));
	if (word_is(word, "of"))
		(void)word_next(&rest);
	t->why = rest;
	if (strlen(rest) <= WHY_MAX)
		return true;
	msg_why_long(c->out, WHY_MAX);
	return false;
}

/* Reads [for TIME] [because TEXT].  Without "for", a word that begins with a digit is read as
 * TIME.  Returns false after printing an error. */
static bool
parse_terms(struct ctx *c, char *rest, usage_fn *usage, struct sanction_terms *t)
{
	char word[32];
	int64_t seconds;

	*t = (struct sanction_terms){ .period = "", .why = "" };
	peek_word(rest, word, sizeof(word));
	if (word_is(word, "for")) {
		(void)word_next(&rest);
		peek_word(rest, word, sizeof(word));
	} else if (!begins_with_digit(word)) {
		return parse_because(c, rest, usage, t);
	}
	if (word[0] == '\0') {
		usage(c->out);
		return false;
	}
	if (!period_read(word, &seconds)) {
		msg_bad_time(c->out, word);
		return false;
	}
	t->period = word_next(&rest);
	t->until_s = world_now_s(c->w) + seconds;
	return parse_because(c, rest, usage, t);
}

bool
cmd_may_act_on(struct ctx *c, const struct user_record *u)
{
	if (u->id == c->p->user)
		msg_not_to_yourself(c->out);
	else if (!moderation_outranks(c->p, u))
		msg_not_to_operators(c->out);
	else
		return true;
	return false;
}

static void
log_operator_action(
    struct ctx *c, const char *act, const char *whom, const char *detail, const char *why)
{
	moderation_log(c->w, c->p->name, act, whom, detail, why);
}

/* Formats the details of an action for the operators' log: "shout for 30m". */
static void
detail_text(const char *what, const char *span, char *text)
{
	struct sbuf b;

	sbuf_init(&b, text, DETAIL_MAX);
	sbuf_add(&b, what);
	if (span[0] != '\0')
		sbuf_addf(&b, "%sfor %s", what[0] != '\0' ? " " : "", span);
}

static const char *
or_dash(const char *text)
{
	return text[0] != '\0' ? text : "-";
}

/* The target of a ban or mute. */
struct target {
	bool is_address;
	struct netaddr net;
	char name[STORE_BAN_MAX];
};

/* Reads a word as a name or an address.  Names consist of letters only, so a word with a digit,
 * '.', ':' or '/' is an address.  Returns false after reporting an invalid address. */
static bool
parse_target(struct ctx *c, const char *word, struct target *t)
{
	struct sbuf b;

	SBUF_INIT(&b, t->name);
	t->is_address = strpbrk(word, "0123456789.:/") != NULL;
	if (!t->is_address)
		return true;
	if (!netaddr_parse(word, &t->net)) {
		msg_ban_address(c->out, word);
		return false;
	}
	netaddr_add_text(&t->net, &b);
	return true;
}

/* Networks with shorter prefixes span many providers, so an operator who names one has probably
 * made a mistake. */
#define WIDE_IPV4_BITS 8u
#define WIDE_IPV6_BITS 24u

static bool
is_wide_network(const struct target *t)
{
	return t->is_address &&
	       t->net.prefix_bits < (t->net.family == 6 ? WIDE_IPV6_BITS : WIDE_IPV4_BITS);
}

/* Returns whether the command names a wide network and ends in "yes".  Removes the "yes" from
 * `rest`. */
static bool
remove_yes(const struct target *t, char *rest)
{
	char *last = strrchr(rest, ' ');

	last = last != NULL ? last + 1 : rest;
	if (!is_wide_network(t) || !word_is(last, "yes"))
		return false;
	while (last > rest && last[-1] == ' ')
		last--;
	*last = '\0';
	return true;
}

/* Returns whether a ban or mute is confirmed or needs no confirmation.  Asks for confirmation
 * if not. */
static bool
confirm_wide_network(struct ctx *c, const struct target *t, bool yes)
{
	if (!is_wide_network(t) || yes)
		return true;
	msg_wide_network(c->out, t->name);
	return false;
}

/* ---- mute ---- */

static void
notify_muted(struct session *to, enum mute_scope scope, const struct sanction_terms *t)
{
	char period[PERIOD_TEXT_MAX];

	period_text_for(to, t->until_s, period);
	(scope == MUTE_ALL ? msg_you_may_not_talk : msg_you_may_not_shout)(&to->out, period);
	if (t->why[0] != '\0')
		msg_because(&to->out, t->why);
}

static void
mute_user(struct ctx *c, const struct user_record *u, enum mute_scope scope,
    const struct sanction_terms *t)
{
	struct session *to = session_by_name(c->w, u->name);
	char detail[DETAIL_MAX], period[PERIOD_TEXT_MAX];

	moderation_mute(c->w, u, scope, t->until_s, c->p->name, t->why);
	detail_text(MUTE_NAMES[scope], t->period, detail);
	log_operator_action(c, "mute", u->name, detail, t->why);
	period_text_for(c->s, t->until_s, period);
	(scope == MUTE_ALL ? msg_may_not_talk : msg_may_not_shout)(c->out, u->name, period);
	if (to != NULL)
		notify_muted(to, scope, t);
}

/* Mutes a network.  The affected users are not notified, because there may be many; they learn
 * of the mute when they try to talk. */
static void
mute_network(struct ctx *c, const struct target *to, enum mute_scope scope,
    const struct sanction_terms *t)
{
	const struct mute_record r = {
		.name = to->name,
		.all = scope == MUTE_ALL,
		.until_s = t->until_s,
		.at_s = world_now_s(c->w),
		.actor = c->p->name,
		.why = t->why,
	};
	char detail[DETAIL_MAX], period[PERIOD_TEXT_MAX];

	mute_network_set(c->w, &r);
	detail_text(MUTE_NAMES[scope], t->period, detail);
	log_operator_action(c, "mute", to->name, detail, t->why);
	period_text_for(c->s, t->until_s, period);
	(scope == MUTE_ALL ? msg_may_not_talk : msg_may_not_shout)(c->out, to->name, period);
}

#define LIST_LINES_MAX 500u /* lines; an operator's connection has room for them */

struct list_view {
	struct ctx *c;
	unsigned n;
};

/* Counts one line of a list, and prints the heading before the first line.  Returns false if
 * the list is longer than LIST_LINES_MAX. */
static bool
begin_list_line(struct list_view *v, void (*header)(struct out *out))
{
	if (v->n == 0)
		header(v->c->out);
	v->n++;
	return v->n <= LIST_LINES_MAX;
}

/* Like begin_list_line, for an item that ends at until_s (0: never).  The end is written to
 * `period`. Also returns false for an expired item, which is not listed. */
static bool
begin_period_line(struct list_view *v, int64_t until_s, void (*header)(struct out *out),
    char period[PERIOD_TEXT_MAX])
{
	if (until_s != 0 && until_s <= world_now_s(v->c->w))
		return false;
	if (!begin_list_line(v, header))
		return false;
	period_text_for(v->c->s, until_s, period);
	return true;
}

static void
end_list(const struct list_view *v, void (*none)(struct out *out))
{
	if (v->n == 0)
		none(v->c->out);
	else if (v->n > LIST_LINES_MAX)
		msg_list_more(v->c->out, v->n - LIST_LINES_MAX);
}

static void
print_mute(void *ctx, const struct mute_record *m)
{
	struct list_view *v = ctx;
	char period[PERIOD_TEXT_MAX];

	if (!begin_period_line(v, m->until_s, msg_mutes_header, period))
		return;
	msg_mute_row(v->c->out, m->name, MUTE_NAMES[m->all ? MUTE_ALL : MUTE_SHOUT], period,
	    m->actor, or_dash(m->why));
}

static void
list_mutes(struct ctx *c)
{
	struct list_view v = { c, 0 };

	store_mutes_each(c->w->store, print_mute, &v);
	store_mute_networks_each(c->w->store, print_mute, &v);
	end_list(&v, msg_mutes_none);
}

/* Reads "shout" or "all"; the default is all. */
static enum mute_scope
parse_mute_scope(char **rest)
{
	char word[16];

	peek_word(*rest, word, sizeof(word));
	for (int s = MUTE_SHOUT; s <= MUTE_ALL; s++) {
		if (!word_is(word, MUTE_NAMES[s]))
			continue;
		(void)word_next(rest);
		return (enum mute_scope)s;
	}
	return MUTE_ALL;
}

void
cmd_mute(struct ctx *c, char *rest)
{
	const char *name = word_next(&rest);
	enum mute_scope scope = parse_mute_scope(&rest);
	struct target target;
	struct user_record u;
	struct sanction_terms t;
	bool yes;

	if (name == NULL) {
		list_mutes(c);
		return;
	}
	if (!parse_target(c, name, &target))
		return;
	yes = remove_yes(&target, rest);
	if (!parse_terms(c, rest, msg_mute_usage, &t) || !confirm_wide_network(c, &target, yes))
		return;
	if (target.is_address)
		mute_network(c, &target, scope, &t);
	else if (cmd_find_account(c, name, msg_no_user_called, &u) && cmd_may_act_on(c, &u))
		mute_user(c, &u, scope, &t);
}

static bool
is_muted(struct ctx *c, const struct user_record *u)
{
	int64_t until_s;
	bool all;

	return store_mute_of(c->w->store, u->id, &all, &until_s) &&
	       (until_s == 0 || until_s > world_now_s(c->w));
}

static void
unmute_network(struct ctx *c, const struct target *to, const char *why)
{
	if (!mute_network_active(c->w, to->name)) {
		msg_not_muted(c->out, to->name);
		return;
	}
	mute_network_lift(c->w, to->name);
	log_operator_action(c, "unmute", to->name, "", why);
	msg_may_talk(c->out, to->name);
}

void
cmd_unmute(struct ctx *c, char *rest)
{
	const char *name = word_next(&rest);
	struct target target;
	struct session *to;
	struct user_record u;
	struct sanction_terms t;

	if (name == NULL) {
		msg_unmute_usage(c->out);
		return;
	}
	if (!parse_target(c, name, &target) || !parse_because(c, rest, msg_unmute_usage, &t))
		return;
	if (target.is_address) {
		unmute_network(c, &target, t.why);
		return;
	}
	if (!cmd_find_account(c, name, msg_no_user_called, &u) || !cmd_may_act_on(c, &u))
		return;
	if (!is_muted(c, &u)) {
		msg_not_muted(c->out, u.name);
		return;
	}
	moderation_mute(c->w, &u, MUTE_NONE, 0, c->p->name, t.why);
	log_operator_action(c, "unmute", u.name, "", t.why);
	msg_may_talk(c->out, u.name);
	to = session_by_name(c->w, u.name);
	if (to != NULL)
		msg_you_may_talk(&to->out);
}

/* ---- kick ---- */

/* Closes a session.  Full stops at the end of the reason are removed, because the notices to
 * other users add one. */
static void
kick_user(struct ctx *c, struct session *to, const char *why)
{
	char told[WHY_MAX + 1];
	size_t n;

	(void)sbuf_copy(told, sizeof(told), why);
	for (n = strlen(told); n > 0 && told[n - 1] == '.'; n--)
		told[n - 1] = '\0';
	msg_kicked(&to->out, n > 0 ? told : msg_text(&to->out, MSG_kick_no_reason));
	session_kick(c->w, to, n > 0 ? told : NULL, MSG_kick_no_reason);
}

void
cmd_kick(struct ctx *c, char *rest)
{
	const char *name = word_next(&rest);
	struct session *to;
	struct user_record u;
	struct sanction_terms t;

	if (name == NULL) {
		msg_kick_usage(c->out);
		return;
	}
	if (!parse_because(c, rest, msg_kick_usage, &t))
		return;
	to = session_by_name(c->w, name);
	if (to == NULL) {
		msg_no_one_called_dot(c->out, name);
		return;
	}
	if (!store_user_by_id(c->w->store, to->player->user, &u) || !cmd_may_act_on(c, &u))
		return;
	log_operator_action(c, "kick", u.name, "", t.why);
	resume_token_revoke(c->w, to); /* otherwise the client would log in again */
	kick_user(c, to, t.why);
	msg_kick_done(c->out, u.name);
}

/* ---- bans ---- */

/* Returns false, after printing the reason, if the ban would affect the operator's own
 * connection or that of an operator who is online.  Administrators may ban operators. */
static bool
may_ban_address(struct ctx *c, const struct target *t)
{
	if (netaddr_contains(&t->net, &c->s->address)) {
		msg_ban_own_address(c->out, t->name);
		return false;
	}
	if (c->p->role != ROLE_ADMIN &&
	    online_next_from_network(c->w, &t->net, true, NULL) != NULL) {
		msg_not_to_operators(c->out);
		return false;
	}
	return true;
}

static bool
may_ban(struct ctx *c, const char *word, struct target *t)
{
	struct user_record u;

	if (t->is_address)
		return may_ban_address(c, t);
	if (!cmd_find_account(c, word, msg_no_user_called, &u) || !cmd_may_act_on(c, &u))
		return false;
	(void)sbuf_copy(t->name, sizeof(t->name), u.name);
	return true;
}

/* Closes the session of a user whose name is banned. */
static void
disconnect_banned(struct ctx *c, const char *name, const struct sanction_terms *t)
{
	struct session *s = session_by_name(c->w, name);
	char period[PERIOD_TEXT_MAX];

	if (s == NULL)
		return;
	period_text_for(s, t->until_s, period);
	msg_login_banned(&s->out, s->player->name, period);
	ban_tell_why(&s->out, t->why);
	session_kick(c->w, s, NULL, MSG_kick_banned);
}

static void
ban(struct ctx *c, const struct target *t, const struct sanction_terms *terms)
{
	struct ban_record r = {
		.is_address = t->is_address,
		.target = t->name,
		.until_s = terms->until_s,
		.at_s = world_now_s(c->w),
		.actor = c->p->name,
		.why = terms->why,
	};
	char detail[DETAIL_MAX], period[PERIOD_TEXT_MAX];
	struct user_record u;

	ban_set(c->w, &r);
	if (!t->is_address && store_user_by_name(c->w->store, t->name, &u))
		resume_token_revoke_user(c->w, u.id);
	detail_text("", terms->period, detail);
	log_operator_action(c, "ban", t->name, detail, terms->why);
	if (t->is_address)
		bans_close_sessions(c->w);
	else
		disconnect_banned(c, t->name, terms);
	period_text_for(c->s, terms->until_s, period);
	msg_is_banned(c->out, t->name, period);
}

static void
print_ban(void *ctx, const struct ban_record *b)
{
	struct list_view *v = ctx;
	char period[PERIOD_TEXT_MAX];

	if (!begin_period_line(v, b->until_s, msg_bans_header, period))
		return;
	msg_ban_row(v->c->out, b->target, period, b->actor, or_dash(b->why));
}

static void
list_bans(struct ctx *c)
{
	struct list_view v = { c, 0 };

	store_bans_each(c->w->store, false, print_ban, &v);
	store_bans_each(c->w->store, true, print_ban, &v);
	end_list(&v, msg_bans_none);
}

void
cmd_ban(struct ctx *c, char *rest)
{
	const char *word = word_next(&rest);
	struct target target;
	struct sanction_terms t;
	bool yes;

	if (word == NULL) {
		list_bans(c);
		return;
	}
	if (!parse_target(c, word, &target))
		return;
	yes = remove_yes(&target, rest);
	if (parse_terms(c, rest, msg_ban_usage, &t) && may_ban(c, word, &target) &&
	    confirm_wide_network(c, &target, yes))
		ban(c, &target, &t);
}

void
cmd_unban(struct ctx *c, char *rest)
{
	const char *word = word_next(&rest);
	const struct ban *b;
	struct target t;
	struct sanction_terms terms;

	if (word == NULL) {
		msg_unban_usage(c->out);
		return;
	}
	if (!parse_target(c, word, &t) || !parse_because(c, rest, msg_unban_usage, &terms))
		return;
	b = ban_find(c->w, t.is_address, t.is_address ? t.name : word);
	if (b == NULL || !ban_in_force(c->w, b)) {
		msg_not_banned(c->out, t.is_address ? t.name : word);
		return;
	}
	(void)sbuf_copy(t.name, sizeof(t.name), b->what);
	ban_lift(c->w, t.is_address, t.name);
	log_operator_action(c, "unban", t.name, "", terms.why);
	msg_is_unbanned(c->out, t.name);
}

/* ---- announcements ---- */

#define LOGGED_TEXT_MAX 256u

void
cmd_broadcast(struct ctx *c, char *rest)
{
	struct feed_event e = { .kind = FEED_BROADCAST };
	char kept[LOGGED_TEXT_MAX];

	if (rest[0] == '\0') {
		msg_broadcast_usage(c->out);
		return;
	}
	feed_announce(c->w, &e, NULL, rest);
	(void)sbuf_copy(kept, sizeof(kept), rest);
	while (!text_make_safe(kept)) /* removes a character that was cut in two */
		kept[strlen(kept) - 1] = '\0';
	log_operator_action(c, "broadcast", "", "", kept);
}

/* ---- registration ---- */

static void
tell_registration(struct ctx *c)
{
	if (c->w->moderation->registration)
		msg_registration_is_open(c->out);
	else
		msg_registration_is_closed(c->out);
}

void
cmd_registration(struct ctx *c, char *rest)
{
	const char *word = word_next(&rest);
	bool open = word != NULL && word_is(word, "open");
	struct sanction_terms t;

	if (word == NULL) {
		tell_registration(c);
		return;
	}
	if (!open && !word_is(word, "closed")) {
		msg_registration_usage(c->out);
		return;
	}
	if (!parse_because(c, rest, msg_registration_usage, &t))
		return;
	moderation_set_registration(c->w, open);
	log_operator_action(c, "registration", "", open ? "open" : "closed", t.why);
	tell_registration(c);
}

/* ---- roles ---- */

static void
grant_role(struct ctx *c, const struct user_record *u, enum role role, const char *why)
{
	struct session *to = session_by_name(c->w, u->name);

	if (moderation_role_of(u) == role) {
		msg_grant_same(c->out, u->name, ROLE_NAMES[role]);
		return;
	}
	moderation_set_role(c->w, u, role);
	log_operator_action(c, "grant", u->name, ROLE_NAMES[role], why);
	msg_grant_done(c->out, u->name, ROLE_NAMES[role]);
	if (to != NULL)
		msg_grant_told(&to->out, ROLE_NAMES[role]);
}

void
cmd_grant(struct ctx *c, char *rest)
{
	const char *name = word_next(&rest);
	const char *word = word_next(&rest);
	int role = word != NULL ? role_named(word) : -1;
	struct user_record u;
	struct sanction_terms t;

	if (role < 0)
		msg_grant_usage(c->out);
	else if (parse_because(c, rest, msg_grant_usage, &t) &&
		 cmd_find_account(c, name, msg_no_user_called, &u) && cmd_may_act_on(c, &u))
		grant_role(c, &u, (enum role)role, t.why);
}

/* ---- erase ---- */

/* Erases a user.  The name must be typed exactly, twice, to prevent accidents.  Administrators
 * cannot be erased. */
void
cmd_erase(struct ctx *c, char *rest)
{
	const char *name = word_next(&rest);
	const char *again = word_next(&rest);
	struct user_record u;
	struct sanction_terms t;

	if (again == NULL || strcmp(name, again) != 0) {
		msg_erase_usage(c->out);
		return;
	}
	if (!parse_because(c, rest, msg_erase_usage, &t) ||
	    !cmd_find_account(c, name, msg_no_user_called, &u))
		return;
	if (strcmp(u.name, name) != 0) {
		msg_no_user_called(c->out, name);
	} else if (u.id == c->p->user) {
		msg_not_to_yourself(c->out);
	} else if (moderation_role_of(&u) == ROLE_ADMIN) {
		msg_not_to_operators(c->out);
	} else {
		moderation_erase(c->w, &u);
		log_operator_action(c, "erase", u.name, "", t.why);
		msg_erase_done(c->out, u.name);
	}
}

/* ---- shutdown ---- */

#define SHUTDOWN_DELAY_S 60 /* delay of a shutdown if no time is given */

static void
cancel_shutdown(struct ctx *c, const char *why)
{
	if (moderation_stop_cancel(c->w))
		log_operator_action(c, "shutdown", "", "cancel", why);
	else
		msg_shutdown_none(c->out);
}

/* Reads the optional seconds (or "now") and "restart".  Returns false after printing an
 * error. */
static bool
parse_shutdown(struct ctx *c, char **rest, long *seconds, bool *restart)
{
	char word[24];

	peek_word(*rest, word, sizeof(word));
	if (word_number(word, seconds)) {
		(void)word_next(rest);
		if (*seconds < 1 || *seconds > (long)MODERATION_STOP_MAX_S) {
			msg_shutdown_seconds(c->out, MODERATION_STOP_MAX_S);
			return false;
		}
	} else if (word_is(word, "now")) {
		(void)word_next(rest);
		*seconds = 0;
	}
	peek_word(*rest, word, sizeof(word));
	*restart = word_is(word, "restart");
	if (*restart)
		(void)word_next(rest);
	return true;
}

void
cmd_shutdown_at(struct ctx *c, char *rest)
{
	char detail[DETAIL_MAX], word[16];
	long seconds = SHUTDOWN_DELAY_S;
	struct sanction_terms t;
	bool restart;
	struct sbuf b;

	peek_word(rest, word, sizeof(word));
	if (word[0] == '\0') { /* `shutdown` alone must not stop the server */
		msg_shutdown_when(c->out);
		return;
	}
	if (word_is(word, "cancel")) {
		(void)word_next(&rest);
		if (parse_because(c, rest, msg_shutdown_usage, &t))
			cancel_shutdown(c, t.why);
		return;
	}
	if (!parse_shutdown(c, &rest, &seconds, &restart) ||
	    !parse_because(c, rest, msg_shutdown_usage, &t))
		return;
	SBUF_INIT(&b, detail);
	sbuf_addf(&b, "in %ld seconds%s", seconds, restart ? ", restart" : "");
	log_operator_action(c, "shutdown", "", detail, t.why);
	moderation_stop(c->w, (unsigned)seconds, restart);
}
