/* SPDX-License-Identifier: MIT */
/* TEST: valgrind */
/* How the client interprets the lines of a strictly FIBS-compatible server and what it
 * displays: whole screens, all sizes, malicious lines. */
#include "base/sbuf.h"
#include "client-cli/model/receive.h"
#include "client-cli/files/config.h"
#include "client-cli/ui/edit.h"
#include "client-cli/model/model.h"
#include "client-cli/model/query.h"
#include "client-cli/ui/keys_page.h"
#include "client-cli/ui/view.h"
#include "proto/boardtext.h"
#include "tests/unit/test.h"

static struct fixture {
	struct model m;
	struct draft draft;
	struct view view;
	struct edit edit;
	struct canvas canvas;
} f;

static struct move_space space;

BEFORE_EACH
{
	assert_true(model_open(&f.m));
	f.draft.picked_point = NO_PLACE;
}

AFTER_EACH
{
	model_close(&f.m);
	canvas_free(&f.canvas);
	edit_close(&f.edit);
	memset(&f, 0, sizeof(f));
}

static void
hears(const char *const *lines)
{
	for (; *lines != NULL; lines++)
		receive_line(&f.m, *lines, 1000);
}

#define RECEIVE(...) hears((const char *const[]){ __VA_ARGS__, NULL })

/* Logs in as on FIBS; anna plays bert, and some `5` lines are not followed by a `6`. */
static void
log_in(void)
{
	RECEIVE("", "1 anna 1041253132 192.168.1.308",
	    "2 anna 1 1 0 0 0 0 1 1 2396 0 1 0 1 3457.85 0 0 0 0 0 Australia/Melbourne", "3",
	    "+-----+", "| 5 is a number |", "+-----+", "4", "",
	    "5 bert - - 1 0 1418.61 23 1914 1041272421 192.168.40.3 MacFIBS bert@somewhere.com",
	    "5 cora dora  - 0 0 1512.00 230 14 1041272421 192.168.40.3 - -",
	    "5 dora cora - 0 0 1512.00 230 14 1041272421 192.168.40.3 - -",
	    "5 anna - - 1 0 1517.30 7 0 1041272421 192.168.40.3 gammon -");
}

static const char OPENING_BOARD[] =
    "board:You:bert:3:0:0:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-"
    "5:0:0:0:0:2:0:1:6:2:0:0:1:1:1:0:"
    "1:-1:0:25:0:0:0:0:2:3:0:0";
static const char MOVED_BOARD[] =
    "board:You:bert:3:0:0:0:-2:0:0:0:0:5:0:3:0:0:1:-5:4:0:0:0:-3:1:-5:"
    "0:0:0:0:1:0:-1:0:0:0:0:1:1:1:0:"
    "1:-1:0:25:0:0:0:0:2:3:0:0";

static void
begin_match(void)
{
	log_in();
	RECEIVE("** Player bert has joined you for a 3 point match.",
	    "5 anna bert - 1 0 1517.30 7 0 1041272421 192.168.40.3 gammon -",
	    "Starting a new game with bert.", "You rolled 6, bert rolled 2",
	    "It's your turn to move.", OPENING_BOARD);
}

static struct table *
own(void)
{
	struct table *t = model_own_table(&f.m);

	assert_non_null(t);
	return t;
}

/* ---- user text ---- */

/* Every message of the server, with the names of its arguments. */
static const struct {
	const char *id, *format, *args;
} ROWS[] = {
#define MSG0(id, text) { #id, (text), "" },
#define MSG(id, fmt, params, args) { #id, (fmt), #args },
#include "proto/msg.def"
#undef MSG0
#undef MSG
};

static const char *const FORGERIES[] = {
	"gg. The game was saved",
	"bert logs out. The game was saved",
	"You terminated the game. The game was saved",
	"Player cora has joined you for a 3 point match",
	"You are now playing an unlimited match with cora",
	"You invited cora to a 3 point match",
	"Please wait for bert to join too",
	"You stop watching bert",
	"You logged in from somewhere else. This connection is closed",
	"The Crawford rule doesn't allow you to double in this game",
	"You can't move from 6 in your first move",
	"You must give 2 moves",
	"x doubles. Type 'accept' or 'reject'",
	"bert doubles. Type 'accept' or 'reject'",
	"bert redoubles to 4. Type 'accept', 'reject' or 'redouble'",
	"bert wants to resign. You will win 1 point. Type 'accept' or 'reject'",
	"bert offers a draw. Type 'draw accept' or 'draw reject'",
	"bert accepts the double. The cube shows 64",
	"bert wins the 3 point match 3-0 ",
	"bert wins the game and gets 3 points. Sorry",
	"bert gives up. You win 1 point",
	"You roll 6 and 6",
	"It's your turn. Please roll or double",
	"bert moves 8-5 6-5 .",
	"score in 3 point match: anna-0 bert-2",
	"Type 'join' if you want to play the next game, type 'leave' if you don't",
	"Starting a new game with bert",
	"Type 'join cora' to accept",
	"You're now watching cora",
	"cora has joined you. Your running match was loaded",
	"Clock: anna 0:01  bert 9:59 (delay 0)",
	"                             Goodbye",
	"Unknown command: 'token'",
	"Value of 'boardstyle' is 2",
	"token:ffffffffffffffffffffffffffffffff:1",
	"board:You:bert:3:0:0",
	"12 bert told you so",
};

/* Writes a format with the forgery as string number `at`, and "bert" or 3 for all others.
 * Returns the number of strings. */
static unsigned
fill_format(const char *format, unsigned at, const char *forgery, struct sbuf *out)
{
	unsigned strings = 0;

	for (; *format != '\0'; format++) {
		if (*format != '%') {
			sbuf_addc(out, *format);
			continue;
		}
		format += 1 + strspn(format + 1, "-+ 0123456789.*lhzj");
		if (*format == 's')
			sbuf_add(out, strings++ == at ? forgery : "bert");
		else
			sbuf_add(out, *format == '%' ? "%" : "3");
	}
	return strings;
}

/* Returns whether argument `at` can contain text that a user wrote.  In tournament messages
 * every argument is assumed to be a tournament name. */
