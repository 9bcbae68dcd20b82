/** Finding in a launcher's words why a parallel program ended. */
import type { ArgumentExample } from '../building/argumentExamples.js';

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
    ([, fault = 'fault']) => `a rank had a ${fault.toLowerCase()}`,
  ],
];

/**
 * Returns why the run ended, as the end of a sentence; undefined if its output has no known reason. @param output the
 * last lines it printed
 */
export function runFailure(output: string): string | undefined {
  for (const [pattern, say] of patterns) {
    const match = pattern.exec(output);
    if (match !== null) return say(match).trim();
  }
  return undefined;
}

/** Lines in which programs request other arguments, another input or another rank count. */
const WISHES =
  /^.*(\busage\s*:|\b(missing|invalid|unknown|required?|no)\b.*\b(arguments?|options?|command[- ]line|input)\b|\b(cannot|can't|could not|unable to|failed to|error) (open|opening|find|read)\b|\bnum(ber)?( of)? (the )?(processors|processes|procs|ranks|tasks)\b.*\b(must|should|needs?|required?|expect(s|ed)?|ha(s|ve) to|not|only|multiple|power|square|cube|divisible|at least|(too )?(few|many)|less|more|greater)\b).*$/im;

/** Messages of Fortran runtimes about a read beyond the end of standard input. */
const NO_INPUT =
  /\(unit = 5, file = 'stdin'\)|\bend-of-file during read, unit (-4|5), file (stdin|\/dev\/null)|\bunit 5\b[^\n]*\bend of file\b/i;

/** Messages of the dynamic loader about libraries that it could not preload: not output of the program. */
const LOADER = /^.*\bld\.so: object .*$/gm;

/**
 * Returns advice for a program that needs other arguments or input; undefined if its output does not request them.
 * @param output the last lines it printed
 * @param input path of the file it was given as standard input
 * @param examples reads the arguments with which files of the project start it, if the advice needs them
 */
export function startAdvice(
  output: string,
  input?: string,
  examples: () => readonly ArgumentExample[] = () => [],
): string | undefined {
  if (NO_INPUT.test(output))
    return input === undefined
      ? 'it reads from its standard input, which is empty: give it a file, once: trimtab run --input FILE'
      : `it reads more from its standard input than ${input} contains, or reads it on a rank other than 0; only rank 0 gets the file`;
  const line = wishIn(output.replace(LOADER, ''));
  if (line === undefined) return undefined;
  const shown = line.length > 120 ? `${line.slice(0, 119)}…` : line;
  return `it prints "${shown}": ${exampleAdvice(examples()) ?? 'give it its arguments or another number of ranks, once: trimtab run --ranks N -- ARGUMENTS'}`;
}

/** The line in which a program asks for something; with the next one if that has the answer. */
function wishIn(output: string): string | undefined {
  const match = WISHES.exec(output);
  const line = match?.[0].trim();
  if (match === null || line === undefined || !line.endsWith(':')) return line;
  const next = output
    .slice(match.index + match[0].length)
    .trimStart()
    .split('\n')
    .at(0)
    ?.trim();
  return next === undefined || next === '' ? line : `${line} ${next}`;
}

/** Returns the command to give a program its arguments, as the end of a sentence; undefined without examples. */
export function exampleAdvice(examples: readonly ArgumentExample[]): string | undefined {
  const [first, ...others] = examples;
  if (first === undefined) return undefined;
  const or = others.map(({ line, from }) => `; ${from} has also: ${line}`).join('');
  return `give it arguments, once, as in ${first.from}: trimtab run -- ${first.line}${or}`;
}
