/** Sentences on what a trace has that is no part of the sums. */
import type { Problem } from '../../base/problem.js';
import { counted } from '../../base/text.js';

/** Numbers of events. */
export interface TraceFacts {
  /** No events, or ones without a time. */
  strange: number;
  /** Counters, markers, flows and the like. */
  markers: number;
  asynchronous: number;
  /** Sums over the whole trace. */
  summaries: number;
  /** Begins without an end. */
  begins: number;
  /** Ends without a begin. */
  ends: number;
  /** Durations that end after those around them. */
  overlapping: number;
  /** Whether the file has its end. */
  isWhole: boolean;
}

const was = (count: number): string => (count === 1 ? 'was' : 'were');
const is = (count: number): string => (count === 1 ? 'is' : 'are');

export function problemsOf(facts: TraceFacts): Problem[] {
  const { strange, markers, asynchronous, summaries, begins, ends, overlapping, isWhole } = facts;
  const warnings = [
    ...(isWhole ? [] : ['The file ends within its events: it is truncated. Values are incomplete. Copy it again.']),
    ...(strange === 0 ? [] : [`${counted(strange, 'event')} without a known type or a time ${was(strange)} ignored.`]),
    ...(begins === 0
      ? []
      : [
          `${counted(begins, 'begin')} of a duration ${begins === 1 ? 'has' : 'have'} no end: each ends with the duration around it, or with the last event of its thread.`,
        ]),
    ...(ends === 0 ? [] : [`${counted(ends, 'end')} of a duration without a begin ${was(ends)} ignored.`]),
    ...(overlapping === 0
      ? []
      : [
          `${counted(overlapping, 'duration')} ${is(overlapping)} not nested: ${overlapping === 1 ? 'it ends' : 'each ends'} after the one around it. Time after that end counts for the next outer duration.`,
        ]),
  ];
  const remarks = [
    ...(asynchronous === 0
      ? []
      : [`${counted(asynchronous, 'asynchronous event')} ${is(asynchronous)} excluded: they belong to no thread.`]),
    ...(markers === 0
      ? []
      : [`${counted(markers, 'event')} without a duration (counters, markers, flows) ${is(markers)} excluded.`]),
    ...(summaries === 0 ? [] : [`${counted(summaries, 'sum')} over the whole trace ${is(summaries)} excluded.`]),
  ];
  return [
    ...warnings.map((message): Problem => ({ level: 'warning', message })),
    ...remarks.map((message): Problem => ({ level: 'information', message })),
  ];
}