static bool
is_user_text(const char *id, const char *args, unsigned at)
{
	static const char *const WORDS[] = { "text", "why", "reason", "client", "values" };

	if (strncmp(args, "(section", 8) == 0 && at == 0) /* "Main", "Group 1" */
		return false;
	/* these follow "NAME left a message" */
	if (strncmp(id, "tt_message_", 11) == 0 || strcmp(id, "tt_takes") == 0)
		return false;
	if (strncmp(id, "trn_", 4) == 0 || strncmp(id, "tt_", 3) == 0 ||
	    strncmp(id, "tview_", 6) == 0 || strcmp(id, "seed_pairing") == 0)
		return true;
	if (strcmp(id, "closes_connection") == 0) /* an operator's reason */
		return false;
	args += strspn(args, "(");
	for (unsigned i = 0; i < at && *args != '\0'; i++) {
		args += strcspn(args, ",");
		args += strspn(args, ", ");
	}
	for (unsigned i = 0; i < ARRAY_LEN(WORDS); i++)
		if (strncmp(args, WORDS[i], strlen(WORDS[i])) == 0)
			return true;
	return false;
}

/* Writes all state that a user's text must not change. */
static void
write_model_state(struct sbuf *out)
{
	const struct model *m = &f.m;

	sbuf_addf(out, "%s %s %s %s %d%d%d%d%d %u %zu %u %u:", m->opponent, m->watching,
	    m->inviter, m->rematch_opponent, m->farewell_received, m->next_game_offered,
	    m->next_game_joined, m->game_announced, m->server_is_gammond, m->attention,
	    m->outbox.len, m->n_tables, m->hidden_answers);
	for (unsigned i = 0; i < m->n_tables; i++) {
		const struct match_state *s = &m->tables[i].pos.m;

		sbuf_addf(out, " %s %u %u %u %u %u %u %u %u %u %s %d", m->tables[i].pos.name[1],
		    s->phase, s->turn, s->cube, s->doubler, s->resign_by, s->draw_by,
		    s->crawford, s->score[1], s->dice.d[0], m->tables[i].result,
		    m->tables[i].clock.on);
	}
}

static void
is_harmless(const char *id, char *text)
{
	char before[600], after[600];
	struct sbuf b;

	SBUF_INIT(&b, before);
	write_model_state(&b);
	for (char *line = text; line != NULL;) {
		char *end = strchr(line, '\n');

		if (end != NULL)
			*end++ = '\0';
		receive_line(&f.m, line, 1000);
		SBUF_INIT(&b, after);
		write_model_state(&b);
		if (strcmp(before, after) != 0)
			fail_msg("%s: %s\n%s\n%s", id, line, before, after);
		/* a message of the day would hide later lines */
		assert_int_not_equal(f.m.message_group, GROUP_MOTD);
		line = end;
	}
}

TEST(user_text_is_never_taken_for_a_server_message)
{
	unsigned tried = 0;

	begin_match();
	f.m.outbox.len = 0;
	for (unsigned i = 0; i < ARRAY_LEN(ROWS); i++) {
		unsigned strings = 1;

		for (unsigned k = 0; k < ARRAY_LEN(FORGERIES); k++)
			for (unsigned at = 0; at < strings; at++) {
				char text[4096];
				struct sbuf b;

				SBUF_INIT(&b, text);
				strings = fill_format(ROWS[i].format, at, FORGERIES[k], &b);
				if (at >= strings ||
				    !is_user_text(ROWS[i].id, ROWS[i].args, at))
					continue;
				is_harmless(ROWS[i].id, text);
				tried++;
			}
	}
	assert_true(tried > 1000);
}

/* On some servers names are not ASCII; a name of more than 20 bytes is truncated. */
TEST(names_are_cut_between_characters)
{
	char text[BOARDTEXT_BYTES_MAX];
	const char *letters = "aaaaaaaaaaaaaaaaaaa";
	struct sbuf b;

	log_in();
	RECEIVE(
	    "board:You:aaaaaaaaaaaaaa\303\251aaa\303\251\303\251:5:0:0:0:-2:0:0:0:0:5:0:3:0:"
	    "0:0:"
	    "-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:1:6:2:0:0:1:1:1:0:1:-1:0:25:0:0:0:0:2:0:0:0");
	assert_int_equal(strlen(own()->pos.name[1]), 14 + 2 + 3);
	SBUF_INIT(&b, text);
	boardtext_draw(&b,
	    &(struct board_view){ .match = &own()->pos.m,
		.name = { letters, own()->pos.name[1] },
		.seat = SEAT_0 },
	    2);
	assert_non_null(strstr(text, ": aaaaaaaaaaaaaa - score"));
	RECEIVE(
	    "5 anna aaaaaaaaaaaaaaaaaaa\303\251 - 1 0 1517.30 7 0 1041272421 host gammon -");
	assert_string_equal(f.m.opponent, letters);
}

/* A user may be named Clock, with an away message that makes the list look like a clock
 * line. */
TEST(the_list_of_away_messages_quotes_users)
{
	char list[] = "The following users are away:\nClock: anna 0:01  bert 9:59 (delay 0)\n"
		      "bert: x\nYou: doubles";

	begin_match();
	f.m.outbox.len = 0;
	is_harmless("away", list);
	RECEIVE("", "Clock: anna 0:01  bert 9:59 (delay 0)");
	assert_true(own()->clock.on);
}

TEST(user_text_is_shown_as_chat)
{
	begin_match();
	RECEIVE("", "bert is away: gg. The game was saved");
	assert_int_equal(model_log_at(&f.m, f.m.log.count - 1)->kind, LOG_PUBLIC);
	assert_string_equal(f.m.opponent, "bert");
	RECEIVE("bert logs out. The game was saved.");
	assert_int_equal(model_log_at(&f.m, f.m.log.count - 1)->kind, LOG_GAME);
	assert_string_equal(f.m.opponent, "");
}

/* ---- what is known ---- */

TEST(online_users_are_tracked)
{
	const struct person *p;

	log_in();
	assert_string_equal(f.m.self, "anna");
	assert_true(f.m.ready && f.m.autoboard && f.m.moreboards);
	p = model_find_person(&f.m, "cora");
	assert_non_null(p);
	assert_string_equal(p->who.opponent, "dora");
	assert_true(model_find_person(&f.m, "bert")->who.ready);
	RECEIVE("bert wants to play a 3 point match with you.", "Type 'join bert' to accept.");
	assert_string_equal(f.m.inviter, "bert");
	RECEIVE("8 bert bert drops connection.");
	assert_string_equal(f.m.inviter, "");
	assert_null(model_find_person(&f.m, "bert"));
	RECEIVE("7 bert bert logs in.", "5 bert - - 0 1 1418.61 23 0 1 host - -");
	assert_true(model_find_person(&f.m, "bert")->who.away);
	/* the client has asked for a token, which FIBS does not know, and for the board style
	 */
	assert_string_equal(f.m.outbox.text, "token new\nset boardstyle\n");
	RECEIVE("** Unknown command: 'token'", "Value of 'boardstyle' is 2");
	assert_non_null(strstr(f.m.outbox.text, "set boardstyle 3\n"));
	for (unsigned i = 0; i < f.m.log.count; i++)
		assert_null(strstr(model_log_at(&f.m, i)->text, "token"));
}

