/* SPDX-License-Identifier: MIT */
/* FIBS rating formula.  See rating.h.  Pure; one power and one root per call. */
#include "rules/rating.h"

#include <math.h>

static double
experience_factor(uint32_t experience)
{
	double k = 5.0 - (double)experience / 100.0;

	return k > 1.0 ? k : 1.0;
}

struct rating_calc
rating_match(double winner, uint32_t winner_experience, double loser, uint32_t loser_experience,
    unsigned length)
{
	struct rating_calc c;
	double root = sqrt((double)length);

	c.difference = fabs(winner - loser);
	c.underdog_chance = 1.0 / (pow(10.0, c.difference * root / 2000.0) + 1.0);
	c.p = winner < loser ? 1.0 - c.underdog_chance : c.underdog_chance;
	c.k_winner = experience_factor(winner_experience);
	c.k_loser = experience_factor(loser_experience);
	c.change_winner = 4.0 * c.k_winner * root * c.p;
	c.change_loser = -4.0 * c.k_loser * root * c.p;
	return c;
}

struct rating_headroom
rating_headroom(double net, double most)
{
	return (struct rating_headroom){ fmax(0.0, most - net), fmax(0.0, most + net) };
}

struct rating_headroom
rating_headroom_smaller(struct rating_headroom a, struct rating_headroom b)
{
	return (struct rating_headroom){ fmin(a.up, b.up), fmin(a.down, b.down) };
}

double
rating_headroom_share(double change, struct rating_headroom room)
{
	double most = change > 0 ? room.up : room.down;

	return fabs(change) <= most ? 1.0 : most / fabs(change);
}
