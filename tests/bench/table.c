/* SPDX-License-Identifier: MIT */
/* Players of the benchmarks: see table.h.  A line costs a few comparisons, a move a list of all
 * legal plays. */
#include "table.h"

#include <stdlib.h>
#include <string.h>

#define INVITE_INTERVAL_NS INT64_C(5000000000) /* pause between invitations to one user */
#define SEAT_TIMEOUT_S 60 /* time limit for all pairs to begin their matches */
#define MEASURE_TRIES 5u

static void
send_if_ready(struct play_table *t, struct pair *p)
{
	if (p->commanding_player == NULL || p->command_sent || p->boards_awaited != 0 ||
	    !t->playing)
		return;
	if (t->think_ns > 0 && p->due_ns == 0)
		p->due_ns = bench_now_ns() + t->think_ns;
	if (p->due_ns > bench_now_ns())
		return;
	p->due_ns = 0;
	p->command_sent = true;
	p->sent_is_move = p->next_is_move;
	p->boards_awaited = 3;
	p->sent_ns = bench_now_ns();
	t->pending_n++;
	if (t->on_sent != NULL)
		t->on_sent(t->ctx, p);
	crowd_send(p->commanding_player->c, p->command, strlen(p->command));
}

static void
set_command(struct play_table *t, struct player *pl, const char *text, bool is_move)
{
	struct pair *p = pl->pair;
	struct sbuf b;

	if (p->commanding_player != NULL && !p->command_sent)
		bench_die(
		    "%s is asked before %s has answered", pl->name, p->commanding_player->name);
	SBUF_INIT(&b, p->command);
	sbuf_addf(&b, "%s\r\n", text);
	p->commanding_player = pl;
	p->command_sent = false;
	p->next_is_move = is_move;
	send_if_ready(t, p);
}

static void
send_line(const struct player *pl, const char *word, const char *name, const char *rest)
{
	char text[64];
	struct sbuf b;

	SBUF_INIT(&b, text);
	sbuf_addf(&b, "%s%s%s\r\n", word, name, rest);
	crowd_send(pl->c, text, b.len);
}

static void
send_invitation(const struct player *pl)
{
	char points[8];
	struct sbuf b;

	SBUF_INIT(&b, points);
	sbuf_addf(&b, " %u", TABLE_POINTS);
	send_line(pl, "invite ", pl->rp.rival, points);
}

/* ---- answers ---- */

/* Handles a board of a player.  The first board after a command is its answer; a second board
 * may belong to the next roll. */
static void
on_board(struct play_table *t, struct player *pl, int64_t now_ns)
{
	struct pair *p = pl->pair;
	unsigned which = pl == &p->player[0] ? 1 : 2;

	if ((p->boards_awaited & which) == 0)
		return;
	p->boards_awaited &= ~which;
	if (p->boards_awaited != 0)
		return;
	t->pending_n--;
	if (now_ns >= t->measure_from_ns && now_ns < t->measure_to_ns) {
		t->commands++;
		t->moves += p->sent_is_move;
		samples_add(&t->latencies, now_ns - p->sent_ns);
	}
}

/* ---- lines ---- */

static void
on_match_over(struct play_table *t, struct player *pl)
{
	struct pair *p = pl->pair;

	pl->match_over = true;
	if (!p->player[0].match_over || !p->player[1].match_over)
		return;
	p->player[0].match_over = p->player[1].match_over = false;
	p->commanding_player = NULL;
	t->matches++;
	send_invitation(&p->player[0]);
}

void
table_line(struct play_table *t, struct client *c, const char *line, int64_t now_ns)
{
	unsigned seat = c->index - t->first_client;
	struct player *pl = &t->pairs[seat / 2].player[seat % 2];
	char text[RANDOM_PLAYER_COMMAND_MAX];
	struct sbuf answer;
	unsigned what;

	if (!table_has_client(t, c)) /* users can be sent news before they have opponents */
		return;
	SBUF_INIT(&answer, text);
	what = random_player_line(&pl->rp, line, &t->rng, t->move_space, &answer);
	if ((what & (DUEL_REFUSED | DUEL_BROKEN)) != 0)
		bench_die("%s is told: %s (after %s)", pl->name, line, pl->pair->command);
	if ((what & DUEL_BOARD) != 0)
		on_board(t, pl, now_ns);
	if ((what & DUEL_MATCH_OVER) != 0)
		on_match_over(t, pl);
	if ((what & DUEL_ASKED) != 0 && (what & DUEL_MOVE) == 0 &&
	    strncmp(text, "join", 4) == 0) {
		pl->pair->commanding_player = NULL;
		send_line(pl, text, "", "");
	} else if ((what & DUEL_ASKED) != 0) {
		set_command(t, pl, text, (what & DUEL_MOVE) != 0);
	}
	if (!pl->pair->command_sent)
		send_if_ready(t, pl->pair);
}

/* ---- playing ---- */

void
table_init(struct play_table *t, struct crowd *crowd, unsigned first, unsigned pairs)
{
	*t = (struct play_table){ .crowd = crowd, .first_client = first, .max = pairs };
	t->pairs = calloc(pairs, sizeof(t->pairs[0]));
	t->move_space = malloc(sizeof(*t->move_space));
	if (t->pairs == NULL || t->move_space == NULL)
		bench_die("out of memory");
	rng_seed(&t->rng, TABLE_SEED);
}

