/* The text file that describes the process: one fact a line. */
#ifndef TRIMTAB_FACTS_H
#define TRIMTAB_FACTS_H

#include <limits.h>
#include <stddef.h>

/** Appends to the text file, which the first fact opens. Callable in handlers of signals. */
void tt_note(const char *format, ...) __attribute__((format(printf, 1, 2)));
/** Appends a fact whose value may hold anything, of which no more than a few thousand characters are kept. */
void tt_note_text(const char *key, const char *value);
/** One line on stderr, with the rank where it is known. */
void tt_say(const char *format, ...) __attribute__((format(printf, 1, 2)));
/** The meaning of an errno, in any thread; until the next call of the thread. */
const char *tt_error_text(int error);

#define TT_LONGEST_FACT ((size_t)2 * PATH_MAX)

/** Makes a line of a fact; its length. Control characters and '%' are %XX, so that a fact stays on its line. */
size_t tt_escape_fact(char line[TT_LONGEST_FACT], const char *key, const char *value);
/** Appends lines to the text file, if it is open. */
void tt_append_facts(const char *text, size_t size);
/** Whether it is open. */
int tt_has_facts(void);
/** In a forked child: the file is the parent's. */
void tt_forget_facts(void);

/** describe.c: the facts that the file begins with. */
void tt_describe_process(void);

#endif
