/* SPDX-License-Identifier: MIT */
/* TEST: valgrind */
/* The configuration: the shipped file matches the rows of conf.def, and every error is reported
 * with its location.  Also the format of log lines. */
#include <unistd.h>

#include "config/conf.h"
#include "os/log.h"
#include "net/net.h"
#include "tests/unit/test.h"

#define SHIPPED_FILE "conf/gammond.conf"
#define MANUAL_PAGE "server/gammond.conf.5"

/* Parses text that must be refused with this error. */
static void
refused(const char *text, const char *want)
{
	char space[512];
	struct sbuf error;
	struct config c;
	struct config before;

	SBUF_INIT(&error, space);
	memset(&c, 0x5a, sizeof(c));
	before = c;
	assert_int_equal(conf_parse("t.conf", text, strlen(text), &c, &error), -1);
	assert_string_equal(error.text, want);
	assert_memory_equal(&c, &before, sizeof(c));
}

static struct config
conf_is_accepted(const char *text)
{
	char space[512];
	struct sbuf error;
	struct config c;

	SBUF_INIT(&error, space);
	memset(&c, 0x5a, sizeof(c));
	if (conf_parse("t.conf", text, strlen(text), &c, &error) != 0)
		fail_msg("%s", error.text);
	assert_int_equal(error.len, 0);
	return c;
}

TEST(defaults_match_the_rows)
{
	struct config c;

	conf_default(&c);
	assert_string_equal(c.server_name, "Gammond");
	assert_string_equal(c.server_address, "127.0.0.1,::1");
	assert_int_equal(c.server_port, 4321);
	assert_int_equal(c.server_durability, CONF_DURABILITY_FULL);
	assert_int_equal(c.limits_idle_s, 3600);
	assert_int_equal(c.limits_failed_login_s.len, 4);
	assert_int_equal(c.limits_failed_login_s.v[3], 15);
	assert_int_equal(c.auth_argon2_mem_kib, 19456);
	assert_true(c.auth_registration);
	assert_true(c.limits_output_total == 256u << 20);
}

/* The net has defaults of its own, for tests and tools.  They must be those of the
 * configuration. */
