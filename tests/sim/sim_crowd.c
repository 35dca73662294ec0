/* SPDX-License-Identifier: MIT */
/* TEST: long timeout=600 */
/* One busy hour of a server in one process. 300 seeded users (client programs, telnet users,
 * TinyMUD clients and newcomers who register) log in and out, lose their connections, fall
 * silent, play, watch and chat, and use every command with valid and invalid arguments.
 *
 * After every turn the invariants of the world are checked (fixture runs world_check), every
 * line sent to a user must match tests/data/patterns.def, and at intervals each running match
 * is compared with a replay of its stored actions.  At the end every row of the command table
 * must have been used (game commands while playing), every toggle switched both ways and every
 * variable set.  The same seed gives the same hour, byte for byte.
 *
 * GAMMON_COUNTS=tenth simulates a tenth of the hour.  Prints N passed, N failed. */
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "cmd/cmd.h"
#include "people/people.h"
#include "output/output.h"
#include "tests/support/fixture.h"
#include "tests/support/patterns.h"
#include "tests/support/people.h"
#include "tests/support/rows.h"

#define PEOPLE 300u
#define NEWCOMERS 40u           /* users without an account at the start */
#define TICK_MS 200u            /* simulated time per turn */
#define IDLE_S 900u             /* a user silent for this long is disconnected */
#define LONG_SILENCE_MS 1000000 /* some users are silent for this long */
#define COMPARE_INTERVAL_MS 30000
#define COMMANDS_MAX 256u
#define HOUR_MS 3600000

struct person {
	char name[8];
	unsigned conn;
	bool on;
	bool registered;
	char token[33];      /* the last token sent to the user; "" if none */
	bool login_by_token; /* the last login was by token */
	int64_t next_ms;     /* time of the next action */
};

struct crowd {
	struct fixture *h;
	struct rng r;
	struct patterns *patterns;
	struct move_space *move_space;
	struct person person[PEOPLE];
	uint64_t output_hash; /* FNV-1a of everything users were sent */
	unsigned long turns, lines, moves, bytes_received, games, matches, n_registered,
	    connections_dropped, connections_timed_out, lines_received, replays_compared;
	unsigned online_max, violations, bad_lines;
	unsigned tokens_sent, token_logins; /* tokens sent; successful logins by token */
	unsigned times_given[COMMANDS_MAX], times_given_in_match[COMMANDS_MAX];
	unsigned times_switched[TOGGLE_COUNT][2]; /* [0] off, [1] on */
	unsigned set[VAR_COUNT];
};

/* ---- receiving ---- */

static void
report_bad_line(void *ctx, unsigned conn, const char *fault, const char *line)
{
	struct crowd *c = ctx;

	if (c->bad_lines++ < 20)
		printf("connection %u got a line that %s: %s\n", conn, fault, line);
}

static unsigned
count_occurrences(const char *bytes, size_t n, const char *text)
{
	const char *at = bytes, *end = bytes + n;
	unsigned found = 0;

	while ((at = memchr(at, text[0], (size_t)(end - at))) != NULL) {
		found +=
		    (size_t)(end - at) >= strlen(text) && memcmp(at, text, strlen(text)) == 0;
		at++;
	}
	return found;
}

/* Stores the last token that a user was sent. */
static void
store_token(struct crowd *c, unsigned conn, const char *bytes, size_t n)
{
	static const char word[] = "\ntoken:";
	const char *end = bytes + n;

	for (const char *at = bytes; at + sizeof(word) + 32 < end; at++) {
		bool first = at == bytes && memcmp(at, word + 1, sizeof(word) - 2) == 0;

		if (!first && memcmp(at, word, sizeof(word) - 1) != 0)
			continue;
		for (unsigned i = 0; i < PEOPLE; i++)
			if (c->person[i].on && c->person[i].conn == conn)
				(void)snprintf(c->person[i].token, sizeof(c->person[i].token),
				    "%.32s", at + strlen(word) - (first ? 1 : 0));
		c->tokens_sent++;
	}
}

