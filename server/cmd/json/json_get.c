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

#define GRAPH_POINTS 60u

struct get_request {
	struct world *w;
	struct session *s;
	const json_t *o; /* NULL if a tournament had to be read first */
	struct json j;
	int64_t tournament_id;
	int64_t page_start;      /* where the page begins */
	int64_t next_page_start; /* where the next page begins; -1: there is none */
	unsigned rows_added;
	int64_t stats_rows; /* rows of statistics so far, including those outside the page */
};

/* ---- pages ---- */

static bool
refuse(struct get_request *g, enum json_reason reason, const char *sentence)
{
	json_refuse(g->s, reason, sentence);
	return false;
}

/* Counts a row.  Returns false if the page is full; the next page then begins with the row at
 * `at`. */
static bool
row_fits_page(struct get_request *g, int64_t at)
{
	if (g->rows_added < JSON_PAGE_ROWS) {
		g->rows_added++;
		return true;
	}
	g->next_page_start = at;
	return false;
}

static void
begin_rows(struct get_request *g, const struct json_field *before)
{
	g->j = json_success_begin(g->s);
	json_add_fields(&g->j, before);
	json_open_key(&g->j, "rows", '[');
}

/* Begins the answer.  The arguments after g are the members before `rows`. */
#define BEGIN_ROWS(g, ...) begin_rows(g, (const struct json_field[]){ __VA_ARGS__, { 0 } })

/* Returns whether the answer goes to a spectator, so that it must leave out what is not
 * public. */
static bool
is_spectator(const struct get_request *g)
{
	return g->s->screen.json->spectates;
}

static bool
find_user(struct get_request *g, struct user_record *u_out)
{
	const char *name = json_string_value(json_object_get(g->o, "player"));

	if (name == NULL)
		name = g->s->player != NULL ? g->s->player->name : "";
	return (strlen(name) <= STORE_NAME_MAX &&
		   store_user_by_name(g->w->store, name, u_out) &&
		   (!is_spectator(g) || user_has_toggle(g->w, u_out, TOGGLE_public))) ||
	       refuse(g, JSON_gone, "There is no such user.");
}

/* Finds the match named by the member `m`. */
static bool
find_match(struct get_request *g, struct match_record *r_out)
{
	return json_find_match(g->w, g->s, g->o, r_out) ||
	       refuse(g, JSON_gone, "There is no such match.");
}

/* Finds the game named by the member `game`, by default backgammon. */
static bool
find_game(struct get_request *g, const struct variant **v_out)
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
get_who(struct get_request *g)
{
	const struct session *x = online_from_login(g->w, (uint64_t)g->page_start);

	BEGIN_ROWS(g, { 0 });
	for (; x != NULL && row_fits_page(g, (int64_t)x->login.no);
	     x = online_from_login(g->w, x->login.no + 1)) {
		if (is_spectator(g) && !player_has_toggle(x->player, TOGGLE_public))
			continue;
		json_open(&g->j, '{');
		json_add_user(&g->j, g->w, g->s, x);
		json_close(&g->j, '}');
	}
	feed_mark_list_shown(g->w, g->s);
	return true;
}

static bool
get_games(struct get_request *g)
{
	BEGIN_ROWS(g, { 0 });
	for (const struct variant *v = VARIANTS; v->name != NULL; v++)
		if (v - VARIANTS >= g->page_start)
			json_object(&g->j, json_text_field("game", v->name),
			    json_text_field("title", v->title),
			    json_bool_field("cube", v->cube),
			    json_bool_field("dice", !v->no_dice),
			    json_int_field("checkers", v->checkers),
			    json_int_field("resign", v->resign_max));
	return true;
}

static void
add_ratings_row(void *ctx, uint32_t place, const struct ranked_record *r)
{
	struct get_request *g = ctx;
	struct user_record u = { .id = r->user };

	(void)sbuf_copy(u.name, sizeof(u.name), r->name);
	if (is_spectator(g) && !user_has_toggle(g->w, &u, TOGGLE_public))
		return;
	json_open(&g->j, '{');
	json_fields(&g->j, json_int_field("place", place), json_text_field("name", r->name),
	    json_int_field("experience", r->experience));
	add_real(&g->j, "rating", r->rating, 2);
	json_close(&g->j, '}');
}

