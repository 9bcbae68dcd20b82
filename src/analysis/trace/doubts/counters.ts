import type { Definitions } from '../../../model/definitions.js';
import type { Problem } from '../../../base/problem.js';
import { counted, duration, percent, plainLine } from '../../../base/text.js';

/** Maximum number of listed names; the rest is counted. */
const MOST_NAMES = 3;

type Properties = Pick<Definitions, 'properties'>;

/**
 * Reads the probe's properties about counters of the processor and the kernel (listed in its README). They are
 * unavailable counters, multiplexed ones, and functions that are too short for reading them.
 */
export function countersOfRun(definitions: Properties): Problem[] {
  return [...denied(definitions), ...shared(definitions), ...refused(definitions)];
}

const linesOf = ({ properties }: Properties, name: string): string[] =>
  (properties.get(`TRIMTAB::${name}`) ?? '').split('\n').flatMap((line) => {
    const text = plainLine(line).trim();
    return text === '' ? [] : [text];
  });

function denied(definitions: Properties): Problem[] {
  return linesOf(definitions, 'COUNTERS_DENIED').map((line) => {
    const [, name = line, why = ''] = /^(\S+) (.+)$/.exec(line) ?? [];
    const because = why === '' ? '' : ` (perf_event_open: ${why})`;
    const advice =
      'This machine does not have it, does not show it, as most virtual machines do, or kernel.perf_event_paranoid forbids it; task-clock and page-faults are counted everywhere.';
    return { level: 'warning' as const, message: `${name} was not counted${because}. ${advice}` };
  });
}

function shared(definitions: Properties): Problem[] {
  return linesOf(definitions, 'COUNTERS_SHARED').map((line) => {
    const [, name = line, part = ''] = /^(\S+) ([\d.]+)$/.exec(line) ?? [];
    const message = `${name} took turns with other counters: it was counted in ${percent(Number(part) / 100)} of the time, and the rest is scaled from that. Measure fewer counters at once for exact numbers.`;
    return { level: 'information' as const, message };
  });
}

function refused(definitions: Properties): Problem[] {
  const count = Math.round(Number(definitions.properties.get('TRIMTAB::REGIONS_WITHOUT_COUNTERS') ?? ''));
  if (!(count > 0)) return [];
  const names = linesOf(definitions, 'NAMES_WITHOUT_COUNTERS').slice(0, MOST_NAMES);
  const which = names.length === 0 ? '' : ` (${names.join(', ')}${count > names.length ? ', …' : ''})`;
  const nanoseconds = Number(definitions.properties.get('TRIMTAB::COUNTER_READING_NANOSECONDS') ?? '');
  const took = nanoseconds > 0 ? `, which takes ${duration(nanoseconds * 1e-9)} twice a call,` : '';
  const message =
    `Counters are not read at ${counted(count, 'function')}${which}: reading them${took} would be more than 1 % of ` +
    `${count === 1 ? 'its' : 'their'} mean duration. Their counts are included in those of their callers.`;
  return [{ level: 'information', message }];
}
