/* SPDX-License-Identifier: MIT */
/* See storedump.h.  Owns nothing.  Cost: one query per user and match. */
#include "tests/support/storedump.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- dump ---- */

static void
dump_setting(void *ctx, const char *name, const char *value)
{
	sbuf_addf(ctx, " set %s=%s\n", name, value);
}

static void
dump_blocked(void *ctx, int64_t other)
{
	sbuf_addf(ctx, " shuts out %" PRId64 "\n", other);
}

static bool
dump_open(void *ctx, const struct match_record *m)
{
	sbuf_addf(ctx, " open %" PRId64 "\n", m->id);
	return true;
}

static bool
dump_action(void *ctx, const struct action_record *a)
{
	sbuf_addf(ctx, " %" PRIu32 " %" PRId64 " %" PRIu32 " %u %d %d %s %s\n", a->seq,
	    a->at_ms, a->elapsed_ms, a->credit_ms, a->seat, (int)a->automatic, a->kind,
	    a->text);
	return true;
}

static void
dump_rating(void *ctx, const struct rating_record *r)
{
	sbuf_addf(ctx,
	    " rating %" PRId64 " %.17g %.17g %" PRIu32 " %" PRIu32 " %" PRId64
	    " '%s' %.17g %d\n",
	    r->user, r->before, r->after, r->experience_before, r->experience_after, r->at_ms,
	    r->game, r->counted_fraction, (int)r->near_limit);
}

static void
dump_game_rating(void *ctx, const char *game, double rating, uint32_t experience)
{
	sbuf_addf(ctx, " in %s %.17g %" PRIu32 "\n", game, rating, experience);
}

static void
dump_ranked(void *ctx, const struct ranked_record *r)
{
	sbuf_addf(ctx, "ranked %" PRId64 " %s %.17g %" PRIu32 "\n", r->user, r->name, r->rating,
	    r->experience);
}

static void
dump_rating_key(void *ctx, double rating, int64_t user)
{
	sbuf_addf(ctx, "walk %.17g %" PRId64 "\n", rating, user);
}

/* Returns the `which`-th token that random_writes_turn gives a user, valid until until_s. */
static struct token_record
token_of(int64_t user, int64_t until_s, uint8_t which)
{
	struct token_record t = { .user = user, .until_s = until_s, .client_mode = "clip" };

	for (size_t i = 0; i < sizeof(t.hash); i++)
		t.hash[i] = (uint8_t)(user + which);
	return t;
}

static void
dump_token(struct store *s, int64_t user, struct sbuf *out)
{
	sbuf_addf(out, " token %" PRId64, store_token_until(s, user));
	for (uint8_t which = 0; which < 2; which++) {
		struct token_record key = token_of(user, 0, (uint8_t)(which * 128));
		struct token_record t;

		if (store_token_find(s, key.hash, &t))
			sbuf_addf(out, " %" PRId64 " %" PRId64 " %s %" PRId64 " %d", t.user,
			    t.until_s, t.client_mode, t.match, (int)t.old);
	}
	sbuf_addc(out, '\n');
}

static void
dump_recovery_codes(struct store *s, int64_t user, struct sbuf *out)
{
	struct reset_record r;

	sbuf_addf(out, " code of %" PRId64 ", deleted %" PRId64 "\n",
	    store_recovery_made(s, user), store_forget_due(s, user));
	if (store_recovery_pending(s, user) != 0 || store_recovery_noted(s, user, false) != 0 ||
	    store_recovery_noted(s, user, true) != 0)
		sbuf_addf(out, " code to be %" PRId64 ", made %" PRId64 ", used %" PRId64 "\n",
		    store_recovery_pending(s, user), store_recovery_noted(s, user, false),
		    store_recovery_noted(s, user, true));
	if (store_password_reset_of(s, user, &r))
		sbuf_addf(
		    out, " reset by %s %" PRId64 " %" PRId64 "\n", r.actor, r.at_s, r.until_s);
}

static void
dump_resume_request(void *ctx, const struct resume_request_record *a)
{
	sbuf_addf(ctx, " asked %" PRId64 " %" PRIu32 " %" PRId64 " %" PRId64 " %" PRId64 "\n",
	    a->match, a->request_day_count, a->last_request_day, a->missed_request_ms,
	    a->end_announced_ms);
}