static bool
get_ratings(struct get_request *g)
{
	const bool bots = json_is_true(json_object_get(g->o, "bots"));
	const struct variant *v;
	const struct ranks *list;
	int64_t n;

	if (!find_game(g, &v))
		return false;
	list = bots ? ranks_of_bot_play(g->w->ranks, v) : ranks_of_game(g->w->ranks, v);
	if (!ranks_ready(list))
		return refuse(g, JSON_busy, "The list is still being read.");
	n = ranks_count(list);
	BEGIN_ROWS(g, json_int_field("total", n));
	if (g->page_start < n)
		ranks_each(list, g->w->store, (uint32_t)g->page_start + 1, JSON_PAGE_ROWS,
		    add_ratings_row, g);
	if (g->page_start + (int64_t)JSON_PAGE_ROWS < n)
		g->next_page_start = g->page_start + (int64_t)JSON_PAGE_ROWS;
	return true;
}

/* ---- matches ---- */

static void
add_match(struct json *j, const struct match_record *r)
{
	json_fields(j, json_int_field("m", r->id), json_text_field("game", r->variant),
	    json_int_field("length", r->length));
	json_open_key(j, "players", '[');
	json_add_text(j, r->name[0]);
	json_add_text(j, r->name[1]);
	json_close(j, ']');
	json_fields(j, json_pair_or_null("score", true, r->score[0], r->score[1]),
	    json_int_or_null("winner", r->winner >= 0, r->winner),
	    json_int_field("begun", r->created_ms),
	    json_int_or_null("ended", r->ended_ms != 0, r->ended_ms),
	    json_text_field("end", r->end_reason[0] != '\0' ? r->end_reason : NULL),
	    json_int_field("tournament", r->tournament), json_bool_field("rated", !r->unrated));
}

/* Lists matches from the newest to the oldest.  A page begins with the match before `from`, or
 * with the newest if it is 0. */
static bool
get_history(struct get_request *g)
{
	int64_t id = g->page_start > 0 ? g->page_start : INT64_MAX;
	struct match_record r;
	struct user_record u;

	if (!find_user(g, &u))
		return false;
	BEGIN_ROWS(g, json_text_field("player", u.name));
	while ((id = store_match_finished_before(g->w->store, u.id, 0, id)) != 0 &&
	       store_match_by_id(g->w->store, id, &r) && row_fits_page(g, id + 1)) {
		if (is_spectator(g) && !match_public(g->w, &r))
			continue;
		json_open(&g->j, '{');
		add_match(&g->j, &r);
		json_close(&g->j, '}');
	}
	return true;
}

static bool
add_action_row(void *ctx, const struct action_record *a)
{
	struct get_request *g = ctx;

	if (!row_fits_page(g, a->seq))
		return false;
	json_object(&g->j, json_int_field("n", a->seq + 1),
	    json_int_or_null("seat", a->seat < 2, a->seat), json_int_field("at", a->at_ms),
	    json_int_field("ms", a->elapsed_ms), json_bool_field("auto", a->automatic),
	    json_text_field("kind", a->kind), json_text_field("text", a->text));
	return true;
}

/* Lists the acts of a match.  Those of an unfinished match can be read only by its players (as
 * with the command `match`) and by spectators. */
static bool
get_match(struct get_request *g)
{
	char seed[2 * STORE_SEED_BYTES + 1];
	const struct player *p = g->s->player;
	struct match_record r;

	if (!find_match(g, &r))
		return false;
	if (r.ended_ms == 0 && p != NULL && r.user[0] != p->user && r.user[1] != p->user)
		return refuse(g, JSON_denied, "That match is not over.");
	g->j = json_success_begin(g->s);
	add_match(&g->j, &r);
	json_fields(&g->j, json_int_field("n", r.actions));
	if (r.ended_ms != 0 && !match_imported(&r))
		json_fields(&g->j, json_text_field("seed", sodium_bin2hex(seed, sizeof(seed),
							       r.seed, sizeof(r.seed))));
	json_open_key(&g->j, "rows", '[');
	if (g->page_start <= UINT32_MAX)
		store_actions_from(g->w->store, r.id, (uint32_t)g->page_start,
		    JSON_PAGE_ROWS + 1, add_action_row, g);
	return true;
}

