import { absent } from '../../../base/elements.js';
import type { Definitions } from '../../../model/definitions.js';
import type { FileUse } from '../../../model/findings/findings.js';
import type { Processes } from '../../../model/processes.js';
import type { HandleUses } from './fileRecords.js';

/** More files than anybody reads of. */
const MOST_FILES = 50;

interface FileSum {
  readonly processes: Set<number>;
  operations: number;
  read: number;
  written: number;
  seconds: number;
}

/** Returns the use of each file, or standard stream, most time first. Several handles may refer to one file. */
export function usesOf(uses: HandleUses, { fileHandles }: Definitions, { ofLocation }: Processes): FileUse[] {
  const sums = new Map<string, FileSum>();
  for (const what of ['operations', 'read', 'written', 'seconds'] as const) {
    const { size, callPath: handles, location, value } = uses[what];
    for (let i = 0; i < size; i++) {
      const name = fileHandles?.get(handles[i] ?? absent(i))?.name;
      if (name === undefined) continue;
      const sum = sums.get(name) ?? { operations: 0, read: 0, written: 0, seconds: 0, processes: new Set() };
      sum[what] += value[i] ?? absent(i);
      sum.processes.add(ofLocation[location[i] ?? absent(i)] ?? absent(i));
      sums.set(name, sum);
    }
  }
  return [...sums]
    .map(([name, { processes, operations, read, written, seconds }]) => ({
      name,
      processes: processes.size,
      operations,
      bytesRead: read,
      bytesWritten: written,
      seconds,
    }))
    .sort((one, other) => other.seconds - one.seconds || (one.name < other.name ? -1 : 1))
    .slice(0, MOST_FILES);
}
