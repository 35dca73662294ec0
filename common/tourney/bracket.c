/* SPDX-License-Identifier: MIT */
/* Knock-outs: their pairings, and the paths of winners and losers through them (rules 23 and 26
 * to 29).
 *
 * Each part of a tournament (main bracket, losers' side, consolation, last chance) is a block
 * of the array, in the order of enum section.  A block contains its rounds in order, and a
 * round its slots in order.  So a round is found by bisection, and every pairing precedes the
 * pairings to which its players go.  The size of every bracket is a power of two.  Places
 * without a player hold ENTRY_NOBODY; the byes and unneeded pairings that result are derived by
 * the same steps as the consequences of a result.
 *
 * Owns no memory.  bracket_build, bracket_seat_entries, bracket_seat_late, bracket_places and
 * bracket_seat_sources visit every pairing once.  bracket_record_result follows only the winner
 * and the loser: usually a few steps, at most about 60 (a player who passes through every part
 * by byes). */
#include "tourney/bracket.h"

#include <string.h>

#define MAIN_ROUNDS_MAX 12u /* enough for 4,096 entries */
#define ROUNDS_MAX (2u * MAIN_ROUNDS_MAX)
#define LAST_CHANCE_ROUNDS_MAX 2u

/* ---- the graph ------------------------------------------------------------------------ */

/* A bracket for the losers of another bracket: a losers' side or a consolation. */
struct losers_bracket {
	unsigned rounds; /* rounds of the bracket that the losers come from, at least 2; 0:
			  * there is no bracket for losers */
	/* number of rounds after the first that also send their losers */
	unsigned feeding_rounds;
	bool no_early_rematch; /* players who drop into this bracket must not meet an earlier
				* opponent in their first match there, even if others then meet
				* again sooner */
};

struct bracket_shape {
	unsigned rounds; /* rounds of the main bracket */
	struct losers_bracket losers, consolation, last_chance;
	bool last_chance_mixed; /* the last chance starts with losers of two rounds of equal
				   size */
	bool final, reset_final;
};

static unsigned
rounds_of(unsigned entries)
{
	unsigned r = 0;

	while ((1u << r) < entries)
		r++;
	return r;
}

/* Sets up the last chance for the losers of the first `wanted` rounds of a consolation. */
static void
shape_last_chance(struct bracket_shape *s, unsigned wanted)
{
	const unsigned rounds = s->rounds - 1; /* rounds of the last chance, for players of the
						* consolation's round 1 */

	if (wanted == 0 || s->consolation.rounds == 0 || rounds < 2)
		return; /* four entries: the consolation is a single match */
	s->last_chance.rounds = rounds;
	s->last_chance_mixed = wanted > 1 && s->consolation.feeding_rounds > 0;
	if (wanted > 1 && s->consolation.feeding_rounds == 0 && rounds > 2)
		s->last_chance.feeding_rounds = 1;
}

static bool
shape_of(const struct bracket_plan *plan, struct bracket_shape *s)
{
	unsigned k = plan->consolation_rounds;

	memset(s, 0, sizeof(*s));
	if (plan->entries < 2 || plan->entries > TOURNEY_ENTRIES_MAX ||
	    plan->last_chance_rounds > LAST_CHANCE_ROUNDS_MAX)
		return false;
	if (plan->double_elimination ? k > 0 : plan->reset_final)
		return false;
	if (k == 0 && plan->last_chance_rounds > 0)
		return false;
	s->rounds = rounds_of(plan->entries);
	s->final = plan->double_elimination;
	s->reset_final = plan->reset_final;
	if (k > s->rounds - 1)
		k = s->rounds - 1; /* the loser of the final does not enter the consolation */
	if (plan->double_elimination && s->rounds > 1) {
		s->losers.rounds = s->rounds;
		s->losers.feeding_rounds = s->rounds - 1;
	}
	if (k > 0) {
		s->consolation.rounds = s->rounds;
		s->consolation.feeding_rounds = k - 1;
		s->consolation.no_early_rematch = true;
	}
	shape_last_chance(s, plan->last_chance_rounds);
	return true;
}

