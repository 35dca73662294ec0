/* SPDX-License-Identifier: MIT */
/* Everything stored about a user: see export_user.h.
 *
 * Leaves out secrets of the account or of the server (hashes, the seeds of matches) and the
 * names of users who reported this one.  The output is complete before any of it is written.
 * Cost: all actions of the user's matches. */
#include "offline/export_user.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "proto/netaddr.h"
#include "proto/words.h"
#include "store/store.h"
#include "tell/json.h"

#define LOG_MAX 100000u
#define TOURNEYS_MAX 100000u
#define MARKS_MAX 100000u

struct exported {
	struct store *store;
	struct json json;
	struct user_record user;
	int seat; /* in the current match */
};

static void
put_text(struct json *j, const char *key, const char *text)
{
	json_key(j, key);
	json_add_text(j, text);
}

static void
put_int(struct json *j, const char *key, int64_t n)
{
	json_key(j, key);
	json_add_int(j, (long long)n);
}

static void
begin_list(struct json *j, const char *key)
{
	json_newline(j);
	json_key(j, key);
	json_open(j, '[');
}

/* ---- the account ---- */

static void
put_account(struct exported *x)
{
	const struct user_record *u = &x->user;
	struct json *j = &x->json;
	struct reset_record reset;
	int64_t until_s = 0;
	bool all = false;

	put_text(j, "name", u->name);
	put_int(j, "number", u->id);
	put_text(j, "email", u->email);
	put_text(j, "role", u->role);
	json_key(j, "rating");
	json_add_real(j, u->rating, 6);
	put_int(j, "experience", u->experience);
	put_int(j, "created_s", u->created_s);
	put_int(j, "last_login_s", u->last_login_s);
	put_text(j, "last_login_host", u->last_login_host);
	put_int(j, "last_logout_s", u->last_logout_s);
	put_text(j, "last_logout_host", u->last_logout_host);
	put_int(j, "token_until_s", store_token_until(x->store, u->id));
	put_int(j, "recovery_code_made_s", store_recovery_made(x->store, u->id));
	put_int(j, "recovery_code_pending_since_ms", store_recovery_pending(x->store, u->id));
	put_int(j, "recovery_code_used_s", store_recovery_noted(x->store, u->id, true));
	put_int(j, "to_be_deleted_s", store_forget_due(x->store, u->id));
	if (store_reset_of(x->store, u->id, &reset)) {
		put_text(j, "password_made_by", reset.actor);
		put_int(j, "password_made_s", reset.at_s);
	}
	if (store_mute_of(x->store, u->id, &all, &until_s)) {
		put_text(j, "muted", all ? "all" : "shout");
		put_int(j, "muted_until_s", until_s);
	}
}

static void
put_setting(void *ctx, const char *name, const char *value)
{
	put_text(ctx, name, value);
}

static void
put_game(void *ctx, const char *game, double rating, uint32_t experience)
{
	struct json *j = ctx;

	json_open(j, '{');
	put_text(j, "game", game);
	json_key(j, "rating");
	json_add_real(j, rating, 6);
	put_int(j, "experience", experience);
	json_close(j, '}');
}

static void
put_message(void *ctx, const char *sender, int64_t at_s, const char *text)
{
	struct json *j = ctx;

	json_newline(j);
	json_open(j, '{');
	put_text(j, "from", sender);
	put_int(j, "at_s", at_s);
	put_text(j, "text", text);
	json_close(j, '}');
}

static void
put_asked(void *ctx, const struct asked_record *a)
{
	struct json *j = ctx;

	json_newline(j);
	json_open(j, '{');
	put_int(j, "match", a->match);
	put_int(j, "days", a->days);
	put_int(j, "last_day", a->last_day);
	put_int(j, "missed_ms", a->missed_ms);
	put_int(j, "warned_ms", a->warned_ms);
	json_close(j, '}');
}

static void
put_other(void *ctx, int64_t other)
{
	struct exported *x = ctx;
	struct user_record u;

	if (store_user_by_id(x->store, other, &u))
		json_add_text(&x->json, u.name);
}

static void
put_lists(struct exported *x)
{
	struct json *j = &x->json;

	json_newline(j);
	json_key(j, "settings");
	json_open(j, '{');
	store_settings_each(x->store, x->user.id, put_setting, j);
	json_close(j, '}');
	begin_list(j, "ratings");
	store_game_ratings_each(x->store, x->user.id, put_game, j);
	json_close(j, ']');
	begin_list(j, "messages");
	store_messages_each(x->store, x->user.id, put_message, j);
	json_close(j, ']');
	begin_list(j, "asked_to_resume");
	store_asked_each(x->store, x->user.id, put_asked, j);
	json_close(j, ']');
	begin_list(j, "gagged");
	store_shut_outs_each(x->store, x->user.id, false, put_other, x);
	json_close(j, ']');
	begin_list(j, "blinded");
	store_shut_outs_each(x->store, x->user.id, true, put_other, x);
	json_close(j, ']');
}

