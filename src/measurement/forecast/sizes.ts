/**
 * How many bytes the probe's records take: in its raw files (`probe/record.h`: words of 8 bytes, the first of them type
 * and time) and in an OTF2 archive (type, for some kinds a length, and compressed numbers: one byte that says how many
 * follow, and those; nine bytes of time where it is not that of the event before).
 */
import type { Bytes } from '../../base/units.js';

/** How many a location has of each. */
export interface Counted {
  /** Calls of functions of the program. */
  readonly functions: number;
  /** Calls of MPI, and entered and left constructs of OpenMP. */
  readonly mpi: number;
  readonly constructs: number;
  /** Messages that are over when the call returns, and those with a request. */
  readonly sends: number;
  readonly receives: number;
  readonly startedSends: number;
  readonly startedReceives: number;
  readonly collectives: number;
  /** Teams of threads that it was in, those that it made, and locks (critical sections) that it took. */
  readonly teams: number;
  readonly forks: number;
  readonly locks: number;
}

/** Events in an archive. */
export function eventsOf(counted: Counted): number {
  const { functions, mpi, constructs, sends, receives, startedSends, startedReceives } = counted;
  const { collectives, teams, forks, locks } = counted;
  const single = sends + receives;
  const pairs = startedSends + startedReceives + collectives + teams + forks + locks;
  return 2 * (functions + mpi + constructs + pairs) + single;
}

/** Raw bytes; calls of functions that are far away or were inlined take up to 16 more. */
export function rawBytes(counted: Counted): Bytes {
  const { functions, mpi, constructs, sends, receives, startedSends, startedReceives } = counted;
  const { collectives, teams, forks, locks } = counted;
  return (
    32 * (functions + constructs + sends + receives + teams + forks) +
    24 * mpi +
    56 * (startedSends + startedReceives) +
    40 * collectives +
    72 * locks
  );
}

/** Bytes of a number as OTF2 writes it. */
export function compressed(value: number): Bytes {
  let bytes = 1;
  for (let rest = Math.floor(value); rest > 0; rest = Math.floor(rest / 256)) bytes++;
  return bytes;
}

/** Bytes of the time of an event. */
export const TIME: Bytes = 9;

/**
 * Entering and leaving a region.
 * @param region its number, which both say
 * @param site number of the line that it is called from; undefined where nothing is known of it
 */
export function visitBytes(region: number, site: number | undefined): Bytes {
  // The line is an attribute: type, length, how many attributes there are, which, of what type, and its number.
  const attribute = site === undefined ? 0 : 6 + compressed(site);
  return 2 * (TIME + 1 + compressed(region)) + attribute;
}

/** What a location sends and receives, on average. */
export interface Message {
  readonly bytes: Bytes;
  /** Numbers of requests grow with their count. */
  readonly requests: number;
}

/** Everything but entering and leaving. */
export function otherBytes(counted: Counted, { bytes, requests }: Message): Bytes {
  const { sends, receives, startedSends, startedReceives, collectives, teams, forks, locks } = counted;
  // Type, length, partner, communicator, tag, and how much.
  const message = 2 + 2 + 1 + 2 + compressed(bytes);
  const request = compressed(requests);
  return (
    sends * message +
    receives * (TIME + message) +
    // The call is entered at the same time as the request is made.
    startedSends * (message + request + TIME + 2 + request) +
    startedReceives * (2 + request + TIME + message + request) +
    collectives * (2 + TIME + 2 + 2 + 1 + 2 + 2 * compressed(bytes)) +
    // Its parallel region is entered at the time when the team begins.
    teams * (3 + 3) +
    forks * (2 * TIME + 8) +
    // What is locked is entered when the lock is taken, and left with it and with what is around it.
    locks * (2 * 7 - TIME)
  );
}
