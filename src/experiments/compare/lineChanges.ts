/** Changes on source lines between two groups of runs, in the terms of their findings. */
import { absent, elementAt } from '../../base/elements.js';
import type { FindingsReport, SourcePlace } from '../../model/findings/findings.js';
import { waitsInCalled } from '../../model/findings/lineWaits.js';
import { TrimtabError } from '../../base/problem.js';
import type { Fraction, Seconds } from '../../base/units.js';
import type { Experiment } from '../store/experiment.js';
import { comparable } from '../store/comparable.js';
import type { ComparedValue } from './comparison.js';
import { LineRegistry, placeKey } from './lineRegistry.js';
import { sourcesOf, type RunSources } from './measuredRun.js';
import { mean } from './scaling.js';
import { comparedValue, largestChange } from './statistics.js';

/** A run as far as its lines are compared. */
export interface ReportedRun extends RunSources {
  readonly id: string;
  /** ISO 8601. */
  readonly created: string;
  readonly report: Pick<FindingsReport, 'totalTime' | 'findings' | 'functions' | 'lines'>;
}

/** Lost time, before and after. */
export interface LossChange {
  /** Seconds of all locations together. */
  readonly seconds: ComparedValue;
  /** Share of the total time of its run, means by group. */
  readonly shares: readonly [before: Fraction, after: Fraction];
}

/** A property on a line: what is lost to it, before and after. */
export interface PropertyChange extends LossChange {
  readonly property: string;
  readonly title: string;
}

/** Waiting in functions called from a line, without the losses of the calls themselves. */
export interface CalledChange extends LossChange {
  /** Largest change first. */
  readonly properties: readonly PropertyChange[];
}

export interface LineChange {
  /** In the text of the newest run of each group that names the line; null where none does. */
  readonly before: SourcePlace | null;
  readonly after: SourcePlace | null;
  /** Exclusive losses of the line, largest change first. */
  readonly properties: readonly PropertyChange[];
  /** Omitted if nothing is lost there, and at the begin of a function. */
  readonly called?: CalledChange;
}

/** @throws TrimtabError when an experiment cannot be compared */
export function reportedRun(experiment: Experiment): ReportedRun {
  const { id, created } = comparable(experiment).manifest;
  return { id, created, report: experiment.report(), ...sourcesOf(experiment) };
}

/**
 * Compares the findings of two groups of runs line by line; lines are matched by the source difference.
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
  const lines = new Set(sums.flatMap((run) => [...run.keys()]));
  return [...lines].map((line) => {
    const losses = groups.map((group) => group.map((run) => elementAt(sums, run).get(line)));
    const called = propertyChanges(losses, 'called');
    return {
      before: placeIn(elementAt(groups, 0), line),
      after: placeIn(elementAt(groups, 1), line),
      properties: propertyChanges(losses, 'own'),
      ...(called.length === 0 ? {} : { called: { ...calledChange(losses), properties: called } }),
    };
  });
}

function* placesOf({ findings, functions, lines }: ReportedRun['report']): Generator<SourcePlace> {
  for (const { place } of findings) if (place !== undefined) yield place;
  for (const { place } of [...functions, ...lines]) yield place;
}

interface Loss {
  readonly seconds: Seconds;
  readonly severity: Fraction;
}

interface PropertyLoss extends Loss {
  readonly title: string;
}

/** Losses of a line in one run, by property: exclusive, and in functions called from it. */
type LineLosses = Readonly<Record<'own' | 'called', Map<string, PropertyLoss>>>;

/** By group and run; undefined where a run loses nothing there. */
type ComparedLosses = readonly (readonly (LineLosses | undefined)[])[];

/** Returns the losses of a run by line; several call paths of one line are added up. */
function lossesOf(
  { totalTime, findings, functions, lines }: ReportedRun['report'],
  numberOf: (place: SourcePlace) => number,
): Map<number, LineLosses> {
  const found = new Map<number, LineLosses>();
  const add = (place: SourcePlace, part: keyof LineLosses, property: string, loss: PropertyLoss): void => {
    const line = numberOf(place);
    const losses = found.get(line) ?? { own: new Map(), called: new Map() };
    losses[part].set(property, { title: loss.title, ...sumOf([losses[part].get(property), loss]) });
    found.set(line, losses);
  };
  for (const { place, property, title, seconds, severity } of findings)
    if (place !== undefined) add(place, 'own', property, { title, seconds, severity });
  // At the begin of a function, its lens shows the losses below it.
  const begins = new Set(functions.map(({ place }) => placeKey(place)));
  for (const summary of lines)
    if (!begins.has(placeKey(summary.place)))
      for (const { property, title, severity } of waitsInCalled(summary))
        add(summary.place, 'called', property, { title, seconds: severity * totalTime, severity });
  return found;
}

function sumOf(losses: Iterable<Loss | undefined>): Loss {
  let [seconds, severity] = [0, 0];
  for (const loss of losses) {
    seconds += loss?.seconds ?? 0;
    severity += loss?.severity ?? 0;
  }
  return { seconds, severity };
}

/** The properties to which a line somewhere loses something, largest change first. */
function propertyChanges(losses: ComparedLosses, part: keyof LineLosses): PropertyChange[] {
  const titles = new Map<string, string>();
  for (const line of losses.flat()) for (const [property, { title }] of line?.[part] ?? []) titles.set(property, title);
  return [...titles]
    .map(([property, title]) => ({
      property,
      title,
      ...lossChange(losses.map((group) => group.map((line) => line?.[part].get(property)))),
    }))
    .sort((a, b) => largestChange(b.seconds) - largestChange(a.seconds));
}

function calledChange(losses: ComparedLosses): LossChange {
  return lossChange(losses.map((group) => group.map((line) => sumOf(line?.called.values() ?? []))));
}

function lossChange(losses: readonly (readonly (Loss | undefined)[])[]): LossChange {
  const [before, after] = losses.map((group) => mean(group.map((loss) => loss?.severity ?? 0)));
  return {
    seconds: comparedValue(losses.map((group) => group.map((loss) => loss?.seconds ?? 0))),
    shares: [before ?? absent('before'), after ?? absent('after')],
  };
}
