/* SPDX-License-Identifier: MIT */
/* See patterns.h.  Owns the table, one listener per connection and a cache of judged lines. The
 * counts are in a shared mapping, so that a program that runs each file in a child process gets
 * their sum. */
#include "tests/support/patterns.h"

#include <regex.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/check.h"
#include "base/sbuf.h"
#include "base/utf8.h"
#include "config/shipped_texts.h"
#include "proto/msg.h"
#include "tournament_view/words.h"

#define ROWS_MAX 8192u
#define REGEX_MAX 2048u
#define LITERAL_MAX 56u
/* with a prefix this long, a row needs no literal inside the line */
#define PREFIX_LEN_ENOUGH 6u
#define HITS_MAX 48u
#define CACHE_LINES 16384u
#define PAGE_BUCKETS 8192u
#define STATES_MAX 16u
#define BIT(x) (1u << (x))

enum scope {
	SCOPE_LOGIN,
	SCOPE_MOTD,
	SCOPE_CLIP,
	SCOPE_TELNET,
	SCOPE_DIGIT,
	SCOPE_STAR,
	SCOPE_ALPHA,
	SCOPE_AFTER_GOODBYE,
	SCOPE_PROMPT
};
#define ALL_FIRST_CHARS (BIT(SCOPE_DIGIT) | BIT(SCOPE_STAR) | BIT(SCOPE_ALPHA))

static const char *const SCOPES[] = {
	[SCOPE_LOGIN] = "login",
	[SCOPE_MOTD] = "motd",
	[SCOPE_CLIP] = "clip",
	[SCOPE_TELNET] = "telnet",
	[SCOPE_DIGIT] = "digit",
	[SCOPE_STAR] = "star",
	[SCOPE_ALPHA] = "alpha",
	[SCOPE_AFTER_GOODBYE] = "post",
	[SCOPE_PROMPT] = "prompt",
};

/* The sources of rows: client programs first, then kinds of lines.  Rows of "text" and "ours"
 * match whole lines.  Rows of "ours" need not be produced, because some need a full disk. */
static const char *const SOURCES[] = { "fcm", "bcm", "net", "kbg", "gbot", "mdog", "rep", "gib",
	"lep", "form", "text", "ours" };
#define SOURCE_TEXT 10u
#define SOURCE_OWN 11u

/* The server's messages, for rows that name a message. */
static const struct {
	const char *name;
	const char *format;
} MESSAGES[] = {
#define MSG0(name, text) { #name, text },
#define MSG(name, format, parameters, arguments) { #name, format },
#include "proto/msg.def"
#undef MSG
#undef MSG0
};

/* The members checked for each new line are at the beginning. */
struct pattern_row {
	int must_follow; /* index of the row that must precede this row or its repeats; -1: none
			  */
	unsigned prefix_len;
	char prefix[LITERAL_MAX];    /* prefix of every line that matches */
	char substring[LITERAL_MAX]; /* substring of every line that matches */
	bool must_match_always;
	bool has_followers; /* some rows may follow only this row, so a match is remembered */
	unsigned line_no;
	unsigned source;
	unsigned scopes; /* bit set */
	char *name;
	char *why_never; /* why the row need not be produced; NULL: it must be produced */
	char *after_name;
	regex_t re;
	bool first_chars[256]; /* possible first characters of a line that matches */
};

enum fault {
	FAULT_NONE,
	FAULT_UNKNOWN,
	FAULT_ALWAYS,
	FAULT_NEVER
};

/* The result of judging one line. */
struct verdict {
	enum fault fault;
	unsigned row;       /* the row that the line violates */
	int whole_line_row; /* the first whole-line row that the line matches, -1 if none */
	bool is_page_line;  /* line of the banner, the message of the day or a help page */
	unsigned rows_hit_n;
	uint16_t rows_hit[HITS_MAX];
};

struct judged_line {
	char *line;
	unsigned scopes;
	int row_before;
	struct verdict verdict;
};

enum listener_state {
	STATE_LOGIN,
	STATE_MOTD,
	STATE_ONLINE,
	STATE_AFTER_GOODBYE
};

struct listener {
	enum listener_state state;
	bool clip;
	bool wraps_anywhere; /* lines for this user may be wrapped at any width */
	int row_before;      /* row of the previous line, if rows depend on it; else -1 */
};

struct page_line {
	struct page_line *next;
	unsigned scopes;
	char text[];
};

/* A row that a line may match, and the first characters of its prefix. */
struct candidate {
	uint64_t prefix_head, prefix_mask;
	unsigned row;
};

/* The candidate rows for lines in one set of scopes, by first character. */
struct candidates {
	unsigned scopes;
	struct candidate *of[256];
	unsigned n[256];
};

struct shared_totals {
	unsigned long lines, faults, hits[ROWS_MAX];
};

struct patterns {
	struct pattern_row *row[ROWS_MAX];
	unsigned n_rows;
	bool has_row[MSG_COUNT]; /* the table names the message */
	struct candidates candidates[STATES_MAX];
	unsigned n_candidate_sets;
	struct judged_line cache[CACHE_LINES];
	struct page_line *page[PAGE_BUCKETS];
	struct listener *listener;
	unsigned n_listeners;
	struct shared_totals *counts;
	patterns_report *report;
	void *ctx;
};

/* ---- reading the table ---- */

static _Noreturn void
fail_bad_table(unsigned line_no, const char *what)
{
	(void)fprintf(stderr, "patterns: line %u: %s\n", line_no, what);
	exit(1);
}

static char *
copy_of(const char *text, size_t n)
{
	char *to = malloc(n + 1);

	CHECK(to != NULL);
	memcpy(to, text, n);
	to[n] = '\0';
	return to;
}

