/* SPDX-License-Identifier: MIT */
/* Exports everything stored about a user: see export_user.h.
 *
 * Leaves out secrets of the account or of the server (hashes, the seeds of matches) and the
 * names of users who reported this user.  The output is complete before any of it is written.
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
#include "proto/json.h"

#define LOG_MAX 100000u
#define TOURNEYS_MAX 100000u
#define MARKS_MAX 100000u

struct exported {
	struct store *store;
	struct json json;
	struct user_record user;
	int seat; /* the user's seat in the match being exported */
};

/* Writes a list; `each` is a function of the store that calls back once per element. */
#define put_list(x, name, each, ...)                                                           \
	(begin_list(&(x)->json, name), (void)each((x)->store, __VA_ARGS__, x),                 \
	    json_close(&(x)->json, ']'))

static void
begin_list(struct json *j, const char *key)
{
	json_newline(j);
	json_open_key(j, key, '[');
}

/* ---- the account ---- */

static void
put_account(struct exported *x)
{
	const struct user_record *u = &x->user;
	struct store *s = x->store;
	struct json *j = &x->json;
	struct reset_record reset;
	int64_t until_s = 0;
	bool all = false;

	json_fields(j, MEMBER(u, name), KEY("number", u->id), MEMBER(u, email), MEMBER(u, role),
	    KEY("marked_as_bot", u->marked), MEMBER(u, rating), MEMBER(u, experience),
	    MEMBER(u, created_s), MEMBER(u, last_login_s), MEMBER(u, last_login_host),
	    MEMBER(u, last_logout_s), MEMBER(u, last_logout_host),
	    KEY("token_until_s", store_token_until(s, u->id)),
	    KEY("recovery_code_made_s", store_recovery_made(s, u->id)),
	    KEY("recovery_code_pending_since_ms", store_recovery_pending(s, u->id)),
	    KEY("recovery_code_used_s", store_recovery_noted(s, u->id, true)),
	    KEY("to_be_deleted_s", store_forget_due(s, u->id)));
	if (store_reset_of(s, u->id, &reset))
		json_fields(j, KEY("password_made_by", reset.actor),
		    KEY("password_made_s", reset.at_s));
	if (store_mute_of(s, u->id, &all, &until_s))
		json_fields(
		    j, KEY("muted", all ? "all" : "shout"), KEY("muted_until_s", until_s));
}

static void
put_setting(void *ctx, const char *name, const char *value)
{
	json_fields(ctx, KEY(name, value));
}

static void
put_game_rating(void *ctx, const char *game, double rating, uint32_t experience)
{
	struct exported *x = ctx;

	json_object(
	    &x->json, KEY("game", game), KEY("rating", rating), KEY("experience", experience));
}

static void
put_message(void *ctx, const char *sender, int64_t at_s, const char *text)
{
	struct exported *x = ctx;

	json_row(&x->json, KEY("from", sender), KEY("at_s", at_s), KEY("text", text));
}

static void
put_asked(void *ctx, const struct asked_record *a)
{
	struct exported *x = ctx;

	json_row(&x->json, MEMBER(a, match), MEMBER(a, days), MEMBER(a, last_day),
	    MEMBER(a, missed_ms), MEMBER(a, warned_ms));
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
	int64_t id = x->user.id;

	json_newline(j);
	json_open_key(j, "settings", '{');
	store_settings_each(x->store, id, put_setting, j);
	json_close(j, '}');
	put_list(x, "ratings", store_game_ratings_each, id, put_game_rating);
	put_list(x, "messages", store_messages_each, id, put_message);
	put_list(x, "asked_to_resume", store_asked_each, id, put_asked);
	put_list(x, "gagged", store_shut_outs_each, id, false, put_other);
	put_list(x, "blinded", store_shut_outs_each, id, true, put_other);
}

/* ---- operators' records ---- */

static void
put_report(void *ctx, const struct report_record *r)
{
	struct exported *x = ctx;

	if (r->reporter == x->user.id)
		json_row(
		    &x->json, MEMBER(r, at_s), KEY("about", r->target_name), MEMBER(r, text));
	else if (r->target == x->user.id)
		json_row(&x->json, MEMBER(r, at_s), KEY("about_them", r->target_name));
}