static size_t
losers_bracket_size(const struct losers_bracket *b)
{
	if (b->rounds == 0)
		return 0;
	return (2u << (b->rounds - 1)) - 1 - (1u << (b->rounds - 1 - b->feeding_rounds));
}

size_t
bracket_pairing_count(const struct bracket_plan *plan)
{
	struct bracket_shape s;
	size_t last;

	if (!shape_of(plan, &s))
		return 0;
	last = s.last_chance_mixed ? (1u << s.last_chance.rounds) - 1
				   : losers_bracket_size(&s.last_chance);
	return (1u << s.rounds) - 1 + losers_bracket_size(&s.losers) +
	       losers_bracket_size(&s.consolation) + last + (s.final ? 1u : 0u) +
	       (s.reset_final ? 1u : 0u);
}

struct builder {
	struct pairing *out;
	uint32_t n;
	enum section section;
	unsigned round;
};

/* A block of pairings under construction: the first pairing of each round, from round 1. */
struct section_block {
	uint32_t first_of_round[ROUNDS_MAX + 1];
};

static pairing_seat
seat_of(uint32_t pairing, unsigned side)
{
	return pairing * 2 + side;
}

/* Appends a round of `width` pairings. */
static uint32_t
add_round(struct builder *b, struct section_block *block, unsigned width)
{
	const uint32_t first = b->n;

	b->round++;
	for (unsigned slot = 0; slot < width; slot++)
		b->out[b->n++] =
		    pairing_new(b->section, 0, b->round, slot, ENTRY_UNKNOWN, ENTRY_UNKNOWN);
	CHECK(b->round <= ROUNDS_MAX);
	block->first_of_round[b->round] = first;
	return first;
}

static void
begin_section(struct builder *b, enum section section)
{
	b->section = section;
	b->round = 0;
}

/* Appends a round in which the winners of adjacent pairings of the previous round meet. */
static void
add_halving_round(struct builder *b, struct section_block *block, unsigned width)
{
	const uint32_t from = block->first_of_round[b->round], to = add_round(b, block, width);

	for (unsigned i = 0; i < 2 * width; i++)
		b->out[from + i].winner_to = seat_of(to + i / 2, i % 2);
}

/* Reverses the order of the lowest `bits` bits of x. */
static unsigned
reverse_bits(unsigned x, unsigned bits)
{
	unsigned y = 0;

	for (unsigned i = 0; i < bits; i++)
		y |= (x >> i & 1u) << (bits - 1 - i);
	return y;
}

/* Returns the crossing: the loser of slot i of round fall + 1 meets the survivor at place i ^
 * crossing.
 *
 * A place has one bit for each time that the bracket can still be halved: the first bit selects
 * a half, the next a quarter, and so on.  Two players who met in the first bracket come from
 * the same place there, shortened to the remaining bits.  So the first bit in which the
 * crossings of their rounds differ decides how long they are kept apart here; the first round
 * has no crossing.  Counting in reversed bits (half; quarter; half and quarter; ...) makes any
 * 2^p consecutive rounds differ in the first p bits, and the last two always in the first bit.
 * No other choice keeps all players apart for longer.  If there are fewer places than earlier
 * opponents, the opponent who can be met at once is the one from the earliest round.
 *
 * If `no_early_rematch` forbids even this meeting and the last round of losers has too few
 * places, the crossing includes the lowest bit.  None of the earlier opponents can have reached
 * the resulting place, provided that all other crossed bits are higher than any bit of a place
 * in the last round. */
static unsigned
crossing(const struct losers_bracket *back, unsigned fall)
{
	const unsigned bits = back->rounds - 1 - fall;
	const unsigned last_bits = back->rounds - 1 - back->feeding_rounds;

	if (!back->no_early_rematch || back->feeding_rounds < 1u << last_bits)
		return reverse_bits(fall, bits);
	return reverse_bits(fall, last_bits - 1) << (bits - (last_bits - 1)) | 1u;
}

/* Appends a bracket for the losers of `from`.  Its rounds alternate with rounds that receive
 * losers, as long as there are losers to receive. */
