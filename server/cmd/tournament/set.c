/* SPDX-License-Identifier: MIT */
/* Creates tournaments, and changes their names and settings.  The whole line is parsed before
 * anything is changed.  Linear in the line and in the tournaments that are not over. */
#include <inttypes.h>
#include <string.h>
#include <strings.h>

#include "cmd/tournament/tournament_command.h"
#include "output/output.h"
#include "people/people.h"
#include "proto/line.h"
#include "proto/words.h"

#define VALUE_MAX 240u
#define VALID_VALUES_MAX 400u  /* the list of valid values */
#define SETTING_WORDS_MAX 128u /* words after a name that are tried as settings */

/* ---- names ---- */

static void
collapse_blanks(char *name)
{
	char *to = name;

	for (const char *p = name; *p != '\0'; p++)
		if ((*p != ' ' && *p != '\t') || (to > name && to[-1] != ' '))
			*to++ = *p == '\t' ? ' ' : *p;
	if (to > name && to[-1] == ' ')
		to--;
	*to = '\0';
}

/* Returns whether x->t, or a new tournament if that is NULL, may have the name.  Reports the
 * reason if not.  Replaces each run of blanks in the name by a single blank. */
static bool
check_name(struct sub_call *x, char *name)
{
	collapse_blanks(name);
	if (strlen(name) > TOURNEY_NAME_MAX) {
		msg_trn_name_long(x->out, TOURNEY_NAME_MAX);
		return false;
	}
	/* notices begin with the name, so a name with an asterisk could imitate a message of
	 * the server */
	if (name[strspn(name, "0123456789 ")] == '\0' || strpbrk(name, "\"*") != NULL) {
		msg_trn_name_bad(x->out);
		return false;
	}
	for (const struct tourney *o = tourney_next(x->w, NULL); o != NULL;
	     o = tourney_next(x->w, o))
		if (o != x->t && word_is(o->name, name)) {
			msg_trn_name_taken(x->out);
			return false;
		}
	return true;
}

/* Strips quotes around a name. */
static char *
strip_quotes(char *name)
{
	size_t n = strlen(name);

	if (n < 2 || name[0] != '"' || name[n - 1] != '"')
		return name;
	name[n - 1] = '\0';
	return name + 1;
}

void
tournament_rename(struct sub_call *x)
{
	char *name = strip_quotes(x->rest);

	if (x->rest[0] == '\0') {
		sub_print_usage(x);
		return;
	}
	x->a.text = name;
	if (check_name(x, name) && sub_do_act(x))
		msg_trn_renamed(x->out, (long long)x->t->id, x->t->name);
}

/* ---- values ---- */

/* Appends a setting's value as it is typed; times in the user's time zone. */
static void
value_text(const struct sub_call *x, const struct tourney_settings *set,
    enum tourney_setting which, struct sbuf *out)
{
	char when[SUB_TIME_MAX];

	if (TOURNEY_SETTINGS[which].kind != TSET_TIME) {
		tourney_setting_text(set, which, out);
	} else if (set->value[which] == 0) {
		sbuf_add(out, "none");
	} else {
		sbuf_add(out, sub_time_text(x, set->value[which] * 1000, when));
	}
}

/* Appends the valid values of a setting. */
static void
valid_values_text(enum tourney_setting which, struct sbuf *out)
{
	const struct tourney_setting_row *row = &TOURNEY_SETTINGS[which];

	switch (row->kind) {
	case TSET_NUMBER:
	case TSET_LIST:
		sbuf_addf(out, "%d-%d", row->low, row->high);
		break;
	case TSET_SWITCH:
		sbuf_add(out, "yes no");
		break;
	case TSET_WORD:
		sbuf_add(out, row->words);
		break;
	case TSET_TIEBREAKS:
		for (unsigned i = 0; i < TIEBREAK_COUNT; i++)
			sbuf_addf(out, "%s%s", i > 0 ? " " : "", TIEBREAK_NAMES[i]);
		break;
	case TSET_GAME:
		for (unsigned i = 0; VARIANTS[i].name != NULL; i++)
			sbuf_addf(out, "%s%s", i > 0 ? " " : "", VARIANTS[i].name);
		break;
	case TSET_TIME:
		break;
	}
}