static unsigned
hex_digit(char c)
{
	return (unsigned)(c <= '9' ? c - '0' : c - 'a' + 10);
}

/* Expands the table's macros and \xNN. */
static void
expand_escapes(const char *from, size_t n, struct sbuf *to)
{
	for (size_t i = 0; i < n; i++) {
		const char *next = i + 1 < n ? from + i + 1 : "";

		if (from[i] == '%' && *next == 'P') {
			sbuf_add(to, "[a-zA-Z_<>]+");
		} else if (from[i] == '%' && *next == 'N') {
			sbuf_add(to, "[0-9]+");
		} else if (from[i] == '%' && *next == 'D') {
			sbuf_add(to, "[1-6]");
		} else if (from[i] == '%' && *next == 'R') {
			sbuf_add(to, "-?[0-9]+\\.[0-9][0-9]");
		} else if (from[i] == '\\' && *next == 'x' && i + 3 < n) {
			sbuf_addc(to, (char)(hex_digit(next[1]) * 16 + hex_digit(next[2])));
			i += 2;
		} else {
			sbuf_addc(to, from[i]);
			continue;
		}
		i++;
	}
}

/* Returns the literal character at *at, with its escape, and advances *at past it.  Returns 0
 * if there is no literal character. */
static char
literal_char(const char **at)
{
	const char *p = *at;
	char c = *p;

	if (c == '\\' && p[1] != '\0') {
		c = p[1];
		p++;
	} else if (c == '\0' || strchr("^$.[](){}*+?|", c) != NULL) {
		return 0;
	}
	p++;
	if (*p != '\0' && strchr("*?{", *p) != NULL)
		return 0;
	*at = p;
	return c;
}

/* Copies the run of literal characters at `at`.  Returns its length. */
static size_t
literal_run(const char *at, char *to)
{
	size_t n = 0;
	char c;

	while (n + 1 < LITERAL_MAX && (c = literal_char(&at)) != 0) {
		to[n++] = c;
		if (*at == '+')
			break;
	}
	to[n] = '\0';
	return n;
}

/* Returns the last character of the construct at p (bracket expression, group or count), or p
 * if there is none. */
static const char *
skip_group(const char *p)
{
	unsigned depth = 0;

	if (*p == '[')
		return p + 2 + strcspn(p + 2, "]");
	if (*p == '{')
		return p + strcspn(p, "}");
	if (*p != '(')
		return p;
	for (;; p++) {
		if (*p == '\\')
			p++;
		else if (*p == '(')
			depth++;
		else if (*p == ')' && --depth == 0)
			return p;
	}
}

/* Adds the characters that the bracket expression at p allows.  Returns false if they cannot be
 * determined. */
static bool
add_bracket_list(const char *p, bool first[256])
{
	bool other = p[1] == '^', in[256] = { false };

	for (p += 1 + other; *p != ']' || p[-1] == '['; p++) {
		unsigned from = (unsigned char)p[0];

		if (*p == '[')
			return false;
		if (p[1] == '-' && p[2] != ']')
			p += 2;
		for (; from <= (unsigned char)p[0]; from++)
			in[from] = true;
	}
	for (unsigned c = 0; c < 256; c++)
		first[c] = first[c] || in[c] != other;
	return true;
}

/* Adds the possible first characters of the regular expression at p, as far as bracket
 * expressions and single characters determine them.  Returns false if it may begin with
 * anything. */
static bool
add_first_chars(const char *p, bool first[256])
{
	for (;;) {
		if (*p == '\0' || strchr("^$.()|", *p) != NULL)
			return false;
		if (*p == '[' && !add_bracket_list(p, first))
			return false;
		if (*p == '[')
			p = skip_group(p);
		else if (*p == '\\')
			first[(unsigned char)*++p] = true;
		else
			first[(unsigned char)*p] = true;
		p++;
		if (*p == '{')
			return false;
		if (*p != '*' && *p != '?')
			return true;
		p++;
	}
}

/* Finds the prefix that all matching lines have and, if that is short, the longest substring
 * that they all contain.  An alternative outside parentheses leaves both empty. */
static void
find_literals(struct pattern_row *r, const char *regex)
{
	char run[LITERAL_MAX];

	memset(r->first_chars, true, sizeof(r->first_chars));
	for (const char *p = regex; *p != '\0'; p++) {
		if (*p == '\\')
			p++;
		else if (*p == '|')
			return;
		else
			p = skip_group(p);
	}
	if (regex[0] == '^') {
		bool first[256] = { false };

		if (add_first_chars(regex + 1, first))
			memcpy(r->first_chars, first, sizeof(first));
		r->prefix_len = (unsigned)literal_run(regex + 1, r->prefix);
	}
	for (const char *p = regex; r->prefix_len < PREFIX_LEN_ENOUGH && *p != '\0'; p++) {
		if (literal_run(p, run) > strlen(r->substring))
			memcpy(r->substring, run, sizeof(run));
		if (*p == '\\')
			p++;
		else
			p = skip_group(p);
	}
}

static unsigned
index_of_word(
    const char *const names[], unsigned n, const char *word, size_t len, unsigned line_no)
{
	for (unsigned i = 0; i < n; i++)
		if (strlen(names[i]) == len && memcmp(names[i], word, len) == 0)
			return i;
	fail_bad_table(line_no, "no such source or state");
}

/* Returns the next word and its length, or NULL. */
static const char *
table_word(const char **at, size_t *n_out)
{
	const char *word = *at + strspn(*at, " \t");

	*n_out = strcspn(word, " \t\n");
	*at = word + *n_out;
	return *n_out > 0 ? word : NULL;
}