static void
dump_message(void *ctx, const char *sender, int64_t at_s, const char *text)
{
	sbuf_addf(ctx, " message of %s %" PRId64 " %s\n", sender, at_s, text);
}

static void
dump_user(struct store *s, const struct user_record *u, struct sbuf *out)
{
	struct user_record again;

	sbuf_addf(out, "user %" PRId64 " %s %s %s %.17g %" PRIu32 " %" PRId64, u->id, u->name,
	    u->hash, u->email, u->rating, u->experience, u->created_s);
	sbuf_addf(out, " in %" PRId64 " %s out %" PRId64 " %s %s%s %s\n", u->last_login_s,
	    u->last_login_host, u->last_logout_s, u->last_logout_host, u->role,
	    u->marked_as_bot ? " bot" : "",
	    store_user_by_name(s, u->name, &again) && again.id == u->id ? ""
									: "name not found");
	store_settings_each(s, u->id, dump_setting, out);
	store_matches_open_each(s, u->id, dump_open, out);
	store_game_ratings_each(s, u->id, dump_game_rating, out);
	dump_token(s, u->id, out);
	store_blocked_users_each(s, u->id, false, dump_blocked, out);
	store_blocked_users_each(s, u->id, true, dump_blocked, out);
	dump_recovery_codes(s, u->id, out);
	store_messages_each(s, u->id, dump_message, out);
	store_resume_requests_each(s, u->id, dump_resume_request, out);
	sbuf_addf(out, " %u open, %u ranked before, %u in tavli\n",
	    store_matches_open_count(s, u->id),
	    store_ranked_count_before(s, "", u->rating, u->id, HUGE_VAL),
	    store_ranked_count_before(s, "tavli", u->rating, u->id, HUGE_VAL));
}

static void
dump_match(struct store *s, const struct match_record *m, struct sbuf *out)
{
	struct match_record again;
	char header[STORE_HEADER_MAX];

	sbuf_addf(out, "match %" PRId64 " %" PRId64 " %s %" PRId64 " %s %d %s seed", m->id,
	    m->user[0], m->name[0], m->user[1], m->name[1], m->length, m->variant);
	for (size_t i = 0; i < sizeof(m->seed); i++)
		sbuf_addf(out, "%02x", m->seed[i]);
	sbuf_addf(
	    out, " said %d '%s' '%s'", m->dice_committed, m->dice_text[0], m->dice_text[1]);
	sbuf_addf(out, " %" PRId64 " %" PRId64 " %" PRIu32 " %" PRIu32 " %" PRId64 " %s %d",
	    m->created_ms, m->last_ms, m->score[0], m->score[1], m->ended_ms, m->end_reason,
	    m->winner);
	if (m->ended_ms == 0 &&
	    (!store_match_find_unfinished(s, m->user[1], m->user[0], &again) ||
		again.id != m->id))
		sbuf_add(out, " pair not found");
	if (store_interrupted(s, m->id))
		sbuf_add(out, " interrupted");
	if (store_match_header(s, m->id, header))
		sbuf_addf(out, " header '%s'", header);
	sbuf_addc(out, '\n');
	store_actions_each(s, m->id, dump_action, out);
	store_rating_changes_each(s, m->id, dump_rating, out);
}

static void
dump_visit(void *ctx, int64_t at_s, const char *name, const char *event)
{
	sbuf_addf(ctx, "visit %" PRId64 " %s %s\n", at_s, name, event);
}

static void
dump_hour(void *ctx, const struct hour_record *h)
{
	sbuf_addf(ctx, "hour %" PRId64 " %" PRId64 " %" PRId64 " %" PRIu32 " %" PRIu32 "\n",
	    h->hour, h->uptime_ms, h->online_ms, h->min_online, h->max_online);
}

static bool
dump_act(void *ctx, const struct tourney_act_record *a)
{
	sbuf_addf(ctx, " act %" PRIu32 " %" PRId64 " %" PRId64 " %s %s\n", a->seq, a->at_ms,
	    a->actor, a->kind, a->text);
	return true;
}

