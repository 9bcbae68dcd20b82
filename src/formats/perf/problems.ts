/** Reported data of a recording in addition to its values. */
import type { Problem } from '../../base/problem.js';
import { plainName } from '../../base/plainText.js';
import { counted, duration } from '../../base/text.js';
import type { SampledEvent } from './events.js';
import type { OtherProgram } from './programs.js';
import type { TimedEvent } from './time.js';

/** At most so many programs are named. */
const MOST_NAMED = 3;

/** Idle CPUs, whose samples are no part of the program. */
export function idleSamples(events: readonly SampledEvent[], timed: readonly TimedEvent[]): Problem[] {
  const counting = timed.length > 0 ? timed.map(({ event }) => event) : events;
  const samples = counting.reduce((sum, { idle }) => sum + idle, 0);
  if (samples === 0) return [];
  const time = timed.reduce(
    (sum, { event, byPeriod, scale }) => sum + scale * (byPeriod ? event.idlePeriods : event.idle),
    0,
  );
  const amount = `${counted(samples, 'sample')} of idle CPUs${time > 0 ? ` (${duration(time)})` : ''}`;
  const message = `${amount} ${samples === 1 ? 'is' : 'are'} excluded: process 0 is the idle loop of the kernel.`;
  return [{ level: 'warning', message }];
}

/** Programs that ran at the same time. @param text an amount of the ranking metric with its unit */
export function excludedPrograms(others: readonly OtherProgram[], text: (amount: number) => string): Problem[] {
  if (others.length === 0) return [];
  const named = others
    .slice(0, MOST_NAMED)
    .map(({ name, amount }) => `${plainName(name) || 'unnamed'} ${text(amount)}`);
  const more = others.length > named.length ? `, and ${counted(others.length - named.length, 'more program')}` : '';
  const amount = others.length === 1 ? 'Another program is' : `${others.length} other programs are`;
  const message = `${amount} excluded: ${named.join(', ')}${more}. To analyze one of them, print it with "perf script --comms NAME > out.perf".`;
  return [{ level: 'warning', message }];
}

/** Lines and samples that were not read. */
export function strange(lines: number, dropped: number): Problem[] {
  const messages = [
    ...(lines === 0
      ? []
      : [`${counted(lines, 'line')} that perf does not print ${lines === 1 ? 'was' : 'were'} ignored.`]),
    ...(dropped === 0 ? [] : [`${counted(dropped, 'sample')} of events beyond the first 256 were ignored.`]),
  ];
  return messages.map((message) => ({ level: 'warning', message }));
}
