/* SPDX-License-Identifier: MIT */
/* See matread.h.  Owns no memory; linear in the text, which is read at most twice. */
#include "proto/matread.h"

#include <string.h>

#include "proto/words.h"
#include "rules/expand.h"
#include "rules/notation.h"

#define RIGHT_AT 16u /* first byte of a line that is in the right column */

struct reader {
	struct matread *out;
	struct move_space *space;
	bool crawford, jacoby;   /* assumptions of this pass */
	bool no_crawford;        /* a double was refused only because of the Crawford rule */
	bool jacobys;            /* a game gave fewer points than a gammon is worth */
	bool length_known, game; /* game: the header of a game was read, but not its first
				  * move */
	bool names;              /* the header of a game was read, but not its line of names */
	bool named;
	uint32_t points; /* points won in the last game */
	enum seat won;
};

static bool
wrong(struct reader *r, const char *why)
{
	CHECK(sbuf_copy(r->out->why, sizeof(r->out->why), why));
	return false;
}

static bool
wrong_number(struct reader *r, const char *why, unsigned long n)
{
	struct sbuf b;

	SBUF_ON(&b, r->out->why);
	sbuf_addf(&b, "%s %lu", why, n);
	return false;
}

/* ---- actions ---- */

static bool
act(struct reader *r, struct action a)
{
	struct matread *m = r->out;
	struct match_events ev;
	enum match_err err;

	if (m->n == MATREAD_ACTIONS_MAX)
		return wrong(r, "the match is too long");
	err = match_apply(&m->state, &a, r->space, &ev).err;
	if (err == MATCH_CRAWFORD_GAME) {
		r->no_crawford = true;
		return wrong(r, "nobody may double in the Crawford game");
	}
	if (err != MATCH_OK)
		return wrong(r, "the rules do not allow that here");
	m->action[m->n++] = a;
	for (unsigned i = 0; i < ev.n; i++)
		if (ev.e[i].kind == EV_GAME_WON) {
			r->points = ev.e[i].points;
			r->won = ev.e[i].seat;
		}
	return true;
}

static bool
may_act(struct reader *r, enum phase phase, enum seat seat)
{
	const struct match_state *m = &r->out->state;

	if (m->phase == phase && match_to_act(m) == seat)
		return true;
	return wrong(r, seat == SEAT_0 ? "it is not the turn of the left player"
				       : "it is not the turn of the right player");
}

static bool
start(struct reader *r, enum seat seat, unsigned d1, unsigned d2)
{
	const struct match_state *m = &r->out->state;
	struct action a = { .kind = ACT_START, .seat = SEAT_NONE, .roll_no = m->next_roll };

	if (d1 == d2)
		return wrong(r, "an opening roll is no double");
	a.start.crawford = r->crawford;
	a.start.jacoby = r->jacoby;
	a.start.redoubles[0] = a.start.redoubles[1] = REDOUBLES_UNLIMITED;
	a.start.npairs = 1;
	a.start.pair[0].d[seat] = (uint8_t)(d1 > d2 ? d1 : d2);
	a.start.pair[0].d[seat_other(seat)] = (uint8_t)(d1 > d2 ? d2 : d1);
	r->game = false;
	return act(r, a);
}

static bool
play(struct reader *r, enum seat seat, const char *text)
{
	const struct match_state *m = &r->out->state;
	struct action a = { .kind = ACT_MOVE, .seat = seat };
	struct typed_play typed;
	struct expansion e;
	unsigned steps;

	if (notation_parse_typed(text, NOTATION_FREE, NUMBERS_SAME, &typed, &steps) !=
	    NOTATION_OK)
		return wrong(r, "that is no play");
	(void)move_list(m->variant, &m->board, seat, m->dice.d[0], m->dice.d[1], r->space);
	if (move_expand(m->variant, &m->board, seat, m->dice.d[0], m->dice.d[1], &typed,
		r->space, &e) != MOVE_OK)
		return wrong(r, "that play is not legal");
	a.play = e.play[0];
	return act(r, a);
}

/* Handles a roll such as "31:" and the play that follows; text: the play, "" if nothing was
 * played. */
