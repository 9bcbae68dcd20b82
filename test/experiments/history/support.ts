import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ExperimentStore } from '../../../src/experiments/index.js';
import { sampleReport, sampleSpace, temporaryFolder } from '../support.js';

/** A store with complete experiments, one per day from 2026-01-01 on; `traceBytes` each. */
export function storeWith(programs: readonly string[], traceBytes = 1000): { store: ExperimentStore; ids: string[] } {
  const store = new ExperimentStore(temporaryFolder());
  const ids = programs.map((program, index) => add(store, program, new Date(2026, 0, 1 + index, 12), traceBytes));
  return { store, ids };
}

/** A complete experiment with a trace. */
export function add(store: ExperimentStore, program: string, moment: Date, traceBytes = 1000): string {
  const recorder = store.create({ program, target: 'local', ranks: 4 }, moment);
  mkdirSync(recorder.path('trace'));
  writeFileSync(join(recorder.path('trace'), 'traces.otf2'), Buffer.alloc(traceBytes));
  recorder.update({ trace: { kind: 'kept', path: 'trace/traces.otf2' } });
  recorder.storeResults(sampleReport({ program }), sampleSpace());
  recorder.finish('complete');
  return recorder.id;
}