TEST(the_net_has_the_same_defaults)
{
	struct net_config net;
	struct config c;
	unsigned rows = 0;

	net_config_default(&net);
	conf_default(&c);
#define CONF_NET(name, type, initial, lowest, highest, comment)                                \
	assert_memory_equal(&net.name, &c.limits_##name, sizeof(net.name));                    \
	rows++;
#include "conf.def"
	assert_true(rows > 0);
}

static char *
read_file(const char *path, size_t *n)
{
	char *text = calloc(1, 1u << 16);
	FILE *f = fopen(path, "r");

	assert_non_null(text);
	assert_non_null(f);
	*n = fread(text, 1, (1u << 16) - 1, f);
	assert_int_equal(fclose(f), 0);
	return text;
}

/* Returns "name = value", or "name =" if the value is empty. */
static const char *
default_line(const struct conf_row *r, char text[256])
{
	(void)snprintf(
	    text, 256, "%s =%s%s", r->name, r->initial[0] != '\0' ? " " : "", r->initial);
	return text;
}

/* Removes line breaks and comment marks, leaving the words of a comment. */
static void
strip_comments(char *text)
{
	char *out = text;

	for (const char *p = text; *p != '\0'; p++) {
		if (*p == '#' || *p == '\n')
			continue;
		if (*p == ' ' && out > text && out[-1] == ' ')
			continue;
		*out++ = *p;
	}
	*out = '\0';
}

TEST(the_shipped_file_shows_every_option)
{
	size_t n;
	char *text = read_file(SHIPPED_FILE, &n);
	const char *at = text;
	const char *section = "";
	unsigned options = 0;

	for (const struct conf_row *r = CONF_ROWS; r->name != NULL; r++) {
		char option[300], pair[256];
		char head[64];
		char *comment;
		char *want;
		const char *found;

		if (strcmp(section, r->section) != 0) {
			section = r->section;
			(void)snprintf(head, sizeof(head), "\n[%s]\n", section);
			at = strstr(at, head);
			assert_non_null(at);
			at += strlen(head);
		}
		(void)snprintf(option, sizeof(option), "\n%s\n", default_line(r, pair));
		found = strstr(at, option);
		if (found == NULL)
			fail_msg("%s is not in its place in " SHIPPED_FILE, r->name);
		comment = strndup(at, (size_t)(found - at));
		want = strdup(r->comment);
		strip_comments(comment);
		strip_comments(want);
		assert_string_equal(comment + (comment[0] == ' '), want);
		free(comment);
		free(want);
		at = found + strlen(option);
		options++;
	}
	for (const char *p = text; (p = strstr(p, " =")) != NULL; p++)
		options--;
	assert_int_equal(options, 0); /* the manual page lists no other options */
	free(text);
}

/* The manual page lists each option, its default and description, in the order of the rows. */
TEST(the_manual_shows_every_option)
{
	size_t n;
	char *text = read_file(MANUAL_PAGE, &n);
	const char *at = text;
	unsigned options = 0;

	for (const struct conf_row *r = CONF_ROWS; r->name != NULL; r++, options++) {
		char want[640], pair[256];

		(void)snprintf(want, sizeof(want), "\n.TP\n.B \"%s\"\n%s%s\n",
		    default_line(r, pair), r->comment[0] == '.' ? "\\&" : "", r->comment);
		at = strstr(at, want);
		if (at == NULL)
			fail_msg("%s is not in its place in " MANUAL_PAGE, r->name);
	}
	for (const char *p = text; (p = strstr(p, "\n.B \"")) != NULL; p++)
		options--;
	assert_int_equal(options, 0);
	free(text);
}

TEST(the_shipped_file_contains_the_defaults)
{
	char space[256];
	struct sbuf error;
	struct config file;
	struct config none;

	SBUF_INIT(&error, space);
	memset(&file, 0, sizeof(file));
	conf_default(&none);
	if (conf_load(SHIPPED_FILE, &file, &error) != 0)
		fail_msg("%s", error.text);
	for (const struct conf_row *r = CONF_ROWS; r->name != NULL; r++)
		assert_int_equal(conf_set(&none, r->section, r->name, r->initial, &error), 0);
#define CONF(section, name, type, initial, lowest, highest, comment)                           \
	assert_memory_equal(                                                                   \
	    &file.section##_##name, &none.section##_##name, sizeof(file.section##_##name));
#include "conf.def"
	/* The shipped configuration listens on this machine only. */
	assert_string_equal(file.server_address, "127.0.0.1,::1");
}

TEST(values_are_parsed)
{
	struct config c;

	c = conf_is_accepted(
	    "; comment\n# another\n\n[server]\nname=Gammon-on_1\n  port = 0\r\naddress: "
	    "0.0.0.0 , ::\n"
	    "durability = normal ; inline\n[limits]\nfailed_login_s = 0, 10 ,20\nexempt =\n"
	    "output_total=1099511627776\n[auth]\nregistration = no\n");
	assert_string_equal(c.server_name, "Gammon-on_1");
	assert_int_equal(c.server_port, 0);
	assert_string_equal(c.server_address, "0.0.0.0 , ::");
	assert_int_equal(c.server_durability, CONF_DURABILITY_NORMAL);
	assert_int_equal(c.limits_failed_login_s.len, 3);
	assert_int_equal(c.limits_failed_login_s.v[2], 20);
	assert_int_equal(c.limits_exempt.len, 0);
	assert_true(c.limits_output_total == 1099511627776u);
	assert_false(c.auth_registration);
	assert_int_equal(c.auth_argon2_ops, 2); /* everything else is unchanged */
	c = conf_is_accepted("");
	assert_int_equal(c.server_port, 4321);
	c = conf_is_accepted("[server]\nport = 5"); /* without a final newline */
	assert_int_equal(c.server_port, 5);
}

TEST(errors_are_reported_with_their_line)
{
	char longer[400];

	refused(
	    "[server]\nprot = 1\n", "t.conf:2: there is no option prot in section [server]");
	refused("\n[sever]\nport = 1\n", "t.conf:3: there is no section [sever]");
	refused("port = 1\n", "t.conf:1: port is before the first [section]");
	refused("[server]\nport = 65536\n", "t.conf:2: port must be a number from 0 to 65535");
	refused("[server]\nport = -1\n", "t.conf:2: port must be a number from 0 to 65535");
	refused("[server]\nport =\n", "t.conf:2: port must be a number from 0 to 65535");
	refused("[server]\nport = 1x\n", "t.conf:2: port must be a number from 0 to 65535");
	refused("[server]\nport = 99999999999999999999\n",
	    "t.conf:2: port must be a number from 0 to 65535");
	refused("[server]\nport = 1\nport = 2\n", "t.conf:3: port is given twice");
	refused("[bots]\nclub = Ann, Bob\nstrong = Cleo, bob\n",
	    "t.conf: [bots] names the same player twice");
	refused("[bots]\nbeginner = Ann,ann\n", "t.conf: [bots] names the same player twice");
	refused("[bots]\nclub = Ann, Oper_ator\n",
	    "t.conf:2: club must not have Oper_ator, which no user may be called");
	refused("[bots]\nclub = Ann, b0b\n",
	    "t.conf:2: club must be names of users separated by commas");
	refused("[bots]\nclub = EasyBot\n", "t.conf: [bots] names the same player twice");
	refused("[server]\nname = two words\n",
	    "t.conf:2: name must be one word of letters, digits, - and _");
	refused("[server]\nname =\n", "t.conf:2: name must have 1 to 20 characters");
	refused("[server]\nname = abcdefghijklmnopqrstu\n",
	    "t.conf:2: name must have 1 to 20 characters");
	refused("[server]\ndurability = half\n", "t.conf:2: durability must be full or normal");
	refused("[auth]\nregistration = true\n", "t.conf:2: registration must be yes or no");
	refused("[server]\naddress = localhost\n",
	    "t.conf:2: address must be numeric addresses separated by commas");
	refused("[server]\naddress = 127.0.0.1/8\n",
	    "t.conf:2: address must be numeric addresses separated by commas");
	refused("[server]\naddress = 127.0.0.1,\n",
	    "t.conf:2: address must be numeric addresses separated by commas");
	refused("[server]\naddress =\n", "t.conf:2: address must have 1 to 500 characters");
	refused("[limits]\nexempt = 10.0.0.0/33\n",
	    "t.conf:2: exempt must be numeric addresses or "
	    "ADDRESS/BITS separated by commas");
	refused("[limits]\nshared_networks = ::1,\n",
	    "t.conf:2: shared_networks must be numeric addresses or "
	    "ADDRESS/BITS separated by commas");
	refused("[limits]\nfailed_login_s = 1,,2\n",
	    "t.conf:2: failed_login_s must be a number from 0 to 600");
	refused("[limits]\nfailed_login_s = 601\n",
	    "t.conf:2: failed_login_s must be a number from 0 to 600");
	refused("[limits]\nfailed_login_s = 1,2,3,4,5,6,7,8,9\n",
	    "t.conf:2: failed_login_s must have at most 8 numbers");
	refused("[server]\n\nnonsense\n", "t.conf:3: neither [section] nor name = value");
	refused("[server\nport = 1\n", "t.conf:1: neither [section] nor name = value");
	/* Only the first error is reported. */
	refused("[server]\nport = x\nname = a b\n",
	    "t.conf:2: port must be a number from 0 to 65535");
	memset(longer, 'x', sizeof(longer) - 1);
	longer[sizeof(longer) - 1] = '\0';
	refused(longer, "t.conf:1: a line of more than 198 bytes");
}

static bool
store_log_text(void *ctx, enum log_level level, const char *event, const char *text)
{
	(void)level;
	(void)event;
	(void)snprintf(ctx, 100, "%s", text);
	return true;
}

TEST(options_of_earlier_releases_are_accepted_and_logged)
{
	char said[100] = "";
	struct config c;

	log_set_hook(store_log_text, said);
	c = conf_is_accepted("[limits]\nunauth_max = 200\nunauth_start = 300\n");
	assert_string_equal(
	    said, "level=warn event=option_gone section=limits name=unauth_start line=3");
	assert_int_equal(c.limits_unauth_max, 200);
	(void)conf_is_accepted("[limits]\nunauth_percent = 30\n");
	assert_string_equal(
	    said, "level=warn event=option_gone section=limits name=unauth_percent line=2");
	log_set_hook(NULL, NULL);
	refused("[auth]\nunauth_start = 3\n",
	    "t.conf:2: there is no option unauth_start in section [auth]");
}

TEST(options_are_checked_together)
{
	refused("[limits]\noutput_soft = 300000\n",
	    "t.conf: output_soft must not be above output_hard");
	refused("[limits]\ninput_errors_max = 5\n",
	    "t.conf: input_errors_slow must not be above input_errors_max");
	refused("[limits]\npenalty_max_s = 5\n",
	    "t.conf: penalty_act_s must not be above penalty_max_s");
	refused("[server]\ntls_port = 4322\n", "t.conf: tls_port needs a tls_certificate");
	refused("[server]\nport = off\n", "t.conf: port and tls_port must not both be off");
	refused("[store]\nstandby = yes\n", "t.conf: standby needs engine = postgresql");
}

TEST(options_read_only_at_startup_wait_for_a_restart)
{
	char changed_space[200], waiting_space[200];
	struct sbuf changed, waiting;
	struct config running = conf_is_accepted("");
	struct config read =
	    conf_is_accepted("[server]\nname = Club\nport = 9\n[limits]\nexempt = ::1\n"
			     "slots = 7\nfailed_login_s = 1,2\n[auth]\n"
			     "registration = no\npassword_min = 9\n");

	SBUF_INIT(&changed, changed_space);
	SBUF_INIT(&waiting, waiting_space);
	conf_keep_start_values(&read, &running, &changed, &waiting);
	assert_string_equal(
	    changed.text, "server.name,limits.exempt,limits.failed_login_s,auth.password_min");
	assert_string_equal(waiting.text, "server.port,limits.slots,auth.registration");
	assert_string_equal(read.server_name, "Club");
	assert_int_equal(read.server_port, 4321);
	assert_int_equal(read.limits_slots, 0);
	assert_true(read.auth_registration);
	assert_int_equal(read.auth_password_min, 9);
	SBUF_INIT(&changed, changed_space);
	SBUF_INIT(&waiting, waiting_space);
	conf_keep_start_values(&running, &running, &changed, &waiting);
	assert_int_equal(changed.len + waiting.len, 0);
}

TEST(the_gnubg_address_must_be_local)
{
	struct config c = conf_is_accepted("[bots]\ngnubg = unix:/run/gammond-gnubg/socket\n");

	assert_string_equal(c.bots_gnubg, "unix:/run/gammond-gnubg/socket");
	c = conf_is_accepted("[bots]\ngnubg = 127.0.0.1:4000\n");
	assert_string_equal(c.bots_gnubg, "127.0.0.1:4000");
	c = conf_is_accepted("[bots]\ngnubg =\n");
	assert_string_equal(c.bots_gnubg, "");
	refused("[bots]\ngnubg = 10.0.0.1:4000\n",
	    "t.conf:2: gnubg must be unix:/PATH or 127.0.0.1:PORT");
	refused(
	    "[bots]\ngnubg = /run/x\n", "t.conf:2: gnubg must be unix:/PATH or 127.0.0.1:PORT");
}

TEST(ports_may_be_off)
{
	char space[100];
	struct sbuf error;
	struct config c;

	c = conf_is_accepted("[server]\nport = off\ntls_port = 0\ntls_certificate = c.pem\n"
			     "require_tls = login\nproxy_from = 10.0.0.0/8\nproxy_tls = yes\n"
			     "language = pt\n");
	assert_int_equal(c.server_port, CONF_PORT_OFF);
	assert_int_equal(c.server_tls_port, 0);
	assert_int_equal(c.server_require_tls, CONF_REQUIRE_TLS_LOGIN);
	assert_true(c.server_proxy_tls);
	assert_int_equal(c.server_language, LANG_PT);
	c = conf_is_accepted("");
	assert_int_equal(c.server_language, LANG_EN);
	assert_int_equal(c.server_tls_port, CONF_PORT_OFF);
	assert_int_equal(c.server_require_tls, CONF_REQUIRE_TLS_NO);
	assert_int_equal(c.server_proxy_from.len, 0);
	/* options from the command line are checked together with the file */
	SBUF_INIT(&error, space);
	assert_int_equal(conf_check(&c, &error), 0);
	assert_int_equal(conf_set(&c, "server", "port", "off", &error), 0);
	assert_int_equal(conf_check(&c, &error), -1);
	assert_string_equal(error.text, "port and tls_port must not both be off");
	SBUF_INIT(&error, space);
	assert_int_equal(
	    conf_set(&c, "limits", "exempt",
		"::,::,::,::,::,::,::,::,::,::,::,::,::,::,::,::,::,::,::,::,::,::,"
		"::,::,::,::,::,::,::,::,::,::,::,::,::,::,::,::,::,::,::,::,::,::,"
		"::,::,::,::,::,::,::,::,::,::,::,::,::,::,::,::,::,::,::,::,::",
		&error),
	    -1);
	assert_string_equal(error.text, "exempt must have at most 64 addresses");
	refused("[server]\nrequire_tls = yes\n", "t.conf:2: require_tls must be login or no");
	refused("[server]\nlanguage = de\n", "t.conf:2: language must be en, it or pt");
	refused(
	    "[server]\ntls_port = of\n", "t.conf:2: tls_port must be a number from 0 to 65535");
}

TEST(a_nul_byte_is_refused)
{
	static const char text[] = "[server]\nport = 1\0\n";
	char space[256];
	struct sbuf error;
	struct config c;

	SBUF_INIT(&error, space);
	assert_int_equal(conf_parse("t.conf", text, sizeof(text) - 1, &c, &error), -1);
	assert_string_equal(error.text, "t.conf:2: a NUL byte");
}

/* Each number is set to both ends of its range, and to the values just outside. */
TEST(ranges_are_checked_at_both_ends)
{
	unsigned tried = 0;

	for (const struct conf_row *r = CONF_ROWS; r->name != NULL; r++) {
		char space[256];
		char value[32];
		struct sbuf error;
		struct config c;
		bool is_number = r->initial[0] != '\0' &&
				 strspn(r->initial, "0123456789") == strlen(r->initial);

		if (!is_number)
			continue;
		SBUF_INIT(&error, space);
		conf_default(&c);
		(void)snprintf(value, sizeof(value), "%llu", (unsigned long long)r->lowest);
		assert_int_equal(conf_set(&c, r->section, r->name, value, &error), 0);
		(void)snprintf(value, sizeof(value), "%llu", (unsigned long long)r->highest);
		assert_int_equal(conf_set(&c, r->section, r->name, value, &error), 0);
		(void)snprintf(
		    value, sizeof(value), "%llu", (unsigned long long)r->highest + 1);
		assert_int_equal(conf_set(&c, r->section, r->name, value, &error), -1);
		if (r->lowest > 0) {
			(void)snprintf(
			    value, sizeof(value), "%llu", (unsigned long long)r->lowest - 1);
			assert_int_equal(conf_set(&c, r->section, r->name, value, &error), -1);
		}
		tried++;
	}
	assert_true(tried >= 25);
}

TEST(unreadable_files_are_refused)
{
	char space[256];
	struct sbuf error;
	struct config c;

	SBUF_INIT(&error, space);
	assert_int_equal(conf_load("/nonexistent/g.conf", &c, &error), -1);
	assert_string_equal(error.text, "/nonexistent/g.conf: No such file or directory");
	SBUF_INIT(&error, space);
	assert_int_equal(conf_load("/", &c, &error), -1);
	assert_string_equal(error.text, "/: Is a directory");
	SBUF_INIT(&error, space);
	assert_int_equal(conf_load("/dev/zero", &c, &error), -1);
	assert_string_equal(error.text, "/dev/zero: it is not a regular file");
}

TEST(list_elements_are_extracted_by_index)
{
	char out[8];

	assert_true(conf_nth_element("a, bb ,ccc", 0, out, sizeof(out)));
	assert_string_equal(out, "a");
	assert_true(conf_nth_element("a, bb ,ccc", 1, out, sizeof(out)));
	assert_string_equal(out, "bb");
	assert_true(conf_nth_element("a, bb ,ccc", 2, out, sizeof(out)));
	assert_string_equal(out, "ccc");
	assert_false(conf_nth_element("a, bb ,ccc", 3, out, sizeof(out)));
	assert_false(conf_nth_element("", 0, out, sizeof(out)));
	assert_false(conf_nth_element("12345678", 0, out, sizeof(out)));
}

/* ---- the log ---- */

struct log_line {
	unsigned n;
	enum log_level level;
	char event[64];
	char text[LOG_LINE_MAX + 64];
};

static bool
store_log_line(void *ctx, enum log_level level, const char *event, const char *text)
{
	struct log_line *c = ctx;

	c->n++;
	c->level = level;
	(void)snprintf(c->event, sizeof(c->event), "%s", event);
	(void)snprintf(c->text, sizeof(c->text), "%s", text);
	return true;
}

AFTER_EACH
{
	log_set_hook(NULL, NULL);
	log_set_level(LOG_LEVEL_INFO);
}

TEST(log_lines_are_pairs)
{
	struct log_line c = { 0 };

	log_set_hook(store_log_line, &c);
	log_info("listening", "port=%u address=%s", 4321u, "::1");
	assert_string_equal(c.text, "level=info event=listening port=4321 address=::1");
	assert_string_equal(c.event, "listening");
	log_warn("odd", "x=%d", 1);
	assert_int_equal(c.level, LOG_LEVEL_WARN);
	assert_string_equal(c.text, "level=warn event=odd x=1");
	log_error("bad", "%s", "");
	assert_string_equal(c.text, "level=error event=bad");
	assert_int_equal(c.n, 3);
	log_debug("quiet", "x=%d", 1);
	assert_int_equal(c.n, 3);
	log_set_level(LOG_LEVEL_DEBUG);
	log_debug("quiet", "x=%d", 1);
	assert_string_equal(c.text, "level=debug event=quiet x=1");
}

TEST(long_log_lines_are_cut)
{
	char big[3000];
	struct log_line c = { 0 };

	memset(big, 'x', sizeof(big) - 1);
	big[sizeof(big) - 1] = '\0';
	log_set_hook(store_log_line, &c);
	log_info("big", "text=%s", big);
	assert_true(strlen(c.text) <= LOG_LINE_MAX);
	assert_non_null(strstr(c.text, "xxx cut=yes"));
}

TEST(log_lines_go_to_standard_error_with_the_time)
{
	char text[256] = { 0 };
	int ends[2];
	int before;
	unsigned y, mo, d, h, mi, s, ms;

	assert_int_equal(pipe(ends), 0);
	before = dup(STDERR_FILENO);
	assert_true(before >= 0);
	assert_true(dup2(ends[1], STDERR_FILENO) >= 0);
	log_info("hello", "a=%d", 1);
	assert_true(dup2(before, STDERR_FILENO) >= 0);
	assert_true(read(ends[0], text, sizeof(text) - 1) > 0);
	assert_int_equal(
	    sscanf(text, "%4u-%2u-%2uT%2u:%2u:%2u.%3uZ", &y, &mo, &d, &h, &mi, &s, &ms), 7);
	assert_string_equal(text + 24, " level=info event=hello a=1\n");
	(void)close(before);
	(void)close(ends[0]);
	(void)close(ends[1]);
}

TEST(log_lines_caused_by_clients_are_limited)
{
	struct log_line c = { 0 };

	log_set_hook(store_log_line, &c);
	for (int i = 0; i < 1000; i++)
		log_client(LOG_LEVEL_WARN, "flood", "i=%d", i);
	assert_int_equal(c.n, LOG_CLIENT_BURST);
	log_client(LOG_LEVEL_WARN, "other", "i=%d", 0); /* each event has its own limit */
	assert_int_equal(c.n, LOG_CLIENT_BURST + 1);
}

TEST(client_text_is_quoted_in_the_log)
{
	char out[64];
	char small[12];

	assert_string_equal(log_escape(out, sizeof(out), "plain text", 10), "\"plain text\"");
	assert_string_equal(log_escape(out, sizeof(out), "a\"b\\c", 5), "\"a\\\"b\\\\c\"");
	assert_string_equal(log_escape(out, sizeof(out), "\033[2J\r\n\0\377", 8),
	    "\"\\x1b[2J\\x0d\\x0a\\x00\\xff\"");
	assert_string_equal(log_escape(out, sizeof(out), "", 0), "\"\"");
	for (size_t n = 0; n < 30; n++) {
		const char *s =
		    log_escape(small, sizeof(small), "abc\nefghijklmnopqrstuvwxyzabcde", n);
		size_t len = strlen(s);

		assert_true(len < sizeof(small));
		assert_int_equal(s[0], '"');
		assert_int_equal(s[len - 1], '"');
	}
	assert_string_equal(
	    log_escape(small, sizeof(small), "abcdefghijkl", 12), "\"abcdef...\"");
}