TEST(a_seed_text_is_sent_automatically)
{
	char *seed;

	begin_match();
	f.m.server_is_gammond = true;
	f.m.outbox.len = 0;
	f.m.outbox.text[0] = '\0';
	RECEIVE("bert wants to play a 3 point match with you.", "Type 'join bert' to accept.");
	seed = strstr(f.m.outbox.text, "seed ");
	assert_non_null(seed);
	assert_int_equal(strspn(seed + 5, "0123456789abcdef"), 32);
	RECEIVE(
	    "** It counts for matches whose invitation stands already, not for later ones.");
	for (unsigned i = 0; i < f.m.log.count; i++)
		assert_null(strstr(model_log_at(&f.m, i)->text, "It counts"));
	/* servers other than gammond are not asked */
	f.m.server_is_gammond = false;
	f.m.outbox.len = 0;
	f.m.outbox.text[0] = '\0';
	RECEIVE("Type 'join bert' to accept.");
	assert_null(strstr(f.m.outbox.text, "seed "));
}

/* Returns whether a line of the log contains the text. */
static bool
is_logged(const char *text)
{
	for (unsigned i = 0; i < f.m.log.count; i++)
		if (strstr(model_log_at(&f.m, i)->text, text) != NULL)
			return true;
	return false;
}

#define COMMITMENT "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"
#define SEAL_MARK "** Unknown command: '" QUERY_MARK "'"
#define FAIR_LINE                                                                              \
	"Dice of match 7, anna against bert:", "  commitment " COMMITMENT,                     \
	    "  anna said for the dice: rain", "  bert said nothing for the dice."

/* Tries a seed that matches the commitment, a seed that does not, and a commitment that has
 * changed when the match is resumed. */
TEST(the_dice_of_a_match_are_checked_against_the_commitment)
{
	static const struct {
		const char *seed, *says;
	} row[] = {
		{ "  seed       000102030405060708090a0b0c0d0e0f"
		  "101112131415161718191a1b1c1d1e1f",
		    "The dice of this match agree with the seal" },
		{ "  seed       010102030405060708090a0b0c0d0e0f"
		  "101112131415161718191a1b1c1d1e1f",
		    "The dice of this match do NOT agree with the seal" },
	};

	for (unsigned i = 0; i < ARRAY_LEN(row); i++) {
		f.m.server_is_gammond = false;
		begin_match();
		f.m.server_is_gammond = true;
		f.m.outbox.len = 0;
		f.m.outbox.text[0] = '\0';
		RECEIVE("** You are now playing a 3 point match with bert");
		assert_non_null(strstr(f.m.outbox.text, "fair\n"));
		RECEIVE(FAIR_LINE, "  The seed is shown when the match has ended for good.",
		    SEAL_MARK);
		RECEIVE("Starting a new game with bert.",
		    "board:You:bert:3:0:0:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:"
		    "2:"
		    "0:1:3:1:0:0:1:1:1:0:1:-1:0:25:0:0:0:0:2:0:0:0",
		    "You win the 3 point match 3-0 .");
		assert_non_null(strstr(f.m.outbox.text, "fair 7\n"));
		RECEIVE(FAIR_LINE, row[i].seed, SEAL_MARK);
		assert_true(is_logged(row[i].says));
		assert_false(is_logged("commitment") || is_logged("for the dice") ||
			     is_logged("  seed"));
	}
	RECEIVE(row[0].seed); /* the output of a command typed by the user is shown */
	assert_true(is_logged("  seed"));
	f.m.server_is_gammond = false;
	begin_match();
	f.m.server_is_gammond = true;
	RECEIVE("** You are now playing a 3 point match with bert");
	RECEIVE(FAIR_LINE, "  The seed is shown when the match has ended for good.", SEAL_MARK);
	RECEIVE("You are now playing with bert. Your running match was loaded.");
	RECEIVE(FAIR_LINE, "  The seed is shown when the match has ended for good.", SEAL_MARK);
	assert_false(is_logged("The seal of the dice has changed"));
	RECEIVE("You are now playing with bert. Your running match was loaded.");
	RECEIVE("Dice of match 7, anna against bert:",
	    "  commitment 730dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd",
	    "  The seed is shown when the match has ended for good.", SEAL_MARK);
	assert_true(is_logged("The seal of the dice has changed"));
}

/* A refusal whose text the client does not know also ends the answer. */
TEST(an_answer_about_the_dice_ends_at_its_mark)
{
	f.m.server_is_gammond = false;
	begin_match();
	f.m.server_is_gammond = true;
	f.m.outbox.len = 0;
	f.m.outbox.text[0] = '\0';
	RECEIVE("** You are now playing a 3 point match with bert");
	assert_non_null(strstr(f.m.outbox.text, "fair\n" QUERY_MARK "\n"));
	RECEIVE("** Too many questions.", SEAL_MARK);
	assert_int_equal(f.m.queries.seal.due, 0);
	assert_true(is_logged("Too many questions"));
	assert_false(is_logged("Unknown command"));
	RECEIVE("  The seed is shown when the match has ended for good.");
	assert_true(is_logged("The seed is shown")); /* the user has typed `fair` */
}

