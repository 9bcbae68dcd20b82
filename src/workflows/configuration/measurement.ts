/** The one place where it is settled how something is measured: of the target, of trimtab.yaml, and of steps. */
import { settingsIn } from '../../measurement/environment.js';
import { TrimtabError } from '../../base/problem.js';
import { withSystem } from '../../measurement/adapters/settle.js';
import { cannotSelect, type MeasurementPlan, planOf, type PlanSettings } from '../../measurement/plan.js';
import { selectsFunctions } from '../../measurement/selection/planned.js';
import type { FunctionRule } from '../../measurement/selection/model.js';
import { wholeSelection } from '../../measurement/selection/settings.js';
import type { PlannedRange } from '../../measurement/ranges/model.js';
import type { Configuration } from './configuration.js';

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
  /** Whether the user chose the recording mode; by default, the plan has a trace. */
  readonly isModeConfigured: boolean;
  /** The target's own environment. */
  readonly there: Variables;
  /** Variables set by the user, including those that affect the plan. */
  readonly chosen: Variables;
}

/**
 * Returns the measurement plan of builds and runs. Later sources override earlier ones: the target's own environment,
 * `measure` and `selection` in trimtab.yaml, `environment` there, steps.
 * @param there the target's own environment
 * @param steps.said variables of steps, the nearest last
 * @param steps.mode recording mode of the run, from its step
 * @param steps.leftOut parts of names of functions that are additionally excluded
 * @param steps.rules which functions are measured, after those of trimtab.yaml
 * @param steps.ranges source lines that are measured in addition to functions
 * @param steps.like a plan that is adopted unchanged
 * @throws TrimtabError when a variable of the probe is invalid, or the selection cannot be read or carried out
 */
export function settleMeasurement(
  { environment, measure, path, selection }: Pick<Configuration, 'environment' | 'measure' | 'path' | 'selection'>,
  there: Said,
  steps: {
    readonly said: readonly Said[];
    readonly leftOut: readonly string[];
    readonly mode?: MeasurementPlan['mode'] | undefined;
    readonly rules?: readonly FunctionRule[] | undefined;
    readonly ranges?: readonly PlannedRange[] | undefined;
    readonly like?: MeasurementPlan | undefined;
  } = { said: [], leftOut: [] },
): Measurement {
  const said = [{ variables: environment, where: 'environment of trimtab.yaml' }, ...steps.said];
  const settings = said.map(({ variables, where }) => settingsIn(variables, where));
  const own: PlanSettings[] = [
    { ranges: steps.ranges ?? [] },
    ...(steps.mode === undefined ? [] : [{ mode: steps.mode }]),
  ];
  const selected = selectionIn(selection, path);
  const all = [settingsIn(there.variables, there.where), measure, selected, ...settings, ...own];
  const isModeConfigured = steps.like !== undefined || all.some(({ mode }) => mode !== undefined);
  const plan = withSystem(steps.like ?? withRules(planOf(all, steps.leftOut), steps.rules ?? []), isModeConfigured);
  if (cannotSelect(plan)) throw new TrimtabError(NEEDS_SLEDS);
  return {
    plan,
    isModeConfigured,
    there: there.variables,
    chosen: said.reduce<Variables>((all, { variables }) => ({ ...all, ...variables }), {}),
  };
}

/** Rules that count after all others. */
function withRules(plan: MeasurementPlan, rules: readonly FunctionRule[]): MeasurementPlan {
  if (rules.length === 0) return plan;
  return { ...plan, selection: { ...plan.selection, functions: [...plan.selection.functions, ...rules] } };
}

const NEEDS_SLEDS =
  'A selection of functions needs functions with sleds. Write "measure: { hooks: sleds }", and remove ' +
  'measure.inlineFunctions.';

/** Returns the settings of a plan from a selection. */
function selectionIn(settings: Configuration['selection'], path: string): PlanSettings {
  const selection = wholeSelection(settings, path);
  const { OPENMP: openmp } = selection.switched;
  if (selection.files.length === 0 && !selectsFunctions(selection)) return {};
  return { selection, ...(openmp === false ? { adapters: ['mpi'] } : {}) };
}

/** Name of the source of this machine's variables, for messages. */
export const OF_THIS_MACHINE = 'the environment of this machine';
