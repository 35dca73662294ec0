/* SPDX-License-Identifier: MIT */
/* The command view: a session as an operator sees it, without passwords or anything that was
 * said. */
#include "cmd/cmd.h"

#include <inttypes.h>
#include <string.h>

#include "match/match.h"
#include "people/people.h"
#include "moderation/bans.h"
#include "moderation/moderation.h"
#include "moderation/mutes.h"
#include "moderation/period.h"
#include "output/output.h"
#include "proto/words.h"

#define LIST_TEXT_MAX 2304u

static const char *const MODE_NAMES[] = {
	[MODE_TELNET] = "telnet",
	[MODE_TINYMUD] = "tinymud",
	[MODE_CLIP] = "clip",
	[MODE_JSON] = "json",
};

#define DATE_FORMAT "%Y-%m-%d %H:%M %Z"

static void
view_account(struct ctx *c, const struct session *s)
{
	const struct player *p = s->player;
	struct user_record u;
	char when[64];

	if (!store_user_by_id(c->w->store, p->user, &u))
		return;
	cmd_time_text(c, u.created_s, DATE_FORMAT, when, sizeof(when));
	msg_view_account(c->out, (long long)p->user, ROLE_NAMES[p->role], when);
}

static void
view_times(struct ctx *c, const struct session *s)
{
	int64_t idle_s = (c->w->mono_ms - s->times.input_ms) / 1000;
	char when[64], idle[24];
	struct sbuf b;

	SBUF_INIT(&b, idle);
	sbuf_addf(&b, "%" PRId64 ":%02" PRId64, idle_s / 60, idle_s % 60);
	cmd_time_text(c, s->login.at_s, DATE_FORMAT, when, sizeof(when));
	msg_view_times(c->out, when, idle);
}

static void
view_match(struct ctx *c, const struct session *s)
{
	const struct match *m = session_match(c->w, s);
	const struct match_state *st;
	enum seat turn;
	const char *other, *who;

	if (m == NULL) {
		msg_view_no_match(c->out);
		return;
	}
	st = &m->state;
	turn = st->phase == PH_BETWEEN_GAMES ? SEAT_NONE : match_to_act(st);
	other = match_player_name(c->w, m, seat_other(s->seat));
	who = turn == SEAT_NONE ? "-" : match_player_name(c->w, m, turn);
	if (st->length > 0)
		msg_view_match(c->out, (long long)m->row, other, st->length, st->score[s->seat],
		    st->score[seat_other(s->seat)], who);
	else
		msg_view_match_unlimited(c->out, (long long)m->row, other, st->score[s->seat],
		    st->score[seat_other(s->seat)], who);
}

static void
view_watching(struct ctx *c, const struct session *s)
{
	const struct session *watched = session_watched(c->w, s);
	struct user_record u;
	unsigned n = 0;

	for (const struct session *x = s->watchers; x != NULL; x = x->index.watch_next)
		n++;
	msg_view_people(c->out, watched != NULL ? watched->player->name : "-", n);
	if (s->invitation.user != 0 && store_user_by_id(c->w->store, s->invitation.user, &u))
		msg_view_invites(c->out, u.name);
}

static const char *
names_text(struct ctx *c, const struct user_list *l, char text[LIST_TEXT_MAX])
{
	struct sbuf b;

	sbuf_init(&b, text, LIST_TEXT_MAX);
	return userlist_names(c->w, l, ",", &b) > 0 ? text : "-";
}

static void
view_lists(struct ctx *c, const struct session *s)
{
	char gags[LIST_TEXT_MAX], blinds[LIST_TEXT_MAX], awaited[LIST_TEXT_MAX];

	msg_view_lists(c->out, names_text(c, &s->lists.gagged, gags),
	    names_text(c, &s->lists.blinded, blinds),
	    names_text(c, &s->lists.awaited, awaited));
	if (s->away_text[0] != '\0')
		msg_view_away(c->out, s->away_text);
}

