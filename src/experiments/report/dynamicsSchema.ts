/** Checks a stored dynamics.json before anything is shown from it. */
import { checkStored, type StoredFormat } from '../../base/storedFormat.js';
import type { DynamicsReport } from '../../model/dynamics/dynamics.js';
import { dynamicsReport } from '../../model/dynamics/dynamicsSchema.js';

const stored: StoredFormat<DynamicsReport> = {
  format: 'trimtab-dynamics',
  version: 1,
  upgraders: {},
  schema: dynamicsReport,
};

/** Checks a report that was stored. @param file its name for people @throws TrimtabError with one sentence */
export function checkDynamics(data: unknown, file: string): DynamicsReport {
  return checkStored(stored, file, data);
}
