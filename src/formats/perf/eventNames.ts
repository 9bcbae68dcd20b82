/** Names of events, as perf writes them: `cycles:u`, `cpu_core/cycles/u`, `sched:sched_switch`. */

/** Kind of an event's samples. */
export type EventKind = 'clock' | 'cycles' | 'other';

export interface EventName {
  /** Without the modifiers. */
  readonly name: string;
  /** The unit of the processor that counts, of processors with several kinds of cores: `cpu_atom`; empty otherwise. */
  readonly unit: string;
  /** The event without its unit and modifiers. */
  readonly base: string;
  /** The modes that are counted, sorted, such as `u` of user mode; empty for all. */
  readonly modes: string;
  readonly kind: EventKind;
}

/** Modifiers of perf list: modes, precision and how counters are scheduled. */
const MODIFIED = /^(.+):([ukhGHIpPSDWebR]{1,10})$/;
const OF_UNIT = /^([^/\s]+)\/(.*)\/([a-zA-Z]*)$/;
const CLOCK = /^(cpu|task)-clock$/;
const CYCLES = /^((cpu|ref|bus)-)?cycles$|^cpu_cycles$|^cpu_clk_(thread_)?unhalted(\.|$)/i;

/** The parts of an event's name. */
export function eventName(event: string): EventName {
  const [, unit = '', terms = '', ofUnit = ''] = OF_UNIT.exec(event) ?? [];
  const [, plain = unit === '' ? event : terms, modifiers = ofUnit] = MODIFIED.exec(unit === '' ? event : terms) ?? [];
  // Settings follow the event: `cpu/cycles,period=100000/`.
  const base = unit === '' ? plain : (plain.split(',', 1)[0] ?? plain);
  const modes = modifiers.split('').filter((letter) => 'ukh'.includes(letter));
  return {
    name: unit === '' ? plain : `${unit}/${plain}/`,
    unit,
    base,
    modes: [...new Set(modes)].sort().join(''),
    kind: CLOCK.test(base) ? 'clock' : CYCLES.test(base) ? 'cycles' : 'other',
  };
}
