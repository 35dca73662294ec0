/* SPDX-License-Identifier: MIT */
/* An evening in one process: seeded users type, play, chat, watch, lose their connections and
 * return over hours of simulated time, and from time to time the server crashes and restarts.
 *
 * After every turn the invariants of the world are checked (fixture runs world_check), and
 * every line sent to a user must match tests/data/patterns.def.  At intervals each running
 * match is compared with a replay of its stored actions.  The same seed gives the same evening,
 * byte for byte, so two runs must end with the same hash.  Takes seconds; prints N passed, N
 * failed.  TEST: long */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "people/people.h"
#include "moderation/bans.h"
#include "moderation/moderation.h"
#include "output/output.h"
#include "stats/ranks.h"
#include "tests/support/counters.h"
#include "tests/support/fixture.h"
#include "tests/support/patterns.h"
#include "tests/support/people.h"
#include "tests/support/rows.h"

#define PLAYERS 40u

struct evening {
	struct fixture *h;
	struct rng r;
	unsigned conn[PLAYERS];
	bool on[PLAYERS];
	char name[PLAYERS][8];
	uint64_t output_hash; /* FNV-1a of everything users were sent */
	unsigned long lines_typed, games_over, matches_resumed, server_restarts,
	    replays_compared, moves, logins_done;
	unsigned long matches_stopped, users_erased,
	    operator_acts; /* numbers of operators' actions */
	int64_t tourneys, tourneys_over, tourney_matches;
	unsigned long players_with_clock,
	    lost_on_time; /* players in matches with a clock; matches lost on time */
	struct move_space *move_space;
	unsigned checks_failed;
	struct patterns *patterns;
	unsigned ranked_users, ranked_users_hyper; /* users in the rating lists at the end */
};

static void
hash_output(struct evening *e)
{
	for (unsigned i = 0; i < PLAYERS; i++) {
		const char *text;
		size_t n;

		if (!e->on[i])
			continue;
		text = fixture_read_n(e->h, e->conn[i], &n);
		for (size_t k = 0; k < n; k++)
			e->output_hash =
			    (e->output_hash ^ (unsigned char)text[k]) * 0x100000001b3u;
		if (strstr(text, "Starting a new game") != NULL)
			e->games_over++;
		if (strstr(text, "Your running match was loaded") != NULL)
			e->matches_resumed++;
		if (strstr(text, "The match has a clock") != NULL)
			e->players_with_clock++;
		if (strstr(text, "** Your time is up.") != NULL)
			e->lost_on_time++;
		e->on[i] = fixture_is_open(e->h, e->conn[i]);
	}
}

/* Makes a new account for a user whose account was erased. */
static void
make_account(struct evening *e, unsigned i)
{
	struct user_record u;

	if (store_user_by_name(fixture_store(e->h), e->name[i], &u))
		return;
	(void)fixture_user(e->h, e->name[i], 1500, 0);
	e->users_erased++;
}

static void
log_in(struct evening *e, unsigned i)
{
	unsigned c = fixture_connect(e->h, "127.0.0.1");

	make_account(e, i);

	switch (rng_below(&e->r, 3)) {
	case 0:
		fixture_typef(e->h, c, "login sim 1008 %s " FIXTURE_PASSWORD, e->name[i]);
		break;
	case 1:
		fixture_type(e->h, c, e->name[i]);
		fixture_type(e->h, c, FIXTURE_PASSWORD);
		break;
	default:
		fixture_typef(e->h, c, "connect %s " FIXTURE_PASSWORD, e->name[i]);
		break;
	}
	if (e->on[i])
		(void)fixture_read(
		    e->h, e->conn[i]); /* output of the connection that was taken over */
	e->conn[i] = c;
	e->on[i] = true;
	if (fixture_session(e->h, c) != NULL && fixture_session(e->h, c)->state == ST_ONLINE)
		e->logins_done++;
}

/* Returns a random user; those who play are chosen more often. */
static unsigned
random_player(struct evening *e)
{
	unsigned i = 0;

	for (unsigned tries = 0; tries < 6; tries++) {
		i = rng_below(&e->r, PLAYERS);
		if (e->on[i] && fixture_session(e->h, e->conn[i]) != NULL &&
		    fixture_session(e->h, e->conn[i])->match != 0)
			break;
	}
	return i;
}

