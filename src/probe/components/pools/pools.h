/* Threads that the program creates, by the functions that create them. */
#ifndef TRIMTAB_POOLS_H
#define TRIMTAB_POOLS_H

/** The function that the next thread begins with which the calling thread creates, if a component above passes another one to
 *  pthread_create in its place. NULL: the one that is passed. */
extern __thread const void *tt_start_routine __attribute__((tls_model("initial-exec")));

#endif
