/** Options that several commands have, and parsers of values. */
import { Option } from '@commander-js/extra-typings';
import { UsageError } from './usageError.js';

/** Passes what a command line requests to the program. */
export type Submit<Request> = (request: Request) => void;

export const jsonOption = () => new Option('--json', 'print results as JSON');

export const projectOption = () =>
  new Option(
    '--project <folder>',
    'use the experiments of this project; by default, it is found from the current folder upwards',
  );

export const onceOption = () => new Option('--once', 'show it once and exit');

/** Collects the values of an option that may be repeated. */
export function collect(text: string, before: string[] | undefined): string[] {
  return [...(before ?? []), text];
}

/** A parser of whole numbers. @param option with two dashes @throws UsageError */
export function wholeNumber(option: string, { least = 0, most = 999_999, of = 'a whole number' } = {}) {
  return (text: string): number => {
    const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
    if (value >= least && value <= most) return value;
    throw new UsageError(`${option} takes ${of} from ${least} to ${most}, not "${text}".`);
  };
}

/** A parser of nanoseconds. @throws UsageError */
export function nanoseconds(text: string): number {
  if (/^\d{1,9}(\.\d{1,6})?$/.test(text) && Number(text) > 0) return Number(text);
  throw new UsageError(`--cost takes the nanoseconds that recording a call costs, such as 100, not "${text}".`);
}
