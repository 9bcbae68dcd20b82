/**
 * Adds the waiting found by a search to the findings of the run's profile. A profile has the total time in MPI calls,
 * without the share of waiting; the iterations traced meanwhile provide this share.
 */
import { counted } from '../../base/text.js';
import type { Fraction, Seconds } from '../../base/units.js';
import { sortedDoubts } from '../../model/findings/doubts.js';
import type { Doubt, Finding, FindingsReport, LocationShare } from '../../model/findings/findings.js';
import { byRank } from '../../model/findings/ranking.js';
import { type Experiment, pathKey, type SearchHistory } from './history.js';

/** As findings of other sources: less of the time of all is none. */
const LEAST_SEVERITY = 0.0005;
/** Confidence of an estimate from one burst, whose error is unknown, and lower limit of all confidences. */
const LEAST_CONFIDENCE: Fraction = 0.5;

/** Traced iterations, and the number of the run's iterations they represent. */
interface Stratum {
  readonly burst: Experiment;
  readonly weight: number;
}

/** Waiting of one property in the calls of one call path. */
interface Estimate {
  readonly share: Fraction;
  readonly confidence: Fraction;
  /** The burst's finding with most of it. */
  readonly like: Finding;
}

/**
 * Returns the report of a profile with waiting from traced iterations. The waiting share of the time in a call path's
 * calls is assumed to equal that in the traced iterations. Each burst represents the iterations until the next one (a
 * ratio estimate over strata: Cochran 1977, 6.2 and 6.10). Time in calls and waiting never overlap, and add up to the
 * profile's total.
 */
export function withWaits(report: FindingsReport, { experiments, iterations }: SearchHistory): FindingsReport {
  const strata = strataOf(experiments, iterations);
  if (report.measurement !== 'profile' || strata.length === 0 || report.totalTime <= 0) return report;
  const { totalTime } = report;
  const order = new Map(report.locations.map((name, index) => [name, index]));
  const told = strataText(strata, iterations);
  const found = report.findings.flatMap((one): Finding[] => {
    if (one.kind !== 'cost' || one.property !== 'mpi_cost') return [one];
    const waits = estimatesAt(pathKey(one.callPath), strata)
      .map(({ share, confidence, like }) => scaled(like, share * one.seconds, { totalTime, confidence, order, told }))
      .filter(({ severity }) => severity >= LEAST_SEVERITY);
    const left = one.seconds - waits.reduce((sum, { seconds }) => sum + seconds, 0);
    return waits.length === 0 ? [one] : [...waits, ...without(one, left, { totalTime, told })];
  });
  if (found.every((one, index) => one === report.findings[index])) return report;
  const doubts = (report.doubts ?? []).filter(({ kind }) => kind !== 'sums-only');
  return { ...report, findings: found.sort(byRank), doubts: sortedDoubts([...doubts, estimated(strata, told)]) };
}

function strataOf(experiments: readonly Experiment[], iterations: number): Stratum[] {
  const bursts = experiments
    .filter(
      ({ kind, called, waits, count }) => kind === 'burst' && called !== undefined && waits !== undefined && count > 0,
    )
    .toSorted((a, b) => a.first - b.first);
  return bursts.map((burst, index) => {
    const from = index === 0 ? 0 : burst.first;
    const to = bursts[index + 1]?.first ?? Math.max(iterations, burst.first + burst.count);
    return { burst, weight: (to - from) / burst.count };
  });
}

function estimatesAt(key: string, strata: readonly Stratum[]): Estimate[] {
  const called = strata.map(({ burst, weight }) => weight * (burst.called?.[key] ?? 0));
  const whole = sum(called);
  if (whole <= 0) return [];
  const here = strata.map(({ burst, weight }) =>
    (burst.waits ?? []).filter(({ callPath }) => pathKey(callPath) === key).map((wait) => ({ wait, weight })),
  );
  const properties = new Set(here.flat().map(({ wait }) => wait.property));
  const estimates = [...properties].flatMap((property): Estimate[] => {
    const own = here.map((ofBurst) => ofBurst.filter(({ wait }) => wait.property === property));
    const waited = own.map((ofBurst) => sum(ofBurst.map(({ wait, weight }) => weight * wait.seconds)));
    const like = own
      .flat()
      .toSorted((a, b) => b.wait.seconds - a.wait.seconds)
      .at(0)?.wait;
    const share = sum(waited) / whole;
    return like === undefined ? [] : [{ share, confidence: confidenceOf(waited, called, share), like }];
  });
  // Excess caused by rounding does not count as time.
  const all = Math.max(1, sum(estimates.map(({ share }) => share)));
  return estimates.map((one) => ({ ...one, share: one.share / all }));
}