static unsigned
read_scopes(const char *word, size_t n, unsigned line_no)
{
	const char *end = word + n;
	unsigned scopes = 0;

	while (word < end) {
		size_t len = strcspn(word, ", \t");

		if (len == 3 && memcmp(word, "run", len) == 0)
			scopes |= ALL_FIRST_CHARS;
		else
			scopes |=
			    BIT(index_of_word(SCOPES, ARRAY_LEN(SCOPES), word, len, line_no));
		word += len + 1;
	}
	return scopes;
}

static void
read_regex(struct pattern_row *r, const char *from, size_t n)
{
	static char text[REGEX_MAX];
	struct sbuf b;

	SBUF_INIT(&b, text);
	expand_escapes(from, n, &b);
	CHECK(sbuf_ok(&b));
	if (regcomp(&r->re, text, REG_EXTENDED | REG_NOSUB) != 0)
		fail_bad_table(r->line_no, "no regular expression");
	find_literals(r, text);
	if (r->prefix_len == 0 && r->must_match_always)
		fail_bad_table(r->line_no, "\"always\" needs a beginning");
}

static void
read_marks(struct pattern_row *r, const char *at)
{
	const char *word;
	size_t n;

	while ((word = table_word(&at, &n)) != NULL) {
		if (n == 6 && memcmp(word, "always", n) == 0) {
			r->must_match_always = true;
		} else if (n > 6 && memcmp(word, "after=", 6) == 0) {
			r->after_name = copy_of(word + 6, n - 6);
		} else if (n == 6 && memcmp(word, "never:", n) == 0) {
			at += strspn(at, " ");
			r->why_never = copy_of(at, strcspn(at, "\n"));
			if (r->why_never[0] == '\0')
				fail_bad_table(r->line_no, "no reason");
			return;
		} else {
			fail_bad_table(r->line_no, "no such mark");
		}
	}
}

/* Returns the end of the regular expression: the last slash before the reason. */
static const char *
regex_end(const char *line, const char *begin)
{
	const char *stop = strstr(begin, " never: ");
	const char *end = stop != NULL ? stop : line + strlen(line);

	while (end > begin && *end != '/')
		end--;
	return end;
}

static struct pattern_row *
row_new(struct patterns *p, unsigned line_no)
{
	struct pattern_row *r = calloc(1, sizeof(*r));

	CHECK(r != NULL && p->n_rows < ROWS_MAX);
	r->line_no = line_no;
	r->must_follow = -1;
	p->row[p->n_rows++] = r;
	return r;
}

/* Builds a regular expression for one line of a message: its literal text, and anything in
 * place of its arguments. */
static void
message_regex(const char *format, size_t n, struct sbuf *to)
{
	sbuf_addc(to, '^');
	for (size_t i = 0; i < n; i++) {
		if (format[i] == '%' && format[i + 1] == '%') {
			sbuf_addc(to, format[i++]);
		} else if (format[i] == '%') {
			const char *blanks =
			    strchr("-123456789", format[i + 1]) != NULL ? " *" : "";

			i += strcspn(format + i, "sudcf");
			if (format[i] == 'u' || format[i] == 'd')
				sbuf_addf(to, "%s[0-9]+%s", blanks, blanks);
			else
				sbuf_add(to, ".*");
		} else {
			if (strchr("^$.[](){}*+?|\\", format[i]) != NULL)
				sbuf_addc(to, '\\');
			sbuf_addc(to, format[i]);
		}
	}
	if (format[n] == '\0')
		sbuf_add(to, "\\.?"); /* a full stop may be appended */
	sbuf_add(to, "\a?$");         /* users may choose to get a bell at the end */
}

/* Returns whether a message line has enough literal text to be told apart from other lines. */
static bool
has_enough_words(const char *format, size_t n)
{
	unsigned words = 0;

	for (size_t i = 0; i < n; i++) {
		if (format[i] == '%' && format[i + 1] == '%') {
			i++;
		} else if (format[i] == '%') {
			i += strcspn(format + i, "sudcf");
			words += format[i] != 's' && format[i] != 'c';
		} else {
			words += format[i] != ' ';
		}
	}
	return words >= 4;
}

/* Adds a row for each distinctive line of a message.  The other lines need rows with a /REGEX/
 * of their own. */
static void
read_message(struct patterns *p, unsigned line_no, unsigned scopes, const char *name,
    size_t name_n, const char *format)
{
	static char text[REGEX_MAX];

	while (*format != '\0') {
		size_t n = strcspn(format, "\n");
		struct sbuf b;

		if (has_enough_words(format, n)) {
			struct pattern_row *r = row_new(p, line_no);

			r->source = SOURCE_OWN;
			r->scopes = scopes;
			r->name = copy_of(name, name_n);
			SBUF_INIT(&b, text);
			message_regex(format, n, &b);
			CHECK(sbuf_ok(&b));
			read_regex(r, text, b.len);
		}
		format += n + (format[n] == '\n');
	}
}

/* Returns the format of the named message and marks it as having a row. */
static const char *
message_named(struct patterns *p, unsigned line_no, const char *name, size_t n)
{
	for (size_t i = 0; i < ARRAY_LEN(MESSAGES); i++)
		if (strlen(MESSAGES[i].name) == n && memcmp(MESSAGES[i].name, name, n) == 0) {
			p->has_row[i] = true;
			return MESSAGES[i].format;
		}
	fail_bad_table(line_no, "no such message");
}

static void
read_message_names(struct patterns *p, unsigned line_no, const char *at)
{
	const char *word;
	size_t n;

	while ((word = table_word(&at, &n)) != NULL)
		(void)message_named(p, line_no, word, n);
}