static void
add_analysis_row(void *ctx, const struct review_mark *m)
{
	struct get_request *g = ctx;

	json_open(&g->j, '{');
	json_fields(&g->j, KEY("move", m->move_number), JSON_MEMBER(m, seat),
	    json_bool_field("cube", m->is_cube_decision),
	    json_text_field("mark", review_mark_text(m->error)), JSON_MEMBER(m, best));
	add_real(&g->j, "error", m->error, 3);
	json_close(&g->j, '}');
}

/* Lists the largest errors of a match. */
static bool
get_analysis(struct get_request *g)
{
	struct review_record found[2];
	struct match_record r;

	if (!find_match(g, &r))
		return false;
	if (barred_review(g->w, g->s, &r))
		return refuse(g, JSON_denied, "Not while a rated match is played.");
	if (r.ended_ms == 0 || !store_review_read(g->w->store, r.id, found))
		return refuse(g, JSON_gone, "That match has not been analysed.");
	g->j = json_success_begin(g->s);
	json_fields(
	    &g->j, json_int_field("m", r.id), json_bool_field("gnubg", found[0].by_gnubg));
	json_open_key(&g->j, "seats", '[');
	for (const struct review_record *x = found; x < found + 2; x++) {
		const uint32_t n = x->play_decisions + x->cube_decisions;

		json_open(&g->j, '{');
		json_fields(&g->j, json_int_field("decisions", n), JSON_MEMBER(x, rolls));
		add_real(&g->j, "error", x->play_error + x->cube_error, 3);
		add_real(&g->j, "rate", review_error_rate(x->play_error + x->cube_error, n), 2);
		add_real(&g->j, "luck", x->luck, 3);
		json_close(&g->j, '}');
	}
	json_close(&g->j, ']');
	json_open_key(&g->j, "rows", '[');
	store_review_worst_marks(g->w->store, r.id, JSON_PAGE_ROWS, add_analysis_row, g);
	return true;
}

/* ---- statistics ---- */

static void
add_stats_row(void *ctx, const char *game, unsigned length, const struct totals_record *t)
{
	struct get_request *g = ctx;
	int64_t at = g->stats_rows++;

	if (at < g->page_start || g->next_page_start >= 0 || !row_fits_page(g, at))
		return;
	json_object(&g->j, json_text_field("game", game), json_int_field("length", length),
	    json_int_field("won", t->won), json_int_field("lost", t->lost),
	    json_int_field("open", t->unfinished), json_int_field("gammons", t->gammons_won),
	    json_int_field("gammons_lost", t->gammons_lost),
	    json_int_field("taken", t->doubles_taken),
	    json_int_field("passed", t->doubles_passed), json_int_field("takes", t->takes),
	    json_int_field("passes", t->passes), json_int_field("takes_won", t->takes_won),
	    json_int_field("plays", t->timed_plays), json_int_field("ms", (int64_t)t->ms));
}

static bool
get_stats(struct get_request *g)
{
	struct user_record u;

	if (!find_user(g, &u))
		return false;
	BEGIN_ROWS(g, json_text_field("player", u.name));
	store_totals_each(g->w->store, u.id, add_stats_row, g);
	return true;
}

static void
add_graph_point(void *ctx, unsigned i, double rating)
{
	(void)i;
	json_add_real(ctx, rating, 2);
}

/* Lists a player's ratings in a game at GRAPH_POINTS + 1 evenly spaced times.  If the player
 * has had only one rating, lists only that rating. */
static bool
get_graph(struct get_request *g)
{
	struct store *s = g->w->store;
	int64_t from_ms, to_ms;
	const struct variant *v;
	struct user_record u;
	double rating;

	if (!find_user(g, &u) || !find_game(g, &v))
		return false;
	if (!store_rating_at(s, u.id, ranks_game_key(v), INT64_MAX, false, &rating, &to_ms) ||
	    !store_rating_at(s, u.id, ranks_game_key(v), INT64_MIN, true, &rating, &from_ms))
		return refuse(g, JSON_gone, "There is no rating of that game.");
	g->j = json_success_begin(g->s);
	json_fields(&g->j, json_text_field("player", u.name), json_text_field("game", v->name),
	    json_int_field("first", from_ms), json_int_field("last", to_ms));
	json_open_key(&g->j, "rows", '[');
	if (from_ms < to_ms)
		store_ratings_over_time(s, u.id, ranks_game_key(v), from_ms, to_ms,
		    GRAPH_POINTS, add_graph_point, &g->j);
	else
		add_graph_point(&g->j, 0, rating);
	return true;
}

