/* SPDX-License-Identifier: MIT */
/* The commands toggle and set (PROTOCOL.md 6). people/toggles.def lists the switches. */
#include "cmd/cmd.h"

#include "login/lifecycle.h"
#include "people/people.h"
#include "output/output.h"
#include "proto/boardtext.h"
#include "proto/words.h"
#include "tell/tell.h"

static const char *
toggle_name(unsigned t)
{
	return TOGGLES[t].name;
}

static void
list_toggles(struct ctx *c)
{
	msg_toggle_header(c->out);
	for (unsigned t = 0;
	     t < (session_is_interactive(c->s) ? TOGGLE_COUNT : TOGGLE_FIRST_NON_FIBS); t++)
		out_addf(c->out, "%-16s%s\n", TOGGLES[t].name,
		    player_has_toggle(c->p, (enum toggle)t) ? "YES" : "NO");
}

static const char *
our_toggle_name(unsigned t)
{
	return TOGGLES[TOGGLE_FIRST_NON_FIBS + t].name;
}

/* Finds a toggle by prefix.  FIBS's toggles take precedence over our additions.  `r` always
 * means ready (PROTOCOL.md 6). */
static int
toggle_named(const char *word)
{
	int t = word_is(word, "r") ? (int)TOGGLE_ready
				   : word_match_name(word, toggle_name, TOGGLE_FIRST_NON_FIBS);
	int ours =
	    t < 0 ? word_match_name(word, our_toggle_name, TOGGLE_COUNT - TOGGLE_FIRST_NON_FIBS)
		  : -1;

	return ours < 0 ? t : TOGGLE_FIRST_NON_FIBS + ours;
}

/* Stores and publishes the combined changes of all words of a line.  The reply to each word is
 * printed separately. */
static void
apply_toggles(struct ctx *c, uint32_t before, uint32_t after)
{
	for (unsigned t = 0; t < TOGGLE_COUNT; t++)
		if ((before ^ after) >> t & 1u)
			player_set_toggle(c->w, c->p, (enum toggle)t, (after >> t & 1u) != 0);
	session_set_text_format(c->s);
	/* a request to resume a match lapses if the user no longer accepts that match */
	if (before & ~after & (1u << TOGGLE_ready | 1u << TOGGLE_variants))
		c->s->resume.busy_seq++;
	if ((before ^ after) >> TOGGLE_ready & 1u)
		feed_row_changed(c->w, c->s);
	if ((before ^ after) >> TOGGLE_public & 1u)
		tell_json_public(c->w, c->s);
}

void
cmd_toggle(struct ctx *c, char *rest)
{
	const char *word = word_next(&rest);
	uint32_t toggles = c->p->toggles;

	if (word == NULL)
		list_toggles(c);
	for (; word != NULL; word = word_next(&rest)) {
		int t = toggle_named(word);

		if (t < 0) {
			msg_toggle_unknown(c->out, word);
			if (session_is_interactive(c->s))
				msg_toggle_which(c->out);
			continue;
		}
		toggles ^= 1u << t;
		session_set_text_format_as(c->s, (toggles >> TOGGLE_telnet & 1u) != 0);
		msg_write(c->out, toggles >> t & 1u ? TOGGLES[t].yes : TOGGLES[t].no);
	}
	apply_toggles(c, c->p->toggles, toggles);
}

/* ---- additions ---- */

/* The command additions.  Applies to this session only; nothing is stored.  A client program
 * also receives what interactive users see at log-in. */
void
cmd_additions(struct ctx *c, char *rest)
{
	(void)rest;
	msg_additions(c->out);
	if (session_is_interactive(c->s))
		return;
	c->s->news.wants_additions = true;
	player_set_default_variants(c->p, true);
	if (session_page_language(c->s) != LANG_EN)
		session_print_motd(c->w, c->s);
	if (c->s->match == 0 && !store_unreachable(c->w->store))
		session_tell_open_matches(c->w, c->s);
}

/* ---- set ---- */

static const char *
variable_name(unsigned v)
{
	return VARIABLE_NAMES[v];
}

static const char *
our_variable_name(unsigned v)
{
	return VARIABLE_NAMES[VAR_FIRST_NON_FIBS + v];
}

/* Finds a variable by prefix.  FIBS's variables take precedence over our additions, so that
 * FIBS's abbreviations keep their meaning. */
static int
variable_named(const char *word)
{
	int v = word_match_name(word, variable_name, VAR_FIRST_NON_FIBS);
	int ours =
	    v < 0 ? word_match_name(word, our_variable_name, VAR_COUNT - VAR_FIRST_NON_FIBS)
		  : -1;

	return ours < 0 ? v : VAR_FIRST_NON_FIBS + ours;
}

static void
list_variables(struct ctx *c)
{
	char value[TIMEZONE_MAX];
	char label[24];
	struct sbuf b;

	msg_set_header(c->out);
	for (unsigned v = 0;
	     v < (session_is_interactive(c->s) ? VAR_COUNT : VAR_FIRST_NON_FIBS); v++) {
		SBUF_INIT(&b, label);
		sbuf_addf(&b, "%s:", VARIABLE_NAMES[v]);
		SBUF_INIT(&b, value);
		session_variable_text(c->s, (enum variable)v, &b);
		out_addf(c->out, "%-12s%s\n", label, value);
	}
}

