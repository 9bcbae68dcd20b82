/* Threads of the probe's own, which are none of the program's. */
#ifndef TRIMTAB_OWN_THREAD_H
#define TRIMTAB_OWN_THREAD_H

#include <stddef.h>

/**
 * Starts a thread that nobody joins and that takes no signals: they are the program's.
 * @param stack bytes of its stack
 * @return whether it was started
 */
int tt_start_own_thread(void *(*body)(void *), size_t stack);

#endif