static bool
roll(struct reader *r, enum seat seat, unsigned d1, unsigned d2, const char *text)
{
	const struct match_state *m = &r->out->state;
	struct action a = { .kind = ACT_ROLL, .seat = seat, .roll_no = m->next_roll };

	a.dice = (struct dice_pair){ { (uint8_t)d1, (uint8_t)d2 } };
	if (m->phase == PH_BETWEEN) {
		if (!r->game)
			return wrong(r, "this game has ended");
		if (!start(r, seat, d1, d2))
			return false;
	} else if (!may_act(r, PH_ROLL, seat) || !act(r, a)) {
		return false;
	}
	if (m->phase == PH_MOVE && m->turn == seat)
		return text[0] == '\0' || play(r, seat, text);
	return text[0] == '\0' || wrong(r, "nothing can be played");
}

static bool
doubles(struct reader *r, enum seat seat, unsigned long value)
{
	const struct match_state *m = &r->out->state;
	bool again = m->phase == PH_DOUBLED;
	struct action a = { .kind = again ? ACT_REDOUBLE : ACT_DOUBLE, .seat = seat };

	if (!may_act(r, again ? PH_DOUBLED : PH_ROLL, seat) || !act(r, a))
		return false;
	if (m->offer != value)
		return wrong_number(r, "the cube would show", m->offer);
	return true;
}

static bool
answers(struct reader *r, enum seat seat, enum act_kind kind)
{
	return may_act(r, PH_DOUBLED, seat) &&
	       act(r, (struct action){ .kind = kind, .seat = seat });
}

static bool
resigned(struct reader *r, enum seat winner, unsigned long points)
{
	const struct match_state *m = &r->out->state;
	struct action a = { .kind = ACT_RESIGN, .seat = seat_other(winner) };

	for (a.size = 1; a.size <= 3; a.size++)
		if (match_resign_points(m, a.seat, a.size) == points)
			break;
	if (a.size > 3)
		return wrong_number(
		    r, "so many points cannot be won by that; the cube shows", m->cube);
	return act(r, a) &&
	       act(r, (struct action){ .kind = ACT_RESIGN_ACCEPT, .seat = winner });
}

static bool
wins(struct reader *r, enum seat seat, unsigned long points)
{
	if (match_game_on(&r->out->state))
		return resigned(r, seat, points);
	if (r->game || r->points == 0)
		return wrong(r, "nothing was played in this game");
	if (r->won != seat)
		return wrong(r, "the other player has won this game");
	if (r->points != points) {
		r->jacobys = r->out->state.length == 0 && points < r->points;
		return wrong_number(r, "this game was won with", r->points);
	}
	r->points = 0;
	return true;
}

/* ---- lines ---- */

static bool
is_roll(const char *word)
{
	return word[0] >= '1' && word[0] <= '6' && word[1] >= '1' && word[1] <= '6' &&
	       word[2] == ':';
}

/* Cuts off the next word; *at_out is its offset in the line. */
static char *
next(char *line, char **rest, size_t *at_out)
{
	char *word = *rest + strspn(*rest, " \t");
	char *end = word + strcspn(word, " \t");

	if (*word == '\0')
		return NULL;
	*at_out = (size_t)(word - line);
	*rest = *end != '\0' ? end + 1 : end;
	*end = '\0';
	return word;
}

/* Parses "=> 4" or "4". */
static bool
number_after(char *line, char **rest, long *n_out)
{
	size_t at;
	char *word = next(line, rest, &at);

	if (word != NULL && strcmp(word, "=>") == 0)
		word = next(line, rest, &at);
	return word != NULL && word_number(word, n_out) && *n_out > 0;
}

/* Collects the play of a roll: the words up to the next cell. */
static void
take_play(char *line, char **rest, char *first, struct sbuf *b)
{
	size_t at;

	sbuf_add(b, first);
	for (;;) {
		char *word = *rest + strspn(*rest, " \t");

		if (*word == '\0' || is_roll(word) || (*word >= 'A' && *word <= 'Z'))
			return;
		sbuf_addc(b, ' ');
		sbuf_add(b, next(line, rest, &at));
	}
}

