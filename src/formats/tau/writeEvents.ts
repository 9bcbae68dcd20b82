import { absent, elementAt } from '../../base/elements.js';
import type { AtomicEvents } from '../../model/atomicEvents.js';

/** The lines of atomic events at a location; none where there are none. */
export function eventLines(events: AtomicEvents | undefined, location: number): readonly string[] {
  if (events === undefined) return [];
  const lines: string[] = [];
  events.location.forEach((at, row) => {
    if (at !== location) return;
    const { name, context } = events.events[elementAt(events.event, row)] ?? absent(row);
    const text = [name, ...(context.length === 0 ? [] : [context.join(' => ')])].join(' : ').replace(/[\r\n"]+/g, ' ');
    const numbers = [events.count, events.max, events.min, events.mean, events.sumOfSquares].map((column) =>
      elementAt(column, row),
    );
    lines.push(`"${text}" ${numbers.join(' ')}`);
  });
  return lines.length === 0
    ? []
    : [`${lines.length} userevents`, '# eventname numevents max min mean sumsqr', ...lines];
}
