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
#define VALUES_MAX 400u /* the list of valid values */
#define WISHES_MAX 128u /* words after a name that are tried as settings */

/* ---- names ---- */

static void
single_blanks(char *name)
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
name_ok(struct call *x, char *name)
{
	single_blanks(name);
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
without_quotes(char *name)
{
	size_t n = strlen(name);

	if (n < 2 || name[0] != '"' || name[n - 1] != '"')
		return name;
	name[n - 1] = '\0';
	return name + 1;
}

void
tournament_rename(struct call *x)
{
	char *name = without_quotes(x->rest);

	if (x->rest[0] == '\0') {
		call_usage(x);
		return;
	}
	x->a.text = name;
	if (name_ok(x, name) && call_act(x))
		msg_trn_renamed(x->out, (long long)x->t->id, x->t->name);
}

/* ---- values ---- */

/* Appends a setting's value as it is typed; times in the user's time zone. */
static void
value_text(const struct call *x, const struct tourney_settings *set, enum tourney_setting which,
    struct sbuf *out)
{
	char when[SUB_TIME_MAX];

	if (TOURNEY_SETTINGS[which].kind != TSET_TIME) {
		tourney_setting_text(set, which, out);
	} else if (set->value[which] == 0) {
		sbuf_add(out, "none");
	} else {
		sbuf_add(out, call_time(x, set->value[which] * 1000, when));
	}
}

/* Appends the valid values of a setting. */
static void
values_text(enum tourney_setting which, struct sbuf *out)
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
tell_bad_value(struct call *x, enum tourney_setting which, const char *value)
{
	char text[VALUES_MAX];
	struct sbuf b;

	if (TOURNEY_SETTINGS[which].kind == TSET_TIME) {
		msg_trn_time_none(x->out);
		return;
	}
	SBUF_ON(&b, text);
	values_text(which, &b);
	if (TOURNEY_SETTINGS[which].kind == TSET_LIST)
		msg_trn_bad_list(x->out, TOURNEY_SETTINGS[which].name, value, TSET_LIST_MAX);
	else
		msg_trn_bad_value(x->out, TOURNEY_SETTINGS[which].name, value);
	call_words(x, text);
}

/* Checks that entries open before they close and before the start, and close no later than the
 * start.  Returns false after printing an error. */
static bool
times_in_order(struct call *x, const struct tourney_settings *set)
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
is_list(enum tourney_setting which)
{
	return TOURNEY_SETTINGS[which].kind == TSET_LIST ||
	       TOURNEY_SETTINGS[which].kind == TSET_TIEBREAKS;
}

/* Returns whether a word can continue the list before it. */
static bool
continues_list(enum tourney_setting which, const char *word)
{
	struct tourney_settings trial;

	tourney_settings_init(&trial);
	return tourney_set(&trial, which, word);
}

/* Copies the first word of `rest` without consuming it. */
static void
peek(const char *rest, char *word, size_t size)
{
	struct sbuf b;

	sbuf_init(&b, word, size);
	sbuf_addn(&b, rest, strcspn(rest, " \t"));
}

static bool
word_at(const char *p, const char *word)
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
format_at(const char *p, size_t *n_out)
{
	for (unsigned i = 0; i < ARRAY_LEN(FORMAT_WORDS); i++)
		if (word_at(p, FORMAT_WORDS[i].typed)) {
			*n_out = strlen(FORMAT_WORDS[i].typed);
			return FORMAT_WORDS[i].format;
		}
	for (unsigned i = 0; i < FORMAT_COUNT; i++)
		if (word_at(p, FORMATS[i].name)) {
			*n_out = strlen(FORMATS[i].name);
			return FORMATS[i].name;
		}
	return NULL;
}

/* Consumes a format.  Returns NULL if there is none. */
static const char *
take_format(struct call *x)
{
	size_t n = 0;
	const char *format = format_at(x->rest, &n);

	if (format != NULL)
		x->rest += n + strspn(x->rest + n, " \t");
	return format;
}

/* Reads a value as far as it extends: a word, a time, or all words of a list.  Sets it in `set`
 * and writes it to text_out in the form that the act needs.  Returns false after printing an
 * error. */
static bool
take_value(struct call *x, enum tourney_setting which, struct tourney_settings *set,
    struct sbuf *text_out)
{
	const char *format = which == TSET_format ? take_format(x) : NULL;
	char word[32];
	int64_t at_s;

	peek(x->rest, word, sizeof(word));
	if (word[0] == '\0' && format == NULL) {
		tell_bad_value(x, which, "");
		return false;
	}
	if (format != NULL) {
		sbuf_add(text_out, format);
	} else if (TOURNEY_SETTINGS[which].kind != TSET_TIME) {
		sbuf_add(text_out, word_next(&x->rest));
		for (; is_list(which); sbuf_addf(text_out, " %s", word_next(&x->rest))) {
			peek(x->rest, word, sizeof(word));
			if (word[0] == '\0' || !continues_list(which, word))
				break;
		}
	} else if (word_is(word, "none")) {
		(void)word_next(&x->rest);
		sbuf_addc(text_out, '0');
	} else if (call_take_time(x, &at_s)) {
		sbuf_addf(text_out, "%" PRId64, at_s);
	} else {
		return false;
	}
	if (sbuf_ok(text_out) && tourney_set(set, which, text_out->text))
		return true;
	tell_bad_value(x, which, text_out->text);
	return false;
}

/* ---- set ---- */

static int
setting_named(struct call *x, const char *word)
{
	int which = tourney_setting_named(word);
	char names[VALUES_MAX];
	struct sbuf b;

	if (which >= 0)
		return which;
	SBUF_ON(&b, names);
	for (unsigned i = 0; i < TSET_COUNT; i++)
		sbuf_addf(&b, "%s%s", i > 0 ? " " : "", TOURNEY_SETTINGS[i].name);
	msg_trn_bad_setting_name(x->out, word);
	call_words(x, names);
	return -1;
}

/* Reads "setting value" or "setting=value" up to the value.  Returns the setting, or -1 after
 * printing an error. */
static int
take_setting(struct call *x)
{
	char *word = word_next(&x->rest);
	char *equals = strchr(word, '=');

	if (equals != NULL) {
		if (x->rest[0] != '\0')
			equals[strlen(equals)] = ' ';
		*equals = '\0';
		x->rest = equals + 1 + strspn(equals + 1, " \t");
	}
	return setting_named(x, word);
}

static void
show_setting(struct call *x, enum tourney_setting which)
{
	char text[VALUE_MAX];
	struct sbuf b;

	SBUF_ON(&b, text);
	value_text(x, &x->t->set, which, &b);
	out_addf(x->out, "  %-12s %s\n", TOURNEY_SETTINGS[which].name, text);
}

/* Sets one value by an act.  Returns false after printing an error. */
static bool
do_set(struct call *x, enum tourney_setting which, const char *value, const char *reason)
{
	char text[VALUE_MAX + 32 + SESSION_WHY_MAX];
	struct sbuf b;

	SBUF_ON(&b, text);
	sbuf_addf(&b, "%s %s", TOURNEY_SETTINGS[which].name, value);
	if (reason[0] != '\0')
		sbuf_addf(&b, " -- %s", reason);
	x->a.kind = TACT_set;
	x->a.text = text;
	return call_act(x);
}

/* Returns whether a setting may be changed now.  If not, lists the settings that may be changed
 * while the tournament runs. */
static bool
may_set_now(struct call *x, enum tourney_setting which)
{
	char names[VALUES_MAX];
	struct sbuf b;

	if (x->t->phase != TOURNEY_RUNNING || (TOURNEY_SETTINGS[which].flags & SET_LATE) != 0)
		return true;
	SBUF_ON(&b, names);
	for (unsigned i = 0; i < TSET_COUNT; i++)
		if ((TOURNEY_SETTINGS[i].flags & SET_LATE) != 0)
			sbuf_addf(&b, "%s%s", b.len > 0 ? " " : "", TOURNEY_SETTINGS[i].name);
	msg_trn_set_late(x->out);
	call_words(x, names);
	return false;
}

/* Warns if the number of rounds will differ from the setting.  The warning is repeated at the
 * start. */
static void
tell_rounds(struct call *x)
{
	const struct tourney *t = x->t;
	unsigned set = (unsigned)t->set.value[TSET_rounds];
	unsigned rounds = t->in >= 2 ? tourney_rounds(t, t->in) : 0;

	if (set != 0 && rounds != 0 && rounds != set)
		msg_trn_set_rounds(x->out, t->in, rounds);
}

static void
change(struct call *x, enum tourney_setting which)
{
	struct tourney_settings trial = x->t->set;
	char value[VALUE_MAX], shown[VALUE_MAX];
	const char *reason = "";
	struct sbuf b;

	SBUF_ON(&b, value);
	if (!may_set_now(x, which) || !take_value(x, which, &trial, &b))
		return;
	if (strncmp(x->rest, "-- ", 3) == 0) {
		reason = x->rest + 3;
	} else if (x->rest[0] != '\0') {
		tell_bad_value(x, which, x->rest);
		return;
	}
	if (strlen(reason) > SESSION_WHY_MAX) {
		msg_why_long(x->out, SESSION_WHY_MAX);
		return;
	}
	if ((TOURNEY_SETTINGS[which].kind == TSET_TIME && !times_in_order(x, &trial)) ||
	    !do_set(x, which, value, reason))
		return;
	SBUF_ON(&b, shown);
	value_text(x, &x->t->set, which, &b);
	msg_trn_set(x->out, TOURNEY_SETTINGS[which].name, shown);
	if (x->t->phase == TOURNEY_RUNNING && (TOURNEY_SETTINGS[which].flags & SET_ROUND) != 0)
		msg_trn_set_rounds_to_come(x->out);
	if (which == TSET_rounds)
		tell_rounds(x);
}

void
tournament_set(struct call *x)
{
	int which;

	if (x->rest[0] == '\0') {
		msg_trn_settings_header(x->out, (long long)x->t->id, x->t->name);
		for (unsigned i = 0; i < TSET_COUNT; i++)
			show_setting(x, (enum tourney_setting)i);
		return;
	}
	which = take_setting(x);
	if (which < 0)
		return;
	if (x->rest[0] == '\0')
		show_setting(x, (enum tourney_setting)which);
	else if (!call_directs(x))
		msg_trn_only_directors(x->out);
	else if (x->t->ended_ms != 0)
		call_refused(x, TOURNEY_IS_OVER);
	else if (store_refusing(x->w->store))
		msg_disk_refuse(x->out);
	else if ((which != TSET_opens && strstr(x->rest, "-- ") == NULL) ||
		 cmd_may_talk(x->c)) /* opening announces the name to all */
		change(x, (enum tourney_setting)which);
}

/* ---- create ---- */

/* Returns the distance in bytes from the word at p to the next one. */
static size_t
step(const char *p)
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
setting_at(const char *p)
{
	char word[32];
	int which;

	peek(p, word, sizeof(word));
	which = tourney_setting_named(word);
	return which >= 0 && word_is(word, TOURNEY_SETTINGS[which].name) ? which : -1;
}

/* Returns true if p starts with a time.  Does not check whether the time is acceptable. */
static bool
time_at(const struct call *x, const char *p)
{
	char text[64], *rest = text;
	int64_t at_s;
	enum when_err e;
	struct sbuf b;

	SBUF_ON(&b, text);
	for (unsigned words = 0; words < 2 && p[0] != '\0'; words++, p += step(p))
		sbuf_addn(&b, p, step(p));
	e = when_read(
	    &x->w->config, x->c->p->timezone, tourney_now_ms(x->w) / 1000, &rest, &at_s);
	return e != WHEN_BAD && e != WHEN_NOTHING;
}

/* Returns true if p names a setting and the next word is a valid value of it. */
static bool
sets_at(const char *p)
{
	int which = setting_at(p);
	char value[32];

	peek(p + step(p), value, sizeof(value));
	return which >= 0 && value[0] != '\0' &&
	       continues_list((enum tourney_setting)which, value);
}

struct wishes {
	struct tourney_settings set;
	bool given[TSET_COUNT];
	char value[TSET_COUNT][TSET_TEXT_MAX];
};

/* Reads one setting: its name and value, or only a format, or only the time of the start.
 * Returns false after printing an error. */
static bool
take_wish(struct call *x, struct wishes *w)
{
	size_t n;
	int which;
	struct sbuf b;

	if (format_at(x->rest, &n) != NULL && !sets_at(x->rest))
		which = TSET_format;
	else if (setting_at(x->rest) < 0 && !has_equals(x->rest) && time_at(x, x->rest))
		which = TSET_starts;
	else
		which = take_setting(x);
	if (which < 0)
		return false;
	SBUF_ON(&b, w->value[which]);
	w->given[which] = take_value(x, (enum tourney_setting)which, &w->set, &b);
	return w->given[which];
}

/* Reads all settings after the name.  Returns false after printing an error. */
static bool
take_wishes(struct call *x, struct wishes *w)
{
	memset(w, 0, sizeof(*w));
	tourney_settings_init(&w->set);
	while (x->rest[0] != '\0')
		if (!take_wish(x, w))
			return false;
	return times_in_order(x, &w->set);
}

static void
write_nothing(void *ctx, const char *text, size_t n)
{
	(void)ctx;
	(void)text;
	(void)n;
}

/* Returns the length in bytes of the setting at the start of the text; 0 if there is none. */
static size_t
wish_at(const struct call *x, const char *text)
{
	char copy[LINE_BYTES_MAX + 1];
	struct out out = { .write = write_nothing };
	struct call y = *x;
	struct wishes w;

	CHECK(sbuf_copy(copy, sizeof(copy), text));
	memset(&w, 0, sizeof(w));
	tourney_settings_init(&w.set);
	y.out = &out;
	y.rest = copy;
	return take_wish(&y, &w) ? (size_t)(y.rest - copy) : 0;
}

/* Returns true if a setting may start with this word.  Setting names may be abbreviated only
 * after the first setting. */
static bool
may_begin(const struct call *x, const char *p)
{
	size_t n;

	return setting_at(p) >= 0 || has_equals(p) || format_at(p, &n) != NULL || time_at(x, p);
}

/* Returns true if the word is a setting with an invalid value.  The user then gets an error;
 * otherwise the word would become part of the tournament's name. */
static bool
is_mistaken(const char *p)
{
	const char *value = p + step(p);
	int which = setting_at(p);

	if (which < 0 || value[0] == '\0')
		return has_equals(p);
	return (TOURNEY_SETTINGS[which].flags & SET_SURE) != 0 ||
	       (value[0] >= '+' && value[0] <= '9' && !sets_at(p));
}

/* Finds where the settings begin in a text.  Reads backwards from the end, as long as
 * everything that follows is settings.  The first word always belongs to the name.  Only the
 * last WISHES_MAX words are tried, because each try copies the line.  The words before them are
 * taken as the name, which is then too long. */
static char *
settings_in(const struct call *x, char *text)
{
	bool ok[LINE_BYTES_MAX + 2] = { false }; /* ok[i]: from position i on, the text consists
						  * of settings only */
	size_t n = strlen(text), first = step(text), begin = n;
	unsigned words = 0;

	ok[n] = true;
	for (size_t i = n; i-- > first && i > 0 && words < WISHES_MAX;) {
		size_t taken;

		if ((text[i - 1] != ' ' && text[i - 1] != '\t') || text[i] == ' ' ||
		    text[i] == '\t')
			continue;
		words++;
		taken = wish_at(x, text + i);
		ok[i] = taken > 0 && ok[i + taken];
		if (ok[i] && may_begin(x, text + i))
			begin = i;
	}
	for (size_t i = first; i < begin; i += step(text + i))
		if (is_mistaken(text + i))
			return text + i;
	return text + begin;
}

/* Separates the name from the settings: at its closing quote, or at `--`, or where settings_in
 * finds the first setting.  Returns the name, "" if the text begins with setting=value. */
static char *
cut_name(const struct call *x, char *text, char **rest_out)
{
	char *p = text, *end;

	if (text[0] == '"' && (end = strchr(text + 1, '"')) != NULL) {
		*end = '\0';
		p = end + 1 + strspn(end + 1, " \t");
		*rest_out = p + (word_at(p, "--") ? step(p) : 0);
		return text + 1;
	}
	while (p[0] != '\0' && !word_at(p, "--"))
		p += step(p);
	*rest_out = p + step(p);
	if (p[0] == '\0') {
		p = has_equals(text) ? text : settings_in(x, text);
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
tell_terms(struct call *x)
{
	const struct tourney_settings *s = &x->t->set;
	char length[TSET_TEXT_MAX], when[SUB_TIME_MAX];
	struct sbuf b;

	SBUF_ON(&b, length);
	tourney_setting_text(s, TSET_length, &b);
	msg_trn_created_terms(x->out, tourney_format(s)->name, length,
	    s->value[TSET_starts] != 0 ? call_time(x, s->value[TSET_starts] * 1000, when)
				       : msg_text(x->out, MSG_trn_by_hand),
	    tourney_capacity(x->t));
}

void
tournament_create(struct call *x)
{
	enum tourney_err err = TOURNEY_OK;
	struct wishes w;
	bool marked = x->rest[0] == '"' || strstr(x->rest, "--") != NULL;
	char *name;

	if (x->rest[0] == '\0') {
		call_usage(x);
		return;
	}
	name = cut_name(x, x->rest, &x->rest);
	if (!name_ok(x, name))
		return;
	if (!take_wishes(x, &w)) {
		if (!marked && session_person(x->c->s))
			msg_trn_name_ends(x->out);
		return;
	}
	x->t = tourney_create(x->w, x->c->s, name, &err);
	if (err == TOURNEY_IS_FULL)
		msg_trn_too_many(x->out, TOURNEYS_OPEN_MAX, TOURNEYS_OWN_MAX);
	else if (err == TOURNEY_BAD_ACT)
		msg_trn_name_bad(x->out);
	else if (err != TOURNEY_OK)
		call_refused(x, err);
	if (x->t == NULL)
		return;
	for (unsigned i = 0; i < TSET_COUNT; i++)
		if (w.given[i] && !do_set(x, (enum tourney_setting)i, w.value[i], ""))
			return;
	msg_trn_created(x->out, (long long)x->t->id, x->t->name);
	if (session_person(x->c->s))
		tell_terms(x);
	msg_trn_created_next(x->out, (long long)x->t->id, (long long)x->t->id);
}
