/* SPDX-License-Identifier: MIT */
/* The page of metrics for Prometheus, which only programs on this machine can read. */
#ifndef WEB_METRICS_H
#define WEB_METRICS_H

struct web;
struct frame;

/* Returns the page in the text format 0.0.4, or NULL if out of memory. */
struct frame *metrics_page(const struct web *web);

#endif
