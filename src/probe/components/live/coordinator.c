/*
 * What rank 0 does: it takes in what is asked, in pieces of many lines, has all ranks prepare it, and decides when all have
 * read it. Answers come in the order of the requests.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "../../core/probe.h"
#include "coordination.h"
#include "files.h"
#include "live.h"
#include "view.h"

static struct tt_live_log decisions = {.name = TT_LIVE_DECISIONS}, answers = {.name = TT_LIVE_ANSWERS};
static struct tt_live_tail requests = {.name = TT_LIVE_REQUESTS};
struct asked *tt_batch; /* room for MOST_AT_ONCE; NULL: nobody has asked for anything lately */
size_t tt_batch_size;
static uint64_t numbers, views;
static uint64_t guard; /* iterations ahead for requests that name none */

/* The iteration for a request: its own, one soon, or none where none are counted. `finish` and the like have none either. */
static uint64_t iteration_for(const struct asked *a, uint64_t latest)
{
    if (a->request.at != 0)
        return a->request.at;
    if (tt_phase_name() == NULL || a->request.kind == TT_ASK_ABORT)
        return 0;
    return latest + guard;
}

static int is_open(const struct asked *a)
{
    return a->fault.column == 0 && a->number == 0 && a->request.kind != TT_ASK_GET;
}

static void put_range(FILE *out, const char *verb, uint64_t from, uint64_t to)
{
    fprintf(out, "%s %llu %llu\n", verb, (unsigned long long)from, (unsigned long long)to);
}

/* What nobody refused is taken. Neighbours of one kind are one line. */
static void decide(void)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    uint64_t from = 0, to = 0;
    int take = 0;
    if (out == NULL)
        return; /* the ranks drop it by themselves */
    for (size_t i = 0; i < tt_batch_size; i++) {
        const struct asked *a = &tt_batch[i];
        if (a->number == 0)
            continue;
        int takes = a->fault.column == 0;
        if (from != 0 && takes == take && a->number == to + 1) {
            to++;
            continue;
        }
        if (from != 0)
            put_range(out, take ? "take" : "drop", from, to);
        from = to = a->number;
        take = takes;
    }
    if (from != 0)
        put_range(out, take ? "take" : "drop", from, to);
    if (fclose(out) == 0)
        tt_live_log(&decisions, text, size);
    free(text);
}

static void refuse_all(const char *why, int which)
{
    for (size_t i = 0; i < tt_batch_size; i++)
        if (tt_batch[i].number != 0 && tt_batch[i].fault.column == 0)
            tt_refuse_request(&tt_batch[i], 1, why, which);
}

/* Tells all ranks what is asked and not decided. @returns whether there was anything */
static int tell(uint64_t latest)
{
    char *text = NULL;
    size_t size = 0, told = 0;
    FILE *out = open_memstream(&text, &size);
    if (out == NULL)
        return 0;
    for (size_t i = 0; i < tt_batch_size; i++) {
        struct asked *a = &tt_batch[i];
        if (!is_open(a))
            continue;
        a->number = ++numbers;
        a->at = iteration_for(a, latest);
        fprintf(out, "prepare %llu %llu %s\n", (unsigned long long)a->number, (unsigned long long)a->at, a->line);
        told++;
    }
    int done = fclose(out) == 0 && (told == 0 || (tt_live_reserve(&decisions, size + told * LONGEST_DECISION) &&
                                                  tt_live_log(&decisions, text, size)));
    free(text);
    if (!done) {
        refuse_all(CANNOT_TELL, 0);
        decide();
    }
    return done && told > 0;
}

/* Waits until all ranks have read what was told. @returns the first that has not, -1: all have */
static int await_all(uint64_t wanted, uint64_t *latest)
{
    unsigned waited = 0, pause = 5;
    for (int rank = 0; rank < tt_process.size; rank++)
        while (!tt_rank_has_read(rank, wanted, latest)) {
            if (waited > PATIENCE_MS || !tt_live_pause(pause))
                return rank;
            waited += pause;
            pause = pause < 100 ? pause + 5 : pause;
        }
    return -1;
}

/* Those that named no iteration and came too late for the one that was chosen are asked anew, further ahead. */
static int reopen_late(void)
{
    int any = 0;
    for (size_t i = 0; i < tt_batch_size; i++) {
        struct asked *a = &tt_batch[i];
        if (a->number == 0 || a->fault.column == 0 || a->request.at != 0 || a->at == 0)
            continue;
        a->number = 0;
        a->fault.column = 0;
        any = 1;
    }
    return any;
}

