/*
 * The memory that the OTF2 library writes into. By itself it takes new memory until it has 128 MiB of a location, and only
 * then writes: that is memory which the system clears, page by page, and which no processor keeps near itself. A few chunks
 * that are written when they are full, and filled again, take half the time, and leave the same files.
 */
#include "archive.h"

#include <stdlib.h>

/* In chunks, which the archive's sizes are of. For definitions it is what the library takes by itself. */
enum { FOR_EVENTS = 4, FOR_DEFINITIONS = 32 };

struct chunks {
    void *list[FOR_DEFINITIONS];
    uint32_t count, used;
};

/* NULL has the library write what it has; it gives all chunks back then. */
static void *take_chunk(void *unused, OTF2_FileType type, OTF2_LocationRef location, void **of_buffer, uint64_t size)
{
    (void)unused;
    (void)location;
    struct chunks *chunks = *of_buffer;
    if (chunks == NULL)
        *of_buffer = chunks = allocate(1, sizeof *chunks);
    if (chunks->used == (type == OTF2_FILETYPE_EVENTS ? FOR_EVENTS : FOR_DEFINITIONS))
        return NULL;
    if (chunks->used == chunks->count) {
        void *chunk = malloc(size);
        if (chunk == NULL)
            return NULL;
        chunks->list[chunks->count++] = chunk;
    }
    return chunks->list[chunks->used++];
}

static void give_chunks_back(void *unused, OTF2_FileType type, OTF2_LocationRef location, void **of_buffer, bool is_last)
{
    (void)unused;
    (void)type;
    (void)location;
    struct chunks *chunks = *of_buffer;
    if (chunks == NULL)
        return;
    chunks->used = 0;
    if (!is_last)
        return;
    for (uint32_t i = 0; i < chunks->count; i++)
        free(chunks->list[i]);
    free(chunks);
    *of_buffer = NULL;
}

void give_memory(struct archive *a)
{
    static const OTF2_MemoryCallbacks memory = {.otf2_allocate = take_chunk, .otf2_free_all = give_chunks_back};
    check(OTF2_Archive_SetMemoryCallbacks(a->otf2, &memory, NULL), "an archive");
}
