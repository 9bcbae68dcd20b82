import { recordingCosts, type RunCosts } from '../../analysis/trace/index.js';
import { TrimtabError } from '../../base/problem.js';
import type { Definitions } from '../../model/definitions.js';
import type { WorkerTask } from './messages.js';

/** Returns recording costs, if they are to be subtracted. @throws TrimtabError if they are unknown */
export function costsIfWanted(
  { definitions }: { readonly definitions: Definitions },
  { archive, compensate }: WorkerTask,
): RunCosts | undefined {
  if (compensate === undefined) return undefined;
  const found = recordingCosts(definitions, compensate.cost);
  if (found !== undefined) return found;
  throw new TrimtabError(
    `${archive} does not contain its measurement overhead, so it cannot be subtracted. Give the overhead of a recorded call in nanoseconds, such as --compensate --cost 100.`,
  );
}
