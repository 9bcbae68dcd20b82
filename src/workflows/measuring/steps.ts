/** Building and running the program. */
import { rmSync } from 'node:fs';
import { makePrivateFolder } from '../../base/files/index.js';
import { ExperimentStore, FILES, type CommandRecord } from '../../experiments/index.js';
import { buildEnvironment, runEnvironment } from '../../measurement/probe.js';
import { CancelledError, TrimtabError } from '../../model/problem.js';
import { commandText, counted } from '../../model/text.js';
import type { Seconds } from '../../model/units.js';
import { runProcess, type Command, type ProcessResult } from '../../base/processes/process.js';
import type { Configuration } from '../configuration/configuration.js';
import { readCompilations, type Compilations } from '../building/builtPrograms.js';
import { buildAdvice, ErrorFinder } from '../building/buildErrors.js';
import { diskQuestion, DO_NOT_RUN, freeHere, lastTrace, notRun, RUN_ALL_THE_SAME } from './diskRoom.js';
import { checkCancelled, commandRecord, endText, type Job } from './job.js';
import { LogFile } from './log.js';
import { runFailure, startAdvice } from './runErrors.js';
import { tellingRecorded } from './recordingProgress.js';
import { Silence } from '../building/silence.js';
import { askCMake } from '../proposal/cmakeModel.js';
import { missingPartAdvice } from '../proposal/templates.js';

/** Runs one command with its output to the log and the observer. */
async function logged(
  job: Job,
  command: Command,
  step: { log: LogFile; timeout: Seconds; onOutput?: (text: string) => void },
): Promise<ProcessResult> {
  const show = (text: string): void => {
    step.log.write(text);
    job.observer.onOutput?.(text);
  };
  show(`$ ${commandText(command.argv, command.input?.path)}\n`);
  return runProcess(command, {
    timeout: step.timeout,
    ...(job.grace === undefined ? {} : { grace: job.grace }),
    ...(job.observer.signal === undefined ? {} : { signal: job.observer.signal }),
    onOutput: (text) => {
      show(text);
      step.onOutput?.(text);
    },
  });
}

/** Calls `use` with a log file; a log that could not be written in full is a problem of the report, no failure. */
async function withLog<T>(job: Job, path: string, use: (log: LogFile) => Promise<T>): Promise<T> {
  const log = new LogFile(path);
  try {
    return await use(log);
  } finally {
    log.close();
    if (log.problem !== undefined) job.problems.push({ level: 'warning', message: log.problem });
  }
}

/** What to say of a step that took too long. */
export function timeoutSentence(what: string, key: 'build' | 'run', seconds: Seconds): string {
  return `${what} was stopped after ${seconds} s; if it needs longer, raise timeouts.${key} in trimtab.yaml.`;
}

/**
 * Builds the program, instrumented.
 * @returns what the wrapper of compilers was called for
 * @throws TrimtabError naming the command, its exit code and the compiler's first error
 */
export async function build(job: Job): Promise<Compilations> {
  const { configuration, observer, recorder } = job;
  const step = configuration.build;
  const notes = recorder.path(FILES.compilations);
  const began = Date.now();
  if (step === undefined) return readCompilations(notes, began);
  const records: CommandRecord[] = [];
  let words = '';
  const environment = { ...buildEnvironment(job.environment, job.probeFolder), TRIMTAB_BUILD_LOG: notes };
  askCMake(step.folder, step.commands);
  await withLog(job, recorder.path(FILES.buildLog), async (log) => {
    for (const argv of step.commands) {
      checkCancelled(observer);
      observer.onProgress?.('build', `Building ${configuration.program}`);
      const errors = new ErrorFinder();
      const command = { argv, folder: step.folder, environment };
      const silence = new Silence(
        (minutes) =>
          observer.onProgress?.(
            'build',
            `Building ${configuration.program}: no output for ${counted(minutes, 'minute')}; end it with Ctrl-C or Stop if it hangs`,
          ),
        job.silentMinute,
      );
      const result = await logged(job, command, {
        log,
        timeout: configuration.timeouts.build,
        onOutput: (text) => {
          silence.heard();
          errors.add(text);
        },
      }).finally(() => silence.end());
      words = result.tail;
      records.push(commandRecord(job.project, command, result));
      recorder.update({ build: records });
      if (result.stopped === 'cancelled') throw new CancelledError();
      if (result.stopped === 'timeout')
        throw new TrimtabError(timeoutSentence('The build', 'build', configuration.timeouts.build), {
          details: result.tail,
        });
      if (result.exitCode !== 0) throw buildFailure(argv, result, errors.first, step.folder);
    }
  });
  const compilations = readCompilations(notes, began);
  rmSync(notes, { force: true });
  return { ...compilations, words };
}