/* ---- operators' records ---- */

static void
put_report(void *ctx, const struct report_record *r)
{
	struct exported *x = ctx;
	struct json *j = &x->json;
	bool theirs = r->reporter == x->user.id;

	if (!theirs && r->target != x->user.id)
		return;
	json_newline(j);
	json_open(j, '{');
	put_int(j, "at_s", r->at_s);
	put_text(j, theirs ? "about" : "about_them", r->target_name);
	if (theirs)
		put_text(j, "text", r->text);
	json_close(j, '}');
}

static void
put_act(void *ctx, const struct operator_record *r)
{
	struct json *j = ctx;

	json_newline(j);
	json_open(j, '{');
	put_int(j, "at_s", r->at_s);
	put_text(j, "operator", r->actor);
	put_text(j, "act", r->act);
	put_text(j, "whom", r->whom);
	put_text(j, "detail", r->detail);
	put_text(j, "why", r->why);
	json_close(j, '}');
}

static void
put_ban(void *ctx, const struct ban_record *b)
{
	struct exported *x = ctx;

	if (!word_is(b->what, x->user.name))
		return;
	put_int(&x->json, "banned_s", b->at_s);
	put_int(&x->json, "banned_until_s", b->until_s);
	put_text(&x->json, "banned_because", b->why);
}

static bool
meets(const struct ban_record *b, const char *host)
{
	struct netaddr network, from;

	return netaddr_parse(b->what, &network) && netaddr_parse(host, &from) &&
	       netaddr_has(&network, &from);
}

/* Includes network bans that apply to the user's last addresses. */
static void
put_network_ban(void *ctx, const struct ban_record *b)
{
	struct exported *x = ctx;
	struct json *j = &x->json;

	if (!meets(b, x->user.last_login_host) && !meets(b, x->user.last_logout_host))
		return;
	json_newline(j);
	json_open(j, '{');
	put_text(j, "network", b->what);
	put_int(j, "at_s", b->at_s);
	put_int(j, "until_s", b->until_s);
	put_text(j, "because", b->why);
	json_close(j, '}');
}

static void
put_operators(struct exported *x)
{
	store_bans_each(x->store, false, put_ban, x);
	begin_list(&x->json, "network_bans");
	store_bans_each(x->store, true, put_network_ban, x);
	json_close(&x->json, ']');
	begin_list(&x->json, "reports");
	store_reports_each(x->store, 0, put_report, x);
	json_close(&x->json, ']');
	begin_list(&x->json, "operator_log");
	store_operator_each(x->store, x->user.name, LOG_MAX, put_act, &x->json);
	json_close(&x->json, ']');
}

/* ---- totals ---- */

static void
put_real(struct json *j, const char *key, double x)
{
	json_key(j, key);
	json_add_real(j, x, 6);
}

static void
put_totals(void *ctx, const char *game, unsigned length, const struct totals_record *t)
{
	struct json *j = ctx;

	json_newline(j);
	json_open(j, '{');
	put_text(j, "game", game);
	put_int(j, "length", length);
	put_int(j, "won", t->won);
	put_int(j, "lost", t->lost);
	put_int(j, "unfinished", t->open);
	put_int(j, "gammons", t->gammons);
	put_int(j, "gammons_lost", t->gammons_lost);
	put_int(j, "doubles_taken", t->taken);
	put_int(j, "doubles_passed", t->passed);
	put_int(j, "takes", t->takes);
	put_int(j, "passes", t->passes);
	put_int(j, "takes_won", t->takes_won);
	put_int(j, "timed_plays", t->timed);
	put_int(j, "ms", (int64_t)t->ms);
	json_close(j, '}');
}

static void
put_error_totals(void *ctx, const char *game, const struct error_totals_record *t)
{
	struct json *j = ctx;

	json_newline(j);
	json_open(j, '{');
	put_text(j, "game", game);
	put_int(j, "matches", t->matches);
	put_int(j, "decisions", t->decisions);
	put_real(j, "error", t->error);
	put_int(j, "rolls", t->rolls);
	put_real(j, "luck", t->luck);
	put_int(j, "timed_plays", t->timed);
	put_real(j, "seconds", t->seconds);
	put_real(j, "squares", t->squares);
	json_close(j, '}');
}