/* The smallest lengths that interactive users may set; FIBS takes any (PROTOCOL.md 6). */
#define LINELENGTH_MIN 20
#define PAGELENGTH_MIN 3

/* Returns true, after printing the valid range, for a length that is of no use to an
 * interactive user.  Client programs may set every length that FIBS takes. */
static bool
refuse_length(struct ctx *c, enum variable v, const char *word)
{
	long low = v == VAR_LINELENGTH ? LINELENGTH_MIN : PAGELENGTH_MIN;
	long value;

	if ((v != VAR_LINELENGTH && v != VAR_PAGELENGTH) || !session_is_interactive(c->s) ||
	    (word_number(word, &value) &&
		(value == 0 || (value >= low && value <= SCREEN_LENGTH_MAX))))
		return false;
	(v == VAR_LINELENGTH ? msg_set_linelength_range : msg_set_pagelength_range)(
	    c->out, (unsigned)low, SCREEN_LENGTH_MAX);
	return true;
}

static void
tell_bad_value(struct ctx *c, enum variable v, const char *word)
{
	switch (v) {
	case VAR_BOARDSTYLE:
		msg_set_bad_boardstyle(c->out, BOARDSTYLES);
		break;
	case VAR_LINELENGTH:
		msg_set_bad_linelength(c->out);
		break;
	case VAR_PAGELENGTH:
		msg_set_bad_pagelength(c->out);
		break;
	case VAR_REDOUBLES:
		msg_set_bad_redoubles(c->out);
		break;
	case VAR_SORTWHO:
		msg_set_bad_sortwho(c->out, word);
		break;
	case VAR_LANGUAGE:
		msg_set_bad_language(c->out, word);
		break;
	case VAR_VARIANT:
		msg_bad_variant(c->out, word);
		break;
	case VAR_DIRECTION:
		msg_set_bad_direction(c->out);
		break;
	case VAR_TIMEZONE: /* cmd_find_zone has refused the value */
	case VAR_COUNT:
		break;
	}
}

/* Confirms a change.  The wording differs between variables, and client programs match it
 * (PROTOCOL.md 6). */
static void
print_variable_set(struct ctx *c, enum variable v)
{
	char value[TIMEZONE_MAX];
	struct sbuf b;

	SBUF_INIT(&b, value);
	session_variable_text(c->s, v, &b);
	if (v == VAR_SORTWHO)
		msg_set_done_open(c->out, VARIABLE_NAMES[v], value);
	else if (v == VAR_REDOUBLES &&
		 (c->p->redoubles == 0 || c->p->redoubles == REDOUBLES_UNLIMITED))
		msg_set_done_quoted(c->out, VARIABLE_NAMES[v], value);
	else
		msg_set_done(c->out, VARIABLE_NAMES[v], value);
}

/* Space for the names of the zones in one part of the world: America's take 3 KB. */
#define ZONE_NAMES_BYTES 4096u

bool
cmd_find_zone(struct ctx *c, char *words, struct sbuf *zone_out)
{
	const struct world_config *config = &c->w->config;
	char names[ZONE_NAMES_BYTES];
	const bool finds = session_gets_additions(c->s);
	struct sbuf found;
	unsigned n = 0;
	bool known;

	if (!finds)
		words = word_next(&words);
	known = config->zone_known(words);
	SBUF_INIT(&found, names);
	if (!known && finds)
		n = config->zone_find(words, &found);
	sbuf_add(zone_out, n == 1 ? names : words);
	if ((known || n == 1) && sbuf_ok(zone_out))
		return true;
	msg_set_bad_timezone(c->out, words, n > 1 ? names : config->zone_examples);
	return false;
}

/* Sets a variable to the value in the rest of the line, or shows it if there is none. */
static void
show_or_set(struct ctx *c, enum variable v, char *rest)
{
	char value[TIMEZONE_MAX];
	const char *word = value;
	struct sbuf b;

	rest = text_trim(rest);
	SBUF_INIT(&b, value);
	if (rest[0] == '\0') {
		session_variable_text(c->s, v, &b);
		msg_set_is(c->out, VARIABLE_NAMES[v], value);
		return;
	}
	if (v != VAR_TIMEZONE)
		word = word_next(&rest);
	else if (!cmd_find_zone(c, rest, &b))
		return;
	if (refuse_length(c, v, word)) {
		return;
	} else if (!player_set_variable(c->w, c->p, v, word)) {
		tell_bad_value(c, v, word);
	} else {
		session_set_text_format(c->s);
		print_variable_set(c, v);
	}
}

void
cmd_set(struct ctx *c, char *rest)
{
	const char *name = word_next(&rest);
	int v;

	if (name == NULL) {
		list_variables(c);
		return;
	}
	v = variable_named(name);
	if (v < 0)
		msg_set_invalid(c->out);
	else
		show_or_set(c, (enum variable)v, rest);
}

/* Guests choose their language by typing `language`, so the word also works after the
 * log-in. */
void
cmd_language(struct ctx *c, char *rest)
{
	show_or_set(c, VAR_LANGUAGE, rest);
}
