/* SPDX-License-Identifier: MIT */
/* Durable moves: pairs of CLIP clients play matches of five points, against an echo that writes one row for
 * each line and answers after a commit (ref_echo -d).
 *
 * Real: everything, over TCP on loopback; the database is on the disk of the build folder.  A player rolls
 * when asked and plays one of the legal moves of the `board:` line at random, seeded; nobody doubles or
 * thinks.  A roll and a move each store an action, are committed, and bring both players a board; latency is
 * from the command to the later of the two boards.  Only one of a pair has anything to do at a time, so 100
 * connections are 50 commands under way; the echo is measured with 100 and with 50 under way. */
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "base/sbuf.h"
#include "crowd.h"
#include "rules/move.h"
#include "rules/notation.h"

#define CLIENTS 100u
#define RUN_NS 1500000000
#define WARM_NS 200000000
#define MATCH_POINTS 5u
#define SEED 20260101u

enum {
	F_LENGTH = 3,
	F_POINTS = 6, /* of the board line: point 0 */
	F_DICE = 33,
	F_COLOUR = 41,
	F_HOME = 45,
	F_BAR = 47,
	F_COUNT = 53,
};

struct figures {
	double commands, moves, p50, p99, cpu_us, client_percent;
};

/* ---- the echo ---- */

struct echo {
	struct process process;
	struct crowd crowd;
	int64_t sent_ns[CLIENTS];
	int64_t from_ns, to_ns;
	uint64_t answers;
	unsigned waiting;
	struct samples latencies;
};

static void
echo_ask(struct echo *e, struct client *c)
{
	static const char request[] = "move 24-18 13-11 / roll / move\r\n"; /* 32 bytes */

	e->sent_ns[c->index] = bench_ns();
	e->waiting++;
	crowd_send(c, request, sizeof(request) - 1);
}

static void
echo_line(struct crowd *crowd, struct client *c, char *line, size_t n, int64_t now_ns)
{
	struct echo *e = crowd->ctx;

	(void)line;
	(void)n;
	e->waiting--;
	if (now_ns >= e->from_ns && now_ns < e->to_ns) {
		e->answers++;
		samples_add(&e->latencies, now_ns - e->sent_ns[c->index]);
	}
	if (now_ns < e->to_ns)
		echo_ask(e, c);
}

static struct figures
echo_measure(struct echo *e, unsigned n)
{
	int64_t start = bench_ns(), cpu = process_cpu_ns(&e->process), own_cpu = bench_cpu_ns(), took;

	e->from_ns = start + WARM_NS;
	e->to_ns = e->from_ns + RUN_NS;
	e->answers = 0;
	samples_clear(&e->latencies);
	for (unsigned i = 0; i < n; i++)
		echo_ask(e, &e->crowd.clients[i]);
	while (e->waiting > 0 && bench_ns() < e->to_ns + 5000000000)
		crowd_poll(&e->crowd, 10);
	if (e->waiting > 0)
		bench_die("the echo does not answer");
	took = bench_ns() - start;
	cpu = process_cpu_ns(&e->process) - cpu;
	own_cpu = bench_cpu_ns() - own_cpu;
	return (struct figures){
		.commands = (double)e->answers * 1e9 / RUN_NS,
		.p50 = samples_us(&e->latencies, 0.5),
		.p99 = samples_us(&e->latencies, 0.99),
		.cpu_us = (double)cpu / 1000 / ((double)e->answers * (double)took / RUN_NS),
		.client_percent = (double)own_cpu / (double)took * 100,
	};
}

/* ---- the players ---- */

struct pair;

struct player {
	struct client *c;
	struct pair *pair;
	const char *rival;
	char name[8];
	struct board board; /* own seat: SEAT_0 */
	unsigned dice[2];
	bool up; /* has X */
	bool move_on_board; /* the board that comes next is to be played */
	bool match_over;
};

struct pair {
	struct player player[2];
	struct player *actor; /* who has sent a command, or will when the table plays; NULL: nobody */
	char command[64];
	bool sent;
	bool next_is_move;
	bool is_move; /* the one sent */
	unsigned boards; /* 1 | 2: whose are to come yet */
	int64_t sent_ns;
};

struct table {
	struct process process;
	struct crowd crowd;
	struct pair pairs[CLIENTS / 2];
	struct player *players[CLIENTS];
	unsigned npairs;
	bool playing; /* commands are sent */
	unsigned under_way;
	int64_t from_ns, to_ns;
	uint64_t commands, moves, matches;
	struct samples latencies;
	struct rng rng;
	struct move_space *space;
};

