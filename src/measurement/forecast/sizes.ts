/**
 * Size in bytes of the probe's records. In its raw files (`probe/format/record.h`), words have 8 bytes, and the first contains
 * type and time. In an OTF2 archive, records have a type, for some kinds a length, and compressed numbers: one byte
 * with the number of bytes that follow, and those. The time has nine bytes if it differs from that of the previous
 * event.
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
  /** Calls of POSIX and ISO C that read, write or name files. */
  readonly files: number;
  /** Reads or writes, blocking and nonblocking. */
  readonly operations: number;
  readonly startedOperations: number;
  /** Files that were opened, closed, copied or deleted, and places in them that were sought. */
  readonly handles: number;
  readonly seeks: number;
  /** Counter values: a reading of three counters is three of them. */
  readonly readings: number;
  /** Callers of MPI that were found on the stack, once for each call that enters them, and what lies between calls. */
  readonly callers: number;
}

/** Events in an archive. */
export function eventsOf(counted: Counted): number {
  const { functions, mpi, constructs, sends, receives, startedSends, startedReceives } = counted;
  const { collectives, teams, forks, locks, files, operations, startedOperations, handles, seeks } = counted;
  const { readings, callers } = counted;
  const single = sends + receives + handles + seeks + readings;
  const pairs = startedSends + startedReceives + collectives + teams + forks + locks + operations + callers;
  return 2 * (functions + mpi + constructs + files + pairs) + 3 * startedOperations + single;
}

/** Raw bytes; calls of functions that are far away or were inlined take up to 16 more. */
export function rawBytes(counted: Counted): Bytes {
  const { functions, mpi, constructs, sends, receives, startedSends, startedReceives } = counted;
  const { collectives, teams, forks, locks, files, operations, startedOperations, handles, seeks, readings } = counted;
  // With counters, functions are entered with full addresses.
  const ofFunction = readings > 0 ? 48 : 32;
  return (
    ofFunction * functions +
    32 * (constructs + sends + receives + teams + forks + operations + seeks) +
    24 * (mpi + files + readings) +
    56 * (startedSends + startedReceives) +
    40 * collectives +
    72 * locks +
    64 * startedOperations +
    // An opened handle needs 24, a closed one 16.
    20 * handles
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
 * Returns the size of entering and leaving a region.
 * @param region its number, which both contain
 * @param site number of the line that it is called from; undefined if unknown
 */
export function visitBytes(region: number, site: number | undefined): Bytes {
  // The line is an attribute: type, length, how many attributes there are, which, of what type, and its number.
  const attribute = site === undefined ? 0 : 6 + compressed(site);
  return 2 * (TIME + 1 + compressed(region)) + attribute;
}

/** Average messages sent and received by a location. */
export interface Message {
  readonly bytes: Bytes;
  /** Numbers of requests grow with their count. */
  readonly requests: number;
}

/** Average file use of a location. */
export interface FileUse {
  readonly bytes: Bytes;
  /** By which the beginning and the end of an operation find each other. */
  readonly matching: number;
}

/** Returns the size of file records in addition to entering and leaving: they have the time of one of these. */
export function fileBytes(
  { operations, startedOperations, handles, seeks }: Counted,
  { bytes, matching }: FileUse,
): Bytes {
  // Type, length, and which file.
  const event = 2 + 2;
  const moved = compressed(bytes) + compressed(matching);
  // Those that go on are numbered by process, beyond all others.
  const request = 8;
  return (
    // How, with which flags, and how much was asked for; and how much was done.
    operations * (event + 2 + moved + event + moved) +
    startedOperations * (event + 3 + event + event + 2 * compressed(bytes) + 3 * request) +
    // Only open operations contain the access mode.
    handles * (event + 2) +
    seeks * (event + 1 + 2 * compressed(bytes))
  );
}

/** Returns the size of everything except entering and leaving, and the records of files and counters. */
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
    // A lock region is entered when the lock is acquired, and left with the lock and its enclosing region.
    locks * (2 * 7 - TIME)
  );
}
