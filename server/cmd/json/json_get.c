/* SPDX-License-Identifier: MIT */
/* The command "get" of JSON lines (PROTOCOL.md 14.4): rows of a list, at most JSON_PAGE_ROWS of
 * them.  Linear in the rows written, except that a tournament computes its places first, and
 * `plays` generates all legal plays. */
#include "cmd/json/json_command.h"

#include <string.h>

#include <sodium.h>

#include "fair/dice.h"
#include "match/barred.h"
#include "match/match.h"
#include "people/people.h"
#include "review/review.h"
#include "rules/listing.h"
#include "stats/ranks.h"
#include "tournament/file.h"
#include "tournament/tournament.h"

#define GRAPH_STEPS 60u

struct get {
	struct world *w;
	struct session *s;
	const json_t *o; /* NULL if a tournament had to be read first */
	struct json j;
	int64_t tournament;
	int64_t from; /* where the page begins */
	int64_t next; /* where the next page begins; -1: there is none */
	unsigned rows;
	int64_t seen; /* rows of statistics so far, including those outside the page */
};

/* ---- pages ---- */

static bool
refuse(struct get *g, enum json_reason reason, const char *sentence)
{
	json_refuse(g->s, reason, sentence);
	return false;
}

/* Counts a row.  Returns false if the page is full; the next page then begins with the row at
 * `at`. */
static bool
has_room(struct get *g, int64_t at)
{
	if (g->rows < JSON_PAGE_ROWS) {
		g->rows++;
		return true;
	}
	g->next = at;
	return false;
}

static void
begin_rows(struct get *g, const struct json_field *before)
{
	g->j = json_answer(g->s);
	json_add_fields(&g->j, before);
	json_open_key(&g->j, "rows", '[');
}

/* Begins the answer.  The arguments after g are the members before `rows`. */
#define BEGIN_ROWS(g, ...) begin_rows(g, (const struct json_field[]){ __VA_ARGS__, { 0 } })

/* Returns whether the answer goes to a spectator, so that it must leave out what is not
 * public. */
static bool
is_public(const struct get *g)
{
	return g->s->screen.json->spectates;
}

static bool
find_user(struct get *g, struct user_record *u_out)
{
	const char *name = json_string_value(json_object_get(g->o, "player"));

	if (name == NULL)
		name = g->s->player != NULL ? g->s->player->name : "";
	return (strlen(name) <= STORE_NAME_MAX &&
		   store_user_by_name(g->w->store, name, u_out) &&
		   (!is_public(g) || user_has(g->w, u_out, TOGGLE_public))) ||
	       refuse(g, JSON_gone, "There is no such user.");
}

/* Finds the match named by the member `m`. */
static bool
find_match(struct get *g, struct match_record *r_out)
{
	return json_find_match(g->w, g->s, g->o, r_out) ||
	       refuse(g, JSON_gone, "There is no such match.");
}

/* Finds the game named by the member `game`, by default backgammon. */
static bool
find_game(struct get *g, const struct variant **v_out)
{
	const char *name = json_string_value(json_object_get(g->o, "game"));

	*v_out = name != NULL ? variant_find(name) : VARIANT_FIBS;
	return *v_out != NULL || refuse(g, JSON_gone, "There is no such game.");
}

static void
add_real(struct json *j, const char *key, double x, unsigned decimals)
{
	json_key(j, key);
	json_add_real(j, x, decimals);
}

/* ---- users, games, ratings ---- */

static bool
get_who(struct get *g)
{
	const struct session *x = online_from(g->w, (uint64_t)g->from);

	BEGIN_ROWS(g, { 0 });
	for (; x != NULL && has_room(g, (int64_t)x->login.no);
	     x = online_from(g->w, x->login.no + 1)) {
		if (is_public(g) && !player_has(x->player, TOGGLE_public))
			continue;
		json_open(&g->j, '{');
		json_add_user(&g->j, g->w, g->s, x);
		json_close(&g->j, '}');
	}
	feed_seen(g->w, g->s);
	return true;
}

