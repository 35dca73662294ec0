/* SPDX-License-Identifier: MIT */
/* TEST: valgrind */
/* A malicious or broken server: whatever it sends, the client does not crash, its memory stays
 * bounded, and the password is not disclosed. */
#include <arpa/inet.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/sbuf.h"
#include "client-cli/model/receive.h"
#include "client-cli/session/keys.h"
#include "client-cli/session/lines.h"
#include "client-cli/files/logfile.h"
#include "client-cli/model/commands.h"
#include "client-cli/model/query.h"
#include "client-cli/model/seal.h"
#include "client-cli/session/register.h"
#include "client-cli/session/session.h"
#include "client-cli/session/connect.h"
#include "client-cli/session/send.h"
#include "client-cli/session/imports.h"
#include "client-cli/session/login.h"
#include "client-cli/session/typed.h"
#include "client-cli/session/replays.h"
#include "client-cli/session/notes_aliases.h"
#include "proto/boardtext.h"
#include "proto/msg.h"
#include "tests/unit/test.h"

static struct fixture {
	struct config config;
	struct session s;
	int server;
} f;

BEFORE_EACH
{
	int ends[2];

	config_defaults(&f.config);
	assert_true(config_set(&f.config, "alias", "pw", "password"));
	assert_true(config_set(&f.config, "alias", "hi", "tell bert"));
	assert_true(model_open(&f.s.model));
	assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, ends), 0);
	f.s.config = &f.config;
	f.s.move_space = malloc(sizeof(*f.s.move_space));
	assert_non_null(f.s.move_space);
	f.s.draft.picked_point = NO_PLACE;
	f.s.link.fd = ends[0];
	f.server = ends[1];
}

AFTER_EACH
{
	session_end(&f.s);
	(void)close(f.server);
	memset(&f, 0, sizeof(f));
}

/* Makes the server send a text; the client reads it and performs what is due. */
static void
receive(const char *text)
{
	assert_int_equal(send(f.server, text, strlen(text), MSG_NOSIGNAL), strlen(text));
	session_read(&f.s);
	keys_update(&f.s, true);
}

#define OPENING_BOARD                                                                          \
	"board:You:bert:3:0:0:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:1:6:2:0" \
	":0:1:1:1:0:1:-1:0:25:0:0:0:0:2:3:0:0\r\n"
#define BOARD_TO_ROLL                                                                          \
	"board:You:bert:3:0:0:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:1:0:0:0" \
	":0:1:1:1:0:1:-1:0:25:0:0:0:0:2:3:0:0\r\n"
#define BOARD_OF_OTHERS                                                                        \
	"board:You:bert:3:0:0:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:0:0:0:0" \
	":0:1:1:1:0:1:-1:0:25:0:0:0:0:2:3:0:0\r\n"

static void
plays(const char *board)
{
	f.s.login_stage = LOGIN_PASSWORD_SENT;
	receive("1 anna 1041253132 host\r\n"
		"5 anna bert - 1 0 1517.30 7 0 1041272421 host gammon -\r\n");
	assert_int_equal(f.s.login_stage, LOGIN_DONE);
	receive(board);
	session_send_outbox(&f.s);
}

static struct match_state *
own_match(void)
{
	struct table *own = model_own_table(&f.s.model);

	assert_non_null(own);
	return &own->pos.m;
}

/* ---- the game ---- */

TEST(invalid_dice_are_ignored)
{
	static const char *const LINES[] = { "You roll 0 and 0.\r\n", "You roll 7 and 7.\r\n",
		"You roll 0 and 3.\r\n", "You roll 99999999999999999999 and 1.\r\n",
		"bert rolls 0 and 0.\r\nbert moves 12-14 12-14 .\r\n" };

	plays(BOARD_TO_ROLL);
	for (unsigned i = 0; i < ARRAY_LEN(LINES); i++) {
		receive(LINES[i]);
		assert_int_equal(own_match()->phase, PH_ROLL);
		assert_false(f.s.draft.on);
	}
	receive("You roll 6 and 1.\r\n");
	assert_true(f.s.draft.on);
	/* even if a die of 0 got into the state, no play could be assembled with it */
	own_match()->dice.d[1] = 0;
	receive("\r\n");
	assert_false(f.s.draft.on);
	own_match()->turn = SEAT_1;
	receive("bert moves 12-14 .\r\n");
	assert_int_equal(own_match()->dice.d[1], 0);
}

TEST(a_change_of_game_does_not_add_dice)
{
	plays(BOARD_TO_ROLL);
	receive(BOARD_TO_ROLL "board+:grasshopper:0:0:-:-:forward:forward:0:0:-\r\n");
	assert_true(own_match()->variant->no_dice);
	assert_int_equal(own_match()->phase, PH_MOVE);
	receive("board+:backgammon:0:0:-:-:forward:forward:0:0:-\r\n");
	assert_false(own_match()->variant->no_dice);
	assert_int_equal(own_match()->phase, PH_ROLL);
	assert_false(f.s.draft.on);
}

TEST(no_roll_is_chosen_between_games)
{
	char text[BOARDTEXT_BYTES_MAX];
	const struct board_view view = {
		.match = &f.s.model.tables[0].pos.m, .name = { "anna", "bert" }, .seat = SEAT_0
	};
	struct sbuf b;

	plays(BOARD_OF_OTHERS "board+:crazy-narde:0:0:-:-:forward:forward:0:0:name\r\n");
	assert_int_equal(own_match()->turn, SEAT_NONE);
	assert_int_equal(own_match()->phase, PH_BETWEEN_GAMES);
	SBUF_INIT(&b, text);
	boardtext_draw(&b, &view, 2);
	assert_true(b.len > 0);
}

TEST(overlong_numbers_are_limited)
{
	struct table *own;

	plays(OPENING_BOARD);
	own = model_own_table(&f.s.model);
	receive("Clock: anna 9223372036854775807:9:9:9:9:9:9:9  bert -9999999999999999999 "
		"(delay 9223372036854775807)\r\n");
	assert_true(own->clock.on);
	assert_true(own->clock.delay_ms > 0 && own->clock.delay_ms < INT64_MAX / 1000);
	assert_true(own->clock.left_ms[0] > 0 && own->clock.left_ms[0] < INT64_MAX / 1000);
	assert_int_equal(own->clock.left_ms[1], 0);
	assert_int_equal(table_clock_ms(own, SEAT_0, 0), own->clock.left_ms[0]);
}

/* FIBS does not report the Crawford game.  A Crawford game that the client has recognised stays
 * recognised when the match is resumed. */
TEST(the_crawford_game_is_recognised_when_certain)
{
	static const char MATCH_POINT[] =
	    "board:You:bert:3:2:1:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:1:0:0"
	    ":0:0:1:1:1:0:1:-1:0:25:0:0:0:0:2:3:0:0\r\n";
	static const char RESUMED[] =
	    "You are now playing with bert. Your running match was loaded.\r\n";

	plays(MATCH_POINT); /* at match point; this may be the Crawford game or a later game */
	assert_int_equal(own_match()->crawford, CRAWFORD_EXPIRED);
	assert_true(table_may_double(model_own_table(&f.s.model)));
	receive("** The Crawford rule doesn't allow you to double in this game.\r\n");
	assert_int_equal(own_match()->crawford, CRAWFORD_ACTIVE);
	assert_false(table_may_double(model_own_table(&f.s.model)));
	receive(RESUMED);
	receive(MATCH_POINT);
	assert_int_equal(own_match()->crawford, CRAWFORD_ACTIVE);
	/* a different score means a different game, and another match starts from scratch */
	receive(RESUMED);
	receive(
	    "board:You:bert:3:2:2:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:1:0"
	    ":0:0:0:1:1:1:0:1:-1:0:25:0:0:0:0:2:3:0:0\r\n");
	assert_int_equal(own_match()->crawford, CRAWFORD_EXPIRED);
	receive("** Player bert has joined you for a 3 point match.\r\n");
	receive(BOARD_TO_ROLL);
	assert_int_equal(own_match()->crawford, CRAWFORD_PENDING);
	receive(MATCH_POINT);
	assert_int_equal(own_match()->crawford, CRAWFORD_ACTIVE);
}

/* ---- queries ---- */

/* Returns the newest line and, unless total is NULL, the total number of lines. */
static const char *
newest_log_line(uint64_t *total)
{
	const struct model *m = &f.s.model;

	if (total != NULL)
		*total = m->log.total;
	return model_log_at(m, m->log.count - 1)->text;
}

#define LIST_MARK "** Unknown command: 'gammon-list'\r\n"
#define CORA_ROW "5 cora bert - 1 1 1418.61 23 125 1041272421 host - -\r\n6\r\n"