static void
read_row(struct patterns *p, unsigned line_no, const char *line)
{
	const char *at = line, *word, *name, *end;
	unsigned source, scopes;
	struct pattern_row *r;
	size_t n;

	word = table_word(&at, &n);
	if (n == 4 && memcmp(word, "part", n) == 0) {
		read_message_names(p, line_no, at);
		return;
	}
	source = index_of_word(SOURCES, ARRAY_LEN(SOURCES), word, n, line_no);
	word = table_word(&at, &n);
	if (word == NULL)
		fail_bad_table(line_no, "no state");
	scopes = read_scopes(word, n, line_no);
	name = table_word(&at, &n);
	if (name == NULL)
		fail_bad_table(line_no, "no name");
	at += strspn(at, " \t");
	if (*at == '\n' && source == SOURCE_OWN) {
		const char *format = message_named(p, line_no, name, n);

		read_message(p, line_no, scopes, name, n, format);
		return;
	}
	r = row_new(p, line_no);
	r->source = source;
	r->scopes = scopes;
	r->name = copy_of(name, n);
	end = regex_end(line, at);
	if (*at != '/' || end == at)
		fail_bad_table(line_no, "no /REGEX/");
	read_marks(r, end + 1);
	read_regex(r, at + 1, (size_t)(end - at - 1));
}

static bool
is_prompt(enum msg_id id)
{
	return id == MSG_prompt_away || id == MSG_prompt_return || id == MSG_give_password ||
	       id == MSG_retype_password || id == MSG_passwords_differ ||
	       (id >= MSG_prompt_old && id <= MSG_prompt_code);
}

static bool
is_for_guests(enum msg_id id)
{
	static const enum msg_id others[] = { MSG_unknown_command, MSG_bad_text, MSG_overlong,
		MSG_guest_languages, MSG_set_bad_language, MSG_name_short, MSG_name_one_word,
		MSG_password_blank, MSG_password_long, MSG_registration_busy, MSG_login_lines,
		MSG_registration_closed, MSG_registration_failed, MSG_goodbye_rest,
		MSG_login_busy, MSG_disk_refuse, MSG_store_away };

	for (size_t i = 0; i < ARRAY_LEN(others); i++)
		if (id == others[i])
			return true;
	return id <= MSG_timed_out; /* the login messages are at the beginning */
}

/* Returns whether client programs can read the message in other languages, as a page or in a
 * table that they asked for (PROTOCOL.md 10.2). */
static bool
is_on_pages(const char *name)
{
	static const char *const PREFIXES[] = { "help_", "trn_", "tview_" };

	for (size_t i = 0; i < ARRAY_LEN(PREFIXES); i++)
		if (strncmp(name, PREFIXES[i], strlen(PREFIXES[i])) == 0)
			return true;
	return false;
}

static void
read_formats(struct patterns *p, const char *const *formats)
{
	for (unsigned id = 0; id < MSG_COUNT; id++) {
		bool prompt = is_prompt((enum msg_id)id);
		const char *text = formats[id];
		unsigned scopes = prompt ? BIT(SCOPE_PROMPT) : BIT(SCOPE_TELNET);

		if (text == NULL)
			continue;
		if (!prompt && is_for_guests((enum msg_id)id))
			scopes |= BIT(SCOPE_LOGIN);
		if (is_on_pages(MESSAGES[id].name))
			scopes |= BIT(SCOPE_CLIP);
		read_message(p, 0, scopes, MESSAGES[id].name, strlen(MESSAGES[id].name), text);
	}
}

/* Adds the messages specific to this server that the table does not name. */
static void
read_own_messages(struct patterns *p)
{
	for (unsigned id = MSG_guest_languages; id < MSG_COUNT; id++)
		if (!p->has_row[id] && strchr(MESSAGES[id].format, '\n') != NULL)
			read_message(p, 0, ALL_FIRST_CHARS, MESSAGES[id].name,
			    strlen(MESSAGES[id].name), MESSAGES[id].format);
}

/* Adds the translations that interactive users may see and that are distinctive enough. */
static void
read_translations(struct patterns *p)
{
	for (unsigned l = 1; l < LANG_COUNT; l++) {
		read_formats(p, CATALOGUES[l].formats);
		read_formats(p, CATALOGUES[l].singular_formats);
	}
}

static void
resolve_followers(struct patterns *p)
{
	for (unsigned i = 0; i < p->n_rows; i++) {
		struct pattern_row *r = p->row[i];

		if (r->after_name == NULL)
			continue;
		for (unsigned k = 0; k < p->n_rows; k++)
			if (p->row[k]->line_no > 0 && p->row[k]->source >= SOURCE_TEXT &&
			    strcmp(p->row[k]->name, r->after_name) == 0)
				r->must_follow = (int)k;
		if (r->must_follow < 0)
			fail_bad_table(r->line_no, "after what?");
		p->row[r->must_follow]->has_followers = true;
		r->has_followers = true;
	}
}

static void
read_table(struct patterns *p, const char *path)
{
	FILE *in = fopen(path, "r");
	char *line = NULL;
	size_t room = 0;
	unsigned line_no = 0;

	if (in == NULL) {
		(void)fprintf(stderr, "patterns: %s cannot be read\n", path);
		exit(1);
	}
	while (getline(&line, &room, in) > 0) {
		line_no++;
		if (line[0] != '#' && line[0] != '\n')
			read_row(p, line_no, line);
	}
	free(line);
	(void)fclose(in);
	read_own_messages(p);
	read_translations(p);
	resolve_followers(p);
}

/* ---- pages ---- */

static uint64_t
hash_of(const char *text, unsigned salt)
{
	uint64_t h = 0xcbf29ce484222325u ^ salt;

	for (; *text != '\0'; text++)
		h = (h ^ (unsigned char)*text) * 0x100000001b3u;
	return h ^ h >> 29;
}

