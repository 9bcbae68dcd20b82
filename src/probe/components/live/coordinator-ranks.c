/* How far each rank has read, and what came too late for it. */
#include "coordination.h"

#include "files.h"
#include "live.h"

#include <stdlib.h>
#include <string.h>

/* What a rank said of what was told last. */
struct rank_state {
    uint64_t read, iteration;
    int rank;
};

static void take_late(uint64_t number, const struct rank_state *state)
{
    for (size_t i = 0; i < tt_batch_size; i++)
        if (tt_batch[i].number == number && tt_batch[i].fault.column == 0)
            tt_refuse_request(&tt_batch[i], tt_batch[i].request.at_column > 0 ? tt_batch[i].request.at_column : 1,
                   "too late: rank %d is at iteration %llu", state->rank, (unsigned long long)state->iteration);
}

static uint64_t number_after(const char *text, const char *key)
{
    const char *at = strstr(text, key);
    return at == NULL ? 0 : strtoull(at + strlen(key), NULL, 10);
}

int tt_rank_has_read(int rank, uint64_t wanted, uint64_t *latest)
{
    char name[32], *text = tt_live_read(tt_live_rank_file(name, sizeof name, rank));
    if (text == NULL)
        return 0;
    const struct rank_state state = {number_after(text, "read "), number_after(text, "\niteration "), rank};
    *latest = state.iteration > *latest ? state.iteration : *latest;
    for (const char *at = text; state.read >= wanted && (at = strstr(at, "\nlate ")) != NULL; at += 6)
        take_late(strtoull(at + 6, NULL, 10), &state);
    free(text);
    return state.read >= wanted;
}
