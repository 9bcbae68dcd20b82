/**
 * The probe's variables: they pass a plan to builds and runs, and contain settings of the user. No other code names
 * them, so that the plan alone determines what is measured.
 */
import { present } from '../base/present.js';
import { TrimtabError } from '../base/problem.js';
import type { Seconds } from '../base/units.js';
import { systemOf } from './adapters/index.js';
import { type SystemName, SYSTEMS } from './adapters/names.js';
import { COMPILED } from './adapters/system.js';
import { LIVE, type MeasurementPlan, MODES, type PlanSettings } from './plan.js';
import { COUNTER_ADVICE, isCounterName, MOST_COUNTERS } from './counters.js';
import { areIterations } from './iterations.js';
import { fileTests } from './selection/files.js';

type Variables = Readonly<Record<string, string>>;

/** One variable that contains a part of a plan. */
interface PlanVariable {
  /** Returns the settings in its text; undefined if it is invalid. The text is never empty. */
  readonly read: (text: string) => PlanSettings | undefined;
  /** Valid values, for messages. */
  readonly wanted: string;
  /** Its text for a plan; '' where it is as if it was not set. */
  readonly write: (plan: MeasurementPlan) => string;
}

/** As the probe reads whole numbers. */
function wholeNumber(text: string): number | undefined {
  const value = /^\s*\+?\d+$/.test(text) ? Number(text) : Number.NaN;
  return Number.isSafeInteger(value) ? value : undefined;
}

/** A variable that is 0 or not. */
function flag(
  settings: (on: boolean) => PlanSettings,
  isOn: (plan: MeasurementPlan) => boolean,
  off = '0',
): PlanVariable {
  return {
    read: (text) => {
      const value = wholeNumber(text);
      return value === undefined ? undefined : settings(value !== 0);
    },
    wanted: 'write 0 or 1',
    write: (plan) => (isOn(plan) ? '1' : off),
  };
}

/** A variable that is a number of bytes. */
function size(key: 'processLimit' | 'buffer'): PlanVariable {
  return {
    read: (text) => {
      const value = wholeNumber(text);
      return value === undefined ? undefined : { [key]: value };
    },
    wanted: 'write a whole number of bytes',
    write: ({ [key]: bytes }) => (bytes === undefined ? '' : String(bytes)),
  };
}

const listText = (entries: readonly string[]): string => entries.map((entry) => entry.replaceAll(',', '\\,')).join(',');

/** A variable that is a list, with commas between its entries and `\,` for a comma in one. */
function list(key: 'leftOutFunctions' | 'leftOutFiles'): PlanVariable {
  return {
    read: (text) => ({
      [key]: text
        .split(/(?<!\\),/)
        .filter((part) => part !== '')
        .map((part) => part.replaceAll('\\,', ',')),
    }),
    wanted: 'write names with commas between them',
    write: ({ [key]: parts }) => listText(parts),
  };
}

/** Returns the variable that selects the recorded functions. @param all whether the variable can select all */
function functions(all: string): PlanVariable {
  return {
    read: (text) => {
      if (text === 'all') return { functions: 'all' };
      const value = wholeNumber(text);
      return value === undefined ? undefined : { functions: value === 0 ? 'none' : 'chosen' };
    },
    wanted: 'write 0, 1 or all',
    write: (plan) => ({ none: '0', chosen: '1', all })[plan.functions],
  };
}

const mode: PlanVariable = {
  read: (text) => {
    const found = MODES.find((known) => known === text);
    return found === undefined ? undefined : { mode: found };
  },
  wanted: `write ${MODES.join(' or ')}`,
  write: (plan) => plan.mode,
};

const hooks: PlanVariable = {
  read: (text) => {
    if (text === 'call') return { hooks: 'called-sleds' };
    const value = wholeNumber(text);
    return value === undefined ? undefined : { hooks: value === 0 ? 'compiler' : 'sleds' };
  },
  wanted: 'write 0, 1 or call',
  write: (plan) => ({ sleds: '1', 'called-sleds': 'call', compiler: '0' })[plan.hooks],
};

const budget: PlanVariable = {
  read: (text) => {
    const value = wholeNumber(text);
    return value === undefined ? undefined : { budget: Math.min(100, value) };
  },
  wanted: 'write a whole number of percent',
  write: (plan) => String(plan.budget),
};

const sampling: PlanVariable = {
  read: (text) => {
    const value = wholeNumber(text);
    return value === undefined ? undefined : { sampling: value };
  },
  wanted: 'write a whole number of samples a second',
  write: (plan) => (plan.sampling === 0 ? '' : String(plan.sampling)),
};

