/* What each rank does: it reads what rank 0 decided, holds changes for their iterations, and says how far it is. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../core/probe.h"
#include "changes.h"
#include "files.h"
#include "../iterations/gates.h"
#include "live.h"
#include "status.h"

/* More late ones are not told each by itself: rank 0 asks for fewer at once. */
enum { MOST_LATE = 8192 };

static struct tt_live_tail decisions = {.name = TT_LIVE_DECISIONS};
static uint64_t read_to, sequence, status_asked, missed;
static int tree_asked;
static uint64_t late[MOST_LATE];
static size_t late_count;
/* Changes that are made at once, since there is no iteration to wait for. */
static struct {
    uint64_t number;
    struct tt_change change;
} *at_once;
static size_t at_once_count, at_once_room;
static int is_news;
static uint64_t last_asked;

/* Who has asked lately will ask again: what threads record is looked at until then. */
#define WATCHED_NS UINT64_C(20000000000)

const char *tt_live_rank_file(char *out, size_t size, int rank)
{
    snprintf(out, size, "rank-%d", rank);
    return out;
}

static void is_late(uint64_t number)
{
    if (late_count < MOST_LATE)
        late[late_count++] = number;
}

static void hold_for_now(uint64_t number, const struct tt_change *change)
{
    if (at_once_count == at_once_room) {
        size_t room = at_once_room == 0 ? 64 : 2 * at_once_room;
        void *more = realloc(at_once, room * sizeof *at_once);
        if (more == NULL) {
            is_late(number);
            return;
        }
        at_once = more;
        at_once_room = room;
    }
    at_once[at_once_count].number = number;
    at_once[at_once_count++].change = *change;
}

/* This process has nothing of what rank 0 has. */
static int is_nothing(const struct tt_change *change)
{
    return (change->set != NULL && change->set->count == 0) || change->kind == TT_CHANGE_METRICS;
}

/* What cannot be done here is not done anywhere. */
static void prepare(uint64_t number, uint64_t at, const char *text)
{
    struct tt_request request;
    struct tt_fault fault;
    struct tt_change change;
    read_to = number;
    int is_possible = tt_read_request(text, strlen(text), &request, &fault) &&
                      (tt_prepare_change(&request, text, &change, &fault) || is_nothing(&change));
    if (is_possible && at == 0)
        hold_for_now(number, &change);
    else if (!is_possible || tt_arm(number, at, &change) != TT_GATE_ARMED)
        is_late(number);
}

static void decide(uint64_t from, uint64_t to, int take)
{
    for (size_t i = 0; i < at_once_count; i++)
        if (from <= at_once[i].number && at_once[i].number <= to && take)
            tt_make_change(&at_once[i].change, at_once[i].number, 0);
    size_t kept = 0;
    for (size_t i = 0; i < at_once_count; i++)
        if (at_once[i].number > to)
            at_once[kept++] = at_once[i];
    at_once_count = kept;
    for (uint64_t number = from; number <= to && to - from < MOST_LATE; number++)
        tt_decide(number, take);
    kept = 0;
    for (size_t i = 0; i < late_count; i++)
        if (late[i] > to)
            late[kept++] = late[i];
    late_count = kept;
}

static void take_decision(void *context, const char *line, size_t length)
{
    char text[TT_LONGEST_REQUEST + 128];
    unsigned long long a, b;
    int rest = 0;
    (void)context;
    if (length >= sizeof text)
        return; /* none of rank 0's */
    memcpy(text, line, length);
    text[length] = '\0';
    is_news = 1;
    if (sscanf(text, "prepare %llu %llu %n", &a, &b, &rest) == 2 && rest > 0)
        prepare(a, b, text + rest);
    else if (sscanf(text, "take %llu %llu", &a, &b) == 2)
        decide(a, b, 1);
    else if (sscanf(text, "drop %llu %llu", &a, &b) == 2)
        decide(a, b, 0);
    else if (sscanf(text, "status %llu", &a) == 1) {
        status_asked = a;
        tree_asked = strstr(text, " tree") != NULL;
        last_asked = tt_clock_ns(CLOCK_MONOTONIC);
    }
}

/* Where it stands, and what it was asked to tell. */
static void write_own_file(void)
{
    char name[32], *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (out == NULL)
        return;
    uint64_t newly_missed = tt_next_missed();
    missed = newly_missed != 0 ? newly_missed : missed;
    fprintf(out, "read %llu\niteration %llu\nmade %llu\nmissed %llu\nstatus %llu\n", (unsigned long long)read_to,
            (unsigned long long)tt_iteration(), (unsigned long long)tt_changes_made(), (unsigned long long)missed,
            (unsigned long long)status_asked);
    for (size_t i = 0; i < late_count; i++)
        fprintf(out, "late %llu\n", (unsigned long long)late[i]);
    char *status = status_asked == 0 ? NULL : tt_status_text(tree_asked);
    if (status != NULL)
        fputs(status, out);
    free(status);
    if (fclose(out) == 0)
        tt_live_write(tt_live_rank_file(name, sizeof name, tt_process.rank), ++sequence, text, size);
    free(text);
}

void tt_follow_begin(void)
{
    char name[32];
    tt_live_make(tt_live_rank_file(name, sizeof name, tt_process.rank));
    write_own_file();
}

int tt_follow(void)
{
    is_news = 0;
    if (last_asked != 0 && tt_clock_ns(CLOCK_MONOTONIC) - last_asked < WATCHED_NS)
        tt_status_look();
    tt_live_follow(&decisions, SIZE_MAX, take_decision, NULL);
    if (is_news)
        write_own_file();
    return is_news;
}

void tt_follow_end(void)
{
    char name[32];
    tt_live_remove(tt_live_rank_file(name, sizeof name, tt_process.rank));
}