static void see_through(void)
{
    uint64_t latest = tt_iteration();
    int tries = 0;
    while (tell(latest)) {
        uint64_t told = tt_clock_ns(CLOCK_MONOTONIC);
        int silent = await_all(numbers, &latest);
        int is_late = (tt_clock_ns(CLOCK_MONOTONIC) - told) / 1000000 > LATEST_MS;
        if (silent >= 0)
            refuse_all("rank %d does not answer, so nothing is changed on any", silent);
        else if (is_late)
            refuse_all("rank %d was suspended for so long that others may not have waited, so nothing is changed on any rank", tt_process.rank);
        decide();
        if (silent >= 0 || is_late || ++tries == MOST_TRIES || !reopen_late())
            return;
        guard *= 2;
    }
}

static void answer_get(FILE *out, const struct asked *a)
{
    char line[64];
    int n = snprintf(line, sizeof line, "status %llu %s\n", (unsigned long long)++views, a->request.on ? "tree" : "flat");
    if (!tt_live_log(&decisions, line, (size_t)n)) {
        fprintf(out, "%serror 1 " CANNOT_TELL "\n", a->tag);
        return;
    }
    char *view = tt_view_text(&a->request, views);
    if (view != NULL && a->client != 0)
        fprintf(out, "%sok %llu\ntrimtab-live %llu\n%send %llu\n", a->tag, (unsigned long long)views, (unsigned long long)views, view,
                (unsigned long long)views);
    else if (view != NULL && tt_live_write(TT_LIVE_VIEW, views, view, strlen(view)))
        fprintf(out, "%sok %llu\n", a->tag, (unsigned long long)views);
    else
        fprintf(out, "%serror 1 the answers of the ranks cannot be written\n", a->tag);
    free(view);
}

static void answer(FILE *out, const struct asked *a)
{
    if (a->fault.column != 0)
        fprintf(out, "%serror %u %s\n", a->tag, a->fault.column + a->before, a->fault.text);
    else if (a->request.kind == TT_ASK_GET)
        answer_get(out, a);
    else if (a->at == 0 && a->request.kind != TT_ASK_ABORT && tt_process.size > 1)
        fprintf(out, "%sok 0 not at the same iteration\n", a->tag);
    else
        fprintf(out, "%sok %llu\n", a->tag, (unsigned long long)a->at);
}

/* Answers of those who asked in one way, in their order, from one place of the batch on. @returns the place behind them */
static size_t answer_some(size_t first)
{
    char *text = NULL;
    size_t size = 0, next = first;
    tt_client client = tt_batch[first].client;
    FILE *out = open_memstream(&text, &size);
    if (out == NULL)
        return tt_batch_size;
    while (next < tt_batch_size && tt_batch[next].client == client)
        answer(out, &tt_batch[next++]);
    if (fclose(out) == 0 && client != 0)
        tt_clients_answer(client, text, size);
    else if (text != NULL)
        tt_live_log(&answers, text, size);
    free(text);
    return next;
}

static void answer_all(void)
{
    for (size_t i = 0; i < tt_batch_size;)
        i = answer_some(i);
}

/* So many iterations begin before all ranks have looked for what was asked. */
static void set_guard(void)
{
    static uint64_t last_iteration, last_time;
    uint64_t now = tt_iteration(), time = tt_clock_ns(CLOCK_MONOTONIC);
    double seconds = (double)(time - last_time) / 1e9;
    guard = 2 + (uint64_t)(1.5 * (seconds > 0 ? (double)(now - last_iteration) / seconds : 0));
    last_iteration = now;
    last_time = time;
}

void tt_coordinate_begin(void)
{
    guard = 2;
}

int tt_coordinate(void)
{
    set_guard();
    tt_batch_size = 0;
    /* Megabytes, which a look every second is not worth: mostly nothing is asked. */
    if ((!tt_live_has_news(&requests) && !tt_clients_are_there() && decisions.rest_size == 0 && answers.rest_size == 0) ||
        (tt_batch = malloc(MOST_AT_ONCE * sizeof *tt_batch)) == NULL)
        return 0;
    /* What a full disk did not take: it may have room by now. */
    if (decisions.rest_size > 0)
        tt_live_log(&decisions, "", 0);
    if (answers.rest_size > 0)
        tt_live_log(&answers, "", 0);
    tt_live_follow(&requests, MOST_AT_ONCE, tt_take_request_line, NULL);
    tt_clients_ask(MOST_AT_ONCE - tt_batch_size, tt_take_request);
    int any = tt_batch_size > 0;
    if (any) {
        see_through();
        answer_all();
    }
    for (size_t i = 0; i < tt_batch_size; i++)
        free(tt_batch[i].line);
    free(tt_batch);
    tt_batch = NULL;
    return any;
}

void tt_coordinate_end(void)
{
    static const char ended[] = "ended\n";
    tt_live_remove(TT_LIVE_DECISIONS);
    if (requests.offset > 0) {
        tt_live_log(&answers, ended, sizeof ended - 1);
        return;
    }
    tt_live_remove(TT_LIVE_REQUESTS);
    tt_live_remove(TT_LIVE_ANSWERS);
    tt_live_remove(TT_LIVE_VIEW);
}
