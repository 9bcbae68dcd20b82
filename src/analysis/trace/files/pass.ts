import { absent } from '../../../base/elements.js';
import type { Problem } from '../../../base/problem.js';
import { EventKind } from '../../../model/events.js';
import type { Pass, PassData, PassResults, Shift } from '../passes/pass.js';
import type { EventRecorder } from '../recorders/recorders.js';
import type { PairSums } from '../tables/pairSums.js';
import type { TableData } from '../tables/table.js';
import { bookFiles } from './bookFiles.js';
import { emptyFileRecords } from './fileRecords.js';
import { FileRecorder } from './fileRecorder.js';
import { usesOf } from './uses.js';

/** Calls that read, write or name files, and what was done with each file: gathered while reading, evaluated at the end. */
export class FilePass implements Pass {
  readonly name = 'files';
  readonly kinds = [
    EventKind.IoCreateHandle,
    EventKind.IoDestroyHandle,
    EventKind.IoSeek,
    EventKind.IoOperationBegin,
    EventKind.IoOperationComplete,
  ];
  private readonly records = emptyFileRecords();

  record(location: number): EventRecorder {
    return new FileRecorder(this.records, location);
  }

  part(): PassData {
    const { calls, stretches, sums, uses } = this.records;
    const data = ([name, of]: [string, PairSums]): [string, TableData] => [name, dataOf(of)];
    return {
      calls: calls.data(),
      stretches: stretches.data(),
      ...Object.fromEntries(Object.entries(sums).map(data)),
      ...Object.fromEntries(Object.entries(uses).map(data)),
    };
  }

  merge(data: PassData, { node }: Shift): void {
    const { calls, stretches, sums, uses } = this.records;
    const before = calls.length;
    calls.append(data.calls ?? absent('calls'), { node });
    stretches.append(data.stretches ?? absent('stretches'), { call: before });
    for (const [name, all] of Object.entries(sums)) addTo(all, data[name] ?? absent(name), node);
    for (const [name, all] of Object.entries(uses)) addTo(all, data[name] ?? absent(name));
  }

  finish(results: PassResults): readonly Problem[] {
    for (const [metric, sums] of Object.entries(this.records.sums))
      if (sums.size > 0) results.severities.of(metric).addAll(sums);
    bookFiles(this.records, results);
    results.files.push(...usesOf(this.records.uses, results.definitions, results.processes));
    return [];
  }
}

function dataOf({ size, callPath, location, value }: PairSums): TableData {
  return { length: size, columns: { node: Int32Array.from(callPath), location: Int32Array.from(location), value } };
}

/** @param renumbered what the nodes of the data become, where they are nodes */
function addTo(sums: PairSums, { length, columns }: TableData, renumbered?: Int32Array): void {
  const { node = [], location = [], value = [] } = columns;
  for (let i = 0; i < length; i++) {
    const at = node[i] ?? absent(i);
    sums.add(renumbered?.[at] ?? at, location[i] ?? absent(i), value[i] ?? absent(i));
  }
}