static void
on_output(void *ctx, unsigned conn, const char *bytes, size_t n)
{
	struct crowd *c = ctx;

	if (c->patterns != NULL)
		patterns_listen(c->patterns, conn, bytes, n);
	if (bytes == NULL)
		return;
	for (size_t i = 0; i < n; i++)
		c->output_hash = (c->output_hash ^ (unsigned char)bytes[i]) * 0x100000001b3u;
	c->output_hash = (c->output_hash ^ conn) * 0x100000001b3u;
	c->bytes_received += n;
	c->games += count_occurrences(bytes, n, "Starting a new game with ");
	c->matches += count_occurrences(bytes, n, "You win the ") -
		      count_occurrences(bytes, n, "You win the game");
	c->n_registered += count_occurrences(bytes, n, "You are registered.");
	c->connections_timed_out += count_occurrences(bytes, n, "\nConnection timed out.");
	store_token(c, conn, bytes, n);
}

/* ---- the lines they type ---- */

/* Arguments for a command; "@" is a random user's name.  A command without a row here gets some
 * of OTHER_ARGUMENTS, so that new commands are used without a change to this table. */
#define ARGUMENTS_MAX 12u
static const struct {
	const char *command;
	const char *arguments[ARGUMENTS_MAX];
} COMMAND_ARGUMENTS[] = {
	{ "address", { "", "me@here.org", "me" } },
	{ "ban", { "@ 1m", "@ 2m because of his words", "10.1.0.0/16 1h", "nobody", "" } },
	{ "away", { "", "lunch", "gone for a walk", "" } },
	{ "broadcast", { "tournament at eight", "" } },
	{ "clock", { "", "", "break", "x" } },
	{ "choose", { "1", "6", "3", "7", "" } },
	{ "date", { "", "Europe/Rome", "Nowhere" } },
	{ "draw", { "", "accept", "reject", "x" } },
	{ "erase", { "@", "nobody nobody", "" } },
	{ "grant", { "@ user", "@", "nobody admin", "" } },
	{ "help", { "", "roll", "toggle-bell", "@", "tog", "rules" } },
	{ "invite", { "@ 1", "@ 3", "@ 5", "@ 3 clock fast", "@ 1 clock st", "@ 5 clock x",
			"@ unlimited", "@", "@", "@ 11", "@ 100", "" } },
	{ "kick", { "@", "@ because of noise", "nobody", "" } },
	{ "kibitz", { "well played", "hm", "" } },
	{ "man", { "", "double", "@" } },
	{ "message", { "@ are you here tomorrow?", "@", "nobody hello", "" } },
	{ "move",
	    { "8-5 6-5", "bar-22", "24 18 13 11", "6-off 5-off", "1 7", "9", "x y", "0-1" } },
	{ "mute", { "@ 1m", "@ shout 1m", "@ all 2m because of noise", "" } },
	{ "name", { "", "@" } },
	{ "operlog", { "", "5", "@", "@ 3", "x" } },
	{ "password",
	    { "secret:secret:secret", "wrong:secret:secret", "secret:a:b", "secret", "" } },
	{ "rawwho", { "", "ready", "playing", "away", "count", "@", "from 127", "from" } },
	{ "registration", { "", "open", "open", "closed", "x" } },
	{ "resign", { "n", "normal", "g", "b", "x", "" } },
	{ "say", { "good luck", "thanks, that was fun", "" } },
	{ "shout", { "hello everybody", "who wants to play?", "" } },
	{ "shutdown", { "cancel", "x", "" } },
	{ "show", { "games", "saved", "savedcount", "savedcount @", "watchers", "max", "xyzzy",
		      "" } },
	{ "time", { "", "America/New_York", "Nowhere" } },
	{ "token", { "new", "new", "new", "new", "", "revoke", "xyzzy", "new new" } },
	{ "tournament", { "", "register", "enter 1", "checkin", "my", "withdraw 1", "follow",
			    "play", "time +1h", "time accept", "pairings", "standings" } },
	{ "tourney", { "create Evening checkin 0 length 1 clock off", "open", "start", "add @",
			 "setresult @ 1-0 so", "hold @ so", "release @", "pause because",
			 "resume", "forfeit @ not here", "set", "cancel Evening it is late" } },
	{ "unban", { "@", "@", "10.1.0.0/16", "" } },
	{ "unmute", { "@", "@", "" } },
	{ "view", { "@", "nobody", "" } },
	{ "waitfor", { "@", "@ @", "nobody", "" } },
	{ "whisper", { "what would you do?", "psst", "" } },
	{ "who", { "", "ready", "playing", "away", "count", "@", "from 127", "from" } },
};

