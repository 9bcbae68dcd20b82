/** Running the commands of a build. */
import { rmSync } from 'node:fs';
import { type CommandRecord, FILES } from '../../../experiments/index.js';
import { buildEnvironment } from '../../../measurement/environment.js';
import { CancelledError, TrimtabError } from '../../../base/problem.js';
import type { ProcessResult } from '../../../base/processes/process.js';
import { counted } from '../../../base/text.js';
import { BuildOutput } from '../../building/buildOutput.js';
import { type Compilations, readCompilations } from '../../building/builtPrograms.js';
import { Silence } from '../../building/silence.js';
import { askCMake } from '../../buildSystems/cmakeModel.js';
import type { Measurement } from '../../configuration/measurement.js';
import { commandRecord } from '../../measuring/job.js';
import { LogFile } from '../../measuring/log.js';
import { timeoutSentence } from '../../measuring/sentences.js';
import type { Draft } from '../../provenance/draft.js';
import type { ActionContext } from '../../steps/action.js';
import { notStarted, runThere, type Site, withProbe } from '../../steps/site.js';
import { rangesThere } from './ranges.js';

/** The end of the commands of a build. */
export interface Ended {
  /** The command that failed, with its end; undefined if all ended well. */
  readonly failed: { readonly argv: readonly string[]; readonly result: ProcessResult } | undefined;
  readonly output: BuildOutput;
  /** Calls of the compiler wrapper, as far as they are visible here. */
  readonly compilations: Compilations;
}

/** The folder of the build on the target. */
export const folderOf = ({ configuration }: ActionContext, site: Site): string =>
  site.there(configuration.build?.folder ?? configuration.project);

/**
 * Runs the commands of the build, up to the first that fails.
 * @throws TrimtabError if one cannot be started or exceeds its time
 */
export async function runCommands(
  context: ActionContext,
  site: Site,
  { commands, measurement }: { readonly commands: readonly (readonly string[])[]; readonly measurement: Measurement },
  draft: Draft,
): Promise<Ended> {
  const notes = draft.path(FILES.compilations);
  const began = Date.now();
  const log = new LogFile(draft.path(FILES.buildLog));
  const ranges = await rangesThere(context, site, measurement.plan);
  const environment = buildEnvironment(measurement.chosen, measurement.plan, {
    notes: site.isHere ? notes : undefined,
    ranges,
  });
  const records: CommandRecord[] = [];
  const output = new BuildOutput();
  let words = '';
  if (site.isHere) askCMake(context.configuration.build?.folder ?? site.project, commands);
  const logging = {
    ...context,
    log: (text: string) => {
      log.write(text);
      context.log(text);
    },
  };
  try {
    for (const argv of commands) {
      const keep = (record: CommandRecord): void => {
        records.push(record);
        draft.add({ build: records });
      };
      const result = await runCommand(logging, site, argv, { environment, keep, output });
      words = result.tail;
      if (result.exitCode !== 0)
        return { failed: { argv, result }, output, compilations: { ...readCompilations(notes, began), words } };
    }
    return { failed: undefined, output, compilations: { ...readCompilations(notes, began), words } };
  } finally {
    rmSync(notes, { force: true });
    log.close();
    if (log.problem !== undefined) draft.add({ problems: [{ level: 'warning', message: log.problem }] });
  }
}

/** Runs one command; its outcome is stored before a failure is reported. */
async function runCommand(
  context: ActionContext,
  site: Site,
  argv: readonly string[],
  {
    environment,
    keep,
    output,
  }: {
    readonly environment: Readonly<Record<string, string>>;
    readonly keep: (record: CommandRecord) => void;
    readonly output: BuildOutput;
  },
): Promise<ProcessResult> {
  const { configuration, silentMinute, tell } = context;
  const folder = folderOf(context, site);
  const { build: timeout } = configuration.timeouts;
  const what = site.isHere
    ? `Building ${configuration.program}`
    : `Building ${configuration.program} on ${site.target.name}`;
  tell(what);
  const silence = new Silence(
    (minutes) => tell(`${what}: no output for ${counted(minutes, 'minute')}; end it with Ctrl-C or Stop if it hangs`),
    silentMinute,
  );
  const result = await runThere(
    context,
    site.target,
    { argv: withProbe(site.probe, argv), folder, shown: argv },
    {
      timeout,
      environment,
      onOutput: (text) => {
        silence.heard();
        output.add(text);
      },
    },
  ).finally(() => silence.end());
  keep(commandRecord(site.project, { argv, folder }, result));
  if (result.stopped === 'cancelled') throw new CancelledError();
  if (result.stopped === 'timeout')
    throw new TrimtabError(timeoutSentence('The build', 'build', timeout), { details: result.tail });
  const missing =
    result.exitCode === 0 ? undefined : await notStarted(context, site, { argv, folder }, result.exitCode);
  if (missing !== undefined) throw new TrimtabError(missing);
  return result;
}
