/* Lines of Python by their samples. */
#ifndef TRIMTAB_FINISH_PYTHON_LINES_H
#define TRIMTAB_FINISH_PYTHON_LINES_H

struct archive;

/** Gives a profile the property TRIMTAB::PYTHON_LINES, where lines were sampled. */
void write_python_lines(struct archive *archive);

#endif