/** 1 less the standard error of the ratio, as a share of it, by how the bursts differ. */
function confidenceOf(waited: readonly Seconds[], called: readonly Seconds[], share: Fraction): Fraction {
  const count = waited.length;
  if (count < 2 || share <= 0) return LEAST_CONFIDENCE;
  const squares = sum(waited.map((seconds, index) => (seconds - share * (called[index] ?? 0)) ** 2));
  const error = Math.sqrt((squares * count) / (count - 1)) / sum(called);
  return Math.max(LEAST_CONFIDENCE, Math.min(1, 1 - error / share));
}

interface Scale {
  readonly totalTime: Seconds;
  readonly confidence: Fraction;
  /** Of the profile's locations, by name. */
  readonly order: ReadonlyMap<string, number>;
  readonly told: string;
}

/** The finding of a burst with the seconds that it has in all of the run. */
function scaled(one: Finding, seconds: Seconds, { totalTime, confidence, order, told }: Scale): Finding {
  const factor = one.seconds > 0 ? seconds / one.seconds : 0;
  const share = (all: readonly LocationShare[]): LocationShare[] =>
    all.map((each) => ({ ...each, location: order.get(each.name) ?? each.location, seconds: factor * each.seconds }));
  // A single wait is one of the trace, which is gone.
  const { worst: _, ...kept } = one;
  return {
    ...kept,
    ...{ seconds, severity: seconds / totalTime, confidence: Math.min(confidence, one.confidence) },
    locations: share(one.locations),
    ...(one.causes === undefined ? {} : { causes: share(one.causes) }),
    ...(one.parts === undefined
      ? {}
      : {
          parts: one.parts.map((part) => ({
            ...part,
            seconds: factor * part.seconds,
            severity: (factor * part.seconds) / totalTime,
          })),
        }),
    ...(one.rootCauses === undefined
      ? {}
      : {
          rootCauses: one.rootCauses.map((cause) => ({
            ...cause,
            seconds: factor * cause.seconds,
            locations: share(cause.locations),
          })),
        }),
    explanation: `${one.explanation} How much it is in all of the run is estimated: ${told}.`,
  };
}

/** Returns the rest of the time in calls; nothing if it is negligible. */
function without(one: Finding, seconds: Seconds, { totalTime, told }: Pick<Scale, 'totalTime' | 'told'>): Finding[] {
  if (seconds / totalTime < LEAST_SEVERITY) return [];
  const factor = seconds / one.seconds;
  return [
    {
      ...one,
      ...{ seconds, severity: seconds / totalTime },
      locations: one.locations.map((each) => ({ ...each, seconds: factor * each.seconds })),
      explanation: `Time in these calls without what of it was seen to be waiting: ${told}.`,
    },
  ];
}

function strataText(strata: readonly Stratum[], iterations: number): string {
  const ranges = strata.map(({ burst: { first, count } }) => `${first} to ${first + count - 1}`);
  const named = ranges.length <= 4 ? ranges : [...ranges.slice(0, 2), '…', ...ranges.slice(-1)];
  return `iterations ${named.join(', ')} of ${counted(iterations, 'iteration')} were traced while it ran`;
}

function estimated(strata: readonly Stratum[], told: string): Doubt {
  const traced = sum(strata.map(({ burst }) => burst.count));
  return {
    kind: 'parts-traced',
    severity: 'warning',
    title: `waiting is estimated from ${counted(traced, 'iteration')}`,
    sentence: `A profile does not show how much of the time in MPI is waiting. The search estimated it while the program ran: ${told}. Times and calls are of the whole run.`,
    advice: 'For the waiting of the whole run, measure a trace: "trimtab run --trace-what-matters".',
  };
}

const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0);
