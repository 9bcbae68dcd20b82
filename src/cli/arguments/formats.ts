import { Option } from '@commander-js/extra-typings';

/** The output of results; `metrics` is the table with all details, `flat` the flat profile only. */
export type Format = 'table' | 'metrics' | 'flat' | 'json' | 'tsv';

/** The options that select a format. They exclude each other. */
export const formatOptions = {
  json: () => new Option('--json', 'print results as JSON, in the schema of findings.json'),
  tsv: () =>
    new Option('--tsv', 'print one row per metric, call path and location, with the exclusive value').conflicts('json'),
  metrics: () =>
    new Option('--metrics', 'print everything: all causes, explanations, single waits, the tree of metrics').conflicts([
      'json',
      'tsv',
    ]),
  flat: () =>
    new Option('--flat', 'print the flat profile: all functions with calls, exclusive and inclusive time').conflicts([
      'json',
      'tsv',
      'metrics',
    ]),
};

interface FormatValues {
  readonly json?: true | undefined;
  readonly tsv?: true | undefined;
  readonly metrics?: true | undefined;
  readonly flat?: true | undefined;
}

/** The format that options select. */
export function formatOf(values: FormatValues): Format {
  return (['json', 'tsv', 'metrics', 'flat'] as const).find((name) => values[name] === true) ?? 'table';
}
