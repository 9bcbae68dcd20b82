/** What gprof prints: the flat profile and the call graph, read as they stand. */
import { Damaged } from '../stacks/damage.js';

/** Functions and calls that are read; more were made to fill the memory. */
const MOST = 1 << 20;
/** Characters of a line; names of templates are long. */
const LONGEST = 1 << 16;

/** A line of the flat profile. */
export interface FlatEntry {
  readonly name: string;
  /** Seconds. */
  readonly self: number;
  /** Undefined for functions that were not compiled to be counted. */
  readonly calls: number | undefined;
}

/** A function of the call graph, or a cycle of them as a whole. */
export interface GraphEntry {
  readonly index: number;
  readonly name: string;
  readonly self: number;
  /** Calls by others; those by itself are not among them. */
  readonly calls: number;
  /** Number of the cycle that it belongs to; 0 where it belongs to none. */
  readonly cycle: number;
  /** Whether it stands for all functions of its cycle. */
  readonly isWhole: boolean;
}

/** So many calls of one function by another. */
export interface Edge {
  readonly caller: number;
  readonly callee: number;
  readonly calls: number;
}

export interface GprofReport {
  /** Seconds that a sample stands for. */
  readonly period: number;
  readonly flat: readonly FlatEntry[];
  readonly graph: readonly GraphEntry[];
  /** Without those of functions by themselves. */
  readonly edges: readonly Edge[];
}

const PERIOD = /^Each sample counts as ([\d.e+-]+) seconds/;
const FLAT = /^ *\d+\.\d+ +\d+\.\d+ +(\d+\.\d+) +(?:(\d+) +(?:[\d.]+ +[\d.]+ +)?)?(\S.*)$/;
const ENTRY = /^\[(\d+)\] +[\d.]+ +([\d.]+) +[\d.]+ +(?:(\d+)(?:\+\d+)? +)?(\S.*) \[\d+\]$/;
const CALLEE = /^ +(?:([\d.]+) +[\d.]+ +)?(\d+)(?:\/\d+)? +\S.* \[(\d+)\]$/;
const CYCLE = / <cycle (\d+)>$/;
const WHOLE = /^<cycle (\d+) as a whole>$/;

/** Goes through the lines that gprof printed. @throws Damaged where there are more functions or calls than are read */
export function readReport(lines: Iterable<string>): GprofReport {
  const flat: FlatEntry[] = [];
  const graph: GraphEntry[] = [];
  const edges: Edge[] = [];
  let period = 0;
  let part: 'none' | 'flat' | 'graph' = 'none';
  /** The function whose callees follow. */
  let caller: GraphEntry | undefined;
  for (const line of lines) {
    if (line.length > LONGEST) continue;
    if (flat.length + graph.length + edges.length >= MOST)
      throw new Damaged(`has more than the ${MOST} functions and calls that are read`);
    period = Number(PERIOD.exec(line)?.[1] ?? period);
    if (line.startsWith('Flat profile:')) part = 'flat';
    else if (/^\s*Call graph\b/.test(line)) part = 'graph';
    // Explanations follow, whose lines may look like others.
    else if (/^\f|^ %  +the percentage|^ time  +|^ This table describes/.test(line))
      part = line.startsWith(' time') ? part : 'none';
    else if (part === 'flat') {
      const [, self, calls, name] = FLAT.exec(line) ?? [];
      if (self !== undefined && name !== undefined)
        flat.push({ name, self: Number(self), calls: calls === undefined ? undefined : Number(calls) });
    } else if (part === 'graph') {
      if (line.startsWith('-----')) caller = undefined;
      const entry = entryOf(line);
      if (entry !== undefined) graph.push((caller = entry));
      else if (caller !== undefined && !caller.isWhole) {
        const [, , calls, callee] = CALLEE.exec(line) ?? [];
        if (calls !== undefined && Number(callee) !== caller.index)
          edges.push({ caller: caller.index, callee: Number(callee), calls: Number(calls) });
      }
    }
  }
  return { period, flat, graph, edges };
}

function entryOf(line: string): GraphEntry | undefined {
  const [, index, self, calls, text] = ENTRY.exec(line) ?? [];
  if (index === undefined || text === undefined) return undefined;
  const whole = WHOLE.exec(text);
  return {
    index: Number(index),
    name: text.replace(CYCLE, ''),
    self: Number(self),
    calls: Number(calls ?? 0),
    cycle: Number(whole?.[1] ?? CYCLE.exec(text)?.[1] ?? 0),
    isWhole: whole !== null,
  };
}