static void
tell_bad_value(struct sub_call *x, enum tourney_setting which, const char *value)
{
	char text[VALID_VALUES_MAX];
	struct sbuf b;

	if (TOURNEY_SETTINGS[which].kind == TSET_TIME) {
		msg_trn_time_none(x->out);
		return;
	}
	SBUF_INIT(&b, text);
	valid_values_text(which, &b);
	if (TOURNEY_SETTINGS[which].kind == TSET_LIST)
		msg_trn_bad_list(x->out, TOURNEY_SETTINGS[which].name, value, TSET_LIST_MAX);
	else
		msg_trn_bad_value(x->out, TOURNEY_SETTINGS[which].name, value);
	sub_print_words(x, text);
}

/* Checks that entries open before they close and before the start, and close no later than the
 * start.  Returns false after printing an error. */
static bool
check_order_of_times(struct sub_call *x, const struct tourney_settings *set)
{
	int64_t opens = set->value[TSET_opens], closes = set->value[TSET_closes],
		starts = set->value[TSET_starts];

	if ((opens != 0 && closes != 0 && opens >= closes) ||
	    (opens != 0 && starts != 0 && opens >= starts) ||
	    (closes != 0 && starts != 0 && closes > starts)) {
		msg_trn_times_order(x->out);
		return false;
	}
	return true;
}

static bool
is_list_setting(enum tourney_setting which)
{
	return TOURNEY_SETTINGS[which].kind == TSET_LIST ||
	       TOURNEY_SETTINGS[which].kind == TSET_TIEBREAKS;
}

/* Returns whether a word can continue the list before it. */
static bool
is_valid_value(enum tourney_setting which, const char *word)
{
	struct tourney_settings trial;

	tourney_settings_init(&trial);
	return tourney_set_setting(&trial, which, word);
}

/* Copies the first word of `rest` without consuming it. */
static void
peek_word(const char *rest, char *word, size_t size)
{
	struct sbuf b;

	sbuf_init(&b, word, size);
	sbuf_addn(&b, rest, strcspn(rest, " \t"));
}

static bool
starts_with_word(const char *p, const char *word)
{
	size_t n = strlen(word);

	return strncasecmp(p, word, n) == 0 && (p[n] == ' ' || p[n] == '\t' || p[n] == '\0');
}

/* Other names of formats that users may type. */
static const struct {
	const char *typed, *format;
} FORMAT_WORDS[] = {
	{ "knockout", "single" },
	{ "knock-out", "single" },
	{ "single elimination", "single" },
	{ "double elimination", "double" },
	{ "round robin", "robin" },
	{ "round-robin", "robin" },
};

/* Returns the format named at p, by its full name or another common name, and the length of
 * that name in bytes; NULL if there is none. */
static const char *
format_name_at(const char *p, size_t *n_out)
{
	for (unsigned i = 0; i < ARRAY_LEN(FORMAT_WORDS); i++)
		if (starts_with_word(p, FORMAT_WORDS[i].typed)) {
			*n_out = strlen(FORMAT_WORDS[i].typed);
			return FORMAT_WORDS[i].format;
		}
	for (unsigned i = 0; i < FORMAT_COUNT; i++)
		if (starts_with_word(p, FORMATS[i].name)) {
			*n_out = strlen(FORMATS[i].name);
			return FORMATS[i].name;
		}
	return NULL;
}

/* Consumes a format.  Returns NULL if there is none. */
static const char *
parse_format(struct sub_call *x)
{
	size_t n = 0;
	const char *format = format_name_at(x->rest, &n);

	if (format != NULL)
		x->rest += n + strspn(x->rest + n, " \t");
	return format;
}

/* Reads a value as far as it extends: a word, a time, or all words of a list.  Sets it in `set`
 * and writes it to text_out in the form that the act needs.  Returns false after printing an
 * error. */
