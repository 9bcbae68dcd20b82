/*
 * The ends at which those who speak to a run without its files are heard, on rank 0: a socket in the run's folder `live`, and
 * with TRIMTAB_LIVE=tcp a port of this host's own loopback, which tells nobody anything who has not sent the token of the file
 * `live/tcp` first. The program may close whatever it finds open: nothing is done to a descriptor that is not the one that
 * was opened.
 */
#ifndef TRIMTAB_LIVE_SOCKETS_H
#define TRIMTAB_LIVE_SOCKETS_H

#include <stddef.h>
#include <sys/types.h>

/* Characters of a token. */
#define TT_TOKEN_SIZE 64u

/* An open descriptor, as it was when it was opened. */
struct tt_own_file {
    int fd; /* -1: none */
    dev_t device;
    ino_t inode;
};

/** Takes a descriptor as its own, out of the way of those that programs count on; fd -1 where it cannot. */
struct tt_own_file tt_own(int fd);

/** Whether it is still the same. */
int tt_is_own(const struct tt_own_file *file);

/** Closes it, where it is still the same. */
void tt_disown(struct tt_own_file *file);

/** Listens in the folder `live`, and on the loopback where that is asked for. What cannot be opened is told once. */
void tt_open_sockets(void);

/** Ends that, and removes what stands for it in the folder; in a forked child, only closes. */
void tt_close_sockets(void);
void tt_forget_sockets(void);

/* By number: the folder's socket, and the loopback's. */
enum { TT_SOCKET_HERE, TT_SOCKET_TCP, TT_SOCKETS };
struct tt_own_file *tt_listening(int which);

/** Whether a text is the token; takes the same time whatever it is. */
int tt_is_token(const char *text, size_t size);

#endif