static void
dump_tourney(struct store *s, const struct tourney_record *t, struct sbuf *out)
{
	sbuf_addf(out, "tourney %" PRId64 " %s of %" PRId64 " %" PRId64 " %" PRId64 " %d %s\n",
	    t->id, t->name, t->director, t->created_ms, t->ended_ms, t->cancelled, t->winner);
	store_tourney_acts_each(s, t->id, 0, dump_act, out);
}

static void
dump_rating_list(struct store *s, const char *game, struct sbuf *out)
{
	sbuf_addf(out, "list '%s'\n", game);
	store_ranked_each(s, game, HUGE_VAL, 1000, dump_ranked, out);
	if (!store_ranked_visit_after(s, game, 1500.0, 2, 1000, dump_rating_key, out))
		sbuf_add(out, "not all\n");
}

void
store_dump(struct store *s, char space[STORE_DUMP_BYTES])
{
	struct tourney_record t;
	struct user_record u;
	struct match_record m;
	struct sbuf out;

	sbuf_init(&out, space, STORE_DUMP_BYTES);
	for (int64_t id = 1; store_user_by_id(s, id, &u); id++)
		dump_user(s, &u, &out);
	for (int64_t id = 1; store_match_by_id(s, id, &m); id++)
		dump_match(s, &m, &out);
	for (int64_t id = 1; store_tourney_by_id(s, id, &t); id++)
		dump_tourney(s, &t, &out);
	dump_rating_list(s, "", &out);
	dump_rating_list(s, "tavli", &out);
	for (unsigned i = 0; i < COUNTER_COUNT; i++)
		sbuf_addf(&out, "counter %u %" PRId64 "\n", i,
		    store_counter(s, (enum store_counter)i));
	store_visits_each(s, dump_visit, &out);
	store_hours_each(s, 0, dump_hour, &out);
	sbuf_addf(&out, "%u days up\n", store_up_days_after(s, 0));
	CHECK(sbuf_ok(&out));
}

/* ---- workload ---- */

void
random_writes_init(struct random_writes *w, uint64_t seed)
{
	*w = (struct random_writes){ .now_ms = 1700000000000 };
	rng_seed(&w->r, seed);
}

static int64_t
random_user(struct random_writes *w)
{
	return 1 + (int64_t)rng_below(&w->r, (uint32_t)w->users);
}

static void
new_user(struct random_writes *w, struct store *s)
{
	struct user_record u = {
		.rating = 1500.0, .experience = 46, .created_s = w->now_ms / 1000
	};

	(void)snprintf(u.name, sizeof(u.name), "User_%u", (unsigned)w->users + 1);
	(void)snprintf(u.hash, sizeof(u.hash), "$hash$%" PRIx64, rng_next(&w->r));
	if (store_user_create(s, &u) != 0)
		w->users++;
}

/* Returns the rating pool of a match.  Every third match is of a game other than backgammon. */
static const char *
game_of(int64_t match)
{
	return match % 3 == 0 ? "tavli" : "";
}

static void
new_match(struct random_writes *w, struct store *s)
{
	struct match_record m = { .length = (uint8_t)rng_below(&w->r, 10),
		.created_ms = w->now_ms };
	struct match_record old;
	int64_t id;

	m.user[0] = random_user(w);
	m.user[1] = random_user(w);
	m.dice_committed = w->matches % 2 == 0;
	(void)snprintf(
	    m.dice_text[w->matches % 2], sizeof(m.dice_text[0]), "text %d", (int)w->matches);
	rng_bytes(&w->r, m.seed, sizeof(m.seed));
	(void)snprintf(m.variant, sizeof(m.variant), "%s",
	    game_of(w->matches + 1)[0] != '\0' ? "tavli" : "backgammon");
	if (m.user[0] == m.user[1] || w->matches == RANDOM_WRITES_MATCHES ||
	    store_match_find_unfinished(s, m.user[0], m.user[1], &old))
		return;
	id = store_match_create(s, &m);
	if (id == 0)
		return;
	w->matches = id;
	w->open[id] = true;
	w->user[id][0] = m.user[0];
	w->user[id][1] = m.user[1];
}

