/** The call paths through a line of an open document, which may have been edited since the run. */
import { elementAt } from '../base/elements.js';
import type { LineMap } from '../experiments/files/lineMap.js';
import type { LineCallPaths } from '../model/selection.js';
import { MOST_LINES } from '../protocol/queries/lineNodes.js';
import { MOST_NODES } from '../protocol/selection.js';
import type { EngineParts } from './parts.js';
import { reaches } from './presentation/functionEnd.js';
import type { ShownExperiment } from './project/shownExperiment.js';

type Parts = Pick<EngineParts, 'measurements' | 'placement' | 'selection' | 'workspace'>;

/** A document, and a 0-based line of its current text. */
export interface DocumentLine {
  readonly uri: string;
  readonly line: number;
}

/**
 * Returns the call paths of the shown experiment through a line: those called from it, or whose function begins at it
 * or is named by it. If none exist, returns those of the innermost function around it.
 * @returns undefined if the experiment has none, or more than a selection may have
 * @throws TrimtabError when the experiment's results cannot be read; CancelledError
 */
export async function callPathsOfLine(
  { measurements, placement, selection, workspace }: Parts,
  at: DocumentLine,
  signal: AbortSignal,
): Promise<LineCallPaths | undefined> {
  const { shown } = selection;
  if (shown === undefined) return undefined;
  const maps = await placement.mapsOf(at.uri, shown, workspace.folders);
  const lines = [...(await namedFunctions(placement, at, shown, workspace.folders)), ...measuredLines(maps, at.line)];
  if (lines.length === 0) return undefined;
  const experiment = workspace.storeOf(shown.id).get(shown.id);
  const { head, columns } = await measurements.query(
    experiment,
    'lineNodes',
    { lines: lines.slice(0, MOST_LINES) },
    signal,
  );
  if (head.at === undefined || columns.node.length > MOST_NODES) return undefined;
  const found = elementAt(lines, head.at);
  const { file, line } = found;
  const { around } = head;
  const map = maps.get(file);
  if (around?.hasEnd === false && (map === undefined || !isInside(map, around.begin, found, at.line))) return undefined;
  return { experiment: shown.id, place: { file, line }, nodes: [...columns.node] };
}

/** Whether a function whose last line was not recorded contains a line below its first one. */
function isInside({ measured, current }: LineMap, begin: number, asked: AskedLine, currentLine: number): boolean {
  const between = measured.slice(begin, asked.wasMeasured ? asked.line - 1 : asked.line);
  return reaches(measured[begin - 1] ?? '', between, current[currentLine] ?? '');
}

interface AskedLine {
  readonly file: string;
  readonly line: number;
  readonly wasMeasured: boolean;
}

/** The line in each measured file that the document is. */
function measuredLines(maps: ReadonlyMap<string, LineMap>, line: number): AskedLine[] {
  return [...maps].flatMap(([file, map]) => {
    const measured = map.measuredAt(line);
    return measured === undefined ? [] : [{ file, ...measured }];
  });
}

/**
 * Returns the first lines of the functions that the line names; they differ from the line if a brace on a separate line
 * opens the function.
 */
async function namedFunctions(
  placement: Parts['placement'],
  { uri, line }: DocumentLine,
  shown: ShownExperiment,
  folders: readonly string[],
): Promise<AskedLine[]> {
  const placed = (await placement.linesOf(uri, shown, folders)).filter((one) => one.line === line);
  const places = placed.flatMap(({ functions }) => functions.map(({ place }) => place));
  const distinct = new Map(places.map((place) => [JSON.stringify([place.file, place.line]), place]));
  return [...distinct.values()].map((place) => ({ ...place, wasMeasured: true }));
}
