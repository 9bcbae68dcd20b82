/* What may be asked of a run while it runs: one request a line. */
#ifndef TRIMTAB_LIVE_GRAMMAR_H
#define TRIMTAB_LIVE_GRAMMAR_H

#include <stddef.h>
#include <stdint.h>

#include "../iterations/change.h"

/*
 * request = ( "metric" | "group" | "function" ) ( "on" | "off" ) glob [ at ] | "depth" n | "sample" n [ at ] | "series" ( "on" | "off" ) [ at ]
 *         | "mode" ( "trace" | "profile" | "mpi" | "off" ) [ at ] | "run" ( "begin" | "end" ) [ "phase" text ] [ n ]
 *         | "finish" | "abort" | "get" ( "tree" | "flat" ) [ glob ] [ "rank" set ] [ "since" n ] ;
 * at      = "at" n ;
 *
 * Words stand between blanks; globs and texts that hold some are put in quotes, single or double. A set of ranks is
 * `0,3-5`.
 */
enum tt_request_kind {
    TT_ASK_METRIC,
    TT_ASK_GROUP,
    TT_ASK_FUNCTION,
    TT_ASK_DEPTH,
    TT_ASK_SAMPLE,
    TT_ASK_SERIES,
    TT_ASK_MODE,
    TT_ASK_RUN,
    TT_ASK_FINISH,
    TT_ASK_ABORT,
    TT_ASK_GET
};

/* Longer lines are none. */
#define TT_LONGEST_REQUEST 1024u

struct tt_request {
    enum tt_request_kind kind;
    enum tt_asked_mode mode;
    int on;              /* or begins; of `get`: the tree */
    uint64_t number;     /* of depth and sample, and since when of `get` */
    uint64_t at;         /* the iteration; 0: none is said */
    unsigned at_column;
    unsigned text_column; /* of `sample`: of its number */
    char text[TT_LONGEST_REQUEST + 1];  /* the pattern, or the phase; "": none is said */
    char ranks[TT_LONGEST_REQUEST + 1]; /* "": all */
};

/* Why a line is no request: from which character on, counted from 1. */
struct tt_fault {
    unsigned column;
    char text[200];
};

/** Whether a line, without its end, is a request; `fault` is filled in where it is none. */
int tt_read_request(const char *line, size_t length, struct tt_request *request, struct tt_fault *fault);

/** Whether a set of ranks that a request has holds a rank. */
int tt_has_rank(const char *ranks, unsigned rank);

#endif
