/**
 * Changes of a running program from iteration to iteration: its data so far, analyzed like the series of a finished
 * run. If functions were switched meanwhile, times are those of properties and calls that do not depend on the
 * selection. Since the last switch, they also include the program's call paths. If iterations are no longer available
 * one by one, patterns shorter than a bin were searched in chunks while they were (dynamics.md, section 4).
 */
import { analyzeDynamics } from '../../analysis/dynamics/index.js';
import { relatedOf } from '../../analysis/dynamics/related.js';
import { elementAt } from '../../base/elements.js';
import type { DynamicsFinding, DynamicsReport } from '../../model/dynamics/dynamics.js';
import { shippedProperties } from '../../properties/index.js';
import { MOST_SINGLE } from '../live/iterations/folded.js';
import type { IterationStream } from '../live/iterations/stream.js';
import type { SearchBook } from './history.js';
import { inIterations, loopInIterations } from './inIterations.js';
import { noteChanges, type PlacedFinding } from './noteChanges.js';
import { ShortChanges } from './shortChanges.js';
import { loopName, Nodes, type Range, runOfStream, type StreamRun } from './streamRun.js';

/** Fewer iterations have no shape. */
const LEAST = 16;
/** Chunks overlap by half, so that what lies at the border of one is within another one. */
const CHUNK_EVERY = MOST_SINGLE / 2;

export class StreamDynamics {
  private readonly short = new ShortChanges();
  private chunkUntil = 0;
  private nodes: Nodes | undefined;
  private report: DynamicsReport | undefined;

  constructor(
    private readonly stream: IterationStream,
    private readonly book: SearchBook,
  ) {}

  /** Current result; undefined with too few reported iterations. */
  get known(): DynamicsReport | undefined {
    return this.report;
  }

  /**
   * Analyzes all iterations, and adds the findings to the hypotheses.
   * @param stableFrom from which iteration on, from 0, the same functions are on
   */
  judge(stableFrom: number): void {
    const { stream } = this;
    const width = Math.max(1, ...[...stream.durations().values()].map((series) => series.width));
    const since = (first: number): Range => rangeOf(first, stream.reached, width);
    const all = this.judged(since(stream.began), { properties: true, functions: false });
    if (all === undefined) return;
    const own = this.judged(since(Math.max(stableFrom, stream.began)), { properties: false, functions: true });
    const wide = [...all.findings, ...(own?.findings ?? [])];
    const findings = width === 1 ? wide : this.short.with(wide, all.report.loopTime, all.ranks);
    noteChanges(this.book, findings);
    const told = findings.map(({ finding }) => finding);
    const related = relatedOf(told);
    this.report = {
      ...all.report,
      findings: told.map((finding, index) => ({ ...finding, related: elementAt(related, index) })),
    };
  }

  /** Looks for what is shorter than a bin, while the latest iterations are known one by one. @param isLast no more come */
  judgeChunk(stableFrom: number, isLast = false): void {
    const { reached, began } = this.stream;
    const next = Math.max(this.chunkUntil, began);
    if (reached - next < (isLast ? 1 : CHUNK_EVERY)) return;
    const first = Math.max(began, reached - MOST_SINGLE);
    const { history } = this.book;
    if (first > next) history.coarse = (history.coarse ?? 0) + first - next;
    const range = rangeOf(first, reached, 1);
    const found = this.judged(range, { properties: true, functions: stableFrom <= first });
    this.chunkUntil = reached;
    if (found !== undefined) this.short.add(found.findings);
  }

  private judged(
    range: Range,
    wanted: { readonly properties: boolean; readonly functions: boolean },
  ):
    | {
        readonly report: DynamicsReport;
        readonly findings: readonly PlacedFinding[];
        readonly ranks: readonly number[];
      }
    | undefined {
    const nodes = (this.nodes ??= new Nodes(loopName(this.stream)));
    const run = range.count < LEAST ? undefined : runOfStream(this.stream, range, { nodes, wanted });
    if (run === undefined) return undefined;
    const { callTree, definitions, ranks } = run;
    const report = analyzeDynamics(run.run, { callTree, definitions, properties: shippedProperties });
    const loops = report.loops.map((loop) => loopInIterations(loop, range));
    return {
      report: { ...report, loops },
      findings: report.findings.map((finding) => placed(finding, range, run)),
      ranks,
    };
  }
}

/** Whole bins. */
function rangeOf(first: number, reached: number, width: number): Range {
  const from = Math.ceil(first / width) * width;
  return { from, width, count: Math.max(0, Math.floor(reached / width) - from / width) };
}

function placed(finding: DynamicsFinding, range: Range, { ranks, pathOf }: StreamRun): PlacedFinding {
  const locations = finding.locations.map((index) => elementAt(ranks, index));
  return { path: pathOf(finding.node), finding: inIterations({ ...finding, locations }, range, ranks) };
}
