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

#define LOG_ROWS_MAX 100000u
#define TOURNEYS_MAX 100000u
#define REVIEW_MARKS_MAX 100000u

struct user_export {
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
put_account(struct user_export *x)
{
	const struct user_record *u = &x->user;
	struct store *s = x->store;
	struct json *j = &x->json;
	struct reset_record reset;
	int64_t until_s = 0;
	bool all = false;

	json_fields(j, JSON_MEMBER(u, name), KEY("number", u->id), JSON_MEMBER(u, email),
	    JSON_MEMBER(u, role), KEY("marked_as_bot", u->marked_as_bot),
	    JSON_MEMBER(u, rating), JSON_MEMBER(u, experience), JSON_MEMBER(u, created_s),
	    JSON_MEMBER(u, last_login_s), JSON_MEMBER(u, last_login_host),
	    JSON_MEMBER(u, last_logout_s), JSON_MEMBER(u, last_logout_host),
	    KEY("token_until_s", store_token_until(s, u->id)),
	    KEY("recovery_code_made_s", store_recovery_made(s, u->id)),
	    KEY("recovery_code_pending_since_ms", store_recovery_pending(s, u->id)),
	    KEY("recovery_code_used_s", store_recovery_noted(s, u->id, true)),
	    KEY("to_be_deleted_s", store_forget_due(s, u->id)));
	if (store_password_reset_of(s, u->id, &reset))
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
	struct user_export *x = ctx;

	json_object(
	    &x->json, KEY("game", game), KEY("rating", rating), KEY("experience", experience));
}

static void
put_message(void *ctx, const char *sender, int64_t at_s, const char *text)
{
	struct user_export *x = ctx;

	json_row(&x->json, KEY("from", sender), KEY("at_s", at_s), KEY("text", text));
}

static void
put_resume_requests(void *ctx, const struct resume_request_record *a)
{
	struct user_export *x = ctx;

	json_row(&x->json, JSON_MEMBER(a, match), KEY("days", a->request_day_count),
	    KEY("last_day", a->last_request_day), KEY("missed_ms", a->missed_request_ms),
	    KEY("warned_ms", a->end_announced_ms));
}

static void
put_user_name(void *ctx, int64_t other)
{
	struct user_export *x = ctx;
	struct user_record u;

	if (store_user_by_id(x->store, other, &u))
		json_add_text(&x->json, u.name);
}

static void
put_settings_and_lists(struct user_export *x)
{
	struct json *j = &x->json;
	int64_t id = x->user.id;

	json_newline(j);
	json_open_key(j, "settings", '{');
	store_settings_each(x->store, id, put_setting, j);
	json_close(j, '}');
	put_list(x, "ratings", store_game_ratings_each, id, put_game_rating);
	put_list(x, "messages", store_messages_each, id, put_message);
	put_list(x, "asked_to_resume", store_resume_requests_each, id, put_resume_requests);
	put_list(x, "gagged", store_blocked_users_each, id, false, put_user_name);
	put_list(x, "blinded", store_blocked_users_each, id, true, put_user_name);
}

/* ---- operators' records ---- */

static void
put_report(void *ctx, const struct report_record *r)
{
	struct user_export *x = ctx;

	if (r->reporter == x->user.id)
		json_row(&x->json, JSON_MEMBER(r, at_s), KEY("about", r->target_name),
		    JSON_MEMBER(r, text));
	else if (r->target == x->user.id)
		json_row(&x->json, JSON_MEMBER(r, at_s), KEY("about_them", r->target_name));
}

static void
put_operator_act(void *ctx, const struct operator_record *r)
{
	struct user_export *x = ctx;

	json_row(&x->json, JSON_MEMBER(r, at_s), KEY("operator", r->actor), JSON_MEMBER(r, act),
	    JSON_MEMBER(r, whom), JSON_MEMBER(r, detail), JSON_MEMBER(r, why));
}

static void
put_ban(void *ctx, const struct ban_record *b)
{
	struct user_export *x = ctx;

	if (word_is(b->target, x->user.name))
		json_fields(&x->json, KEY("banned_s", b->at_s),
		    KEY("banned_until_s", b->until_s), KEY("banned_because", b->why));
}

static bool
ban_covers(const struct ban_record *b, const char *host)
{
	struct netaddr network, from;

	return netaddr_parse(b->target, &network) && netaddr_parse(host, &from) &&
	       netaddr_contains(&network, &from);
}

/* Adds a network ban if it covers one of the user's last addresses. */
static void
put_network_ban(void *ctx, const struct ban_record *b)
{
	struct user_export *x = ctx;

	if (ban_covers(b, x->user.last_login_host) || ban_covers(b, x->user.last_logout_host))
		json_row(&x->json, KEY("network", b->target), JSON_MEMBER(b, at_s),
		    JSON_MEMBER(b, until_s), KEY("because", b->why));
}

static void
put_moderation(struct user_export *x)
{
	store_bans_each(x->store, false, put_ban, x);
	put_list(x, "network_bans", store_bans_each, true, put_network_ban);
	put_list(x, "reports", store_reports_each, 0, put_report);
	put_list(x, "operator_log", store_operator_acts_each, x->user.name, LOG_ROWS_MAX,
	    put_operator_act);
}

/* ---- totals ---- */

static void
put_totals(void *ctx, const char *game, unsigned length, const struct totals_record *t)
{
	struct user_export *x = ctx;

	json_row(&x->json, KEY("game", game), KEY("length", length), JSON_MEMBER(t, won),
	    JSON_MEMBER(t, lost), KEY("unfinished", t->unfinished),
	    KEY("gammons", t->gammons_won), JSON_MEMBER(t, gammons_lost),
	    KEY("doubles_taken", t->doubles_taken), KEY("doubles_passed", t->doubles_passed),
	    JSON_MEMBER(t, takes), JSON_MEMBER(t, passes), JSON_MEMBER(t, takes_won),
	    KEY("timed_plays", t->timed_plays), KEY("ms", (int64_t)t->ms));
}

static void
put_error_totals(void *ctx, const char *game, const struct error_totals_record *t)
{
	struct user_export *x = ctx;

	json_row(&x->json, KEY("game", game), JSON_MEMBER(t, matches),
	    JSON_MEMBER(t, decisions), KEY("error", t->error_sum), JSON_MEMBER(t, rolls),
	    KEY("luck", t->luck_sum), KEY("timed_plays", t->timed_plays),
	    KEY("seconds", t->thinking_seconds), KEY("squares", t->seconds_squared));
}

static void
put_rolls(struct user_export *x)
{
	struct json *j = &x->json;
	struct roll_record r;

	if (!store_roll_counts(x->store, x->user.id, &r))
		return;
	begin_list(j, "rolls"); /* 1-1, 1-2, ... 6-6 */
	for (unsigned i = 0; i < 36; i++)
		json_add_int(j, (int64_t)r.dice_counts[i / 6][i % 6]);
	json_close(j, ']');
	json_fields(j, KEY("rolls_from_the_bar", (int64_t)r.bar),
	    KEY("rolls_that_entered", (int64_t)r.bar_entered),
	    KEY("rolls_expected_to_enter", r.bar_entered_expected));
}

static void
put_statistics(struct user_export *x)
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
	struct user_export *x = ctx;

