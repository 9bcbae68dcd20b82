/** `trimtab experiments`: the history of a project. */
import { resolve } from 'node:path';
import { isIdentifier, type Experiment, type ExperimentStore, type ExperimentSummary } from '../experiments/index.js';
import { TrimtabError } from '../model/problem.js';
import { duration, percent, plainLine } from '../model/text.js';
import type { Format } from './arguments.js';
import { printResults, storeFor, type Context } from './context.js';
import { fit, padEnd, padStart, textWidth, wrap } from './layout.js';

const HEADINGS = ['Id', 'Ranks', 'Total', 'Worst', 'State'] as const;

function localTime(iso: string): string {
  const moment = new Date(iso);
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${moment.getFullYear()}-${two(moment.getMonth() + 1)}-${two(moment.getDate())} ${two(moment.getHours())}:${two(moment.getMinutes())}`;
}

function cells(summary: ExperimentSummary): string[] {
  return [
    summary.id,
    summary.processes === 0 ? '' : String(summary.processes),
    summary.totalTime === undefined ? '' : duration(summary.totalTime),
    summary.worst === undefined ? '' : `${percent(summary.worst.severity)} ${plainLine(summary.worst.title)}`,
    summary.state,
  ];
}

/** The history as a table, with names, notes and problems below their rows. */
export async function listExperiments(context: Context, project: string, format: Format): Promise<void> {
  const { terminal } = context;
  const store = storeFor(resolve(context.folder, project));
  const summaries = store.list();
  if (format === 'json') return terminal.lines([JSON.stringify(summaries, undefined, 2)]);
  if (summaries.length === 0)
    return terminal.lines([`There are no experiments in ${store.project}; trimtab run makes one.`]);
  const rows = summaries.map(cells);
  const widths = HEADINGS.map((heading, i) => Math.max(heading.length, ...rows.map((row) => textWidth(row[i]))));
  const line = (row: readonly string[]): string =>
    row
      .map((cell, i) => (i === 1 || i === 2 ? padStart(cell, widths[i]) : padEnd(cell, widths[i])))
      .join('  ')
      .trimEnd();
  const lines = [terminal.style.bold(fit(line(HEADINGS), terminal.width))];
  for (const [index, summary] of summaries.entries()) {
    lines.push(line(rows[index]));
    const remarks = [summary.name === summary.id ? '' : summary.name, summary.note ?? '', summary.problem ?? ''];
    for (const remark of remarks.filter((text) => text !== ''))
      for (const part of wrap(plainLine(remark), terminal.width - 2)) lines.push(terminal.style.dim(`  ${part}`));
  }
  return terminal.lines(lines);
}

/** The experiment a person means by an identifier, its unique beginning, or `latest`. */
function find(store: ExperimentStore, text: string): Experiment {
  if (isIdentifier(text)) return store.get(text);
  const all = store.list();
  if (text === 'latest') {
    const newest = all.at(0);
    if (newest === undefined)
      throw new TrimtabError(`There are no experiments in ${store.project}; trimtab run makes one.`);
    return store.get(newest.id);
  }
  const matching = all.filter(({ id }) => id.startsWith(text));
  const only = matching.length === 1 ? matching.at(0) : undefined;
  if (only !== undefined) return store.get(only.id);
  throw new TrimtabError(
    matching.length === 0
      ? `No experiment of ${store.project} begins with "${text}"; trimtab experiments list shows them.`
      : `${matching.length} experiments begin with "${text}"; write more of the identifier.`,
  );
}

function* facts(experiment: Experiment): Generator<string> {
  const { manifest } = experiment;
  const { revision, compiler, mpi, note, problem } = manifest;
  yield `${plainLine(manifest.name)} (${manifest.id})`;
  yield `  ${localTime(manifest.created)}, ${manifest.state}${problem === undefined ? '' : `: ${plainLine(problem)}`}`;
  if (note !== undefined) yield `  Note: ${plainLine(note)}`;
  if (compiler !== undefined) yield `  Compiler: ${compiler.command}, ${compiler.version}`;
  if (mpi !== undefined) yield `  MPI: ${mpi.command}, ${mpi.version}`;
  if (revision !== undefined)
    yield `  Revision: ${revision.commit.slice(0, 12)}${revision.changed ? ' with local changes' : ''}`;
  yield `  Folder: ${experiment.folder}`;
  yield '';
}

/** What one experiment is and found. */
export async function showExperiment(
  context: Context,
  request: { project: string; id: string; format: Format },
): Promise<void> {
  const store = storeFor(resolve(context.folder, request.project));
  const experiment = find(store, request.id);
  if (request.format === 'table') await context.terminal.lines(facts(experiment));
  if (request.format === 'table' && !experiment.hasResults) return;
  await printResults(context, request.format, {
    report: experiment.report(),
    space: () => experiment.space(),
    archive: experiment.archive ?? '',
  });
}

/** Deletes experiments by their full identifiers. */
export function deleteExperiments(context: Context, project: string, ids: readonly string[]): void {
  const store = storeFor(resolve(context.folder, project));
  for (const id of ids) {
    store.delete(id);
    context.terminal.status(`Deleted experiment ${id}.\n`);
  }
}