static const char *const PLAYING_LINES[] = { "roll", "roll", "roll", "double", "accept",
	"accept", "reject", "join", "join", "resign n", "resign b", "redouble", "beaver",
	"raccoon", "off", "board", "pip", "say well played", "kibitz hm", "toggle automove",
	"toggle greedy", "toggle double", "toggle moves", "leave", "m 1 2", "13-7", "bar 3 4",
	"move home off", "toggle ratings", "clock", "clock break", "clock x" };

static const char *const IDLE_LINES[] = { "who", "clock", "rawwho", "who count", "show games",
	"show saved", "toggle", "set", "set boardstyle 1", "set boardstyle 2",
	"set boardstyle 3", "set redoubles 3", "set redoubles unlimited", "toggle autodouble",
	"toggle crawford", "toggle report", "toggle notify", "toggle silent",
	"toggle moreboards", "toggle autoboard", "toggle telnet", "toggle bell",
	"shout hello everybody", "whisper psst", "kibitz go", "unwatch", "help", "help roll",
	"time", "motd", "version", "whois p3", "re", "xyzzy", "", "bye", "b", "set x y",
	"toggle ready ready", "away lunch", "away", "back", "back", "wave", "gag", "blind",
	"waitfor", "message", "!!", "!!", "address me@here.org", "save", "show watchers",
	"show savedcount", "show max", "ratings", "ratings from 3 to 9", "ratings to 200",
	"ratings hyper", "ratings tavli to 5", "ratings hyper p3", "toggle variants",
	"toggle variants", "time Europe/Rome", "date", "where", "port", "cls", "panic", "co",
	"erase", "about", "password secret:secret:secret", "password wrong:secret:secret",
	"token new", "token new", "token", "token revoke", "token xyzzy", "tournament",
	"tournament my", "tournament register", "tournament register Cup",
	"tournament register Swiss", "tournament register Knockout",
	"tournament register Robin", "tournament checkin Cup", "tournament checkin Cup",
	"tournament my", "tournament withdraw Swiss", "tournament follow Cup",
	"tournament unfollow", "tournament play Robin", "tournament play",
	"tournament time Robin +20m", "tournament time accept", "tournament info Swiss",
	"tournament pairings Swiss", "tournament standings Robin", "tournament bracket Cup",
	"tournament results Cup", "tournament set Cup", "tournament create X",
	"toggle tournaments", "set timezone Europe/Rome", "last", "last", "last pa", "stat",
	"average", "dicetest" };

static void
add_line_with_name(struct evening *e, struct sbuf *line)
{
	static const char *const words[] = { "oldmoves", "oldboard", "gag", "blind", "waitfor",
		"tellx", "alert", "message", "where", "show savedcount", "ratings",
		"ratings from 2 to 4", "ratings hyper", "invite", "invite", "join", "invite",
		"join", "join", "watch", "look", "tell", "whois", "who" };
	static const char *const lengths[] = { "1", "2", "3", "5", "unlimited", "", "", "77",
		"x" };
	static const char *const games[] = { "", "", "", "", " hyper", " hyper", " portes",
		" nackgammon", " clock fast", " clock slow", " clock n", " hyper clock fast",
		" clock", " clock x" };
	const char *word = words[rng_below(&e->r, ARRAY_LEN(words))];
	const char *name = e->name[rng_below(&e->r, PLAYERS)];

	sbuf_addf(line, "%s %s", word, name);
	if (strcmp(word, "invite") == 0)
		sbuf_addf(line, " %s%s", lengths[rng_below(&e->r, ARRAY_LEN(lengths))],
		    games[rng_below(&e->r, ARRAY_LEN(games))]);
	if (strcmp(word, "tell") == 0 || strcmp(word, "tellx") == 0 ||
	    strcmp(word, "alert") == 0 || strcmp(word, "message") == 0)
		sbuf_add(line, " hello there");
}