static bool
get_games(struct get *g)
{
	BEGIN_ROWS(g, { 0 });
	for (const struct variant *v = VARIANTS; v->name != NULL; v++)
		if (v - VARIANTS >= g->from)
			json_object(&g->j, json_text("game", v->name),
			    json_text("title", v->title), json_bool("cube", v->cube),
			    json_bool("dice", !v->no_dice), json_int("checkers", v->checkers),
			    json_int("resign", v->resign_max));
	return true;
}

static void
ratings_row(void *ctx, uint32_t place, const struct ranked_record *r)
{
	struct get *g = ctx;
	struct user_record u = { .id = r->user };

	(void)sbuf_copy(u.name, sizeof(u.name), r->name);
	if (is_public(g) && !user_has(g->w, &u, TOGGLE_public))
		return;
	json_open(&g->j, '{');
	json_fields(&g->j, json_int("place", place), json_text("name", r->name),
	    json_int("experience", r->experience));
	add_real(&g->j, "rating", r->rating, 2);
	json_close(&g->j, '}');
}

static bool
get_ratings(struct get *g)
{
	const bool bots = json_is_true(json_object_get(g->o, "bots"));
	const struct variant *v;
	const struct ranks *list;
	int64_t n;

	if (!find_game(g, &v))
		return false;
	list = bots ? ranks_bots(g->w->ranks, v) : ranks_of(g->w->ranks, v);
	if (!ranks_ready(list))
		return refuse(g, JSON_busy, "The list is still being read.");
	n = ranks_count(list);
	BEGIN_ROWS(g, json_int("total", n));
	if (g->from < n)
		ranks_each(
		    list, g->w->store, (uint32_t)g->from + 1, JSON_PAGE_ROWS, ratings_row, g);
	if (g->from + (int64_t)JSON_PAGE_ROWS < n)
		g->next = g->from + (int64_t)JSON_PAGE_ROWS;
	return true;
}

/* ---- matches ---- */

static void
add_match(struct json *j, const struct match_record *r)
{
	json_fields(j, json_int("m", r->id), json_text("game", r->variant),
	    json_int("length", r->length));
	json_open_key(j, "players", '[');
	json_add_text(j, r->name[0]);
	json_add_text(j, r->name[1]);
	json_close(j, ']');
	json_fields(j, json_pair("score", true, r->score[0], r->score[1]),
	    json_maybe("winner", r->winner >= 0, r->winner), json_int("begun", r->created_ms),
	    json_maybe("ended", r->ended_ms != 0, r->ended_ms),
	    json_text("end", r->end_reason[0] != '\0' ? r->end_reason : NULL),
	    json_int("tournament", r->tournament), json_bool("rated", !r->unrated));
}

/* Lists matches from the newest to the oldest.  A page begins with the match before `from`, or
 * with the newest if it is 0. */
static bool
get_history(struct get *g)
{
	int64_t id = g->from > 0 ? g->from : INT64_MAX;
	struct match_record r;
	struct user_record u;

	if (!find_user(g, &u))
		return false;
	BEGIN_ROWS(g, json_text("player", u.name));
	while ((id = store_match_over_before(g->w->store, u.id, 0, id)) != 0 &&
	       store_match_by_id(g->w->store, id, &r) && has_room(g, id + 1)) {
		if (is_public(g) && !match_public(g->w, &r))
			continue;
		json_open(&g->j, '{');
		add_match(&g->j, &r);
		json_close(&g->j, '}');
	}
	return true;
}

static bool
match_row(void *ctx, const struct action_record *a)
{
	struct get *g = ctx;

	if (!has_room(g, a->seq))
		return false;
	json_object(&g->j, json_int("n", a->seq + 1), json_maybe("seat", a->seat < 2, a->seat),
	    json_int("at", a->at_ms), json_int("ms", a->elapsed_ms),
	    json_bool("auto", a->automatic), json_text("kind", a->kind),
	    json_text("text", a->text));
	return true;
}

/* Lists the acts of a match.  Those of an unfinished match can be read only by its players (as
 * with the command `match`) and by spectators. */
