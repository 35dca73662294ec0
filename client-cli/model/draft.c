/* SPDX-License-Identifier: MIT */
/* The texts of a play being entered: see draft.h. */
#include "draft.h"

#include "proto/msg.h"

#include "texts.h"

/* ---- reasons ---- */

static void
rule_text(struct out *to, enum rule rule)
{
	static void (*const TEXT[RULE_COUNT])(struct out *) = {
		[RULE_RUNNER] = msg_rule_runner,
		[RULE_START_PRIME] = msg_rule_start_prime,
		[RULE_SHUT_IN] = msg_rule_shut_in,
		[RULE_FOUR_POINTS] = msg_rule_four_points,
		[RULE_HEAD] = msg_rule_head,
		[RULE_PRIME] = msg_rule_prime,
		[RULE_ENTER] = msg_rule_enter,
		[RULE_NEXT_QUARTER] = msg_rule_next_quarter,
		[RULE_EMPTY_POINT] = msg_rule_empty_point,
		[RULE_WALL_BLOCKS] = msg_rule_wall,
		[RULE_SCORE_WALL] = msg_rule_score,
	};

	if (rule < RULE_COUNT && TEXT[rule] != NULL)
		TEXT[rule](to);
}

static void
explain_illegal(const struct draft *t, enum move_err err, enum rule rule, struct sbuf *why)
{
	struct out to = out_to_sbuf(why);

	to.catalogue = &CATALOGUES[t->language];
	switch (err) {
	case MOVE_USES_FEWER:
	case MOVE_TOO_FEW:
		msg_rule_most_dice(&to);
		break;
	case MOVE_TOO_MANY:
		sbuf_add(why, "That is more than the dice allow.");
		break;
	case MOVE_LARGER_DIE:
		msg_rule_larger_die(&to);
		break;
	case MOVE_NO_CHECKER:
		sbuf_add(why, "You have no checker there.");
		break;
	case MOVE_NOT_ON_DICE:
		sbuf_add(why, "The dice do not allow that.");
		break;
	case MOVE_BLOCKED:
	case MOVE_NO_WAY:
		sbuf_add(
		    why, texts_translate((enum language)t->language, "That way is blocked. "));
		if (t->v->close_at == 1)
			msg_rule_one_closes(&to);
		break;
	case MOVE_BAR_FIRST:
		sbuf_add(why, "Your checkers on the bar must enter first.");
		break;
	case MOVE_NOT_HOME:
		sbuf_add(why, "You cannot bear off until all your checkers are home.");
		break;
	case MOVE_BAD_BEAROFF:
		sbuf_add(why, "No die bears that checker off: there is another behind it.");
		break;
	case MOVE_PINNED:
		sbuf_add(why, "A pinned checker cannot move, and prevents bearing off.");
		break;
	case MOVE_FORBIDDEN:
		rule_text(&to, rule);
		break;
	case MOVE_TWO_WAYS:
		sbuf_add(why, "That can be played in two different ways: type each step.");
		break;
	case MOVE_OK:
		break;
	}
	while (why->len > 0 && why->text[why->len - 1] == '\n')
		why->text[--why->len] = '\0';
}

static void
explain_refusal(const struct draft *t, const struct draft_refusal *r, struct sbuf *out)
{
	static const char *const TEXTS[] = {
		[DRAFT_ILLEGAL] = "",
		[DRAFT_CANNOT_MOVE] = "That checker has nowhere to go.",
		[DRAFT_ALL_DICE_PLAYED] = "All dice have been played: Enter sends the move.",
		[DRAFT_SEVERAL_CHECKERS] =
		    "Several checkers can go there. Click one of them first.",
		[DRAFT_NO_BEAROFF] = "No die bears a checker off now.",
		[DRAFT_UNREADABLE] = "Type a move like 24/18 13/9, bar/20 or 6/off.",
	};

	sbuf_add(out, TEXTS[r->why]);
	if (r->why == DRAFT_ILLEGAL)
		explain_illegal(t, r->move_err, r->broken_rule, out);
}

void
draft_begin(struct draft *t, const struct position *p, struct move_space *space)
{
	draft_start(t, &p->m, p->you && p->variant_known, explain_refusal, space);
}

/* ---- plays ---- */

void
draft_write_done(const struct draft *t, const struct position *p, struct sbuf *out)
{
	notation_write_fibs(
	    out, &t->entered, notation_numbering(p->m.variant, p->m.o == SEAT_0));
}

static void
write_place(unsigned place, struct sbuf *out)
{
	if (place >= 1 && place <= 24)
		sbuf_addi(out, (long)place);
	else
		sbuf_add(out, place == PT_OFF ? "off" : place == PT_BAR ? "bar" : "res");
}

static bool
same_step(const struct step *a, const struct step *b)
{
	return a->from == b->from && a->to == b->to;
}

unsigned
draft_hit_mask(const struct variant *v, const struct board *b, enum seat seat,
    const uint8_t dice[2], const struct play *p)
{
	unsigned hits = 0, on_bar = b->at[seat_other(seat)][PT_BAR];
	struct play steps = { .n = 0 };

	if (v->no_dice || dice[0] == 0 || dice[1] == 0)
		return 0;
	while (steps.n < p->n) {
		struct board after;
		enum rule rule;
		unsigned step, i = steps.n;

		steps.step[steps.n++] = p->step[i];
		if (move_try_steps(
			v, b, seat, dice[0], dice[1], &steps, &after, &step, &rule) != MOVE_OK)
			break;
		if (after.at[seat_other(seat)][PT_BAR] > on_bar)
			hits |= 1u << i;
		on_bar = after.at[seat_other(seat)][PT_BAR];
	}
	return hits;
}

void
draft_write_play(const struct play *p, unsigned hits, struct sbuf *out)
{
	for (unsigned i = 0, n; i < p->n; i += n) {
		bool hit = (hits >> i & 1u) != 0;

		n = 1;
		while (i + n < p->n && same_step(&p->step[i], &p->step[i + n])) {
			hit = hit || (hits >> (i + n) & 1u) != 0;
			n++;
		}
		if (i > 0)
			sbuf_addc(out, ' ');
		write_place(p->step[i].from, out);
		sbuf_addc(out, '/');
		write_place(p->step[i].to, out);
		if (hit)
			sbuf_addc(out, '*');
		if (n > 1)
			sbuf_addf(out, "(%u)", n);
	}
}
