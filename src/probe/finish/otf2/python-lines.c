/* Lines of Python by their samples, of all processes together, for profiles: what traces have as records. */
#include "archive.h"
#include "properties.h"
#include "python-lines.h"

#include <stdlib.h>

enum { MOST_TOLD = 1000 };

struct python_sum {
    uint32_t text;
    uint64_t samples;
};

struct python_sums {
    struct map index; /* by text */
    struct python_sum *list;
    uint32_t count, capacity;
};

static int by_samples(const void *left, const void *right)
{
    const struct python_sum *a = left, *b = right;
    if (a->samples != b->samples)
        return a->samples < b->samples ? 1 : -1;
    return (a->text > b->text) - (a->text < b->text);
}

static void add_process(struct archive *a, struct python_sums *all, const struct process *p)
{
    for (uint32_t i = 0; i < p->python.line_count; i++) {
        uint32_t text = text_id(&a->texts, p->python.lines[i].text), at = map_get(&all->index, text);
        if (at == MAP_MISSING) {
            const struct python_sum new = {.text = text};
            at = all->count;
            map_put(&all->index, text, at);
            APPEND(all->list, all->count, all->capacity, new);
        }
        all->list[at].samples += p->python.lines[i].samples;
    }
}

void write_python_lines(struct archive *a)
{
    struct python_sums all = {0};
    for (uint32_t i = 0; i < a->run->count; i++)
        add_process(a, &all, &a->run->all[i]);
    if (all.count > 0) {
        qsort(all.list, all.count, sizeof *all.list, by_samples);
        char *text = copy_text("");
        for (uint32_t i = 0; i < all.count && i < MOST_TOLD; i++) {
            char *longer = format_text("%s%s%llu %s", text, i == 0 ? "" : "\n", (unsigned long long)all.list[i].samples,
                                       a->texts.list[all.list[i].text]);
            free(text);
            text = longer;
        }
        set_text(a, "PYTHON_LINES", text);
    }
    map_free(&all.index);
    free(all.list);
}