static bool
roll_cell(struct reader *r, char *line, char **rest, const char *word, enum seat seat)
{
	unsigned d1 = (unsigned)(word[0] - '0'), d2 = (unsigned)(word[1] - '0');
	char text[MATREAD_LINE_MAX + 1], none[1] = "";
	char *at = *rest + strspn(*rest, " \t");
	const char *is = text;
	size_t column;
	struct sbuf b;

	SBUF_ON(&b, text);
	if (word[3] != '\0')
		sbuf_add(&b, word + 3);
	take_play(line, rest, none, &b);
	if (strncmp(at, "Cannot", 6) == 0) {
		(void)next(line, rest, &column);
		(void)next(line, rest, &column); /* "Move" */
		if (!roll(r, seat, d1, d2, ""))
			return false;
		return r->out->state.phase != PH_MOVE || wrong(r, "there is a legal play");
	}
	is += strspn(is, " ");
	return roll(r, seat, d1, d2, is);
}

static bool
cell(struct reader *r, char *line, char **rest, char *word, enum seat seat)
{
	long n = 0;

	if (is_roll(word))
		return roll_cell(r, line, rest, word, seat);
	if (word_is(word, "takes") || word_is(word, "accepts"))
		return answers(r, seat, ACT_TAKE);
	if (word_is(word, "drops") || word_is(word, "passes") || word_is(word, "rejects"))
		return answers(r, seat, ACT_DROP);
	if (word_is(word, "doubles") || word_is(word, "redoubles") ||
	    word_is(word, "beavers") || word_is(word, "raccoons")) {
		if (!number_after(line, rest, &n))
			return wrong(r, "a double lacks its number");
		return doubles(r, seat, (unsigned long)n);
	}
	if (word_is(word, "wins")) {
		if (!number_after(line, rest, &n))
			return wrong(r, "a win lacks its points");
		*rest += strlen(*rest); /* skips "points and the match" */
		return wins(r, seat, (unsigned long)n);
	}
	return wrong(r, "that is no move");
}

static bool
moves_line(struct reader *r, char *line)
{
	char *rest = line, *word;
	size_t at, digits = strspn(line, " \t");

	if (!r->named || r->names)
		return wrong(r, "a game begins with the names and the score");
	digits += strspn(line + digits, "0123456789");
	if (line[digits] == ')')
		rest = line + digits + 1;
	while ((word = next(line, &rest, &at)) != NULL)
		if (!cell(r, line, &rest, word, at < RIGHT_AT ? SEAT_0 : SEAT_1))
			return false;
	return true;
}

/* Parses one of the names in a line such as " ann : 0 bob : 0". */
static bool
one_name(struct reader *r, char **text, unsigned seat)
{
	char *at = *text + strspn(*text, " \t"), *colon = strchr(at, ':'), *end = colon;
	unsigned long score = 0;

	if (colon == NULL)
		return false;
	while (end > at && (end[-1] == ' ' || end[-1] == '\t'))
		end--;
	if (end == at)
		return wrong(r, "a name is missing");
	colon += 1 + strspn(colon + 1, " \t");
	if (*colon < '0' || *colon > '9')
		return wrong(r, "a score is missing");
	for (; *colon >= '0' && *colon <= '9' && score < 100000; colon++)
		score = 10 * score + (unsigned long)(*colon - '0');
	*text = colon;
	*end = '\0';
	if (r->named && strcmp(r->out->name[seat], at) != 0)
		return wrong(r, "the names are not those of the first game");
	CHECK(sbuf_copy(r->out->name[seat], sizeof(r->out->name[seat]), at));
	if (score != r->out->state.score[seat])
		return wrong_number(r,
		    seat == 0 ? "the score of the left player is"
			      : "the score of the right player is",
		    r->out->state.score[seat]);
	return true;
}

static bool
names_line(struct reader *r, char *line)
{
	CHECK(sbuf_copy(
	    r->out->why, sizeof(r->out->why), "the names and the score are expected here"));
	if (!one_name(r, &line, 0) || !one_name(r, &line, 1))
		return false;
	r->named = true;
	r->names = false;
	return true;
}