static void
view_mute(struct ctx *c, const struct session *s)
{
	const struct active_mute x = mute_in_force(c->w, s);
	char period[PERIOD_TEXT_MAX];

	if (x.scope == MUTE_NONE) {
		msg_view_not_muted(c->out);
		return;
	}
	period_text(c->out, c->w, c->p->timezone, x.until_s, period);
	msg_view_mute(c->out, MUTE_NAMES[x.scope], period);
}

#define VALUE_INDENT "             " /* indentation of the values */
#define VALUE_COLUMNS 62u

/* Appends a word to a value, on a new line if it does not fit on the current one. */
static void
add_wrapped_word(struct sbuf *b, const char *word)
{
	const char *line = strrchr(b->text, '\n');
	size_t used = line != NULL ? strlen(line + 1 + strlen(VALUE_INDENT)) : b->len;

	if (used > 0 && used + 1 + strlen(word) > VALUE_COLUMNS)
		sbuf_add(b, "\n" VALUE_INDENT);
	else if (used > 0)
		sbuf_addc(b, ' ');
	sbuf_add(b, word);
}

static void
view_settings(struct ctx *c, const struct session *s)
{
	char text[LIST_TEXT_MAX], word[96];
	struct sbuf b, one;

	SBUF_INIT(&b, text);
	for (unsigned t = 0; t < TOGGLE_COUNT; t++)
		if (player_has_toggle(s->player, (enum toggle)t))
			add_wrapped_word(&b, TOGGLES[t].name);
	msg_view_toggles(c->out, b.len > 0 ? text : "-");
	SBUF_INIT(&b, text);
	for (unsigned v = 0; v < VAR_COUNT; v++) {
		SBUF_INIT(&one, word);
		sbuf_addf(&one, "%s=", VARIABLE_NAMES[v]);
		session_variable_text(s, (enum variable)v, &one);
		add_wrapped_word(&b, word);
	}
	msg_view_variables(c->out, text);
}

static void
view_limits(struct ctx *c, const struct session *s)
{
	const struct world_config *config = &c->w->config;
	int64_t per_s = config->flood_per_s > 0 ? (int64_t)config->flood_per_s : 1;
	int64_t used_ms =
	    s->times.flood_ms > c->w->mono_ms ? s->times.flood_ms - c->w->mono_ms : 0;

	if (s->exempt)
		msg_view_exempt(c->out);
	else
		msg_view_limits(c->out, (long long)used_ms,
		    (long long)config->flood_burst * 1000 / (long long)per_s);
	if (s->failed_logins > 0)
		msg_view_failed(c->out, s->failed_logins);
	msg_view_output(c->out, c->w->net.backlog(c->w->net.ctx, s->conn));
}

static void
view_token(struct ctx *c, const struct player *p)
{
	int64_t until_s = store_token_until(c->w->store, p->user);
	char when[64];

	if (until_s <= world_now_s(c->w)) {
		msg_view_no_token(c->out);
		return;
	}
	cmd_time_text(c, until_s, DATE_FORMAT, when, sizeof(when));
	msg_view_token(c->out, when);
}

void
cmd_view(struct ctx *c, char *rest)
{
	const char *name = word_next(&rest);
	const struct session *s;

	if (name == NULL || rest[0] != '\0') {
		msg_view_usage(c->out);
		return;
	}
	s = cmd_find_online(c, name, msg_no_one_called_dot);
	if (s == NULL)
		return;
	moderation_log(c->w, c->p->name, "view", s->player->name, "", "");
	msg_view_header(c->out, s->player->name);
	view_account(c, s);
	msg_view_client(
	    c->out, MODE_NAMES[s->mode], s->client_name[0] != '\0' ? s->client_name : "-");
	msg_view_host(c->out, s->host);
	view_token(c, s->player);
	view_times(c, s);
	view_match(c, s);
	view_watching(c, s);
	view_lists(c, s);
	view_mute(c, s);
	view_settings(c, s);
	view_limits(c, s);
}
