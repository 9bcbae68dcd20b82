/** Output of gprof: the flat profile and the call graph, in either order, with headings or without. */
import type { Edge } from '../callGraph/callPaths.js';
import { Damaged } from '../stacks/damage.js';
import type { FlatEntry, GraphEntry } from './entries.js';
import { flatRow, graphCall, graphEntry, type GraphCall } from './lines.js';
import { type GprofUnit, SECONDS, unitInHeading, unitInSentence } from './unit.js';

/** Functions and calls that are read; more were made to fill the memory. */
const MOST = 1 << 20;
/** Characters of a line; names of templates are long. */
const LONGEST = 1 << 16;
/** Lines of the heading of a flat profile. */
const MOST_HEADING = 8;

export interface GprofReport {
  /** Of all numbers that are no calls. */
  readonly unit: GprofUnit;
  /** Amount of the unit per sample; 0 if it is not printed. */
  readonly period: number;
  /** Whether a heading was found, so that it is gprof's, whatever it holds. */
  readonly isReport: boolean;
  readonly flat: readonly FlatEntry[];
  readonly graph: readonly GraphEntry[];
  /** Without recursive calls. */
  readonly edges: readonly Edge[];
}

const PERIOD = /^Each sample counts as ([\d.e+-]+) /;
const FLAT_BEGIN = /^\s*flat profile:/i;
const FLAT_HEADING = /^[\s%]*cumulative\s.*\bself\b/i;
const GRAPH_BEGIN = /^\s*call graph\b|^\s*index\s+%\s*time\b/i;
/** Explanations, whose lines may look like others, and the index at the end. */
const END = /^\f|^\s?%\s+the percentage|^\s*This table describes|^Index by function name/;

/** Goes through the lines that gprof printed. @throws Damaged where there are more functions or calls than are read */
export function readReport(lines: Iterable<string>): GprofReport {
  const reader = new ReportReader();
  for (const line of lines) if (line.length <= LONGEST) reader.read(line);
  return reader.report();
}

class ReportReader {
  private readonly flat: FlatEntry[] = [];
  private readonly graph: GraphEntry[] = [];
  private readonly edges: Edge[] = [];
  /** Calls by functions of which no block may come: gprof prints none where no time was sampled. */
  private readonly callers: { readonly caller: GraphCall; readonly callee: number }[] = [];
  private part: 'none' | 'flat' | 'graph' = 'none';
  private heading: string[] = [];
  private unit: GprofUnit | undefined;
  private period = 0;
  private isReport = false;
  /** The function whose callees follow. */
  private entry: GraphEntry | undefined;
  /** Callers of the function that comes next. */
  private parents: GraphCall[] = [];

  read(line: string): void {
    if (this.flat.length + this.graph.length + this.edges.length + this.callers.length >= MOST)
      throw new Damaged(`has more than the ${MOST} functions and calls that are read`);
    this.period = Number(PERIOD.exec(line)?.[1] ?? this.period);
    this.unit ??= unitInSentence(line);
    if (this.isPart(line)) return;
    if (this.part === 'flat') this.readFlat(line);
    else if (this.part === 'graph') this.readGraph(line);
  }

  report(): GprofReport {
    const { flat, edges } = this;
    const rows = rowsByName(flat);
    this.addCallers();
    // If functions are omitted from the graph, it has only a part of the others' times; the flat profile has all.
    const graph = this.graph.map((entry) => {
      const row = entry.isWhole ? undefined : (rows.get(entry.index) ?? rows.get(entry.name));
      return row === undefined ? entry : { ...entry, self: row.self, calls: row.calls ?? entry.calls };
    });
    const period = Number.isFinite(this.period) ? this.period : 0;
    return { unit: this.unit ?? SECONDS, period, isReport: this.isReport, flat, graph, edges };
  }

  /** Adds callers without a block. */
  private addCallers(): void {
    const known = new Set(this.graph.map(({ index }) => index));
    const added = new Set<number>();
    for (const { caller, callee } of this.callers) {
      const { index, name, calls } = caller;
      if (known.has(index) || index === callee) continue;
      if (!added.has(index)) this.graph.push({ index, name, self: 0, calls: 0, cycle: 0, isWhole: false });
      added.add(index);
      this.edges.push({ caller: index, callee, calls });
    }
  }

  /** Whether a line begins or ends a part. */
  private isPart(line: string): boolean {
    if (FLAT_BEGIN.test(line)) this.begin('flat', []);
    else if (GRAPH_BEGIN.test(line)) this.begin('graph', []);
    else if (FLAT_HEADING.test(line)) this.begin('flat', this.part === 'flat' ? [...this.heading, line] : [line]);
    else if (END.test(line)) this.part = 'none';
    else return false;
    return true;
  }

  private begin(part: 'flat' | 'graph', heading: string[]): void {
    this.isReport = true;
    this.part = part;
    this.heading = heading;
  }

  private readFlat(line: string): void {
    const row = flatRow(line);
    if (row === undefined) {
      if (line.trim() !== '' && this.heading.length < MOST_HEADING) this.heading.push(line);
      return;
    }
    const unit = unitInHeading(this.heading);
    // The sentence has the whole name, the heading alone has a prefix.
    if (unit !== undefined && (this.unit === undefined || unit.scale !== 1)) this.unit = unit;
    this.heading = [];
    this.flat.push(row);
  }

  private readGraph(line: string): void {
    if (line.startsWith('-----')) {
      this.entry = undefined;
      this.parents = [];
      return;
    }
    const entry = graphEntry(line);
    const call = entry === undefined ? graphCall(line) : undefined;
    if (entry !== undefined) {
      this.graph.push((this.entry = entry));
      if (!entry.isWhole) for (const caller of this.parents) this.callers.push({ caller, callee: entry.index });
      this.parents = [];
    } else if (call !== undefined && this.entry === undefined) this.parents.push(call);
    else if (call !== undefined && this.entry?.isWhole === false && call.index !== this.entry.index)
      this.edges.push({ caller: this.entry.index, callee: call.index, calls: call.calls });
  }
}

/** Rows by their number, else by name; of several functions with one name none. */
function rowsByName(flat: readonly FlatEntry[]): Map<number | string, FlatEntry | undefined> {
  const rows = new Map<number | string, FlatEntry | undefined>();
  for (const row of flat) {
    const key = row.index ?? row.name;
    rows.set(key, rows.has(key) ? undefined : row);
  }
  return rows;
}
