/* SPDX-License-Identifier: MIT */
/* The connection to an external engine, with a peer in a thread that gives scripted answers. */
#include <pthread.h>
#include <semaphore.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "bot/gnubg.h"
#include "os/log.h"
#include "work/external.h"
#include "tests/unit/test.h"

#define ANSWERS_MAX 4u
#define GNUBG_OUTPUTS "0.521514 0.153921 0.007563 0.129847 0.007546 0.162602"

static char folder[] = "/tmp/test_external.XXXXXX", path[64], address_text[80];

BEFORE_ALL
{
	assert_non_null(mkdtemp(folder));
	assert_true(snprintf(path, sizeof(path), "%s/s", folder) > 0);
	assert_true(snprintf(address_text, sizeof(address_text), "unix:%s", path) > 0);
}

AFTER_ALL
{
	assert_int_equal(rmdir(folder), 0);
}

TEST(an_address_is_a_unix_socket_or_a_local_port)
{
	static const char *const wrong[] = { "", "unix:", "unix:x", "/run/x", "127.0.0.1",
		"127.0.0.1:", "127.0.0.1:0", "127.0.0.1:65536", "127.0.0.1:123456",
		"127.0.0.1:1x", "127.0.0.1: 1", "10.0.0.1:1", "localhost:1", "::1:1", "[::1]:1",
		"128.0.0.1:1", "0.0.0.0:1", "127.0.0.256:1", "127.0.0.1:1:1" };
	struct external_address p = { .port = 7 };
	char longest[200] = "unix:/";

	for (size_t i = 0; i < ARRAY_LEN(wrong); i++)
		assert_false(external_parse_address(wrong[i], &p));
	memset(longest + 6, 'x', 107);
	assert_false(external_parse_address(longest, &p));
	assert_int_equal(p.port, 7);
	longest[5 + 107] = '\0';
	assert_true(external_parse_address(longest, &p));
	assert_int_equal(p.port, 0);
	assert_string_equal(p.path, longest + 5);
	assert_true(external_parse_address("127.255.0.9:65535", &p));
	assert_int_equal(p.port, 65535);
	assert_memory_equal(p.address, "\x7f\xff\x00\x09", 4);
	assert_string_equal(p.path, "");
}

/* ---- a peer ---- */

struct fake_program {
	int fd;
	pthread_t thread;
	const char *answer[ANSWERS_MAX]; /* NULL: closes the connection */
	char questions[ANSWERS_MAX][300];
	unsigned n;
	bool silent; /* after the last answer, waits for the other side to close */
};

static void *
answer_questions(void *arg)
{
	struct fake_program *p = arg;
	int fd = accept(p->fd, NULL, NULL);
	char c;

	CHECK(fd >= 0);
	for (unsigned i = 0; i < ANSWERS_MAX && p->answer[i] != NULL; i++) {
		unsigned n = 0;

		while (read(fd, &c, 1) == 1 && c != '\n')
			p->questions[i][n++] = c;
		p->n++;
		CHECK(write(fd, p->answer[i], strlen(p->answer[i])) ==
		      (ssize_t)strlen(p->answer[i]));
	}
	while (p->silent && read(fd, &c, 1) == 1)
		;
	(void)close(fd);
	return NULL;
}

static void
peer_start(struct fake_program *p)
{
	struct sockaddr_un to = { .sun_family = AF_UNIX };

	memcpy(to.sun_path, path, strlen(path));
	p->fd = socket(AF_UNIX, SOCK_STREAM, 0);
	assert_int_equal(bind(p->fd, (struct sockaddr *)&to, sizeof(to)), 0);
	assert_int_equal(listen(p->fd, 1), 0);
	assert_int_equal(pthread_create(&p->thread, NULL, answer_questions, p), 0);
}

static void
peer_end(struct fake_program *p)
{
	assert_int_equal(pthread_join(p->thread, NULL), 0);
	assert_int_equal(close(p->fd), 0);
	assert_int_equal(unlink(path), 0);
}

static int64_t now_ms, step_ms; /* the clock advances by step_ms each time it is read */
static sem_t clock_was_read;

static int64_t
read_clock(void)
{
	CHECK(sem_post(&clock_was_read) == 0);
	return now_ms += step_ms;
}

static struct external *
make_external(void)
{
	struct external_address at;
	struct external *x;

	assert_true(external_parse_address(address_text, &at));
	now_ms = 5;
	step_ms = 0;
	assert_int_equal(sem_init(&clock_was_read, 0, 0), 0);
	x = external_new(&at, read_clock);
	assert_non_null(x);
	return x;
}

