/** Conversion of gprof's output to a profile. */
import type { Problem } from '../../base/problem.js';
import type { Profile } from '../../model/profile.js';
import { shareOut } from '../callGraph/callPaths.js';
import { Damaged } from '../stacks/damage.js';
import type { Frame } from '../stacks/frame.js';
import { type MetricOfSums, SAMPLED_TIME, SAMPLES, StackProfile, VISITS } from '../stacks/stackProfile.js';
import type { GraphEntry } from './entries.js';
import { readReport, type GprofReport } from './report.js';
import { SECONDS } from './unit.js';

/** `name (file.c:12 @ 4005d6)`, as `gprof -l` names lines. */
const LINE = /^(.*) \((.+):(\d+)(?: @ [0-9a-f]+)?\)$/;
/** Call paths are inferred from numbers of calls. */
const INFERRED = 0.5;

/**
 * Reads what gprof printed.
 * @returns undefined where neither a flat profile nor a call graph is in it
 * @throws Damaged also where there is one, and nothing is in it
 */
export function readGprof(lines: Iterable<string>): Profile | undefined {
  const report = readReport(lines);
  const functions = report.graph.filter(({ isWhole }) => !isWhole);
  if (functions.length + report.flat.length === 0 && !report.isReport) return undefined;
  const sums = new FunctionSums(report);
  if (functions.length > 0)
    shareOut(functions, report.edges, {
      path: (caller, entry) => sums.path(caller, entry.name),
      share: (path, entry, parts) => sums.add(path, entry, parts.value),
    });
  // A function that is not in the call graph, and every one where only the flat profile was printed.
  const [names, indices] = [new Set(functions.map(({ name }) => name)), new Set(functions.map(({ index }) => index))];
  for (const { name, index, self, calls } of report.flat)
    if (index === undefined ? !names.has(name) : !indices.has(index))
      sums.add(sums.path(-1, name), { self, calls: calls ?? 0 }, 1);
  return sums.profile(functions.length > 0);
}

/** Times, samples and calls by call path. */
class FunctionSums {
  private readonly stacks = new StackProfile();
  private readonly own = this.stacks.newSums();
  private readonly visits = this.stacks.newSums();
  private readonly location = this.stacks.locations.of({ number: 0, name: 'Process' }, 0, 'Master thread');

  constructor(private readonly report: GprofReport) {}

  path(caller: number, name: string): number {
    const { tree } = this.stacks;
    const [, named, file, line] = LINE.exec(name) ?? [];
    const frame: Frame =
      named === undefined || file === undefined ? { name } : { name: named, file, beginLine: Number(line) };
    return this.stacks.builder.calls.callPath(tree.region(frame), caller);
  }

  add(path: number, { self, calls }: Pick<GraphEntry, 'self' | 'calls'>, part: number): void {
    this.stacks.add(this.own, path, this.location, self * part);
    this.stacks.add(this.visits, path, this.location, calls * part);
  }

  /** @throws Damaged where nothing was sampled and no call was counted */
  profile(isShared: boolean): Profile {
    const { name } = this.report.unit;
    const isEmpty = this.stacks.total(this.own) === 0;
    if (isEmpty && this.stacks.total(this.visits) === 0)
      throw new Damaged(
        `is an empty profile of gprof: no time was sampled and no call was counted. The program ran for less than a sample (${this.sample()}), or was not built with -pg; build it with -pg, and let it run longer`,
      );
    const visits = { ...VISITS, sums: this.visits };
    const profile = this.stacks.finish({
      metrics: isEmpty ? [visits] : [...this.measured(isShared), visits],
      problems: [...(isEmpty ? [this.nothingSampled()] : isShared ? [shared(name)] : [])],
    });
    if (isEmpty) return { ...profile, rankedBy: VISITS.name };
    return name === SECONDS.name ? profile : { ...profile, rankedBy: metricName(name) };
  }

  private measured(isShared: boolean): MetricOfSums[] {
    const { unit, period } = this.report;
    const { name, scale } = unit;
    const confidence = isShared ? { confidence: INFERRED } : {};
    const own = { sums: this.own, scale, ...confidence };
    if (name !== SECONDS.name)
      return [
        {
          ...own,
          name: metricName(name),
          title: title(name),
          unit: name,
          description: `${title(name)} of functions, by sampling`,
        },
      ];
    const samples = { ...SAMPLES, sums: this.own, scale: 1 / period };
    return [{ ...SAMPLED_TIME, ...own }, ...(period > 0 ? [samples] : [])];
  }

  private nothingSampled(): Problem {
    const message = `No time was sampled: the program ran for less than a sample (${this.sample()}). Only the numbers of calls are known, and the report is ranked by them. Let the program run longer.`;
    return { level: 'warning', message };
  }

  /** Returns the amount per sample; gprof's default if it is not printed. */
  private sample(): string {
    const { period, unit } = this.report;
    return period > 0 && unit.name !== SECONDS.name ? `${period} ${unit.name}` : `${period > 0 ? period : 0.01} s`;
  }
}

/** Units that are metrics under their own name; other words could be the name of another metric. */
const USUAL = /^(cycles|ticks|clocks|instructions|samples|events)$/;

const metricName = (unit: string): string => (USUAL.test(unit) ? unit : `gprof_${unit}`);

const title = (unit: string): string => unit.charAt(0).toUpperCase() + unit.slice(1);

const shared = (unit: string): Problem => {
  const what = unit === SECONDS.name ? { all: 'the time', each: 'Times' } : { all: `the ${unit}`, each: title(unit) };
  return {
    level: 'information',
    message: `gprof measures ${what.all} of functions and counts who calls them: a function's ${unit === SECONDS.name ? 'time' : unit} is shared out among its callers by their calls, whatever each of these took. ${what.each} of functions are measured, those of call paths are inferred (confidence 50 %).`,
  };
};
