/** Messages about failed builds and runs, identical on all targets. */
import { TrimtabError } from '../../base/problem.js';
import { commandText } from '../../base/text.js';
import type { Seconds } from '../../base/units.js';
import { signalOf } from '../../targets/jobs/records.js';
import { startsWithLauncher } from '../../targets/launch.js';
import { missingProgramSentence } from '../../base/processes/missingProgram.js';
import type { ProcessResult } from '../../base/processes/process.js';
import type { JobStatus } from '../../targets/target.js';
import { buildAdvice } from '../building/buildErrors.js';
import { missingPartAdvice } from '../buildSystems/templates.js';
import { endText } from './job.js';
import type { ArgumentExample } from '../building/argumentExamples.js';
import { exampleAdvice, runFailure, startAdvice } from './runErrors.js';

/** Returns the message about a step that exceeded its time limit. */
export function timeoutSentence(what: string, key: 'build' | 'run', seconds: Seconds): string {
  return `${what} was stopped after ${seconds} s; if it needs longer, raise timeouts.${key} in trimtab.yaml.`;
}

/**
 * Returns the message about a failed build.
 * @param first the compiler's first error, if one was found
 * @param folder build folder on this machine
 * @param next advice of a rule that fits the failure, as the end of the sentence
 */
export function buildFailure(
  argv: readonly string[],
  result: Pick<ProcessResult, 'exitCode' | 'endedBy' | 'tail'>,
  first: string | undefined,
  folder: string,
  next?: string,
): TrimtabError {
  const cause = first === undefined ? '; see its output' : `: ${first.replace(/\.$/, '')}`;
  const advice = next ?? missingPartAdvice(folder, result.tail) ?? buildAdvice(result.tail, argv, folder);
  const what = advice === undefined ? '' : `; ${advice}`;
  const end = result.exitCode === 0 ? 'made no program' : endText(result);
  return new TrimtabError(`The build failed: ${commandText(argv)} ${end}${cause}${what}.`, {
    details: result.tail,
  });
}

/** The signal that ended a program; none of a launcher, whose exit codes speak of its ranks. */
export function endingSignal(argv: readonly string[], exitCode: number | undefined): string | undefined {
  return exitCode === undefined || startsWithLauncher(argv) ? undefined : signalOf(exitCode);
}

/**
 * Returns the message about a failed run.
 * @param tail the last lines it printed
 * @param asked.limit the requested time limit; undefined if it is set elsewhere
 * @param asked.input path of the file it was given as standard input
 * @param asked.examples arguments with which files of the project start it, if it was started without any
 */
export function runSentence(
  argv: readonly string[],
  { cause, exitCode, sentence }: JobStatus,
  tail: string,
  {
    limit,
    input,
    examples = [],
  }: {
    readonly limit: Seconds | undefined;
    readonly input: string | undefined;
    readonly examples?: readonly ArgumentExample[];
  },
): string {
  if (cause === 'missing') return missingProgramSentence(argv.at(0) ?? '', 'ENOENT');
  if (cause === 'time' && limit !== undefined) return timeoutSentence('The run', 'run', limit);
  const known = [runFailure(tail), startAdvice(tail, input, () => examples)].filter((reason) => reason !== undefined);
  const advice = exampleAdvice(examples);
  const reasons = known.length > 0 || advice === undefined ? known : [`it may need arguments: ${advice}`];
  const why = reasons.length === 0 ? '' : `: ${reasons.join('; ')}`;
  if (cause !== 'program') return `${sentence.replace(/\.$/, '')}${why}.`;
  const how = endText({ exitCode, endedBy: endingSignal(argv, exitCode) });
  return `The run failed: ${commandText(argv)} ${how}${why}.`;
}

/** Returns the message if a measurement system recorded nothing of a successful run. */
export function nothingLeft({ title, nothing }: { readonly title: string; readonly nothing: string }): string {
  return `The program ran, but ${title} wrote nothing that can be opened: ${nothing}.`;
}

/**
 * Returns the message if the probe recorded nothing of a successful run.
 * @param remark last message of the finisher
 * @param isUnbuilt whether the probe was loaded into a program that was not built for it
 */
export function nothingMeasured(remark: string | undefined, isUnbuilt: boolean): string {
  if (remark !== undefined) return `The program ran, but its trace could not be created: ${remark}`;
  if (isUnbuilt)
    return (
      'The program ran, but nothing was recorded. Without rebuilding, only MPI calls and, with measure.io, file I/O are ' +
      'recorded, and it made none. Traces (trimtab exec --trace) also have samples, unless measure.sampling is 0.'
    );
  return (
    'The program ran, but nothing was measured. It was built without the probe, or reached neither MPI_Init nor an OpenMP ' +
    'parallel region. In build.command, put trimtab-build in front of the build (trimtab-build make), or trimtab-cc in ' +
    'front of the compiler, for compiling and linking.'
  );
}
