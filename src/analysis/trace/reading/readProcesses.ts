import { CancelledError } from '../../../model/problem.js';
import type { Trace } from '../../../model/trace.js';
import { Forecast } from '../tables/forecast.js';
import type { Processes } from '../../../model/processes.js';
import { ForkList } from '../profile/forks.js';
import { LocationPass, type PassContext } from '../profile/locationPass.js';
import { regionTable } from '../profile/regionTable.js';
import { RequestRecords } from '../records/requestRecords.js';
import { joinRequests } from '../records/requests.js';
import { measurementFacts } from '../doubts/measurement.js';
import type { ProcessReading } from './processReading.js';
import { emptyReading, type Reading } from './reading.js';

/** Consecutive processes; `to` is not contained. */
export interface ProcessRange {
  readonly from: number;
  readonly to: number;
}

export interface ReadOptions {
  /** Called after each batch with the number of its events. */
  readonly onEvents?: (count: number) => void;
  /** Asked for each batch; reading ends with a CancelledError when it says true. */
  readonly isCancelled?: () => boolean;
}

/**
 * Reads all events of some processes, each location once. Processes can be read independently of each other: what they
 * share is only the numbering of call paths and records, which `Merger` makes one again.
 * @throws CancelledError when `isCancelled` says so
 */
export function readProcesses(
  trace: Trace,
  processes: Processes,
  { from, to }: ProcessRange,
  options: ReadOptions = {},
): Reading {
  const { definitions } = trace;
  const members = processes.locations.slice(from, to);
  const announced = (location: number): number => definitions.locations[location].announcedEvents;
  const forecast = new Forecast(members.flat().reduce((sum, location) => sum + announced(location), 0));
  const reading = emptyReading(forecast);
  const streams = Uint8Array.from(definitions.locations, ({ type }) => (type === 'accelerator-stream' ? 1 : 0));
  const requests = new RequestRecords();
  const context: PassContext = {
    ...reading,
    requests,
    regions: regionTable(definitions),
    streams,
    span: definitions.span,
  };
  const findLeaks = measurementFacts(definitions).isOwn;
  const onEvents = (count: number): void => {
    forecast.add(count);
    options.onEvents?.(count);
  };
  for (const locations of members) {
    const read = readProcess(trace, locations, context, { ...options, onEvents });
    reading.processes.push({ ...read, requests: joinRequests(requests, reading.records, findLeaks) });
    requests.reuse();
  }
  requests.clear();
  return reading;
}

function readProcess(
  trace: Trace,
  locations: readonly number[],
  context: PassContext,
  { onEvents, isCancelled }: ReadOptions,
): Omit<ProcessReading, 'requests'> {
  const forks = new ForkList(context.threads.teamSizes);
  const profiles = locations.map((location) => {
    const forecast = new Forecast(trace.definitions.locations[location].announcedEvents);
    const pass = new LocationPass(location, context, forks, forecast);
    for (const batch of trace.batches(location)) {
      if (isCancelled?.() === true) throw new CancelledError();
      pass.add(batch);
      forecast.add(batch.count);
      onEvents?.(batch.count);
    }
    pass.finish();
    return pass;
  });
  return { profiles, master: forks.master };
}
