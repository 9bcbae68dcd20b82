import { type Evaluated, evaluate } from '../../src/asl/compile/evaluate.js';
import type { EvaluateOptions } from '../../src/asl/compile/meter.js';
import type { AslData } from '../../src/asl/data.js';
import { foundation, shippedTexts } from '../../src/asl/library.js';
import { type MeasuredRun, measuredData } from '../../src/asl/measured/spaceData.js';
import { diagnosticLine, type Source } from '../../src/asl/syntax/diagnostics.js';
import { check, type Checked } from '../../src/asl/types/check.js';
import {
  type Construct,
  type ParallelRegion,
  THREAD_COLUMNS,
  type ThreadColumn,
} from '../../src/model/parallelRegions.js';
import { definitionsOfSpace } from '../../src/model/definitions.js';
import { TraceBuilder } from '../support/traceBuilder.js';

/** Checks a text together with the shipped classes. @throws Error if it has mistakes */
export function checked(text: string, given?: ReadonlyMap<string, number>): Checked {
  const source: Source = { name: 'test.asl', text };
  const found = check(source, foundation(), given);
  const errors = found.diagnostics.filter(({ level }) => level === 'error');
  if (errors.length > 0) throw new Error(errors.map((each) => diagnosticLine(source, each)).join('\n'));
  return found;
}

/** Returns the mistakes of a text: codes and messages with their lines. */
export function mistakes(text: string): string[] {
  const source: Source = { name: 'a.asl', text };
  return check(source, foundation()).diagnostics.map((each) => diagnosticLine(source, each));
}

export function evaluated(text: string, data: AslData, options?: EvaluateOptions): Evaluated[] {
  return checked(text).properties.map((property) => evaluate(property, data, options));
}

/** A shipped property over a run. */
export function shipped(name: string, data: AslData): Evaluated {
  const base = foundation();
  const properties = shippedTexts().flatMap((source) => check(source, base).properties);
  const found = properties.find((property) => property.name === name);
  if (found === undefined) throw new Error(`there is no property ${name}`);
  return evaluate(found, data);
}

/** Values of a construct in a profile of one process, by thread. */
export interface Threads {
  readonly construct: Construct;
  readonly columns: Partial<Record<ThreadColumn, readonly number[]>>;
}

/** Returns a run with OpenMP constructs only, each of a separate region. */
export function openmpRun(constructs: readonly Threads[], times: { wall: number; cpu: number }): MeasuredRun {
  const regions = constructs.map(({ construct }, at) => ({
    ...{ name: `R0000${at + 1}`, canonicalName: `R0000${at + 1}`, description: '', file: 'qsomp.cpp' },
    ...({ beginLine: 10 * at + 1, endLine: 10 * at + 9, paradigm: 'openmp', role: 'unknown' } as const),
    name: `${construct} ${at}`,
  }));
  const parallelRegions: ParallelRegion[] = constructs.map(({ construct, columns }, region) => ({
    ...{ construct, region, callPath: undefined, totals: new Map(), counters: new Map() },
    locations: Uint32Array.from(Object.values(columns).at(0) ?? [], (_, at) => at),
    columns: new Map(
      THREAD_COLUMNS.flatMap((name) => {
        const values = columns[name];
        return values === undefined ? [] : [[name, Float64Array.from(values)]];
      }),
    ),
  }));
  const empty = { size: 0, parent: new Int32Array(0), region: new Uint32Array(0), site: new Uint32Array(0) };
  const definitions = definitionsOfSpace({
    ...{ systemTree: [], locationGroups: [], locations: [], sourceCodeLocations: [], regions },
  });
  const space = { metrics: [], callTree: empty, locationCount: 0, severities: new Map() };
  return { space, definitions, name: 'test', parallelRegions, ...times };
}

export { measuredData, TraceBuilder };
