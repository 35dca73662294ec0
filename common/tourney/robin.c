/* SPDX-License-Identifier: MIT */
/* Round robins (see robin.h).  Owns no memory.
 *
 * The pairings follow the Berger tables of chess, that is, the circle method with the circle
 * turned by half of the ring (rounded up) each round.  With m players, m even, one is outside
 * and the m - 1 others form a ring.  In each round the outside player meets one of the ring,
 * and the others are paired by folding the ring there.  So every player of the ring is first
 * and second equally often, and the match against the outside player makes a difference of one.
 * With an odd number there is no outside player, and the player who would meet the outside
 * player has the bye.
 *
 * Cost: O(1) for each pairing made, O(1) for each qualifier in practice (O(groups) at
 * worst). */
#include "tourney/robin.h"

unsigned
robin_rounds(unsigned n)
{
	if (n < 2)
		return 0;
	return n % 2 == 0 ? n - 1 : n;
}

size_t
robin_pairing_count(unsigned n)
{
	return n < 2 ? 0 : (size_t)n * (n - 1) / 2;
}

void
robin_build(const entry_no *player, unsigned n, enum section section, unsigned group,
    struct pairing *out)
{
	unsigned ring = n % 2 == 0 ? n - 1 : n;

	CHECK(n <= TOURNEY_ENTRIES_MAX && group < ROBIN_GROUPS_MAX);
	if (n < 2)
		return;
	for (unsigned r = 0; r < ring; r++) {
		/* turns by half of the ring (rounded up: its size is odd) */
		unsigned across = r * ((ring + 1) / 2) % ring;
		unsigned slot = 0;

		if (n % 2 == 0)
			*out++ = pairing_new(section, group, r + 1, slot++,
			    player[r % 2 == 0 ? across : n - 1],
			    player[r % 2 == 0 ? n - 1 : across]);
		for (unsigned k = 1; k <= ring / 2; k++)
			*out++ = pairing_new(section, group, r + 1, slot++,
			    player[(across + k) % ring], player[(across + ring - k) % ring]);
	}
}

/* Compares the largest number of groups whose average size is at least `size` with the next
 * larger number, and returns the one whose average is closer to `size`. */
unsigned
robin_group_count(unsigned n, unsigned size)
{
	unsigned groups;

	CHECK(size > 0);
	if (n < 2)
		return 0;
	groups = n / size;
	if (groups == 0 ||
	    (uint64_t)n * (2 * groups + 1) >= 2ull * size * groups * (groups + 1))
		groups++;
	if (groups > n / 2)
		groups = n / 2;
	return groups < ROBIN_GROUPS_MAX ? groups : ROBIN_GROUPS_MAX;
}

unsigned
robin_group_of(unsigned seed, unsigned groups)
{
	unsigned at = seed % groups;

	return seed / groups % 2 == 0 ? at : groups - 1 - at;
}

struct qualifiers {
	const entry_no *qualifier;
	unsigned groups, per_group;
	unsigned bracket_size; /* number of places of the bracket */
};

/* Returns the group that must not be at seed s of the tier that begins at seed `tier`: the
 * group of the first opponent, if that opponent is in an earlier tier; otherwise `groups`.
 * (Players of one tier are from different groups, and later tiers avoid earlier tiers.) */
static unsigned
forbidden_group(const struct qualifiers *f, unsigned tier, unsigned s, const entry_no *out)
{
	unsigned opponent = f->bracket_size - 1 - s;
	unsigned g = 0;

	if (opponent >= tier)
		return f->groups;
	while (f->qualifier[g * f->per_group + opponent / f->groups] != out[opponent])
		g++;
	return g;
}

/* Seats a tier (winners, thirds, fourths and so on) in order of groups.  A player at a place
 * forbidden to the player's group swaps places with another player.  The opponents of a tier
 * come from at most two tiers, so a group is forbidden at no more than two places, and with
 * three groups or more there is always a place to swap with.  With two groups, the opponents of
 * a tier are one whole tier, and a swap with the other place is possible. */
static void
seat_tier(const struct qualifiers *f, unsigned k, entry_no *out)
{
	unsigned tier = k * f->groups;

	for (unsigned g = 0; g < f->groups; g++)
		out[tier + g] = f->qualifier[g * f->per_group + k];
	for (unsigned i = 0; i < f->groups; i++) {
		unsigned bad = forbidden_group(f, tier, tier + i, out);

		if (bad == f->groups || out[tier + i] != f->qualifier[bad * f->per_group + k])
			continue;
		for (unsigned step = 1; step < f->groups; step++) {
			unsigned j = (i + step) % f->groups;
			entry_no moved = out[tier + j];

			if (forbidden_group(f, tier, tier + j, out) == bad)
				continue;
			out[tier + j] = out[tier + i];
			out[tier + i] = moved;
			break;
		}
	}
}

/* Returns a seed's half of the bracket: 0 for the half of seed 0 (0 3 4 7 8 ...), 1 for the
 * half of seed 1 (1 2 5 6 9 ...). */
static unsigned
half_of(unsigned seed)
{
	return (seed + 1) / 2 % 2;
}

/* Seats the runner-up of each group in the half that does not contain the group's winner.  The
 * places of winners and runners-up together are equally distributed over the halves, so there
 * is always room. */
static void
seat_seconds(const struct qualifiers *f, entry_no *out)
{
	unsigned next[2] = { 0, 0 }; /* next group, by the half that its winner is in */

	for (unsigned s = f->groups; s < 2 * f->groups; s++) {
		unsigned other = 1 - half_of(s);
		unsigned g = next[other];

		while (half_of(g) != other)
			g++;
		out[s] = f->qualifier[g * f->per_group + 1];
		next[other] = g + 1;
	}
}

void
robin_seed_qualifiers(const entry_no *qualifier, unsigned groups, unsigned each, entry_no *out)
{
	struct qualifiers f = {
		.qualifier = qualifier, .groups = groups, .per_group = each, .bracket_size = 1
	};

	CHECK((uint64_t)groups * each <= TOURNEY_ENTRIES_MAX);
	while (f.bracket_size < groups * each)
		f.bracket_size *= 2;
	for (unsigned k = 0; k < each; k++) {
		if (k == 1)
			seat_seconds(&f, out);
		else
			seat_tier(&f, k, out);
	}
}
