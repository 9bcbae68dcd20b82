/** `trimtab experiments compare, export, tag, prune`. */
import { present } from '../../base/present.js';
import { resolve } from 'node:path';
import {
  applyRetention,
  checkAcceptance,
  compareExperiments,
  comparisonCsv,
  comparisonHtml,
  comparisonMarkdown,
  exportForms,
  exportWriters,
  History,
  previewRetention,
  writeExported,
  type AcceptanceResult,
  type Comparison,
  type Experiment,
  type ExperimentStore,
  type RetentionRule,
} from '../../experiments/index.js';
import { CancelledError, TrimtabError } from '../../base/problem.js';
import { comparisonPictures, experimentPictures, type Reading } from '../../engine/pictures/reportPictures.js';
import type { Picture } from '../../pictures/drawing/drawList.js';
import { counted, dataSize, plainLine } from '../../base/text.js';
import { endedRuns, removeRuns, unclearSentence } from '../../workflows/runs/endedRuns.js';
import { leftFolders, removeLeft } from '../../workflows/runs/leftJobs.js';
import { diskUsage } from '../../workflows/usage.js';
import { comparisonLines } from '../text/comparisonText.js';
import type { Context } from '../services/context.js';
import { storeFor } from '../services/store.js';
import type { ComparisonFormat, ExperimentsRequest } from '../arguments/experiments.js';
import { find, identify } from './experiments.js';
import { fit, padEnd, padStart } from '../terminal/layout.js';

type RequestFor<Command extends ExperimentsRequest['command']> = Extract<ExperimentsRequest, { command: Command }>;

const openStore = (context: Context, { project }: { readonly project: string }): ExperimentStore =>
  storeFor(resolve(context.folder, project));

/** Returns the starred experiment that is the baseline of the program: the newest of several. */
async function baselineFor(store: ExperimentStore, { id, manifest }: Experiment): Promise<Experiment> {
  const { entries } = await new History(store).list({ programs: [manifest.program], baselines: true });
  const other = entries.find((entry) => entry.id !== id && entry.state === 'complete');
  if (other === undefined)
    throw new TrimtabError(
      `No other experiment of ${manifest.program} is starred. Name the experiment to compare with, or star one: trimtab experiments tag <id> --star.`,
    );
  return store.get(other.id);
}

/** A comparison as text, in the form asked for. @param picturesOf draws the pictures of a report */
export async function printComparison(
  { terminal }: Context,
  comparison: Comparison,
  format: ComparisonFormat,
  picturesOf: () => readonly Picture[] = () => [],
): Promise<void> {
  const { width, style } = terminal;
  if (format === 'json') await terminal.json(comparison);
  else if (format === 'csv') await terminal.lines(comparisonCsv(comparison));
  else if (format === 'markdown') await terminal.lines(comparisonMarkdown(comparison));
  else if (format === 'html') await terminal.lines(comparisonHtml(comparison, picturesOf()));
  else await terminal.lines(comparisonLines(comparison, { width, style }));
}

/** Prints which criteria are met. @throws TrimtabError when not all are */
export function tellAcceptance({ terminal }: Context, { results, accepted }: AcceptanceResult): void {
  const words = { met: 'met', missed: 'NOT MET', unknown: 'not known' };
  for (const { text, state, sentence } of results) terminal.status(`${words[state]}: ${text}. ${sentence}\n`);
  const failed = results.filter(({ state }) => state !== 'met').length;
  if (!accepted) throw new TrimtabError(`${counted(failed, 'criterion', 'criteria')} of ${results.length} not met.`);
}

/** A person names the experiments, so their traces may be read wherever they are. */
const readingOf = ({ signal }: Context): Reading => ({
  readsOutside: true,
  checkCancelled: () => {
    if (signal.aborted) throw new CancelledError();
  },
});

/** Compares groups of experiments. @throws TrimtabError also when a criterion is not met */
export async function compare(context: Context, request: RequestFor<'compare'>): Promise<void> {
  const store = openStore(context, request);
  const groups = request.groups.map((ids) => ({ experiments: ids.map((id) => find(store, id)) }));
  const [only, ...others] = groups;
  const [first] = only?.experiments ?? [];
  if (first !== undefined && others.length === 0) groups.unshift({ experiments: [await baselineFor(store, first)] });
  const comparison = compareExperiments(groups);
  const [before, after] = [groups.at(0), groups.at(-1)].map((group) => group?.experiments.at(-1));
  await printComparison(context, comparison, request.format, () =>
    before === undefined || after === undefined ? [] : comparisonPictures(before, after, readingOf(context)),
  );
  if (request.accept.length > 0) tellAcceptance(context, checkAcceptance(comparison, request.accept));
}

/** Writes an experiment's results for other tools and for people. */
export async function exportExperiment(context: Context, request: RequestFor<'export'>): Promise<void> {
  const { to, output } = request;
  const store = openStore(context, request);
  const { title } = exportForms[to];
  const picturesOf = (experiment: Experiment) => experimentPictures(experiment, readingOf(context));
  const exported = exportWriters[to](find(store, request.id), { project: store.project, picturesOf });
  if (output !== undefined) {
    const path = resolve(context.folder, output);
    const count = writeExported(path, exported);
    context.terminal.status('files' in exported ? `Wrote ${counted(count, 'file')} to ${path}.\n` : `Wrote ${path}.\n`);
    return;
  }
  if ('bytes' in exported)
    throw new TrimtabError(`A ${title} cannot be printed to a terminal; name a file with --output.`);
  if ('files' in exported)
    throw new TrimtabError(`The ${title} consist of several files; name a folder with --output.`);
  await context.terminal.lines(exported.lines);
}