static void
flush_command(struct table *t, struct pair *p)
{
	if (p->actor == NULL || p->sent || p->boards != 0 || !t->playing)
		return;
	p->sent = true;
	p->is_move = p->next_is_move;
	p->boards = 3;
	p->sent_ns = bench_ns();
	t->under_way++;
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
	sbuf_addf(&b, " %u", MATCH_POINTS);
	send_line(pl, "invite ", pl->rival, points);
}

/* ---- boards ---- */

/* The numbers of "board:NAME:NAME:3:..." from field 3 on. */
static bool
read_fields(char *line, long f[F_COUNT])
{
	char *at = line;
	unsigned n = 0;

	for (; n < F_LENGTH; n++) {
		at = strchr(at, ':');
		if (at == NULL)
			return false;
		at++;
	}
	for (; n < F_COUNT; n++) {
		char *end;

		f[n] = strtol(at, &end, 10);
		if (end == at || (*end != ':' && n + 1 < F_COUNT))
			return false;
		at = end + 1;
	}
	return true;
}

static void
read_board(struct player *pl, char *line)
{
	long f[F_COUNT] = { 0 };
	struct board *b = &pl->board;
	long mine;

	if (!read_fields(line, f))
		bench_die("%s cannot read %s", pl->name, line);
	*b = (struct board){ 0 };
	mine = f[F_COLOUR];
	pl->up = mine < 0;
	for (unsigned p = 1; p <= 24; p++) {
		long n = f[F_POINTS + p];

		if (n * mine > 0)
			b->at[SEAT_0][notation_flip(p, pl->up)] = (uint8_t)labs(n);
		else if (n != 0)
			b->at[SEAT_1][notation_flip(p, !pl->up)] = (uint8_t)labs(n);
	}
	for (unsigned i = 0; i < 2; i++) {
		b->at[i][PT_OFF] = (uint8_t)f[F_HOME + i];
		b->at[i][PT_BAR] = (uint8_t)f[F_BAR + i];
		pl->dice[i] = (unsigned)f[F_DICE + i];
	}
	if (!board_check(b, &VARIANTS[0]))
		bench_die("%s gets an impossible board", pl->name);
}

static void
play(struct table *t, struct player *pl)
{
	unsigned n;
	char text[48];
	struct sbuf b;

	if (pl->dice[0] < 1 || pl->dice[0] > 6 || pl->dice[1] < 1 || pl->dice[1] > 6)
		bench_die("%s is to move without dice", pl->name);
	n = move_list(&VARIANTS[0], &pl->board, SEAT_0, pl->dice[0], pl->dice[1], t->space);
	if (n == 0)
		bench_die("%s is to move and cannot", pl->name);
	SBUF_ON(&b, text);
	sbuf_add(&b, "move ");
	notation_play(&b, &t->space->result[rng_below(&t->rng, n)].play, pl->up);
	command(t, pl, text, true);
}

/* The first board after a command is the answer to it; the second one may belong to a roll that followed. */
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

static bool
begins(const char *line, const char *with)
{
	return strncmp(line, with, strlen(with)) == 0;
}

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

static void
table_line(struct crowd *crowd, struct client *c, char *line, size_t n, int64_t now_ns)
{
	struct table *t = crowd->ctx;
	struct player *pl = t->players[c->index];

	(void)n;
	if (begins(line, "board:You:")) {
		read_board(pl, line);
		board_came(t, pl, now_ns);
		if (pl->move_on_board) {
			pl->move_on_board = false;
			play(t, pl);
		}
	} else if (begins(line, "Please move ")) {
		play(t, pl);
	} else if (begins(line, "It's your turn to move.")) {
		pl->move_on_board = true;
	} else if (begins(line, "It's your turn. Please roll or double")) {
		command(t, pl, "roll", false);
	} else if (begins(line, "Type 'join' if ")) {
		pl->pair->actor = NULL;
		send_line(pl, "join", "", "");
	} else if (begins(line, "Type 'join ")) {
		send_line(pl, "join ", pl->rival, "");
	} else if (strstr(line, " point match ") != NULL && strstr(line, " win") != NULL &&
	    (begins(line, "You win the ") || (begins(line, pl->rival) && strstr(line, " wins the ") != NULL))) {
		match_over(t, pl);
	} else if (begins(line, "** You") && strstr(line, "invited") == NULL && strstr(line, "now playing") == NULL) {
		bench_die("%s is told: %s (after %s)", pl->name, line, pl->pair->command);
	}
	if (!pl->pair->sent)
		flush_command(t, pl->pair);
}