static void
add_action(struct random_writes *w, struct store *s, int64_t id)
{
	struct action_record a = { .match = id, .seq = w->seq[id], .at_ms = w->now_ms };
	char text[64];

	(void)snprintf(text, sizeof(text), "%u/%u %" PRIx64, rng_below(&w->r, 25),
	    rng_below(&w->r, 25), rng_next(&w->r));
	a.elapsed_ms = rng_below(&w->r, 30000);
	a.credit_ms = (uint16_t)(a.elapsed_ms % 1001);
	a.seat = (int)rng_below(&w->r, 3);
	a.automatic = rng_below(&w->r, 2) == 0;
	a.kind = "move";
	a.text = text;
	store_action_add(s, &a);
	w->seq[id]++;
}

static void
add_rating(struct random_writes *w, struct store *s, int64_t id, int64_t user)
{
	struct rating_record r = { .match = id, .user = user, .at_ms = w->now_ms };
	struct user_record u;

	if (!store_user_by_id(s, user, &u))
		return;
	(void)snprintf(r.game, sizeof(r.game), "%s", game_of(id));
	r.before = u.rating;
	r.experience_before = u.experience;
	if (r.game[0] != '\0' &&
	    !store_game_rating(s, user, r.game, &r.before, &r.experience_before)) {
		r.before = 1500.0;
		r.experience_before = 46;
	}
	r.after = r.before + (double)rng_below(&w->r, 1000) / 97.0 - 5.0;
	r.experience_after = r.experience_before + 5;
	store_rating_change_add(s, &r);
	if (r.game[0] == '\0')
		store_user_set_rating(s, user, r.after, r.experience_after);
	else
		store_game_rating_set(s, user, r.game, r.after, r.experience_after);
}

static void
end_match(struct random_writes *w, struct store *s, int64_t id)
{
	uint32_t score[2] = { rng_below(&w->r, 9), rng_below(&w->r, 9) };

	add_action(w, s, id);
	for (int i = 0; i < 2; i++)
		store_resume_request_delete(s, w->user[id][i], id);
	store_match_end(s, id, w->now_ms, "won", (int)rng_below(&w->r, 2), score);
	for (int i = 0; i < 2; i++)
		add_rating(w, s, id, w->user[id][i]);
	w->open[id] = false;
}

static void
ask(const struct random_writes *w, struct store *s, int64_t id)
{
	struct resume_request_record a;

	(void)store_resume_request(s, w->user[id][w->now_ms % 2], id, &a);
	a.request_day_count++;
	a.last_request_day = w->now_ms / 86400000;
	a.missed_request_ms = w->now_ms;
	store_resume_request_set(s, &a);
}

static void
random_match_write_step(struct random_writes *w, struct store *s)
{
	int64_t id;

	if (w->matches == 0 || rng_below(&w->r, 8) == 0) {
		new_match(w, s);
		return;
	}
	id = 1 + (int64_t)rng_below(&w->r, (uint32_t)w->matches);
	if (!w->open[id])
		new_match(w, s);
	else if (rng_below(&w->r, 12) == 0)
		end_match(w, s, id);
	else if (w->now_ms % 5 == 0)
		ask(w, s, id);
	else
		add_action(w, s, id);
}

static void
set_random_setting(struct random_writes *w, struct store *s, uint32_t names, uint32_t bytes)
{
	char name[16], value[1024];
	uint32_t n = rng_below(&w->r, bytes);

	for (uint32_t i = 0; i < n; i++)
		value[i] = (char)('a' + rng_below(&w->r, 26));
	value[n] = '\0';
	(void)snprintf(name, sizeof(name), "s%u", rng_below(&w->r, names));
	store_setting_set(s, random_user(w), name, value);
}

/* Writes the counters that accompany a login or logout. */
static void
add_visit(const struct random_writes *w, struct store *s, const char *event)
{
	struct hour_record h = { .hour = w->now_ms /
					 60000, /* short "hours", so that there are many */
		.uptime_ms = 100000,
		.online_ms = 1000 * w->users,
		.min_online = (uint32_t)(w->now_ms % 7),
		.max_online = (uint32_t)(w->now_ms % 13) };

	store_visit_add(s, w->now_ms / 1000, "somebody", event);
	store_counter_add(s, COUNTER_LOGINS, 1);
	store_counter_set(s, COUNTER_MOST_ONLINE, w->now_ms % 17, true);
	store_hour_add(s, &h);
	store_up_day_add(s, h.hour / 24);
	store_hours_forget(s, h.hour - 5, 2);
}