static void
put_act(void *ctx, const struct operator_record *r)
{
	struct exported *x = ctx;

	json_row(&x->json, MEMBER(r, at_s), KEY("operator", r->actor), MEMBER(r, act),
	    MEMBER(r, whom), MEMBER(r, detail), MEMBER(r, why));
}

static void
put_ban(void *ctx, const struct ban_record *b)
{
	struct exported *x = ctx;

	if (word_is(b->what, x->user.name))
		json_fields(&x->json, KEY("banned_s", b->at_s),
		    KEY("banned_until_s", b->until_s), KEY("banned_because", b->why));
}

static bool
meets(const struct ban_record *b, const char *host)
{
	struct netaddr network, from;

	return netaddr_parse(b->what, &network) && netaddr_parse(host, &from) &&
	       netaddr_has(&network, &from);
}

/* Adds a network ban if it covers one of the user's last addresses. */
static void
put_network_ban(void *ctx, const struct ban_record *b)
{
	struct exported *x = ctx;

	if (meets(b, x->user.last_login_host) || meets(b, x->user.last_logout_host))
		json_row(&x->json, KEY("network", b->what), MEMBER(b, at_s), MEMBER(b, until_s),
		    KEY("because", b->why));
}

static void
put_operators(struct exported *x)
{
	store_bans_each(x->store, false, put_ban, x);
	put_list(x, "network_bans", store_bans_each, true, put_network_ban);
	put_list(x, "reports", store_reports_each, 0, put_report);
	put_list(x, "operator_log", store_operator_each, x->user.name, LOG_MAX, put_act);
}

/* ---- totals ---- */

static void
put_totals(void *ctx, const char *game, unsigned length, const struct totals_record *t)
{
	struct exported *x = ctx;

	json_row(&x->json, KEY("game", game), KEY("length", length), MEMBER(t, won),
	    MEMBER(t, lost), KEY("unfinished", t->open), MEMBER(t, gammons),
	    MEMBER(t, gammons_lost), KEY("doubles_taken", t->taken),
	    KEY("doubles_passed", t->passed), MEMBER(t, takes), MEMBER(t, passes),
	    MEMBER(t, takes_won), KEY("timed_plays", t->timed), KEY("ms", (int64_t)t->ms));
}

static void
put_error_totals(void *ctx, const char *game, const struct error_totals_record *t)
{
	struct exported *x = ctx;

	json_row(&x->json, KEY("game", game), MEMBER(t, matches), MEMBER(t, decisions),
	    MEMBER(t, error), MEMBER(t, rolls), MEMBER(t, luck), KEY("timed_plays", t->timed),
	    MEMBER(t, seconds), MEMBER(t, squares));
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
		json_add_int(j, (int64_t)r.pair[i / 6][i % 6]);
	json_close(j, ']');
	json_fields(j, KEY("rolls_from_the_bar", (int64_t)r.bar),
	    KEY("rolls_that_entered", (int64_t)r.entered),
	    KEY("rolls_expected_to_enter", r.expected));
}

static void
put_counted(struct exported *x)
{
	put_list(x, "statistics", store_totals_each, x->user.id, put_totals);
	put_rolls(x);
	put_list(x, "errors", store_error_totals_each, x->user.id, put_error_totals);
}

/* ---- matches and tournaments ---- */

/* Adds an error in a match if this user made it, not the opponent. */
static void
put_mark(void *ctx, const struct review_mark *m)
{
	struct exported *x = ctx;

	if (m->seat == x->seat)
		json_object(&x->json, MEMBER(m, move), MEMBER(m, of_cube), MEMBER(m, error),
		    MEMBER(m, best));
}

