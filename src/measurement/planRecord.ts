/** A plan as experiments keep it. */
import { present } from '../base/present.js';
import * as v from 'valibot';
import { checkStored, type StoredFormat } from '../base/storedFormat.js';
import { TrimtabError } from '../base/problem.js';
import { settingsIn } from './environment.js';
import { storedRanges } from './ranges/model.js';
import { NO_SELECTION, storedSelection } from './selection/planned.js';
import { SYSTEMS } from './adapters/names.js';
import { ADAPTERS, CLOCKS, FUNCTIONS, HOOKS, LIVE, type MeasurementPlan, MODES, planOf, USUAL } from './plan.js';

/** Fields of a manifest that describe its measurement. */
export interface Measured {
  readonly measurement?: Readonly<Record<string, unknown>> | undefined;
  /** Variables set for the run: they contained the plan before plans existed. */
  readonly environment?: Readonly<Record<string, string>> | undefined;
}

/** Settings that had no choice before sleds existed. */
const BEFORE_SLEDS = { hooks: 'compiler', budget: USUAL.budget } as const;

const bytes = v.exactOptional(v.pipe(v.number(), v.integer(), v.minValue(0)));

const plan = v.object({
  selection: storedSelection,
  ranges: v.exactOptional(storedRanges),
  mode: v.picklist(MODES),
  adapters: v.array(v.picklist(ADAPTERS)),
  mpi: v.exactOptional(v.boolean()),
  functions: v.picklist(FUNCTIONS),
  hooks: v.picklist(HOOKS),
  budget: v.number(),
  inlineFunctions: v.boolean(),
  leftOutFunctions: v.array(v.string()),
  leftOutFiles: v.array(v.string()),
  io: v.exactOptional(v.boolean()),
  sampling: v.number(),
  counters: v.exactOptional(v.array(v.string())),
  memory: v.exactOptional(v.boolean()),
  threads: v.exactOptional(v.boolean()),
  phase: v.exactOptional(v.string()),
  iterations: v.exactOptional(v.string()),
  live: v.exactOptional(v.picklist(LIVE)),
  processLimit: bytes,
  buffer: bytes,
  clocks: v.picklist(CLOCKS),
  system: v.exactOptional(v.picklist(SYSTEMS)),
});
const schema = v.object({
  format: v.literal('trimtab-measurement'),
  version: v.literal(4),
  ...plan.entries,
});
const planFormat: StoredFormat<v.InferOutput<typeof schema>> = {
  format: 'trimtab-measurement',
  version: 4,
  // Compilers put in all hooks there were.
  upgraders: {
    1: (data) => ({ ...data, functions: data.functions === false ? 'none' : 'all', ...BEFORE_SLEDS }),
    2: (data) => ({ ...data, selection: NO_SELECTION }),
    3: (data) => ({ ...data, sampling: 0 }),
  },
  schema,
};

/** The plan as a manifest keeps it. */
export function recordOf(recorded: MeasurementPlan): Record<string, unknown> {
  const { counters, memory, threads, phase, iterations, live, ranges, processLimit, buffer, system, ...others } =
    recorded;
  return {
    format: planFormat.format,
    version: planFormat.version,
    ...others,
    adapters: [...others.adapters],
    leftOutFunctions: [...others.leftOutFunctions],
    leftOutFiles: [...others.leftOutFiles],
    ...(counters.length === 0 ? {} : { counters: [...counters] }),
    ...(memory ? { memory } : {}),
    ...(threads ? { threads } : {}),
    ...(phase === '' ? {} : { phase }),
    ...(iterations === '' ? {} : { iterations }),
    ...present({ live }),
    ...(ranges.length === 0 ? {} : { ranges: [...ranges] }),
    ...present({ processLimit, buffer, system }),
  };
}

/**
 * Returns how an experiment was measured; for one from before plans were kept, the settings in its variables.
 * @throws TrimtabError when a newer Trimtab wrote it in an unknown form
 */
export function recordedPlan({ measurement, environment = {} }: Measured): MeasurementPlan {
  if (measurement === undefined) return planOf([BEFORE_SLEDS, settingsIn(environment, "the experiment's environment")]);
  return planOf([v.parse(plan, checkStored(planFormat, 'How it was measured', measurement))]);
}

/** A text that is equal for experiments that were measured in the same way, also where only a newer Trimtab knows how. */
export function measuredHow(measured: Measured): string {
  try {
    return JSON.stringify(recordedPlan(measured));
  } catch (error) {
    if (!(error instanceof TrimtabError)) throw error;
    return JSON.stringify(measured.measurement ?? measured.environment);
  }
}
