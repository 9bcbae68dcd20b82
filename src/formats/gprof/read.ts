/** What gprof prints as a profile. */
import type { Problem } from '../../base/problem.js';
import type { Profile } from '../../model/profile.js';
import type { Frame } from '../stacks/frame.js';
import { SAMPLED_TIME, SAMPLES, StackProfile, VISITS } from '../stacks/stackProfile.js';
import { shareOut } from './callPaths.js';
import { readReport, type GraphEntry, type GprofReport } from './report.js';

/** `name (file.c:12 @ 4005d6)`, as `gprof -l` names lines. */
const LINE = /^(.*) \((.+):(\d+)(?: @ [0-9a-f]+)?\)$/;

/**
 * Reads what gprof printed.
 * @returns undefined where neither a flat profile nor a call graph is in it
 * @throws Damaged
 */
export function readGprof(lines: Iterable<string>): Profile | undefined {
  const report = readReport(lines);
  const functions = report.graph.filter(({ isWhole }) => !isWhole);
  if (functions.length + report.flat.length === 0) return undefined;
  const sums = new Sums(report);
  if (functions.length > 0)
    shareOut(functions, report.edges, {
      path: (caller, entry) => sums.path(caller, entry.name),
      share: (path, entry, part) => sums.add(path, entry, part),
    });
  // A function that is not in the call graph, and every one where only the flat profile was printed.
  const inGraph = new Set(functions.map(({ name }) => name));
  for (const { name, self, calls } of report.flat)
    if (!inGraph.has(name)) sums.add(sums.path(-1, name), { self, calls: calls ?? 0 }, 1);
  return sums.profile(functions.length > 0);
}

/** Times, samples and calls by call path. */
class Sums {
  private readonly stacks = new StackProfile();
  private readonly time = this.stacks.newSums();
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
    this.stacks.add(this.time, path, this.location, self * part);
    this.stacks.add(this.visits, path, this.location, calls * part);
  }

  profile(isShared: boolean): Profile {
    const { period } = this.report;
    return this.stacks.finish({
      metrics: [
        { ...SAMPLED_TIME, sums: this.time, ...(isShared ? { confidence: 0.5 } : {}) },
        { ...VISITS, sums: this.visits },
        ...(period > 0 ? [{ ...SAMPLES, sums: this.time, scale: 1 / period }] : []),
      ],
      problems: isShared ? [SHARED] : [],
    });
  }
}

const SHARED: Problem = {
  level: 'information',
  message:
    'gprof measures the time of functions and counts who calls them: what a function takes is shared out among its callers by their calls, whatever each of these took. Times of functions are measured, those of call paths are inferred (confidence 50 %).',
};