static bool
get_match(struct get *g)
{
	char seed[2 * STORE_SEED_BYTES + 1];
	const struct player *p = g->s->player;
	struct match_record r;

	if (!find_match(g, &r))
		return false;
	if (r.ended_ms == 0 && p != NULL && r.user[0] != p->user && r.user[1] != p->user)
		return refuse(g, JSON_denied, "That match is not over.");
	g->j = json_answer(g->s);
	add_match(&g->j, &r);
	json_fields(&g->j, json_int("n", r.actions));
	if (r.ended_ms != 0 && !match_imported(&r))
		json_fields(&g->j, json_text("seed", sodium_bin2hex(seed, sizeof(seed), r.seed,
							 sizeof(r.seed))));
	json_open_key(&g->j, "rows", '[');
	if (g->from <= UINT32_MAX)
		store_actions_from(
		    g->w->store, r.id, (uint32_t)g->from, JSON_PAGE_ROWS + 1, match_row, g);
	return true;
}

static void
analysis_row(void *ctx, const struct review_mark *m)
{
	struct get *g = ctx;

	json_open(&g->j, '{');
	json_fields(&g->j, MEMBER(m, move), MEMBER(m, seat), json_bool("cube", m->of_cube),
	    json_text("mark", review_text(m->error)), MEMBER(m, best));
	add_real(&g->j, "error", m->error, 3);
	json_close(&g->j, '}');
}

/* Lists the largest errors of a match. */
static bool
get_analysis(struct get *g)
{
	struct review_record found[2];
	struct match_record r;

	if (!find_match(g, &r))
		return false;
	if (barred_review(g->w, g->s, &r))
		return refuse(g, JSON_denied, "Not while a rated match is played.");
	if (r.ended_ms == 0 || !store_review(g->w->store, r.id, found))
		return refuse(g, JSON_gone, "That match has not been analysed.");
	g->j = json_answer(g->s);
	json_fields(&g->j, json_int("m", r.id), json_bool("gnubg", found[0].by_gnubg));
	json_open_key(&g->j, "seats", '[');
	for (const struct review_record *x = found; x < found + 2; x++) {
		const uint32_t n = x->plays + x->cubes;

		json_open(&g->j, '{');
		json_fields(&g->j, json_int("decisions", n), MEMBER(x, rolls));
		add_real(&g->j, "error", x->play_error + x->cube_error, 3);
		add_real(&g->j, "rate", review_rate(x->play_error + x->cube_error, n), 2);
		add_real(&g->j, "luck", x->luck, 3);
		json_close(&g->j, '}');
	}
	json_close(&g->j, ']');
	json_open_key(&g->j, "rows", '[');
	store_review_worst(g->w->store, r.id, JSON_PAGE_ROWS, analysis_row, g);
	return true;
}

/* ---- statistics ---- */

static void
stats_row(void *ctx, const char *game, unsigned length, const struct totals_record *t)
{
	struct get *g = ctx;
	int64_t at = g->seen++;

	if (at < g->from || g->next >= 0 || !has_room(g, at))
		return;
	json_object(&g->j, json_text("game", game), json_int("length", length),
	    json_int("won", t->won), json_int("lost", t->lost), json_int("open", t->open),
	    json_int("gammons", t->gammons), json_int("gammons_lost", t->gammons_lost),
	    json_int("taken", t->taken), json_int("passed", t->passed),
	    json_int("takes", t->takes), json_int("passes", t->passes),
	    json_int("takes_won", t->takes_won), json_int("plays", t->timed),
	    json_int("ms", (int64_t)t->ms));
}

static bool
get_stats(struct get *g)
{
	struct user_record u;

	if (!find_user(g, &u))
		return false;
	BEGIN_ROWS(g, json_text("player", u.name));
	store_totals_each(g->w->store, u.id, stats_row, g);
	return true;
}

static void
graph_row(void *ctx, unsigned i, double rating)
{
	(void)i;
	json_add_real(ctx, rating, 2);
}

/* Lists a player's ratings in a game at GRAPH_STEPS + 1 evenly spaced times.  If the player has
 * had only one rating, lists only that rating. */
static bool
get_graph(struct get *g)
{
	struct store *s = g->w->store;
	int64_t from_ms, to_ms;
	const struct variant *v;
	struct user_record u;
	double rating;

	if (!find_user(g, &u) || !find_game(g, &v))
		return false;
	if (!store_rating_at(s, u.id, ranks_key(v), INT64_MAX, false, &rating, &to_ms) ||
	    !store_rating_at(s, u.id, ranks_key(v), INT64_MIN, true, &rating, &from_ms))
		return refuse(g, JSON_gone, "There is no rating of that game.");
	g->j = json_answer(g->s);
	json_fields(&g->j, json_text("player", u.name), json_text("game", v->name),
	    json_int("first", from_ms), json_int("last", to_ms));
	json_open_key(&g->j, "rows", '[');
	if (from_ms < to_ms)
		store_ratings_over(
		    s, u.id, ranks_key(v), from_ms, to_ms, GRAPH_STEPS, graph_row, &g->j);
	else
		graph_row(&g->j, 0, rating);
	return true;
}

