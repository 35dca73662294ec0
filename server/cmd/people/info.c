/* SPDX-License-Identifier: MIT */
/* The command whois and other small queries. */
#include "cmd/cmd.h"
#include "cmd/tournament/tournament_command.h"

#include <string.h>

#include "bot/bot.h"
#include "match/match.h"
#include "people/cloak.h"
#include "people/people.h"
#include "login/lifecycle.h"
#include "moderation/bans.h"
#include "output/output.h"
#include "stats/ranks.h"
#include "proto/words.h"

/* ---- whois ---- */

static void
whois_idle(struct ctx *c, const struct session *s)
{
	uint32_t idle_s = (uint32_t)((c->w->mono_ms - s->times.input_ms) / 1000);

	if (idle_s < 60)
		msg_whois_on_seconds(c->out, idle_s);
	else
		msg_whois_on_minutes(c->out, idle_s / 60, idle_s % 60);
}

/* Prints the opponent, the game if it is not backgammon, and the tournament. */
static void
whois_playing(struct ctx *c, const struct session *s, const struct session *opponent)
{
	const struct variant *v = session_match(c->w, s)->state.match_variant;
	const struct tourney *t =
	    cmd_mentions_tournaments(c) ? cmd_tournament_played(c, s) : NULL;

	msg_whois_playing(c->out, s->player->name, opponent->player->name);
	if (!v->fibs && player_has_toggle(c->p, TOGGLE_variants))
		msg_whois_game(c->out, v->title);
	if (t != NULL)
		msg_whois_tourney(c->out, (long long)t->id, t->name);
}

static void
whois_online(struct ctx *c, const struct session *s)
{
	const struct player *p = s->player;
	const struct session *opponent = session_opponent(c->w, s);
	const struct session *watched = session_watched(c->w, s);
	bool ready = player_has_toggle(p, TOGGLE_ready);

	whois_idle(c, s);
	if (opponent != NULL)
		whois_playing(c, s, opponent);
	else if (watched != NULL)
		(ready ? msg_whois_ready_watching : msg_whois_not_ready_watching)(
		    c->out, p->name, watched->player->name);
	else
		(ready ? msg_whois_ready : msg_whois_not_ready)(c->out, p->name);
	if (s->away_text[0] != '\0')
		msg_whois_away(c->out, p->name, s->away_text);
}

static void
whois_game(void *ctx, const char *game, double rating, uint32_t experience)
{
	struct ctx *c = ctx;
	bool bots;
	const struct variant *v = ranks_game_of_key(c->w->ranks, game, &bots);

	if (v != NULL)
		(bots ? msg_whois_rating_bots : msg_whois_rating_game)(
		    c->out, v->title, rating, experience);
}

/* Prints a bot's grade.  Client programs know lines for only three of the grades. */
static void
whois_bot(const struct ctx *c, const char *name)
{
	static void (*const SAY[GRADE_COUNT])(struct out * out) = {
		[GRADE_beginner] = msg_whois_bot_beginner,
		[GRADE_club] = msg_whois_bot_club,
		[GRADE_strong] = msg_whois_bot_strong,
	};
	const enum bot_grade grade = bot_grade(c->w, name);

	if (grade != GRADE_NONE && session_gets_additions(c->s))
		msg_whois_bot_grade(
		    c->out, msg_text(c->out, bot_grade_title(grade)), GRADES[grade].pr);
	else
		(SAY[grade] != NULL ? SAY[grade] : msg_whois_bot)(c->out);
}

void
cmd_whois(struct ctx *c, char *rest)
{
	const char *name = word_next(&rest);
	const struct session *s;
	char when[64], cloak[CLOAK_MAX];
	struct user_record u;
	bool lifted;

	if (name == NULL) {
		msg_whois_give_name(c->out);
		return;
	}
	if (!cmd_find_account(c, name, msg_whois_none, &u))
		return;
	s = session_by_name(c->w, u.name);
	lifted = cloak_may_see_address(c->p, u.id);
	msg_whois_header(c->out, u.name);
	cmd_time_text(
	    c, u.last_login_s, msg_text(c->out, MSG_strftime_day), when, sizeof(when));
	cloak_text(c->w, u.last_login_host, cloak);
	msg_whois_login(c->out, when, lifted ? u.last_login_host : cloak);
	if (u.last_logout_s != 0) {
		cmd_time_text(
		    c, u.last_logout_s, msg_text(c->out, MSG_strftime_day), when, sizeof(when));
		msg_whois_logout(c->out, when);
	} else {
		msg_whois_no_logout(c->out);
	}
	if (s != NULL)
		whois_online(c, s);
	else
		msg_whois_off(c->out);
	if (user_is_bot(&u) && session_gets_additions(c->s))
		whois_bot(c, u.name);
	else if (u.marked_as_bot && session_gets_additions(c->s))
		msg_whois_marked(c->out);
	msg_whois_rating(c->out, u.rating, u.experience);
	if (cmd_mentions_variants(c))
		store_game_ratings_each(c->w->store, u.id, whois_game, c);
	if (cmd_mentions_tournaments(c))
		tournament_whois(c, u.id);
	if (u.email[0] != '\0')
		msg_whois_email(c->out, lifted ? u.email : "-");
	else
		msg_whois_no_email(c->out);
}

/* ---- other commands ---- */

void
cmd_motd(struct ctx *c, char *rest)
{
	(void)rest;
	session_print_motd(c->w, c->s);
}

void
cmd_version(struct ctx *c, char *rest)
{
	(void)rest;
	msg_version(c->out, c->w->config.version);
}

void
cmd_time(struct ctx *c, char *rest)
{
	char here[64], utc[64], zone[TIMEZONE_MAX];
	struct sbuf b;

	rest = text_trim(rest);
	SBUF_INIT(&b, zone);
	if (rest[0] == '\0')
		sbuf_add(&b, c->p->timezone);
	else if (!cmd_find_zone(c, rest, &b))
		return;
	c->w->config.zone_format_time(
	    zone, world_now_s(c->w), msg_text(c->out, MSG_strftime_now), here, sizeof(here));
	time_text(world_now_s(c->w), "%a %b %e %H:%M:%S %Y UTC", utc, sizeof(utc));
	msg_time(c->out, here, utc);
}

void
cmd_port(struct ctx *c, char *rest)
{
	(void)rest;
	msg_port(c->out, c->w->config.port);
}

void
cmd_where(struct ctx *c, char *rest)
{
	const char *name = word_next(&rest);
	const struct session *s =
	    name != NULL ? cmd_find_online(c, name, msg_theres_no_one_called_dot) : c->s;
	char cloak[CLOAK_MAX];
	const char *host;

	if (s == NULL)
		return;
	host = address_as_seen_by(c->w, c->p, s, cloak);
	msg_where(c->out, s->player->name, host, host);
}