/* Uses the user's token, or issues one. */
static void
exchange_token(const struct random_writes *w, struct store *s, int64_t user)
{
	struct token_record mine = token_of(user, w->now_ms / 1000 + 60, 0);
	struct token_record next = token_of(user, 0, 128);
	struct token_record t;

	(void)store_tokens_delete_expired(s, w->now_ms / 1000, 2);
	if (store_token_find(s, mine.hash, &t) && !t.old)
		store_token_use(s, &t, next.hash, w->now_ms / 1000 + 90);
	else
		store_token_set(s, &mine);
}

static void
random_user_write(struct random_writes *w, struct store *s)
{
	struct user_record u;
	char text[40];
	int64_t user;

	(void)snprintf(text, sizeof(text), "10.0.0.%u", rng_below(&w->r, 256));
	switch (rng_below(&w->r, 4)) {
	case 0:
		user = random_user(w);
		if (store_user_by_id(s, user, &u))
			(void)store_user_set_hash(s, user, u.hash, text);
		break;
	case 1:
		user = random_user(w);
		store_user_set_login(s, user, w->now_ms / 1000, text);
		exchange_token(w, s, user);
		add_visit(w, s, "login");
		break;
	case 2:
		user = random_user(w);
		store_user_set_logout(s, user, w->now_ms / 1000, text);
		store_token_match(s, user, w->matches > 0 ? 1 : 0);
		add_visit(w, s, "logout");
		break;
	case 3:
		set_random_setting(w, s, 30, 100);
		break;
	}
}

/* Leaves or deletes messages, or creates, continues or ends a tournament. */
static void
random_message_or_tourney(struct random_writes *w, struct store *s)
{
	int64_t user = random_user(w),
		id = 1 + (int64_t)rng_below(&w->r, (uint32_t)w->tourneys + 1);
	char text[40];

	(void)snprintf(text, sizeof(text), "no %" PRIx64, rng_next(&w->r));
	if (rng_below(&w->r, 2) == 0) {
		if (store_messages_count(s, user) < 4)
			store_message_add(s, user, random_user(w), w->now_ms / 1000, text,
			    rng_below(&w->r, 3) == 0);
		else
			store_messages_forget(s, user);
	} else if (id > w->tourneys && w->tourneys < RANDOM_WRITES_TOURNEYS) {
		struct tourney_record t = { .director = user, .created_ms = w->now_ms };

		memcpy(t.name, text, sizeof(text));
		if (store_tourney_create(s, &t) == 0)
			return;
		w->acts[++w->tourneys] = 0;
		store_tourney_member_add(s, user, w->tourneys);
	} else if (id <= w->tourneys && w->acts[id] < RANDOM_WRITES_ACTS) {
		struct tourney_act_record a = { .tourney = id,
			.seq = w->acts[id]++,
			.at_ms = w->now_ms,
			.actor = user,
			.kind = "enter",
			.text = text };

		store_tourney_act_add(s, &a);
		if (w->acts[id] == RANDOM_WRITES_ACTS) {
			struct tourney_record t = { .id = id,
				.ended_ms = w->now_ms,
				.format = "swiss",
				.players = 2,
				.winner = "User_1" };

			store_tourney_end(s, &t);
		}
	}
}

void
random_writes_turn(struct random_writes *w, struct store *s)
{
	uint32_t n = 1 + rng_below(&w->r, 6);

	w->now_ms += 1 + rng_below(&w->r, 5000);
	if (w->users < 2 || rng_below(&w->r, 16) == 0)
		new_user(w, s);
	if (w->users < 2)
		return;
	for (uint32_t i = 0; i < n; i++) {
		uint32_t what = rng_below(&w->r, 12);

		if (what < 4)
			random_user_write(w, s);
		else if (what == 4)
			random_message_or_tourney(w, s);
		else
			random_match_write_step(w, s);
	}
	/* A large turn: many pages in one commit. */
	if (rng_below(&w->r, 16) == 0)
		for (uint32_t i = 0; i < 60; i++)
			set_random_setting(w, s, 60, 1000);
}