const counters: PlanVariable = {
  read: (text) => {
    const names = [...new Set(text.split(',').filter((name) => name !== ''))];
    return names.length <= MOST_COUNTERS && names.every(isCounterName) ? { counters: names } : undefined;
  },
  wanted: `${COUNTER_ADVICE}, with commas between them, ${MOST_COUNTERS} at most`,
  write: (plan) => plan.counters.join(','),
};

/** Returns a variable that enables a feature that is off by default. */
function extra(key: 'memory' | 'threads'): PlanVariable {
  return flag(
    (on) => ({ [key]: on }),
    ({ [key]: on }) => on,
    '',
  );
}

/** The progress loop, and the iterations of it that are recorded. */
const phase: PlanVariable = {
  read: (text) => ({ phase: text }),
  wanted: 'write the name of a function, region or phase',
  write: (plan) => plan.phase,
};
const iterations: PlanVariable = {
  read: (text) => (areIterations(text) ? { iterations: text } : undefined),
  wanted: 'write rising iterations such as 100-110,200',
  write: (plan) => plan.iterations,
};

/** Control channels. */
const LIVE_WORDS = { none: '0', folder: '1', tcp: 'tcp' } as const;
const live: PlanVariable = {
  read: (text) => {
    const found = LIVE.find((known) => LIVE_WORDS[known] === text);
    return found === undefined ? undefined : { live: found };
  },
  wanted: 'write 0, 1 or tcp',
  write: (plan) => (plan.live === undefined ? '' : LIVE_WORDS[plan.live]),
};

/** The measurement system in the place of the probe. */
const system: PlanVariable = {
  read: (text) => {
    const found: SystemName | undefined = SYSTEMS.find((known) => known === text);
    return found === undefined ? undefined : { system: found };
  },
  wanted: `write one of ${SYSTEMS.join(', ')}`,
  write: (plan) => plan.system ?? '',
};

/** The limit of raw records, which the probe names when it is reached. */
const LIMIT = 'TRIMTAB_MAX_BYTES';

const planVariables: ReadonlyMap<string, PlanVariable> = new Map([
  ['TRIMTAB_MODE', mode],
  ['TRIMTAB_WITH', system],
  // Of the two, one alone keeps compilers from putting hooks into functions.
  ['TRIMTAB_INSTRUMENT', functions('1')],
  ['TRIMTAB_FUNCTIONS', functions('all')],
  ['TRIMTAB_SLEDS', hooks],
  ['TRIMTAB_BUDGET', budget],
  [
    'TRIMTAB_INLINE_FUNCTIONS',
    flag(
      (on) => ({ inlineFunctions: on }),
      (plan) => plan.inlineFunctions,
      '',
    ),
  ],
  ['TRIMTAB_EXCLUDE_FUNCTIONS', list('leftOutFunctions')],
  ['TRIMTAB_EXCLUDE_FILES', list('leftOutFiles')],
  [
    'TRIMTAB_OPENMP',
    flag(
      (on) => ({ adapters: on ? ['mpi', 'openmp'] : ['mpi'] }),
      (plan) => plan.adapters.includes('openmp'),
    ),
  ],
  [
    'TRIMTAB_IO',
    flag(
      (on) => ({ io: on }),
      (plan) => plan.io,
      '',
    ),
  ],
  [
    'TRIMTAB_MPI',
    flag(
      (on) => (on ? {} : { mpi: false }),
      (plan) => plan.mpi !== false,
    ),
  ],
  ['TRIMTAB_SAMPLING', sampling],
  ['TRIMTAB_COUNTERS', counters],
  ['TRIMTAB_MEMORY', extra('memory')],
  ['TRIMTAB_THREADS', extra('threads')],
  ['TRIMTAB_PHASE', phase],
  ['TRIMTAB_ITERATIONS', iterations],
  ['TRIMTAB_LIVE', live],
  [LIMIT, size('processLimit')],
  ['TRIMTAB_BUFFER_BYTES', size('buffer')],
  [
    'TRIMTAB_CLOCK_EXCHANGE',
    flag(
      (on) => ({ clocks: on ? 'processes' : 'hosts' }),
      (plan) => plan.clocks === 'processes',
    ),
  ],
]);

/** Returns the error in the text of a plan's variable, such as `write 0 or 1`; undefined if it is valid. */
export function faultOf(name: string, text: string): string | undefined {
  const variable = planVariables.get(name);
  return text === '' || variable?.read(text) !== undefined ? undefined : variable?.wanted;
}

/**
 * Returns the settings of a plan from variables.
 * @param where their source, for messages: `the environment of this machine`
 * @throws TrimtabError when one is invalid
 */