static void
add_page(struct patterns *p, unsigned scopes, const char *text)
{
	while (*text != '\0') {
		size_t n = strcspn(text, "\n");
		struct page_line *l = malloc(sizeof(*l) + n + 1);
		struct page_line **bucket;

		CHECK(l != NULL);
		memcpy(l->text, text, n);
		l->text[n] = '\0';
		l->scopes = scopes;
		bucket = &p->page[hash_of(l->text, 0) % PAGE_BUCKETS];
		l->next = *bucket;
		*bucket = l;
		text += n + (text[n] == '\n');
	}
}

static bool
is_of_a_page(const struct patterns *p, unsigned scopes, const char *line)
{
	const struct page_line *l = p->page[hash_of(line, 0) % PAGE_BUCKETS];

	while (l != NULL && ((l->scopes & scopes) == 0 || strcmp(l->text, line) != 0))
		l = l->next;
	return l != NULL;
}

static void
to_sbuf(void *ctx, const char *text, size_t n)
{
	sbuf_addn(ctx, text, n);
}

/* Adds the lines of the help page tournament_formats that are generated from the list of
 * formats. */
static void
add_formats(struct patterns *p, unsigned scopes, const struct catalogue *c)
{
	char text[8192];
	struct sbuf b;
	struct out out = { .write = to_sbuf, .ctx = &b, .catalogue = c };

	SBUF_INIT(&b, text);
	words_formats(&out);
	CHECK(sbuf_ok(&b));
	add_page(p, scopes, text);
}

static void
add_pages(struct patterns *p, const char *server_name)
{
	char topic[64];
	struct sbuf b;

	for (unsigned l = 0; l < LANG_COUNT; l++) {
		char *banner = shipped_text("banner", (enum language)l, server_name);
		char *motd = shipped_text("motd", (enum language)l, server_name);

		add_page(p, BIT(SCOPE_LOGIN), banner);
		/* client programs can ask for the other languages (PROTOCOL.md 10.2) */
		add_page(p, BIT(SCOPE_MOTD) | BIT(SCOPE_TELNET), motd);
		free(banner);
		free(motd);
	}
	SBUF_INIT(&b, topic);
	for (unsigned i = 0; shipped_topic_name(i, &b); i++) {
		/* client programs can ask for the other languages (PROTOCOL.md 10.2) */
		for (unsigned l = 0; l < LANG_COUNT; l++)
			add_page(p, BIT(SCOPE_CLIP) | BIT(SCOPE_TELNET),
			    shipped_help(topic, (enum language)l));
		SBUF_INIT(&b, topic);
	}
	for (unsigned l = 0; l < LANG_COUNT; l++)
		add_formats(
		    p, BIT(SCOPE_CLIP) | BIT(SCOPE_TELNET), l > 0 ? &CATALOGUES[l] : NULL);
}

/* ---- making and ending ---- */

static struct shared_totals *
shared_counts(void)
{
	FILE *f = tmpfile();
	void *at;

	CHECK(f != NULL && ftruncate(fileno(f), sizeof(struct shared_totals)) == 0);
	at = mmap(NULL, sizeof(struct shared_totals), PROT_READ | PROT_WRITE, MAP_SHARED,
	    fileno(f), 0);
	CHECK(at != MAP_FAILED);
	(void)fclose(f);
	return at;
}

struct patterns *
patterns_new(const char *path, const char *server_name, patterns_report *tell, void *ctx)
{
	struct patterns *p = calloc(1, sizeof(*p));

	CHECK(p != NULL);
	p->report = tell;
	p->ctx = ctx;
	read_table(p, path);
	add_pages(p, server_name);
	p->counts = shared_counts();
	return p;
}

static void
rows_free(struct patterns *p)
{
	for (unsigned i = 0; i < p->n_rows; i++) {
		regfree(&p->row[i]->re);
		free(p->row[i]->name);
		free(p->row[i]->why_never);
		free(p->row[i]->after_name);
		free(p->row[i]);
	}
	for (unsigned i = 0; i < p->n_candidate_sets; i++)
		for (unsigned c = 0; c < 256; c++)
			free(p->candidates[i].of[c]);
}

void
patterns_free(struct patterns **pp)
{
	struct patterns *p = *pp;

	if (p == NULL)
		return;
	rows_free(p);
	for (unsigned i = 0; i < CACHE_LINES; i++)
		free(p->cache[i].line);
	for (unsigned i = 0; i < PAGE_BUCKETS; i++) {
		for (struct page_line *l = p->page[i], *next; l != NULL; l = next) {
			next = l->next;
			free(l);
		}
	}
	(void)munmap(p->counts, sizeof(*p->counts));
	free(p->listener);
	free(p);
	*pp = NULL;
}

void
patterns_reset(struct patterns *p, patterns_report *tell, void *ctx)
{
	p->report = tell;
	p->ctx = ctx;
	if (p->n_listeners > 0)
		memset(p->listener, 0, p->n_listeners * sizeof(*p->listener));
}

/* ---- judging a line ---- */

static bool
row_matches(const struct pattern_row *r, const char *line)
{
	if (r->prefix_len > 0 && strncmp(line, r->prefix, r->prefix_len) != 0)
		return false;
	if (r->substring[0] != '\0' && strstr(line, r->substring) == NULL)
		return false;
	return regexec(&r->re, line, 0, NULL, 0) == 0;
}

/* Returns the first characters of a text of n bytes, packed into a number. */
static uint64_t
head_of(const char *text, size_t n)
{
	uint64_t head = 0;

	memcpy(&head, text, n < sizeof(head) ? n : sizeof(head));
	return head;
}