TEST(the_client_tracks_what_the_server_asks)
{
	struct table *t;

	begin_match();
	t = own();
	assert_int_equal(table_expected_action(&f.m, t), EXPECTED_MOVE);
	RECEIVE(MOVED_BOARD);
	assert_int_equal(table_expected_action(&f.m, t), EXPECTED_NOTHING);
	RECEIVE("bert doubles. Type 'accept' or 'reject'.");
	assert_int_equal(table_expected_action(&f.m, t), EXPECTED_DOUBLE_ANSWER);
	assert_int_equal(t->pos.m.offered_cube, 2);
	RECEIVE("You accept the double. The cube shows 2.", "bert rolls 5 and 2.");
	assert_int_equal(t->pos.m.cube, 2);
	assert_int_equal(t->pos.m.cube_owner, SEAT_0);
	assert_int_equal(t->pos.m.turn, SEAT_1);
	RECEIVE("bert moves 12-17 12-14 .");
	assert_string_equal(t->last_move[1], "12/17 12/14");
	assert_int_equal(t->pos.m.board.at[SEAT_1][13], 3);
	assert_int_equal(t->pos.m.board.at[SEAT_1][11], 1);
	RECEIVE("It's your turn to roll or double.");
	assert_int_equal(table_expected_action(&f.m, t), EXPECTED_ROLL);
	assert_true(table_may_double(t));
	RECEIVE("You roll 3 and 3.");
	assert_int_equal(table_expected_action(&f.m, t), EXPECTED_MOVE);
	assert_int_equal(t->pos.m.dice_to_play, 4);
	RECEIVE("You can't move.");
	assert_int_equal(table_expected_action(&f.m, t), EXPECTED_NOTHING);
	RECEIVE("bert wants to resign. You will win 2 points. Type 'accept' or 'reject'.");
	assert_int_equal(table_expected_action(&f.m, t), EXPECTED_RESIGN_ANSWER);
	RECEIVE("You reject. The game continues.");
	assert_int_equal(table_expected_action(&f.m, t), EXPECTED_NOTHING);
	RECEIVE("You win the game and get 2 points. Congratulations!",
	    "score in 3 point match: anna-2 bert-0",
	    "Type 'join' if you want to play the next game, type 'leave' if you don't.");
	assert_int_equal(table_expected_action(&f.m, t), EXPECTED_JOIN);
	assert_int_equal(t->pos.m.score[0], 2);
	RECEIVE("** Please wait for bert to join too.");
	assert_int_equal(table_expected_action(&f.m, t), EXPECTED_NOTHING);
	RECEIVE("Starting a new game with bert.",
	    "board:You:bert:3:2:0:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:1:0:"
	    "0:0:0:1:1:"
	    "1:0:1:-1:0:25:0:0:0:0:0:3:0:0");
	assert_int_equal(own()->crawford, CRAWFORD_ACTIVE);
	assert_false(table_may_double(own()));
	RECEIVE("You win the 3 point match 3-0 .");
	assert_string_equal(own()->result, "You win the 3 point match 3-0.");
	assert_string_equal(f.m.opponent, "");
}

TEST(moves_are_shown_in_the_players_own_numbers)
{
	begin_match();
	/* anna has X: her 24 point is the board's 1 */
	RECEIVE(
	    "board:You:bert:3:0:0:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:1:0:"
	    "0:0:0:"
	    "1:1:1:0:-1:1:25:0:0:0:0:0:0:3:0:0",
	    "bert moves 24-18 13-11 .");
	assert_string_equal(own()->last_move[1], "1/7 12/14");
}

TEST(hints_are_in_the_players_own_numbers)
{
	begin_match();
	/* anna has X: her 24 point is the board's 1 */
	RECEIVE(
	    "board:You:bert:3:0:0:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:-1:5:"
	    "1:0:0:"
	    "1:1:1:0:-1:1:25:0:0:0:0:0:0:3:0:0",
	    "Hint 1: 12-17 1-2                +0.006");
	assert_string_equal(
	    model_log_at(&f.m, f.m.log.count - 1)->text, "1. 13/8 24/23                +0.006");
}

TEST(a_refused_move_and_a_resumed_match_ask_for_the_board)
{
	begin_match();
	f.m.outbox.len = 0;
	model_show_sent_move(own(), &own()->pos.m.board);
	assert_int_equal(table_expected_action(&f.m, own()), EXPECTED_NOTHING);
	RECEIVE("** You can't move to 20 in your first move.");
	assert_memory_equal(f.m.outbox.text, "board\n", 6);
	RECEIVE(OPENING_BOARD);
	assert_int_equal(table_expected_action(&f.m, own()), EXPECTED_MOVE);
	RECEIVE("bert drops connection. The game was saved.");
	assert_int_equal(table_expected_action(&f.m, own()), EXPECTED_NOTHING);
	f.m.outbox.len = 0;
	RECEIVE("bert has joined you. Your running match was loaded.");
	assert_memory_equal(f.m.outbox.text, "board\n", 6);
}

/* User text is never taken for a server message: in CLIP it follows a number. */
TEST(talk_changes_nothing)
{
	struct position before;

	begin_match();
	before = own()->pos;
	RECEIVE("12 bert doubles. Type 'accept' or 'reject'.", "13 bert You roll 6 and 6.",
	    "15 bert bert wants to resign. You will win 3 points. Type 'accept' or 'reject'.");
	assert_memory_equal(&own()->pos, &before, sizeof(before));
	assert_int_equal(table_expected_action(&f.m, own()), EXPECTED_MOVE);
}

TEST(watched_games_have_separate_tables)
{
	log_in();
	RECEIVE("You're now watching cora.",
	    "board:cora:dora:5:0:0:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:1:6:"
	    "2:0:0:1:1:"
	    "1:0:1:-1:0:25:0:0:0:0:2:0:0:0",
	    "board:ella:finn:5:0:0:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:1:6:"
	    "2:0:0:1:1:"
	    "1:0:1:-1:0:25:0:0:0:0:2:0:0:0");
	assert_int_equal(f.m.n_tables, 2);
	f.m.shown_index = 1;
	RECEIVE("cora doubles.");
	assert_int_equal(f.m.tables[0].pos.m.phase, PH_DOUBLED);
	assert_int_equal(f.m.tables[1].pos.m.phase, PH_MOVE);
	assert_int_equal(table_expected_action(&f.m, &f.m.tables[0]), EXPECTED_NOTHING);
	for (unsigned i = 0; i < 3 * TABLES_MAX; i++) {
		char line[300];

		(void)snprintf(
		    line, sizeof(line), "board:player_%c%s", (int)('a' + i), OPENING_BOARD + 9);
		receive_line(&f.m, line, 0);
		assert_true(f.m.n_tables <= TABLES_MAX && f.m.shown_index < f.m.n_tables);
	}
	while (f.m.n_tables > 0)
		model_drop_table(&f.m, f.m.n_tables / 2);
	assert_null(model_shown_table(&f.m));
}

TEST(terminal_control_sequences_are_removed)
{
	const char *text;

	log_in();
	RECEIVE("12 bert \033[2Jyou\177 \302\2332Jare\ttold\a");
	text = model_log_at(&f.m, f.m.log.count - 1)->text;
	assert_string_equal(text, "bert says: you are told");
}

TEST(the_log_keeps_the_last_lines)
{
	char text[32];

	for (unsigned i = 0; i < LOG_LINES_MAX + 50; i++) {
		(void)snprintf(text, sizeof(text), "line %u", i);
		model_log(&f.m, LOG_CLIENT, text);
	}
	assert_int_equal(f.m.log.count, LOG_LINES_MAX);
	assert_string_equal(model_log_at(&f.m, 0)->text, "line 50");
	f.view.log.h = 10;
	(void)snprintf(f.view.search_words, sizeof(f.view.search_words), "line 7777");
	assert_true(view_search_older(&f.view, &f.m));
	assert_int_equal(f.view.bottom_line, 7778);
	assert_false(view_search_older(&f.view, &f.m));
	view_scroll(&f.view, &f.m, 1);
	assert_int_equal(f.view.bottom_line, 7778 - 9);
	for (unsigned i = 0; i < LOG_LINES_MAX; i++)
		view_scroll(&f.view, &f.m, -1);
	assert_int_equal(f.view.bottom_line, 0);
}

