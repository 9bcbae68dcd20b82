import { elementAt } from '../../../base/elements.js';
import { analyzeAccelerators } from '../accelerators/index.js';
import { clockProblem, TOLERABLE } from '../clocks/index.js';
import { causalGraphOf } from '../clocks/constraints.js';
import { type ClockCorrection, clockCorrections } from '../clocks/clockCorrection.js';
import { analyzeCollectives } from '../collectives/index.js';
import { compensationOf, compensationProblem } from '../compensation/index.js';
import { analyzeMessages } from '../messages/index.js';
import { forgetCollectives, forgetMessages } from '../records/communicationRecords.js';
import { analyzePolling } from '../polling/index.js';
import { analyzeRootCauses } from '../rootCauses/index.js';
import { bookReading } from './bookTimes.js';
import { analyzeThreads } from '../threads/index.js';
import { waitRecordsOf } from '../replay/waitRecords.js';
import { keepMessages } from '../timeline/messages.js';
import { blocksIn } from '../timeline/pass.js';
import { isThread } from '../certainty/locations.js';
import type { Search } from './search.js';
import type { Stage } from './stage.js';

/** Sends and receives are matched and searched. Their waiting is taken out of the time of the calls. */
const messages: Stage = {
  name: 'messages',
  telling: { done: 0, message: 'Searching messages for waiting time' },
  needs: ['messages', 'booked time', 'instances'],
  gives: ['wait states'],
  frees: [],
  run(search) {
    const { reading, matching, tolerance, clocks, processes, waits, problems } = search;
    tolerance.checkMessages(reading.records, matching);
    clocks.checkMessages(reading.records, matching, processes);
    const lackSince = (process: number): number => tolerance.receivesLackSince(process);
    problems.push(...analyzeMessages(reading.records, matching, processes, lackSince, waits));
    return undefined;
  },
};

const collectives: Stage = {
  name: 'collective operations',
  telling: { done: 0.1, message: 'Searching collective operations for waiting time' },
  needs: ['collectives', 'booked time', 'wait states', 'instances'],
  gives: ['clock violations'],
  frees: [],
  run({ reading, trace, processes, properties, waits, clocks, tolerance, timeline, problems }) {
    const { records } = reading;
    const log = timeline?.collectives;
    problems.push(
      ...analyzeCollectives(records, trace.definitions, processes, properties, waits, clocks, tolerance, log),
    );
    return undefined;
  },
};

/** Ends the search where times must be corrected first. */
const clocks: Stage = {
  name: 'clocks',
  needs: ['clock violations', 'messages', 'collectives'],
  gives: [],
  frees: ['clock violations'],
  run(search): readonly ClockCorrection[] | undefined {
    const { before, clocks: found, problems } = search;
    if (search.isCompensated) {
      problems.push(...compensationProblem(found));
      return undefined;
    }
    if (before === undefined && search.mayCorrect && found.largest > TOLERABLE) return correctionsFor(search);
    problems.push(...(before === undefined ? clockProblem(found) : clockProblem(before, found)));
    return undefined;
  },
};

/** Keeps the messages for a timeline, if one is made. */
const instances: Stage = {
  name: 'messages of the timeline',
  needs: ['messages', 'wait states'],
  gives: [],
  frees: [],
  run({ reading, matching, timeline }) {
    if (timeline === undefined) return undefined;
    keepMessages(reading.records, matching, timeline.waits, timeline.messages);
    timeline.steps.messages(reading.records, matching);
    return undefined;
  },
};

/** Keeps the records from which waits can be replayed, if requested. */
const replays: Stage = {
  name: 'replays',
  needs: ['messages', 'collectives', 'passes', 'threads'],
  gives: [],
  frees: [],
  run(search) {
    if (search.keepsWaitRecords) search.replayed = waitRecordsOf(search);
    return undefined;
  },
};

/**
 * Determines how to subtract overhead, if requested; the search continues with measured times. Messages and collective
 * operations are no longer needed afterwards.
 */
const compensation: Stage = {
  name: 'compensation',
  needs: ['messages', 'collectives', 'passes', 'threads'],
  gives: [],
  frees: ['messages', 'collectives'],
  run(search) {
    search.compensating = compensationOf(search);
    return undefined;
  },
};

