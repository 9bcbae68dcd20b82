/** The one place where it is settled how something is measured: of the target, of trimtab.yaml, and of steps. */
import { settingsIn } from '../../measurement/environment.js';
import { type MeasurementPlan, planOf } from '../../measurement/plan.js';
import type { Configuration } from '../configuration/configuration.js';

type Variables = Readonly<Record<string, string>>;

/** Variables, and who set them. */
export interface Said {
  readonly variables: Variables;
  /** For people: `the environment of the step`. */
  readonly where: string;
}

/** How something is measured, and what that was made of. */
export interface Measurement {
  readonly plan: MeasurementPlan;
  /** The target's own environment. */
  readonly there: Variables;
  /** Variables that people set, those that say something of the plan among them. */
  readonly chosen: Variables;
}

/**
 * How builds and runs measure. What is said later counts: the target's own environment, `measure` in trimtab.yaml,
 * `environment` there, steps.
 * @param there the target's own environment
 * @param steps.said variables of steps, the nearest last
 * @param steps.mode what is kept of the run, as its step says
 * @param steps.leftOut parts of names of functions that are left out beside
 * @throws TrimtabError when a variable of the probe makes no sense
 */
export function settleMeasurement(
  { environment, measure }: Pick<Configuration, 'environment' | 'measure'>,
  there: Said,
  steps: {
    readonly said: readonly Said[];
    readonly leftOut: readonly string[];
    readonly mode?: MeasurementPlan['mode'] | undefined;
  } = { said: [], leftOut: [] },
): Measurement {
  const said = [{ variables: environment, where: 'environment of trimtab.yaml' }, ...steps.said];
  const settings = said.map(({ variables, where }) => settingsIn(variables, where));
  const own = steps.mode === undefined ? [] : [{ mode: steps.mode }];
  return {
    plan: planOf([settingsIn(there.variables, there.where), measure, ...settings, ...own], steps.leftOut),
    there: there.variables,
    chosen: said.reduce<Variables>((all, { variables }) => ({ ...all, ...variables }), {}),
  };
}

/** Where variables of this machine are set, for people. */
export const OF_THIS_MACHINE = 'the environment of this machine';