/* ---- plays ---- */

static bool
get_plays(struct get *g)
{
	const struct match *m = session_match(g->w, g->s);
	const struct match_state *st = m != NULL ? &m->state : NULL;
	struct move_space *space = match_space(g->w);
	unsigned n;

	if (m == NULL)
		return refuse(g, JSON_gone, "You do not play.");
	if (st->phase != PH_MOVE || st->turn != g->s->seat)
		return refuse(g, JSON_turn, "It is not your turn to move.");
	n = move_list(st->variant, &st->board, st->turn, st->dice.d[0], st->dice.d[1], space);
	BEGIN_ROWS(g, json_int("m", m->row), json_int("n", m->next_seq), json_int("total", n));
	for (int64_t i = g->from; i < (int64_t)n && has_room(g, i); i++) {
		char text[64];
		struct sbuf b;

		SBUF_ON(&b, text);
		notation_book(&b, &space->result[i].play, match_numbering(st, st->turn));
		json_add_text(&g->j, text);
	}
	return true;
}

/* ---- tournaments ---- */

static void
local_time(void *ctx, int64_t at_ms, const char *format, char *text, size_t size)
{
	const struct get *g = ctx;

	g->w->config.zone_text(g->s->player != NULL ? g->s->player->timezone : "UTC",
	    at_ms / 1000, format, text, size);
}

static void
open_row(struct get *g, const struct tourney *t)
{
	json_object(&g->j, MEMBER(t, id), MEMBER(t, name), json_text("phase", file_phase(t)),
	    json_text("format", tourney_format(&t->set)->name), json_int("players", t->in),
	    json_maybe(
		"starts", t->set.value[TSET_starts] != 0, t->set.value[TSET_starts] * 1000),
	    json_maybe("started", t->started_ms != 0, t->started_ms), json_text("ended", NULL),
	    json_text("winner", NULL));
}

/* A winner whose account was erased is not named. */
static void
over_row(void *ctx, const struct tourney_record *r)
{
	struct get *g = ctx;
	struct user_record u;

	if (!has_room(g, r->id + 1))
		return;
	json_object(&g->j, MEMBER(r, id), MEMBER(r, name),
	    json_text("phase", r->cancelled ? "cancelled" : "finished"), MEMBER(r, format),
	    MEMBER(r, players), json_text("starts", NULL), json_text("started", NULL),
	    json_int("ended", r->ended_ms),
	    json_text(
		"winner", store_user_by_name(g->w->store, r->winner, &u) ? u.name : NULL));
}

/* Lists unfinished tournaments, oldest first, starting at id `from`; or finished ones, newest
 * first, starting below id `from`. */
static bool
get_tournaments(struct get *g)
{
	BEGIN_ROWS(g, { 0 });
	if (json_is_true(json_object_get(g->o, "over")))
		store_tourneys_over_each(g->w->store, g->from > 0 ? g->from : INT64_MAX,
		    JSON_PAGE_ROWS + 1, over_row, g);
	else
		for (struct tourney *t = tourney_next(g->w, NULL); t != NULL;
		     t = tourney_next(g->w, t))
			if (t->id >= g->from && (g->next >= 0 || !has_room(g, t->id)))
				break;
			else if (t->id >= g->from)
				open_row(g, t);
	return true;
}

/* Writes records first .. first + n - 1 of the tournament `id` (tournament/file.h). */
static bool
get_records(struct get *g, struct tourney *t, uint32_t first, uint32_t n)
{
	const struct view view = { .t = t,
		.me = ENTRY_UNKNOWN,
		.now_ms = tourney_now_ms(g->w),
		.time = local_time,
		.ctx = g };
	struct tourney_file f;

	cmd_pay(g->w, g->s, t->pairings_n / 1000);
	BEGIN_ROWS(g, json_int("total", n));
	file_begin(&f, t, g->w->store, &view);
	f.names_now = is_public(g);
	for (int64_t i = g->from; i < (int64_t)n && has_room(g, i); i++)
		file_record(&f, first + (uint32_t)i, true, &g->j);
	file_end(&f);
	return true;
}

