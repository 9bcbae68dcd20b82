import { TrimtabError } from '../../base/problem.js';
import type { DynamicsReport } from '../../model/dynamics/dynamics.js';

/** What was kept of it; undefined where nothing was, or it cannot be read: as if nobody had looked. */
export function keptDynamics(read: () => DynamicsReport | undefined): DynamicsReport | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof TrimtabError) return undefined;
    throw error;
  }
}
