/**
 * Command that starts a program for measurement: unchanged with the probe, or with the words of a measurement system.
 */
import type { MeasurementPlan } from '../../../measurement/plan.js';
import { checkMeasurable, commandWith, linkedIn } from '../../../measurement/adapters/command.js';
import type { Linked } from '../../../measurement/adapters/system.js';
import { PRELOADER, splitLauncher } from '../../configuration/preload.js';
import type { ActionContext } from '../../steps/action.js';
import type { Site } from '../../steps/site.js';

/** Lists the libraries of a program, wherever it is found. */
const LIBRARIES = 'LC_ALL=C ldd "$(command -v -- "$1")" 2>/dev/null';

/** @throws TrimtabError where the system of the plan cannot measure the program */
export function checkCommand(launched: readonly string[], plan: MeasurementPlan): void {
  if (plan.system !== undefined) checkMeasurable(splitLauncher(launched), plan, PRELOADER);
}

/** The command of the run, with the words of the plan's system before the program. */
export async function measuredCommand(
  context: ActionContext,
  site: Site,
  {
    launched,
    plan,
    records,
  }: {
    /** The command with its launcher. */
    readonly launched: readonly string[];
    readonly plan: MeasurementPlan;
    /** Folder of the records on the target. */
    readonly records: string;
  },
): Promise<readonly string[]> {
  if (plan.system === undefined) return launched;
  const command = splitLauncher(launched);
  const linked = await linkedThere(context, site, command.program);
  return commandWith(command, plan, { linked, records: { folder: records }, preloader: PRELOADER });
}

async function linkedThere(
  { configuration }: ActionContext,
  { target, there }: Site,
  words: readonly string[],
): Promise<Linked> {
  const [program = ''] = words.at(0)?.endsWith(PRELOADER) === true ? words.slice(1) : words;
  let libraries = '';
  await target.run(
    {
      argv: ['sh', '-c', LIBRARIES, 'sh', program],
      folder: there(configuration.run.folder),
      environment: configuration.environment,
    },
    { timeout: 60, onOutput: (text) => (libraries += text) },
  );
  return linkedIn(libraries);
}
