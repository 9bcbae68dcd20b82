/* What a process does before it goes on as another program. */
#ifndef TRIMTAB_EXEC_H
#define TRIMTAB_EXEC_H

/** Finds the functions of the C library behind those of this one. */
void tt_load_exec(void);

#endif