	if (m->seat == x->seat)
		json_object(&x->json, KEY("move", m->move_number),
		    KEY("of_cube", m->is_cube_decision), JSON_MEMBER(m, error),
		    JSON_MEMBER(m, best));
}

static void
put_review(struct user_export *x, int64_t match)
{
	struct review_record both[2];
	const struct review_record *r = &both[x->seat];
	struct json *j = &x->json;

	if (!store_review_read(x->store, match, both))
		return;
	json_open_key(j, "analysis", '{');
	json_fields(j, JSON_MEMBER(r, plies), JSON_MEMBER(r, by_gnubg),
	    KEY("plays", r->play_decisions), KEY("cubes", r->cube_decisions),
	    JSON_MEMBER(r, play_error), JSON_MEMBER(r, cube_error),
	    KEY("doubtful", r->mark_counts[0]), KEY("bad", r->mark_counts[1]),
	    KEY("very_bad", r->mark_counts[2]), JSON_MEMBER(r, best_roll),
	    JSON_MEMBER(r, best_double), JSON_MEMBER(r, best_take), JSON_MEMBER(r, best_drop),
	    JSON_MEMBER(r, rolls), JSON_MEMBER(r, luck), JSON_MEMBER(r, luck_worth));
	json_open_key(j, "worst", '[');
	store_review_worst_marks(x->store, match, REVIEW_MARKS_MAX, put_mark, x);
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
	struct user_export *x = ctx;

	if (r->user == x->user.id)
		json_fields(&x->json, KEY("rating_before", r->before),
		    KEY("rating_after", r->after), KEY("rating_factor", r->counted_fraction));
}

