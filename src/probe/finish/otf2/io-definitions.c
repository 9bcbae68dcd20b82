/*
 * Files and handles of all processes, and their definitions. A file is one by its path, on whichever host. Handles of
 * processes are one where they are of the same file and paradigm, and each is the n-th of its process that is.
 */
#include "definitions.h"

#include <stdlib.h>

/* By number in the raw records, which begins with 1. */
static const char *const standard[] = {"stdin", "stdout", "stderr"};
enum { STANDARD = sizeof standard / sizeof standard[0] };

static uint32_t file_of(struct archive *a, const char *path)
{
    struct io_run *io = &a->io;
    uint32_t text = text_id(&a->texts, path), found = map_get(&io->file_index, text);
    if (found != MAP_MISSING)
        return found;
    APPEND(io->files, io->file_count, io->file_capacity, text);
    map_put(&io->file_index, text, io->file_count - 1);
    return io->file_count - 1;
}

/* The n-th handle of a file and paradigm. */
static uint32_t handle_of(struct archive *a, uint32_t file, uint32_t paradigm, uint32_t number)
{
    struct io_run *io = &a->io;
    uint64_t key = (uint64_t)file << 32 | number << 2 | paradigm;
    uint32_t found = map_get(&io->handle_index, key);
    if (found != MAP_MISSING)
        return found;
    const struct io_handle handle = {.file = file, .paradigm = paradigm};
    APPEND(io->handles, io->handle_count, io->handle_capacity, handle);
    map_put(&io->handle_index, key, io->handle_count - 1);
    return io->handle_count - 1;
}

static void unify_process(struct archive *a, struct process *p)
{
    struct map counts = {0}; /* of handles by file and paradigm */
    for (uint32_t i = 0; i < p->io.file_count; i++)
        if (p->io.files[i].path != NULL)
            p->io.files[i].global = file_of(a, p->io.files[i].path);
    for (uint32_t i = 0; i < p->io.handle_count; i++) {
        struct local_io_handle *h = &p->io.handles[i];
        if (h->paradigm >= TT_IO_PARADIGMS || h->file >= p->io.file_count || p->io.files[h->file].path == NULL) {
            h->global = MAP_MISSING;
            continue;
        }
        uint64_t key = (uint64_t)h->file << 2 | h->paradigm;
        uint32_t number = map_get(&counts, key);
        number = number == MAP_MISSING ? 0 : number;
        h->global = handle_of(a, p->io.files[h->file].global, h->paradigm, number);
        map_put(&counts, key, number + 1);
    }
    map_free(&counts);
}

void unify_io(struct archive *a)
{
    struct io_run *io = &a->io;
    for (uint32_t r = 0; r < a->run->size; r++)
        io->is_there |= a->run->ranks[r] != NULL && a->run->ranks[r]->io.is_recorded;
    if (!io->is_there)
        return;
    for (uint32_t i = 0; i < STANDARD; i++) {
        const struct io_handle handle = {.file = MAP_MISSING, .paradigm = TT_IO_POSIX, .name = text_id(&a->texts, standard[i])};
        APPEND(io->handles, io->handle_count, io->handle_capacity, handle);
    }
    for (uint32_t r = 0; r < a->run->size; r++)
        if (a->run->ranks[r] != NULL)
            unify_process(a, a->run->ranks[r]);
}

static void write_paradigm(struct definitions *d, uint32_t id, const char *name, OTF2_IoParadigmClass class,
                           OTF2_IoParadigmFlag flags)
{
    OTF2_StringRef text = def_text(d, name);
    check(OTF2_GlobalDefWriter_WriteIoParadigm(d->out, id, text, text, class, flags, 0, NULL, NULL, NULL), "a definition");
}

static void write_handle(struct definitions *d, uint32_t id)
{
    const struct io_handle *h = &d->archive->io.handles[id];
    int is_standard = id < STANDARD;
    check(OTF2_GlobalDefWriter_WriteIoHandle(d->out, id, h->name, h->file == MAP_MISSING ? OTF2_UNDEFINED_IO_FILE : h->file,
                                             (OTF2_IoParadigmRef)h->paradigm,
                                             is_standard ? OTF2_IO_HANDLE_FLAG_PRE_CREATED : OTF2_IO_HANDLE_FLAG_NONE,
                                             OTF2_UNDEFINED_COMM, OTF2_UNDEFINED_IO_HANDLE),
          "a definition");
    if (is_standard)
        check(OTF2_GlobalDefWriter_WriteIoPreCreatedHandleState(
                  d->out, id, id == 0 ? OTF2_IO_ACCESS_MODE_READ_ONLY : OTF2_IO_ACCESS_MODE_WRITE_ONLY, OTF2_IO_STATUS_FLAG_NONE),
              "a definition");
}

/* The machine is the scope of all files: which file systems its nodes share is not known. */
void write_io_definitions(struct definitions *d)
{
    const struct io_run *io = &d->archive->io;
    if (!io->is_there)
        return;
    write_paradigm(d, TT_IO_POSIX, "POSIX", OTF2_IO_PARADIGM_CLASS_SERIAL, OTF2_IO_PARADIGM_FLAG_OS);
    write_paradigm(d, TT_IO_ISOC, "ISOC", OTF2_IO_PARADIGM_CLASS_SERIAL, OTF2_IO_PARADIGM_FLAG_NONE);
    if (d->archive->run->is_mpi)
        write_paradigm(d, TT_IO_MPI, "MPI-IO", OTF2_IO_PARADIGM_CLASS_PARALLEL, OTF2_IO_PARADIGM_FLAG_NONE);
    for (uint32_t i = 0; i < io->file_count; i++)
        check(OTF2_GlobalDefWriter_WriteIoRegularFile(d->out, i, io->files[i], 0), "a definition");
    for (uint32_t i = 0; i < io->handle_count; i++)
        write_handle(d, i);
}