static bool
parse_value(struct sub_call *x, enum tourney_setting which, struct tourney_settings *set,
    struct sbuf *text_out)
{
	const char *format = which == TSET_format ? parse_format(x) : NULL;
	char word[32];
	int64_t at_s;

	peek_word(x->rest, word, sizeof(word));
	if (word[0] == '\0' && format == NULL) {
		tell_bad_value(x, which, "");
		return false;
	}
	if (format != NULL) {
		sbuf_add(text_out, format);
	} else if (TOURNEY_SETTINGS[which].kind != TSET_TIME) {
		sbuf_add(text_out, word_next(&x->rest));
		for (; is_list_setting(which);
		     sbuf_addf(text_out, " %s", word_next(&x->rest))) {
			peek_word(x->rest, word, sizeof(word));
			if (word[0] == '\0' || !is_valid_value(which, word))
				break;
		}
	} else if (word_is(word, "none")) {
		(void)word_next(&x->rest);
		sbuf_addc(text_out, '0');
	} else if (sub_parse_time(x, &at_s)) {
		sbuf_addf(text_out, "%" PRId64, at_s);
	} else {
		return false;
	}
	if (sbuf_ok(text_out) && tourney_set_setting(set, which, text_out->text))
		return true;
	tell_bad_value(x, which, text_out->text);
	return false;
}

/* ---- set ---- */

static int
find_setting(struct sub_call *x, const char *word)
{
	int which = tourney_setting_named(word);
	char names[VALID_VALUES_MAX];
	struct sbuf b;

	if (which >= 0)
		return which;
	SBUF_INIT(&b, names);
	for (unsigned i = 0; i < TSET_COUNT; i++)
		sbuf_addf(&b, "%s%s", i > 0 ? " " : "", TOURNEY_SETTINGS[i].name);
	msg_trn_bad_setting_name(x->out, word);
	sub_print_words(x, names);
	return -1;
}

/* Reads "setting value" or "setting=value" up to the value.  Returns the setting, or -1 after
 * printing an error. */
static int
parse_setting_name(struct sub_call *x)
{
	char *word = word_next(&x->rest);
	char *equals = strchr(word, '=');

	if (equals != NULL) {
		if (x->rest[0] != '\0')
			equals[strlen(equals)] = ' ';
		*equals = '\0';
		x->rest = equals + 1 + strspn(equals + 1, " \t");
	}
	return find_setting(x, word);
}

static void
show_setting(struct sub_call *x, enum tourney_setting which)
{
	char text[VALUE_MAX];
	struct sbuf b;

	SBUF_INIT(&b, text);
	value_text(x, &x->t->set, which, &b);
	out_addf(x->out, "  %-12s %s\n", TOURNEY_SETTINGS[which].name, text);
}

/* Sets one value by an act.  Returns false after printing an error. */
static bool
act_on_setting(
    struct sub_call *x, enum tourney_setting which, const char *value, const char *reason)
{
	char text[VALUE_MAX + 32 + KICK_REASON_MAX];
	struct sbuf b;

	SBUF_INIT(&b, text);
	sbuf_addf(&b, "%s %s", TOURNEY_SETTINGS[which].name, value);
	if (reason[0] != '\0')
		sbuf_addf(&b, " -- %s", reason);
	x->a.kind = TACT_set;
	x->a.text = text;
	return sub_do_act(x);
}

/* Returns whether a setting may be changed now.  If not, lists the settings that may be changed
 * while the tournament runs. */
static bool
may_set_now(struct sub_call *x, enum tourney_setting which)
{
	char names[VALID_VALUES_MAX];
	struct sbuf b;

	if (x->t->phase != TOURNEY_RUNNING ||
	    (TOURNEY_SETTINGS[which].flags & SET_WHILE_RUNNING) != 0)
		return true;
	SBUF_INIT(&b, names);
	for (unsigned i = 0; i < TSET_COUNT; i++)
		if ((TOURNEY_SETTINGS[i].flags & SET_WHILE_RUNNING) != 0)
			sbuf_addf(&b, "%s%s", b.len > 0 ? " " : "", TOURNEY_SETTINGS[i].name);
	msg_trn_set_late(x->out);
	sub_print_words(x, names);
	return false;
}

