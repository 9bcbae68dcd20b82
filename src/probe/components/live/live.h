/*
 * Speaking to a run while it runs. What is asked stands in the file `live/requests` of the run's folder, to which anybody
 * who may write it appends; rank 0 answers in `live/answers`, a line for each line. Or it comes by a socket, see sockets.h,
 * and is answered there. Rank 0 tells all ranks what is asked in
 * `live/decisions`; each rank says in a file of its own how far it has read and what is too late for it; then rank 0 writes
 * there what is to happen. A request that one rank cannot keep happens on none. Nothing waits for who asked.
 */
#ifndef TRIMTAB_LIVE_H
#define TRIMTAB_LIVE_H

#include <stddef.h>
#include <stdint.h>

/** Makes the files of the run, on rank 0; 0 where there are none, since it is switched off or another program has them. */
int tt_live_make_files(void);

/** Begins to listen, on every rank whose rank 0 made the files. */
void tt_live_begin(void);

/** Whether this process can be spoken to. */
int tt_live_is_on(void);

/* follower.c: what each rank does */
void tt_follow_begin(void);
/** Reads what rank 0 decided and does it; whether anything was new. */
int tt_follow(void);
void tt_follow_end(void);

/* coordinator.c: what rank 0 does beside */
void tt_coordinate_begin(void);
/** Takes in what is asked and sees it through. */
int tt_coordinate(void);
void tt_coordinate_end(void);

/** Sleeps a little, and follows; 0 when the process ends. */
int tt_live_pause(unsigned milliseconds);

/** Names of files. */
#define TT_LIVE_REQUESTS "requests"
#define TT_LIVE_ANSWERS "answers"
#define TT_LIVE_DECISIONS "decisions"
#define TT_LIVE_VIEW "view"
#define TT_LIVE_SOCKET "socket"
#define TT_LIVE_TCP "tcp"
const char *tt_live_rank_file(char *out, size_t size, int rank);

#endif