/* Plays, a double accepted, a double dropped, a refused move, and a roll without a legal
 * play. */
TEST(a_match_is_recorded)
{
	static const char WANTED[] = "; [Variation \"Backgammon\"]\n"
				     "\n"
				     " 3 point match\n"
				     "\n"
				     " Game 1\n"
				     " anna : 0                               bert : 0\n"
				     "  1) 62: 24/18 13/11*                   51: 13/8 6/5\n"
				     "  2)  Doubles => 2                       Takes\n"
				     "  3) 66: Cannot Move                    42: 8/4 6/4\n"
				     "  4)                                     Doubles => 4\n"
				     "  5)  Drops                              Wins 2 points\n";
	struct play play = { 2, { { 24, 18 }, { 13, 11 } } };
	struct play other = { 2, { { 24, 22 }, { 13, 7 } } };

	begin_match();
	record_sent_play(&f.m.record, &other, 0);
	RECEIVE("** You can't move to 7 in your second move.", OPENING_BOARD);
	record_sent_play(&f.m.record, &play, 2);
	RECEIVE(MOVED_BOARD, "bert rolls 5 and 1.", "bert moves 12-17 19-20 .",
	    "It's your turn to roll or double.",
	    "You double. Please wait for bert to accept or reject.",
	    "bert accepts the double. The cube shows 2.", "You roll 6 and 6.",
	    "You can't move.", "bert rolls 4 and 2.", "bert moves 17-21 19-21 .",
	    "bert doubles. Type 'accept' or 'reject'.", "You give up. bert wins 2 points.");
	assert_string_equal(f.m.record.text, WANTED);
	assert_int_equal(f.m.games_recorded, 1);
	/* a match that was resumed lacks its beginning and is not recorded */
	RECEIVE("bert has joined you. Your running match was loaded.", MOVED_BOARD,
	    "bert rolls 5 and 1.", "bert moves 12-17 19-20 .",
	    "You win the game and get 1 point. Congratulations!");
	assert_string_equal(f.m.record.text, "");
}

/* ---- what is shown ---- */

static void
draw(unsigned w, unsigned h)
{
	struct table *t = model_own_table(&f.m);

	if (t != NULL && table_expected_action(&f.m, t) == EXPECTED_MOVE && !f.draft.on)
		draft_begin(&f.draft, &t->pos, &space);
	assert_true(canvas_resize(&f.canvas, w, h));
	view_layout(&f.view, &f.m, w, h);
	view_draw(&f.view, &f.canvas, &f.m, &f.draft, &f.edit, 1000);
	assert_true(w == 0 || h == 0 || (f.canvas.cursor_x < w && f.canvas.cursor_y < h));
}

/* Returns a row as text without trailing blanks; non-ASCII characters become '?'. */
static const char *
row(unsigned y)
{
	static char text[512];
	unsigned n = 0;

	for (unsigned x = 0; x < f.canvas.w; x++) {
		uint32_t ch = f.canvas.cells[y * f.canvas.w + x].ch;

		text[x] = ch < 128 ? (char)ch : '?';
		if (ch != ' ')
			n = x + 1;
	}
	text[n] = '\0';
	return text;
}

static void
assert_rows(const char *const *rows, unsigned n)
{
	for (unsigned y = 0; y < n; y++)
		assert_string_equal(row(y), rows[y]);
}

TEST(the_screen_at_the_start_of_a_game)
{
	static const char *const WANTED[] = {
		"      13 14 15 16 17 18      19 20 21 22 23 24",
		"     +------------------+---+------------------+ off  X bert",
		"     | O  .  :  .  X  . |   | X  .  :  .  :  O |  0     score 0  pips 167",
		"     | O  .  :  .  X  . |   | X  .  :  .  :  O |",
		"     | O  .  :  .  X  . |   | X  .  :  .  :  . |",
		"     | O  .  :  .  :  . |   | X  .  :  .  :  . |",
		"     | O  .  :  .  :  . |   | X  .  :  .  :  . |      3-point match",
		"[ 1] |                  |   |      [6] [2]     |",
		"     | X  .  :  .  :  . |   | O  .  :  .  :  . |",
		"     | X  .  :  .  :  . |   | O  .  :  .  :  . |",
		"     | X  .  :  .  O  . |   | O  .  :  .  :  . |",
		"     | X  .  :  .  O  . |   | O  .  :  .  :  X |",
		"     | X  .  :  .  O  . |   | O  .  :  .  :  X | off    score 0  pips 167",
		"     +------------------+---+------------------+  0   O anna <",
		"      12 11 10  9  8  7       6  5  4  3  2  1",
		" Move 6 2. [F5 Send] [F6 Undo] [F7 Bear off] [F8 Reset] [F9 More]",
	};

	begin_match();
	draw(80, 24);
	assert_rows(WANTED, ARRAY_LEN(WANTED));
	assert_string_equal(row(22), "It's your turn to move.");
}

/* All buttons are shown; the text to their left is cut between words. */
TEST(no_word_on_the_bar_is_cut)
{
	begin_match();
	for (unsigned i = 0; i < 6; i++)
		model_log(&f.m, LOG_CLIENT, "more");
	f.view.bottom_line = f.m.log.total - 6;
	draw(80, 24);
	assert_string_equal(row(15),
	    "  [F5 Send] [F6 Undo] [F7 Bear off] [F8 Reset] [F9 More]     6 more lines: PgDn");
	f.view.bottom_line = f.m.log.total - 1;
	draw(80, 24);
	assert_string_equal(row(15),
	    " Move [F5 Send] [F6 Undo] [F7 Bear off] [F8 Reset] [F9 More]  1 more line: PgDn");
}

