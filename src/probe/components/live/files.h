/*
 * The files by which a run is spoken to while it runs. They lie in a folder of the run that only its owner may enter; what
 * somebody else could have written is not read. Files are opened anew each time they are read, and closed each time they
 * are written: on shared file systems that is when one host sees what another wrote.
 */
#ifndef TRIMTAB_LIVE_FILES_H
#define TRIMTAB_LIVE_FILES_H

#include <stddef.h>
#include <stdint.h>

/** Makes the folder `live` of the run, which must be new; 0 when it cannot, or when another process has made it. */
int tt_live_make_folder(void);

/** Removes the folder where nothing is left in it. */
void tt_live_remove_folder(void);

/** Makes an empty file there; 0 with errno. */
int tt_live_make(const char *name);

void tt_live_remove(const char *name);

/** Adds to the end of a file. @returns how many bytes; fewer with errno */
size_t tt_live_append(const char *name, const char *text, size_t size);

/* A file that only rank 0 adds to. What a full disk does not take is kept, and added before whatever follows, so that no line
 * is ever cut. */
struct tt_live_log {
    const char *name;
    char *rest;
    size_t rest_size;
};

/** Sees to it that so many bytes can be added, so that what is begun can be ended; 0 where the disk has no room for them, or
 *  something was kept. */
int tt_live_reserve(const struct tt_live_log *log, size_t size);

/** Adds to the end of such a file, after what was kept; 0 when not all of it is there by now. */
int tt_live_log(struct tt_live_log *log, const char *text, size_t size);

/** Writes a file anew: `trimtab-live SEQ`, the text, `end SEQ`, in one place, so that it never disappears. 0 with errno. */
int tt_live_write(const char *name, uint64_t sequence, const char *text, size_t size);

/** The text of a file that was written that way, to be freed; NULL when it is not there or was being written just now. */
char *tt_live_read(const char *name);

/* A file that is read as it grows. */
struct tt_live_tail {
    const char *name;
    uint64_t offset;
    char *rest; /* of a line whose end is not there yet */
    size_t rest_size, rest_room;
    int refused;     /* it was told that the file is not read */
};

/** Whether there is anything new. */
int tt_live_has_news(struct tt_live_tail *tail);

/** Reads what is new, and calls `take` with each whole line; a line that is too long is taken once, cut. Stops after so
 *  many lines. */
void tt_live_follow(struct tt_live_tail *tail, size_t most, void (*take)(void *context, const char *line, size_t length), void *context);

#endif
