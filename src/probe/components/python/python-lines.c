/*
 * Samples by line: a table that nothing is taken out of. It is read when the process ends, by whichever thread ends it; a line
 * that another thread adds meanwhile is there or not.
 */
#include "python-lines.h"

#include "../../core/probe.h"

#include <stdio.h>
#include <stdlib.h>

enum { LINES = 1 << 12 }; /* a power of two, of which half may be taken */

struct sampled_line {
    const struct tt_function *function;
    int line;
    uint64_t samples;
};
static struct sampled_line lines[LINES];
static unsigned line_count;

static size_t first_of(const struct tt_function *f, int line)
{
    return (size_t)((((uintptr_t)f >> 4) + (unsigned)line) * UINT64_C(0x9E3779B97F4A7C15) >> 40) & (LINES - 1);
}

void tt_python_count_line(const struct tt_function *f, int line, uint64_t samples)
{
    size_t at = first_of(f, line);
    while (lines[at].function != NULL && (lines[at].function != f || lines[at].line != line))
        at = (at + 1) & (LINES - 1);
    if (lines[at].function == NULL) {
        if (line_count == LINES / 2)
            return;
        line_count++;
        lines[at].line = line;
        lines[at].function = f;
    }
    lines[at].samples += samples;
}

void tt_note_python_lines(void)
{
    /* Traces have records of samples. */
    for (size_t i = 0; tt_process.mode == TT_PROFILE && line_count > 0 && i < LINES; i++) {
        const struct tt_function *f = lines[i].function;
        char key[64], *text = NULL;
        if (f == NULL || f->name == NULL || lines[i].line <= 0)
            continue;
        snprintf(key, sizeof key, "python-samples %llu", (unsigned long long)lines[i].samples);
        if (asprintf(&text, "%d\t%s\t%s", lines[i].line, f->name, f->file) < 0)
            return;
        tt_note_text(key, text);
        free(text);
    }
}