static void
put_rolls(struct exported *x)
{
	struct json *j = &x->json;
	struct roll_record r;

	if (!store_rolls(x->store, x->user.id, &r))
		return;
	begin_list(j, "rolls"); /* 1-1, 1-2, ... 6-6 */
	for (unsigned i = 0; i < 36; i++)
		json_add_int(j, (long long)r.pair[i / 6][i % 6]);
	json_close(j, ']');
	put_int(j, "rolls_from_the_bar", (int64_t)r.bar);
	put_int(j, "rolls_that_entered", (int64_t)r.entered);
	put_real(j, "rolls_expected_to_enter", r.expected);
}

static void
put_counted(struct exported *x)
{
	begin_list(&x->json, "statistics");
	store_totals_each(x->store, x->user.id, put_totals, &x->json);
	json_close(&x->json, ']');
	put_rolls(x);
	begin_list(&x->json, "errors");
	store_error_totals_each(x->store, x->user.id, put_error_totals, &x->json);
	json_close(&x->json, ']');
}

/* ---- matches and tournaments ---- */

/* Includes only errors of this user, not of the opponent. */
static void
put_mark(void *ctx, const struct review_mark *m)
{
	struct exported *x = ctx;
	struct json *j = &x->json;

	if (m->seat != x->seat)
		return;
	json_open(j, '{');
	put_int(j, "move", m->move);
	json_key(j, "of_cube");
	json_add_bool(j, m->of_cube);
	put_real(j, "error", m->error);
	put_text(j, "best", m->best);
	json_close(j, '}');
}

static void
put_review(struct exported *x, int64_t match)
{
	struct review_record both[2];
	const struct review_record *r = &both[x->seat];
	struct json *j = &x->json;

	if (!store_review(x->store, match, both))
		return;
	json_key(j, "analysis");
	json_open(j, '{');
	put_int(j, "plies", r->plies);
	json_key(j, "by_gnubg");
	json_add_bool(j, r->by_gnubg);
	put_int(j, "plays", r->plays);
	put_int(j, "cubes", r->cubes);
	put_real(j, "play_error", r->play_error);
	put_real(j, "cube_error", r->cube_error);
	put_int(j, "doubtful", r->marks[0]);
	put_int(j, "bad", r->marks[1]);
	put_int(j, "very_bad", r->marks[2]);
	put_int(j, "best_roll", r->best_roll);
	put_int(j, "best_double", r->best_double);
	put_int(j, "best_take", r->best_take);
	put_int(j, "best_drop", r->best_drop);
	put_int(j, "rolls", r->rolls);
	put_real(j, "luck", r->luck);
	put_real(j, "luck_worth", r->luck_worth);
	json_key(j, "worst");
	json_open(j, '[');
	store_review_worst(x->store, match, MARKS_MAX, put_mark, x);
	json_close(j, ']');
	json_close(j, '}');
}

static bool
put_action(void *ctx, const struct action_record *a)
{
	struct json *j = ctx;

	json_open(j, '[');
	json_add_int(j, a->at_ms);
	json_add_int(j, a->seat);
	json_add_text(j, a->kind);
	json_add_text(j, a->text);
	json_close(j, ']');
	return true;
}

static void
put_change(void *ctx, const struct rating_record *r)
{
	struct exported *x = ctx;

	if (r->user != x->user.id)
		return;
	json_key(&x->json, "rating_before");
	json_add_real(&x->json, r->before, 6);
	json_key(&x->json, "rating_after");
	json_add_real(&x->json, r->after, 6);
	json_key(&x->json, "rating_factor");
	json_add_real(&x->json, r->factor, 6);
}

static bool
put_match(void *ctx, const struct match_record *m)
{
	struct exported *x = ctx;
	struct json *j = &x->json;
	int seat = m->user[0] == x->user.id ? 0 : 1;

	x->seat = seat;
	json_newline(j);
	json_open(j, '{');
	put_int(j, "number", m->id);
	put_text(j, "opponent", m->name[1 - seat]);
	put_int(j, "seat", seat);
	put_text(j, "game", m->variant);
	put_int(j, "length", m->length);
	put_int(j, "tournament", m->tournament);
	put_int(j, "created_ms", m->created_ms);
	put_int(j, "ended_ms", m->ended_ms);
	put_text(j, "end", m->end_reason);
	put_int(j, "winner", m->winner);
	put_int(j, "points", m->score[seat]);
	put_int(j, "points_against", m->score[1 - seat]);
	store_ratings_each(x->store, m->id, put_change, x);
	put_review(x, m->id);
	json_key(j, "actions");
	json_open(j, '[');
	store_actions_each(x->store, m->id, put_action, j);
	json_close(j, ']');
	json_close(j, '}');
	return true;
}