/* ---- playing ---- */

static void
table_open(struct table *t, unsigned first, unsigned clients)
{
	for (unsigned i = first; i < first + clients; i++) {
		struct pair *p = &t->pairs[i / 2];
		struct player *pl = &p->player[i % 2];
		const char *name = bench_user(i);

		pl->c = &t->crowd.clients[i];
		pl->pair = p;
		memcpy(pl->name, name, strlen(name) + 1);
		pl->rival = p->player[1 - i % 2].name;
		t->players[i] = pl;
	}
	t->npairs = (first + clients) / 2;
	crowd_grow(&t->crowd, first + clients, CROWD_CLIP, CROWD_CLIP_DONE);
	crowd_settle(&t->crowd, 50);
	for (unsigned i = first / 2; i < t->npairs; i++)
		send_invitation(&t->pairs[i].player[0]);
	crowd_settle(&t->crowd, 100);
}

static struct figures
table_measure(struct table *t)
{
	int64_t start = bench_ns(), cpu = process_cpu_ns(&t->process), own_cpu = bench_cpu_ns(), took;

	t->from_ns = start + WARM_NS;
	t->to_ns = t->from_ns + RUN_NS;
	t->commands = t->moves = 0;
	samples_clear(&t->latencies);
	t->playing = true;
	for (unsigned i = 0; i < t->npairs; i++)
		flush_command(t, &t->pairs[i]);
	while (bench_ns() < t->to_ns)
		crowd_poll(&t->crowd, 10);
	t->playing = false;
	took = bench_ns() - start;
	cpu = process_cpu_ns(&t->process) - cpu;
	own_cpu = bench_cpu_ns() - own_cpu;
	crowd_settle(&t->crowd, 50);
	if (t->under_way != 0)
		bench_die("%u commands were not answered", t->under_way);
	if (t->commands == 0)
		bench_die("nobody has moved");
	return (struct figures){
		.commands = (double)t->commands * 1e9 / RUN_NS,
		.moves = (double)t->moves * 1e9 / RUN_NS,
		.p50 = samples_us(&t->latencies, 0.5),
		.p99 = samples_us(&t->latencies, 0.99),
		.cpu_us = (double)cpu / 1000 / ((double)t->commands * (double)took / RUN_NS),
		.client_percent = (double)own_cpu / (double)took * 100,
	};
}

/* ---- by turns ---- */

struct round {
	struct figures echo, echo_half, table;
};

static void
lone(struct echo *e, struct table *t, struct round *r, struct gaps *gaps)
{
	crowd_grow(&e->crowd, 1, NULL, "");
	table_open(t, 0, 2);
	for (unsigned i = 0; i < BENCH_RUNS; i++) {
		gaps_measure(gaps, 200);
		r[i].echo = echo_measure(e, 1);
		r[i].table = table_measure(t);
		bench_say("alone: durable echo p50 %.0f us, a pair's commands p50 %.0f us", r[i].echo.p50,
		    r[i].table.p50);
	}
}

static void
many(struct echo *e, struct table *t, struct round *r, struct gaps *gaps)
{
	crowd_grow(&e->crowd, CLIENTS, NULL, "");
	table_open(t, 2, CLIENTS - 2);
	for (unsigned i = 0; i < BENCH_RUNS; i++) {
		gaps_measure(gaps, 200);
		r[i].echo = echo_measure(e, CLIENTS);
		r[i].echo_half = echo_measure(e, CLIENTS / 2);
		r[i].table = table_measure(t);
		bench_say("%u clients: durable echo %.0f/s (%u under way: %.0f/s), commands %.0f/s of which moves "
		    "%.0f/s, client core %.0f %% busy", CLIENTS, r[i].echo.commands, CLIENTS / 2, r[i].echo_half.commands,
		    r[i].table.commands, r[i].table.moves, r[i].table.client_percent);
	}
}

enum {
	ROW_COMMANDS,
	ROW_HALF,
	ROW_MOVES,
	ROW_P50,
	ROW_P99,
	ROW_CPU,
	ROW_LONE,
	ROW_LONE_P99,
	ROW_COUNT,
};

#define ECHO_100 "bare durable echo: libevent, one row and one answer a line, one FULL commit a pass; " \
	"as many connections"