static void
put_review(struct exported *x, int64_t match)
{
	struct review_record both[2];
	const struct review_record *r = &both[x->seat];
	struct json *j = &x->json;

	if (!store_review(x->store, match, both))
		return;
	json_open_key(j, "analysis", '{');
	json_fields(j, MEMBER(r, plies), MEMBER(r, by_gnubg), MEMBER(r, plays),
	    MEMBER(r, cubes), MEMBER(r, play_error), MEMBER(r, cube_error),
	    KEY("doubtful", r->marks[0]), KEY("bad", r->marks[1]), KEY("very_bad", r->marks[2]),
	    MEMBER(r, best_roll), MEMBER(r, best_double), MEMBER(r, best_take),
	    MEMBER(r, best_drop), MEMBER(r, rolls), MEMBER(r, luck), MEMBER(r, luck_worth));
	json_open_key(j, "worst", '[');
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

	if (r->user == x->user.id)
		json_fields(&x->json, KEY("rating_before", r->before),
		    KEY("rating_after", r->after), KEY("rating_factor", r->factor));
}

static bool
put_match(void *ctx, const struct match_record *m)
{
	struct exported *x = ctx;
	struct json *j = &x->json;
	int seat = m->user[0] == x->user.id ? 0 : 1;
	char header[STORE_HEADER_MAX];

	x->seat = seat;
	json_newline(j);
	json_open(j, '{');
	json_fields(j, KEY("number", m->id), KEY("opponent", m->name[1 - seat]),
	    KEY("seat", seat), KEY("game", m->variant), MEMBER(m, length),
	    MEMBER(m, tournament), MEMBER(m, created_ms), MEMBER(m, ended_ms),
	    KEY("end", m->end_reason), MEMBER(m, winner), KEY("points", m->score[seat]),
	    KEY("points_against", m->score[1 - seat]));
	if (store_match_header(x->store, m->id, header))
		json_fields(j, KEY("header", (const char *)header));
	store_ratings_each(x->store, m->id, put_change, x);
	put_review(x, m->id);
	json_open_key(j, "actions", '[');
	store_actions_each(x->store, m->id, put_action, j);
	json_close(j, ']');
	json_close(j, '}');
	return true;
}

static void
put_imported(struct exported *x)
{
	int64_t id = INT64_MAX;
	struct json *j = &x->json;
	char header[STORE_HEADER_MAX];
	struct match_record m;

	begin_list(j, "imported");
	while ((id = store_import_before(x->store, x->user.id, id)) != 0) {
		if (!store_match_by_id(x->store, id, &m))
			continue;
		x->seat = m.user[1] == x->user.id;
		json_newline(j);
		json_open(j, '{');
		json_fields(j, KEY("number", m.id), KEY("left", (const char *)m.name[0]),
		    KEY("right", (const char *)m.name[1]), KEY("shown", m.shown),
		    KEY("length", m.length), KEY("played_ms", m.created_ms),
		    KEY("winner", m.winner));
		if (store_match_header(x->store, m.id, header))
			json_fields(j, KEY("header", (const char *)header));
		put_review(x, m.id);
		json_open_key(j, "actions", '[');
		store_actions_each(x->store, m.id, put_action, j);
		json_close(j, ']');
		json_close(j, '}');
	}
	json_close(j, ']');
}

static void
put_place(void *ctx, const struct tourney_place_record *p)
{
	struct exported *x = ctx;

	json_row(&x->json, KEY("tournament", p->tourney), MEMBER(p, name),
	    KEY("place", p->from), KEY("to_place", p->to), MEMBER(p, players));
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
	json_fields(j, KEY("tournament", id), KEY("name", r.name), KEY("ended_ms", r.ended_ms));
	if (r.director == x->user.id)
		json_fields(j, KEY("made_ms", r.created_ms), KEY("made_from", r.host));
	json_close(j, '}');
}

static void
put_played(struct exported *x)
{
	struct match_record m;
	int64_t user = x->user.id, id = INT64_MAX;

	begin_list(&x->json, "matches");
	store_matches_open_each(x->store, user, put_match, x);
	store_matches_tournament_each(x->store, user, put_match, x);
	while ((id = store_match_over_before(x->store, user, 0, id)) != 0)
		if (store_match_by_id(x->store, id, &m))
			(void)put_match(x, &m);
	json_close(&x->json, ']');
	put_list(
	    x, "tournaments", store_tourney_places_each, user, false, TOURNEYS_MAX, put_place);
	put_list(x, "in_tournaments", store_tourneys_of_each, user, put_tournament);
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
	put_imported(x);
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

/* Writes a new file that only its owner can read, or to standard output. */
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