/* Warns if the number of rounds will differ from the setting.  The warning is repeated at the
 * start. */
static void
print_round_mismatch(struct sub_call *x)
{
	const struct tourney *t = x->t;
	unsigned set = (unsigned)t->set.value[TSET_rounds];
	unsigned rounds = t->in >= 2 ? tourney_rounds(t, t->in) : 0;

	if (set != 0 && rounds != 0 && rounds != set)
		msg_trn_set_rounds(x->out, t->in, rounds);
}

static void
change_setting(struct sub_call *x, enum tourney_setting which)
{
	struct tourney_settings trial = x->t->set;
	char value[VALUE_MAX], shown[VALUE_MAX];
	const char *reason = "";
	struct sbuf b;

	SBUF_INIT(&b, value);
	if (!may_set_now(x, which) || !parse_value(x, which, &trial, &b))
		return;
	if (strncmp(x->rest, "-- ", 3) == 0) {
		reason = x->rest + 3;
	} else if (x->rest[0] != '\0') {
		tell_bad_value(x, which, x->rest);
		return;
	}
	if (strlen(reason) > KICK_REASON_MAX) {
		msg_why_long(x->out, KICK_REASON_MAX);
		return;
	}
	if ((TOURNEY_SETTINGS[which].kind == TSET_TIME && !check_order_of_times(x, &trial)) ||
	    !act_on_setting(x, which, value, reason))
		return;
	SBUF_INIT(&b, shown);
	value_text(x, &x->t->set, which, &b);
	msg_trn_set(x->out, TOURNEY_SETTINGS[which].name, shown);
	if (x->t->phase == TOURNEY_RUNNING &&
	    (TOURNEY_SETTINGS[which].flags & SET_FROM_NEXT_ROUND) != 0)
		msg_trn_set_rounds_to_come(x->out);
	if (which == TSET_rounds)
		print_round_mismatch(x);
}

void
tournament_set(struct sub_call *x)
{
	int which;

	if (x->rest[0] == '\0') {
		msg_trn_settings_header(x->out, (long long)x->t->id, x->t->name);
		for (unsigned i = 0; i < TSET_COUNT; i++)
			show_setting(x, (enum tourney_setting)i);
		return;
	}
	which = parse_setting_name(x);
	if (which < 0)
		return;
	if (x->rest[0] == '\0')
		show_setting(x, (enum tourney_setting)which);
	else if (!sub_user_directs(x))
		msg_trn_only_directors(x->out);
	else if (x->t->ended_ms != 0)
		sub_report_refusal(x, TOURNEY_IS_OVER);
	else if (store_refusing(x->w->store))
		msg_disk_refuse(x->out);
	else if ((which != TSET_opens && strstr(x->rest, "-- ") == NULL) ||
		 cmd_may_talk(x->c)) /* opening announces the name to all */
		change_setting(x, (enum tourney_setting)which);
}

/* ---- create ---- */

/* Returns the distance in bytes from the word at p to the next one. */
static size_t
word_step(const char *p)
{
	size_t n = strcspn(p, " \t");

	return n + strspn(p + n, " \t");
}

static bool
has_equals(const char *p)
{
	return p[strcspn(p, " \t=")] == '=';
}

/* Returns the setting whose whole name is at p, -1 if none. */
static int
setting_named_at(const char *p)
{
	char word[32];
	int which;

	peek_word(p, word, sizeof(word));
	which = tourney_setting_named(word);
	return which >= 0 && word_is(word, TOURNEY_SETTINGS[which].name) ? which : -1;
}