static void
add_losers_bracket(struct builder *b, const struct losers_bracket *back,
    const struct section_block *from, struct section_block *own)
{
	uint32_t at, before, source;

	at = add_round(b, own, 1u << (back->rounds - 2));
	for (unsigned i = 0; i < 1u << (back->rounds - 1); i++)
		b->out[from->first_of_round[1] + i].loser_to = seat_of(at + i / 2, i % 2);
	for (unsigned fall = 1; fall < back->rounds; fall++) {
		if (fall <= back->feeding_rounds) {
			const unsigned width = 1u << (back->rounds - 1 - fall);

			before = at;
			source = from->first_of_round[fall + 1];
			at = add_round(b, own, width);
			for (unsigned i = 0; i < width; i++) {
				const unsigned to = i ^ crossing(back, fall);

				b->out[before + i].winner_to = seat_of(at + i, 0);
				b->out[source + i].loser_to = seat_of(at + to, 1);
			}
		}
		if (fall + 1 < back->rounds) {
			add_halving_round(b, own, 1u << (back->rounds - 2 - fall));
			at = own->first_of_round[b->round];
		}
	}
}

/* Pairs the losers of the consolation's first two rounds, which have equal size because losers
 * arrived between them: each pairing gets one of each.  Players who met in the consolation have
 * the same place and are kept apart.  With at least four places, players who met in the main
 * bracket, who are one crossing apart, are kept apart too. */
static void
add_mixed_last_chance(struct builder *b, const struct bracket_shape *s,
    const struct section_block *from, struct section_block *own)
{
	const unsigned bits = s->last_chance.rounds - 1, top = 1u << (bits - 1);
	const unsigned cross = top | (crossing(&s->consolation, 1) & top) >> 1;
	const uint32_t at = add_round(b, own, 1u << bits);

	for (unsigned i = 0; i < 1u << bits; i++) {
		b->out[from->first_of_round[1] + i].loser_to = seat_of(at + i, 0);
		b->out[from->first_of_round[2] + i].loser_to = seat_of(at + (i ^ cross), 1);
	}
	for (unsigned left = bits; left-- > 0;)
		add_halving_round(b, own, 1u << left);
}

/* Appends the final between the undefeated player and the winner of the losers' side.  In a
 * second match the players keep their sides; the loser of the first match plays it only if
 * undefeated until then (see advance_players). */
static void
add_final(struct builder *b, bool reset, uint32_t main_last, uint32_t losers_last)
{
	struct section_block own;
	uint32_t at, again;

	begin_section(b, SECTION_FINAL);
	at = add_round(b, &own, 1);
	b->out[main_last].winner_to = seat_of(at, 0);
	if (main_last == losers_last) /* two entries: there is no losers' side */
		b->out[main_last].loser_to = seat_of(at, 1);
	else
		b->out[losers_last].winner_to = seat_of(at, 1);
	if (!reset)
		return;
	again = add_round(b, &own, 1);
	b->out[at].loser_to = seat_of(again, 0);
	b->out[at].winner_to = seat_of(again, 1);
}

void
bracket_build(const struct bracket_plan *plan, struct pairing *out)
{
	struct builder b = { .out = out };
	struct section_block main_block, back_block, last_block;
	struct bracket_shape s;
	uint32_t main_last;

	CHECK(shape_of(plan, &s));
	begin_section(&b, SECTION_MAIN);
	add_round(&b, &main_block, 1u << (s.rounds - 1));
	for (unsigned left = s.rounds - 1; left-- > 0;)
		add_halving_round(&b, &main_block, 1u << left);
	main_last = b.n - 1;
	if (s.losers.rounds > 0) {
		begin_section(&b, SECTION_LOSERS);
		add_losers_bracket(&b, &s.losers, &main_block, &back_block);
	}
	if (s.final)
		add_final(&b, s.reset_final, main_last, b.n - 1);
	if (s.consolation.rounds > 0) {
		begin_section(&b, SECTION_CONSOLATION);
		add_losers_bracket(&b, &s.consolation, &main_block, &back_block);
	}
	if (s.last_chance.rounds > 0) {
		begin_section(&b, SECTION_LAST_CHANCE);
		if (s.last_chance_mixed)
			add_mixed_last_chance(&b, &s, &back_block, &last_block);
		else
			add_losers_bracket(&b, &s.last_chance, &back_block, &last_block);
	}
	CHECK(b.n == bracket_pairing_count(plan));
}

