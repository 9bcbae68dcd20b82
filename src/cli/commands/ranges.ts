/** `trimtab instrument ranges`: what is measured of the source lines that people marked, and why not. */
import { resolve } from 'node:path';
import { TrimtabError } from '../../base/problem.js';
import { duration, percent, plainLine } from '../../base/text.js';
import {
  type BuiltRange,
  type Coverage,
  rangeFacts,
  type RangeFacts,
  whyNotMeasured,
} from '../../measurement/ranges/facts.js';
import { findConfiguration, loadConfiguration } from '../../workflows/index.js';
import { partsOfProgram } from '../../workflows/building/builtPrograms.js';
import { projectRanges } from '../../workflows/measuring/ranges.js';
import { type RangeVisits, rangeVisits } from '../../workflows/measuring/rangeVisits.js';
import type { RangesRequest } from '../arguments/instrument.js';
import type { Context } from '../services/context.js';
import { storeFor } from '../services/store.js';
import { columnWidths, padEnd, padStart } from '../terminal/layout.js';

const HEAD = ['range', 'functions', 'instructions', 'of other lines', 'of no line', 'begins', 'ends'];
const HEAD_OF_RUN = ['visits', 'measuring took'];

function rowOf({ name, functions }: BuiltRange): string[] {
  const measured = functions.filter(({ refused }) => refused === undefined);
  const sum = (of: (each: BuiltRange['functions'][number]) => number): string =>
    String(measured.reduce((total, each) => total + of(each), 0));
  return [
    plainLine(name),
    String(measured.length),
    sum(({ own }) => own),
    sum(({ foreign }) => foreign),
    sum(({ unmapped }) => unmapped),
    sum(({ begins }) => begins),
    sum(({ ends }) => ends),
  ];
}

function table(rows: readonly (readonly string[])[]): string[] {
  const widths = columnWidths(rows);
  return rows.map((row) =>
    row.map((cell, column) => (column === 0 ? padEnd : padStart)(cell, widths[column] ?? 0)).join('  '),
  );
}

/** Returns the reasons for unmeasured code, a line each: of whole ranges, and of single functions. */
function reasons({ ranges }: RangeFacts): string[] {
  return ranges.flatMap((range) => {
    const whole = whyNotMeasured(range);
    if (whole !== undefined) return [`${plainLine(range.name)}: ${whole}`];
    return range.functions.flatMap(({ function: name, refused }) =>
      refused === undefined ? [] : [`${plainLine(range.name)} in ${plainLine(name)}: ${refused}.`],
    );
  });
}

/** How often the range was visited in a run, and what measuring that took there, as it will the next time. */
function cellsOfRun({ name }: BuiltRange, run: RangeVisits | undefined): string[] {
  if (run === undefined) return [];
  const visits = run.visits.get(name) ?? 0;
  return [visits.toLocaleString('en'), run.pair === undefined ? '?' : duration(visits * run.pair)];
}

/** The rows of Shende's table 3. */
function coverageRows({ instructions, unmapped, jumps, filled, refused }: Coverage): string[][] {
  const row = (what: string, count: number): string[] => [
    what,
    String(count),
    instructions === 0 ? '' : percent(count / instructions),
  ];
  return [
    row('instructions', instructions),
    row('of a line', instructions - unmapped),
    row('of no line', unmapped),
    row('  of those, jumps', jumps),
    row('  of those, measured with the line around them', filled),
    row('in functions that cannot be measured by lines', refused),
  ];
}

/** Prints the measured parts of ranges of a program that was built with them. @throws TrimtabError if it has none */
export async function ranges(context: Context, { program, json }: RangesRequest): Promise<void> {
  const { terminal } = context;
  const configuration = findConfiguration(context.folder);
  const { project, sources } =
    configuration === undefined ? { project: context.folder, sources: [] } : loadConfiguration(configuration);
  if (!json) for (const sentence of projectRanges(project, sources).refused) terminal.status(`${sentence}\n`);
  const path = resolve(context.folder, program);
  const facts = rangeFacts(path, ...partsOfProgram(path, project).filter((part) => part !== path));
  if (facts === undefined)
    throw new TrimtabError(
      `${program} measures no ranges of lines: mark lines in the editor or with "//trimtab begin NAME" and "//trimtab end", and build it again with sleds and -g.`,
    );
  if (json) return terminal.json(facts);
  const run = rangeVisits(storeFor(project), new Set(facts.ranges.map(({ name }) => name)));
  const rows = facts.ranges.map((range) => [...rowOf(range), ...cellsOfRun(range, run)]);
  if (rows.length > 0) await terminal.lines(table([[...HEAD, ...(run === undefined ? [] : HEAD_OF_RUN)], ...rows]));
  await terminal.lines(reasons(facts));
  await terminal.lines(['', ...table(coverageRows(facts.coverage))]);
  if (run !== undefined)
    terminal.status(
      `Visits are sums over all processes and threads of ${plainLine(run.experiment.manifest.name)}${run.pair === undefined ? '' : `, in which entering and leaving a region took ${duration(run.pair)}`}.\n`,
    );
}