TEST(a_line_is_answered_with_a_line)
{
	struct fake_program p = { .answer = { "8/5 6/5\n", "\n" } };
	struct external *x = make_external();
	char answer[EXTERNAL_ANSWER_MAX], most[EXTERNAL_LINE_MAX + 1];
	unsigned serial;

	memset(most, 'x', sizeof(most) - 1);
	most[sizeof(most) - 1] = '\0';
	peer_start(&p);
	assert_int_equal(external_serial(x), 0);
	assert_int_equal(external_ask(x, "board:a", answer), EXTERNAL_OK);
	assert_string_equal(answer, "8/5 6/5");
	serial = external_serial(x);
	assert_int_not_equal(serial, 0);
	assert_int_equal(external_ask(x, most, answer), EXTERNAL_OK);
	assert_string_equal(answer, "");
	assert_int_equal(external_serial(x), serial);
	external_free(&x);
	peer_end(&p);
	assert_string_equal(p.questions[0], "board:a");
	assert_string_equal(p.questions[1], most);
}

TEST(a_malformed_answer_ends_the_connection)
{
	static const char *const wrong[] = { "a\nb\n", "a\n\n", "\x1b[2J\n", "a\x80\n", "a\r\n",
		("0123456789012345678901234567890123456789012345678901234567890123456789"
		 "0123456789012345678901234567890123456789012345678901234567890\n"),
		"half" };

	for (size_t i = 0; i < ARRAY_LEN(wrong); i++)
		for (unsigned silent = 0; silent < 2; silent++) {
			struct fake_program p = { .answer = { wrong[i] }, .silent = silent };
			struct external *x = make_external();
			char answer[EXTERNAL_ANSWER_MAX] = "untouched";

			step_ms = 3000; /* after a partial answer no time is left */
			peer_start(&p);
			assert_int_equal(external_ask(x, "q", answer), EXTERNAL_UNAVAILABLE);
			assert_string_equal(answer, "untouched");
			assert_int_equal(external_serial(x), 0);
			external_free(&x);
			peer_end(&p);
		}
}

/* Only a valid answer resets the pause; until then the pauses grow. */
TEST(an_unavailable_engine_is_retried_with_growing_pauses)
{
	static const int64_t waits[] = { 2000, 4000, 8000, 16000, 32000, 60000, 60000 };
	char answer[EXTERNAL_ANSWER_MAX];

	for (size_t failures = 1; failures <= ARRAY_LEN(waits); failures++) {
		struct fake_program p = { .answer = { "x\n" } };
		struct external *x = make_external();
		const int64_t last = waits[failures - 1];
		const int64_t next = failures < ARRAY_LEN(waits) ? waits[failures] : 60000;

		for (size_t i = 0; i < failures; i++) {
			assert_int_equal(external_ask(x, "q", answer), EXTERNAL_UNAVAILABLE);
			now_ms += waits[i];
		}
		peer_start(&p);
		now_ms--;
		assert_int_equal(external_ask(x, "early", answer), EXTERNAL_UNAVAILABLE);
		now_ms++;
		assert_int_equal(external_ask(x, "q", answer), EXTERNAL_OK);
		peer_end(&p); /* the peer has closed the connection */
		assert_string_equal(p.questions[0], "q");
		assert_int_equal(external_ask(x, "q", answer), EXTERNAL_UNAVAILABLE);

		p = (struct fake_program){ .answer = { "x\n" } };
		peer_start(&p);
		now_ms += next - 1;
		assert_true(next > last || last == 60000);
		assert_int_equal(external_ask(x, "early", answer), EXTERNAL_UNAVAILABLE);
		now_ms++;
		assert_int_equal(external_ask(x, "q", answer), EXTERNAL_OK);
		external_answer_was_valid(x);
		peer_end(&p);
		assert_string_equal(p.questions[0], "q");
		assert_int_equal(external_ask(x, "q", answer), EXTERNAL_UNAVAILABLE);

		p = (struct fake_program){ .answer = { "x\n" } };
		peer_start(&p);
		now_ms += waits[0];
		assert_int_equal(external_ask(x, "q", answer), EXTERNAL_OK);
		external_free(&x);
		peer_end(&p);
	}
}

/* The time it took to detect the failure does not shorten the pause. */
TEST(the_pause_starts_when_the_failure_is_detected)
{
	struct fake_program p = { .answer = { "half" }, .silent = true };
	struct external *x = make_external();
	char answer[EXTERNAL_ANSWER_MAX];

	peer_start(&p);
	step_ms = 5000;
	assert_int_equal(external_ask(x, "q", answer), EXTERNAL_UNAVAILABLE);
	step_ms = 0;
	peer_end(&p);
	p = (struct fake_program){ .answer = { "x\n" } };
	peer_start(&p);
	assert_int_equal(external_ask(x, "early", answer), EXTERNAL_UNAVAILABLE);
	now_ms += 1999;
	assert_int_equal(external_ask(x, "early", answer), EXTERNAL_UNAVAILABLE);
	now_ms++;
	assert_int_equal(external_ask(x, "q", answer), EXTERNAL_OK);
	external_free(&x);
	peer_end(&p);
	assert_string_equal(p.questions[0], "q");
}