/**
 * What to say of a build that failed.
 * @param first the compiler's first error, where one was found
 * @param folder where it was built, on this machine
 */
export function buildFailure(
  argv: readonly string[],
  result: ProcessResult,
  first: string | undefined,
  folder: string,
): TrimtabError {
  const cause = first === undefined ? '; its output says why' : `: ${first.replace(/\.$/, '')}`;
  const advice = missingPartAdvice(folder, result.tail) ?? buildAdvice(result.tail, argv, folder);
  const what = advice === undefined ? '' : `; ${advice}`;
  return new TrimtabError(`The build failed: ${commandText(argv)} ${endText(result)}${cause}${what}.`, {
    details: result.tail,
  });
}

/** What the program reads from its standard input. */
export function inputOf({ run: { input }, project }: Configuration): Pick<Command, 'input'> {
  return input === undefined ? {} : { input: { path: input, within: project } };
}

/** How the program ended, with the sentence to show when it failed. */
export interface RunOutcome {
  readonly result: ProcessResult;
  readonly failure: string | undefined;
}

/** @throws TrimtabError where the disk may be too small for the trace, and nobody says to go on all the same */
async function askForRoom({ configuration, observer, project, environment }: Job, folder: string): Promise<void> {
  const free = observer.acceptsLargeTrace === true ? undefined : freeHere(folder);
  if (free === undefined) return;
  const { program, ranks } = configuration;
  const last = lastTrace(new ExperimentStore(project), program);
  const question = diskQuestion({ program, ranks, free, place: project, last, environment });
  if (question === undefined) return;
  const answer = await observer.asking?.choose?.(question, [RUN_ALL_THE_SAME, DO_NOT_RUN]);
  if (answer !== RUN_ALL_THE_SAME) throw notRun(question);
}

/**
 * Runs the program with measurement. A program that fails is an outcome, for what it recorded is still wanted.
 * @throws TrimtabError when it cannot be started; CancelledError when it was cancelled
 */
export async function run(job: Job): Promise<RunOutcome> {
  const { configuration, observer, recorder } = job;
  const folder = recorder.path(FILES.trace);
  makePrivateFolder(folder);
  const argv = configuration.run.commands.at(0) ?? [];
  await askForRoom(job, folder);
  const what = `Running ${configuration.program} on ${counted(configuration.ranks, 'rank')}`;
  observer.onProgress?.('run', what);
  const command = {
    argv,
    folder: configuration.run.folder,
    environment: runEnvironment(buildEnvironment(job.environment, job.probeFolder), folder),
    ...inputOf(configuration),
  };
  const say = (recorded: string): void => observer.onProgress?.('run', `${what}: ${recorded}`);
  const result = await tellingRecorded(folder, say, () =>
    withLog(job, recorder.path(FILES.runLog), (log) =>
      logged(job, command, { log, timeout: configuration.timeouts.run }),
    ),
  );
  recorder.update({ run: commandRecord(job.project, command, result) });
  if (result.stopped === 'cancelled') throw new CancelledError();
  if (result.stopped === 'timeout')
    return { result, failure: timeoutSentence('The run', 'run', configuration.timeouts.run) };
  if (result.exitCode === 0) {
    const advice = startAdvice(result.tail, configuration.run.input);
    if (advice !== undefined)
      job.problems.push({ level: 'warning', message: `The program may not have done its work: ${advice}.` });
    return { result, failure: undefined };
  }
  const reasons = [runFailure(result.tail), startAdvice(result.tail, configuration.run.input)].filter(
    (reason) => reason !== undefined,
  );
  const cause = reasons.length === 0 ? undefined : reasons.join('; ');
  return {
    result,
    failure: `The run failed: ${commandText(argv)} ${endText(result)}${cause === undefined ? '' : `: ${cause}`}.`,
  };
}