/* ---- results -------------------------------------------------------------------------- */

struct propagation {
	struct pairing *all;
	size_t count;
	bracket_news_fn *news;
	void *ctx;
};

static void
report_pairing(const struct propagation *f, uint32_t pairing)
{
	if (f->news != NULL)
		f->news(f->ctx, pairing);
}

static void fill_seat(const struct propagation *f, pairing_seat seat, entry_no e);

/* True if the undefeated player lost the final, so that a second match is needed. */
static bool
lost_by_the_undefeated(const struct pairing *p)
{
	return p->end != PAIRING_BYE && p->winner == 1;
}

/* Advances both players of a decided pairing.  Recursion depth: the number of remaining
 * rounds. */
static void
advance_players(const struct propagation *f, uint32_t pairing)
{
	const struct pairing *p = &f->all[pairing];
	entry_no winner = ENTRY_NOBODY, loser = ENTRY_NOBODY;

	if (p->winner != PAIRING_NOBODY) {
		winner = p->side[p->winner];
		loser = p->side[1 - p->winner];
	}
	if (p->section == SECTION_FINAL && p->round == 1 && !lost_by_the_undefeated(p))
		winner = loser = ENTRY_NOBODY;
	fill_seat(f, p->winner_to, winner);
	fill_seat(f, p->loser_to, loser);
}

/* Continues when both sides of a pairing have become known. */
static void
resolve_pairing(const struct propagation *f, uint32_t pairing)
{
	struct pairing *p = &f->all[pairing];

	if (p->side[0] == ENTRY_UNKNOWN || p->side[1] == ENTRY_UNKNOWN)
		return;
	if (pairing_ready(p)) {
		report_pairing(f, pairing);
		return;
	}
	if (p->side[0] == ENTRY_NOBODY && p->side[1] == ENTRY_NOBODY) {
		p->end = PAIRING_VOID;
	} else {
		p->end = PAIRING_BYE;
		p->winner = p->side[0] == ENTRY_NOBODY;
	}
	report_pairing(f, pairing);
	advance_players(f, pairing);
}

static void
fill_seat(const struct propagation *f, pairing_seat seat, entry_no e)
{
	struct pairing *p;

	if (seat == PAIRING_NOWHERE)
		return;
	CHECK(seat / 2 < f->count);
	p = &f->all[seat / 2];
	CHECK(p->end == PAIRING_OPEN && p->side[seat % 2] == ENTRY_UNKNOWN);
	p->side[seat % 2] = e;
	resolve_pairing(f, seat / 2);
}

/* Returns the seed (from 0) at a place in the first round.  Seed 1 meets the last seed.  If the
 * better seed always wins, the two seeds of each pairing in a round add up to the same sum. */
static unsigned
seed_at(unsigned place, unsigned rounds)
{
	unsigned seed = 0;

	for (unsigned r = 1; r <= rounds; r++) {
		if (place >> (rounds - r) & 1u)
			seed = (1u << r) - 1 - seed;
	}
	return seed;
}

void
bracket_seat_entries(struct pairing *all, size_t count, const entry_no *by_seed, unsigned n,
    bracket_news_fn *news, void *ctx)
{
	const struct propagation f = { all, count, news, ctx };
	const unsigned rounds = rounds_of(n);

	CHECK(n >= 2 && n <= TOURNEY_ENTRIES_MAX &&
	      bracket_rounds(all, count, SECTION_MAIN) == rounds);
	for (unsigned place = 0; place < 1u << rounds; place++) {
		const unsigned seed = seed_at(place, rounds);
		entry_no *side = &all[place / 2].side[place % 2];

		CHECK(*side == ENTRY_UNKNOWN);
		CHECK(seed >= n || entry_is_player(by_seed[seed]));
		*side = seed < n ? by_seed[seed] : ENTRY_NOBODY;
	}
	for (uint32_t i = 0; i < 1u << (rounds - 1); i++)
		resolve_pairing(&f, i);
}

