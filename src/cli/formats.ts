import { UsageError } from './usageError.js';

/** What results are written as; `metrics` is the table with everything that is known, `flat` the flat profile alone. */
export type Format = 'table' | 'metrics' | 'flat' | 'json' | 'tsv';

/** The format that options ask for. @throws UsageError when they ask for several */
export function formatOf(values: { json?: boolean; tsv?: boolean; metrics?: boolean; flat?: boolean }): Format {
  const wanted = (['json', 'tsv', 'metrics', 'flat'] as const).filter((name) => values[name] === true);
  if (wanted.length > 1) throw new UsageError(`--${wanted[0]} and --${wanted[1]} exclude each other.`);
  return wanted.at(0) ?? 'table';
}
