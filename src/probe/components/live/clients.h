/*
 * Those who speak to a run by a socket. Nothing here waits for them: what they send is read as far as it has come, lines that
 * are too long are cut, and who does not read the answers is left. Who vanishes in the middle of a line has not asked.
 */
#ifndef TRIMTAB_LIVE_CLIENTS_H
#define TRIMTAB_LIVE_CLIENTS_H

#include <poll.h>
#include <stddef.h>
#include <stdint.h>

#include "sockets.h"

enum { TT_MOST_CLIENTS = 16 };

/** Who asked: 0 stands for the file of requests, which nobody vanishes from. */
typedef uint64_t tt_client;

/** Whether somebody knocks or has been let in. */
int tt_clients_are_there(void);

/** Lets in who knocks, and takes at most so many lines of all, each with its client. @returns how many */
size_t tt_clients_ask(size_t most, void (*take)(tt_client client, const char *line, size_t length));

/** Sends an answer, to be gone on with by the next call of tt_clients_ask where it is long. */
void tt_clients_answer(tt_client client, const char *text, size_t size);

/* Descriptors on which something may come, as they were when they were looked up. Others may close them meanwhile. */
struct tt_clients_awaited {
    struct pollfd list[TT_MOST_CLIENTS + TT_SOCKETS];
    nfds_t count;
};

struct tt_clients_awaited tt_clients_awaited(void);

/** Waits until somebody says something, for so many milliseconds at most. */
void tt_clients_wait(struct tt_clients_awaited *awaited, unsigned milliseconds);

/** Ends it: what is under way is sent as far as it goes. */
void tt_clients_end(void);

/** Closes all of them, in a forked child. */
void tt_clients_forget(void);

#endif
