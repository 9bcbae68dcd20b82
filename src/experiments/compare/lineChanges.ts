/** What changed on source lines between two groups of runs, in the terms of their findings. */
import type { FindingsReport, SourcePlace } from '../../model/findings.js';
import type { Fraction } from '../../model/units.js';
import { TrimtabError } from '../../model/problem.js';
import type { Experiment } from '../experiment.js';
import { comparable } from './comparable.js';
import type { ComparedValue } from './comparison.js';
import { LineRegistry } from './lineRegistry.js';
import { sourcesOf, type RunSources } from './measuredRun.js';
import { comparedValue, largestChange } from './statistics.js';

/** A run as far as its lines are compared. */
export interface ReportedRun extends RunSources {
  readonly id: string;
  /** ISO 8601. */
  readonly created: string;
  readonly report: Pick<FindingsReport, 'findings' | 'functions' | 'lines'>;
}

/** A property on a line: what is lost to it, before and after. */
export interface PropertyChange {
  readonly property: string;
  readonly title: string;
  /** Seconds of all locations together. */
  readonly seconds: ComparedValue;
  /** Share of the total time of its run, means by group. */
  readonly shares: readonly [before: Fraction, after: Fraction];
}

export interface LineChange {
  /** In the text of the newest run of each group that names the line; null where none does. */
  readonly before: SourcePlace | null;
  readonly after: SourcePlace | null;
  /** Largest change first. */
  readonly properties: readonly PropertyChange[];
}

/** @throws TrimtabError when an experiment cannot be compared */
export function reportedRun(experiment: Experiment): ReportedRun {
  const { id, created } = comparable(experiment).manifest;
  return { id, created, report: experiment.report(), ...sourcesOf(experiment) };
}

/**
 * Compares the findings of two groups of runs line by line; lines are the same when the source difference says so.
 * @throws TrimtabError when a group is empty
 */
export function lineChanges(before: readonly ReportedRun[], after: readonly ReportedRun[]): LineChange[] {
  if (before.length === 0 || after.length === 0) throw new TrimtabError('A group to compare has no experiments.');
  const byAge = (a: ReportedRun, b: ReportedRun): number => {
    const [first, second] = [`${a.created} ${a.id}`, `${b.created} ${b.id}`];
    return first < second ? -1 : first > second ? 1 : 0;
  };
  const runs = [...new Set([...before, ...after])].sort(byAge);
  const registry = new LineRegistry(runs);
  for (const { report } of runs) registry.add(placesOf(report));
  const sums = runs.map(({ report }, run) => lossesOf(report, (place) => registry.numberOf(run, place)));
  const groups = [before, after].map((members) => members.map((run) => runs.indexOf(run)));
  const placeIn = (group: readonly number[], line: number): SourcePlace | null =>
    [...group]
      .sort((a, b) => b - a)
      .map((run) => registry.placeOf(run, line))
      .find((place) => place !== undefined) ?? null;
  return [...linesIn(sums)].map(([line, titles]) => ({
    before: placeIn(groups[0], line),
    after: placeIn(groups[1], line),
    properties: [...titles]
      .map(([property, title]) => {
        const losses = groups.map((group) => group.map((run) => sums[run].get(line)?.get(property)));
        const shares = losses.map((group) => mean(group.map((loss) => loss?.severity ?? 0)));
        const seconds = comparedValue(losses.map((group) => group.map((loss) => loss?.seconds ?? 0)));
        return { property, title, seconds, shares: [shares[0], shares[1]] as const };
      })
      .sort((a, b) => largestChange(b.seconds) - largestChange(a.seconds)),
  }));
}

function* placesOf({ findings, functions, lines }: ReportedRun['report']): Generator<SourcePlace> {
  for (const { place } of findings) if (place !== undefined) yield place;
  for (const { place } of [...functions, ...lines]) yield place;
}

interface Loss {
  readonly title: string;
  seconds: number;
  severity: number;
}

/** What a run loses, by line and property; several call paths of one line are added up. */
function lossesOf(
  { findings }: ReportedRun['report'],
  numberOf: (place: SourcePlace) => number,
): Map<number, Map<string, Loss>> {
  const lines = new Map<number, Map<string, Loss>>();
  for (const { place, property, title, seconds, severity } of findings) {
    if (place === undefined) continue;
    const line = numberOf(place);
    const losses = lines.get(line) ?? new Map<string, Loss>();
    const loss = losses.get(property) ?? { title, seconds: 0, severity: 0 };
    loss.seconds += seconds;
    loss.severity += severity;
    lines.set(line, losses.set(property, loss));
  }
  return lines;
}

/** Every line that somewhere loses something, with the titles of what it loses it to. */
function linesIn(runs: readonly Map<number, Map<string, Loss>>[]): Map<number, Map<string, string>> {
  const found = new Map<number, Map<string, string>>();
  for (const lines of runs)
    for (const [line, losses] of lines) {
      const titles = found.get(line) ?? new Map<string, string>();
      for (const [property, { title }] of losses) titles.set(property, title);
      found.set(line, titles);
    }
  return found;
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