TEST(the_start_screen)
{
	static const char *const WANTED[] = {
		"  anna",
		"",
		"  [F5 Play now]         with a player who is free, or a bot",
		"  [F6 Practice]         with hints; not rated",
		"  [F7 Watch]            a game in progress",
		"  [F8 People]           who is online; invite someone",
		"  [F9 Tournaments]      what is on; enter, check in, follow",
		"  [F10 Help]            first steps, rules, commands, keys",
		"  [F11 Not ready]       others may invite you",
		"",
	};
	static const char *const COMMANDS[] = { "play", "play practice", "", "", "tournament",
		"", "toggle ready" };

	log_in();
	draw(80, 24);
	assert_rows(WANTED, ARRAY_LEN(WANTED));
	for (unsigned i = 0; i < ARRAY_LEN(COMMANDS); i++) {
		assert_int_equal(view_button_at(&f.view, 4, 2 + i), i);
		assert_string_equal(f.view.buttons[i].command, COMMANDS[i]);
	}
	/* a click right after a key press, before the screen was redrawn */
	view_layout(&f.view, &f.m, 80, 24);
	assert_int_equal(view_button_at(&f.view, 4, 2), 0);
	f.view.menu = MENU_HELP;
	draw(80, 24);
	assert_string_equal(row(2), "  [F5 First steps]      how to get started");
	f.view.menu = MENU_NONE;
	draw(80, 10); /* without room for the menu, the bar is shown */
	assert_int_equal(f.view.start_panel.h, 0);
	assert_non_null(strstr(row(8), "[F5 Play now] [F6 Practice]"));
	begin_match();
	draw(80, 24);
	assert_int_equal(f.view.start_panel.h, 0);
}

/* The numbers in the list become buttons; a later line that only looks like a row does not. */
TEST(the_tournaments_of_the_list_have_buttons)
{
	static const char *const WANTED[] = {
		"  anna",
		"",
		"  [F5 3]                Sunday Cup (single)",
		"  [F6 12]               The Very Long Name of a Cup",
		"  [F7 Your matches]     what you must do now",
		"  [F8 Back]",
		"",
	};
	static const char *const COMMANDS[] = { "tournament pairings 12",
		"tournament standings 12", "tournament bracket 12", "tournament follow 12",
		"tournament checkin 12", "tournament register 12", "tournament withdraw 12",
		"tournament" };

	log_in();
	assert_int_equal(query_command_sent(&f.m, "tournament"), MARK_PAGE_END);
	assert_true(query_add_mark(&f.m, MARK_PAGE_END));
	RECEIVE("   No  State          Players  Start        Tournament",
	    "    3  open             2/128  Nov 27 10:46 Sunday Cup (single)",
	    "   12  running             33  Nov 27 09:00 The Very Long Name of a Cup",
	    "** Finished tournaments: tournament list over", SEAL_MARK);
	RECEIVE("   13  open             2/128  Nov 27 10:46 Not in the list");
	f.view.menu = MENU_TOURNEYS;
	draw(80, 24);
	assert_rows(WANTED, ARRAY_LEN(WANTED));
	f.view.menu = MENU_TOURNEY;
	f.view.menu_tourney = 12;
	draw(80, 24);
	assert_int_equal(f.view.n_buttons, ARRAY_LEN(COMMANDS));
	for (unsigned i = 0; i < ARRAY_LEN(COMMANDS); i++)
		assert_string_equal(f.view.buttons[i].command, COMMANDS[i]);
	/* the answer to another command */
	assert_int_equal(query_command_sent(&f.m, "tournament 3"), MARK_PAGE_END);
	assert_true(query_add_mark(&f.m, MARK_PAGE_END));
	RECEIVE("   14  open             2/128  Nov 27 10:46 Sunday Cup (single)", SEAL_MARK);
	assert_int_equal(f.m.queries.tourneys.n, 2);
	assert_int_equal(query_command_sent(&f.m, "tournament"), MARK_PAGE_END);
	assert_true(query_add_mark(&f.m, MARK_PAGE_END));
	for (unsigned i = 0; i < BUTTONS_MAX; i++)
		RECEIVE("   14  open             2/128  Nov 27 10:46 Sunday Cup (single)");
	f.view.menu = MENU_TOURNEYS;
	draw(80, 24);
	assert_int_equal(f.view.n_buttons, TOURNEYS_MAX + 2);
}

/* An answer that fits is shown to its end, a longer answer from its beginning. */
TEST(a_long_answer_is_shown_from_its_top)
{
	char line[40];

	log_in();
	draw(80, 24);
	f.view.answer_start = f.m.log.total + 1;
	model_log(&f.m, LOG_TYPED, "help");
	for (unsigned i = 1; i <= 40; i++) {
		(void)snprintf(line, sizeof(line), "answer %u", i);
		model_log(&f.m, LOG_SERVER, line);
		if (i == 3) {
			draw(80, 24);
			assert_string_equal(row(21), "answer 3");
		}
	}
	draw(80, 24);
	assert_string_equal(row(10), "help");
	assert_string_equal(row(11), "answer 1");
	for (unsigned i = 0; i < 3; i++)
		view_scroll(&f.view, &f.m, -1);
	draw(80, 24);
	assert_string_equal(row(21), "answer 40");
}

TEST(wrapped_rows_of_a_long_answer_count)
{
	char line[121];

	log_in();
	draw(80, 24);
	f.view.answer_start = f.m.log.total + 1;
	model_log(&f.m, LOG_TYPED, "help");
	for (unsigned i = 1; i <= 8; i++) {
		memset(line, 'a', sizeof(line) - 1);
		line[0] = (char)('0' + i);
		line[sizeof(line) - 1] = '\0';
		model_log(&f.m, LOG_SERVER, line);
	}
	draw(80, 24); /* twelve rows for 17 rows of text */
	assert_int_equal(f.view.log.h, 12);
	for (unsigned i = 10; i < 22; i++)
		if (strcmp(row(i), "help") == 0)
			return;
	fail_msg("the first line of the answer is not on the screen");
}

/* An invitation during a match does not change the keys of the existing buttons. */
TEST(an_invitation_in_a_match_is_the_last_button)
{
	begin_match();
	RECEIVE("cora wants to play a 3 point match with you.", "Type 'join cora' to accept.");
	draw(80, 24);
	assert_string_equal(row(15), " Move 6 2. [F5 Send] [F6 Undo] [F7 Bear off] [F8 Reset] "
				     "[F9 More] [F10 Join]");
	RECEIVE("** dora no longer waits for you.");
	draw(80, 24);
	assert_int_equal(f.view.n_buttons, 6);
	RECEIVE("** cora no longer waits for you.");
	draw(80, 24);
	assert_int_equal(f.view.n_buttons, 5);
}