/* Commands of operators, which other users try too. %s is replaced by a random user. */
static const char *const OPERATOR_COMMANDS[] = { "mute %s shout for 5m because of noise",
	"mute %s 1m", "mute %s all for 1h", "unmute %s", "unmute %s",
	"kick %s because of noise", "kick %s", "ban %s 2m", "ban %s for 20m because of noise",
	"unban %s", "unban %s", "view %s", "view %s", "operlog %s 3",
	"grant %s operator because he is kind", "grant %s user", "erase %s", "mute", "ban",
	"operlog", "operlog 5", "registration closed", "registration open", "registration",
	"broadcast good evening", "ban 10.0.0.0/8 1h", "ban 127.0.0.0/8 1h", "unban 10.0.0.0/8",
	"ban 2001:db8::/32 1m", "shutdown 30", "shutdown 10", "shutdown 600 restart",
	"shutdown cancel", "shutdown cancel", "shutdown x", "mute %s for ever", "ban 1.2.3",
	"tournament create Knockout checkin 0 length 1",
	"tournament create Cup length 1 3 notice 4",
	"tournament create Swiss format swiss rounds 3 checkin 0 length 1 clock fast",
	"tournament create Robin format robin length 1 checkin 0 schedule deadline days 1",
	"tournament open Knockout", "tournament open Cup", "tournament open Swiss",
	"tournament open Robin", "tournament start Knockout yes", "tournament start Cup yes",
	"tournament start Swiss yes", "tournament start Robin yes",
	"tournament add Knockout %s", "tournament add Knockout %s", "tournament add Cup %s",
	"tournament add Swiss %s", "tournament add Swiss %s", "tournament add Robin %s",
	"tournament add Robin %s", "tournament remove Swiss %s away yes",
	"tournament forfeit Swiss %s away", "tournament pause Cup tea", "tournament resume Cup",
	"tournament resume Cup", "tournament setresult Knockout %s 1-0 agreed",
	"tournament setresult Swiss %s 0-1 agreed", "tournament hold Swiss %s a question",
	"tournament release Swiss %s", "tournament release Swiss %s",
	"tournament addtime Swiss %s 3 a question", "tournament deadline Robin %s +10m sooner",
	"tournament announce Cup good luck", "tournament director Cup add %s",
	"tournament director Cup remove %s", "tournament order Cup %s",
	"tournament set Cup grace 1", "tournament cancel Robin too few yes" };

static void
add_operator_command(struct evening *e, struct sbuf *line)
{
	const char *form = OPERATOR_COMMANDS[rng_below(&e->r, ARRAY_LEN(OPERATOR_COMMANDS))];
	const char *name = e->name[rng_below(&e->r, PLAYERS)];
	const char *at = strstr(form, "%s");

	if (rng_below(&e->r, 20) == 0) {
		sbuf_addf(line, "erase %s %s", name, name);
		return;
	}
	sbuf_addn(line, form, at != NULL ? (size_t)(at - form) : strlen(form));
	if (at != NULL)
		sbuf_addf(line, "%s%s", name, at + 2);
}

/* Writes a line of a user who wants to play: accepts the first invitation found. */
static void
sociable_line(struct evening *e, const struct session *s, struct sbuf *line)
{
	const struct session *from;

	if (!player_has_toggle(s->player, TOGGLE_ready)) {
		sbuf_add(line, "toggle ready");
		return;
	}
	from = people_inviter(fixture_world(e->h), s);
	if (from != NULL)
		sbuf_addf(line, "join %s", from->player->name);
	else
		add_line_with_name(e, line);
}

static void
type_random_line(struct evening *e, unsigned i)
{
	const struct session *s = fixture_session(e->h, e->conn[i]);
	unsigned dice = rng_below(&e->r, 100);
	char text[128];
	struct sbuf line;

	SBUF_INIT(&line, text);
	if (s == NULL || s->state != ST_ONLINE)
		sbuf_add(&line, e->name[i]);
	else if (rng_below(&e->r, s->player->role != ROLE_USER ? 6 : 100) == 0)
		add_operator_command(e, &line);
	else if (s->match != 0 && dice < 92 &&
		 people_play(e->h, s, &e->r, e->move_space, &line, &e->moves))
		;
	else if (s->match != 0 && dice < 96)
		sbuf_add(&line, PLAYING_LINES[rng_below(&e->r, ARRAY_LEN(PLAYING_LINES))]);
	else if (s->match == 0 && dice < 60)
		sociable_line(e, s, &line);
	else if (dice < 80)
		sbuf_add(&line, IDLE_LINES[rng_below(&e->r, ARRAY_LEN(IDLE_LINES))]);
	else
		add_line_with_name(e, &line);
	fixture_queue(e->h, e->conn[i], text);
	e->lines_typed++;
}

/* Checks that the counters agree with the tables, and that logins and starts agree with the
 * test's own counts. */
static void
compare_counters(struct evening *e)
{
	struct store *s = fixture_store(e->h);

	e->checks_failed += counters_wrong(s);
	if (store_counter(s, COUNTER_STARTS) == (int64_t)e->server_restarts + 1 &&
	    store_counter(s, COUNTER_LOGINS) == (int64_t)e->logins_done)
		return;
	printf("%lu log-ins and %lu restarts are not what the counters say\n", e->logins_done,
	    e->server_restarts);
	e->checks_failed++;
}