/* Returns true if p starts with a time.  Does not check whether the time is acceptable. */
static bool
is_time_at(const struct sub_call *x, const char *p)
{
	char text[64], *rest = text;
	int64_t at_s;
	enum when_err e;
	struct sbuf b;

	SBUF_INIT(&b, text);
	for (unsigned words = 0; words < 2 && p[0] != '\0'; words++, p += word_step(p))
		sbuf_addn(&b, p, word_step(p));
	e = when_parse(
	    &x->w->config, x->c->p->timezone, tourney_now_ms(x->w) / 1000, &rest, &at_s);
	return e != WHEN_INVALID && e != WHEN_MISSING;
}

/* Returns true if p names a setting and the next word is a valid value of it. */
static bool
setting_and_value_at(const char *p)
{
	int which = setting_named_at(p);
	char value[32];

	peek_word(p + word_step(p), value, sizeof(value));
	return which >= 0 && value[0] != '\0' &&
	       is_valid_value((enum tourney_setting)which, value);
}

struct initial_settings {
	struct tourney_settings set;
	bool given[TSET_COUNT];
	char value[TSET_COUNT][TSET_TEXT_MAX];
};

/* Reads one setting: its name and value, or only a format, or only the time of the start.
 * Returns false after printing an error. */
static bool
parse_initial_setting(struct sub_call *x, struct initial_settings *w)
{
	size_t n;
	int which;
	struct sbuf b;

	if (format_name_at(x->rest, &n) != NULL && !setting_and_value_at(x->rest))
		which = TSET_format;
	else if (setting_named_at(x->rest) < 0 && !has_equals(x->rest) &&
		 is_time_at(x, x->rest))
		which = TSET_starts;
	else
		which = parse_setting_name(x);
	if (which < 0)
		return false;
	SBUF_INIT(&b, w->value[which]);
	w->given[which] = parse_value(x, (enum tourney_setting)which, &w->set, &b);
	return w->given[which];
}

/* Reads all settings after the name.  Returns false after printing an error. */
static bool
parse_initial_settings(struct sub_call *x, struct initial_settings *w)
{
	memset(w, 0, sizeof(*w));
	tourney_settings_init(&w->set);
	while (x->rest[0] != '\0')
		if (!parse_initial_setting(x, w))
			return false;
	return check_order_of_times(x, &w->set);
}

static void
discard_output(void *ctx, const char *text, size_t n)
{
	(void)ctx;
	(void)text;
	(void)n;
}

/* Returns the length in bytes of the setting at the start of the text; 0 if there is none. */
static size_t
initial_setting_at(const struct sub_call *x, const char *text)
{
	char copy[LINE_BYTES_MAX + 1];
	struct out out = { .write = discard_output };
	struct sub_call y = *x;
	struct initial_settings w;

	CHECK(sbuf_copy(copy, sizeof(copy), text));
	memset(&w, 0, sizeof(w));
	tourney_settings_init(&w.set);
	y.out = &out;
	y.rest = copy;
	return parse_initial_setting(&y, &w) ? (size_t)(y.rest - copy) : 0;
}

/* Returns true if a setting may start with this word.  Setting names may be abbreviated only
 * after the first setting. */
static bool
may_begin_settings(const struct sub_call *x, const char *p)
{
	size_t n;

	return setting_named_at(p) >= 0 || has_equals(p) || format_name_at(p, &n) != NULL ||
	       is_time_at(x, p);
}

/* Returns true if the word is a setting with an invalid value.  The user then gets an error;
 * otherwise the word would become part of the tournament's name. */
static bool
is_mistaken_setting(const char *p)
{
	const char *value = p + word_step(p);
	int which = setting_named_at(p);

	if (which < 0 || value[0] == '\0')
		return has_equals(p);
	return (TOURNEY_SETTINGS[which].flags & SET_REJECT_INVALID) != 0 ||
	       (value[0] >= '+' && value[0] <= '9' && !setting_and_value_at(p));
}

/* Finds where the settings begin in a text.  Reads backwards from the end, as long as
 * everything that follows is settings.  The first word always belongs to the name.  Only the
 * last SETTING_WORDS_MAX words are tried, because each try copies the line.  The words before
 * them are taken as the name, which is then too long. */
