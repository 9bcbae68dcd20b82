/** Efficiencies of several parts of a program side by side, such as its phases. */
import { percent, plainLine } from '../../base/text.js';
import {
  additive,
  type Efficiency,
  type EfficiencyTimes,
  FAIR,
  multiplicative,
} from '../../model/findings/efficiency.js';
import { columnWidths, fit, type Layout, padStart } from '../terminal/layout.js';

/** A run with some of its parts; `times` are undefined of one that takes no time. */
interface RunInParts {
  readonly run: string;
  readonly program: string;
  readonly whole: EfficiencyTimes | undefined;
  readonly parts: readonly { readonly region: string; readonly times: EfficiencyTimes | undefined }[];
}

const SHOWN = ['parallel_efficiency', 'load_balance', 'communication_efficiency'] as const;
const HEAD = ['of run time', 'parallel', 'balance', 'communication'];

/** A table for each run: how long the slowest thread is in a part, and its efficiencies. */
export function* partLines(runs: readonly RunInParts[], { width, style }: Layout): Generator<string> {
  for (const { run, program, whole, parts } of runs) {
    yield style.bold(`Efficiencies of parts of ${plainLine(program)} (${plainLine(run)})`);
    yield style.dim(`100 % is ideal, from ${percent(FAIR)} on POP calls it fair (! is below).`);
    const all = [{ region: 'the whole program', times: whole }, ...parts];
    const rows = all.flatMap(({ region, times }) =>
      times === undefined ? [] : [{ region, cells: [shareOf(times, whole), ...efficienciesOf(times)] }],
    );
    const widths = columnWidths([HEAD, ...rows.map(({ cells }) => cells)]);
    const line = (cells: readonly string[], name: string): string =>
      fit(`  ${cells.map((cell, at) => padStart(cell, widths[at] ?? 0)).join('  ')}  ${name}`.trimEnd(), width);
    yield style.dim(line(HEAD, ''));
    for (const { region, cells } of rows) yield line(cells, plainLine(region));
    yield '';
  }
}

const shareOf = ({ runTime }: EfficiencyTimes, whole: EfficiencyTimes | undefined): string =>
  whole === undefined ? 'not known' : percent(runTime / whole.runTime);

function efficienciesOf(times: EfficiencyTimes): string[] {
  const rows = multiplicative(times);
  return SHOWN.map((name) => {
    const value = rows.find((row) => row.name === name)?.value;
    return value === undefined ? 'not known' : `${percent(value)}${value < FAIR ? ' !' : '  '}`;
  });
}

export function partsJson(runs: readonly RunInParts[]) {
  const values = (rows: readonly Efficiency[]) =>
    Object.fromEntries(rows.map(({ name, value }) => [name, value ?? null]));
  return {
    ...{ format: 'trimtab-efficiency-parts', version: 1 },
    runs: runs.map(({ run, program, parts }) => ({
      ...{ run, program },
      parts: parts.flatMap(({ region, times }) =>
        times === undefined
          ? []
          : [{ region, times, multiplicative: values(multiplicative(times)), additive: values(additive(times)) }],
      ),
    })),
  };
}