/** Evaluates the results of passes over the events. */
const passes: Stage = {
  name: 'passes',
  needs: ['passes', 'booked time', 'instances'],
  gives: [],
  frees: ['passes'],
  run({
    reading,
    trace,
    processes,
    properties,
    tolerance,
    waits,
    severities,
    sampled,
    sampledTimes,
    remarks,
    files,
    counted,
    problems,
  }) {
    const { definitions } = trace;
    const { records } = reading;
    const results = {
      definitions,
      processes,
      properties,
      records,
      tolerance,
      waits,
      severities,
      sampled,
      sampledTimes,
      remarks,
      files,
      counted,
    };
    for (const pass of reading.passes) problems.push(...pass.finish(results));
    return undefined;
  },
};

const threads: Stage = {
  name: 'threads',
  telling: { done: 0.14, message: 'Searching OpenMP for waiting time' },
  needs: ['threads', 'booked time', 'wait states', 'instances'],
  gives: [],
  frees: [],
  run({ reading, processes, properties, regions, waits, tolerance, problems }) {
    problems.push(...analyzeThreads(reading.threads, processes, properties, regions, waits, tolerance));
    return undefined;
  },
};

const accelerators: Stage = {
  name: 'accelerators',
  needs: ['accelerators', 'booked time', 'instances'],
  gives: [],
  frees: ['accelerators'],
  run({ reading, trace, processes, profiles, waits, severities, tolerance }) {
    const { definitions } = trace;
    analyzeAccelerators(reading.accelerators, definitions, processes, profiles, waits, severities, tolerance);
    return undefined;
  },
};

const polling: Stage = {
  name: 'polling',
  needs: ['polling', 'booked time', 'instances'],
  gives: [],
  frees: ['polling'],
  run({ reading, trace, profiles, regions, waits, tolerance, remarks }) {
    const whole = { definitions: trace.definitions, profiles, tree: reading.tree, regions };
    remarks.set('mpi_polling', analyzePolling(reading.polling, whole, waits, tolerance));
    return undefined;
  },
};

/**
 * Computes statistics of the waits of each property: all of them are known, and their memory is reused by the causes.
 */
const statistics: Stage = {
  name: 'statistics',
  needs: ['instances'],
  gives: [],
  frees: ['instances'],
  run({ waits }) {
    waits.instances.summarize();
    return undefined;
  },
};

/** Works on the wait states and the calls they are in, and takes the waiting out of the timelines of the locations. */
const causes: Stage = {
  name: 'causes',
  telling: { done: 0.15, message: 'Searching for the causes of waiting' },
  needs: ['wait states', 'timelines', 'threads', 'booked time'],
  gives: [],
  frees: ['wait states', 'timelines', 'threads'],
  run(search) {
    const { reading, trace, processes, profiles, waits, severities, tolerance, crew } = search;
    const { definitions } = trace;
    waits.states.finish();
    const states = tolerance.judged(waits.states, reading.records, reading.threads);
    if (states !== waits.states) waits.states.table.clear();
    // Streams of devices run in parallel to the threads that start their kernels: they are not compared with them.
    const locations = profiles.filter(({ location }) => isThread(elementAt(definitions.locations, location)));
    const teams = search.timeline === undefined ? undefined : blocksIn(reading.passes).teams.rows();
    search.causes = analyzeRootCauses(
      { ...reading, definitions, processes, states, locations, crew, teams },
      severities,
    );
    tolerance.forgetUncertain(severities);
    return undefined;
  },
};

/** Time and visits of all call paths. Waiting that is found later is taken out of it. */
const times: Stage = {
  name: 'times',
  needs: ['profiles'],
  gives: ['booked time'],
  frees: [],
  run({ reading, regions, severities, tolerance }) {
    bookReading(reading, regions, severities, tolerance);
    return undefined;
  },
};

/** The stages that find out which calls of MPI wait for which others. */
export const communicationStages: readonly Stage[] = [times, messages, collectives];

/** The stages of a search in their order; `stage.ts` defines the dependencies. */
export const stages: readonly Stage[] = [
  times,
  messages,
  collectives,
  clocks,
  instances,
  replays,
  compensation,
  passes,
  threads,
  accelerators,
  polling,
  statistics,
  causes,
];

/** Returns the corrections of the processes' clocks; the search is over, so its memory is released first. */
function correctionsFor({ reading, matching, trace, processes }: Search): readonly ClockCorrection[] {
  const graph = causalGraphOf(reading.records, matching, trace.definitions, processes);
  forgetMessages(reading.records);
  forgetCollectives(reading.records);
  return clockCorrections(graph);
}