static const char *const OTHER_ARGUMENTS[] = { "", "", "@", "@", "@ hello there", "5",
	"from 1 to 5", "xyzzy" };

static const char *const SETTING_VALUES[VAR_COUNT][6] = {
	[VAR_BOARDSTYLE] = { "1", "2", "3", "3", "4", "" },
	[VAR_LINELENGTH] = { "999", "999", "1000", "" },
	[VAR_PAGELENGTH] = { "0", "999", "0", "1000", "-1", "" },
	[VAR_REDOUBLES] = { "none", "unlimited", "1", "5", "x", "" },
	[VAR_SORTWHO] = { "login", "name", "rating", "rrating", "age", "" },
	[VAR_TIMEZONE] = { "UTC", "Europe/Rome", "Asia/Tokyo", "America/New_York", "Nowhere",
	    "" },
	[VAR_VARIANT] = { "backgammon", "backgammon", "hyper", "fevga", "chess", "" },
	[VAR_DIRECTION] = { "fibs", "fibs", "home", "up", "" },
	[VAR_LANGUAGE] = { "en", "it", "pt", "en", "klingon", "" },
};

static const char *
random_word(struct crowd *c, const char *const words[], unsigned n)
{
	while (n > 1 && words[n - 1] == NULL)
		n--;
	return words[rng_below(&c->r, n)];
}

static const char *
random_name(struct crowd *c)
{
	return c->person[rng_below(&c->r, PEOPLE)].name;
}

static void
add_arguments(struct crowd *c, struct sbuf *line, const char *words)
{
	if (words[0] != '\0')
		sbuf_addc(line, ' ');
	for (; *words != '\0'; words++) {
		if (*words == '@')
			sbuf_add(line, random_name(c));
		else
			sbuf_addc(line, *words);
	}
}

/* Returns the toggle that has been switched least often to the opposite of its current state;
 * among equals, a random toggle. */
static unsigned
pick_toggle(struct crowd *c, const struct session *s)
{
	unsigned first = rng_below(&c->r, TOGGLE_COUNT), best = first;
	unsigned least = UINT_MAX;

	for (unsigned i = 0; i < TOGGLE_COUNT; i++) {
		unsigned t = (first + i) % TOGGLE_COUNT;
		unsigned n =
		    c->times_switched[t][!player_has_toggle(s->player, (enum toggle)t)];

		if (n < least) {
			least = n;
			best = t;
		}
	}
	return best;
}

static void
add_toggle_line(struct crowd *c, const struct session *s, struct sbuf *line)
{
	static const char *const others[] = { "", " xyzzy", " silent silent" };
	unsigned luck = rng_below(&c->r, 20);
	unsigned t = pick_toggle(c, s);

	if (luck < ARRAY_LEN(others))
		sbuf_addf(line, "toggle%s", others[luck]);
	else if (t == TOGGLE_wrap && s->player->linelength <= 0)
		sbuf_add(
		    line, "set linelength 999"); /* the patterns do not match wrapped lines */
	else
		sbuf_addf(line, "toggle %s", TOGGLES[t].name);
}

static void
add_set_line(struct crowd *c, struct sbuf *line)
{
	unsigned v = rng_below(&c->r, VAR_COUNT + 2);

	sbuf_add(line, "set");
	if (v >= VAR_COUNT) {
		sbuf_add(line, v == VAR_COUNT ? "" : " xyzzy 1");
		return;
	}
	sbuf_addf(line, " %s", VARIABLE_NAMES[v]);
	add_arguments(c, line, random_word(c, SETTING_VALUES[v], ARRAY_LEN(SETTING_VALUES[v])));
}