static bool
is_candidate(const struct pattern_row *r, const struct candidates *of, unsigned c)
{
	return (r->scopes & of->scopes) != 0 && r->first_chars[c];
}

static void
add_candidates(const struct patterns *p, struct candidates *to, unsigned c)
{
	static const char ones[] = "\xff\xff\xff\xff\xff\xff\xff\xff";
	unsigned n = 0;

	for (unsigned i = 0; i < p->n_rows; i++)
		n += is_candidate(p->row[i], to, c);
	to->of[c] = calloc(n + 1, sizeof(*to->of[c]));
	CHECK(to->of[c] != NULL);
	for (unsigned i = 0; i < p->n_rows; i++) {
		const struct pattern_row *r = p->row[i];

		if (is_candidate(r, to, c))
			to->of[c][to->n[c]++] =
			    (struct candidate){ head_of(r->prefix, r->prefix_len),
				    head_of(ones, r->prefix_len), i };
	}
}

/* Returns the candidates for a set of scopes and a first character; builds them on first
 * use. */
static const struct candidates *
candidates_in(struct patterns *p, unsigned scopes, unsigned c)
{
	struct candidates *to = p->candidates;

	while (to < p->candidates + p->n_candidate_sets && to->scopes != scopes)
		to++;
	if (to == p->candidates + p->n_candidate_sets) {
		CHECK(p->n_candidate_sets++ < STATES_MAX);
		to->scopes = scopes;
	}
	if (to->of[c] == NULL)
		add_candidates(p, to, c);
	return to;
}

/* Judges a line by one row. seen: bit set of the sources that already had a matching row. */
static void
judge_row(
    const struct patterns *p, unsigned i, const char *line, unsigned *seen, struct verdict *v)
{
	const struct pattern_row *r = p->row[i];

	if (!row_matches(r, line)) {
		if (r->must_match_always && strncmp(line, r->prefix, r->prefix_len) == 0) {
			v->fault = FAULT_ALWAYS;
			v->row = i;
		}
		return;
	}
	CHECK(v->rows_hit_n < HITS_MAX);
	v->rows_hit[v->rows_hit_n++] = (uint16_t)i;
	if (r->why_never != NULL && (*seen & BIT(r->source)) == 0) {
		v->fault = FAULT_NEVER;
		v->row = i;
	}
	*seen |= BIT(r->source);
	if (r->source >= SOURCE_TEXT && v->whole_line_row < 0)
		v->whole_line_row = (int)i;
}

static void
judge_text(struct patterns *p, unsigned scopes, int before, const char *line, struct verdict *v)
{
	unsigned c = (unsigned char)line[0];
	const struct candidates *all = candidates_in(p, scopes, c);
	uint64_t head = head_of(line, strlen(line));
	unsigned seen = 0;

	*v = (struct verdict){ .whole_line_row = -1 };
	for (unsigned k = 0; k < all->n[c]; k++) {
		const struct candidate *one = &all->of[c][k];
		int after;

		if ((head & one->prefix_mask) != one->prefix_head)
			continue;
		after = p->row[one->row]->must_follow;
		if (after < 0 || before == after || before == (int)one->row)
			judge_row(p, one->row, line, &seen, v);
	}
	v->is_page_line = is_of_a_page(p, scopes, line);
	if (v->fault == FAULT_NONE && v->whole_line_row < 0 && !v->is_page_line)
		v->fault = FAULT_UNKNOWN;
}

/* Returns the verdict on a line, from the cache if the same line was judged in the same
 * context. */
static const struct verdict *
verdict_of(struct patterns *p, unsigned scopes, int before, const char *line)
{
	struct judged_line *h =
	    &p->cache[hash_of(line, scopes ^ (unsigned)before << 16) % CACHE_LINES];

	if (h->line != NULL && h->scopes == scopes && h->row_before == before &&
	    strcmp(h->line, line) == 0)
		return &h->verdict;
	judge_text(p, scopes, before, line, &h->verdict);
	free(h->line);
	h->line = copy_of(line, strlen(line));
	h->scopes = scopes;
	h->row_before = before;
	return &h->verdict;
}

/* ---- the listeners ---- */

static void
fault(struct patterns *p, unsigned conn, const char *what, const char *line)
{
	p->counts->faults++;
	p->report(p->ctx, conn, what, line);
}

static void
report_verdict(struct patterns *p, unsigned conn, const struct verdict *v, const char *line)
{
	const struct pattern_row *r = p->row[v->row];
	char text[320];
	struct sbuf b;

	SBUF_INIT(&b, text);
	switch (v->fault) {
	case FAULT_NONE:
		return;
	case FAULT_UNKNOWN:
		sbuf_add(&b, "is unknown");
		break;
	case FAULT_ALWAYS:
		sbuf_addf(&b, "begins like row %s %s of line %u and does not fit it",
		    SOURCES[r->source], r->name, r->line_no);
		break;
	case FAULT_NEVER:
		sbuf_addf(&b, "is never to be sent, row %s %s of line %u", SOURCES[r->source],
		    r->name, r->line_no);
		break;
	}
	fault(p, conn, text, line);
}

static unsigned
scopes_of(const struct listener *e, const char *line)
{
	unsigned batch = BIT(SCOPE_ALPHA);

	if (line[0] >= '0' && line[0] <= '9')
		batch = BIT(SCOPE_DIGIT);
	else if (line[0] == '*')
		batch = BIT(SCOPE_STAR);
	switch (e->state) {
	case STATE_LOGIN:
		return BIT(SCOPE_LOGIN) | (e->clip ? BIT(SCOPE_CLIP) : 0);
	case STATE_MOTD:
		return BIT(SCOPE_MOTD);
	case STATE_ONLINE:
		return batch | (e->clip ? BIT(SCOPE_CLIP) : BIT(SCOPE_TELNET));
	case STATE_AFTER_GOODBYE:
		break;
	}
	return BIT(SCOPE_AFTER_GOODBYE);
}

