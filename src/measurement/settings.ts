/** `measure` in `trimtab.yaml`: what a person chooses of a plan. */
import { present } from '../base/present.js';
import * as v from 'valibot';
import { strictObject } from '../base/schemas.js';
import type { Bytes } from '../base/units.js';
import { COUNTER_ADVICE, isCounterName, MOST_COUNTERS } from './counters.js';
import { areIterations } from './iterations.js';
import { SYSTEMS } from './adapters/names.js';
import { ofOtherSystem } from './adapters/settings.js';
import { HOOKS, LIVE, MODES, type PlanSettings, USUAL } from './plan.js';

/** Higher rates cost more than their benefit; the probe's maximum is the same. */
const MOST_SAMPLES = 10_000;

const SIZE = 'write an amount of data such as "2 GB", or a number of bytes';
const LEAST = 'write at least 4096 bytes';
const AMOUNT = /^\s*(\d+(?:\.\d+)?)\s*([kMGT]?B)\s*$/;
const UNITS = ['B', 'kB', 'MB', 'GB', 'TB'];

const ITERATIONS = 'write rising iterations such as "100-110" or "1-2,100-110"';

/** @returns undefined for what is no amount of data */
function bytesOf(text: string): Bytes | undefined {
  const [, digits = '', unit = ''] = AMOUNT.exec(text) ?? [];
  const bytes = Math.round(Number(digits) * 1000 ** UNITS.indexOf(unit));
  return digits !== '' && Number.isSafeInteger(bytes) ? bytes : undefined;
}

const size = (description: string) =>
  v.pipe(
    v.union(
      [v.pipe(v.number(), v.safeInteger(), v.minValue(4096, LEAST)), v.pipe(v.string(), v.regex(AMOUNT, SIZE))],
      SIZE,
    ),
    v.description(description),
    v.examples(['2 GB']),
    v.transform((value) => (typeof value === 'number' ? value : (bytesOf(value) ?? Number.NaN))),
    v.number(SIZE),
    v.minValue(4096, LEAST),
  );
/** @param usual the default, for editors */
const flag = (description: string, usual: boolean) =>
  v.pipe(v.boolean('write true or false'), v.description(description), v.metadata({ default: usual }));
const parts = v.array(
  v.pipe(v.string('write each as a text'), v.minLength(1, 'write at least one character')),
  'write a list of parts of names, such as [tiny_function]',
);

const leaveOut = v.pipe(
  strictObject({
    functions: v.optional(
      v.pipe(
        parts,
        v.description('Parts of names of functions, as the compiler prints them.'),
        v.examples([['tiny_function']]),
      ),
    ),
    files: v.optional(
      v.pipe(parts, v.description('Parts of names of files whose functions are excluded.'), v.examples([['vendor/']])),
    ),
  }),
  v.description(
    "Functions that are not recorded, by parts of names; compilers other than gcc's cannot leave any out. The program has to be compiled again when this changes.",
  ),
);
const limits = v.pipe(
  strictObject({
    process: v.optional(
      size(
        'Limit of the records of one process; then recording stops. By default, the processes share two fifths of the free disk.',
      ),
    ),
    trace: v.optional(size('Trimtab asks before it measures a trace with a larger forecast size; 20 GB by default.')),
    buffer: v.optional(
      size('Memory in which each thread collects records before they are written; 16 MiB by default.'),
    ),
  }),
  v.description('Amounts of data, such as "2 GB", or a number of bytes.'),
);

/** Settings in `measure`: those of the plan, and of questions before a run. */
export interface MeasureSettings extends PlanSettings {
  /** Above which size a trace is asked about. */
  readonly largeTrace?: Bytes;
}