/* ---- plays ---- */

static bool
get_plays(struct get_request *g)
{
	const struct match *m = session_match(g->w, g->s);
	const struct match_state *st = m != NULL ? &m->state : NULL;
	struct move_space *space = match_move_space(g->w);
	unsigned n;

	if (m == NULL)
		return refuse(g, JSON_gone, "You do not play.");
	if (st->phase != PH_MOVE || st->turn != g->s->seat)
		return refuse(g, JSON_turn, "It is not your turn to move.");
	n = move_list(st->variant, &st->board, st->turn, st->dice.d[0], st->dice.d[1], space);
	BEGIN_ROWS(g, json_int_field("m", m->row), json_int_field("n", m->next_seq),
	    json_int_field("total", n));
	for (int64_t i = g->page_start; i < (int64_t)n && row_fits_page(g, i); i++) {
		char text[64];
		struct sbuf b;

		SBUF_INIT(&b, text);
		notation_write_book(&b, &space->result[i].play, match_numbering(st, st->turn));
		json_add_text(&g->j, text);
	}
	return true;
}

/* ---- tournaments ---- */

static void
local_time(void *ctx, int64_t at_ms, const char *format, char *text, size_t size)
{
	const struct get_request *g = ctx;

	g->w->config.zone_format_time(g->s->player != NULL ? g->s->player->timezone : "UTC",
	    at_ms / 1000, format, text, size);
}

static void
add_unfinished_tournament(struct get_request *g, const struct tourney *t)
{
	json_object(&g->j, JSON_MEMBER(t, id), JSON_MEMBER(t, name),
	    json_text_field("phase", tourney_export_phase_word(t)),
	    json_text_field("format", tourney_format(&t->set)->name),
	    json_int_field("players", t->in),
	    json_int_or_null(
		"starts", t->set.value[TSET_starts] != 0, t->set.value[TSET_starts] * 1000),
	    json_int_or_null("started", t->started_ms != 0, t->started_ms),
	    json_text_field("ended", NULL), json_text_field("winner", NULL));
}

/* A winner whose account was erased is not named. */
static void
add_finished_tournament(void *ctx, const struct tourney_record *r)
{
	struct get_request *g = ctx;
	struct user_record u;

	if (!row_fits_page(g, r->id + 1))
		return;
	json_object(&g->j, JSON_MEMBER(r, id), JSON_MEMBER(r, name),
	    json_text_field("phase", r->cancelled ? "cancelled" : "finished"),
	    JSON_MEMBER(r, format), JSON_MEMBER(r, players), json_text_field("starts", NULL),
	    json_text_field("started", NULL), json_int_field("ended", r->ended_ms),
	    json_text_field(
		"winner", store_user_by_name(g->w->store, r->winner, &u) ? u.name : NULL));
}

/* Lists unfinished tournaments, oldest first, starting at id `from`; or finished ones, newest
 * first, starting below id `from`. */
static bool
get_tournaments(struct get_request *g)
{
	BEGIN_ROWS(g, { 0 });
	if (json_is_true(json_object_get(g->o, "over")))
		store_tourneys_finished_each(g->w->store,
		    g->page_start > 0 ? g->page_start : INT64_MAX, JSON_PAGE_ROWS + 1,
		    add_finished_tournament, g);
	else
		for (struct tourney *t = tourney_next(g->w, NULL); t != NULL;
		     t = tourney_next(g->w, t))
			if (t->id >= g->page_start &&
			    (g->next_page_start >= 0 || !row_fits_page(g, t->id)))
				break;
			else if (t->id >= g->page_start)
				add_unfinished_tournament(g, t);
	return true;
}