static unsigned
count_of_commands(void)
{
	unsigned n = 0;

	while (COMMANDS[n].name != NULL)
		n++;
	CHECK(n <= COMMANDS_MAX);
	return n;
}

static bool
ends_session(const struct command *cmd)
{
	return cmd->run == cmd_bye || cmd->run == cmd_wave;
}

/* Returns a random command; a command that ends the session is chosen less often. */
static const struct command *
random_command(struct crowd *c, unsigned n)
{
	const struct command *cmd = &COMMANDS[rng_below(&c->r, n)];

	while (ends_session(cmd) && rng_below(&c->r, 16) > 0)
		cmd = &COMMANDS[rng_below(&c->r, n)];
	return cmd;
}

/* Returns how often the command has been used.  For a game command, counts only uses during a
 * game, and returns UINT_MAX outside a game. */
static unsigned
times_command_given(const struct crowd *c, const struct command *cmd, const struct session *s)
{
	if (cmd->where != WHERE_PLAYING)
		return c->times_given[cmd - COMMANDS];
	return s->match != 0 ? c->times_given_in_match[cmd - COMMANDS] : UINT_MAX;
}

/* Returns a random command or the least used command, with equal probability.  A command that
 * ends the session counts as least used only if it has never been used. */
static const struct command *
pick_command(struct crowd *c, const struct session *s)
{
	unsigned n = count_of_commands();
	const struct command *best = random_command(c, n);
	unsigned first = rng_below(&c->r, n);

	if (rng_below(&c->r, 2) == 0)
		return best;
	for (unsigned i = 0; i < n; i++) {
		const struct command *cmd = &COMMANDS[(first + i) % n];

		if ((!ends_session(cmd) || c->times_given[cmd - COMMANDS] == 0) &&
		    times_command_given(c, cmd, s) < times_command_given(c, best, s))
			best = cmd;
	}
	return best;
}

static void
add_random_command(struct crowd *c, const struct session *s, struct sbuf *line)
{
	unsigned luck = rng_below(&c->r, 20);
	const struct command *cmd = pick_command(c, s);

	if (cmd->run == cmd_toggle || luck < 3) {
		add_toggle_line(c, s, line);
		return;
	}
	if (cmd->run == cmd_set || luck == 3) {
		add_set_line(c, line);
		return;
	}
	sbuf_add(line, cmd->name);
	for (unsigned i = 0; i < ARRAY_LEN(COMMAND_ARGUMENTS); i++) {
		if (strcmp(COMMAND_ARGUMENTS[i].command, cmd->name) == 0) {
			add_arguments(c, line,
			    random_word(c, COMMAND_ARGUMENTS[i].arguments, ARGUMENTS_MAX));
			return;
		}
	}
	add_arguments(c, line, random_word(c, OTHER_ARGUMENTS, ARRAY_LEN(OTHER_ARGUMENTS)));
}

/* Writes a line of a user who wants to play. */
static void
add_social_line(struct crowd *c, const struct session *s, struct sbuf *line)
{
	static const char *const lengths[] = { "1", "1", "3", "5", "unlimited", "", "1 plakoto",
		"1 fevga", "3 acey", "1 grasshopper", "1 race", "3 tavli", "1 cloning",
		"1 narde" };
	const struct session *inviter = people_inviter(fixture_world(c->h), s);

	if (!player_has_toggle(s->player, TOGGLE_ready))
		sbuf_add(line, "toggle ready");
	else if (inviter != NULL)
		sbuf_addf(line, "join %s", inviter->player->name);
	else
		sbuf_addf(line, "invite %s %s", random_name(c),
		    random_word(c, lengths, ARRAY_LEN(lengths)));
}

static void
add_odd_line(struct crowd *c, struct sbuf *line)
{
	static const char *const lines[] = { "", "!!", "!!", "re", "xyzzy", "ABCDEFGH", "b",
		"w", "to ready", "13-7 8-7", "K hm", "    ", "t @ psst" };

	add_arguments(c, line, random_word(c, lines, ARRAY_LEN(lines)));
}

