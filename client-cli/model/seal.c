/* SPDX-License-Identifier: MIT */
/* See seal.h.  Pure. */
#include "seal.h"

#include <stdio.h>
#include <string.h>

#include <sodium.h>

#include "base/sbuf.h"
#include "fair/dice.h"

#include "query.h"
#include "sentence.h"

/* Sends a command, and a mark that shows where its answer ends. */
static void
ask(struct model *m, const char *command)
{
	if (!query_add_mark(m, MARK_DICE_ANSWER_END))
		return;
	if (model_queue_line(m, "%s\n" QUERY_MARK, command))
		m->queries.seal.due++;
	else
		m->query_marks.n--; /* the mark was not sent */
}

void
seal_ask_commitment(struct model *m)
{
	ask(m, "fair");
}

void
seal_ask_seed(struct model *m)
{
	char command[32];

	if (m->queries.seal.commitment[0] == '\0')
		return;
	(void)snprintf(command, sizeof(command), "fair %ld", m->queries.seal.match_no);
	ask(m, command);
}

/* Reads 32 bytes in hexadecimal after the words at the beginning of a line. */
static bool
read_hex(const char *line, const char *words, uint8_t bytes_out[32])
{
	size_t n = strlen(words), got;

	return strncmp(line, words, n) == 0 &&
	       sodium_hex2bin(bytes_out, 32, line + n, strlen(line + n), NULL, &got, NULL) ==
		   0 &&
	       got == 32;
}

/* Stores the commitment of a match.  Warns if a different commitment was stored before. */
static void
store_commitment(struct model *m, const uint8_t commitment[32])
{
	char hex[sizeof(m->queries.seal.commitment)];

	(void)sodium_bin2hex(hex, sizeof(hex), commitment, 32);
	if (m->queries.seal.match_no == m->queries.seal.answer_match_no &&
	    m->queries.seal.commitment[0] != '\0' &&
	    strcmp(m->queries.seal.commitment, hex) != 0) {
		model_log(
		    m, LOG_CLIENT, "The seal of the dice has changed since this match began.");
		return;
	}
	m->queries.seal.match_no = m->queries.seal.answer_match_no;
	memcpy(m->queries.seal.commitment, hex, sizeof(hex));
}

static void
check_seed(struct model *m, const uint8_t seed[FAIR_SEED_BYTES])
{
	uint8_t commitment[32];
	char hex[sizeof(m->queries.seal.commitment)];

	if (m->queries.seal.answer_match_no != m->queries.seal.match_no)
		return;
	fair_commitment(seed, commitment);
	(void)sodium_bin2hex(hex, sizeof(hex), commitment, sizeof(commitment));
	model_log(m, LOG_CLIENT,
	    strcmp(hex, m->queries.seal.commitment) == 0
		? "The dice of this match agree with the seal from its start."
		: "The dice of this match do NOT agree with the seal from its start.");
	m->queries.seal.commitment[0] = '\0';
}

/* Returns true for a line that answers a request but does not contain the commitment or the
 * seed. */
static bool
is_hidden_line(const char *line)
{
	return strcmp(line, "  The commitment could not be seen before the match began.") ==
		   0 ||
	       strcmp(line, "  The seed is shown when the match has ended for good.") == 0 ||
	       strcmp(line, "  It was not played here: nothing is known of its dice.") == 0 ||
	       strcmp(line, "** There is no such match or invitation.") == 0 ||
	       strcmp(line, "** Unknown command: 'fair'") == 0;
}

bool
seal_read_line(struct model *m, const char *line)
{
	struct sentence s;
	uint8_t bytes[32];

	if (m->queries.seal.due == 0)
		return false;
	if (sentence_read("Dice of match %u, %n against %n:", line, &s)) {
		m->queries.seal.answer_match_no = s.numbers[0];
		return true;
	}
	if (read_hex(line, "  commitment ", bytes)) {
		store_commitment(m, bytes);
		return true;
	}
	if (read_hex(line, "  seed       ", bytes)) {
		check_seed(m, bytes);
		return true;
	}
	return is_hidden_line(line) ||
	       sentence_read("  %n said nothing for the dice", line, &s);
}

bool
seal_line_quotes_user(const struct model *m, const char *line)
{
	struct sentence s;

	return m->queries.seal.due > 0 &&
	       sentence_read_start("  %n said for the dice: ", line, &s) != NULL;
}
