/* Taking in what rank 0 is asked for: what cannot be done here is refused at once. */
#include "coordination.h"

#include "changes.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void tt_refuse_request(struct asked *a, unsigned column, const char *format, ...)
{
    va_list values;
    a->fault.column = column;
    va_start(values, format);
    vsnprintf(a->fault.text, sizeof a->fault.text, format, values);
    va_end(values);
}

/* `@TAG` before a request stands before its answer too. */
static unsigned take_tag(struct asked *a, const char *line, size_t length)
{
    size_t end = 1;
    if (length == 0 || line[0] != '@')
        return 0;
    while (end < length && end <= LONGEST_TAG && line[end] > ' ' && line[end] < 0x7f)
        end++;
    if (end == 1 || end >= length || line[end] != ' ')
        return 0;
    memcpy(a->tag, line, end);
    a->tag[end] = ' ';
    return (unsigned)end + 1;
}

/* Where no loop is known: the program may not have come to it. */
#define NONE_COUNTED "are counted yet: ask again when the program has begun its progress loop; where it names none, measure.phase does before the run"

void tt_take_request(tt_client client, const char *line, size_t length)
{
    struct asked *a = &tt_batch[tt_batch_size++];
    struct tt_change change;
    memset(a, 0, sizeof *a);
    a->client = client;
    if (length > 0 && line[length - 1] == '\r')
        length--;
    a->before = take_tag(a, line, length);
    line += a->before;
    length -= a->before;
    if (!tt_read_request(line, length, &a->request, &a->fault))
        return;
    a->line = strndup(line, length);
    if (a->line == NULL) {
        tt_refuse_request(a, 1, "there is no memory");
        return;
    }
    const char *phase = tt_phase_name();
    if (a->request.kind == TT_ASK_RUN && a->request.text[0] != '\0' && (phase == NULL || strcmp(phase, a->request.text) != 0))
        tt_refuse_request(a, a->request.text_column, phase == NULL ? "no iterations " NONE_COUNTED
                                                        : "iterations of \"%s\" are counted, no others", phase);
    else if (a->request.kind == TT_ASK_MODE && a->request.mode == TT_MODE_OFF && phase == NULL)
        tt_refuse_request(a, 6, "only whole iterations can be excluded, and none " NONE_COUNTED);
    else if (a->request.at != 0 && phase == NULL)
        tt_refuse_request(a, a->request.at_column, "no iterations " NONE_COUNTED);
    else if (a->request.kind != TT_ASK_GET)
        tt_prepare_change(&a->request, a->line, &change, &a->fault);
}

void tt_take_request_line(void *unused, const char *line, size_t length)
{
    (void)unused;
    tt_take_request(0, line, length);
}
