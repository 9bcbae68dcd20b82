/* Parts of a run that were traced: what text files say of them, and their records as files of a trace. */
#include "part.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* One that had recorded nothing before a part lies in its profile's last words only. */
static int has_part(const struct process *p, const struct thread *t)
{
    return p->parts.count > 0 && t->begin == t->end && (t->part != NULL || (t->profile.header != NULL && !t->profile.header->goes_on));
}

static void cut(const struct process *p, struct thread *t, struct matching *matching)
{
    char *path = format_text("%.*s.cut", (int)strlen(t->path) - 4, t->path);
    struct tt_file_header header = {.byte_order = TT_BYTE_ORDER_MARK, .version = TT_RAW_VERSION, .thread = t->index,
                                    .pid = (uint32_t)p->pid, .start_ticks = t->start_ticks, .near_base = t->near_base};
    memcpy(header.magic, TT_RAW_MAGIC, sizeof TT_RAW_MAGIC);
    FILE *out = fopen(path, "w");
    if (out == NULL)
        fail("cannot write %s", path);
    fwrite(&header, sizeof header, 1, out);
    walk_part(p, t, matching, out);
    if (ferror(out) || fclose(out) != 0)
        fail("cannot write %s: the disk is full", path);
    free(t->path);
    t->path = path;
    if (!open_thread(t))
        fail("cannot read %s", path);
}

int cut_parts(struct run *run, const struct comms *comms)
{
    struct matching *matching = new_matching(run, comms);
    int any = 0;
    for (uint32_t r = 0; r < run->size; r++)
        for (uint32_t i = 0; run->ranks[r] != NULL && i < run->ranks[r]->thread_count; i++)
            if (has_part(run->ranks[r], &run->ranks[r]->threads[i]))
                run->ranks[r]->parts.is_faulty |= !walk_part(run->ranks[r], &run->ranks[r]->threads[i], matching, NULL);
    match(matching);
    for (uint32_t r = 0; r < run->size; r++)
        for (uint32_t i = 0; run->ranks[r] != NULL && i < run->ranks[r]->thread_count; i++)
            if (has_part(run->ranks[r], &run->ranks[r]->threads[i])) {
                cut(run->ranks[r], &run->ranks[r]->threads[i], matching);
                any = 1;
            }
    free_matching(matching);
    return any;
}

int part_times(const struct process *p, uint64_t *begin, uint64_t *end)
{
    if (p == NULL || p->parts.count == 0)
        return 0;
    *begin = p->start_ticks + p->parts.list[0].begin;
    uint64_t last = p->parts.list[p->parts.count - 1].end;
    *end = p->start_ticks + (last == UINT64_MAX ? p->end_time : last);
    return 1;
}

char *traced_iterations(const struct run *run)
{
    const struct process *p = NULL;
    for (uint32_t r = 0; r < run->size && (p == NULL || p->parts.count == 0); r++)
        p = run->ranks[r];
    char *text = NULL;
    for (uint32_t i = 0; p != NULL && i < p->parts.count; i++) {
        const struct part *s = &p->parts.list[i];
        if (s->from == 0 && s->before == 0)
            continue;
        char *from = s->from == 0 ? copy_text("?") : format_text("%llu", (unsigned long long)s->from);
        char *until = s->before == 0 ? copy_text("?") : format_text("%llu", (unsigned long long)s->before - 1);
        char *longer = format_text("%s%s%s-%s", text == NULL ? "" : text, text == NULL ? "" : ",", from, until);
        free(from);
        free(until);
        free(text);
        text = longer;
    }
    return text;
}
