import type { Definitions } from '../../../model/definitions.js';
import type { Seconds } from '../../../base/units.js';

/** Property of a trace that contains only some iterations of a larger one: `3,17 of 500`. */
export const REPRESENTATIVES = 'TRIMTAB::REPRESENTATIVE_ITERATIONS';

/** Property of a trace whose times were predicted: `true`. */
export const PREDICTED = 'TRIMTAB::PREDICTED';

/** Processes and processors of one host. */
export interface HostFacts {
  readonly host: string;
  /** Processors that the ranks of this host could use together. */
  readonly processors: number;
  readonly ranks: number;
  /** Threads of all these ranks. */
  readonly locations: number;
}

/** Facts that the measurement recorded about itself; unknown ones are omitted. */
export interface MeasurementFacts {
  /** Whether Trimtab's own probe made the trace. */
  readonly isOwn: boolean;
  /** Records that could not be kept, of all locations, and why the first were not. */
  readonly lostRecords?: number;
  readonly stoppedReason?: string;
  /** File name of the profile next to a truncated trace, which covers the whole run. */
  readonly goesOnIn?: string;
  /** Of a profiled run of which iterations were traced: which, `?` where that is not known, and the profile of all of it. */
  readonly partsTraced?: { readonly iterations: string; readonly profile: string };
  /** Of a trace that holds some iterations of a larger one: which, and of how many. */
  readonly representatives?: { readonly iterations: string; readonly of: number };
  /** Whether its times were predicted from those of another trace. */
  readonly isPredicted: boolean;
  /** Time that recording took at least, of all locations, without writing buffers; and that writing them took. */
  readonly overhead?: Seconds;
  readonly flushing?: Seconds;
  /** Processes that the launcher started. */
  readonly launched?: number;
  /** Ranks that are known of and left no records. */
  readonly ranksWithoutRecords?: number;
  /** Ranks that were killed or still ran, so that their last records are missing. */
  readonly ranksCut?: number;
  /** Number of processes that never called MPI, if others did. */
  readonly processesWithoutMpi?: number;
  /** Whether any process initialized MPI. */
  readonly usesMpi?: boolean;
  /** Whether the probe was loaded into a program that was not built with it. */
  readonly isPreloaded: boolean;
  /** Why functions could not be switched on, where its code cannot be changed while it runs. */
  readonly functionsDenied?: string;
  /** Records of functions; 0 where the program was compiled without hooks. */
  readonly functionRecords?: number;
  readonly hosts: readonly HostFacts[];
  readonly processorWait?: ProcessorWait;
}

/** How long the first threads of all processes could run and had no processor. */
export interface ProcessorWait {
  readonly all: Seconds;
  /** The most of one process, and its rank. */
  readonly most: Seconds;
  readonly rank: number;
  /** The longest run time of a process. */
  readonly elapsed: Seconds;
}

/** Reads what Trimtab's probe writes as properties of a trace (its README lists them); traces of others have none. */
export function measurementFacts({ properties }: Pick<Definitions, 'properties'>): MeasurementFacts {
  const number = (name: string): number | undefined => {
    const text = properties.get(`TRIMTAB::${name}`) ?? '';
    const value = text.trim() === '' ? Number.NaN : Number(text);
    return Number.isFinite(value) && value >= 0 ? value : undefined;
  };
  const numbers = {
    lostRecords: number('RECORDS_LOST'),
    overhead: number('OVERHEAD_SECONDS'),
    flushing: number('FLUSH_SECONDS'),
    launched: number('RANKS_STARTED'),
    ranksWithoutRecords: number('RANKS_WITHOUT_RECORDS'),
    ranksCut: number('RANKS_CUT'),
    processesWithoutMpi: number('PROCESSES_WITHOUT_MPI'),
    functionRecords: number('FUNCTION_RECORDS'),
  };
  const known: Partial<Record<keyof typeof numbers, number>> = Object.fromEntries(
    Object.entries(numbers).filter(([, value]) => value !== undefined),
  );
  const reason = properties.get('TRIMTAB::STOPPED_REASON') ?? '';
  const goesOnIn = properties.get('TRIMTAB::GOES_ON_IN') ?? '';
  const denied = properties.get('TRIMTAB::FUNCTIONS_DENIED') ?? '';
  const initialized = properties.get('TRIMTAB::MPI_INITIALISED');
  return {
    ...known,
    // Trimtab's exports have the same creator but no measurement properties.
    isOwn: properties.get('creator') === 'Trimtab' || properties.get('TRIMTAB::MODE') === 'profile',
    isPredicted: properties.get(PREDICTED) === 'true',
    isPreloaded: properties.get('TRIMTAB::PRELOADED') === 'true',
    hosts: hostsOf(properties.get('TRIMTAB::HOSTS') ?? ''),
    ...processorWaitIn(properties),
    ...(reason === '' ? {} : { stoppedReason: reason }),
    ...(goesOnIn === '' ? {} : { goesOnIn }),
    ...partsTracedOf(properties),
    ...representativesIn(properties),
    ...(denied === '' ? {} : { functionsDenied: denied }),
    ...(initialized === 'true' || initialized === 'false' ? { usesMpi: initialized === 'true' } : {}),
  };
}

/**
 * Returns the traced iterations. Text from a file enters sentences only as numbers and as the name of a file in the
 * same folder.
 */
function partsTracedOf(properties: Definitions['properties']): Pick<MeasurementFacts, 'partsTraced'> {
  const profile = properties.get('TRIMTAB::WHOLE_RUN_IN') ?? '';
  const iterations = properties.get('TRIMTAB::ITERATIONS_TRACED') ?? '';
  if (!/^\w[\w.-]{0,99}$/.test(profile)) return {};
  return { partsTraced: { iterations: /^[\d?,-]{1,200}$/.test(iterations) ? iterations : '?', profile } };
}

function representativesIn(properties: Definitions['properties']): Pick<MeasurementFacts, 'representatives'> {
  const text = properties.get(REPRESENTATIVES) ?? '';
  const [, iterations = '', of] = /^(\d[\d,]{0,9999}) of (\d{1,9})$/.exec(text) ?? [];
  return of === undefined ? {} : { representatives: { iterations, of: Number(of) } };
}

function processorWaitIn(properties: Definitions['properties']): Pick<MeasurementFacts, 'processorWait'> {
  const seconds = String.raw`\d{1,12}(?:\.\d{1,9})?`;
  const text = properties.get('TRIMTAB::PROCESSOR_WAIT') ?? '';
  const [, all, most, rank] = new RegExp(`^(${seconds}) (${seconds}) (\\d{1,9})$`).exec(text) ?? [];
  const elapsed = Number(properties.get('TRIMTAB::ELAPSED_SECONDS') ?? Number.NaN);
  if (all === undefined || most === undefined || rank === undefined || !(elapsed > 0)) return {};
  return { processorWait: { all: Number(all), most: Number(most), rank: Number(rank), elapsed } };
}

/** @param text for each host `HOST=PROCESSORS,RANKS,LOCATIONS`, separated by blanks; other parts are ignored */
function hostsOf(text: string): HostFacts[] {
  return [...text.matchAll(/(?<=^|\s)(\S+)=(\d{1,9}),(\d{1,9}),(\d{1,9})(?=\s|$)/g)].map(
    ([, host = '', processors, ranks, locations]) => ({
      host,
      processors: Number(processors),
      ranks: Number(ranks),
      locations: Number(locations),
    }),
  );
}
