/** `trimtab experiments`: the history of a project. */
import { resolve } from 'node:path';
import {
  History,
  isIdentifier,
  resultsOf,
  type Experiment,
  type ExperimentStore,
  type HistoryEntry,
  type HistoryFilter,
} from '../../experiments/index.js';
import { localTime } from '../../base/dates.js';
import { TrimtabError } from '../../base/problem.js';
import { duration, percent, plainLine } from '../../base/text.js';
import { removeOrphaned } from '../../workflows/runs/leftJobs.js';
import type { Format } from '../arguments/formats.js';
import type { Context } from '../services/context.js';
import { printResults } from '../services/results.js';
import { storeFor } from '../services/store.js';
import { columnWidths, fit, padEnd, padStart, wrap } from '../terminal/layout.js';

const HEADINGS = ['Id', 'Ranks', 'Total', 'Worst', 'State'] as const;

function cells(entry: HistoryEntry): string[] {
  return [
    entry.id,
    entry.ranks === 0 ? '' : String(entry.ranks),
    entry.totalTime === undefined ? '' : duration(entry.totalTime),
    entry.worst === undefined ? '' : `${percent(entry.worst.severity)} ${plainLine(entry.worst.title)}`,
    entry.state,
  ];
}

/** Yields the user's annotations, and problems. */
function remarks({ id, name, note, tags, baseline, problem, doubt }: HistoryEntry): string[] {
  const marks = [...(baseline ? ['★ baseline'] : []), ...(tags.length === 0 ? [] : [`tags: ${tags.join(', ')}`])];
  return [name === id ? '' : name, marks.join(' · '), note ?? '', problem ?? '', doubt ?? ''].filter(
    (text) => text !== '',
  );
}

/** The history as a table, with names, marks, notes and problems below their rows. */
export async function listExperiments(
  context: Context,
  project: string,
  { format, filter = {} }: { format: 'table' | 'json'; filter?: HistoryFilter },
): Promise<void> {
  const { terminal } = context;
  const store = storeFor(resolve(context.folder, project));
  const { entries, all, problems } = await new History(store).list(filter, { signal: context.signal });
  for (const { message } of problems) terminal.status(`trimtab: ${message}\n`);
  if (format === 'json') return terminal.json(entries);
  if (entries.length === 0)
    return terminal.lines([
      all === 0
        ? `There are no experiments in ${store.project}; trimtab run makes one.`
        : `None of the ${all} experiments in ${store.project} matches.`,
    ]);
  const rows = entries.map((entry) => ({ entry, row: cells(entry) }));
  const widths = columnWidths([HEADINGS, ...rows.map(({ row }) => row)]);
  const line = (row: readonly string[]): string =>
    row
      .map((cell, i) => (i === 1 || i === 2 ? padStart(cell, widths[i] ?? 0) : padEnd(cell, widths[i] ?? 0)))
      .join('  ')
      .trimEnd();
  const lines = [terminal.style.bold(fit(line(HEADINGS), terminal.width))];
  for (const { entry, row } of rows) {
    lines.push(fit(line(row), Math.max(terminal.width, 80)));
    for (const remark of remarks(entry))
      for (const part of wrap(plainLine(remark), terminal.width - 2)) lines.push(terminal.style.dim(`  ${part}`));
  }
  return terminal.lines(lines);
}

/** The experiment a person means by an identifier, its unique beginning, or `latest`. */
export function find(store: ExperimentStore, text: string): Experiment {
  return store.get(identify(store, text));
}

/** As find, but the identifier alone: the experiment may be damaged, and one written in full need not be there. */
export function identify(store: ExperimentStore, text: string): string {
  if (isIdentifier(text)) return text;
  // Identifiers begin with their time: the names alone determine the newest, without reading any.
  const all = store.folders().filter(isIdentifier).sort();
  if (text === 'latest') {
    const newest = all.at(-1);
    if (newest === undefined)
      throw new TrimtabError(`There are no experiments in ${store.project}; trimtab run makes one.`);
    return newest;
  }
  const matching = all.filter((id) => id.startsWith(text));
  const only = matching.length === 1 ? matching.at(0) : undefined;
  if (only !== undefined) return only;
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
  yield `  ${localTime(manifest.created, 'minute')}, ${manifest.state}${problem === undefined ? '' : `: ${plainLine(problem)}`}`;
  if (note !== undefined) yield `  Note: ${plainLine(note)}`;
  if (compiler !== undefined) yield `  Compiler: ${plainLine(`${compiler.command}, ${compiler.version}`)}`;
  if (mpi !== undefined) yield `  MPI: ${plainLine(`${mpi.command}, ${mpi.version}`)}`;
  if (revision !== undefined)
    yield `  Revision: ${plainLine(revision.commit.slice(0, 12))}${revision.changed ? ' with local changes' : ''}`;
  yield `  Folder: ${plainLine(experiment.folder)}`;
  yield '';
}

/** Prints an experiment and its findings. */
export async function showExperiment(
  context: Context,
  request: { project: string; id: string; format: Format },
): Promise<void> {
  const store = storeFor(resolve(context.folder, request.project));
  const experiment = find(store, request.id);
  const isRead = request.format === 'table' || request.format === 'metrics';
  if (isRead) await context.terminal.lines(facts(experiment));
  if (isRead && !experiment.hasResults) return;
  await printResults(context, request.format, {
    report: experiment.report(),
    ...(isRead ? { dynamics: experiment.dynamics() } : {}),
    values: () => resultsOf(experiment),
    measuredIn: { project: store.project, target: experiment.manifest.target },
    again: `trimtab experiments show ${request.id}`,
  });
}

/** Deletes experiments, named as for `show`, with the folders of their jobs. */
export function deleteExperiments(context: Context, project: string, texts: readonly string[]): void {
  const store = storeFor(resolve(context.folder, project));
  // All names are understood before anything is gone: "latest" would be another one then.
  for (const id of new Set(texts.map((text) => identify(store, text)))) {
    store.delete(id);
    context.terminal.status(`Deleted experiment ${id}.\n`);
  }
  removeOrphaned(store);
}