/* Checks that the sanctions of online users in memory match the stored ones. */
static void
compare_sanctions(struct evening *e)
{
	struct world *w = fixture_world(e->h);
	size_t bans = w->moderation->bans_len;
	bool bad = false;

	for (const struct session *s = w->people->online; s != NULL; s = s->index.online_next) {
		const struct player *p = s->player;
		struct user_record u;
		int64_t until_s;
		bool all;
		bool muted = store_mute_of(w->store, p->user, &all, &until_s);

		bad = bad || !store_user_by_id(w->store, p->user, &u) ||
		      strcmp(u.name, p->name) != 0 || moderation_role_of(&u) != p->role ||
		      muted != (p->mute != MUTE_NONE) ||
		      (muted && all != (p->mute == MUTE_ALL));
	}
	bans_load(w); /* reloads the bans; no pointer to a ban is kept */
	if (bad || bans != w->moderation->bans_len) {
		printf("what operators said is not what is stored\n");
		e->checks_failed++;
	}
}

/* Checks that every place in a game's rating list is one more than the number of users with
 * better ratings. */
static unsigned
check_list(struct evening *e, const struct variant *v, const struct user_record *u, unsigned n)
{
	struct world *w = fixture_world(e->h);
	const struct ranks *list = ranks_of_game(w->ranks, v);
	struct standing is[PLAYERS];
	uint32_t listed = 0;

	for (unsigned i = 0; i < n; i++) {
		is[i] = user_standing(w, &u[i], v);
		listed += is[i].experience > STORE_RANKED_EXPERIENCE;
	}
	for (unsigned i = 0; i < n; i++) {
		uint32_t place = 1;

		for (unsigned k = 0; k < n; k++) {
			bool better = is[k].rating > is[i].rating ||
				      (is[k].rating == is[i].rating && u[k].id < u[i].id);

			place += is[k].experience > STORE_RANKED_EXPERIENCE && better;
		}
		if (ranks_count(list) == listed &&
		    ranks_place(list, fixture_store(e->h), u[i].id, is[i].rating) == place)
			continue;
		printf("%s is not at place %" PRIu32 " of %" PRIu32 " in %s\n", u[i].name,
		    place, listed, v->name);
		e->checks_failed++;
	}
	return listed;
}

static void
check_ranks(struct evening *e)
{
	struct world *w = fixture_world(e->h);
	struct user_record u[PLAYERS];
	unsigned n = 0;

	if (!rank_lists_ready(w->ranks))
		return; /* the server has just restarted */
	/* erased users have no account until they register again */
	for (unsigned i = 0; i < PLAYERS; i++)
		n += store_user_by_name(fixture_store(e->h), e->name[i], &u[n]);
	e->ranked_users = check_list(e, &VARIANTS[0], u, n);
	e->ranked_users_hyper = check_list(e, variant_find("hyper"), u, n);
	(void)check_list(e, variant_find("nackgammon"), u, n);
}

static void
restart_server(struct evening *e)
{
	fixture_restart(e->h);
	memset(e->on, 0, sizeof(e->on));
	e->server_restarts++;
}

static void
count_act(void *ctx, const struct operator_record *r)
{
	++*(unsigned long *)ctx;
}

static void
count_tourney(void *ctx, const struct tourney_record *r)
{
	struct evening *e = ctx;

	if (!r->cancelled)
		e->tourneys_over++;
}

static bool
count_seat(void *ctx, const struct tourney_act_record *r)
{
	struct evening *e = ctx;

	e->tourney_matches += strcmp(r->kind, "seat") == 0;
	return true;
}

/* Counts tournaments made, tournaments finished, and matches that began in them. */
static void
count_tourneys(struct evening *e)
{
	struct store *s = fixture_store(e->h);
	struct tourney_record r;

	store_tourneys_finished_each(s, INT64_MAX, 1000000, count_tourney, e);
	while (store_tourney_by_id(s, e->tourneys + 1, &r)) {
		e->tourneys++;
		store_tourney_acts_each(s, r.id, 0, count_seat, e);
	}
}

static void
random_event(struct evening *e)
{
	unsigned i = random_player(e);
	unsigned dice = rng_below(&e->r, 4000);

	if (dice == 0) {
		restart_server(e);
	} else if (dice < 12 && e->on[i]) {
		fixture_drop(e->h, e->conn[i], dice < 6 ? NET_CLOSE_PEER : NET_CLOSE_ERROR);
		e->on[i] = false;
	} else if (dice < 40) {
		fixture_advance(e->h, (int64_t)rng_below(&e->r, 20000));
	} else if (dice == 41) {
		fixture_advance(e->h, 3600 * 1000);
	} else if (dice < 60) {
		e->checks_failed += people_check_replays(e->h, &e->replays_compared);
		compare_sanctions(e);
		check_ranks(e);
	} else if (!e->on[i] || dice < 70) {
		log_in(e, i); /* even if already logged in: the new connection takes over */
	} else {
		type_random_line(e, i);
		if (rng_below(&e->r, 3) > 0)
			fixture_turn(e->h);
	}
}