static char *
find_settings(const struct sub_call *x, char *text)
{
	bool ok[LINE_BYTES_MAX + 2] = { false }; /* ok[i]: from position i on, the text consists
						  * of settings only */
	size_t n = strlen(text), first = word_step(text), begin = n;
	unsigned words = 0;

	ok[n] = true;
	for (size_t i = n; i-- > first && i > 0 && words < SETTING_WORDS_MAX;) {
		size_t taken;

		if ((text[i - 1] != ' ' && text[i - 1] != '\t') || text[i] == ' ' ||
		    text[i] == '\t')
			continue;
		words++;
		taken = initial_setting_at(x, text + i);
		ok[i] = taken > 0 && ok[i + taken];
		if (ok[i] && may_begin_settings(x, text + i))
			begin = i;
	}
	for (size_t i = first; i < begin; i += word_step(text + i))
		if (is_mistaken_setting(text + i))
			return text + i;
	return text + begin;
}

/* Separates the name from the settings: at its closing quote, or at `--`, or where
 * find_settings finds the first setting.  Returns the name, "" if the text begins with
 * setting=value. */
static char *
split_off_name(const struct sub_call *x, char *text, char **rest_out)
{
	char *p = text, *end;

	if (text[0] == '"' && (end = strchr(text + 1, '"')) != NULL) {
		*end = '\0';
		p = end + 1 + strspn(end + 1, " \t");
		*rest_out = p + (starts_with_word(p, "--") ? word_step(p) : 0);
		return text + 1;
	}
	while (p[0] != '\0' && !starts_with_word(p, "--"))
		p += word_step(p);
	*rest_out = p + word_step(p);
	if (p[0] == '\0') {
		p = has_equals(text) ? text : find_settings(x, text);
		*rest_out = p;
	}
	if (p == text)
		return p + strlen(p); /* no name */
	for (end = p; end[-1] == ' ' || end[-1] == '\t';)
		end--;
	*end = '\0';
	return text;
}

/* Shows the main settings of a new tournament to the interactive user who created it. */
static void
print_terms(struct sub_call *x)
{
	const struct tourney_settings *s = &x->t->set;
	char length[TSET_TEXT_MAX], when[SUB_TIME_MAX];
	struct sbuf b;

	SBUF_INIT(&b, length);
	tourney_setting_text(s, TSET_length, &b);
	msg_trn_created_terms(x->out, tourney_format(s)->name, length,
	    s->value[TSET_starts] != 0 ? sub_time_text(x, s->value[TSET_starts] * 1000, when)
				       : msg_text(x->out, MSG_trn_by_hand),
	    tourney_capacity(x->t));
}

void
tournament_create(struct sub_call *x)
{
	enum tourney_err err = TOURNEY_OK;
	struct initial_settings w;
	bool marked = x->rest[0] == '"' || strstr(x->rest, "--") != NULL;
	char *name;

	if (x->rest[0] == '\0') {
		sub_print_usage(x);
		return;
	}
	name = split_off_name(x, x->rest, &x->rest);
	if (!check_name(x, name))
		return;
	if (!parse_initial_settings(x, &w)) {
		if (!marked && session_is_interactive(x->c->s))
			msg_trn_name_ends(x->out);
		return;
	}
	x->t = tourney_create(x->w, x->c->s, name, &err);
	if (err == TOURNEY_IS_FULL)
		msg_trn_too_many(x->out, TOURNEYS_OPEN_MAX, TOURNEYS_PER_ACCOUNT_MAX);
	else if (err == TOURNEY_BAD_ACT)
		msg_trn_name_bad(x->out);
	else if (err != TOURNEY_OK)
		sub_report_refusal(x, err);
	if (x->t == NULL)
		return;
	for (unsigned i = 0; i < TSET_COUNT; i++)
		if (w.given[i] && !act_on_setting(x, (enum tourney_setting)i, w.value[i], ""))
			return;
	msg_trn_created(x->out, (long long)x->t->id, x->t->name);
	if (session_is_interactive(x->c->s))
		print_terms(x);
	msg_trn_created_next(x->out, (long long)x->t->id, (long long)x->t->id);
}