static void
add_online_line(struct crowd *c, const struct session *s, struct sbuf *line)
{
	unsigned luck = rng_below(&c->r, 100);

	if (s->match != 0 && luck < 88 &&
	    people_play(c->h, s, &c->r, c->move_space, line, &c->moves))
		return;
	if (s->match == 0 && luck < 50)
		add_social_line(c, s, line);
	else if (luck < 97)
		add_random_command(c, s, line);
	else
		add_odd_line(c, line);
}

/* Writes what a person sends at the login prompt: a name typed by hand, the word guest, or the
 * login of a TinyMUD client or of a client program (with or without a token). */
static void
add_login_line(struct crowd *c, const struct person *p, struct sbuf *line)
{
	unsigned luck = rng_below(&c->r, 20);

	if (!p->registered)
		sbuf_add(line, luck < 15 ? "guest" : "login sim 1008 guest guest");
	else if (luck == 0)
		sbuf_addf(line, "login sim 1008 %s mistaken", p->name);
	else if (p->token[0] != '\0' && luck < 18)
		sbuf_addf(line, "login sim 1008 %s token:%s", p->name, p->token);
	else if (luck < 9)
		sbuf_addf(line, "login sim 1008 %s " FIXTURE_PASSWORD, p->name);
	else if (luck < 12)
		sbuf_addf(line, "connect %s " FIXTURE_PASSWORD, p->name);
	else
		sbuf_add(line, p->name);
}

static void
add_guest_line(struct crowd *c, const struct person *p, struct sbuf *line)
{
	static const char *const slips[] = { "name", "name a1", "name guest", "who", "name ab",
		"name Methuselah_and_all_of_his_sons" };
	unsigned luck = rng_below(&c->r, 40);

	if (luck < ARRAY_LEN(slips))
		sbuf_add(line, slips[luck]);
	else if (luck == 39)
		sbuf_add(line, "bye");
	else
		sbuf_addf(line, "name %s", p->name);
}

static void
add_random_line(
    struct crowd *c, const struct person *p, const struct session *s, struct sbuf *line)
{
	static const char *const slips[] = { "", "abc", "with:colon", "a blank" };
	unsigned luck = rng_below(&c->r, 20);

	switch (s->state) {
	case ST_NAME:
		add_login_line(c, p, line);
		break;
	case ST_PASSWORD:
		sbuf_add(line, luck == 0 ? "mistaken" : FIXTURE_PASSWORD);
		break;
	case ST_GUEST:
		add_guest_line(c, p, line);
		break;
	case ST_NEW_PASSWORD:
		sbuf_add(line, luck < ARRAY_LEN(slips) ? slips[luck] : FIXTURE_PASSWORD);
		break;
	case ST_RETYPE_PASSWORD:
		sbuf_add(line, luck == 0 ? "mistaken" : FIXTURE_PASSWORD);
		break;
	case ST_ONLINE:
		add_online_line(c, s, line);
		break;
	case ST_RECOVERY_CODE: /* the line stays empty */
	case ST_VERIFY:
	case ST_REGISTER:
	case ST_CLOSED:
	case ST_COUNT:
		break;
	}
}

/* ---- coverage ---- */

static void
count_setting(struct crowd *c, const struct session *s, const char *line)
{
	for (unsigned t = 0; t < TOGGLE_COUNT; t++)
		if (strncmp(line, "toggle ", 7) == 0 && strcmp(line + 7, TOGGLES[t].name) == 0)
			c->times_switched[t][!player_has_toggle(s->player, (enum toggle)t)]++;
	for (unsigned v = 0; v < VAR_COUNT; v++) {
		size_t n = strlen(VARIABLE_NAMES[v]);

		if (strncmp(line, "set ", 4) == 0 &&
		    strncmp(line + 4, VARIABLE_NAMES[v], n) == 0 && line[4 + n] == ' ')
			c->set[v]++;
	}
}