static bool
starts_with(const char *line, const char *with)
{
	return strncmp(line, with, strlen(with)) == 0;
}

/* Returns whether the line is the welcome of a guest, in any language. */
static bool
welcomes_guest(const char *line)
{
	for (unsigned l = 0; l < LANG_COUNT; l++) {
		struct out out = { .catalogue = &CATALOGUES[l] };
		const char *text = msg_text(&out, MSG_guest_welcome);

		if (strncmp(line, text, strcspn(text, "%")) == 0)
			return true;
	}
	return false;
}

/* Changes the listener's state at lines that already belong to the new state. */
static void
update_before_line(struct listener *e, const char *line)
{
	if (e->state != STATE_LOGIN || e->clip)
		return;
	e->clip = starts_with(line, "1 ");
	if (starts_with(line, "** User ") || welcomes_guest(line))
		e->state = STATE_ONLINE;
}

/* Changes the listener's state after lines that still belong to the old state. */
static void
update_after_line(struct listener *e, const char *line)
{
	if (e->clip && e->state != STATE_MOTD && strcmp(line, "3") == 0)
		e->state = STATE_MOTD;
	else if (e->state == STATE_MOTD && line[0] == '4')
		e->state = STATE_ONLINE;
	else if (e->state == STATE_ONLINE && strstr(line, "           Goodbye.") != NULL)
		e->state = STATE_AFTER_GOODBYE;
}

static void
count_hits(struct patterns *p, const struct verdict *v)
{
	for (unsigned i = 0; i < v->rows_hit_n; i++)
		p->counts->hits[v->rows_hit[i]]++;
}

static void
judge_line(struct patterns *p, unsigned conn, const char *line)
{
	struct listener *e = &p->listener[conn];
	const struct verdict *v;
	size_t n = strlen(line);

	p->counts->lines++;
	if (n == 0)
		return;
	update_before_line(e, line);
	v = verdict_of(p, scopes_of(e, line), e->row_before, line);
	count_hits(p, v);
	report_verdict(p, conn, v, line);
	if ((line[n - 1] == ' ' || line[n - 1] == '\t') && !v->is_page_line)
		fault(p, conn, "ends in a blank", line);
	e->row_before = v->whole_line_row >= 0 && p->row[v->whole_line_row]->has_followers
			    ? v->whole_line_row
			    : -1;
	update_after_line(e, line);
}

/* Judges a prompt.  A client program must never get one after login. */
static void
judge_prompt(struct patterns *p, unsigned conn, const char *rest)
{
	const struct verdict *v = verdict_of(p, BIT(SCOPE_PROMPT), -1, rest);

	count_hits(p, v);
	if (v->fault != FAULT_NONE || p->listener[conn].clip)
		fault(p, conn, "has no end and is no prompt", rest);
}

/* Returns the prompt at the start of a line, or NULL. */
static const char *
prompt_of(const char *line)
{
	static const char *const prompts[] = { "> ", "login: ", "password: ",
		"Please give your password: ", "Please retype your password: " };
	static const enum msg_id said[] = { MSG_prompt_old, MSG_prompt_new, MSG_prompt_again,
		MSG_prompt_own, MSG_prompt_code, MSG_prompt_away };

	for (unsigned i = 0; i < ARRAY_LEN(prompts); i++)
		if (starts_with(line, prompts[i]))
			return prompts[i];
	for (unsigned i = 0; i < ARRAY_LEN(said); i++) {
		const char *const prompt[] = { msg_english_format(said[i]),
			CATALOGUES[LANG_IT].formats[said[i]],
			CATALOGUES[LANG_PT].formats[said[i]] };

		for (unsigned l = 0; l < ARRAY_LEN(prompt); l++)
			if (prompt[l] != NULL && starts_with(line, prompt[l]))
				return prompt[l];
	}
	return NULL;
}

/* Skips and judges the prompts that precede output because the user typed ahead. */
static char *
skip_prompts(struct patterns *p, unsigned conn, char *line)
{
	const char *prompt;

	while (!p->listener[conn].clip && (prompt = prompt_of(line)) != NULL) {
		judge_prompt(p, conn, prompt);
		line += strlen(prompt);
	}
	return line;
}

/* Copies text without telnet commands, each of which is three bytes here. */
static size_t
without_telnet(char *to, const char *from, size_t n)
{
	size_t len = 0;

	for (size_t i = 0; i < n; i++) {
		if ((unsigned char)from[i] == 255)
			i += 2;
		else
			to[len++] = from[i];
	}
	to[len] = '\0';
	return len;
}

static void
listener_new(struct patterns *p, unsigned conn)
{
	unsigned n = conn + 1 > p->n_listeners ? (conn + 1) * 2 : p->n_listeners;

	if (n > p->n_listeners) {
		p->listener = realloc(p->listener, n * sizeof(*p->listener));
		CHECK(p->listener != NULL);
		memset(p->listener + p->n_listeners, 0,
		    (n - p->n_listeners) * sizeof(*p->listener));
		p->n_listeners = n;
	}
	p->listener[conn] = (struct listener){ .row_before = -1 };
}

#define COLUMNS 79u /* lines for interactive users may be wrapped after this */
#define WRAPPED_PIECES_MAX 12u

/* Appends the text after the line end to the line and returns the new end.  A wrapped line has
 * its bell at the end of the first piece. */
