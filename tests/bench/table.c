/* SPDX-License-Identifier: MIT */
/* Players of the benchmarks: see table.h.  A line costs a few comparisons, a move a list of all
 * legal plays. */
#include "table.h"

#include <stdlib.h>
#include <string.h>

#define INVITE_NS INT64_C(5000000000) /* pause between invitations to one user */
#define SEAT_S 60                     /* time limit for all pairs to begin their matches */
#define MEASURE_TRIES 5u

static void
flush_command(struct table *t, struct pair *p)
{
	if (p->actor == NULL || p->sent || p->boards != 0 || !t->playing)
		return;
	if (t->think_ns > 0 && p->due_ns == 0)
		p->due_ns = bench_ns() + t->think_ns;
	if (p->due_ns > bench_ns())
		return;
	p->due_ns = 0;
	p->sent = true;
	p->is_move = p->next_is_move;
	p->boards = 3;
	p->sent_ns = bench_ns();
	t->under_way++;
	if (t->sent != NULL)
		t->sent(t->ctx, p);
	crowd_send(p->actor->c, p->command, strlen(p->command));
}

static void
command(struct table *t, struct player *pl, const char *text, bool is_move)
{
	struct pair *p = pl->pair;
	struct sbuf b;

	if (p->actor != NULL && !p->sent)
		bench_die("%s is asked before %s has answered", pl->name, p->actor->name);
	SBUF_ON(&b, p->command);
	sbuf_addf(&b, "%s\r\n", text);
	p->actor = pl;
	p->sent = false;
	p->next_is_move = is_move;
	flush_command(t, p);
}

static void
send_line(const struct player *pl, const char *word, const char *name, const char *rest)
{
	char text[64];
	struct sbuf b;

	SBUF_ON(&b, text);
	sbuf_addf(&b, "%s%s%s\r\n", word, name, rest);
	crowd_send(pl->c, text, b.len);
}

static void
send_invitation(const struct player *pl)
{
	char points[8];
	struct sbuf b;

	SBUF_ON(&b, points);
	sbuf_addf(&b, " %u", TABLE_POINTS);
	send_line(pl, "invite ", pl->rp.rival, points);
}

/* ---- answers ---- */

/* Handles a board of a player.  The first board after a command is its answer; a second board
 * may belong to the next roll. */
static void
board_came(struct table *t, struct player *pl, int64_t now_ns)
{
	struct pair *p = pl->pair;
	unsigned which = pl == &p->player[0] ? 1 : 2;

	if ((p->boards & which) == 0)
		return;
	p->boards &= ~which;
	if (p->boards != 0)
		return;
	t->under_way--;
	if (now_ns >= t->from_ns && now_ns < t->to_ns) {
		t->commands++;
		t->moves += p->is_move;
		samples_add(&t->latencies, now_ns - p->sent_ns);
	}
}

/* ---- lines ---- */

static void
match_over(struct table *t, struct player *pl)
{
	struct pair *p = pl->pair;

	pl->match_over = true;
	if (!p->player[0].match_over || !p->player[1].match_over)
		return;
	p->player[0].match_over = p->player[1].match_over = false;
	p->actor = NULL;
	t->matches++;
	send_invitation(&p->player[0]);
}

void
table_line(struct table *t, struct client *c, const char *line, int64_t now_ns)
{
	unsigned seat = c->index - t->first;
	struct player *pl = &t->pairs[seat / 2].player[seat % 2];
	char text[DUELIST_COMMAND_MAX];
	struct sbuf answer;
	unsigned what;

	if (!table_has(t, c)) /* users can be sent news before they have opponents */
		return;
	SBUF_ON(&answer, text);
	what = random_player_line(&pl->rp, line, &t->rng, t->space, &answer);
	if ((what & (DUEL_REFUSED | DUEL_BROKEN)) != 0)
		bench_die("%s is told: %s (after %s)", pl->name, line, pl->pair->command);
	if ((what & DUEL_BOARD) != 0)
		board_came(t, pl, now_ns);
	if ((what & DUEL_MATCH_OVER) != 0)
		match_over(t, pl);
	if ((what & DUEL_ASKED) != 0 && (what & DUEL_MOVE) == 0 &&
	    strncmp(text, "join", 4) == 0) {
		pl->pair->actor = NULL;
		send_line(pl, text, "", "");
	} else if ((what & DUEL_ASKED) != 0) {
		command(t, pl, text, (what & DUEL_MOVE) != 0);
	}
	if (!pl->pair->sent)
		flush_command(t, pl->pair);
}

/* ---- playing ---- */