/* Writes records first .. first + n - 1 of the tournament `id` (tournament/file.h). */
static bool
add_tournament_records(struct get_request *g, struct tourney *t, uint32_t first, uint32_t n)
{
	const struct view view = { .t = t,
		.me = ENTRY_UNKNOWN,
		.now_ms = tourney_now_ms(g->w),
		.write_time = local_time,
		.ctx = g };
	struct tourney_export f;

	cmd_charge(g->w, g->s, t->pairings_n / 1000);
	BEGIN_ROWS(g, json_int_field("total", n));
	tourney_export_begin(&f, t, g->w->store, &view);
	f.current_names = is_spectator(g);
	for (int64_t i = g->page_start; i < (int64_t)n && row_fits_page(g, i); i++)
		tourney_export_record(&f, first + (uint32_t)i, true, &g->j);
	tourney_export_end(&f);
	return true;
}

static struct tourney *
find_tournament(struct get_request *g)
{
	struct tourney *t = tourney_get(g->w, g->tournament_id);

	if (t == NULL)
		(void)refuse(g, JSON_gone, "There is no such tournament.");
	return t;
}

static bool
get_tournament(struct get_request *g)
{
	struct tourney *t = find_tournament(g);

	return t != NULL && add_tournament_records(g, t, 0, 1);
}

static bool
get_standings(struct get_request *g)
{
	struct tourney *t = find_tournament(g);

	return t != NULL && add_tournament_records(g, t, 1, t->entries_n);
}

static bool
get_bracket(struct get_request *g)
{
	struct tourney *t = find_tournament(g);

	return t != NULL && add_tournament_records(g, t, 1 + t->entries_n, t->pairings_n);
}

/* ---- dispatch ---- */

/* cost: tenths of a second of the allowance, as for the command that prints the same. */
static const struct {
	const char *name;
	unsigned cost;
	bool reads_store;                   /* the request reads the store */
	bool reads_tournament;              /* the tournament may have to be read first */
	bool (*get)(struct get_request *g); /* false: refused */
} REQUESTS[] = {
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
answer_request(struct get_request *g, size_t what)
{
	if (!REQUESTS[what].get(g))
		return;
	json_close(&g->j, ']');
	json_fields(
	    &g->j, json_int_or_null("next", g->next_page_start >= 0, g->next_page_start));
	json_line_end(g->s, &g->j);
}

#define ACTS_PER_STEP 64u
#define STEP_COST 16u /* cost of a step; a line of a list of users costs 1 */

/* A request that waits until its tournament has been read. */
struct waiting_get {
	size_t request_index;
	int64_t tournament_id, page_start;
};

static bool
read_tournament_step(struct world *w, struct session *s, void *state)
{
	const struct waiting_get *x = state;
	struct get_request g = { .w = w,
		.s = s,
		.tournament_id = x->tournament_id,
		.page_start = x->page_start,
		.next_page_start = -1 };

	if (tourney_read_more(w, x->tournament_id, ACTS_PER_STEP))
		return true;
	answer_request(&g, x->request_index);
	return false;
}

void
json_get(struct world *w, struct session *s, const json_t *o)
{
	static const struct pager_kind reading = {
		.step = read_tournament_step, .step_cost = STEP_COST, .reads_store = true
	};
	const char *what = json_string_value(json_object_get(o, "what"));
	struct get_request g = {
		.w = w,
		.s = s,
		.o = o,
		.tournament_id = json_number_of(o, "tournament", 0),
		.page_start = json_number_of(o, "from", 0),
		.next_page_start = -1,
	};
	struct waiting_get later = { 0, g.tournament_id, g.page_start };
	size_t i = 0;

	while (i < ARRAY_LEN(REQUESTS) && (what == NULL || strcmp(REQUESTS[i].name, what) != 0))
		i++;
	cmd_charge(w, s, i < ARRAY_LEN(REQUESTS) ? REQUESTS[i].cost : 10);
	later.request_index = i;
	if (i == ARRAY_LEN(REQUESTS))
		json_refuse(s, JSON_unknown, "There is nothing of that name to get.");
	else if (REQUESTS[i].reads_store && store_unreachable(w->store))
		json_refuse(s, JSON_busy, JSON_STORE_UNREACHABLE);
	else if (REQUESTS[i].reads_tournament && tourney_must_be_read(w, g.tournament_id))
		pager_begin(w, s, &reading, &later, sizeof(later));
	else
		answer_request(&g, i);
	session_write_prompt(w, s);
}