static bool
put_match(void *ctx, const struct match_record *m)
{
	struct user_export *x = ctx;
	struct json *j = &x->json;
	int seat = m->user[0] == x->user.id ? 0 : 1;
	char header[STORE_HEADER_MAX];

	x->seat = seat;
	json_newline(j);
	json_open(j, '{');
	json_fields(j, KEY("number", m->id), KEY("opponent", m->name[1 - seat]),
	    KEY("seat", seat), KEY("game", m->variant), JSON_MEMBER(m, length),
	    JSON_MEMBER(m, tournament), JSON_MEMBER(m, created_ms), JSON_MEMBER(m, ended_ms),
	    KEY("end", m->end_reason), JSON_MEMBER(m, winner), KEY("points", m->score[seat]),
	    KEY("points_against", m->score[1 - seat]));
	if (store_match_header(x->store, m->id, header))
		json_fields(j, KEY("header", (const char *)header));
	store_rating_changes_each(x->store, m->id, put_change, x);
	put_review(x, m->id);
	json_open_key(j, "actions", '[');
	store_actions_each(x->store, m->id, put_action, j);
	json_close(j, ']');
	json_close(j, '}');
	return true;
}

static void
put_imported(struct user_export *x)
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
		    KEY("right", (const char *)m.name[1]), KEY("shown", m.shown_to_others),
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
	struct user_export *x = ctx;

	json_row(&x->json, KEY("tournament", p->tourney), JSON_MEMBER(p, name),
	    KEY("place", p->first_place), KEY("to_place", p->last_place),
	    JSON_MEMBER(p, players));
}

static void
put_tournament(void *ctx, int64_t id)
{
	struct user_export *x = ctx;
	struct json *j = &x->json;
	struct tourney_record r;

	if (!store_tourney_by_id(x->store, id, &r))
		return;
	json_newline(j);
	json_open(j, '{');
	json_fields(j, KEY("tournament", id), KEY("name", r.name), KEY("ended_ms", r.ended_ms));
	if (r.director == x->user.id)
		json_fields(j, KEY("made_ms", r.created_ms), KEY("made_from", r.maker_host));
	json_close(j, '}');
}

static void
put_matches(struct user_export *x)
{
	struct match_record m;
	int64_t user = x->user.id, id = INT64_MAX;

	begin_list(&x->json, "matches");
	store_matches_open_each(x->store, user, put_match, x);
	store_tournament_matches_of_user(x->store, user, put_match, x);
	while ((id = store_match_finished_before(x->store, user, 0, id)) != 0)
		if (store_match_by_id(x->store, id, &m))
			(void)put_match(x, &m);
	json_close(&x->json, ']');
	put_list(
	    x, "tournaments", store_tourney_places_each, user, false, TOURNEYS_MAX, put_place);
	put_list(x, "in_tournaments", store_tourneys_of_user_each, user, put_tournament);
}

/* ---- the command ---- */

static void
to_stream(void *ctx, const char *text, size_t n)
{
	(void)fwrite(text, 1, n, ctx);
}

static char *
write_account_data(struct user_export *x, size_t *len)
{
	char *text = NULL;
	FILE *stream = open_memstream(&text, len);
	struct out out = { .write = to_stream, .ctx = stream };

	CHECK(stream != NULL);
	json_begin(&x->json, &out);
	json_open(&x->json, '{');
	put_account(x);
	put_settings_and_lists(x);
	put_moderation(x);
	put_statistics(x);
	put_matches(x);
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
write_output(const char *path, const char *text, size_t len)
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
	struct user_export x = { 0 };
	char error_text[512];
	struct sbuf error;
	char *text;
	size_t len = 0;
	int status;

	SBUF_INIT(&error, error_text);
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
	text = write_account_data(&x, &len);
	if (store_commit(x.store, &error) != STORE_OK)
		status = complain(data_dir, error_text);
	else
		status = write_output(n == 2 ? words[1] : NULL, text, len);
	free(text);
	store_close(&x.store);
	return status;
}
