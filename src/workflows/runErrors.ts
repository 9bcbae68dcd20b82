/** Finding in a launcher's words why a parallel program ended. */

const patterns: readonly (readonly [RegExp, (match: RegExpExecArray) => string])[] = [
  // Open MPI
  [
    /MPI_ABORT was invoked on rank (\d+)[\s\S]*?errorcode (-?\d+)/,
    (m) => `rank ${m[1]} called MPI_Abort with code ${m[2]}`,
  ],
  [
    /process rank (\d+)[^\n]*exited on\s+signal (\d+)(?: \(([^)]+)\))?/,
    (m) => `rank ${m[1]} was ended by signal ${m[2]}${m[3] ? ` (${m[3]})` : ''}`,
  ],
  [/There are not enough slots available/, () => 'there are not enough slots for so many ranks'],
  [
    /mpirun was unable to (?:find|launch) the specified (?:executable|application)/,
    () => 'the launcher does not find the program; correct run.command or build it first',
  ],
  // MPICH and its relatives
  [
    /application called MPI_Abort\([^,]+, (-?\d+)\) - process (\d+)/,
    (m) => `rank ${m[2]} called MPI_Abort with code ${m[1]}`,
  ],
  [/EXIT STRING: ([^\n(]+\(signal \d+\))/, (m) => `a rank was ended: ${m[1]}`],
  [/execvp error on file ([^\s]+) \(([^)]+)\)/, (m) => `${m[1]} cannot be started (${m[2]})`],
  // Anybody
  [/error while loading shared libraries: ([^\n]+)/, (m) => `a library is missing: ${m[1]}`],
  [
    /(?:^|\n)[^\n]*(Segmentation fault|Floating point exception|Bus error)/,
    (m) => `a rank had a ${m[1].toLowerCase()}`,
  ],
];

/** Why the run ended, as the end of a sentence; undefined when its output does not tell. @param output the last lines it printed */
export function runFailure(output: string): string | undefined {
  for (const [pattern, say] of patterns) {
    const match = pattern.exec(output);
    if (match !== null) return say(match).trim();
  }
  return undefined;
}
