/** Which settings of trimtab.yaml a measurement system understands. */
import type { MeasurementPlan } from '../plan.js';
import { systemOf } from './index.js';
import type { SystemName } from './names.js';

/** The relevant part of `measure` in trimtab.yaml. */
interface Written {
  readonly with?: SystemName | undefined;
  readonly mode?: MeasurementPlan['mode'] | undefined;
}

/** Reports whether a setting is present: groups of settings exist without content too. */
const isSaid = (value: unknown): boolean =>
  value !== undefined && !(typeof value === 'object' && value !== null && Object.keys(value).length === 0);

/** Returns the modes allowed for a system, as advice; undefined if the mode is one of them. */
export function modeFault(name: SystemName, mode: MeasurementPlan['mode']): string | undefined {
  const { modes, title } = systemOf(name);
  if (modes.includes(mode)) return undefined;
  return `${title} keeps ${modes[0] ?? ''}s only; write ${modes.join(' or ')}, or leave it out`;
}

/** The settings that make no sense with the system that measures, and why: only the probe understands them. */
export function ofOtherSystem(written: Written): { readonly key: string; readonly message: string }[] {
  const { with: name, mode, ...others } = written;
  if (name === undefined) return [];
  const { title, understands } = systemOf(name);
  const known: readonly string[] = understands;
  const fault = mode === undefined ? undefined : modeFault(name, mode);
  const unknown = Object.entries(others).filter(([key, value]) => isSaid(value) && !known.includes(key));
  return [
    ...(fault === undefined ? [] : [{ key: 'mode', message: fault }]),
    ...unknown.map(([key]) => ({
      key,
      message: `${title} does not support it; remove it, or remove "with: ${name}" to measure with Trimtab's own probe`,
    })),
  ];
}