TEST(a_requested_list_is_shown)
{
	static const char *const ASK[] = { "who", "WHO ready", "w", "rawwho", "raww" };
	static const char SHOWN[] = "cora                 rating 1418.61  experience 23    "
				    "plays bert, away, idle 2 min";
	uint64_t before, after;

	plays(OPENING_BOARD);
	for (unsigned i = 0; i < ARRAY_LEN(ASK); i++) {
		f.s.link.out_len = 0;
		session_typed(&f.s, ASK[i]);
		assert_memory_equal(f.s.link.out, "gammon-list\r\n", 13);
		/* lists before the mark are updates, such as the one at login */
		receive(CORA_ROW);
		assert_string_equal(newest_log_line(&before), ASK[i]);
		receive(LIST_MARK CORA_ROW);
		assert_string_equal(newest_log_line(&after), SHOWN);
		assert_int_equal(after, before + 1);
		receive(LIST_MARK "5 dora - - 1 1 1418.61 23 14 1041272421 host - -\r\n6\r\n");
		assert_string_equal(newest_log_line(&after), SHOWN);
		assert_int_equal(after, before + 1);
	}
	session_typed(&f.s, "who away");
	session_typed(&f.s, "who");
	receive(LIST_MARK "6\r\n");
	assert_string_equal(newest_log_line(&after), "who");
	receive(LIST_MARK);
	assert_string_equal(newest_log_line(&after), "Nobody.");
	receive(LIST_MARK CORA_ROW LIST_MARK);
	assert_string_equal(newest_log_line(&after), SHOWN);
	/* a refusal is not an empty list */
	session_typed(&f.s, "who xyz");
	receive(LIST_MARK "** There is no one called 'xyz'.\r\n" LIST_MARK);
	assert_string_equal(newest_log_line(&after), "** There is no one called 'xyz'.");
	session_typed(&f.s, "whois cora");
	session_typed(&f.s, "wh hello");
	receive(CORA_ROW);
	assert_string_equal(newest_log_line(&after), "wh hello");
	receive(LIST_MARK); /* this mark answers a command that the user typed */
	assert_string_equal(newest_log_line(&after), "** Unknown command: 'gammon-list'");
}

/* The client's own question about the dice is sent before the command and its marks, because
 * marks are answered in order. */
TEST(a_list_is_shown_after_a_question_about_the_dice)
{
	char text[400];
	uint64_t n;

	plays(OPENING_BOARD);
	f.s.model.server_is_gammond = true;
	receive("** Player bert has joined you for a 3 point match.\r\n");
	f.s.link.out_len = 0;
	session_typed(&f.s, "who");
	(void)snprintf(text, sizeof(text), "%.*s", (int)f.s.link.out_len, (char *)f.s.link.out);
	assert_non_null(
	    strstr(text, "fair\r\ngammon-list\r\ngammon-list\r\nwho\r\ngammon-list\r\n"));
	receive(LIST_MARK);
	assert_int_equal(f.s.model.queries.seal.due, 0);
	receive(LIST_MARK CORA_ROW LIST_MARK);
	assert_non_null(strstr(newest_log_line(&n), "cora"));
}

TEST(requests_are_sent_before_a_command_and_not_counted_if_there_is_no_room)
{
	struct model *m = &f.s.model;
	char text[400];

	plays(OPENING_BOARD);
	m->server_is_gammond = true;
	query_clock(m);
	f.s.link.out_len = 0;
	session_typed(&f.s, "tell bert hi");
	(void)snprintf(text, sizeof(text), "%.*s", (int)f.s.link.out_len, (char *)f.s.link.out);
	assert_string_equal(text, "clock\r\ntell bert hi\r\n");
	m->hidden_answers = 0;
	while (model_queue_line(m, "board"))
		;
	seal_ask_commitment(m);
	query_clock(m);
	query_send_seed(m);
	assert_int_equal(m->query_marks.n, 0);
	assert_int_equal(m->queries.seal.due, 0);
	assert_int_equal(m->hidden_answers, 0);
}

/* ---- the server's tables ---- */

static void
is_offered(const char *before, const char *word)
{
	char text[64];
	struct edit *e = &f.s.edit;

	(void)snprintf(text, sizeof(text), "%s%s", before, word);
	edit_set(e, text);
	f.s.completion.on = false;
	if (!complete_word(&f.s.completion, e, &f.s.model, &f.s.aliases))
		fail_msg("not offered: %s", text);
	edit_clear(e);
}

