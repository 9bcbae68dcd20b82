/** OPARI's timers as OpenMP constructs with what each thread took. */
import type { Construct, ParallelRegion, ThreadColumn } from '../../model/parallelRegions.js';
import type { TimerName } from './timerName.js';

/** One flat timer of one thread, times in seconds. */
export interface OpariRow {
  readonly timer: TimerName;
  readonly region: number;
  readonly location: number;
  readonly calls: number;
  readonly exclusive: number;
  readonly inclusive: number;
}

const constructs: ReadonlyMap<string, Construct> = new Map<string, Construct>([
  ['parallel', 'parallel'],
  ['paralleldo', 'parallel-loop'],
  ['parallel do', 'parallel-loop'],
  ['parallelfor', 'parallel-loop'],
  ['parallel for', 'parallel-loop'],
  ['parallelsections', 'parallel-sections'],
  ['parallel sections', 'parallel-sections'],
  ['parallelworkshare', 'parallel-workshare'],
  ['parallel workshare', 'parallel-workshare'],
  ['do', 'loop'],
  ['for', 'loop'],
  ['sections', 'sections'],
  ['workshare', 'workshare'],
  ['single', 'single'],
  ['master', 'master'],
  ['critical', 'critical'],
  ['atomic', 'atomic'],
  ['barrier', 'barrier'],
  ['flush', 'flush'],
  ['ordered', 'ordered'],
]);

/** The columns that a part of a construct fills, from its times and calls. */
function columnsOf(construct: Construct, part: string, row: OpariRow): readonly (readonly [ThreadColumn, number])[] {
  const { calls, exclusive, inclusive } = row;
  switch (part) {
    case 'parallel fork/join':
      // Starting and ending the team are one number: the master's time outside of the region itself.
      return [['startupT', exclusive]];
    case 'barrier enter/exit':
      return construct === 'barrier'
        ? [
            ['execT', inclusive],
            ['execC', calls],
          ]
        : [
            ['exitBarT', inclusive],
            ['exitBarC', calls],
          ];
    case 'parallel begin/end':
    case 'master begin/end':
      return [
        ['execT', inclusive],
        ['execC', calls],
      ];
    case 'loop body':
      return construct === 'loop'
        ? [
            ['bodyT', inclusive],
            ['execT', inclusive],
            ['execC', calls],
          ]
        : [['bodyT', inclusive]];
    case 'critical enter/exit':
    case 'ordered enter/exit':
      return [
        ['execT', inclusive],
        ['execC', calls],
        ['enterT', exclusive],
        ['enterC', calls],
      ];
    case 'critical begin/end':
    case 'ordered begin/end':
      return [['bodyT', inclusive]];
    case 'single begin/end':
      return [
        ['singleBodyT', inclusive],
        ['singleBodyC', calls],
      ];
    case 'section begin/end':
      return [
        ['sectionT', inclusive],
        ['sectionC', calls],
      ];
    default:
      return part.endsWith('enter/exit')
        ? [
            ['execT', inclusive],
            ['execC', calls],
          ]
        : [];
  }
}

/**
 * Puts the parts of constructs together, one construct a process.
 * @param processOf the process of each location
 */
export function parallelRegions(rows: readonly OpariRow[], processOf: readonly number[]): readonly ParallelRegion[] {
  const found = new Map<string, { construct: Construct; region: number; rows: OpariRow[] }>();
  for (const row of rows) {
    const { opari, file, begin, end } = row.timer;
    const construct = constructs.get(opari?.construct ?? '');
    if (opari === undefined || construct === undefined) continue;
    const key = `${processOf[row.location]} ${construct} ${begin} ${end} ${file}`;
    const known = found.get(key) ?? { construct, region: row.region, rows: [] };
    found.set(key, known);
    known.rows.push(row);
  }
  return [...found.values()].map(({ construct, region, rows: parts }) => together(construct, region, parts));
}

function together(construct: Construct, region: number, rows: readonly OpariRow[]): ParallelRegion {
  const locations = Uint32Array.from(new Set(rows.map(({ location }) => location))).sort();
  const at = new Map([...locations].map((location, index) => [location, index]));
  const columns = new Map<ThreadColumn, Float64Array>();
  for (const row of rows)
    for (const [column, value] of columnsOf(construct, row.timer.opari?.part ?? '', row)) {
      const values = columns.get(column) ?? new Float64Array(locations.length);
      columns.set(column, values);
      const index = at.get(row.location) ?? 0;
      values[index] = (values[index] ?? 0) + value;
    }
  withBarriers(construct, columns);
  return { construct, region, callPath: undefined, locations, columns, totals: new Map(), counters: new Map() };
}

/** The barrier at a loop's end is separate from its body: the construct includes both. */
function withBarriers(construct: Construct, columns: Map<ThreadColumn, Float64Array>): void {
  const [whole, barrier] = [columns.get('execT'), columns.get('exitBarT')];
  if (construct !== 'loop' || whole === undefined || barrier === undefined) return;
  columns.set(
    'execT',
    whole.map((seconds, thread) => seconds + (barrier[thread] ?? 0)),
  );
}
