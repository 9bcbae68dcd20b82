/** Which versions of a program experiments are of. */
import { counted, plainLine } from '../../base/text.js';
import { THIS_MACHINE } from '../../model/thisMachine.js';
import type { Experiment } from '../store/experiment.js';
import type { HistoryValue } from './changePoints.js';

/** Returns the measured version: a commit, or if it was modified or there is none, the stored sources. */
export function versionOf(experiment: Experiment): Pick<HistoryValue, 'version' | 'commit'> {
  const { revision } = experiment.manifest;
  const commit = revision === undefined ? {} : { commit: revision.commit };
  if (revision !== undefined && !revision.changed) return { version: revision.commit, ...commit };
  const texts = experiment.sources
    .map(({ measured, project }) => [project ?? measured, experiment.measuredText(measured)])
    .sort(([a = ''], [b = '']) => (a < b ? -1 : 1));
  // Without sources each experiment may be of another version.
  return { version: JSON.stringify(texts.length === 0 ? experiment.id : texts), ...commit };
}

/** Returns a text for the common properties of experiments in a series. */
export function followedTitle({ manifest }: Experiment): string {
  const { program, target, result } = manifest;
  const processes = processesOf(manifest);
  return [
    program,
    ...(processes === 0 ? [] : [counted(processes, 'rank')]),
    ...(target === THIS_MACHINE ? [] : [target]),
    ...(result?.measurement === 'profile' ? ['profiles'] : []),
  ]
    .map(plainLine)
    .join(', ');
}

const processesOf = ({ ranks, result }: Experiment['manifest']): number =>
  result?.processes ?? ranks?.measured ?? ranks?.asked ?? 0;

/** Equal for experiments whose values may be followed: one program, at one place, of one size, measured in one way. */
export function followedTogether({ manifest }: Experiment): string {
  const { program, target, result } = manifest;
  return JSON.stringify([program, target, processesOf(manifest), result?.measurement ?? 'trace']);
}