void
table_free(struct play_table *t)
{
	samples_free(&t->latencies);
	free(t->pairs);
	free(t->move_space);
	*t = (struct play_table){ 0 };
}

void
table_seat(struct play_table *t, unsigned pairs)
{
	unsigned before = t->n_pairs;

	CHECK(before + pairs <= t->max);
	for (unsigned i = 2 * before; i < 2 * (before + pairs); i++) {
		struct pair *p = &t->pairs[i / 2];
		struct player *pl = &p->player[i % 2];
		const char *name = bench_user_name(t->first_client + i);

		pl->c = &t->crowd->clients[t->first_client + i];
		pl->pair = p;
		memcpy(pl->name, name, strlen(name) + 1);
		pl->rp.rival = p->player[1 - i % 2].name;
	}
	t->n_pairs += pairs;
	for (unsigned i = before; i < t->n_pairs; i++)
		send_invitation(&t->pairs[i].player[0]);
	crowd_settle(t->crowd, 100);
}

bool
table_has_client(const struct play_table *t, const struct client *c)
{
	return c->index >= t->first_client && c->index < t->first_client + 2 * t->n_pairs;
}

void
table_start_measuring(struct play_table *t, int64_t from_ns, int64_t to_ns)
{
	t->measure_from_ns = from_ns;
	t->measure_to_ns = to_ns;
	t->commands = t->moves = 0;
	samples_clear(&t->latencies);
	t->playing = true;
	table_send_due(t, bench_now_ns());
}

void
table_send_due(struct play_table *t, int64_t now_ns)
{
	for (unsigned i = 0; i < t->n_pairs; i++)
		if (t->pairs[i].due_ns <= now_ns)
			send_if_ready(t, &t->pairs[i]);
}

void
table_stop(struct play_table *t)
{
	int64_t until = bench_now_ns() + 10000000000;

	t->playing = false;
	while (t->pending_n > 0 && bench_now_ns() < until)
		crowd_poll(t->crowd, 50);
	crowd_settle(t->crowd, 50);
	if (t->pending_n != 0)
		bench_die("%u commands were not answered", t->pending_n);
	if (t->commands == 0)
		bench_die("nobody has moved");
}

/* Returns whether a player of each pair has been asked to act. */
static bool
all_pairs_play(const struct play_table *t)
{
	for (unsigned i = 0; i < t->n_pairs; i++)
		if (t->pairs[i].commanding_player == NULL)
			return false;
	return true;
}

/* Waits long, because a server with a remote database may need time to start all matches.
 * Invitations are repeated: one can be refused while the database is away. */
void
table_open(struct play_table *t, unsigned clients)
{
	const int64_t until_ns = bench_now_ns() + (int64_t)SEAT_TIMEOUT_S * 1000000000;
	int64_t again_ns = bench_now_ns() + INVITE_INTERVAL_NS;

	crowd_log_in(t->crowd, t->crowd->n + clients, CROWD_CLIP_LOGIN, CROWD_CLIP_LOGIN_DONE);
	crowd_settle(t->crowd, 50);
	table_seat(t, clients / 2);
	while (!all_pairs_play(t)) {
		if (bench_now_ns() > until_ns)
			bench_die("somebody does not play");
		crowd_poll(t->crowd, 10);
		if (bench_now_ns() < again_ns)
			continue;
		again_ns += INVITE_INTERVAL_NS;
		for (unsigned i = 0; i < t->n_pairs; i++)
			if (t->pairs[i].commanding_player == NULL)
				send_invitation(&t->pairs[i].player[0]);
	}
}

/* Repeats a run in which no command was completed: in a small run the machine may have been
 * suspended all the time. */
struct table_figures
table_measure(
    struct play_table *t, const struct process *server, int64_t warm_ns, int64_t run_ns)
{
	int64_t start, cpu, own_cpu, took;
	unsigned tries = 0;

	do {
		start = bench_now_ns();
		cpu = process_cpu_ns(server);
		own_cpu = bench_cpu_ns();
		table_start_measuring(t, start + warm_ns, start + warm_ns + run_ns);
		while (bench_now_ns() < t->measure_to_ns)
			crowd_poll(t->crowd, 10);
		took = bench_now_ns() - start;
	} while (t->commands == 0 && ++tries < MEASURE_TRIES);
	cpu = process_cpu_ns(server) - cpu;
	own_cpu = bench_cpu_ns() - own_cpu;
	table_stop(t);
	return (struct table_figures){
		.commands = (double)t->commands * 1e9 / (double)run_ns,
		.moves = (double)t->moves * 1e9 / (double)run_ns,
		.p50 = samples_quantile_us(&t->latencies, 0.5),
		.p99 = samples_quantile_us(&t->latencies, 0.99),
		.cpu_us =
		    (double)cpu / 1000 / ((double)t->commands * (double)took / (double)run_ns),
		.client_percent = (double)own_cpu / (double)took * 100,
	};
}