TEST(bots_and_practice_are_marked)
{
	begin_match();
	RECEIVE("5 EasyBot - - 1 0 1500.00 0 114 1795717106 bot - -",
	    "** Player EasyBot has joined you for a 3 point match.",
	    "This match is for practice and counts for nothing: 'hint', 'takeback', 'help "
	    "practice'.",
	    "5 EasyBot anna - 1 0 1500.00 0 114 1795717106 bot - -",
	    "board:You:EasyBot:3:0:0:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:1:"
	    "6:2:0:"
	    "0:1:1:1:0:1:-1:0:25:0:0:0:0:2:3:0:0");
	draw(80, 24);
	assert_string_equal(
	    row(1), "     +------------------+---+------------------+ off  X EasyBot (bot)");
	assert_non_null(strstr(row(7), "practice"));
	draw(200, 60);
	assert_non_null(strstr(row(2), "EasyBot        bot plays"));
	draw(60, 20);
	assert_string_equal(
	    row(16), "anna: score 0, pips 167. EasyBot: score 0, pips 167. To 3. p");
}

TEST(the_screen_while_a_double_waits)
{
	begin_match();
	RECEIVE(MOVED_BOARD, "bert doubles. Type 'accept' or 'reject'.");
	draw(80, 24);
	assert_string_equal(row(7), "[ 2]?|                  |   |                  |");
	assert_string_equal(row(12),
	    "     | X  O  :  .  O  . |   | O  .  :  .  :  X | off    score 0  pips 159");
	assert_string_equal(row(15), " bert doubles to 2. [F5 Accept] [F6 Reject] [F7 More]");
	assert_int_equal(f.view.n_buttons, 3);
	assert_int_equal(view_button_at(&f.view, f.view.buttons[1].x + 2, 15), 1);
	assert_string_equal(f.view.buttons[1].command, "reject");
}

/* Shows whole steps; omitted steps are indicated by dots at the edge. */
TEST(the_moves_of_a_double_fit_next_to_the_board)
{
	static const char WHOLE[] = "12/17(2) 17/22 19/24*";
	bool seen[27] = { false };

	begin_match();
	RECEIVE(OPENING_BOARD, MOVED_BOARD, "bert rolls 5 and 5.",
	    "bert moves 12-17 12-17 17-22 19-24 .");
	assert_string_equal(model_shown_table(&f.m)->last_move[SEAT_1], WHOLE);
	for (unsigned w = 40; w < 150; w++) {
		unsigned room, steps;
		const char *shown;

		draw(w, 24);
		room = f.view.info.w;
		if (room < 12 || room >= ARRAY_LEN(seen))
			continue;
		seen[room] = true;
		steps = room >= 23 ? 21 : room >= 18 ? 14 : 8;
		shown = row(f.view.info.y + 3) + f.view.info.x + 2;
		assert_memory_equal(shown, WHOLE, steps);
		if (steps < 21) {
			assert_int_equal(strspn(shown + steps, " "), room - 4 - steps);
			assert_memory_equal(shown + room - 4, "..", 2);
		} else {
			assert_true(strlen(shown) == steps || shown[steps] == ' ');
		}
	}
	for (unsigned room = 12; room < ARRAY_LEN(seen); room++)
		assert_true(seen[room]);
	RECEIVE("bert wins the 3 point match 3-0 .");
	assert_string_equal(
	    model_shown_table(&f.m)->result, "bert wins the 3 point match 3-0.");
}

/* The opponent's hits are marked in the log and next to the board, the user's own while the
 * move is entered. */
TEST(hits_are_marked)
{
	char why[100];
	struct sbuf b;

	begin_match();
	RECEIVE(MOVED_BOARD, "bert rolls 6 and 1.", "bert moves 12-18 17-18 .");
	assert_string_equal(own()->last_move[SEAT_1], "12/18* 17/18");
	assert_string_equal(
	    model_log_at(&f.m, f.m.log.count - 1)->text, "bert moves 12/18* 17/18.");
	RECEIVE(
	    "board:You:bert:3:0:0:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:-1:-4:0:0:0:0:2:0:1:"
	    "6:2:0:0:1:1:1:0:1:-1:0:25:0:0:0:0:2:3:0:0");
	draw(80, 24);
	SBUF_INIT(&b, why);
	assert_true(draft_pick(&f.draft, 24, &b) && draft_drop(&f.draft, 18, &b));
	draw(80, 24);
	assert_memory_equal(row(15), " 24/18* [F5 Send]", 17);
	assert_true(draft_pick(&f.draft, 24, &b) && draft_drop(&f.draft, 22, &b));
	draw(80, 24);
	assert_memory_equal(row(15), " 24/18* 24/22 [F5 Send]", 23);
}

TEST(targets_of_a_picked_checker_are_marked)
{
	char why[100];
	struct sbuf b;

	begin_match();
	draw(80, 24);
	SBUF_INIT(&b, why);
	assert_true(draft_pick(&f.draft, 24, &b));
	draw(80, 24);
	assert_string_equal(row(2),
	    "     | O  .  :  *  X  * |   | X  .  :  *  :  O |  0     score 0  pips 167");
	assert_true(draft_drop(&f.draft, 16, &b));
	draw(80, 24);
	assert_string_equal(row(7), "[ 1] |                  |   |       6   2      |");
	assert_string_equal(
	    row(15), " 24/18 18/16 [F5 Send] [F6 Undo] [F7 Bear off] [F8 Reset] [F9 More]");
	assert_true(f.draft.complete);
}

/* A refusal, however long, does not move the buttons. */
TEST(a_refusal_moves_no_button)
{
	static const char BAR[] =
	    " Move 6 2. [F5 Send] [F6 Undo] [F7 Bear off] [F8 Reset] [F9 More]";

	begin_match();
	(void)sbuf_copy(f.view.notice, sizeof(f.view.notice),
	    "You must use as many dice as you can: another play uses more, and this one is "
	    "longer than a row.");
	draw(80, 24);
	assert_string_equal(row(15), BAR);
	for (unsigned i = 0; i < f.view.n_buttons; i++)
		assert_int_not_equal(f.view.buttons[i].w, 0);
	assert_memory_equal(row(21), "You must use as many dice", 25);
	assert_string_equal(row(22), "  longer than a row.");
	assert_string_equal(row(20), "It's your turn to move.");
	RECEIVE("** a line of the server"); /* later output is displayed above it */
	draw(80, 24);
	assert_string_equal(row(20), "** a line of the server");
}

static uint8_t
style_of_cell(unsigned x, unsigned y)
{
	return f.canvas.cells[y * f.canvas.w + x].style;
}