static char *
join_wrapped(const char *line, char *end, size_t blanks)
{
	char *to = end > line && end[-1] == '\a' ? end - 1 : end;

	memmove(to + 1, end + 2 + blanks, strlen(end + 2 + blanks) + 1);
	*to = ' ';
	return strstr(to, "\r\n");
}

static bool
is_known_line(struct patterns *p, const struct listener *e, const char *line, char *end)
{
	bool known;

	*end = '\0';
	known = verdict_of(p, scopes_of(e, line), e->row_before, line)->fault != FAULT_UNKNOWN;
	*end = '\r';
	return known;
}

/* Joins the pieces of a line that was wrapped for a narrow window: a piece that matches no row
 * is joined to the preceding pieces, as long as the result matches a row. */
static char *
unwrap_narrow(struct patterns *p, const struct listener *e, char *line, char *end)
{
	char *copy = copy_of(line, strlen(line));
	char *to = copy + (end - line), *next_end;
	size_t n = 0; /* length of the longest prefix that matches */

	for (unsigned pieces = 0; pieces < WRAPPED_PIECES_MAX && to != NULL; pieces++) {
		char *next = to + 2;

		if (is_known_line(p, e, copy, to)) {
			n = (size_t)(to - copy);
			memcpy(line, copy, strlen(copy) + 1);
		}
		next_end = strstr(next, "\r\n");
		if (next_end == NULL || next_end == next || prompt_of(next) != NULL ||
		    (n > 0 && is_known_line(p, e, next, next_end)))
			break;
		to = join_wrapped(copy, to, strncmp(next, "   ", 3) == 0 ? 3 : 0);
	}
	free(copy);
	return n > 0 ? line + n : end;
}

/* Returns whether the line after `end`, without its first `blanks` characters, may be a
 * continuation. */
static bool
may_continue_line(
    struct patterns *p, const struct listener *e, const char *line, char *end, size_t blanks)
{
	char *next = end + 2, *next_end = strstr(next, "\r\n");
	const char *prompt;

	if (blanks > 0)
		return strchr(" \r+|", next[blanks]) == NULL;
	if (next_end == NULL || next_end == next || prompt_of(next) != NULL ||
	    is_known_line(p, e, next, next_end))
		return false;
	while ((prompt = prompt_of(line)) != NULL)
		line += strlen(prompt);
	return !is_known_line(p, e, line, end);
}

/* Joins the pieces of a wrapped line and returns its end.  A continuation is indented by three
 * columns.  A line without an indent is a continuation only if neither that line nor the text
 * before it matches a row, because the next line may be wrapped too.  A board's lines are
 * indented too; may_continue_line recognises them by their first character. */
static char *
unwrap_line(struct patterns *p, const struct listener *e, char *line, char *end)
{
	char *piece = line;
	unsigned indent = 0;

	while (end != NULL) {
		size_t blanks = strncmp(end + 2, "   ", 3) == 0 ? 3 : 0;
		const char *next = end + 2 + blanks;
		unsigned width = indent + utf8_width(piece, (size_t)(end - piece));

		if (width > COLUMNS ||
		    width + 1 + utf8_width(next, strcspn(next, " \r")) <= COLUMNS ||
		    !may_continue_line(p, e, line, end, blanks))
			break;
		piece = end + (end[-1] != '\a');
		indent = (unsigned)blanks;
		end = join_wrapped(line, end, blanks);
	}
	return end != NULL && e->wraps_anywhere ? unwrap_narrow(p, e, line, end) : end;
}

static void
judge_bytes(struct patterns *p, unsigned conn, char *at)
{
	char *end, *bare;

	while ((end = strstr(at, "\r\n")) != NULL) {
		if (!p->listener[conn].clip)
			end = unwrap_line(p, &p->listener[conn], at, end);
		if (end == NULL)
			break;
		*end = '\0';
		bare = strpbrk(at, "\r\n");
		if (bare != NULL)
			fault(p, conn, "has a line end that is not CR LF", at);
		judge_line(p, conn, skip_prompts(p, conn, at));
		at = end + 2;
	}
	at = skip_prompts(p, conn, at);
	if (*at != '\0')
		judge_prompt(p, conn, at);
}

void
patterns_set_narrow(struct patterns *p, unsigned conn)
{
	CHECK(conn < p->n_listeners);
	p->listener[conn].wraps_anywhere = true;
}

void
patterns_listen(void *ctx, unsigned conn, const char *bytes, size_t n)
{
	struct patterns *p = ctx;
	char *text;

	if (bytes == NULL) {
		listener_new(p, conn);
		return;
	}
	CHECK(conn < p->n_listeners);
	text = malloc(n + 1);
	CHECK(text != NULL);
	n = without_telnet(text, bytes, n);
	if (strlen(text) < n)
		fault(p, conn, "holds a NUL", text);
	judge_bytes(p, conn, text);
	free(text);
}

/* ---- counts ---- */

unsigned long
patterns_faults(const struct patterns *p)
{
	return p->counts->faults;
}

unsigned long
patterns_lines(const struct patterns *p)
{
	return p->counts->lines;
}

unsigned
patterns_rows(const struct patterns *p)
{
	unsigned n = 0;

	for (unsigned i = 0; i < p->n_rows; i++)
		n += p->row[i]->line_no > 0;
	return n;
}

unsigned
patterns_missing(const struct patterns *p)
{
	unsigned missing = 0;

	for (unsigned i = 0; i < p->n_rows; i++) {
		const struct pattern_row *r = p->row[i];

		if (r->source == SOURCE_OWN || r->why_never != NULL || p->counts->hits[i] > 0)
			continue;
		(void)printf("never produced: %s %s (%s:%u)\n", SOURCES[r->source], r->name,
		    PATTERNS_FILE, r->line_no);
		missing++;
	}
	return missing;
}
