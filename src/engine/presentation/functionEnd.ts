/** Detection of the last line of a function from its text, if it was not recorded. */

const CLOSING_BRACE = /^\s*\}/;
/** A function in C or C++ that ends on the line on which it begins. */
const ONE_LINE = /\{.*\}\s*(\/[/*].*)?$/;
const FORTRAN_END = /^\s*end(\s*(subroutine|function|program|procedure)\b.*)?\s*(!.*)?$/i;
const PYTHON_BEGIN = /^\s*(@|def\b|async\s+def\b|class\b)/;
const PYTHON_REMARK = /^\s*(#|$)/;

/**
 * Whether a line is still in the function that begins above it.
 * @param head the line at which the function begins
 * @param between the lines from there to the line, without both
 */
export function reaches(head: string, between: readonly string[], line: string): boolean {
  const margin = indentOf(head);
  if (PYTHON_BEGIN.test(head)) {
    const body = [...between, line].filter((one) => !PYTHON_REMARK.test(one));
    const start = body.findIndex((one) => indentOf(one) > margin);
    return start < 0 || body.slice(start).every((one) => indentOf(one) > margin);
  }
  if (ONE_LINE.test(head)) return false;
  return !between.some((one) => (CLOSING_BRACE.test(one) && indentOf(one) <= margin) || FORTRAN_END.test(one));
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}