void
bracket_record_result(struct pairing *all, size_t count, uint32_t pairing, enum pairing_end end,
    unsigned winner, const uint16_t score[2], bracket_news_fn *news, void *ctx)
{
	const struct propagation f = { all, count, news, ctx };
	struct pairing *p;

	CHECK(pairing < count);
	p = &all[pairing];
	CHECK(pairing_ready(p));
	CHECK(end == PAIRING_PLAYED || end == PAIRING_FORFEIT || end == PAIRING_SET_RESULT ||
	      end == PAIRING_DOUBLE_FORFEIT);
	CHECK(end == PAIRING_DOUBLE_FORFEIT ? winner == PAIRING_NOBODY : winner < 2);
	p->end = (uint8_t)end;
	p->winner = (uint8_t)winner;
	p->score[0] = score != NULL ? score[0] : 0;
	p->score[1] = score != NULL ? score[1] : 0;
	advance_players(&f, pairing);
}

/* ---- reversing results ------------------------------------------------------------------- */

/* The caller's answers about the pairings that follow from a result: see
 * bracket_may_reopen. */
struct reopen_check {
	const struct pairing *all;
	bool (*must_stay)(const void *ctx, uint32_t pairing);
	const void *ctx;
	bool over_must_stay; /* a pairing that is over always prevents the reversal, without a
			      * call of `must_stay` */
};

/* True if the player of a seat can be removed: no match that depends on that player has
 * begun. */
static bool
can_remove_player(const struct reopen_check *b, pairing_seat seat)
{
	const struct pairing *p;

	if (seat == PAIRING_NOWHERE)
		return true;
	p = &b->all[seat / 2];
	if (p->end == PAIRING_OPEN)
		return !pairing_ready(p) || !b->must_stay(b->ctx, seat / 2);
	if (p->end != PAIRING_BYE && p->end != PAIRING_VOID &&
	    (b->over_must_stay || b->must_stay(b->ctx, seat / 2)))
		return false;
	return can_remove_player(b, p->winner_to) && can_remove_player(b, p->loser_to);
}

static void
remove_player(const struct propagation *f, pairing_seat seat)
{
	struct pairing *p;

	if (seat == PAIRING_NOWHERE || f->all[seat / 2].side[seat % 2] == ENTRY_UNKNOWN)
		return;
	p = &f->all[seat / 2];
	p->side[seat % 2] = ENTRY_UNKNOWN;
	if (p->end != PAIRING_OPEN) {
		pairing_reopen(p);
		remove_player(f, p->winner_to);
		remove_player(f, p->loser_to);
	}
	report_pairing(f, seat / 2);
}

bool
bracket_may_reopen(const struct pairing *all, size_t count, uint32_t pairing,
    bool (*stands)(const void *ctx, uint32_t pairing), const void *ctx)
{
	const struct reopen_check b = { all, stands, ctx, false };
	const struct pairing *p = &all[pairing];

	CHECK(pairing < count);
	return pairing_is_decided(p) && can_remove_player(&b, p->winner_to) &&
	       can_remove_player(&b, p->loser_to);
}

void
bracket_reopen(
    struct pairing *all, size_t count, uint32_t pairing, bracket_news_fn *news, void *ctx)
{
	const struct propagation f = { all, count, news, ctx };
	struct pairing *p = &all[pairing];

	CHECK(pairing < count && pairing_is_decided(p));
	pairing_reopen(p);
	remove_player(&f, p->winner_to);
	remove_player(&f, p->loser_to);
}

/* ---- late entry ----------------------------------------------------------------------- */

/* Returns the place of a seed in the first round; the inverse of seed_at. */
static unsigned
place_of(unsigned seed, unsigned rounds)
{
	unsigned place = 0;

	for (unsigned r = rounds; r > 0; r--) {
		if (seed >= 1u << (r - 1)) {
			seed = (1u << r) - 1 - seed;
			place |= 1u << (rounds - r);
		}
	}
	return place;
}