static char logged_states[8][64];
static unsigned logged_n;

static bool
keep_line(void *ctx, enum log_level grade, const char *event, const char *text)
{
	const char *state = strstr(text, "state=");

	assert_non_null(state);
	assert_true(logged_n < ARRAY_LEN(logged_states));
	(void)snprintf(logged_states[logged_n++], sizeof(logged_states[0]), "%s", state);
	return true;
}

/* A program does not count as an engine if it answers the first question, but then hangs up in
 * the middle of an answer.  The state "away" is logged once. */
TEST(only_good_answers_are_logged_and_reset_the_pause)
{
	static const int64_t waits[] = { 2000, 4000, 8000 };
	struct thought t = { .seat = SEAT_1, .grade = GRADE_strong, .line = "ours" };
	struct external *x = make_external();
	struct gnubg *g = gnubg_new(x);
	struct fake_program p;

	match_init(&t.state, VARIANT_FIBS, 7);
	t.state.turn = t.state.o = SEAT_1;
	t.state.phase = PH_MOVE;
	t.state.dice = (struct dice_pair){ { 3, 1 } };
	logged_n = 0;
	log_set_hook(keep_line, NULL);
	for (size_t i = 0; i < ARRAY_LEN(waits); i++) {
		p = (struct fake_program){ .answer = { GNUBG_OUTPUTS "\n", "half" } };
		peer_start(&p);
		gnubg_improve_thought(g, &t);
		peer_end(&p);
		assert_string_equal(t.line, "ours");
		assert_int_equal(p.n, 2);
		assert_int_equal(external_serial(x), 0);
		now_ms += waits[i] - 1;
		gnubg_improve_thought(g, &t);
		now_ms++;
	}
	assert_int_equal(logged_n, 1);
	assert_string_equal(logged_states[0], "state=away reason=\"it hung up\"");
	p = (struct fake_program){ .answer = { GNUBG_OUTPUTS "\n", "8/5 6/5\n" } };
	peer_start(&p);
	gnubg_improve_thought(g, &t);
	peer_end(&p);
	assert_string_equal(t.line, "move 8-5 6-5");
	assert_int_equal(logged_n, 2);
	assert_string_equal(logged_states[1], "state=here");
	gnubg_improve_thought(g, &t); /* the peer has closed the connection */
	now_ms += waits[0];
	p = (struct fake_program){ .answer = { GNUBG_OUTPUTS "\n", "8/3\n" } };
	peer_start(&p);
	gnubg_improve_thought(g, &t);
	peer_end(&p);
	assert_int_equal(p.n, 2);
	assert_int_equal(logged_n, 4);
	assert_non_null(strstr(logged_states[3], "state=strange"));
	log_set_hook(NULL, NULL);
	gnubg_free(&g);
	external_free(&x);
}

static void *
ask_one(void *arg)
{
	char answer[EXTERNAL_ANSWER_MAX];

	CHECK(external_ask(arg, "q", answer) == EXTERNAL_UNAVAILABLE);
	CHECK(external_ask(arg, "q", answer) == EXTERNAL_UNAVAILABLE);
	return NULL;
}

/* The clock goes back each time it is read, so without the stop the wait would last an hour. */
TEST(a_stop_ends_the_wait)
{
	struct fake_program p = { .answer = { "half" }, .silent = true };
	struct external *x = make_external();
	pthread_t asker;

	step_ms = -3600000;
	now_ms = 2 * 3600000;
	peer_start(&p);
	logged_n = 0;
	log_set_hook(keep_line, NULL);
	assert_int_equal(pthread_create(&asker, NULL, ask_one, x), 0);
	for (unsigned looks = 0; looks < 4;
	     looks++) /* the last reading of the clock follows a partial answer */
		assert_int_equal(sem_wait(&clock_was_read), 0);
	external_stop(x);
	assert_int_equal(pthread_join(asker, NULL), 0);
	log_set_hook(NULL, NULL);
	assert_int_equal(logged_n, 0);
	external_free(&x);
	peer_end(&p);
}

TEST(an_interruptible_request_is_cut_short_on_demand)
{
	struct fake_program p = { .answer = { "x\n", "y\n" } };
	struct external *x = make_external();
	char answer[EXTERNAL_ANSWER_MAX];

	peer_start(&p);
	external_set_hurry(x, true);
	external_begin_job(x, true);
	assert_int_equal(external_ask(x, "q", answer), EXTERNAL_ABANDONED);
	external_begin_job(x, false);
	assert_int_equal(external_ask(x, "q", answer), EXTERNAL_OK);
	external_set_hurry(x, false);
	external_begin_job(x, true);
	assert_int_equal(external_ask(x, "q", answer), EXTERNAL_OK);
	assert_string_equal(answer, "y");
	external_free(&x);
	peer_end(&p);
}
