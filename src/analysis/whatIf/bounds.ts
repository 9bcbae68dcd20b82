import { addAt, elementAt } from '../../base/elements.js';
import { TrimtabError } from '../../base/problem.js';
import type { Seconds } from '../../base/units.js';
import type { Definitions } from '../../model/definitions.js';
import type { FindingsReport } from '../../model/findings/findings.js';
import type { Scenario } from '../../model/findings/prediction.js';
import type { GainBounds, PredictionBounds } from '../../model/findings/predictionBounds.js';
import type { PerformanceSpace, SeverityColumn } from '../../model/performanceSpace.js';
import { type Processes, processesOf } from '../../model/processes.js';
import { regionPlace } from '../../model/text/regionPlace.js';
import { columnsOf } from '../efficiency/classes.js';
import { exclusive } from '../trace/severities/space.js';
import { balancingFactors } from './balanced.js';
import { hottestFunctions } from './defaults.js';
import { type Marks, scenarioPaths } from './targets.js';

/** A profile that was analyzed. */
export interface AnalyzedSums {
  readonly space: PerformanceSpace;
  readonly report: Pick<FindingsReport, 'program' | 'span' | 'doubts' | 'main'>;
}

/**
 * Returns intervals of the run time that changes save, from sums without events. Two upper bounds hold, and the smaller one
 * is used:
 * - The critical path visits locations in an unknown order. So a change saves at most the time that it takes from all
 *   locations together.
 * - The changed run takes at least as long as the location that still computes most.
 *
 * If one location runs everything, both bounds of the interval are equal.
 * @throws TrimtabError for a scenario whose target is not in the profile, or that needs events; if the ranks are summed up
 */
export function boundRunTimes(
  definitions: Definitions,
  { space, report }: AnalyzedSums,
  scenarios: readonly Scenario[],
): PredictionBounds {
  if (report.main !== undefined) throw new TrimtabError('The profile has no times, so no run time can be predicted.');
  if (report.doubts?.some(({ kind }) => kind === 'summed-ranks') === true)
    throw new TrimtabError(
      'The profile is the sum of all ranks. Run times cannot be predicted from it: record a trace.',
    );
  const processes = processesOf(definitions);
  const isGiven = scenarios.length > 0;
  const asked = isGiven ? scenarios : suitable(space, definitions, processes);
  const bounds = asked.map((scenario) => boundsOf(scenario, space, definitions, processes, report.span));
  if (!isGiven) bounds.sort((one, other) => other.most - one.most);
  return { format: 'trimtab-whatif-bounds', version: 1, program: report.program, runTime: report.span, bounds };
}

function suitable(space: PerformanceSpace, definitions: Definitions, { locations }: Processes): Scenario[] {
  const hot = hottestFunctions(space, definitions);
  return [
    ...hot.map((region): Scenario => ({ kind: 'scale', region, factor: 0.5 })),
    ...(locations.length > 1 ? hot.map((region): Scenario => ({ kind: 'balance', region })) : []),
  ];
}

function boundsOf(
  scenario: Scenario,
  space: PerformanceSpace,
  definitions: Definitions,
  processes: Processes,
  runTime: Seconds,
): GainBounds {
  const { kind } = scenario;
  if (kind !== 'scale' && kind !== 'balance')
    throw new TrimtabError(
      'Profiles have bounds for --scale and --balance only: other changes need the events of a trace.',
    );
  const times = timesOf(exclusive(space, 'time'), space, scenarioPaths(scenario, space, definitions));
  const saved =
    kind === 'scale' ? times.map((time) => (1 - scenario.factor) * time) : savedByBalance(times, processes.locations);
  const place = regionPlace(definitions.regions.find(({ name }) => name === scenario.region));
  const sum = (sign: 1 | -1): Seconds =>
    saved.reduce((all, seconds) => (Math.sign(seconds) === sign ? all + seconds : all), 0);
  const isAlone = times.filter((time) => time > 0).length <= 1 && space.locationCount === 1;
  const computing = computingTimes(space, definitions).map((time, location) => time - elementAt(saved, location));
  const longest = computing.reduce((most, time) => Math.max(most, time), 0);
  const [most, least] = [Math.max(0, Math.min(sum(1), runTime - longest)), sum(-1)];
  const bounds = isAlone ? { least: most + least, most: most + least } : { least, most };
  return { scenario, ...(place === undefined ? {} : { place }), ...bounds };
}

/** Seconds of call paths, by location. */
function timesOf(
  { callPath, location, value }: SeverityColumn,
  { locationCount }: PerformanceSpace,
  marks: Marks,
): Float64Array {
  const times = new Float64Array(locationCount);
  for (const [entry, path] of callPath.entries())
    if (marks[path] === 1) addAt(times, elementAt(location, entry), elementAt(value, entry));
  return times;
}

/** Seconds in which locations compute, read or write files. */
function computingTimes(space: PerformanceSpace, definitions: Definitions): Float64Array {
  const every = new Uint8Array(space.callTree.size).fill(1);
  const columns = columnsOf(space, definitions).useful.map((column) => timesOf(column, space, every));
  return columns.reduce((sum, column) => sum.map((seconds, at) => seconds + elementAt(column, at)));
}

/** Ranks above the mean save time, and those below it take more over. */
function savedByBalance(times: Float64Array, processes: readonly (readonly number[])[]): Float64Array {
  const factors = balancingFactors(
    processes.map((members) => members.reduce((sum, at) => sum + elementAt(times, at), 0)),
  );
  const saved = new Float64Array(times.length);
  for (const [process, members] of processes.entries())
    for (const at of members) saved[at] = (1 - elementAt(factors, process)) * elementAt(times, at);
  return saved;
}