/** Schema of `measure`; returns the settings of a plan. */
export const measureSchema = v.pipe(
  strictObject({
    with: v.optional(
      v.pipe(
        v.picklist(SYSTEMS, `write ${SYSTEMS.join(', ').replace(/, (?=[^,]*$)/, ' or ')}`),
        v.description(
          "A measurement system of the target, in place of Trimtab's own probe: the program is built and run with it, and its results are opened. trimtab targets check lists the available ones.",
        ),
        v.examples(['score-p']),
      ),
    ),
    mode: v.optional(
      v.pipe(
        v.picklist(MODES, `write ${MODES.join(' or ')}`),
        v.description(
          'Data of a run: a trace keeps every event, and shows waiting and its causes; a profile keeps sums by call path, and stays small however long the program runs. By default, the first run of a program on a target is a profile. Later runs are traces without functions that cost more to record than they contribute. Workflows that compare runs measure traces.',
        ),
      ),
    ),
    functions: v.optional(
      v.pipe(
        v.union([v.boolean(), v.literal('all')], 'write true, false or all'),
        v.description(
          'Records calls of functions; false for MPI and OpenMP alone. With sleds, true means those within the budget, and all means all.',
        ),
        v.metadata({ default: true }),
      ),
    ),
    hooks: v.optional(
      v.pipe(
        v.picklist(HOOKS, 'write sleds, called-sleds or compiler'),
        v.description(
          'How functions are recorded: sleds cost almost nothing while they are off, and are switched on for functions within the budget (x86-64, GNU and LLVM compilers). Sleds of the kind called-sleds are switched without a change of code, for programs that may not change theirs. Hooks of the compiler record all functions of the source.',
        ),
        v.metadata({ default: USUAL.hooks }),
      ),
    ),
    budget: v.optional(
      v.pipe(
        v.number('write a number of percent'),
        v.minValue(0, 'write 0 or more'),
        v.maxValue(100, 'write 100 or less'),
        v.integer('write a whole number'),
        v.description(
          "Percent of a thread's time that recording functions with sleds may take; with 100 none is switched off for its cost.",
        ),
        v.metadata({ default: USUAL.budget }),
      ),
    ),
    inlineFunctions: v.optional(
      flag("Whether functions of the program's headers are recorded too (with clang: inlined functions).", false),
    ),
    leaveOut: v.optional(leaveOut, {}),
    openmp: v.optional(flag('Whether OpenMP is recorded.', true)),
    io: v.optional(
      flag(
        'Whether input and output are recorded: calls of POSIX and ISO C that read, write or name files, and files of MPI.',
        false,
      ),
    ),
    sampling: v.optional(
      v.pipe(
        v.number('write a number of samples a second'),
        v.minValue(0, 'write 0 or more'),
        v.maxValue(MOST_SAMPLES, `write ${MOST_SAMPLES} or less`),
        v.integer('write a whole number'),
        v.description(
          'Sampling rate per thread in Hz; 0 disables sampling. Samples attribute time to source lines. In traces, on Linux with kernel.perf_event_paranoid of 2 or less.',
        ),
        v.metadata({ default: USUAL.sampling }),
        v.examples([1000]),
      ),
    ),
    counters: v.optional(
      v.pipe(
        v.array(
          v.pipe(v.string(COUNTER_ADVICE), v.check(isCounterName, COUNTER_ADVICE)),
          'write a list of counters, such as [task-clock, page-faults]',
        ),
        v.maxLength(MOST_COUNTERS, `write ${MOST_COUNTERS} counters or fewer`),
        v.transform((names) => [...new Set(names)]),
        v.description(
          'Events of the processor and the kernel that are counted by call path: names of perf (instructions, L1-dcache-load-misses, task-clock, page-faults) or PAPI (PAPI_TOT_INS), or codes of the processor (r01a8). Functions that are too short for reading counters count for their callers.',
        ),
        v.examples([['task-clock', 'page-faults']]),
      ),
    ),
    memory: v.optional(
      flag(
        'Whether the heap is watched: how much of it each process holds at most, and which calls took that.',
        USUAL.memory,
      ),
    ),
    threads: v.optional(
      flag(
        'Whether waiting of POSIX threads for each other is recorded: locks that others hold, conditions, barriers, semaphores and joins.',
        USUAL.threads,
      ),
    ),
    phase: v.optional(
      v.pipe(
        v.string('write the name of a function, region or phase'),
        v.minLength(1, 'write at least one character'),
        v.maxLength(255, 'write at most 255 characters'),
        // oxlint-disable-next-line no-control-regex -- what no name holds
        v.regex(/^[^\x00-\x1f\x7f]*$/, 'write no control characters'),
        v.description(
          'The progress loop: a function each call of which is an iteration, or a region or phase that the program names; its first dynamic phase by default. Functions are switched at its iterations while the program runs.',
        ),
        v.examples(['time_step']),
      ),
    ),
    iterations: v.optional(
      v.pipe(
        v.string(ITERATIONS),
        v.check(areIterations, ITERATIONS),
        v.description('Iterations of the progress loop in which functions are recorded; all by default.'),
        v.examples(['100-110']),
      ),
    ),
    live: v.optional(
      v.pipe(
        v.picklist(LIVE, 'write none, folder or tcp'),
        v.description(
          "Control channel of a run: the files and the socket of its folder, or none. With tcp also a port of its node's loopback, for jobs on nodes that only a step of the job can reach. By default the folder, if the program has MPI or threads.",
        ),
        v.examples(['tcp']),
      ),
    ),
    limits: v.optional(limits, {}),
    clocks: v.optional(
      v.pipe(
        v.picklist(['hosts', 'processes'], 'write hosts or processes'),
        v.description('Between what offsets of clocks are measured: the hosts, or all processes.'),
        v.metadata({ default: 'hosts' }),
      ),
    ),
  }),
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed) return;
    for (const { key, message } of ofOtherSystem(dataset.value))
      addIssue({
        message,
        path: [{ type: 'object', origin: 'value', input: dataset.value, key, value: dataset.value }],
      });
  }),
  v.description('Data to measure, and the method.'),
  v.transform(
    ({
      with: system,
      mode,
      functions,
      hooks,
      budget,
      inlineFunctions,
      leaveOut,
      openmp,
      io,
      sampling,
      counters,
      memory,
      threads,
      phase,
      iterations,
      live,
      limits,
      clocks,
    }): MeasureSettings => ({
      ...present({ system, mode }),
      ...(functions === undefined ? {} : { functions: functions === 'all' ? 'all' : functions ? 'chosen' : 'none' }),
      ...present({
        hooks,
        budget,
        inlineFunctions,
        leftOutFunctions: leaveOut.functions,
        leftOutFiles: leaveOut.files,
      }),
      ...(openmp === undefined ? {} : { adapters: openmp ? ['mpi', 'openmp'] : ['mpi'] }),
      ...present({
        io,
        sampling,
        counters,
        memory,
        threads,
        phase,
        iterations,
        live,
        processLimit: limits.process,
        largeTrace: limits.trace,
        buffer: limits.buffer,
        clocks,
      }),
    }),
  ),
);

/** Key in `measure` of each setting, for messages; MPI is switched by its variable alone. */
export const PLACES: Readonly<Record<Exclude<keyof PlanSettings, 'selection' | 'ranges' | 'mpi'>, string>> = {
  mode: 'mode',
  functions: 'functions',
  hooks: 'hooks',
  budget: 'budget',
  inlineFunctions: 'inlineFunctions',
  leftOutFunctions: 'leaveOut.functions',
  leftOutFiles: 'leaveOut.files',
  adapters: 'openmp',
  io: 'io',
  sampling: 'sampling',
  counters: 'counters',
  memory: 'memory',
  threads: 'threads',
  phase: 'phase',
  iterations: 'iterations',
  live: 'live',
  processLimit: 'limits.process',
  buffer: 'limits.buffer',
  clocks: 'clocks',
  system: 'with',
};