static void
count_command(struct crowd *c, const struct session *s, const char *line)
{
	char word[32];
	struct sbuf b;
	const struct command *cmd;

	SBUF_INIT(&b, word);
	sbuf_addn(&b, line, strcspn(line, " "));
	cmd = b.len > 0 ? cmd_find(word) : NULL;
	if (cmd == NULL)
		return;
	c->times_given[cmd - COMMANDS]++;
	if (s->match != 0)
		c->times_given_in_match[cmd - COMMANDS]++;
	count_setting(c, s, line);
}

static unsigned
all_commands_used(const struct crowd *c)
{
	unsigned unused = 0;

	for (unsigned i = 0; COMMANDS[i].name != NULL; i++) {
		const unsigned *n = COMMANDS[i].where == WHERE_PLAYING ? c->times_given_in_match
								       : c->times_given;

		if (n[i] == 0)
			printf("never given: %s\n", COMMANDS[i].name);
		unused += n[i] == 0;
	}
	for (unsigned t = 0; t < TOGGLE_COUNT; t++) {
		if (c->times_switched[t][0] == 0 || c->times_switched[t][1] == 0)
			printf("never switched both ways: %s\n", TOGGLES[t].name);
		unused += c->times_switched[t][0] == 0 || c->times_switched[t][1] == 0;
	}
	for (unsigned v = 0; v < VAR_COUNT; v++) {
		if (c->set[v] == 0)
			printf("never set: %s\n", VARIABLE_NAMES[v]);
		unused += c->set[v] == 0;
	}
	return unused;
}

/* ---- the users' actions ---- */

static int64_t
random_ms_between(struct crowd *c, unsigned low_ms, unsigned high_ms)
{
	return low_ms + rng_below(&c->r, high_ms - low_ms);
}

static void
connect_person(struct crowd *c, struct person *p)
{
	p->conn = fixture_connect(c->h, "127.0.0.1");
	p->on = true;
	p->next_ms += random_ms_between(c, 500, 3000);
}

static void
type_random_line(struct crowd *c, struct person *p)
{
	const struct session *s = fixture_session(c->h, p->conn);
	char text[256];
	struct sbuf line;

	if (s == NULL)
		return;
	if (s->state == ST_ONLINE)
		p->registered = true;
	c->token_logins += p->login_by_token && s->state == ST_ONLINE;
	SBUF_INIT(&line, text);
	add_random_line(c, p, s, &line);
	p->login_by_token = strstr(text, " token:") != NULL;
	CHECK(sbuf_ok(&line));
	if (s->state == ST_ONLINE)
		count_command(c, s, text);
	fixture_queue(c->h, p->conn, text);
	c->lines++;
	if (s->state != ST_ONLINE)
		p->next_ms += random_ms_between(c, 500, 4000);
	else if (s->match != 0)
		p->next_ms += random_ms_between(c, 700, 5000);
	else
		p->next_ms += random_ms_between(c, 2000, 12000);
}

/* Usually types a line; sometimes loses the connection, falls silent, or logs in a second
 * time. */
static void
act_randomly(struct crowd *c, struct person *p)
{
	unsigned luck = rng_below(&c->r, 3000);

	if (!p->on) {
		connect_person(c, p);
	} else if (luck < 6) {
		fixture_drop(c->h, p->conn, luck < 3 ? NET_CLOSE_PEER : NET_CLOSE_ERROR);
		p->on = false;
		p->next_ms += random_ms_between(c, 5000, 60000);
		c->connections_dropped++;
	} else if (luck < 8) {
		p->next_ms += LONG_SILENCE_MS;
	} else if (luck < 12) {
		connect_person(c, p); /* the login takes over from the other connection */
	} else {
		type_random_line(c, p);
	}
}

static void
run_tick(struct crowd *c, int64_t now_ms)
{
	unsigned on = 0;

	for (unsigned i = 0; i < PEOPLE; i++)
		if (c->person[i].next_ms <= now_ms)
			act_randomly(c, &c->person[i]);
	fixture_advance(c->h, TICK_MS);
	c->turns++;
	for (unsigned i = 0; i < PEOPLE; i++) {
		struct person *p = &c->person[i];

		if (p->on && !fixture_is_open(c->h, p->conn)) {
			p->on = false;
			p->next_ms = now_ms + random_ms_between(c, 5000, 60000);
		}
		on += p->on;
	}
	c->online_max = on > c->online_max ? on : c->online_max;
	fixture_discard(c->h);
	if (now_ms % COMPARE_INTERVAL_MS == 0)
		c->violations += people_check_replays(c->h, &c->replays_compared);
}

