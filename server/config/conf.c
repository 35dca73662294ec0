/* SPDX-License-Identifier: MIT */
/* The configuration: see conf.h. inih splits the file into sections and pairs; each pair is
 * looked up in conf.def and checked.  Linear in the file, with a scan of all rows for each
 * pair.  Used at startup, for reloads and for checks. */
#include "config/conf.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include <ini.h>

#include "file/regular.h"
#include "os/log.h"
#include "proto/netaddr.h"
#include "proto/username.h"
#include "proto/words.h"
#include "work/external.h"

#define FILE_BYTES_MAX (1u << 20)

/* ---- parsing values: each sets *out, or appends the reason and leaves it unchanged ---- */

typedef bool parse_fn(
    const struct conf_row *row, const char *value, void *out, struct sbuf *error);

const struct conf_row CONF_ROWS[] = {
#define CONF(section, name, type, initial, lowest, highest, comment)                           \
	{ #section, #name, (initial), (comment), (lowest), (highest), false },
#define CONF_START(section, name, type, initial, lowest, highest, comment)                     \
	{ #section, #name, (initial), (comment), (lowest), (highest), true },
#include "conf.def"
	{ 0 },
};

static bool
parse_number(const struct conf_row *row, const char *value, uint64_t *out, struct sbuf *error)
{
	uint64_t n = 0;
	const char *p = value;

	for (; *p >= '0' && *p <= '9' && p - value < 18; p++)
		n = n * 10 + (uint64_t)(*p - '0');
	if (p == value || *p != '\0' || n < row->lowest || n > row->highest) {
		sbuf_addf(error, "%s must be a number from %llu to %llu", row->name,
		    (unsigned long long)row->lowest, (unsigned long long)row->highest);
		return false;
	}
	*out = n;
	return true;
}

static bool
parse_SIZE(const struct conf_row *row, const char *value, void *out, struct sbuf *error)
{
	uint64_t n;

	if (!parse_number(row, value, &n, error))
		return false;
	memcpy(out, &n, sizeof(n));
	return true;
}

static bool
parse_UINT(const struct conf_row *row, const char *value, void *out, struct sbuf *error)
{
	uint64_t n;
	unsigned u;

	if (!parse_number(row, value, &n, error))
		return false;
	u = (unsigned)n;
	memcpy(out, &u, sizeof(u));
	return true;
}

static bool
parse_PORT(const struct conf_row *row, const char *value, void *out, struct sbuf *error)
{
	unsigned off = CONF_PORT_OFF;

	if (strcmp(value, "off") != 0)
		return parse_UINT(row, value, out, error);
	memcpy(out, &off, sizeof(off));
	return true;
}

/* Accepts one of two words. */
static bool
parse_either(const struct conf_row *row, const char *value, const char *first,
    const char *second, bool *is_first, struct sbuf *error)
{
	*is_first = strcmp(value, first) == 0;
	if (*is_first || strcmp(value, second) == 0)
		return true;
	sbuf_addf(error, "%s must be %s or %s", row->name, first, second);
	return false;
}

static bool
parse_BOOL(const struct conf_row *row, const char *value, void *out, struct sbuf *error)
{
	bool yes;

	if (!parse_either(row, value, "yes", "no", &yes, error))
		return false;
	memcpy(out, &yes, sizeof(yes));
	return true;
}

static bool
parse_DURABILITY(const struct conf_row *row, const char *value, void *out, struct sbuf *error)
{
	enum conf_durability d;
	bool full;

	if (!parse_either(row, value, "full", "normal", &full, error))
		return false;
	d = full ? CONF_DURABILITY_FULL : CONF_DURABILITY_NORMAL;
	memcpy(out, &d, sizeof(d));
	return true;
}

static bool
parse_ENGINE(const struct conf_row *row, const char *value, void *out, struct sbuf *error)
{
	enum conf_engine e;
	bool sqlite;

	if (!parse_either(row, value, "sqlite", "postgresql", &sqlite, error))
		return false;
	e = sqlite ? CONF_ENGINE_SQLITE : CONF_ENGINE_POSTGRESQL;
	memcpy(out, &e, sizeof(e));
	return true;
}

static bool
parse_SECRECY(const struct conf_row *row, const char *value, void *out, struct sbuf *error)
{
	enum conf_require_tls s;
	bool login;

	if (!parse_either(row, value, "login", "no", &login, error))
		return false;
	s = login ? CONF_REQUIRE_TLS_LOGIN : CONF_REQUIRE_TLS_NO;
	memcpy(out, &s, sizeof(s));
	return true;
}

static bool
parse_LANGUAGE(const struct conf_row *row, const char *value, void *out, struct sbuf *error)
{
	int l = language_find(value);
	enum language language = (enum language)l;

	if (l < 0) {
		sbuf_addf(error, "%s must be en, it or pt", row->name);
		return false;
	}
	memcpy(out, &language, sizeof(language));
	return true;
}

static bool
parse_TEXT(const struct conf_row *row, const char *value, void *out, struct sbuf *error)
{
	size_t n = strlen(value);

	if (n < row->lowest || n > row->highest || n >= CONF_TEXT_MAX) {
		sbuf_addf(error, "%s must have %llu to %llu characters", row->name,
		    (unsigned long long)row->lowest, (unsigned long long)row->highest);
		return false;
	}
	memset(out, 0, CONF_TEXT_MAX);
	memcpy(out, value, n);
	return true;
}

static bool
parse_WORD(const struct conf_row *row, const char *value, void *out, struct sbuf *error)
{
	static const char allowed[] =
	    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_";

	if (value[strspn(value, allowed)] != '\0') {
		sbuf_addf(error, "%s must be one word of letters, digits, - and _", row->name);
		return false;
	}
	return parse_TEXT(row, value, out, error);
}

bool
conf_nth_element(const char *list, unsigned i, char *out, size_t size)
{
	const char *end;
	size_t n;

	for (; i > 0; i--) {
		list = strchr(list, ',');
		if (list == NULL)
			return false;
		list++;
	}
	list += strspn(list, " \t");
	end = strchr(list, ',');
	n = end != NULL ? (size_t)(end - list) : strlen(list);
	while (n > 0 && (list[n - 1] == ' ' || list[n - 1] == '\t'))
		n--;
	if (n >= size || (i == 0 && n == 0 && end == NULL && *list == '\0'))
		return false;
	memcpy(out, list, n);
	out[n] = '\0';
	return true;
}

static unsigned
count_elements(const char *list)
{
	unsigned n = 1;

	for (; *list != '\0'; list++)
		n += *list == ',';
	return n;
}

/* Checks a list of addresses; appends the reason if it is invalid. */
static bool
check_addresses(
    const struct conf_row *row, const char *value, bool with_bits, struct sbuf *error)
{
	struct netaddr a;
	char one[64];
	unsigned n = *value == '\0' ? 0 : count_elements(value);

	for (unsigned i = 0; i < n; i++) {
		if (conf_nth_element(value, i, one, sizeof(one)) && netaddr_parse(one, &a) &&
		    (with_bits || strchr(one, '/') == NULL))
			continue;
		sbuf_addf(error, "%s must be numeric addresses%s separated by commas",
		    row->name, with_bits ? " or ADDRESS/BITS" : "");
		return false;
	}
	return true;
}

static bool
parse_ADDRESSES(const struct conf_row *row, const char *value, void *out, struct sbuf *error)
{
	return check_addresses(row, value, false, error) && parse_TEXT(row, value, out, error);
}

static bool
parse_NETWORKS(const struct conf_row *row, const char *value, void *out, struct sbuf *error)
{
	struct networks n;

	if (!check_addresses(row, value, true, error))
		return false;
	if (!networks_parse(&n, value)) {
		sbuf_addf(error, "%s must have at most %u addresses", row->name, NETWORKS_MAX);
		return false;
	}
	memcpy(out, &n, sizeof(n));
	return true;
}

static bool
parse_NAMES(const struct conf_row *row, const char *value, void *out, struct sbuf *error)
{
	char one[USERNAME_MAX + 1];

	for (unsigned i = 0; *value != '\0' && i < count_elements(value); i++) {
		bool fits = conf_nth_element(value, i, one, sizeof(one));
		enum username_err err = fits ? username_check(one) : USERNAME_TOO_LONG;

		if (err == USERNAME_OK)
			continue;
		if (err == USERNAME_RESERVED)
			sbuf_addf(error, "%s must not have %s, which no user may be called",
			    row->name, one);
		else
			sbuf_addf(
			    error, "%s must be names of users separated by commas", row->name);
		return false;
	}
	return parse_TEXT(row, value, out, error);
}

static bool
parse_ENDPOINT(const struct conf_row *row, const char *value, void *out, struct sbuf *error)
{
	struct external_address at;

	if (value[0] != '\0' && !external_parse_address(value, &at)) {
		sbuf_addf(error, "%s must be unix:/PATH or 127.0.0.1:PORT", row->name);
		return false;
	}
	return parse_TEXT(row, value, out, error);
}

static bool
parse_NUMBERS(const struct conf_row *row, const char *value, void *out, struct sbuf *error)
{
	struct conf_numbers list = { .len = count_elements(value) };
	char one[32];
	uint64_t n;

	if (list.len > CONF_NUMBERS_MAX) {
		sbuf_addf(
		    error, "%s must have at most %u numbers", row->name, CONF_NUMBERS_MAX);
		return false;
	}
	for (unsigned i = 0; i < list.len; i++) {
		if (!conf_nth_element(value, i, one, sizeof(one)))
			one[0] = '\0';
		if (!parse_number(row, one, &n, error))
			return false;
		list.v[i] = (unsigned)n;
	}
	memcpy(out, &list, sizeof(list));
	return true;
}

/* ---- rows ---- */

/* How the value of each row of CONF_ROWS is parsed and where it is stored. */
static const struct {
	parse_fn *parse;
	size_t offset, size;
} CONF_FIELDS[] = {
#define CONF(section, name, type, initial, lowest, highest, comment)                           \
	{ parse_##type, offsetof(struct config, section##_##name),                             \
		sizeof(((struct config *)NULL)->section##_##name) },
#include "conf.def"
};

#define ROW_COUNT ARRAY_LEN(CONF_FIELDS)

static bool
row_set(struct config *c, size_t row, const char *value, struct sbuf *error)
{
	char *base = (char *)c;

	return CONF_FIELDS[row].parse(
	    &CONF_ROWS[row], value, base + CONF_FIELDS[row].offset, error);
}

/* Returns the row of an option; ROW_COUNT, with the reason in `error`, if there is none. */
static size_t
row_find(const char *section, const char *name, struct sbuf *error)
{
	bool section_known = false;

	for (size_t i = 0; i < ROW_COUNT; i++) {
		if (strcmp(CONF_ROWS[i].section, section) != 0)
			continue;
		section_known = true;
		if (strcmp(CONF_ROWS[i].name, name) == 0)
			return i;
	}
	if (section[0] == '\0')
		sbuf_addf(error, "%.40s is before the first [section]", name);
	else if (section_known)
		sbuf_addf(error, "there is no option %.40s in section [%.40s]", name, section);
	else
		sbuf_addf(error, "there is no section [%.40s]", section);
	return ROW_COUNT;
}

void
conf_default(struct config *out)
{
	char space[256];
	struct sbuf error;

	SBUF_INIT(&error, space);
	memset(out, 0, sizeof(*out));
	for (size_t i = 0; i < ROW_COUNT; i++)
		CHECK(row_set(out, i, CONF_ROWS[i].initial, &error));
}

/* Returns whether a name occurs twice in the lists of bots.  Case is ignored, as in the names
 * of users. */
static bool
bot_named_twice(const struct config *c)
{
	const char *const lists[] = {
#define GRADE(key, pr, ...) c->bots_##key,
#include "eval/grades.def"
#undef GRADE
	};
	char one[USERNAME_MAX + 1], other[USERNAME_MAX + 1];

	for (unsigned i = 0; i < ARRAY_LEN(lists); i++)
		for (unsigned k = 0; conf_nth_element(lists[i], k, one, sizeof(one)); k++)
			for (unsigned j = 0; j <= i; j++)
				for (unsigned l = 0;
				     (j < i || l < k) &&
				     conf_nth_element(lists[j], l, other, sizeof(other));
				     l++)
					if (word_is(one, other))
						return true;
	return false;
}

static const char *
find_contradiction(const struct config *c)
{
	if (c->limits_output_soft > c->limits_output_hard)
		return "output_soft must not be above output_hard";
	if (c->limits_input_errors_slow > c->limits_input_errors_max)
		return "input_errors_slow must not be above input_errors_max";
	if (c->limits_penalty_act_s > c->limits_penalty_max_s)
		return "penalty_act_s must not be above penalty_max_s";
	if (c->server_tls_port != CONF_PORT_OFF && c->server_tls_certificate[0] == '\0')
		return "tls_port needs a tls_certificate";
	if (c->server_port == CONF_PORT_OFF && c->server_tls_port == CONF_PORT_OFF)
		return "port and tls_port must not both be off";
	if (c->store_standby && c->store_engine != CONF_ENGINE_POSTGRESQL)
		return "standby needs engine = postgresql";
	if (bot_named_twice(c))
		return "[bots] names the same player twice";
	return NULL;
}

int
conf_check(const struct config *c, struct sbuf *error)
{
	const char *wrong = find_contradiction(c);

	if (wrong == NULL)
		return 0;
	sbuf_add(error, wrong);
	return -1;
}

int
conf_set(struct config *c, const char *section, const char *name, const char *value,
    struct sbuf *error)
{
	size_t row = row_find(section, name, error);

	return row < ROW_COUNT && row_set(c, row, value, error) ? 0 : -1;
}

/* Compares fields as bytes, which works because each is zeroed before it is set and has no
 * padding. */
void
conf_keep_start_values(struct config *read, const struct config *running, struct sbuf *changed,
    struct sbuf *waiting)
{
	for (size_t i = 0; i < ROW_COUNT; i++) {
		const struct conf_row *row = &CONF_ROWS[i];
		struct sbuf *list = row->start_only ? waiting : changed;
		char *to = (char *)read + CONF_FIELDS[i].offset;
		const char *from = (const char *)running + CONF_FIELDS[i].offset;

		if (memcmp(to, from, CONF_FIELDS[i].size) == 0)
			continue;
		sbuf_addf(list, "%s%s.%s", list->len > 0 ? "," : "", row->section, row->name);
		if (row->start_only)
			memcpy(to, from, CONF_FIELDS[i].size);
	}
}

/* ---- the file ---- */

struct conf_reader {
	const char *text;
	size_t bytes_left;
	unsigned line_no; /* the last line given to inih */
	struct config config;
	bool option_seen[ROW_COUNT];
	unsigned error_line; /* line of the first error; 0: there was none */
	char error_buf[256];
	struct sbuf error_text; /* the reason for error_line */
};

/* Returns whether this is the first error.  If it is, the caller must append the reason. */
static bool
claim_first_error(struct conf_reader *r)
{
	if (r->error_line != 0)
		return false;
	r->error_line = r->line_no;
	return true;
}

/* Replaces fgets for inih.  A line that would be split or that contains a NUL is reported and
 * skipped.  Blanks before an option are removed, because inih would append an indented line to
 * the previous value. */
static char *
next_line(char *out, int size, void *stream)
{
	struct conf_reader *r = stream;
	const char *end;
	size_t n;

	if (r->bytes_left == 0 || size < 2)
		return NULL;
	r->line_no++;
	end = memchr(r->text, '\n', r->bytes_left);
	n = end != NULL ? (size_t)(end - r->text) + 1 : r->bytes_left;
	out[0] = '\0';
	if (memchr(r->text, '\0', n) != NULL) {
		if (claim_first_error(r))
			sbuf_add(&r->error_text, "a NUL byte");
	} else if (n >= (size_t)size) {
		if (claim_first_error(r))
			sbuf_addf(&r->error_text, "a line of more than %d bytes", size - 2);
	} else {
		size_t blank = 0;

		while (blank < n - 1 && (r->text[blank] == ' ' || r->text[blank] == '\t'))
			blank++;
		memcpy(out, r->text + blank, n - blank);
		out[n - blank] = '\0';
	}
	r->text += n;
	r->bytes_left -= n;
	return out;
}

/* Options of earlier releases, which are accepted but no longer have any effect. */
static const struct {
	const char *section, *name;
} REMOVED_OPTIONS[] = {
	{ "limits", "unauth_start" },
	{ "limits", "unauth_percent" },
};

static bool
is_removed_option(const char *section, const char *name)
{
	for (size_t i = 0; i < ARRAY_LEN(REMOVED_OPTIONS); i++)
		if (strcmp(section, REMOVED_OPTIONS[i].section) == 0 &&
		    strcmp(name, REMOVED_OPTIONS[i].name) == 0)
			return true;
	return false;
}

static int
on_option(void *ctx, const char *section, const char *name, const char *value)
{
	char space[256];
	struct conf_reader *r = ctx;
	struct sbuf why;
	size_t row;

	SBUF_INIT(&why, space);
	if (is_removed_option(section, name)) {
		log_warn(
		    "option_gone", "section=%s name=%s line=%u", section, name, r->line_no);
		return 1;
	}
	row = row_find(section, name, &why);
	if (row < ROW_COUNT && r->option_seen[row]) {
		sbuf_addf(&why, "%s is given twice", name);
	} else if (row < ROW_COUNT) {
		r->option_seen[row] = true;
		if (row_set(&r->config, row, value, &why))
			return 1;
	}
	if (claim_first_error(r))
		sbuf_add(&r->error_text, why.text);
	return 0;
}

/* Returns whether a file was read without an error.  Otherwise sets `error`.  `line` is inih's
 * result: 0, the first line that inih or on_option rejected, or a negative number if out of
 * memory. */
static bool
check_reader(const struct conf_reader *r, const char *name, int line, struct sbuf *error)
{
	const char *wrong = find_contradiction(&r->config);

	if (line < 0)
		sbuf_addf(error, "%s: out of memory", name);
	else if (line > 0 && (r->error_line == 0 || (unsigned)line < r->error_line))
		sbuf_addf(error, "%s:%d: neither [section] nor name = value", name, line);
	else if (r->error_line != 0)
		sbuf_addf(error, "%s:%u: %s", name, r->error_line, r->error_text.text);
	else if (wrong != NULL)
		sbuf_addf(error, "%s: %s", name, wrong);
	else
		return true;
	return false;
}

int
conf_parse(const char *name, const char *text, size_t n, struct config *out, struct sbuf *error)
{
	struct conf_reader *r = calloc(1, sizeof(*r));
	bool ok;

	if (r == NULL) {
		sbuf_addf(error, "%s: out of memory", name);
		return -1;
	}
	r->text = text;
	r->bytes_left = n;
	SBUF_INIT(&r->error_text, r->error_buf);
	conf_default(&r->config);
	ok = check_reader(r, name, ini_parse_stream(next_line, r, on_option, r), error);
	if (ok)
		*out = r->config;
	free(r);
	return ok ? 0 : -1;
}

int
conf_load(const char *path, struct config *out, struct sbuf *error)
{
	size_t n;
	char *text = regular_read(path, FILE_BYTES_MAX, &n, error);
	int result = text != NULL ? conf_parse(path, text, n, out, error) : -1;

	free(text);
	return result;
}
