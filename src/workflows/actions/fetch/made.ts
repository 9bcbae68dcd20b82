/** Processing of records by measurement systems of the site before they are fetched. */
import { present } from '../../../base/present.js';
import { systemOf } from '../../../measurement/adapters/index.js';
import type { SystemName } from '../../../measurement/adapters/names.js';
import { finishPatience } from '../../../measurement/probe.js';
import { commandText } from '../../../base/text.js';
import type { ActionContext } from '../../steps/action.js';
import type { Site } from '../../steps/site.js';

/** Exit code of scripts where the folder was brought here before. */
export const TAKEN = 113;

/** Messages printed meanwhile, and whether the folder was fetched before. */
export interface Made {
  readonly remarks: readonly string[];
  readonly isTaken: boolean;
}

/** Runs the commands that convert the records to a result; a failure is reported, and the records are kept. */
export async function madeBySystem(
  { configuration, log }: ActionContext,
  { site, trace, signal }: { readonly site: Site; readonly trace: string; readonly signal?: AbortSignal },
  name: SystemName,
): Promise<Made> {
  const { target, project, isHere } = site;
  const options = { ...present({ signal }), onOutput: log };
  const run = (argv: readonly string[], timeout: number) =>
    target.run({ argv, folder: project, environment: configuration.environment }, { ...options, timeout });
  if (!isHere) {
    const there = await run(['sh', '-c', `[ -d "$1" ] || exit ${TAKEN}`, 'sh', trace], 60);
    if (there.exitCode === TAKEN) return { remarks: [], isTaken: true };
  }
  const system = systemOf(name);
  const [records = 0] = await target.sizes([trace]);
  for (const argv of system.finish(trace)) {
    log(`$ ${commandText(argv)}\n`);
    const { exitCode, tail } = await run(argv, finishPatience(records));
    if (exitCode === 0) continue;
    const said = tail.trim().split('\n').at(-1) ?? '';
    return {
      remarks: [`${system.title}: ${argv[0] ?? ''} ended with exit code ${exitCode ?? 'unknown'}: ${said}`],
      isTaken: isHere,
    };
  }
  return { remarks: [], isTaken: isHere };
}