/* ---- the hour ---- */

static void
make_people(struct crowd *c)
{
	for (unsigned i = 0; i < PEOPLE; i++) {
		struct person *p = &c->person[i];
		struct sbuf b;

		SBUF_INIT(&b, p->name);
		sbuf_addf(
		    &b, "%c%c%c", "pqx"[i % 3], (char)('a' + i / 26), (char)('a' + i % 26));
		p->registered = i < PEOPLE - NEWCOMERS;
		p->next_ms = random_ms_between(c, 0, 60000);
		if (p->registered)
			(void)fixture_user(c->h, p->name, 1200 + (double)rng_below(&c->r, 700),
			    rng_below(&c->r, 900));
	}
	fixture_set_role(c->h, c->person[0].name, "operator");
	fixture_set_role(c->h, c->person[1].name, "admin");
}

static void
run(struct crowd *c, uint64_t seed, int64_t ms, bool judged)
{
	struct fixture_options o;

	fixture_options_default(&o);
	*c = (struct crowd){ .output_hash = 0xcbf29ce484222325u };
	c->move_space = calloc(1, sizeof(*c->move_space));
	CHECK(c->move_space != NULL);
	rng_seed(&c->r, seed);
	if (judged)
		c->patterns =
		    patterns_new(PATTERNS_FILE, o.world.server_name, report_bad_line, c);
	o.seed = seed;
	o.random_colours = true;
	o.world.idle_s = IDLE_S;
	o.on_output = on_output;
	o.on_output_ctx = c;
	c->h = fixture_new(&o);
	make_people(c);
	for (int64_t now_ms = 0; now_ms < ms; now_ms += TICK_MS)
		run_tick(c, now_ms);
	c->violations += people_check_replays(c->h, &c->replays_compared);
	c->lines_received = judged ? patterns_lines(c->patterns) : 0;
	fixture_free(&c->h);
	patterns_free(&c->patterns);
	free(c->move_space);
}

int
main(void)
{
	static struct crowd c, again;
	int64_t ms = test_scaled(HOUR_MS, HOUR_MS / 10, HOUR_MS / 10);
	unsigned bad = 0, unused;

	run(&c, 300, ms, true);
	again.output_hash = c.output_hash;
	if (!test_few_cases()) /* the second run need not check its lines again */
		run(&again, 300, ms, false);
	unused = all_commands_used(&c);
	printf("crowd: people=%u seconds=%" PRId64
	       " most_on=%u turns=%lu lines=%lu moves=%lu games=%lu matches=%lu registered=%lu "
	       "drops=%lu timed_out=%lu\n",
	    PEOPLE, ms / 1000, c.online_max, c.turns, c.lines, c.moves, c.games / 2, c.matches,
	    c.n_registered, c.connections_dropped, c.connections_timed_out);
	printf("crowd: tokens=%u by_token=%u\n", c.tokens_sent, c.token_logins);
	printf("crowd: commands=%u unused=%u compared=%lu violations=%u heard=%lu unknown=%u "
	       "bytes=%lu hash=%016" PRIx64 "\n",
	    count_of_commands(), unused, c.replays_compared, c.violations, c.lines_received,
	    c.bad_lines, c.bytes_received, c.output_hash);
	bad += c.violations > 0;
	bad += c.bad_lines > 0;
	bad += unused > 0;
	bad += c.output_hash != again.output_hash;
	bad += c.matches == 0 || c.n_registered == 0 || c.connections_dropped == 0 ||
	       c.replays_compared == 0 || c.online_max < PEOPLE / 2 ||
	       (ms == HOUR_MS && (c.connections_timed_out == 0 || c.token_logins == 0));
	printf("%u passed, %u failed\n", 5 - bad, bad);
	return bad == 0 ? 0 : 1;
}
