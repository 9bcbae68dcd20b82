/* Functions that the compiler inlined have no records of their own: where calls stand in them is told by name. */
#include "archive.h"
#include "properties.h"

#include <stdlib.h>

/* A program with more lines of calls in inlined functions tells of the first ones. */
enum { MOST_BYTES = 1 << 20 };

void write_inlined_calls(struct archive *a)
{
    char *text = NULL;
    size_t bytes = 0;
    FILE *out = open_memstream(&text, &bytes);
    if (out == NULL)
        return;
    for (uint32_t i = 0; i < a->placed.count && ftell(out) < MOST_BYTES; i++) {
        if (a->placed.inlined_line[i] == NO_LINE)
            continue;
        const struct source_line line = a->lines[a->placed.inlined_line[i]];
        fprintf(out, "%s%u\t%s%s", ftell(out) > 0 ? "\n" : "", line.line, a->texts.list[line.file], a->symbols.places[i].inlined);
    }
    if (fclose(out) == 0 && bytes > 0)
        set_text(a, "INLINED_CALLS", copy_text(text));
    free(text);
}
