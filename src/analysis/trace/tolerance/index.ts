import { elementAt } from '../../../base/elements.js';
import type { Doubt } from '../../../model/findings/findings.js';
import type { Trace } from '../../../model/trace.js';
import type { MessageMatching } from '../matching/messages.js';
import type { Processes } from '../../../model/processes.js';
import type { LocationProfile } from '../profile/locationProfile.js';
import type { CommunicationRecords } from '../records/communicationRecords.js';
import type { ThreadRecords } from '../records/threadRecords.js';
import type { WaitStates } from '../waits/waitStates.js';
import type { Severities } from '../severities/severities.js';
import { statesUntil } from './judgedStates.js';
import { certaintyOf, type LocationCertainty } from '../certainty/locations.js';
import type { LeakedRequests } from '../records/leakedRequests.js';
import type { ProcessReading } from '../profile/processReading.js';
import { doubtMessages, type MessageFindings } from './messages.js';
import { ProcessCertainty } from '../certainty/processCertainty.js';
import { summaryOf } from './summary.js';

/**
 * Determines the uncertain parts of a trace with missing or contradictory records. No result depends on them; they are
 * summarized in one warning.
 */
export class Tolerance {
  readonly processes: ProcessCertainty;
  private readonly profiles: readonly LocationProfile[];
  private readonly locations: readonly LocationCertainty[];
  private messages: MessageFindings | undefined;
  /** Time since which operations of several processes were excluded; Infinity if none were. */
  private leftOutSince = Number.POSITIVE_INFINITY;
  private leftOut = 0;

  constructor(
    private readonly trace: Trace,
    private readonly read: readonly ProcessReading[],
    private readonly members: Processes,
  ) {
    this.profiles = read.flatMap(({ profiles }) => profiles);
    this.locations = certaintyOf(trace, this.profiles);
    this.processes = new ProcessCertainty(this.locations, trace.definitions, members);
  }

  /** Time up to which all that happened at a location is in the trace; -Infinity where nothing is sure, Infinity where all is. */
  until(location: number): number {
    return elementAt(this.locations, location).until;
  }

  /** Reports whether all events of a location are missing. */
  isLost(location: number): boolean {
    return elementAt(this.locations, location).state === 'lost';
  }

  /** Reports whether all events of a location exist and are consistent. */
  isWhole(location: number): boolean {
    return this.until(location) === Number.POSITIVE_INFINITY;
  }

  /** The earliest `until` of the locations that share a location's process or device. */
  untilOfGroup(location: number): number {
    const members = elementAt(this.members.locations, elementAt(this.members.ofLocation, location));
    return members.reduce((least, member) => Math.min(least, this.until(member)), Number.POSITIVE_INFINITY);
  }

  /** Takes messages whose ends may not belong together out of the matching, and their calls out of all verdicts. */
  checkMessages(records: CommunicationRecords, matching: MessageMatching): void {
    const requests = this.read.map((process) => process.requests);
    this.messages = doubtMessages(records, matching, this.members, this.processes, requests);
  }

  /**
   * Returns the time since which a process may have received messages missing from its records: one was sent without a
   * receive. Infinity if there is none.
   */
  receivesLackSince(process: number): number {
    return this.messages?.receivesLackSince[process] ?? Number.POSITIVE_INFINITY;
  }

  /**
   * Records that operations of several processes, or threads, are excluded because members are missing or contradict
   * each other.
   * @param since begin of the first of them, in seconds
   */
  leaveOut(count: number, since: number): void {
    this.leftOut += count;
    if (count > 0) this.leftOutSince = Math.min(this.leftOutSince, since);
  }

  /** Up to when everything that processes do together is certain; the causes of waiting are known up to there. */
  get certainUntil(): number {
    const messages = this.messages?.since ?? Number.POSITIVE_INFINITY;
    return Math.min(this.processes.earliest, messages, this.leftOutSince);
  }

  /** Returns the wait states whose causes can be determined. */
  judged(states: WaitStates, records: CommunicationRecords, threads: ThreadRecords): WaitStates {
    return statesUntil(this.certainUntil, states, records, threads);
  }

  /** Drops results that require the whole run, if it is incomplete. */
  forgetUncertain(severities: Severities): void {
    if (this.certainUntil === Number.POSITIVE_INFINITY) return;
    for (const metric of severities.properties.named(({ ofWholeRun }) => ofWholeRun === true))
      severities.forget(metric);
  }

  /** Requests that never end; of traces that Trimtab measured, others may not record all ends. */
  get leakedRequests(): readonly LeakedRequests[] {
    return this.read.flatMap(({ requests }, process) => requests.leaked.map((leaked) => ({ process, ...leaked })));
  }

  /** Returns the warning; undefined if nothing is uncertain. */
  summary(): Doubt | undefined {
    return summaryOf({
      definitions: this.trace.definitions,
      profiles: this.profiles,
      processes: this.members,
      locations: this.locations,
      messages: this.messages?.ofProcess ?? [],
      leftOut: this.leftOut,
      certainUntil: this.certainUntil,
    });
  }
}
