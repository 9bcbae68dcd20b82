import type { Communicator } from '../../../model/definitions.js';
import type { Doubt } from '../../../model/findings/findings.js';
import type { Fraction, Seconds } from '../../../base/units.js';
import { counted, duration, percent } from '../../../base/text.js';
import type { HostFacts, MeasurementFacts, ProcessorWait } from './measurement.js';
import type { Seen } from './seen.js';

/** How many processes a run had, and what joined them. */
export interface Ranks {
  /** Processes of the trace that ran code. */
  readonly processes: number;
  /** Omitted if unknown. */
  readonly communicators?: readonly Communicator[];
}

/** Returns warnings if the processes did not work together, some are missing, or they shared processors. */
export function processDoubts(ranks: Ranks, facts: MeasurementFacts, seen: Seen): Doubt[] {
  return [
    separate(ranks, facts, seen) ?? partlyWithoutMpi(ranks, facts),
    missing(ranks, facts),
    oversubscribed(ranks, facts) ?? sharedProcessors(ranks, facts),
  ].filter((doubt) => doubt !== undefined);
}

const SHARED_NOTHING = 'each ran the whole program alone, and its times are not those of a parallel run';

function separate({ processes, communicators }: Ranks, facts: MeasurementFacts, seen: Seen): Doubt | undefined {
  const started = Math.max(processes, facts.launched ?? 0);
  if (started < 2) return undefined;
  const about = { kind: 'separate-programs', severity: 'error', title: `${started} programs of one rank` } as const;
  if (!seen.mpi && facts.usesMpi !== true) {
    if (seen.otherCommunication) return undefined;
    return {
      ...about,
      // Another measurement system may not have been configured to record MPI.
      severity: facts.isOwn ? 'error' : 'warning',
      title: `${started} processes without MPI`,
      sentence: facts.isOwn
        ? `${started} processes ran and none of them called MPI_Init: ${SHARED_NOTHING}.`
        : `No call of MPI is in the trace of these ${started} processes: either it was not recorded, or ${SHARED_NOTHING}.`,
      advice:
        'Build the program with MPI (its build may have an option for that), or run it as one process: write "ranks: 1" in trimtab.yaml.',
    };
  }
  // A trace of another system may leave communicators out that nothing happened in.
  if (
    !facts.isOwn ||
    communicators === undefined ||
    communicators.some(({ ranks, paradigm }) => paradigm !== 'openmp' && ranks.length > 1)
  )
    return undefined;
  return {
    ...about,
    sentence: `${started} processes ran and each was rank 0 of 1: ${SHARED_NOTHING}.`,
    advice:
      'Start the program with the launcher of the MPI library that it was built with, such as mpirun.openmpi or mpirun.mpich, in run.command of trimtab.yaml.',
  };
}

/** Some processes of a run with MPI never called it. */
function partlyWithoutMpi({ processes }: Ranks, facts: MeasurementFacts): Doubt | undefined {
  const { processesWithoutMpi: without = 0 } = facts;
  if (without === 0 || without >= processes) return undefined;
  const they = without === 1 ? 'it' : 'they';
  return {
    kind: 'separate-programs',
    severity: 'warning',
    title: `${without} of ${processes} processes without MPI`,
    sentence: `${without} of ${processes} processes never called MPI_Init: what ${they} did is in all sums and shares, but ${they} took no part in the communication.`,
    advice:
      'Check whether all ranks run the same program, and whether it starts other processes. Build every part with MPI, or measure only the parts that have it.',
  };
}

function missing({ processes }: Ranks, facts: MeasurementFacts): Doubt | undefined {
  const { launched = 0, ranksWithoutRecords = 0 } = facts;
  const all = Math.max(launched, processes + ranksWithoutRecords);
  if (processes < 2 || processes >= all) return undefined;
  return {
    kind: 'missing-ranks',
    severity: 'error',
    title: `${all - processes} of ${counted(all, 'rank')} missing`,
    sentence: `${all} processes were started and ${processes} of them are in the trace: sums and shares exclude the others.`,
    advice: 'Check whether all processes ended normally and wrote their records to a folder that all hosts share.',
  };
}

/** Reports the host on which most threads share a processor. */
function oversubscribed({ processes }: Ranks, { hosts, processorWait }: MeasurementFacts): Doubt | undefined {
  const crowd = ({ locations, processors }: HostFacts): number => (processors > 0 ? locations / processors : 0);
  const worst = hosts.reduce<HostFacts | undefined>(
    (most, host) => (most === undefined || crowd(host) > crowd(most) ? host : most),
    undefined,
  );
  if (worst === undefined || crowd(worst) <= 1) return undefined;
  const threads = counted(worst.locations, 'thread');
  const processors = counted(worst.processors, 'processor');
  const where = hosts.length === 1 ? '' : ` of ${worst.host}`;
  const share = processorWait === undefined ? 0 : averageWait(processes, processorWait);
  const waited =
    share < MUCH_WAIT.average ? '' : ` The ranks waited for a processor for ${percent(share)} of the run time.`;
  return {
    kind: 'oversubscribed',
    severity: 'warning',
    title: `${threads} on ${processors}`,
    sentence: `${counted(worst.ranks, 'rank')} with ${threads} shared ${processors}${where}: times hold waiting for a processor, which looks like work or like waiting for others.${waited}`,
    advice: isBound(worst) ? UNBIND : FEWER,
  };
}

const FEWER =
  'Run fewer ranks ("ranks" in trimtab.yaml) or fewer threads each (OMP_NUM_THREADS): one thread for each processor.';
const UNBIND =
  'If the host has more processors, the launcher bound each rank to one of them: start with "mpirun --bind-to none" or "srun --cpus-per-task=N" (run.command of trimtab.yaml). Otherwise run fewer ranks or fewer threads each (OMP_NUM_THREADS).';

/** Whether ranks with several threads had one processor each, as Open MPI binds one or two ranks by default. */
const isBound = ({ ranks, locations, processors }: HostFacts): boolean => locations > ranks && processors <= ranks;

/** From this share of the run time on, on average or of one rank, delays change which finding is the worst. */
const MUCH_WAIT = { average: 0.05, rank: 0.1 };

/** Less of one rank is chance: programs of tests end in a moment. */
const LEAST_WAIT: Seconds = 0.05;

/** Share of the run time, on average over the processes. */
const averageWait = (processes: number, { all, elapsed }: ProcessorWait): Fraction => all / processes / elapsed;

/** Processes that could run and had no processor, as the system counts it: other programs had it, or other ranks. */
function sharedProcessors({ processes }: Ranks, { processorWait }: MeasurementFacts): Doubt | undefined {
  if (processorWait === undefined || processes === 0) return undefined;
  const { most, rank, elapsed } = processorWait;
  const [average, ofRank] = [averageWait(processes, processorWait), most / elapsed];
  if (most < LEAST_WAIT || (average < MUCH_WAIT.average && ofRank < MUCH_WAIT.rank)) return undefined;
  const worst = processes === 1 ? '' : `, rank ${rank} for ${percent(ofRank)} (${duration(most)})`;
  const ranks = processes === 1 ? 'The program' : 'The ranks';
  return {
    kind: 'shared-processors',
    severity: 'warning',
    title: `processors available for ${percent(1 - average)} of the time`,
    sentence: `${ranks} waited for a processor for ${percent(average)} of the run time${worst}: other programs or threads used it. A delayed rank makes others wait.`,
    advice:
      'Run on idle processors: close other programs, reserve the node, or use fewer ranks. Repeat the run to see how much the times vary.',
  };
}