uint32_t
bracket_late_bye(const struct pairing *all, size_t count,
    bool (*busy)(const void *ctx, uint32_t pairing), const void *ctx)
{
	const unsigned rounds = bracket_rounds(all, count, SECTION_MAIN);
	const struct reopen_check b = { all, busy, ctx, true };

	CHECK(rounds > 0);
	for (unsigned seed = 1u << (rounds - 1); seed-- > 0;) {
		const uint32_t pairing = place_of(seed, rounds) / 2;
		const struct pairing *p = &all[pairing];

		if (p->end == PAIRING_BYE && can_remove_player(&b, p->winner_to) &&
		    can_remove_player(&b, p->loser_to))
			return pairing;
	}
	return PAIRING_NOWHERE;
}

bool
bracket_seat_late(struct pairing *all, size_t count, entry_no e,
    bool (*busy)(const void *ctx, uint32_t pairing), bracket_news_fn *news, void *ctx)
{
	const struct propagation f = { all, count, news, ctx };
	const uint32_t pairing = bracket_late_bye(all, count, busy, ctx);
	struct pairing *p;

	CHECK(entry_is_player(e));
	if (pairing == PAIRING_NOWHERE)
		return false;
	p = &all[pairing];
	p->side[1 - p->winner] = e;
	pairing_reopen(p);
	remove_player(&f, p->winner_to);
	remove_player(&f, p->loser_to);
	report_pairing(&f, pairing);
	return true;
}

/* ---- queries ----------------------------------------------------------------------------- */

/* Returns the index after the last pairing of a round; for round 0, the index of the section's
 * first pairing. */
static size_t
index_after_round(const struct pairing *all, size_t count, enum section section, unsigned round)
{
	size_t low = 0, high = count;

	while (low < high) {
		const size_t mid = low + (high - low) / 2;
		const struct pairing *p = &all[mid];

		if (p->section < section || (p->section == section && p->round <= round))
			low = mid + 1;
		else
			high = mid;
	}
	return low;
}

unsigned
bracket_rounds(const struct pairing *all, size_t count, enum section section)
{
	const size_t end = index_after_round(all, count, section, UINT16_MAX);

	return end > 0 && all[end - 1].section == section ? all[end - 1].round : 0;
}

size_t
bracket_find_round(const struct pairing *all, size_t count, enum section section,
    unsigned round, uint32_t *first)
{
	size_t begin;

	CHECK(round > 0);
	begin = index_after_round(all, count, section, round - 1);
	*first = (uint32_t)begin;
	return index_after_round(all, count, section, round) - begin;
}

entry_no
bracket_winner(const struct pairing *all, size_t count, enum section section)
{
	size_t end = index_after_round(all, count, section, UINT16_MAX);
	const struct pairing *p;

	if (end == 0 || all[end - 1].section != section)
		return ENTRY_NOBODY;
	p = &all[end - 1];
	if (section == SECTION_FINAL && p->round == 2 && p->end == PAIRING_VOID)
		p--; /* the second final was not needed, so the first one counts */
	if (p->end == PAIRING_OPEN)
		return ENTRY_UNKNOWN;
	return p->winner == PAIRING_NOBODY ? ENTRY_NOBODY : p->side[p->winner];
}

entry_no
bracket_champion(const struct pairing *all, size_t count)
{
	return bracket_winner(all, count,
	    bracket_rounds(all, count, SECTION_FINAL) > 0 ? SECTION_FINAL : SECTION_MAIN);
}

void
bracket_seat_sources(const struct pairing *all, size_t count, pairing_seat *from)
{
	for (size_t i = 0; i < 2 * count; i++)
		from[i] = PAIRING_NOWHERE;
	for (uint32_t i = 0; i < count; i++) {
		if (all[i].winner_to != PAIRING_NOWHERE)
			from[all[i].winner_to] = seat_of(i, 0);
		if (all[i].loser_to != PAIRING_NOWHERE)
			from[all[i].loser_to] = seat_of(i, 1);
	}
}