static void
bad_line(void *ctx, unsigned conn, const char *fault, const char *line)
{
	struct evening *e = ctx;

	if (e->checks_failed++ < 10)
		printf("connection %u got a line that %s: %s\n", conn, fault, line);
}

static uint64_t
run(uint64_t seed, unsigned long steps, struct evening *e, bool judged)
{
	struct fixture_options o;

	fixture_options_default(&o);
	o.seed = seed;
	o.random_colours = true;
	*e = (struct evening){ .output_hash = 0xcbf29ce484222325u };
	e->move_space = calloc(1, sizeof(*e->move_space));
	CHECK(e->move_space != NULL);
	rng_seed(&e->r, seed);
	if (judged) {
		e->patterns = patterns_new(PATTERNS_FILE, o.world.server_name, bad_line, e);
		o.on_output = patterns_listen;
		o.on_output_ctx = e->patterns;
	}
	e->h = fixture_new(&o);
	for (unsigned i = 0; i < PLAYERS; i++) {
		(void)snprintf(e->name[i], sizeof(e->name[i]), "p%c%c", (char)('a' + i / 6),
		    (char)('a' + i % 6));
		(void)fixture_user(e->h, e->name[i], 1500,
		    i % 4 == 0 ? 48 : 0); /* nearly enough experience to be listed */
		if (i % 4 == 1)
			fixture_set_standing(e->h, e->name[i], "hyper", 1500, 50);
		log_in(e, i);
	}
	fixture_set_role(e->h, e->name[0], "operator");
	fixture_set_role(e->h, e->name[1], "admin");
	for (unsigned long n = 0; n < steps; n++) {
		random_event(e);
		hash_output(e);
		if (fixture_has_ended(e->h)) {
			restart_server(e);
			e->matches_stopped++;
		}
	}
	fixture_settle(e->h);
	e->checks_failed += people_check_replays(e->h, &e->replays_compared);
	compare_counters(e);
	store_operator_acts_each(
	    fixture_store(e->h), "", 1000000, count_act, &e->operator_acts);
	count_tourneys(e);
	check_ranks(e);
	fixture_free(&e->h);
	patterns_free(&e->patterns);
	free(e->move_space);
	return e->output_hash;
}

int
main(void)
{
	unsigned long steps = test_scaled(300000, 30000, 30000);
	struct evening e, again;
	uint64_t first = run(2026, steps, &e, true);
	uint64_t second = test_few_cases() ? first : run(2026, steps, &again, false);
	unsigned bad = 0;

	printf("evening: steps=%lu lines=%lu moves=%lu games=%lu resumed=%lu restarts=%lu "
	       "compared=%lu ranked=%u+%u hash=%016" PRIx64 "\n",
	    steps, e.lines_typed, e.moves, e.games_over / 2, e.matches_resumed / 2,
	    e.server_restarts, e.replays_compared, e.ranked_users, e.ranked_users_hyper, first);
	printf(
	    "clocks: matches=%lu lost on time=%lu\n", e.players_with_clock / 2, e.lost_on_time);
	printf("operators: acts=%lu stops=%lu erased=%lu\n", e.operator_acts, e.matches_stopped,
	    e.users_erased);
	printf("tournaments: made=%" PRId64 " finished=%" PRId64 " matches=%" PRId64 "\n",
	    e.tourneys, e.tourneys_over, e.tourney_matches);
	bad += first != second;
	bad += e.tourneys == 0 || e.tourney_matches == 0;
	bad += e.lost_on_time == 0 || e.players_with_clock / 2 <= e.lost_on_time;
	bad += e.operator_acts < steps / 1000 || e.matches_stopped == 0 || e.users_erased == 0;
	bad += e.checks_failed > 0 || e.ranked_users == 0 || e.ranked_users == PLAYERS;
	bad += e.games_over < steps / 1000 || e.matches_resumed == 0 ||
	       e.server_restarts == 0 || e.replays_compared == 0;
	printf("%u passed, %u failed\n", 6 - bad, bad);
	return bad == 0 ? 0 : 1;
}