/** Changes tags and stars. */
export function tagExperiments(context: Context, request: RequestFor<'tag'>): void {
  const store = openStore(context, request);
  for (const text of request.ids) {
    const { id } = find(store, text);
    const tags = (old: readonly string[]): string[] =>
      [...old, ...request.add].filter((tag) => !request.remove.includes(tag));
    store.update(id, { tags, ...present({ baseline: request.baseline }) });
    context.terminal.status(`Changed ${id}.\n`);
  }
}

/** Shows what a rule would remove, and removes it when that was asked for. */
export async function prune(context: Context, request: RequestFor<'prune'>): Promise<void> {
  const { terminal } = context;
  const store = openStore(context, request);
  const { entries } = await new History(store).list({}, { signal: context.signal });
  const rule: RetentionRule = {
    ...request.rule,
    ...(request.rule.ids === undefined ? {} : { ids: request.rule.ids.map((id) => identify(store, id)) }),
  };
  const now = new Date();
  const runs = endedRuns(store, entries, rule, now);
  const folders = leftFolders(store, new Set(runs.items.map(({ id }) => id)));
  const left = folders.reduce((sum, { bytes }) => sum + bytes, 0);
  const preview = previewRetention(entries, rule, now, left);
  const unclear = unclearSentence(runs.unclear);
  const row = (bytes: number, id: string, name: string): string =>
    fit(`${padStart(dataSize(bytes), 10)}  ${padEnd(id, 30)}  ${plainLine(name)}`, terminal.width);
  const what = rule.action === 'delete' ? 'Deletes' : 'Drops the trace of';
  await terminal.lines([
    ...preview.items.map(({ entry, bytes }) => row(bytes, entry.id, entry.name)),
    `${what} ${counted(preview.items.length, 'experiment')}: frees ${dataSize(preview.bytes)} of ${dataSize(preview.bytesBefore)}; ${preview.untouched} ${preview.untouched === 1 ? 'remains' : 'remain'} unchanged.`,
    ...runs.items.map(({ id, name, bytes }) => row(bytes, id, name)),
    ...(runs.items.length === 0
      ? []
      : [
          `Removes the records and logs of ${counted(runs.items.length, 'ended workflow run')}: frees ${dataSize(runs.bytes)}.`,
        ]),
    ...(unclear === undefined ? [] : [unclear]),
    ...(left === 0 ? [] : [`Removes ${dataSize(left)} of unneeded files that jobs of workflow runs left.`]),
  ]);
  if (!request.apply) {
    if (preview.items.length > 0 || runs.items.length > 0 || left > 0)
      terminal.status('Nothing was changed; add --yes to do it.\n');
    return;
  }
  const { done, failed: kept, bytes } = applyRetention(store, preview);
  const removed = removeRuns(store, runs, new Set(kept.map(({ id }) => id)));
  const freed = bytes + removed.bytes + removeLeft(store, leftFolders(store));
  const also = removed.done.length === 0 ? '' : ` and ${counted(removed.done.length, 'workflow run')}`;
  terminal.status(`Done for ${counted(done.length, 'experiment')}${also}; freed ${dataSize(freed)}.\n`);
  const failed = [...kept, ...removed.failed];
  if (failed.length > 0)
    throw new TrimtabError(`${failed.length} failed: ${failed.map(({ problem }) => problem).join(' ')}`);
}

/** How many experiments are listed by what they take. */
const MOST_LISTED = 10;

/** Prints the disk usage. */
export async function usage(context: Context, request: RequestFor<'usage'>): Promise<void> {
  const { terminal } = context;
  const store = openStore(context, request);
  const { entries } = await new History(store).list({}, { signal: context.signal });
  const used = diskUsage(store, entries);
  if (request.format === 'json') return terminal.json(used);
  const row = (bytes: number, text: string): string => fit(`${padStart(dataSize(bytes), 10)}  ${text}`, terminal.width);
  const jobs = `jobs of workflow runs${used.left === 0 ? '' : `, of that ${dataSize(used.left)} that nothing needs`}`;
  const more = used.experiments.length - MOST_LISTED;
  return terminal.lines([
    terminal.style.bold(row(used.all, used.folder)),
    row(used.traces, `traces of ${counted(entries.length, 'experiment')}`),
    row(used.results, 'their results, sources and logs'),
    row(used.jobs, jobs),
    row(used.runs, 'states and logs of workflow runs'),
    '',
    ...used.experiments
      .slice(0, MOST_LISTED)
      .map(({ id, name, size }) => row(size, `${padEnd(id, 30)}  ${plainLine(name)}`)),
    ...(more > 0 ? [`and ${counted(more, 'smaller experiment')}; --json has them all`] : []),
    'trimtab experiments prune frees space: it drops traces, or whole experiments, by age and number, and records of runs that ended.',
  ]);
}