/* Players who go out at the same stage share their places.  A stage is a main round of a single
 * elimination; of a double elimination it is a losers' round or, as the last stage, the
 * final. */
struct exit_stages {
	unsigned out[ROUNDS_MAX + 1]; /* by stage, from 1: number of players who went out there
				       * or will */
	unsigned last;
	bool two_losses;
};

/* Returns the stage at which the loser of a pairing goes out; 0 if this pairing does not put
 * the loser out. */
static unsigned
exit_stage_of(const struct exit_stages *s, const struct pairing *all, const struct pairing *p)
{
	if (p->section == SECTION_FINAL)
		return s->last;
	if (p->section == SECTION_LOSERS)
		return p->round;
	if (p->section != SECTION_MAIN)
		return 0;
	if (!s->two_losses)
		return p->round;
	/* after a double forfeit both go out at the stage of the pairing that the loser would
	 * have entered */
	if (p->end == PAIRING_DOUBLE_FORFEIT)
		return exit_stage_of(s, all, &all[p->loser_to / 2]);
	return 0;
}

/* True if a side of a finished pairing went out by that result; in a double elimination, by its
 * second loss. */
static bool
went_out(const struct pairing *p, unsigned side)
{
	if (!entry_is_player(p->side[side]) || p->winner == side)
		return false;
	if (p->section == SECTION_FINAL && p->winner_to != PAIRING_NOWHERE)
		return !lost_by_the_undefeated(p);
	return true;
}

/* True if an open pairing will put a player out.  False if one side stays empty.  Also false
 * for the second final until it is needed, because its loser is counted with the first
 * final. */
static bool
will_put_out(const struct pairing *p)
{
	if (p->end != PAIRING_OPEN || p->side[0] == ENTRY_NOBODY || p->side[1] == ENTRY_NOBODY)
		return false;
	return p->section != SECTION_FINAL || p->round == 1 || p->side[0] != ENTRY_UNKNOWN;
}

static void
count_exits(struct exit_stages *s, const struct pairing *all, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		const struct pairing *p = &all[i];
		const unsigned stage = exit_stage_of(s, all, p);

		if (stage == 0)
			continue;
		if (p->end == PAIRING_OPEN)
			s->out[stage] += will_put_out(p);
		else
			s->out[stage] += (unsigned)went_out(p, 0) + (unsigned)went_out(p, 1);
	}
}

void
bracket_places(const struct pairing *all, size_t count, unsigned n, struct bracket_place *out)
{
	const unsigned losers_rounds = bracket_rounds(all, count, SECTION_LOSERS);
	const bool two = bracket_rounds(all, count, SECTION_FINAL) > 0;
	struct exit_stages s = { .two_losses = two };
	unsigned first[ROUNDS_MAX + 1];
	unsigned place = 2;
	entry_no winner;

	s.last = two ? losers_rounds + 1 : bracket_rounds(all, count, SECTION_MAIN);
	CHECK(s.last <= ROUNDS_MAX);
	count_exits(&s, all, count);
	winner = bracket_champion(all, count);
	if (winner == ENTRY_NOBODY)
		place = 1;
	for (unsigned stage = s.last; stage > 0; stage--) {
		first[stage] = place;
		place += s.out[stage];
	}
	memset(out, 0, n * sizeof(*out));
	for (size_t i = 0; i < count; i++) {
		const struct pairing *p = &all[i];
		const unsigned stage = exit_stage_of(&s, all, p);

		for (unsigned side = 0; stage > 0 && p->end != PAIRING_OPEN && side < 2;
		     side++) {
			if (!went_out(p, side))
				continue;
			CHECK(p->side[side] < n);
			out[p->side[side]] = (struct bracket_place){ (uint16_t)first[stage],
				(uint16_t)(first[stage] + s.out[stage] - 1) };
		}
	}
	if (entry_is_player(winner)) {
		CHECK(winner < n);
		out[winner] = (struct bracket_place){ 1, 1 };
	}
}