export function settingsIn(variables: Variables, where: string): PlanSettings {
  let settings: PlanSettings = {};
  for (const [name, { read, wanted }] of planVariables) {
    const text = (Object.hasOwn(variables, name) ? variables[name] : undefined) ?? '';
    if (text === '') continue;
    const set = read(text);
    if (set === undefined) throw new TrimtabError(`${name} is "${text}" in ${where}; ${wanted}.`);
    settings = { ...settings, ...set, ...(settings.functions === 'none' ? { functions: 'none' } : {}) };
  }
  return settings;
}

/** Of a selection, which people do not write into variables. */
const SELECTION = {
  files: 'TRIMTAB_FILE_RULES',
  functions: 'TRIMTAB_SELECTION',
  ranges: 'TRIMTAB_RANGES',
} as const;

/** Returns the variables that do not affect a plan. */
export function withoutPlan(variables: Variables): Record<string, string> {
  const isOther = (name: string): boolean =>
    !planVariables.has(name) && !Object.values<string>(SELECTION).includes(name);
  return Object.fromEntries(Object.entries(variables).filter(([name]) => isOther(name)));
}

/**
 * Returns the variables that pass a plan to the compilers and the probe: all of them, since a target may have set any
 * of them.
 */
function variablesOf(plan: MeasurementPlan, functions = ''): Record<string, string> {
  return {
    ...Object.fromEntries([...planVariables].map(([name, { write }]) => [name, write(plan)])),
    [SELECTION.files]: listText(fileTests(plan.selection.files)),
    [SELECTION.functions]: functions,
    [SELECTION.ranges]: '',
  };
}

/** Returns the replacement of compilers, a word a line: empty for the probe, the commands of a measurement system. */
function compilersOf(plan: MeasurementPlan): Record<string, string> {
  const found = plan.system === undefined ? undefined : systemOf(plan.system);
  return Object.fromEntries(
    COMPILED.map((language) => [`TRIMTAB_WITH_${language}`, found?.compile(plan, language).join('\n') ?? '']),
  );
}

/**
 * Returns the environment of an instrumented build.
 * @param chosen variables set by the user
 * @param files.notes receives each compilation and each link, if it is given
 * @param files.ranges has the ranges of lines that are measured, if there are any
 */
export function buildEnvironment(
  chosen: Variables,
  plan: MeasurementPlan,
  { notes, ranges = '' }: { readonly notes?: string | undefined; readonly ranges?: string | undefined } = {},
): Record<string, string> {
  return {
    ...withoutPlan(chosen),
    ...variablesOf(plan),
    ...compilersOf(plan),
    [SELECTION.ranges]: ranges,
    ...present({ TRIMTAB_BUILD_LOG: notes }),
  };
}

/** Destination of the records of a run. */
export interface Place {
  /** Absolute path of the folder for records and archive. */
  readonly folder: string;
  /**
   * Whether the archive is made by the collector, from all processes, and not by one of them at its end. Several
   * unrelated processes would each make a separate one and replace those of the others.
   */
  readonly finishedLater: boolean;
  /** Absolute path of the file with the rules for functions, if there are any. */
  readonly selection?: string;
  /** Absolute path of the file with the rules as a measurement system reads them, if there are any. */
  readonly filter?: string;
}

/**
 * Returns the environment of a measured run.
 * @param chosen variables set by the user
 * @param place undefined if its records are not needed
 */
export function runEnvironment(chosen: Variables, plan: MeasurementPlan, place?: Place): Record<string, string> {
  return {
    ...withoutPlan(chosen),
    ...variablesOf(plan, place?.selection),
    ...(place === undefined ? {} : { TRIMTAB_EXPERIMENT_DIR: place.folder }),
    ...(place?.finishedLater === true ? { TRIMTAB_FINISH: '0' } : {}),
    ...(place === undefined || plan.system === undefined ? {} : systemOf(plan.system).environment(plan, place)),
  };
}

/** The environment of a finisher that does not wait for ever. @param patience for processes that still run */
export function finishEnvironment(chosen: Variables, patience: Seconds): Record<string, string> {
  return { ...chosen, TRIMTAB_FINISH_WAIT: String(patience) };
}

/** Returns the environment of a finisher of a copy of a running program's records, whose traced iterations are over. */
export const partsEnvironment = (): Record<string, string> => ({
  ...finishEnvironment({}, 0),
  TRIMTAB_FINISH_PARTS: '1',
});

/** How people set how much each process may record, for sentences. */
export const LIMIT_ADVICE = `set measure.limits.process in trimtab.yaml, or ${LIMIT}, to the bytes that each rank may record`;
