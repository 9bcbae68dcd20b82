/** The ranges of source lines that a build measures, where its compilers find them. */
import { rmSync } from 'node:fs';
import { join, posix } from 'node:path';
import { isFile, writeAtomically } from '../../../base/files/index.js';
import { CancelledError, TrimtabError } from '../../../base/problem.js';
import type { MeasurementPlan } from '../../../measurement/plan.js';
import { rangeList } from '../../../measurement/ranges/model.js';
import type { ActionContext } from '../../steps/action.js';
import type { Site } from '../../steps/site.js';

/** Of the last build here, in the project. */
const LIST = '.trimtab/ranges.list';
/** On a target that has a separate folder for the project. */
const LIST_THERE = '.trimtab-ranges';
/** Suffix of the name of the list for the build in progress. */
const NEW = '.new';
/** Seconds to look through the objects of a project. */
const LOOKING = 600;

/**
 * Returns the path of the list of the last build on a target: without it, ranges that were removed but are still
 * compiled in would go unnoticed.
 */
const lastList = (project: string, { isHere, target }: Site): string =>
  join(project, isHere ? LIST : `.trimtab/ranges-${encodeURIComponent(target.name)}.list`);

/** Whether what was built there before measures ranges. */
export const hadRanges = (project: string, site: Site): boolean => isFile(lastList(project, site));

/** Writes the list for the build in progress, on the target too. @returns path there of the list of the last build */
async function sendList(project: string, site: Site, { ranges }: MeasurementPlan): Promise<string> {
  const last = lastList(project, site);
  const here = site.isHere ? `${last}${NEW}` : last;
  const there = site.there(join(project, site.isHere ? LIST : LIST_THERE));
  if (ranges.length === 0) rmSync(here, { force: true });
  else {
    writeAtomically(
      here,
      rangeList(ranges, (file) => site.there(join(project, file))),
    );
    if (!site.isHere) await site.target.send(here, `${there}${NEW}`);
  }
  return there;
}

/**
 * Puts the ranges where the compilers find them, and sees to it that what was compiled with others is compiled again.
 * @returns the path there; undefined where there are none
 * @throws TrimtabError when the objects of the project cannot be looked through
 */
export async function rangesThere(
  context: ActionContext,
  site: Site,
  plan: MeasurementPlan,
): Promise<string | undefined> {
  const { configuration, log, signal } = context;
  const { project } = configuration;
  const hasNone = plan.ranges.length === 0;
  if (hasNone && !hadRanges(project, site)) return undefined;
  const list = await sendList(project, site, plan);
  const argv = [posix.join(site.probe, 'trimtab-ranges'), list, `${list}${NEW}`, site.project];
  const command = { argv, folder: site.project, environment: configuration.environment };
  const result = await site.target.run(command, { signal, timeout: LOOKING, onOutput: log });
  if (result.stopped === 'cancelled') throw new CancelledError();
  if (result.exitCode !== 0)
    throw new TrimtabError(`Cannot search the object files in ${site.project} for measured lines.`, {
      details: result.tail,
    });
  return hasNone ? undefined : list;
}