/* The client is built with the server's tables, so a row added there is completed here. */
TEST(every_server_command_and_setting_is_completed)
{
	unsigned known = 0;

#define USER 1
#define OPERATOR 0
#define ADMIN 0
#define CMD(n, s, w, e, c, h, help, role, flags)                                               \
	if ((role) && strstr(#flags, "TYPO") == NULL)                                          \
		is_offered("", n), known++;
#include "cmd/commands.def"
#undef CMD
#undef USER
#undef OPERATOR
#undef ADMIN
#define TOGGLE(name, initial, storage) is_offered("toggle ", #name);
#include "people/toggles.def"
#undef TOGGLE
#define VARIABLE(id, name, kept) is_offered("set ", name);
#include "people/variables.def"
#undef VARIABLE
#define SHOW(name, reads) is_offered("show ", #name);
#include "cmd/show.def"
#undef SHOW
	assert_true(known > 70);
	edit_set(&f.s.edit, "shutd"); /* an operator command */
	f.s.completion.on = false;
	assert_false(complete_word(&f.s.completion, &f.s.edit, &f.s.model, &f.s.aliases));
}

TEST(commands_are_abbreviated_as_on_the_server)
{
	assert_string_equal(server_command_find("s hello")->name, "say");
	assert_string_equal(server_command_find("r")->name, "roll");
	assert_string_equal(server_command_find("repl 7")->name, "replay");
	assert_string_equal(server_command_find("tour")->name, "tournament");
	assert_string_equal(server_command_find("HI")->name, "history");
	assert_null(server_command_find("re"));
	assert_null(server_command_find("xyzzy"));
	assert_null(server_command_find(""));
}

/* Returns whether the client asks for the board after this refusal. */
static bool
asks_again_after(enum msg_id refusal)
{
	const char *at = msg_english_format(refusal);
	char line[200];
	struct sbuf b;

	SBUF_INIT(&b, line);
	for (; *at != '\n'; at++)
		if (*at == '%')
			sbuf_add(&b, *++at == 's' ? "first" : "3");
		else
			sbuf_addc(&b, *at);
	sbuf_add(&b, "\r\n");
	f.s.model.outbox.len = 0;
	receive(line);
	return f.s.model.outbox.len == strlen("board\n");
}

TEST(a_refused_move_asks_for_the_board)
{
	plays(OPENING_BOARD);
	for (unsigned id = MSG_legal_words; id <= MSG_cant_move_P_home; id++)
		if (!asks_again_after((enum msg_id)id))
			fail_msg("%s", msg_english_format((enum msg_id)id));
	assert_true(asks_again_after(MSG_move_pinned));
	assert_true(asks_again_after(MSG_move_forbidden));
	assert_false(asks_again_after(MSG_not_your_turn));
}

/* The client shows a play as made when it sends it.  A server that refuses the play, for
 * whatever reason, waits for another play, so the position must be restored. */
TEST(a_sent_play_that_is_refused_asks_for_the_board)
{
	static const char *const WHY[] = {
		"** Sorry, the server has no room to save anything just now. Please try again "
		"in a "
		"minute.\r\n",
		"** The match is paused. Please wait until it goes on.\r\n",
		"** bert wanted to resign. Type 'accept' or 'reject'.\r\n",
		"** Words of another server.\r\n",
	};

	plays(OPENING_BOARD);
	for (unsigned i = 0; i < ARRAY_LEN(WHY); i++) {
		assert_true(f.s.draft.on);
		session_typed(&f.s, "24/18 13/11");
		assert_int_equal(own_match()->turn, SEAT_1);
		f.s.model.outbox.len = 0;
		receive(WHY[i]);
		if (f.s.model.outbox.len != 6 ||
		    memcmp(f.s.model.outbox.text, "board\n", 6) != 0)
			fail_msg("%s", WHY[i]);
		receive(OPENING_BOARD);
		/* another error after the board is about something else */
		receive("** You're not away.\r\n");
		assert_int_equal(f.s.model.outbox.len, 6);
	}
	assert_true(f.s.draft.on);
}

/* ---- registering ---- */

/* Returns what the client has sent since the last call. */
static const char *
take_sent(void)
{
	static char text[400];

	session_send_outbox(&f.s);
	(void)snprintf(text, sizeof(text), "%.*s", (int)f.s.link.out_len, (char *)f.s.link.out);
	f.s.link.out_len = 0;
	return text;
}

static void
set_echo(bool on)
{
	receive(on ? "\xff\xfb\x01" : "\xff\xfc\x01");
	(void)take_sent(); /* discards the telnet reply */
}

TEST(a_form_registers)
{
	struct form *form = &f.s.view.form;

	f.s.link.telnet = (struct telnet){ 0 };
	session_set_login_stage(&f.s, LOGIN_NAME, "");
	register_begin(&f.s);
	session_typed(&f.s, "frida");
	session_typed(&f.s, "geheim_7");
	session_typed(&f.s, "geheim_8");
	assert_string_equal(form->error, "The passwords do not match.");
	assert_int_equal(form->at, FORM_PASSWORD);
	assert_string_equal(f.s.edit.text, "");
	session_typed(&f.s, "geh");
	session_typed(&f.s, "geh");
	assert_string_equal(take_sent(), "guest\r\n");
	receive("Welcome to Gammond. You just logged in as guest.\r\n> ");
	assert_string_equal(take_sent(), "name frida\r\n");
	receive("** Please use another name. 'frida' is already used by someone else.\r\n> ");
	assert_string_equal(take_sent(), "");
	assert_string_equal(
	    form->error, "Please use another name. 'frida' is already used by someone else.");
	assert_string_equal(
	    f.s.edit.text, ""); /* the field is empty: the next input is the whole name */
	session_typed(&f.s, "uta");
	session_typed(&f.s, "geh");
	session_typed(&f.s, "geh");
	assert_string_equal(take_sent(), "name uta\r\n");
	set_echo(true);
	receive(
	    "Your name will be uta\r\nType in no password and hit Enter/Return if you want to "
	    "change it now.\r\nPlease give your password: ");
	assert_string_equal(take_sent(), "geh\r\n");
	receive("\r\nMinimal password length is 4 characters.\r\nPlease give your password: ");
	assert_string_equal(take_sent(), "");
	assert_string_equal(form->error, "Minimal password length is 4 characters.");
	/* a refusal that ends the dialog: the next attempt sends the name again */
	session_typed(&f.s, "move");
	session_typed(&f.s, "move");
	assert_string_equal(take_sent(), "move\r\n");
	set_echo(false);
	receive("\r\n** That looks like a command. Nothing was changed. Type it again.\r\n> ");
	assert_string_equal(
	    form->error, "That looks like a command. Nothing was changed. Type it again.");
	assert_int_equal(form->at, FORM_PASSWORD);
	session_typed(&f.s, "geh");
	session_typed(&f.s, "geh");
	assert_string_equal(take_sent(), "name uta\r\n");
	set_echo(true);
	receive("Your name will be uta\r\nPlease give your password: ");
	assert_string_equal(take_sent(), "geh\r\n");
	receive("\r\nMinimal password length is 4 characters.\r\nPlease give your password: ");
	register_go_to_field(
	    &f.s, FORM_NAME); /* the user goes back and enters a different name */
	session_typed(&f.s, "vera");
	session_typed(&f.s, "geheim_7");
	session_typed(&f.s, "geheim_7");
	assert_string_equal(take_sent(), "\r\n");
	set_echo(false);
	receive("\r\n** No password given. Please choose a new name\r\n> ");
	assert_string_equal(take_sent(), "name vera\r\n");
	set_echo(true);
	receive("Your name will be vera\r\nPlease give your password: ");
	assert_string_equal(take_sent(), "geheim_7\r\n");
	receive("\r\nPlease retype your password: ");
	assert_string_equal(take_sent(), "geheim_7\r\n");
	for (unsigned i = 0; i < f.s.model.log.count; i++)
		assert_null(strstr(model_log_at(&f.s.model, i)->text, "geh"));
	register_end(&f.s);
	for (size_t i = 0; i < sizeof(*form); i++)
		assert_int_equal(((const char *)form)[i], 0);
}

TEST(tab_and_shift_tab_move_between_the_fields_of_a_form)
{
	static const struct {
		enum press_kind kind;
		enum form_field at;
	} STEPS[] = {
		{ PRESS_TAB, FORM_PASSWORD },
		{ PRESS_TAB_BACK, FORM_NAME },
		{ PRESS_TAB_BACK, FORM_PASSWORD_AGAIN },
		{ PRESS_UP, FORM_PASSWORD },
		{ PRESS_DOWN, FORM_PASSWORD_AGAIN },
		{ PRESS_TAB, FORM_NAME },
	};

	f.s.link.telnet = (struct telnet){ 0 };
	session_set_login_stage(&f.s, LOGIN_NAME, "");
	register_begin(&f.s);
	for (unsigned i = 0; i < ARRAY_LEN(STEPS); i++) {
		keys_press(&f.s, &(const struct press){ .kind = STEPS[i].kind });
		assert_int_equal(f.s.view.form.at, STEPS[i].at);
	}
	register_end(&f.s);
}

TEST(a_form_in_another_language_registers_in_it)
{
	f.s.link.telnet = (struct telnet){ 0 };
	f.s.model.queries.language = LANG_IT;
	session_set_login_stage(&f.s, LOGIN_NAME, "");
	register_begin(&f.s);
	session_typed(&f.s, "uta");
	session_typed(&f.s, "geheim_7");
	session_typed(&f.s, "geheim_7");
	assert_string_equal(take_sent(), "guest\r\n");
	receive("Welcome to Gammond. You just logged in as guest.\r\n> ");
	assert_string_equal(take_sent(), "language it\r\n");
	receive("Ti diamo il benvenuto su Gammond.\r\n> ");
	assert_string_equal(take_sent(), "name uta\r\n");
}

static void
submit_form(void)
{
	f.s.link.telnet = (struct telnet){ 0 };
	session_set_login_stage(&f.s, LOGIN_NAME, "");
	register_begin(&f.s);
	session_typed(&f.s, "uta");
	session_typed(&f.s, "geheim_7");
	session_typed(&f.s, "geheim_7");
	assert_int_equal(f.s.login_stage, LOGIN_FORM_SENT);
	assert_string_equal(take_sent(), "guest\r\n");
}

TEST(a_double_click_sends_a_form_once)
{
	submit_form();
	register_submit(&f.s);
	register_go_to_field(&f.s, FORM_NAME);
	assert_int_equal(f.s.login_stage, LOGIN_FORM_SENT);
	assert_string_equal(take_sent(), "");
	assert_string_equal(f.s.view.form.error, "");
	for (unsigned i = FORM_PASSWORD; i < FORM_FIELDS; i++)
		assert_string_equal(f.s.view.form.text[i], "geheim_7");
}

TEST(a_form_may_be_sent_again_when_the_server_is_busy)
{
	struct form *form = &f.s.view.form;

	submit_form();
	receive("** The server is busy. Please try again.\r\nlogin: ");
	assert_int_equal(f.s.login_stage, LOGIN_FORM);
	assert_string_equal(form->error, "The server is busy. Please try again.");
	register_submit(&f.s);
	assert_string_equal(take_sent(), "guest\r\n");
	receive("login: ");
	assert_string_equal(
	    form->error, "The server is not accepting registrations now. Try again later.");
	register_submit(&f.s);
	assert_string_equal(take_sent(), "guest\r\n");
	receive("Welcome to Gammond. You just logged in as guest.\r\n> ");
	assert_string_equal(take_sent(), "name uta\r\n");
}

/* Half a password was typed while the form was being sent. */
TEST(cancelling_a_form_clears_the_input_line)
{
	struct sockaddr_in at = { .sin_family = AF_INET,
		.sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
	socklen_t size = sizeof(at);
	int closed = socket(AF_INET, SOCK_STREAM, 0); /* bound, but not listening */
	char port[8];

	assert_int_equal(bind(closed, (struct sockaddr *)&at, size), 0);
	assert_int_equal(getsockname(closed, (struct sockaddr *)&at, &size), 0);
	(void)snprintf(port, sizeof(port), "%u", ntohs(at.sin_port));
	f.s.host = "127.0.0.1";
	f.s.port = port;
	submit_form();
	edit_set(&f.s.edit, "gehei");
	session_cancel_registration(&f.s);
	assert_string_equal(f.s.edit.text, "");
	(void)close(closed);
}

TEST(nothing_is_saved_before_the_login)
{
	session_set_login_stage(&f.s, LOGIN_NAME, "");
	session_save_match(&f.s, "1 mat");
	assert_string_equal(take_sent(), "");
	assert_null(f.s.files.save.file);
}

/* The name is not filled in: the user types the whole name again. */
TEST(after_a_wrong_password_the_name_is_empty)
{
	session_set_login_stage(&f.s, LOGIN_CONNECTED, "");
	receive("login: ");
	assert_int_equal(f.s.login_stage, LOGIN_NAME);
	session_typed(&f.s, "guest");
	assert_int_equal(f.s.login_stage, LOGIN_GUEST_TEXT);
	session_set_login_stage(&f.s, LOGIN_NAME, "");
	session_typed(&f.s, "frida");
	session_typed(&f.s, "wrong");
	assert_int_equal(f.s.login_stage, LOGIN_PASSWORD_SENT);
	receive("\r\nlogin: ");
	assert_int_equal(f.s.login_stage, LOGIN_NAME);
	assert_string_equal(f.s.edit.text, "");
}

/* ---- menus ---- */

#define BERT_TO_ROLL                                                                           \
	"board:You:bert:3:0:0:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:-1:0:0:" \
	"0:0:1:1:1:0:1:-1:0:25:0:0:0:0:2:3:0:0\r\n"

/* Draws the screen, so that its buttons exist, and presses the key. */
static void
press_drawn(enum press_kind kind, uint32_t ch)
{
	view_layout(&f.s.view, &f.s.model, 80, 24);
	keys_press(&f.s, &(const struct press){ .kind = kind, .ch = ch });
}

TEST(open_help_closes_when_a_match_starts)
{
	f.s.login_stage = LOGIN_PASSWORD_SENT;
	receive("1 anna 1041253132 host\r\n");
	press_drawn(PRESS_FUNCTION, 10);
	assert_int_equal(f.s.view.menu, MENU_HELP);
	view_layout(&f.s.view, &f.s.model, 80, 24);
	assert_string_equal(f.s.view.buttons[0].label, "First steps");
	(void)take_sent();
	receive("5 anna bert - 1 0 1517.30 7 0 1041272421 host gammon -\r\n" BOARD_TO_ROLL);
	(void)take_sent();
	press_drawn(PRESS_ENTER, 0);
	assert_string_equal(take_sent(), "roll\r\n");
}

TEST(the_more_menu_closes_when_the_server_asks)
{
	plays(BERT_TO_ROLL);
	press_drawn(PRESS_FUNCTION, 5);
	assert_int_equal(f.s.view.menu, MENU_MATCH_MORE);
	receive(BOARD_TO_ROLL);
	(void)take_sent();
	press_drawn(PRESS_ENTER, 0);
	assert_string_equal(take_sent(), "roll\r\n");
	/* a roll without a legal move */
	receive(BERT_TO_ROLL);
	assert_int_equal(f.s.view.focus, FOCUS_INPUT);
	press_drawn(PRESS_ENTER, 0);
	press_drawn(PRESS_ENTER, 0);
	assert_string_equal(take_sent(), "");
}

TEST(escape_closes_a_menu)
{
	plays(BERT_TO_ROLL);
	press_drawn(PRESS_FUNCTION, 5);
	assert_int_equal(f.s.view.menu, MENU_MATCH_MORE);
	press_drawn(PRESS_ESCAPE, 0);
	assert_int_equal(f.s.view.menu, MENU_NONE);
	/* on the board, Escape first puts the checker down */
	receive(OPENING_BOARD);
	press_drawn(PRESS_FUNCTION, 9);
	assert_int_equal(f.s.view.menu, MENU_MATCH_MORE);
	f.s.view.focus = FOCUS_BOARD;
	press_drawn(PRESS_ENTER, 0);
	assert_int_not_equal(f.s.draft.picked_point, NO_PLACE);
	press_drawn(PRESS_ESCAPE, 0);
	assert_int_equal(f.s.draft.picked_point, NO_PLACE);
	assert_int_equal(f.s.view.menu, MENU_MATCH_MORE);
	press_drawn(PRESS_ESCAPE, 0);
	assert_int_equal(f.s.view.menu, MENU_NONE);
	/* the buttons of a list replace the menu: Escape first leaves the list */
	press_drawn(PRESS_FUNCTION, 9);
	assert_int_equal(f.s.view.menu, MENU_MATCH_MORE);
	f.s.view.list_over_board = true;
	f.s.view.focus = FOCUS_LIST;
	press_drawn(PRESS_ESCAPE, 0);
	assert_int_equal(f.s.view.focus, FOCUS_INPUT);
	assert_int_equal(f.s.view.menu, MENU_MATCH_MORE);
	press_drawn(PRESS_ESCAPE, 0);
	assert_int_equal(f.s.view.menu, MENU_NONE);
}

TEST(resigning_with_a_button_asks_for_confirmation)
{
	static const char *const COMMANDS[] = { "resign normal\r\n", "resign gammon\r\n" };

	plays(BERT_TO_ROLL);
	(void)take_sent();
	for (unsigned i = 0; i < ARRAY_LEN(COMMANDS); i++) {
		press_drawn(PRESS_FUNCTION, 5);
		view_layout(&f.s.view, &f.s.model, 80, 24);
		assert_string_equal(f.s.view.buttons[0].label, "Back");
		press_drawn(PRESS_FUNCTION, 7 + i);
		assert_string_equal(f.s.view.notice, "Do you want to resign this game?");
		press_drawn(PRESS_FUNCTION, 7 + i); /* pressed again by mistake */
		f.s.view.focus = FOCUS_BUTTONS;
		press_drawn(PRESS_ENTER, 0);
		assert_int_equal(f.s.view.menu, MENU_NONE);
		assert_string_equal(take_sent(), "");
		press_drawn(PRESS_FUNCTION, 5);
		press_drawn(PRESS_FUNCTION, 7 + i);
		press_drawn(PRESS_FUNCTION, 5);
		assert_string_equal(take_sent(), COMMANDS[i]);
		assert_int_equal(f.s.view.menu, MENU_NONE);
	}
	/* the server asks something, which cancels the client's own question */
	press_drawn(PRESS_FUNCTION, 5);
	press_drawn(PRESS_FUNCTION, 7);
	receive(BOARD_TO_ROLL);
	press_drawn(PRESS_ENTER, 0);
	assert_string_equal(take_sent(), "roll\r\n");
}

static void
write_file(const char *path, const char *text)
{
	FILE *file = fopen(path, "we");

	assert_non_null(file);
	assert_true(fputs(text, file) >= 0);
	assert_int_equal(fclose(file), 0);
}

/* A line that begins with a dot is sent with a second dot.  What the user types meanwhile is
 * sent after the file. */
TEST(files_of_a_folder_are_imported_one_after_the_other)
{
	static const char go[] =
	    "Send the text of the file now, and then a line with a single dot.\r\n";
	char command[100], folder[64], a[80], b[80], other[80];

	plays(OPENING_BOARD);
	(void)snprintf(folder, sizeof(folder), "/tmp/import.%ld", (long)getpid());
	(void)snprintf(a, sizeof(a), "%s/a.mat", folder);
	(void)snprintf(b, sizeof(b), "%s/b.SGF", folder);
	(void)snprintf(other, sizeof(other), "%s/c.png", folder);
	assert_int_equal(mkdir(folder, 0700), 0);
	write_file(a, "one\r.two\r\n\nthree");
	write_file(b, "(;)\n");
	write_file(other, "no\n");
	(void)snprintf(command, sizeof(command), "/import %s", folder);
	(void)take_sent();
	session_typed(&f.s, command);
	assert_string_equal(take_sent(), "import\r\n");
	session_typed(&f.s, "board");
	assert_string_equal(take_sent(), "");
	receive("** Player cora has joined dora for a 1 point match.\r\n");
	receive(go);
	imports_send_lines(&f.s);
	assert_string_equal(take_sent(), "one\r\n..two\r\n\r\nthree\r\n.\r\n");
	receive("Match 1000000001: ann - bob, points: 1, games: 1.\r\n"
		"Stored matches: 1, games: 1.\r\n");
	assert_string_equal(take_sent(), "board\r\nimport\r\n");
	session_typed(&f.s, command);
	assert_non_null(strstr(newest_log_line(NULL), "still being imported"));
	receive(go);
	imports_send_lines(&f.s);
	assert_string_equal(take_sent(), "(;)\r\n.\r\n");
	receive("** Nothing was stored.\r\n");
	assert_string_equal(take_sent(), "");
	assert_int_equal(f.s.files.import.n, 0);
	session_typed(&f.s, command);
	receive(go);
	imports_send_lines(&f.s);
	receive("** The file has more than 1024 KB, or a line that is too long. Split the "
		"file.\r\n");
	assert_string_equal(
	    take_sent(), "import\r\none\r\n..two\r\n\r\nthree\r\n.\r\nimport\r\n");
	receive("** The server has no room for more imported matches.\r\n");
	assert_int_equal(f.s.files.import.n, 0);
	session_typed(&f.s, command);
	receive("** The server takes no imported matches.\r\n");
	assert_int_equal(f.s.files.import.n, 0);
	(void)take_sent();
	(void)snprintf(command, sizeof(command), "/import archive %s", folder);
	session_typed(&f.s, command);
	receive(go);
	imports_send_lines(&f.s);
	receive("Stored matches: 1, games: 1.\r\n");
	assert_string_equal(take_sent(),
	    "import archive\r\none\r\n..two\r\n\r\nthree\r\n.\r\nimport archive\r\n");
	receive("** Permission denied\r\n");
	assert_int_equal(f.s.files.import.n, 0);
	(void)unlink(a);
	(void)unlink(b);
	session_typed(&f.s, command);
	assert_non_null(strstr(newest_log_line(NULL), "no file of a match"));
	(void)unlink(other);
	(void)rmdir(folder);
}

/* Any answer of the server ends the import, and the user can cancel it.  Afterwards typed lines
 * are commands as usual.  If the server has begun to read the text, the client ends the text
 * with a dot. */
TEST(any_refusal_or_the_user_ends_an_import)
{
	static const char *const REFUSAL_COUNT[] = {
		"** Sorry, the server has no room to save anything just now.\r\n",
		"** The moon is full.\r\n",
		"Your recovery code is  a5d0a-ee210-147e1-f490c\r\n",
	};
	static const char *const AFTER[] = { "shout hi\r\n", ".\r\nshout hi\r\n",
		".\r\nshout hi\r\n" };
	char command[100], path[64];

	plays(OPENING_BOARD);
	(void)snprintf(path, sizeof(path), "/tmp/import.%ld", (long)getpid());
	(void)snprintf(command, sizeof(command), "/import %s", path);
	write_file(path, "one\n");
	(void)take_sent();
	for (unsigned i = 0; i < ARRAY_LEN(REFUSAL_COUNT); i++) {
		session_typed(&f.s, command);
		session_typed(&f.s, "shout hi");
		assert_string_equal(take_sent(), "import\r\n");
		receive(REFUSAL_COUNT[i]);
		assert_int_equal(f.s.files.import.n, 0);
		assert_int_equal(strncmp(take_sent(), AFTER[i], strlen(AFTER[i])), 0);
	}
	session_typed(&f.s, command);
	session_typed(&f.s, "shout hi");
	session_typed(&f.s, "/import");
	assert_int_equal(f.s.files.import.n, 0);
	assert_string_equal(take_sent(), "import\r\n.\r\nshout hi\r\n");
	assert_non_null(strstr(newest_log_line(NULL), ": not imported"));
	(void)unlink(path);
}

TEST(a_line_of_a_file_keeps_its_backslash)
{
	static const char *const LINES[] = { "a\\\\", "", "b", "..\\\\", "", NULL };
	char path[64], line[IMPORT_LINE_MAX], why[100];
	struct import im = { 0 };
	unsigned n = 0;

	(void)snprintf(path, sizeof(path), "/tmp/import.%ld", (long)getpid());
	write_file(path, "a\\\r\nb\n.\\");
	assert_true(import_begin(&im, path, why, sizeof(why)) &&
		    import_open_next_file(&im, why, sizeof(why)));
	while (import_next_line(&im, line)) {
		assert_non_null(LINES[n]);
		assert_string_equal(line, LINES[n++]);
	}
	assert_null(LINES[n]);
	import_end(&im);
	(void)unlink(path);
}

TEST(a_long_line_of_a_file_is_sent_in_parts)
{
	char path[64], text[2 * IMPORT_LINE_MAX + 2] = "", line[IMPORT_LINE_MAX], why[100];
	struct import im = { 0 };
	size_t n = 0;

	(void)snprintf(path, sizeof(path), "/tmp/import.%ld", (long)getpid());
	memset(text, 'x', sizeof(text) - 1);
	write_file(path, text);
	assert_true(import_begin(&im, path, why, sizeof(why)) &&
		    import_open_next_file(&im, why, sizeof(why)));
	while (import_next_line(&im, line)) {
		n += strspn(line, "x");
		assert_true(
		    line[strspn(line, "x")] == '\0' || strlen(line) == IMPORT_LINE_MAX - 1);
	}
	assert_int_equal(n, sizeof(text) - 1);
	assert_string_equal(line, ".");
	import_end(&im);
	(void)unlink(path);
}

/* The mark after the answer ends the save or the replay, whatever the refusal says. */
TEST(any_refusal_ends_a_save_and_a_replay)
{
	char command[100], path[64];

	plays(OPENING_BOARD);
	(void)snprintf(path, sizeof(path), "/tmp/session.%ld", (long)getpid());
	(void)unlink(path);
	(void)snprintf(command, sizeof(command), "/save 7 mat %s", path);
	session_typed(&f.s, "who");
	session_typed(&f.s, command);
	receive(LIST_MARK CORA_ROW LIST_MARK); /* the list requested earlier */
	assert_non_null(f.s.files.save.file);
	receive("** The moon is full.\r\n");
	assert_non_null(f.s.files.save.file);
	receive(LIST_MARK);
	assert_null(f.s.files.save.file);
	assert_int_not_equal(access(path, F_OK), 0);
	assert_non_null(strstr(newest_log_line(NULL), "not saved"));
	session_typed(&f.s, command);
	receive("** Match 7 as mat:\r\n Game 1\r\n** End of match 7.\r\n" LIST_MARK);
	assert_int_equal(access(path, F_OK), 0);
	assert_non_null(strstr(newest_log_line(NULL), ": saved"));
	(void)unlink(path);

	session_typed(&f.s, "replay 7");
	session_typed(&f.s, "replay next");
	assert_int_equal(f.s.model.replays.due, 2);
	receive("** The moon is full.\r\n" LIST_MARK);
	assert_int_equal(f.s.model.replays.due, 1);
	receive(OPENING_BOARD "Match 7, game 1, move 2. bert: 31: 8/5 6/5\r\n" LIST_MARK);
	assert_int_equal(f.s.model.replays.due, 0);
	assert_true(model_shown_table(&f.s.model)->replayed);
	receive(BOARD_TO_ROLL); /* a board of the user's own match is not held back */
	assert_int_equal(own_match()->phase, PH_ROLL);
}

TEST(a_page_keeps_its_empty_lines)
{
	uint64_t n, before;

	plays(OPENING_BOARD);
	receive("\r\n");
	(void)newest_log_line(&before);
	session_typed(&f.s, "help save");
	assert_int_equal(
	    f.s.view.answer_start, before + 2); /* the line after the typed command */
	receive("NAME\r\n\r\nSYNOPSIS\r\n" LIST_MARK "\r\n");
	assert_string_equal(newest_log_line(&n), "SYNOPSIS");
	assert_int_equal(n, before + 4);
}

/* The client asks for the additional lines once per session, and asks only servers that know
 * tokens. */
TEST(the_additional_lines_are_requested)
{
	plays(OPENING_BOARD);
	assert_null(strstr(f.s.model.outbox.text, "additions"));
	f.s.model.outbox.len = 0;
	for (unsigned i = 0; i < 2; i++)
		receive("token:0123456789abcdef0123456789abcdef:1767268800\r\n");
	assert_int_equal(f.s.model.outbox.len, 23);
	assert_memory_equal(f.s.model.outbox.text, "set language\nadditions\n", 23);
	f.s.model.outbox.len = 0;
	receive("** You get the lines of 'help additions' until you leave.\r\n");
	assert_int_equal(f.s.model.log.count, 0); /* not shown */
	assert_false(f.s.model.announced.practice);
	receive("** Player bert has joined you for a 3 point match.\r\nThis match is for "
		"practice and "
		"counts for nothing: 'hint', 'takeback', 'help practice'.\r\n" OPENING_BOARD);
	assert_true(model_own_table(&f.s.model)->practice);
	receive("** Player bert has joined you for a 3 point match.\r\n" OPENING_BOARD);
	assert_false(model_own_table(&f.s.model)->practice);
	receive("bert wins the 3 point match 3-0 .\r\n"
		"Ratings: bert 1510.00 (+10.00), anna 1490.00 (-10.00).\r\n");
	assert_string_equal(
	    newest_log_line(NULL), "Ratings: bert 1510.00 (+10.00), anna 1490.00 (-10.00).");
}

TEST(an_alias_expands_to_its_line)
{
	uint64_t n;

	plays(OPENING_BOARD);
	f.s.link.out_len = 0;
	session_typed(&f.s, "hi there"); /* an alias from the configuration */
	assert_memory_equal(f.s.link.out, "tell bert there\r\n", 17);
	session_typed(&f.s, "/alias hi kibitz hello");
	f.s.link.out_len = 0;
	session_typed(&f.s, "hi all");
	assert_memory_equal(f.s.link.out, "kibitz hello all\r\n", 18);
	session_typed(&f.s, "/alias");
	assert_string_equal(newest_log_line(&n), "pw stands for: password");
	assert_string_equal(model_log_at(&f.s.model, f.s.model.log.count - 2)->text,
	    "hi stands for: kibitz hello");
	session_typed(&f.s, "/alias hi -");
	session_typed(&f.s, "/alias hi");
	assert_string_equal(newest_log_line(&n), "hi stands for: tell bert");
	session_typed(&f.s, "/alias n /note cora");
	session_typed(&f.s, "n is quick");
	session_typed(&f.s, "/note");
	assert_string_equal(newest_log_line(&n), "Your note on cora: is quick");
	/* an alias with a password is refused, and the line is not kept in the history */
	session_typed(&f.s, "/alias  x  password old:new:new");
	assert_string_equal(
	    newest_log_line(&n), "Lines that contain a password are not stored.");
	edit_browse_history(&f.s.edit, -1);
	assert_string_equal(f.s.edit.text, "/note");
	session_typed(&f.s, "/note bert passive player"); /* a note is not sent to anyone */
	assert_string_equal(notes_find(&f.s.notes, "bert"), "passive player");
}

TEST(a_note_is_cut_between_characters)
{
	char typed[220] = "/note dora ";
	const size_t most = sizeof(f.s.view.notice) - 1;

	for (size_t n; (n = strlen(typed)) < 200;)
		memcpy(typed + n, "\xc3\xa9", 3);
	session_typed(&f.s, typed);
	session_show_note(&f.s, "dora");
	assert_int_equal(strlen(f.s.view.notice), most - most % 2);
	session_typed(&f.s, "/note dora -");
}

TEST(an_alias_cannot_hide_client_commands)
{
	static const char *const NAMES[] = { "/alias", "/quit", "/help", "/x", "!!", "!!x" };
	char line[80];
	uint64_t n;

	plays(OPENING_BOARD);
	for (unsigned i = 0; i < ARRAY_LEN(NAMES); i++) {
		(void)snprintf(line, sizeof(line), "/alias %s kibitz hello", NAMES[i]);
		session_typed(&f.s, line);
		assert_string_equal(newest_log_line(&n), "An alias cannot begin with / or !!.");
	}
	assert_int_equal(f.s.aliases.n, 0);
	/* an alias of this name in a configuration file is ignored */
	assert_true(config_set(&f.config, "alias", "/help", "bye"));
	f.s.link.out_len = 0;
	session_typed(&f.s, "/help");
	assert_true(f.s.view.keys_page_shown);
	assert_int_equal(f.s.link.out_len, 0);
}

/* A line that begins with a slash is neither a name nor sent to the server; but a password may
 * begin with a slash. */
TEST(client_commands_work_before_the_login)
{
	static const enum login_stage STEPS[] = { LOGIN_NAME, LOGIN_GUEST_TEXT, LOGIN_FORM };

	for (unsigned i = 0; i < ARRAY_LEN(STEPS); i++) {
		session_set_login_stage(&f.s, STEPS[i], "");
		session_typed(&f.s, "/help");
		assert_true(f.s.view.keys_page_shown);
		f.s.view.keys_page_shown = false;
		session_typed(&f.s, "/save 1 mat x");
		assert_int_equal(f.s.login_stage, STEPS[i]);
		assert_string_equal(f.s.login_name, "");
		assert_string_equal(f.s.view.form.text[FORM_NAME], "");
		assert_int_equal(f.s.link.out_len, 0);
		assert_false(f.s.ended);
		session_typed(&f.s, "/quit");
		assert_true(f.s.ended);
		f.s.ended = false;
	}
	session_set_login_stage(&f.s, LOGIN_NAME, "");
	session_typed(&f.s, "anna");
	assert_int_equal(f.s.login_stage, LOGIN_PASSWORD);
	session_typed(&f.s, "/quit");
	assert_int_equal(f.s.login_stage, LOGIN_PASSWORD_SENT);
	assert_false(f.s.ended);
}

TEST(a_changed_alias_is_reported_with_its_meaning)
{
	static const struct {
		const char *typed, *said;
	} STEPS[] = {
		{ "/alias hi -", "That alias is set in the configuration file." },
		{ "/alias ho -", "There is no such alias. /alias NAME TEXT creates one." },
		{ "/alias hi shout hi", "hi stands for: shout hi" },
		{ "/alias hi -", "hi stands for: tell bert" },
		{ "/alias ho wave", "ho stands for: wave" },
		{ "/alias ho -", "There is no such alias. /alias NAME TEXT creates one." },
		{ "/note carl -", "You have no note on that name. /note NAME TEXT adds one." },
	};
	char path[64];
	uint64_t n;

	(void)snprintf(path, sizeof(path), "/tmp/gammon-aliases.%ld", (long)getpid());
	notes_load(&f.s.aliases, path);
	notes_load(&f.s.notes, path);
	for (unsigned i = 0; i < ARRAY_LEN(STEPS); i++) {
		session_typed(&f.s, STEPS[i].typed);
		assert_string_equal(newest_log_line(&n), STEPS[i].said);
	}
	assert_int_equal(unlink(path), 0);
}

TEST(a_line_of_the_file_without_a_name_is_left_out)
{
	char path[64];
	FILE *file;

	(void)snprintf(path, sizeof(path), "/tmp/gammon-aliases.%ld", (long)getpid());
	file = fopen(path, "w");
	assert_non_null(file);
	assert_true(fputs(" bye\nho wave\n", file) >= 0);
	assert_int_equal(fclose(file), 0);
	notes_load(&f.s.aliases, path);
	assert_int_equal(unlink(path), 0);
	assert_int_equal(f.s.aliases.n, 1);
	assert_string_equal(f.s.aliases.note[0].name, "ho");
}

TEST(a_move_may_be_typed_as_on_the_server)
{
	static const char ON_BAR[] = "board:You:bert:3:0:0:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:"
				     "-3:0:-5:0:0:0:0:1:1:1:6:2:0"
				     ":0:1:1:1:0:1:-1:0:25:0:0:1:0:2:3:0:0\r\n";
	static const char *const TYPED[] = { "bar/23 24/18", "b/23 24/18", "Bar/23 24/18",
		"BAR-23 24-18", "bar 23 24 18", "m b/23 24/18", "M bar-23 24-18",
		"Move bar/23 24/18" };
	static const char *const ENTERS[] = { "res/23 24/18", "res-23 24-18", "res 23 24 18",
		"enter/23 24/18", "enter-23 24-18", "enter 23 24 18", "m res/23 24/18" };

	plays(ON_BAR);
	for (unsigned i = 0; i < ARRAY_LEN(TYPED); i++) {
		receive(ON_BAR);
		f.s.link.out_len = 0;
		session_typed(&f.s, TYPED[i]);
		if (f.s.link.out_len < 6 || memcmp(f.s.link.out, "move b", 6) != 0)
			fail_msg("%s: %s", TYPED[i], f.s.view.notice);
		assert_memory_equal(f.s.link.out, "move bar-23 24-18\r\n", 19);
	}
	for (unsigned i = 0; i < ARRAY_LEN(ENTERS); i++) {
		receive(
		    OPENING_BOARD "board+:crowded:5:5:-:-:-24:1:0:0:-\r\n"); /* with five
									checkers in reserve */
		f.s.link.out_len = 0;
		session_typed(&f.s, ENTERS[i]);
		if (f.s.link.out_len < 6 || memcmp(f.s.link.out, "move ", 5) != 0)
			fail_msg("%s: %s", ENTERS[i], f.s.view.notice);
		assert_memory_equal(f.s.link.out, "move res-23 24-18\r\n", 19);
	}
	receive(ON_BAR);
	f.s.link.out_len = 0;
	session_typed(&f.s, "res n"); /* not a move */
	assert_memory_equal(f.s.link.out, "res n\r\n", 7);
}

#define AWAY_LINE "You're away. Please type 'back'\r\n"

TEST(an_away_user_is_reminded_once_per_command)
{
	uint64_t before, after;

	plays(OPENING_BOARD);
	session_typed(&f.s, "who");
	receive(LIST_MARK AWAY_LINE CORA_ROW AWAY_LINE LIST_MARK AWAY_LINE AWAY_LINE);
	assert_string_equal(newest_log_line(&before), "You're away. Please type 'back'");
	assert_string_equal(model_log_at(&f.s.model, f.s.model.log.count - 2)->text + 21,
	    "rating 1418.61  experience 23    plays bert, away, idle 2 min");
	receive(OPENING_BOARD AWAY_LINE AWAY_LINE);
	(void)newest_log_line(&after);
	assert_int_equal(after, before);
	session_typed(&f.s, "pip");
	receive("Pipcounts: You 167  bert 167.\r\n" AWAY_LINE);
	assert_string_equal(newest_log_line(&after), "You're away. Please type 'back'");
	assert_int_equal(after, before + 3);
}

TEST(an_away_user_is_reminded_if_marks_get_other_replies)
{
	uint64_t n;

	plays(OPENING_BOARD);
	session_typed(&f.s, "who");
	receive("** What?\r\n" AWAY_LINE CORA_ROW AWAY_LINE "** What?\r\n" AWAY_LINE);
	assert_string_equal(newest_log_line(&n), "** What?");
	for (unsigned i = 0; i < 2; i++) {
		session_typed(&f.s, "pip");
		receive("Pipcounts: You 167  bert 167.\r\n" AWAY_LINE);
		assert_string_equal(newest_log_line(&n), "You're away. Please type 'back'");
	}
}

TEST(the_token_message_says_whether_the_client_reconnects)
{
	static const char TOKEN[] = "token:0123456789abcdef0123456789abcdef:1\r\n";
	uint64_t n;

	plays(OPENING_BOARD);
	session_typed(&f.s, "token new");
	receive(TOKEN);
	assert_non_null(strstr(newest_log_line(&n), "does not reconnect (-n)"));
	f.s.reconnects = true;
	session_typed(&f.s, "token new");
	receive(TOKEN);
	assert_non_null(strstr(newest_log_line(&n), "gammon uses it to reconnect"));
}

TEST(a_new_board_style_takes_effect_after_leaving)
{
	uint64_t n;

	plays(OPENING_BOARD);
	receive("Value of 'boardstyle' is 3\r\n");
	session_typed(&f.s, "set boardstyle");
	receive("Value of 'boardstyle' is 3\r\n");
	assert_string_equal(newest_log_line(&n), "Value of 'boardstyle' is 3");
	assert_int_equal(f.s.model.boardstyle_to_restore, 0);
	f.s.model.outbox.len = 0;
	session_typed(&f.s, "set boardstyle 2");
	receive("Value of 'boardstyle' set to 2.\r\n");
	assert_non_null(strstr(newest_log_line(&n), "when you leave"));
	assert_int_equal(f.s.model.boardstyle_to_restore, 2);
	assert_memory_equal(f.s.model.outbox.text, "set boardstyle 3\n", 17);
	receive("Value of 'boardstyle' set to 3.\r\n");
	assert_non_null(strstr(newest_log_line(&n), "when you leave"));
	/* the reply to a second command arrives before the reply to the client's own command */
	f.s.model.outbox.len = 0;
	receive("Value of 'boardstyle' set to 4.\r\nValue of 'boardstyle' set to 2.\r\n");
	assert_int_equal(f.s.model.outbox.len, 17);
	receive("Value of 'boardstyle' set to 3.\r\n");
	assert_int_equal(f.s.model.boardstyle_to_restore, 2);
	/* after a lost connection the server still has the client's setting */
	model_connection_lost(&f.s.model);
	f.s.login_stage = LOGIN_TOKEN_SENT;
	receive("1 anna 1041253132 host\r\nValue of 'boardstyle' is 3\r\n");
	assert_int_equal(f.s.model.boardstyle_to_restore, 2);
	session_typed(&f.s, "set boardstyle 3");
	receive("Value of 'boardstyle' set to 3.\r\n");
	assert_int_equal(f.s.model.boardstyle_to_restore, 0);
	f.s.model.boardstyle_to_restore = 2;
	model_connection_lost(&f.s.model);
	f.s.login_stage = LOGIN_PASSWORD_SENT;
	receive("1 bert 1041253132 host\r\n");
	assert_int_equal(f.s.model.boardstyle_to_restore, 0);
}

/* Commands that the client sends on its own are not repeated. */
TEST(the_last_typed_command_is_repeated)
{
	static const char *const NOT_TWICE[] = { "shout hello", "t bert hi", "s hi", "k hi",
		"wh hi", "message bert hi", "password a:b:b" };
	uint64_t n;

	plays(OPENING_BOARD);
	session_typed(&f.s, "!!");
	assert_string_equal(newest_log_line(&n), "There is nothing to repeat.");
	session_typed(&f.s, "who");
	receive(LIST_MARK "6\r\n" LIST_MARK);
	query_clock(&f.s.model);
	session_typed(&f.s, "!!");
	session_typed(&f.s, "!!");
	assert_string_equal(newest_log_line(&n), "who");
	receive(LIST_MARK "6\r\n" LIST_MARK LIST_MARK "6\r\n");
	assert_string_equal(newest_log_line(&n), "Nobody.");
	receive(LIST_MARK);
	for (unsigned i = 0; i < ARRAY_LEN(NOT_TWICE); i++) {
		session_typed(&f.s, "show max");
		session_typed(&f.s, NOT_TWICE[i]);
		session_typed(&f.s, "!!");
		assert_string_equal(newest_log_line(&n), "There is nothing to repeat.");
	}
}

/* A new token would replace the valid token, and the reply might be lost. */
TEST(a_login_by_token_does_not_request_another)
{
	static const char TOKEN[] = "token:0123456789abcdef0123456789abcdef:1\r\n";
	const char *requests;

	plays(OPENING_BOARD);
	assert_non_null(strstr(take_sent(), "token new\r\n"));
	receive(TOKEN);
	model_connection_lost(&f.s.model);
	f.s.login_stage = LOGIN_TOKEN_SENT;
	receive("1 anna 1041253132 host\r\n");
	assert_int_equal(f.s.login_stage, LOGIN_DONE);
	requests = take_sent();
	assert_null(strstr(requests, "token"));
	assert_non_null(strstr(requests, "set boardstyle\r\n"));
}

TEST(text_typed_before_the_login_is_not_sent_as_a_name)
{
	uint64_t n;

	f.s.login_stage = LOGIN_CONNECTED;
	session_typed(&f.s, "version");
	assert_int_equal(f.s.link.out_len, 0);
	assert_non_null(strstr(newest_log_line(&n), "not logged in yet"));
	assert_false(f.s.ended);
	session_typed(&f.s, "bye");
	assert_int_equal(f.s.link.out_len, 0);
	assert_true(f.s.ended);
}

/* Line mode has neither pages nor a bar, so these notices are printed as lines. */
TEST(transient_screen_notices_are_lines_in_line_mode)
{
	static char text[16384];
	struct line_output lines = { .for_screen_reader = true };
	struct sbuf b;

	plays(OPENING_BOARD);
	SBUF_INIT(&b, text);
	lines_write_new(&lines, &f.s, &b);
	assert_non_null(strstr(text, "point 24: 2"));
	SBUF_INIT(&b, text);
	lines_write_new(&lines, &f.s, &b);
	assert_string_equal(text, "");
	session_typed(&f.s, "board");
	lines_write_new(&lines, &f.s, &b);
	assert_non_null(strstr(text, "point 24: 2"));
	SBUF_INIT(&b, text); /* unchanged state is not repeated */
	receive("You roll 3 and 1.\r\n");
	lines_write_new(&lines, &f.s, &b);
	assert_non_null(strstr(text, "Move 3 1."));
	assert_null(strstr(text, "point 24: 2"));
	SBUF_INIT(&b, text);
	session_typed(&f.s, "/help");
	lines_write_new(&lines, &f.s, &b);
	assert_non_null(strstr(text, "/note NAME TEXT"));
	assert_false(f.s.view.keys_page_shown);
	SBUF_INIT(&b, text);
	session_quit(&f.s);
	lines_write_new(&lines, &f.s, &b);
	assert_non_null(strstr(text, "Leave again to quit"));
	SBUF_INIT(&b, text);
	lines_write_new(&lines, &f.s, &b);
	assert_string_equal(text, "");
}

/* ---- memory ---- */

TEST(memory_is_bounded)
{
	char line[LOG_TEXT_MAX + 100];
	const char *kept;

	plays(OPENING_BOARD);
	for (unsigned i = 0; i < PEOPLE_MAX + 10; i++) {
		(void)snprintf(line, sizeof(line), "5 p%u - - 1 0 1500.00 0 0 1 h - -", i);
		receive_line(&f.s.model, line, 0);
	}
	assert_int_equal(f.s.model.n_people, PEOPLE_MAX);
	assert_null(model_find_person(&f.s.model, "p10005"));
	receive_line(&f.s.model, "8 p7 p7 logs out.", 0);
	receive_line(&f.s.model, "5 late - - 1 0 1500.00 0 0 1 h - -", 0);
	assert_non_null(model_find_person(&f.s.model, "late"));
	/* what is known about the user does not depend on the list of users */
	receive_line(&f.s.model, "5 anna - - 0 1 1500.00 0 0 1 h - -", 0);
	assert_true(f.s.model.away);

	memset(line, 'x', sizeof(line));
	(void)snprintf(line + LOG_TEXT_MAX - 1, 4,
	    "\303\251y"); /* truncated in the middle of a character */
	model_log(&f.s.model, LOG_SERVER, line);
	kept = model_log_at(&f.s.model, f.s.model.log.count - 1)->text;
	assert_int_equal(strlen(kept), LOG_TEXT_MAX - 1);
	assert_int_equal(kept[LOG_TEXT_MAX - 2], 'x');
}

/* The client keeps sending to a server that does not read. */
TEST(unread_output_is_bounded)
{
	char line[1001];

	plays(OPENING_BOARD);
	memset(line, 'x', sizeof(line) - 1);
	line[sizeof(line) - 1] = '\0';
	for (unsigned i = 0; i < CONNECTION_OUT_MAX / 1000 + 10 && f.s.link.fd >= 0; i++) {
		session_send_command(&f.s, line);
		assert_true(f.s.link.out_len <= CONNECTION_OUT_MAX);
	}
	assert_int_equal(f.s.link.fd, -1);
	assert_true(f.s.ended && f.s.exit_status != 0);
}

/* ---- the terminal ---- */

TEST(a_prompt_contains_no_control_sequences)
{
	f.s.login_stage = LOGIN_GUEST_TEXT;
	receive("Your\033]0;owned\a name: \302\2332J");
	assert_string_equal(f.s.edit.prompt, "Your name: ");
}

/* ---- passwords ---- */

TEST(a_welcome_counts_only_as_the_answer_to_a_login)
{
	static const enum login_stage LOGINS[] = { LOGIN_CONNECTED, LOGIN_NAME, LOGIN_PASSWORD,
		LOGIN_GUEST_TEXT };

	for (unsigned i = 0; i < ARRAY_LEN(LOGINS); i++) {
		f.s.login_stage = LOGINS[i];
		f.s.edit.secret = LOGINS[i] == LOGIN_PASSWORD;
		edit_set(&f.s.edit, "half");
		receive("1 anna 1041253132 host\r\n");
		assert_int_equal(f.s.login_stage, LOGINS[i]);
		assert_false(f.s.model.clip);
		assert_string_equal(f.s.edit.text, "half");
	}
	f.s.login_stage = LOGIN_TOKEN_SENT;
	receive("1 anna 1041253132 host\r\n");
	assert_int_equal(f.s.login_stage, LOGIN_DONE);
}

TEST(a_half_typed_password_is_cleared_on_disconnection)
{
	f.s.login_stage = LOGIN_PASSWORD;
	f.s.edit.secret = true;
	edit_set(&f.s.edit, "geh");
	(void)shutdown(f.server, SHUT_WR);
	session_read(&f.s);
	assert_int_equal(f.s.link.fd, -1);
	assert_false(f.s.edit.secret);
	assert_string_equal(f.s.edit.text, "");
	assert_int_equal(f.s.edit.len, 0);
}

TEST(lines_with_a_password_are_not_kept)
{
	static const char *const SECRET[] = { "password a:b:b", "  password a:b:b",
		"\tpassword a:b:b", "pw a:b:b", " login x 1008 a b" };
	unsigned logged;

	plays(OPENING_BOARD);
	logged = f.s.model.log.count;
	for (unsigned i = 0; i < ARRAY_LEN(SECRET); i++)
		session_typed(&f.s, SECRET[i]);
	assert_int_equal(f.s.edit.n_history, 0);
	assert_int_equal(f.s.model.log.count, logged);
	session_typed(&f.s, "hi there");
	assert_int_equal(f.s.edit.n_history, 1);
	assert_string_equal(f.s.edit.history[0], "hi there");
	assert_string_equal(model_log_at(&f.s.model, logged)->text, "tell bert there");
}

/* ---- searching what was said ---- */

static void
press_key(enum press_kind kind, uint32_t ch)
{
	const struct press p = { .kind = kind, .ch = ch };

	keys_press(&f.s, &p);
}

static void
type_search(const char *words)
{
	press_key(PRESS_CONTROL, 'f');
	assert_true(f.s.searching);
	for (; *words != '\0'; words++)
		press_key(PRESS_CHAR, (unsigned char)*words);
	press_key(PRESS_ENTER, 0);
}

static void
assert_no_search(void)
{
	assert_false(f.s.searching);
	assert_string_equal(f.s.view.search_words, "");
	assert_string_equal(f.s.edit.text, "");
}

TEST(a_search_ends_with_the_connection)
{
	plays(BOARD_OF_OTHERS);
	type_search("bert");
	assert_string_equal(f.s.view.search_words, "bert");
	assert_string_equal(f.s.edit.prompt, "Find: ");
	(void)shutdown(f.server, SHUT_WR);
	session_read(&f.s);
	assert_int_equal(f.s.link.fd, -1);
	assert_no_search();
	assert_string_equal(f.s.edit.prompt, "");
}

TEST(a_search_ends_when_the_server_asks_for_input)
{
	plays(BOARD_OF_OTHERS);
	f.s.login_stage = LOGIN_OFFLINE;
	type_search("bert");
	(void)sbuf_copy(f.s.login_name, sizeof(f.s.login_name), "anna");
	f.s.login_stage = LOGIN_CONNECTED; /* reconnected, without a password */
	f.s.model.clip = false;
	receive("login: ");
	assert_int_equal(f.s.login_stage, LOGIN_PASSWORD);
	assert_no_search();
	assert_string_equal(f.s.edit.prompt, "Password: ");
	press_key(PRESS_CONTROL, 'f');
	assert_no_search();
	f.s.searching = true; /* this state is set directly; no key leads to it */
	f.s.link.out_len = 0;
	press_key(PRESS_CHAR, 'g');
	press_key(PRESS_ENTER, 0);
	assert_string_equal(f.s.view.search_words, "");
	assert_memory_equal(f.s.link.out, "login gammon 1008 anna g\r\n", 26);
}

TEST(a_new_search_text_starts_from_the_bottom)
{
	unsigned last;

	plays(BOARD_OF_OTHERS);
	receive("13 bert one two\r\n13 bert one\r\n13 bert two\r\n");
	last = (unsigned)f.s.model.log.total;
	type_search("one");
	assert_int_equal(f.s.view.bottom_line, last - 1);
	press_key(PRESS_ENTER, 0);
	assert_int_equal(f.s.view.bottom_line, last - 2);
	press_key(PRESS_CONTROL, 'u');
	press_key(PRESS_CHAR, 't');
	press_key(PRESS_CHAR, 'w');
	press_key(PRESS_ENTER, 0);
	assert_int_equal(f.s.view.bottom_line, last);
	/* no character is cut in half */
	press_key(PRESS_CONTROL, 'u');
	press_key(PRESS_CHAR, 'a');
	for (unsigned i = 0; i < 70; i++)
		press_key(PRESS_CHAR, 0xfc);
	press_key(PRESS_ENTER, 0);
	assert_int_equal(strlen(f.s.view.search_words), 1 + 2 * 59);
}

/* ---- files, and the line ---- */

TEST(user_names_cannot_lead_out_of_the_directory)
{
	struct logfile kept = { .folder = "" };
	char folder[] = "/tmp/gammon-test-XXXXXX", command[128];

	assert_non_null(mkdtemp(folder));
	kept.folder = folder;
	(void)sbuf_copy(f.s.model.self, sizeof(f.s.model.self), "../an-na");
	(void)sbuf_copy(
	    f.s.model.record_opponent, sizeof(f.s.model.record_opponent), "/etc/\303\274_9");
	f.s.model.games_recorded = 1;
	logfile_update(&kept, &f.s.model);
	assert_string_equal(kept.match_path + strlen(folder) + strlen("/2026-11-22-141500"),
	    "-___an-na-_etc____9.mat");
	assert_int_equal(access(kept.match_path, F_OK), 0);
	/* symbolic links in the directory cannot lead out of it either */
	(void)unlink(kept.match_path);
	assert_int_equal(symlink("elsewhere", kept.match_path), 0);
	f.s.model.games_recorded = 2;
	logfile_update(&kept, &f.s.model);
	(void)snprintf(command, sizeof(command), "%s/elsewhere", folder);
	assert_int_not_equal(access(command, F_OK), 0);
	(void)unlink(kept.match_path);
	assert_int_equal(rmdir(folder), 0);
}

/* After another key, the text that completion would restore no longer exists. */
TEST(completion_ends_with_any_other_key)
{
	static const struct press TAB = { .kind = PRESS_TAB },
				  CUT = { .kind = PRESS_CONTROL, .ch = 'u' };

	plays(BOARD_TO_ROLL);
	f.s.view.focus = FOCUS_INPUT;
	edit_set(&f.s.edit, "toggle rea");
	keys_press(&f.s, &TAB);
	assert_string_equal(f.s.edit.text, "toggle ready ");
	keys_press(&f.s, &CUT);
	edit_set(&f.s.edit, "inv");
	keys_press(&f.s, &TAB);
	assert_string_equal(f.s.edit.text, "invite ");
}

/* ---- an earlier match ---- */

TEST(replaying_a_file_reports_the_current_move)
{
	static const struct {
		const char *typed, *said;
	} STEPS[] = {
		{ "/replay previous", "That is the first move." },
		{ "/replay move 1", "That move is already shown." },
		{ "/replay", "game 1, move 1. ann: 31: 8/5 6/5" },
		{ "/replay next", "game 1, move 2. So far: ann 0, bob 0" },
		{ "/replay next", "That is the end." },
		{ "/replay game 9", "That is the end." },
		{ "/replay move 9", "That is the end." },
	};
	char path[64], text[80];
	uint64_t n;
	FILE *file;

	(void)snprintf(path, sizeof(path), "/tmp/gammon-replay.%ld", (long)getpid());
	file = fopen(path, "w");
	assert_non_null(file);
	assert_true(fputs("2 point match\n\n Game 1\n ann : 0          bob : 0\n"
			  "  1) 31: 8/5 6/5\n",
			file) >= 0);
	assert_int_equal(fclose(file), 0);
	session_typed(&f.s, "/replay");
	assert_string_equal(
	    newest_log_line(&n), "/replay FILE shows a match saved as json or mat.");
	(void)snprintf(text, sizeof(text), "/replay %s", path);
	session_typed(&f.s, text);
	assert_int_equal(unlink(path), 0);
	for (unsigned i = 0; i < ARRAY_LEN(STEPS); i++) {
		session_typed(&f.s, STEPS[i].typed);
		assert_string_equal(newest_log_line(&n), STEPS[i].said);
	}
	session_replay_command(&f.s, "close");
	assert_null(model_shown_table(&f.s.model));
	session_typed(&f.s, "/replay");
	assert_string_equal(newest_log_line(&n), "game 1, move 2. So far: ann 0, bob 0");
}

TEST(a_character_that_closes_the_help_page_is_typed)
{
	static const struct {
		struct press key;
		bool help;
		const char *text;
	} CASES[] = {
		{ { .kind = PRESS_CHAR, .ch = '3' }, false, "3" },
		{ { .kind = PRESS_CHAR, .ch = ' ' }, false, "" },
		{ { .kind = PRESS_ENTER }, false, "" },
		{ { .kind = PRESS_ESCAPE }, false, "" },
		{ { .kind = PRESS_FUNCTION, .ch = 1 }, false, "" },
		{ { .kind = PRESS_CONTROL, .ch = 'd' }, false, "" },
		{ { .kind = PRESS_RESIZED }, true, "" },
	};

	plays(OPENING_BOARD);
	for (unsigned i = 0; i < ARRAY_LEN(CASES); i++) {
		edit_clear(&f.s.edit);
		session_typed(&f.s, "/help");
		assert_true(f.s.view.keys_page_shown);
		keys_press(&f.s, &CASES[i].key);
		assert_int_equal(f.s.view.keys_page_shown, CASES[i].help);
		assert_string_equal(f.s.edit.text, CASES[i].text);
		assert_false(f.s.quit_warned);
	}
}

/* Where the page of keys does not fit, PgDn and the arrows scroll it instead of closing it. */
TEST(the_page_of_keys_scrolls_on_a_small_screen)
{
	static const struct press DOWN = { .kind = PRESS_DOWN }, UP = { .kind = PRESS_UP },
				  NEXT = { .kind = PRESS_PAGE_DOWN },
				  ESCAPE = { .kind = PRESS_ESCAPE };

	plays(OPENING_BOARD);
	view_layout(&f.s.view, &f.s.model, 80, 20);
	session_typed(&f.s, "/help");
	keys_press(&f.s, &DOWN);
	assert_int_equal(f.s.view.keys_page_from, 1);
	keys_press(&f.s, &UP);
	assert_int_equal(f.s.view.keys_page_from, 0);
	for (unsigned i = 0; i < 3; i++)
		keys_press(&f.s, &NEXT);
	assert_int_equal(f.s.view.keys_page_from, 4);
	assert_true(f.s.view.keys_page_shown);
	keys_press(&f.s, &ESCAPE);
	assert_false(f.s.view.keys_page_shown);
	assert_int_equal(f.s.view.keys_page_from, 0);
}

/* ---- notes ---- */

static bool
last_log_line_is(const char *text)
{
	const struct model *m = &f.s.model;

	return m->log.count > 0 && strcmp(model_log_at(m, m->log.count - 1)->text, text) == 0;
}

TEST(a_note_is_shown_on_an_invitation_and_kept_between_runs)
{
	char folder[] = "/tmp/gammon-notes-XXXXXX", path[64], line[400];

	assert_non_null(mkdtemp(folder));
	(void)snprintf(path, sizeof(path), "%s/notes", folder);
	notes_load(&f.s.notes, path);
	plays(OPENING_BOARD);
	session_typed(&f.s, "/note");
	assert_true(last_log_line_is("You have no notes. /note NAME TEXT adds one."));
	session_typed(&f.s, "/note bert");
	assert_true(
	    last_log_line_is("You have no note on that name. /note NAME TEXT adds one."));
	session_typed(&f.s, "/note bert slow, but kind");
	assert_true(last_log_line_is("Noted."));
	session_typed(
	    &f.s, "/note carl -"); /* there is no note to delete, so no file is created */
	session_typed(&f.s, "/note abcdefghijklmnopqrstu is too long a name");
	assert_true(last_log_line_is("Names have at most 20 letters."));
	(void)snprintf(line, sizeof(line), "/note bert %0201d", 1);
	session_typed(&f.s, line);
	assert_true(last_log_line_is(
	    "The text is longer than 200 characters, or 2000 are stored already."));
	notes_free(&f.s.notes);

	notes_load(&f.s.notes, path);
	assert_int_equal(f.s.notes.n, 1);
	receive("Bert wants to play a 3 point match with you.\r\n"
		"Type 'join Bert' to accept.\r\n");
	assert_true(last_log_line_is("Your note on Bert: slow, but kind"));
	session_show_note(&f.s, "BERT");
	assert_string_equal(f.s.view.notice, "slow, but kind");
	session_typed(&f.s, "/note bert -");
	assert_null(notes_find(&f.s.notes, "bert"));
	notes_free(&f.s.notes);

	notes_load(&f.s.notes, path);
	assert_int_equal(f.s.notes.n, 0);
	assert_int_equal(unlink(path), 0);
	session_typed(&f.s, "/note bert x");
	assert_int_equal(unlink(path), 0);
	assert_int_equal(rmdir(folder), 0);
	session_typed(&f.s, "/note bert y"); /* the folders of the file are created */
	assert_int_equal(unlink(path), 0);
	assert_int_equal(rmdir(folder), 0);
	(void)snprintf(f.s.notes.path, sizeof(f.s.notes.path), "/dev/null/notes");
	session_typed(&f.s, "/note bert z");
	assert_true(last_log_line_is("Noted until you quit; the file cannot be written."));
	assert_string_equal(notes_find(&f.s.notes, "bert"), "z");
}

/* ---- leaving ---- */

TEST(leaving_again_ends_the_client)
{
	plays(OPENING_BOARD);
	session_quit(&f.s); /* asks for confirmation: there is a match */
	assert_false(f.s.ended || f.s.model.farewell_received);
	session_quit(&f.s); /* sends the command and waits for the answer */
	assert_false(f.s.ended);
	session_quit(&f.s);
	assert_true(f.s.ended);
}
