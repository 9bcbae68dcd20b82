/* Functions of Python, where the process is a Python interpreter. */
#ifndef TRIMTAB_PYTHON_H
#define TRIMTAB_PYTHON_H

/** Has Python tell when it begins to run a program; nothing where the process is no Python. @param all also libraries */
void tt_python_begin(int all);
/** Forgets Python in a child process, which records nothing. */
void tt_python_forget(void);
/** Whether the process is a Python that runs a program; `site` is then what stands for the line that the calling thread is at,
 *  NULL where it is not known. */
int tt_python_site(const void **site);
/** Notes which functions were left out, since recording them cost too much. */
void tt_note_python(void);

#endif