static struct tourney *
find_tournament(struct get *g)
{
	struct tourney *t = tourney_get(g->w, g->tournament);

	if (t == NULL)
		(void)refuse(g, JSON_gone, "There is no such tournament.");
	return t;
}

static bool
get_tournament(struct get *g)
{
	struct tourney *t = find_tournament(g);

	return t != NULL && get_records(g, t, 0, 1);
}

static bool
get_standings(struct get *g)
{
	struct tourney *t = find_tournament(g);

	return t != NULL && get_records(g, t, 1, t->entries_n);
}

static bool
get_bracket(struct get *g)
{
	struct tourney *t = find_tournament(g);

	return t != NULL && get_records(g, t, 1 + t->entries_n, t->pairings_n);
}

/* ---- dispatch ---- */

/* cost: tenths of a second of the allowance, as for the command that prints the same. */
static const struct {
	const char *what;
	unsigned cost;
	bool reads;                 /* the request reads the store */
	bool of_tournament;         /* the tournament may have to be read first */
	bool (*get)(struct get *g); /* false: refused */
} WHAT[] = {
	{ "analysis", 20, true, false, get_analysis },
	{ "bracket", 20, true, true, get_bracket },
	{ "games", 10, false, false, get_games },
	{ "graph", 20, true, false, get_graph },
	{ "history", 20, true, false, get_history },
	{ "match", 20, true, false, get_match },
	{ "plays", 3, false, false, get_plays },
	{ "ratings", 20, true, false, get_ratings },
	{ "standings", 20, true, true, get_standings },
	{ "stats", 20, true, false, get_stats },
	{ "tournament", 10, true, true, get_tournament },
	{ "tournaments", 20, true, false, get_tournaments },
	{ "who", 20, false, false, get_who },
};

static void
answer(struct get *g, size_t what)
{
	if (!WHAT[what].get(g))
		return;
	json_close(&g->j, ']');
	json_fields(&g->j, json_maybe("next", g->next >= 0, g->next));
	json_line_end(g->s, &g->j);
}

#define ACTS_A_STEP 64u
#define STEP_COST 16u /* cost of a step; a line of a list of users costs 1 */

/* A request that waits until its tournament has been read. */
struct waiting_get {
	size_t what;
	int64_t tournament, from;
};

static bool
reading_step(struct world *w, struct session *s, void *state)
{
	const struct waiting_get *x = state;
	struct get g = {
		.w = w, .s = s, .tournament = x->tournament, .from = x->from, .next = -1
	};

	if (tourney_read_on(w, x->tournament, ACTS_A_STEP))
		return true;
	answer(&g, x->what);
	return false;
}

void
json_get(struct world *w, struct session *s, const json_t *o)
{
	static const struct pager_kind reading = {
		.step = reading_step, .cost = STEP_COST, .reads = true
	};
	const char *what = json_string_value(json_object_get(o, "what"));
	struct get g = {
		.w = w,
		.s = s,
		.o = o,
		.tournament = json_number(o, "tournament", 0),
		.from = json_number(o, "from", 0),
		.next = -1,
	};
	struct waiting_get later = { 0, g.tournament, g.from };
	size_t i = 0;

	while (i < ARRAY_LEN(WHAT) && (what == NULL || strcmp(WHAT[i].what, what) != 0))
		i++;
	cmd_pay(w, s, i < ARRAY_LEN(WHAT) ? WHAT[i].cost : 10);
	later.what = i;
	if (i == ARRAY_LEN(WHAT))
		json_refuse(s, JSON_unknown, "There is nothing of that name to get.");
	else if (WHAT[i].reads && store_away(w->store))
		json_refuse(s, JSON_busy, JSON_AWAY);
	else if (WHAT[i].of_tournament && tourney_unread(w, g.tournament))
		pager_begin(w, s, &reading, &later, sizeof(later));
	else
		answer(&g, i);
	session_prompt(w, s);
}