#define ECHO_50 "the same with half of the connections, so that as many requests are under way"
#define PLAY "random legal play of 5 point matches by CLIP clients without thinking time; TCP on loopback"

static void
fill(struct row *rows, const struct round *m, const struct round *l)
{
	static const struct row like[ROW_COUNT] = {
		[ROW_COMMANDS] = { .what = "durable rolls and moves, 100 clients", .unit = "1/s",
			.reference = ECHO_100, .target = RATIO_AT_LEAST, .limit = 0.4 },
		[ROW_HALF] = { .what = "the same against an echo of 50 clients", .unit = "1/s", .reference = ECHO_50 },
		[ROW_MOVES] = { .what = "of them moves", .unit = "1/s", .reference = ECHO_100 },
		[ROW_P50] = { .what = "roll or move to the later board: p50", .unit = "us", .reference = ECHO_50 },
		[ROW_P99] = { .what = "roll or move to the later board: p99", .unit = "us", .reference = ECHO_50 },
		[ROW_CPU] = { .what = "server CPU for each", .unit = "us", .reference = ECHO_50 },
		[ROW_LONE] = { .what = "one pair alone, to the later board: p50", .unit = "us",
			.reference = ECHO_100, .target = RATIO_AT_MOST, .limit = 2 },
		[ROW_LONE_P99] = { .what = "one pair alone, to the later board: p99", .unit = "us",
			.reference = ECHO_100 },
	};

	for (unsigned k = 0; k < ROW_COUNT; k++) {
		rows[k] = like[k];
		rows[k].simulated = PLAY;
		rows[k].n = k < ROW_LONE ? CLIENTS : 2;
		rows[k].runs = BENCH_RUNS;
	}
	for (unsigned i = 0; i < BENCH_RUNS; i++) {
		rows[ROW_COMMANDS].own[i] = rows[ROW_HALF].own[i] = m[i].table.commands;
		rows[ROW_COMMANDS].ref[i] = rows[ROW_MOVES].ref[i] = m[i].echo.commands;
		rows[ROW_HALF].ref[i] = m[i].echo_half.commands;
		rows[ROW_MOVES].own[i] = m[i].table.moves;
		rows[ROW_P50].own[i] = m[i].table.p50;
		rows[ROW_P50].ref[i] = m[i].echo_half.p50;
		rows[ROW_P99].own[i] = m[i].table.p99;
		rows[ROW_P99].ref[i] = m[i].echo_half.p99;
		rows[ROW_CPU].own[i] = m[i].table.cpu_us;
		rows[ROW_CPU].ref[i] = m[i].echo_half.cpu_us;
		rows[ROW_LONE].own[i] = l[i].table.p50;
		rows[ROW_LONE].ref[i] = l[i].echo.p50;
		rows[ROW_LONE_P99].own[i] = l[i].table.p99;
		rows[ROW_LONE_P99].ref[i] = l[i].echo.p99;
	}
}

int
main(int argc, char **argv)
{
	static const char *const durable[] = { "-d", NULL };
	static struct table table;
	static struct echo echo;
	struct round m[BENCH_RUNS], l[BENCH_RUNS];
	struct gaps gaps[2] = { 0 };
	struct row rows[ROW_COUNT];

	(void)argc;
	if (bench_init(argv[0]) < 3 * CLIENTS)
		bench_die("too few descriptors: ulimit -n");
	process_seed(&table.process, CLIENTS, false);
	process_reference(&echo.process, durable);
	process_server(&table.process);
	rng_seed(&table.rng, SEED);
	table.space = malloc(sizeof(*table.space));
	if (table.space == NULL)
		bench_die("out of memory");
	crowd_init(&echo.crowd, echo.process.port, CLIENTS, echo_line, &echo);
	crowd_init(&table.crowd, table.process.port, CLIENTS, table_line, &table);
	lone(&echo, &table, l, &gaps[0]);
	many(&echo, &table, m, &gaps[1]);
	fill(rows, m, l);
	for (unsigned k = 0; k < ROW_COUNT; k++)
		rows[k].gaps = gaps[k < ROW_LONE];
	bench_report("moves", rows, ROW_COUNT);
	bench_say("%llu matches were finished", (unsigned long long)table.matches);
	process_stop(&table.process);
	process_stop(&echo.process);
	crowd_close(&table.crowd);
	crowd_close(&echo.crowd);
	samples_free(&table.latencies);
	samples_free(&echo.latencies);
	free(table.space);
	return 0;
}
