/** Predicted gains at the findings, causes and functions that they belong to. */
import type { CallPathStep, Finding, FindingsReport, RootCause } from '../../model/findings/findings.js';
import type { Gain, Predictions, Scenario } from '../../model/findings/prediction.js';
import { COST_OF_CALLS, isOfTeams } from './properties.js';

/** A gain below this share of the run time is less than what repeated runs differ by. */
const LEAST_SHARE = 0.001;

/**
 * Returns a report with the gain of each finding, cause and function.
 * @param predictions of single scenarios
 */
export function withGains(report: FindingsReport, predictions: Predictions): FindingsReport {
  const { runTime, predictions: predicted, limits } = predictions;
  const gains = new Gains(predicted.flatMap(gainIn));
  return {
    ...report,
    findings: report.findings.map((finding) => gains.ofFinding(finding)),
    functions: report.functions.map((called) => withGain(called, gains.of('scale', called.region))),
    predictions: { runTime, predictions: predicted, limits },
  };
}

function gainIn({ scenarios, runTime, saved, share, confidence }: Predictions['predictions'][number]): Gain[] {
  const [scenario] = scenarios;
  return scenario === undefined || scenarios.length > 1 || share < LEAST_SHARE
    ? []
    : [{ scenario, runTime, saved, share, ...(confidence === undefined ? {} : { confidence }) }];
}

function withGain<T extends object>(to: T, gain: Gain | undefined): T & { readonly gain?: Gain } {
  return gain === undefined ? to : { ...to, gain };
}

const key = (kind: Scenario['kind'], region: string | undefined): string => JSON.stringify([kind, region]);

/** Gains of single scenarios, by the kind and target of the scenario. */
class Gains {
  private readonly known: ReadonlyMap<string, Gain>;

  constructor(gains: readonly Gain[]) {
    this.known = new Map(gains.map((gain) => [key(gain.scenario.kind, gain.scenario.region), gain]));
  }

  of(kind: Scenario['kind'], region: string): Gain | undefined {
    return this.known.get(key(kind, region));
  }

  /** The gain of a finding is that of the best change of those that address it. */
  ofFinding(finding: Finding): Finding {
    const { property, callPath, rootCauses } = finding;
    const causes = rootCauses?.map((cause) => withGain(cause, this.ofCause(cause)));
    const gains = [
      ...(causes ?? []).flatMap(({ gain }) => gain ?? []),
      ...(isOfTeams(property) ? this.ofTeam(callPath) : []),
      ...(property === COST_OF_CALLS ? this.ofCalls('network', callPath) : []),
      ...this.ofCalls('io', callPath),
    ];
    const best = gains.toSorted((one, other) => other.saved - one.saved).at(0);
    return withGain({ ...finding, ...(causes === undefined ? {} : { rootCauses: causes }) }, best);
  }

  private ofCause({ region }: RootCause): Gain | undefined {
    return this.of('balance', region);
  }

  private ofCalls(kind: 'network' | 'io', callPath: readonly CallPathStep[]): Gain[] {
    const gain = this.of(kind, callPath.at(-1)?.region ?? '');
    return gain === undefined ? [] : [gain];
  }

  /** The innermost construct whose threads were made to share their work. */
  private ofTeam(callPath: readonly CallPathStep[]): Gain[] {
    for (const { region } of callPath.toReversed()) {
      const gain = this.of('teams', region);
      if (gain !== undefined) return [gain];
    }
    return [];
  }
}
