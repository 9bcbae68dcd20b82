#include "grammar.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Numbers beyond this are taken for mistakes; they can be counted to in a double. */
#define GREATEST UINT64_C(9007199254740991)

struct reader {
    const char *line, *at, *end;
    char word[TT_LONGEST_REQUEST + 1];
    unsigned column; /* of the word */
    int has_word, is_quoted;
    struct tt_fault *fault;
};

static __attribute__((format(printf, 3, 4))) int refuse(struct reader *r, unsigned column, const char *format, ...)
{
    va_list values;
    r->fault->column = column;
    va_start(values, format);
    vsnprintf(r->fault->text, sizeof r->fault->text, format, values);
    va_end(values);
    return 0;
}

/* The next word; at the end of the line there is none. 0: a quote is not closed. */
static int next(struct reader *r)
{
    while (r->at < r->end && *r->at == ' ')
        r->at++;
    r->column = (unsigned)(r->at - r->line) + 1;
    r->has_word = r->at < r->end;
    r->is_quoted = r->has_word && (*r->at == '"' || *r->at == '\'');
    const char *from = r->at + r->is_quoted;
    const char *to = from;
    char closing = ' ';
    if (r->is_quoted)
        closing = *r->at;
    while (to < r->end && *to != closing)
        to++;
    if (r->is_quoted && to == r->end)
        return refuse(r, r->column, "this quote is not closed");
    memcpy(r->word, from, (size_t)(to - from));
    r->word[to - from] = '\0';
    r->at = to + r->is_quoted;
    if (r->is_quoted && r->at < r->end && *r->at != ' ')
        return refuse(r, (unsigned)(r->at - r->line) + 1, "a blank belongs behind the quote");
    return 1;
}

static int is(const struct reader *r, const char *word)
{
    return r->has_word && !r->is_quoted && strcmp(r->word, word) == 0;
}

/* Which of some words comes next, from 0; -1: none of them. */
static int one_of(struct reader *r, const char *const *words, int count, const char *wanted)
{
    if (!next(r))
        return -1;
    for (int i = 0; i < count; i++)
        if (is(r, words[i]))
            return i;
    refuse(r, r->column, "%s belongs here", wanted);
    return -1;
}

static int number_in(struct reader *r, uint64_t least, uint64_t *number)
{
    size_t digits = strspn(r->word, "0123456789");
    if (!r->has_word || r->is_quoted || digits == 0 || r->word[digits] != '\0')
        return refuse(r, r->column, "a number belongs here");
    *number = digits > 16 ? UINT64_MAX : strtoull(r->word, NULL, 10);
    if (*number < least || *number > GREATEST)
        return refuse(r, r->column, "a number from %llu to %llu belongs here", (unsigned long long)least,
                      (unsigned long long)GREATEST);
    return 1;
}

static int read_number(struct reader *r, uint64_t least, uint64_t *number)
{
    return next(r) && number_in(r, least, number);
}

static int read_text(struct reader *r, struct tt_request *request, const char *wanted)
{
    if (!next(r))
        return 0;
    if (!r->has_word || r->word[0] == '\0')
        return refuse(r, r->column, "%s belongs here", wanted);
    request->text_column = r->column;
    strcpy(request->text, r->word);
    return 1;
}

/* Nothing, or the iteration; the word is read already. */
static int read_at(struct reader *r, struct tt_request *request)
{
    if (!r->has_word)
        return 1;
    if (!is(r, "at"))
        return refuse(r, r->column, "only \"at\" and an iteration may follow");
    if (!read_number(r, 1, &request->at))
        return 0;
    request->at_column = r->column;
    return next(r) && (!r->has_word || refuse(r, r->column, "nothing may follow"));
}

static int read_end(struct reader *r)
{
    return next(r) && (!r->has_word || refuse(r, r->column, "nothing may follow"));
}

static int read_state(struct reader *r, struct tt_request *request)
{
    static const char *const states[] = {"off", "on"};
    int state = one_of(r, states, 2, "\"on\" or \"off\"");
    request->on = state > 0;
    return state >= 0;
}

static int read_switch(struct reader *r, struct tt_request *request)
{
    return read_state(r, request) && read_text(r, request, "a pattern of names") && next(r) && read_at(r, request);
}

static int read_mode(struct reader *r, struct tt_request *request)
{
    static const char *const modes[] = {"trace", "profile", "mpi", "off"};
    int mode = one_of(r, modes, 4, "\"trace\", \"profile\", \"mpi\" or \"off\"");
    request->mode = (enum tt_asked_mode)(mode < 0 ? 0 : mode);
    return mode >= 0 && next(r) && read_at(r, request);
}

