import { TrimtabError } from '../../base/problem.js';
import type { DynamicsReport } from '../../model/dynamics/dynamics.js';

/** Returns the stored report; undefined if there is none, or it cannot be read: as without an analysis. */
export function keptDynamics(read: () => DynamicsReport | undefined): DynamicsReport | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof TrimtabError) return undefined;
    throw error;
  }
}