static void
put_place(void *ctx, const struct tourney_place_record *p)
{
	struct json *j = ctx;

	json_newline(j);
	json_open(j, '{');
	put_int(j, "tournament", p->tourney);
	put_text(j, "name", p->name);
	put_int(j, "place", p->from);
	put_int(j, "to_place", p->to);
	put_int(j, "players", p->players);
	json_close(j, '}');
}

static void
put_tournament(void *ctx, int64_t id)
{
	struct exported *x = ctx;
	struct json *j = &x->json;
	struct tourney_record r;

	if (!store_tourney_by_id(x->store, id, &r))
		return;
	json_newline(j);
	json_open(j, '{');
	put_int(j, "tournament", id);
	put_text(j, "name", r.name);
	put_int(j, "ended_ms", r.ended_ms);
	if (r.director == x->user.id) {
		put_int(j, "made_ms", r.created_ms);
		put_text(j, "made_from", r.host);
	}
	json_close(j, '}');
}

static void
put_played(struct exported *x)
{
	struct match_record m;
	int64_t id = INT64_MAX;

	begin_list(&x->json, "matches");
	store_matches_open_each(x->store, x->user.id, put_match, x);
	store_matches_tournament_each(x->store, x->user.id, put_match, x);
	while ((id = store_match_over_before(x->store, x->user.id, 0, id)) != 0)
		if (store_match_by_id(x->store, id, &m))
			(void)put_match(x, &m);
	json_close(&x->json, ']');
	begin_list(&x->json, "tournaments");
	store_tourney_places_each(
	    x->store, x->user.id, false, TOURNEYS_MAX, put_place, &x->json);
	json_close(&x->json, ']');
	begin_list(&x->json, "in_tournaments");
	store_tourneys_of_each(x->store, x->user.id, put_tournament, x);
	json_close(&x->json, ']');
}

/* ---- the command ---- */

static void
to_stream(void *ctx, const char *text, size_t n)
{
	(void)fwrite(text, 1, n, ctx);
}

static char *
write_all(struct exported *x, size_t *len)
{
	char *text = NULL;
	FILE *stream = open_memstream(&text, len);
	struct out out = { .write = to_stream, .ctx = stream };

	CHECK(stream != NULL);
	json_begin(&x->json, &out);
	json_open(&x->json, '{');
	put_account(x);
	put_lists(x);
	put_operators(x);
	put_counted(x);
	put_played(x);
	json_close(&x->json, '}');
	out_text(&out, "\n");
	CHECK(fclose(stream) == 0);
	return text;
}

static int
complain(const char *what, const char *why)
{
	(void)fprintf(stderr, "gammond: %s: %s\n", what, why);
	return 1;
}

/* The file is readable by its owner only. */
static int
put_out(const char *path, const char *text, size_t len)
{
	int fd = path != NULL ? open(path, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0600) : -1;
	FILE *file = path == NULL ? stdout : fd >= 0 ? fdopen(fd, "w") : NULL;
	bool ok;

	if (file == NULL)
		return complain(path, strerror(errno));
	ok = fwrite(text, 1, len, file) == len;
	if ((path != NULL ? fclose(file) : fflush(file)) == 0 && ok)
		return 0;
	return complain(path != NULL ? path : "standard output", strerror(errno));
}

int
export_user_run(const char *data_dir, unsigned n, char *const *words)
{
	struct exported x = { 0 };
	char error_text[512];
	struct sbuf error;
	char *text;
	size_t len = 0;
	int status;

	SBUF_ON(&error, error_text);
	if (n < 1 || n > 2 || words[0][0] == '-') {
		(void)fputs("usage:\n" EXPORT_USER_USAGE, stderr);
		return 2;
	}
	if (store_open_reader(data_dir, &x.store, &error) != STORE_OK)
		return complain(data_dir, error_text);
	if (strlen(words[0]) > STORE_NAME_MAX ||
	    !store_user_by_name(x.store, words[0], &x.user)) {
		store_close(&x.store);
		return complain(words[0], "no such user");
	}
	text = write_all(&x, &len);
	if (store_commit(x.store, &error) != STORE_OK)
		status = complain(data_dir, error_text);
	else
		status = put_out(n == 2 ? words[1] : NULL, text, len);
	free(text);
	store_close(&x.store);
	return status;
}