static int read_run(struct reader *r, struct tt_request *request)
{
    static const char *const ends[] = {"end", "begin"};
    int end = one_of(r, ends, 2, "\"begin\" or \"end\"");
    if (end < 0 || !next(r))
        return 0;
    request->on = end;
    if (is(r, "phase") && (!read_text(r, request, "the name of a phase") || !next(r)))
        return 0;
    if (!r->has_word)
        return 1;
    request->at_column = r->column;
    return number_in(r, 1, &request->at) && read_end(r);
}

/* Numbers and ranges of them, by commas. */
static int is_set(const char *text)
{
    for (;;) {
        char *end;
        if (*text < '0' || *text > '9')
            return 0;
        unsigned long long from = strtoull(text, &end, 10), to = from;
        if (*end == '-' && end[1] >= '0' && end[1] <= '9')
            to = strtoull(end + 1, &end, 10);
        if (to < from || (*end != ',' && *end != '\0'))
            return 0;
        if (*end == '\0')
            return 1;
        text = end + 1;
    }
}

static int read_get(struct reader *r, struct tt_request *request)
{
    static const char *const whats[] = {"flat", "tree"};
    int what = one_of(r, whats, 2, "\"tree\" or \"flat\"");
    if (what < 0 || !next(r))
        return 0;
    request->on = what;
    if (r->has_word && !is(r, "rank") && !is(r, "since")) {
        strcpy(request->text, r->word);
        if (!next(r))
            return 0;
    }
    if (is(r, "rank")) {
        if (!next(r))
            return 0;
        if (!r->has_word || !is_set(r->word))
            return refuse(r, r->column, "ranks such as 0,3-5 belong here");
        strcpy(request->ranks, r->word);
        if (!next(r))
            return 0;
    }
    if (!r->has_word)
        return 1;
    if (!is(r, "since"))
        return refuse(r, r->column, "only \"rank\" with ranks and \"since\" with a number may follow");
    return read_number(r, 0, &request->number) && read_end(r);
}

static int read_kind(struct reader *r, struct tt_request *request)
{
    static const char *const kinds[] = {"metric", "group", "function", "depth", "sample", "series", "mode", "run", "finish", "abort", "get"};
    int kind = one_of(r, kinds, 11, "one of metric, group, function, depth, sample, series, mode, run, finish, abort and get");
    if (kind < 0)
        return 0;
    request->kind = (enum tt_request_kind)kind;
    switch (request->kind) {
    case TT_ASK_METRIC:
    case TT_ASK_GROUP:
    case TT_ASK_FUNCTION:
        return read_switch(r, request);
    case TT_ASK_DEPTH:
        return read_number(r, 1, &request->number) && read_end(r);
    case TT_ASK_SAMPLE:
        if (!read_number(r, 0, &request->number))
            return 0;
        request->text_column = r->column;
        return next(r) && read_at(r, request);
    case TT_ASK_SERIES:
        return read_state(r, request) && next(r) && read_at(r, request);
    case TT_ASK_MODE:
        return read_mode(r, request);
    case TT_ASK_RUN:
        return read_run(r, request);
    case TT_ASK_FINISH:
    case TT_ASK_ABORT:
        return read_end(r);
    case TT_ASK_GET:
        return read_get(r, request);
    }
    return 0;
}

int tt_read_request(const char *line, size_t length, struct tt_request *request, struct tt_fault *fault)
{
    struct reader r = {.line = line, .at = line, .end = line + length, .fault = fault};
    memset(request, 0, sizeof *request);
    if (length > TT_LONGEST_REQUEST)
        return refuse(&r, TT_LONGEST_REQUEST + 1, "a request has at most %u characters", TT_LONGEST_REQUEST);
    for (size_t i = 0; i < length; i++)
        if ((unsigned char)line[i] < ' ' || line[i] == 0x7f)
            return refuse(&r, (unsigned)i + 1, "no request holds this character");
    return read_kind(&r, request);
}

int tt_has_rank(const char *ranks, unsigned rank)
{
    if (*ranks == '\0')
        return 1;
    for (const char *at = ranks; *at != '\0';) {
        char *end;
        unsigned long long from = strtoull(at, &end, 10), to = *end == '-' ? strtoull(end + 1, &end, 10) : from;
        if (from <= rank && rank <= to)
            return 1;
        at = *end == ',' ? end + 1 : end;
    }
    return 0;
}