TEST(the_bar_is_seen_to_be_picked)
{
	char why[100];
	struct sbuf b;

	log_in();
	RECEIVE(
	    "board:You:bert:3:0:0:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:1:1:1:"
	    "6:2:0:"
	    "0:1:1:1:0:1:-1:0:25:0:0:1:0:2:3:0:0",
	    "5 anna bert - 1 0 1517.30 7 0 1041272421 192.168.40.3 gammon -");
	draw(80, 24);
	assert_string_equal(row(14), "      12 11 10  9  8  7  bar  6  5  4  3  2  1");
	assert_int_equal(style_of_cell(25, 14), STYLE_SOURCE);
	SBUF_INIT(&b, why);
	assert_true(draft_pick(&f.draft, PT_BAR, &b));
	draw(80, 24);
	assert_int_equal(style_of_cell(25, 14), STYLE_CURSOR);
	assert_int_equal(style_of_cell(26, 12), STYLE_CURSOR);
	assert_int_equal(style_of_cell(26, 11), STYLE_PLAIN);
}

TEST(every_board_cell_maps_to_its_point)
{
	begin_match();
	for (unsigned large = LARGE_BOARD_NEVER; large <= LARGE_BOARD_ALWAYS; large++) {
		f.view.large_board = (enum large_board)large;
		draw(100, 40);
		f.view.focus = FOCUS_BOARD;
		for (unsigned place = 0; place < PT_COUNT; place++) {
			struct board_cursor at = board_cursor_of(place);

			assert_int_equal(board_place_of(at), place);
			f.view.at = at;
			draw(100, 40);
			assert_int_equal(
			    board_place_at(&f.view.box, f.canvas.cursor_x, f.canvas.cursor_y),
			    place);
		}
	}
}

TEST(the_page_of_keys_fits)
{
	for (unsigned i = 0; keys_page_line(i) != NULL; i++)
		assert_true(strlen(keys_page_line(i)) <= 78);
}

/* Returns whether a row of the screen shows line `i` of the page of keys. */
static bool
shows_keys_page_line(unsigned i, unsigned h)
{
	for (unsigned y = 1; y < h; y++)
		if (row(y)[0] == ' ' && strcmp(row(y) + 2, keys_page_line(i)) == 0)
			return true;
	return keys_page_line(i)[0] == '\0';
}

/* On a screen of any height, scrolling shows each line of the page, except that a hint replaces
 * the last line. */
TEST(the_page_of_keys_scrolls)
{
	unsigned n = 0;

	while (keys_page_line(n) != NULL)
		n++;
	f.view.keys_page_shown = true;
	for (unsigned h = VIEW_MIN_H; h < 30; h++) {
		unsigned seen = 0, from = 0, before;

		do {
			f.view.keys_page_from = from;
			draw(80, h);
			while (seen < n && shows_keys_page_line(seen, h))
				seen++;
			before = from;
			from = keys_page_scroll(from, (int)keys_page_rows(h), h);
		} while (keys_page_scrolls(h) && from != before);
		assert_int_equal(seen, keys_page_scrolls(h) ? n - 1 : n);
		if (keys_page_scrolls(h))
			assert_string_equal(
			    row(h - 1), "  PgDn and PgUp scroll; other keys close this page.");
		assert_int_equal(keys_page_scroll(from, -(int)n, h), 0);
	}
	draw(80, 24); /* the usual size holds the whole page */
	assert_false(keys_page_scrolls(24));
}

TEST(any_screen_size_is_drawn)
{
	begin_match();
	RECEIVE("13 bert Grüße, und ein langer Satz, der auf jeder schmalen Seite umbrochen "
		"werden muss.");
	for (unsigned list = 0; list < 2; list++) {
		f.view.list_over_board = list == 1;
		for (unsigned h = 0; h < 64; h++)
			for (unsigned w = 0; w < 210; w += 1 + w / 20)
				for (unsigned focus = 0; focus < 4; focus++) {
					f.view.focus = (enum focus)focus;
					draw(w, h);
				}
	}
	draw(19, 24);
	assert_string_equal(row(0), "need 20x4");
	draw(200, 60);
	assert_int_equal(
	    f.view.box.checker_height, 2); /* room for large print and for the list of users */
	assert_int_equal(f.view.list.x, 170);
	assert_non_null(strstr(row(0), "People: 4"));
}

/* ---- the line, and the file ---- */

TEST(lines_are_edited_and_recalled)
{
	struct edit *e = &f.edit;

	edit_set(e, "tell bert grü");
	edit_insert(e, 0xdf);
	edit_move_cursor(e, EDIT_LEFT);
	edit_cut(e, CUT_CHAR_BEFORE);
	assert_string_equal(e->text, "tell bert grß");
	edit_move_cursor(e, EDIT_END);
	edit_cut(e, CUT_WORD);
	assert_string_equal(e->text, "tell bert ");
	edit_add_to_history(e, "one");
	edit_add_to_history(e, "two");
	edit_add_to_history(e, "two");
	edit_browse_history(e, -1);
	assert_string_equal(e->text, "two");
	edit_browse_history(e, -1);
	edit_browse_history(e, -1);
	assert_string_equal(e->text, "one");
	edit_browse_history(e, 1);
	edit_browse_history(e, 1);
	edit_browse_history(e, 1);
	assert_string_equal(e->text, "tell bert ");
	for (unsigned i = 0; i < EDIT_MAX + 10; i++)
		edit_insert(e, 'x');
	assert_int_equal(e->len, EDIT_MAX);
	for (unsigned i = 0; i < EDIT_HISTORY_MAX + 10; i++) {
		char text[16];

		(void)snprintf(text, sizeof(text), "%u", i);
		edit_add_to_history(e, text);
	}
	assert_int_equal(e->n_history, EDIT_HISTORY_MAX);
	assert_string_equal(e->history[0], "10");
}

TEST(options_are_set_or_refused)
{
	struct config c;

	config_defaults(&c);
	assert_true(config_set(&c, "", "colors", "none"));
	assert_int_equal(c.colours, 2);
	assert_true(config_set(&c, "", "mouse", "no"));
	assert_false(c.mouse);
	assert_false(config_set(&c, "", "mouse", "maybe"));
	assert_false(config_set(&c, "", "mice", "no"));
	assert_true(config_set(&c, "server fibs", "host", "fibs.com"));
	assert_true(config_set(&c, "server fibs", "port", "4321"));
	assert_false(config_set(&c, "server fibs", "password", "secret"));
	assert_int_equal(c.n_servers, 1);
	assert_string_equal(config_server_named(&c, "fibs")->host, "fibs.com");
	assert_null(config_server_named(&c, "home"));
	assert_true(config_set(&c, "alias", "hi", "tell bert hello"));
	assert_true(config_set(&c, "alias", "hi", "shout hello"));
	assert_int_equal(c.n_aliases, 1);
	assert_false(config_set(&c, "colours", "x", "y"));
}