void
table_init(struct table *t, struct crowd *crowd, unsigned first, unsigned pairs)
{
	*t = (struct table){ .crowd = crowd, .first = first, .max = pairs };
	t->pairs = calloc(pairs, sizeof(t->pairs[0]));
	t->space = malloc(sizeof(*t->space));
	if (t->pairs == NULL || t->space == NULL)
		bench_die("out of memory");
	rng_seed(&t->rng, TABLE_SEED);
}

void
table_free(struct table *t)
{
	samples_free(&t->latencies);
	free(t->pairs);
	free(t->space);
	*t = (struct table){ 0 };
}

void
table_seat(struct table *t, unsigned pairs)
{
	unsigned before = t->npairs;

	CHECK(before + pairs <= t->max);
	for (unsigned i = 2 * before; i < 2 * (before + pairs); i++) {
		struct pair *p = &t->pairs[i / 2];
		struct player *pl = &p->player[i % 2];
		const char *name = bench_user(t->first + i);

		pl->c = &t->crowd->clients[t->first + i];
		pl->pair = p;
		memcpy(pl->name, name, strlen(name) + 1);
		pl->rp.rival = p->player[1 - i % 2].name;
	}
	t->npairs += pairs;
	for (unsigned i = before; i < t->npairs; i++)
		send_invitation(&t->pairs[i].player[0]);
	crowd_settle(t->crowd, 100);
}

bool
table_has(const struct table *t, const struct client *c)
{
	return c->index >= t->first && c->index < t->first + 2 * t->npairs;
}

void
table_start(struct table *t, int64_t from_ns, int64_t to_ns)
{
	t->from_ns = from_ns;
	t->to_ns = to_ns;
	t->commands = t->moves = 0;
	samples_clear(&t->latencies);
	t->playing = true;
	table_due(t, bench_ns());
}

void
table_due(struct table *t, int64_t now_ns)
{
	for (unsigned i = 0; i < t->npairs; i++)
		if (t->pairs[i].due_ns <= now_ns)
			flush_command(t, &t->pairs[i]);
}

void
table_stop(struct table *t)
{
	int64_t until = bench_ns() + 10000000000;

	t->playing = false;
	while (t->under_way > 0 && bench_ns() < until)
		crowd_poll(t->crowd, 50);
	crowd_settle(t->crowd, 50);
	if (t->under_way != 0)
		bench_die("%u commands were not answered", t->under_way);
	if (t->commands == 0)
		bench_die("nobody has moved");
}

/* Returns whether a player of each pair has been asked to act. */
static bool
all_play(const struct table *t)
{
	for (unsigned i = 0; i < t->npairs; i++)
		if (t->pairs[i].actor == NULL)
			return false;
	return true;
}

/* Waits long, because a server with a remote database may need time to start all matches.
 * Invitations are repeated: one can be refused while the database is away. */
void
table_open(struct table *t, unsigned clients)
{
	const int64_t until_ns = bench_ns() + (int64_t)SEAT_S * 1000000000;
	int64_t again_ns = bench_ns() + INVITE_NS;

	crowd_grow(t->crowd, t->crowd->n + clients, CROWD_CLIP, CROWD_CLIP_DONE);
	crowd_settle(t->crowd, 50);
	table_seat(t, clients / 2);
	while (!all_play(t)) {
		if (bench_ns() > until_ns)
			bench_die("somebody does not play");
		crowd_poll(t->crowd, 10);
		if (bench_ns() < again_ns)
			continue;
		again_ns += INVITE_NS;
		for (unsigned i = 0; i < t->npairs; i++)
			if (t->pairs[i].actor == NULL)
				send_invitation(&t->pairs[i].player[0]);
	}
}

/* Repeats a run in which no command was completed: in a small run the machine may have been
 * suspended all the time. */
struct table_figures
table_measure(struct table *t, const struct process *server, int64_t warm_ns, int64_t run_ns)
{
	int64_t start, cpu, own_cpu, took;
	unsigned tries = 0;

	do {
		start = bench_ns();
		cpu = process_cpu_ns(server);
		own_cpu = bench_cpu_ns();
		table_start(t, start + warm_ns, start + warm_ns + run_ns);
		while (bench_ns() < t->to_ns)
			crowd_poll(t->crowd, 10);
		took = bench_ns() - start;
	} while (t->commands == 0 && ++tries < MEASURE_TRIES);
	cpu = process_cpu_ns(server) - cpu;
	own_cpu = bench_cpu_ns() - own_cpu;
	table_stop(t);
	return (struct table_figures){
		.commands = (double)t->commands * 1e9 / (double)run_ns,
		.moves = (double)t->moves * 1e9 / (double)run_ns,
		.p50 = samples_us(&t->latencies, 0.5),
		.p99 = samples_us(&t->latencies, 0.99),
		.cpu_us =
		    (double)cpu / 1000 / ((double)t->commands * (double)took / (double)run_ns),
		.client_percent = (double)own_cpu / (double)took * 100,
	};
}