static bool
game_line(struct reader *r, const char *number)
{
	const struct match_state *m = &r->out->state;
	long n;

	if (m->phase != PH_BETWEEN)
		return wrong(r, m->phase == PH_OVER ? "the match is over already"
						    : "the game before has no end");
	if (!word_number(number, &n) || n != (long)m->game_no + 1)
		return wrong_number(r, "the next game is number", m->game_no + 1ul);
	r->game = r->names = true;
	r->points = 0;
	return true;
}

/* Takes the date from a comment such as [EventDate "2024.01.31"]. */
static void
comment(struct reader *r, const char *line)
{
	const char *at = strstr(line, "EventDate \"");
	int v[3] = { 0 };

	if (at == NULL)
		return;
	at += strlen("EventDate \"");
	for (unsigned i = 0; i < 3; i++) {
		for (unsigned n = 0; *at >= '0' && *at <= '9' && n < 4; n++, at++)
			v[i] = v[i] * 10 + (*at - '0');
		at += *at != '\0';
	}
	if (v[0] < 1970 || v[1] < 1 || v[1] > 12 || v[2] < 1 || v[2] > 31)
		return;
	r->out->year = v[0];
	r->out->month = v[1];
	r->out->day = v[2];
}

/* Parses a line such as "7 point match". */
static bool
length_line(struct reader *r, char *line)
{
	char *rest = line, *word;
	size_t at;
	long n;

	word = next(line, &rest, &at);
	if (word == NULL || !word_number(word, &n) || n < 0 || n > (long)MATCH_LENGTH_MAX ||
	    (word = next(line, &rest, &at)) == NULL || strncmp(word, "point", 5) != 0)
		return wrong(r, "the length of the match is expected here: '7 point match'");
	match_init(&r->out->state, VARIANT_FIBS, (unsigned)n);
	r->length_known = true;
	return true;
}

static bool
line_read(struct reader *r, char *line)
{
	char *at = line + strspn(line, " \t");

	if (*at == '\0')
		return true;
	if (*at == ';' || *at == '#') {
		comment(r, at);
		return true;
	}
	if (!r->length_known)
		return length_line(r, line);
	if (strncmp(at, "Game ", 5) == 0)
		return game_line(r, at + 5 + strspn(at + 5, " "));
	return r->names ? names_line(r, line) : moves_line(r, line);
}

static bool
text_read(struct reader *r, const char *text)
{
	const struct match_state *m = &r->out->state;

	r->out->unfinished = false;
	r->out->line = 0;
	r->out->n = 0;
	r->out->year = r->out->month = r->out->day = 0;
	while (*text != '\0') {
		char line[MATREAD_LINE_MAX + 1];
		size_t n = strcspn(text, "\n");

		r->out->line++;
		if (n > MATREAD_LINE_MAX)
			return wrong(r, "the line is too long");
		memcpy(line, text, n);
		while (n > 0 && (line[n - 1] == '\r' || line[n - 1] == ' '))
			n--;
		line[n] = '\0';
		if (!line_read(r, line))
			return false;
		text += strcspn(text, "\n");
		text += *text == '\n';
	}
	if (!r->length_known || m->game_no == 0)
		return wrong(r, "there is no game in it");
	r->out->unfinished =
	    match_game_on(m) || r->game || (m->length > 0 && m->phase != PH_OVER);
	if (match_game_on(m) || r->game)
		return wrong(r, "the last game has no end");
	if (m->length > 0 && m->phase != PH_OVER)
		return wrong(r, "the match has no end");
	return true;
}

bool
matread(struct matread *m, const char *text, size_t n, struct move_space *space)
{
	struct reader r = { .out = m, .space = space, .crawford = true };

	m->line = 1;
	if (n > MATREAD_BYTES_MAX || strlen(text) != n)
		return wrong(&r, "this is no text, or too long");
	if (strncmp(text, "\xef\xbb\xbf", 3) == 0)
		text += 3;
	if (text_read(&r, text))
		return true;
	if (!r.no_crawford && !r.jacobys)
		return false;
	r = (struct reader){
		.out = m, .space = space, .crawford = !r.no_crawford, .jacoby = r.jacobys
	};
	return text_read(&r, text);
}
