/** Growth with the number of ranks, as shown on lines. */
import type { CodeLens } from 'vscode-languageserver';
import { growthText, modelText } from '../../analysis/scaling/index.js';
import { editorLine } from '../../base/plainText.js';
import { duration, percent, plainLine } from '../../base/text.js';
import { type GrowthStudy, isGrowing, type LineGrowth, type LineModel } from '../../experiments/compare/lineGrowth.js';
import { Markdown } from '../../model/text/markdown.js';
import { severityLevel } from '../../model/findings/severityLevel.js';
import type { LineMark } from '../../protocol/messages.js';
import { paragraphs, tableRow, unbroken } from './hover.js';

/** Growth on a line of the current text. */
export interface PlacedGrowth extends LineGrowth {
  /** 0-based. */
  readonly line: number;
  readonly stale: boolean;
}

/** How many properties the text of a mark names; the hover names all. */
const NAMED = 2;
/** Functions with a smaller predicted share of the time appear only in the hover. */
const LEAST_SHARE = 0.005;

const isTold = (row: LineModel): boolean => isGrowing(row) && row.share >= LEAST_SHARE;

/** `grows like p·log p (error 4.1 %), 1.2 s → 3.1 s with 32 ranks`. */
const outlook = ({ model, measured, predicted }: LineModel, at: number): string =>
  `${growthText(model)} (error ${percent(model.error)}), ${duration(measured)} → ${duration(predicted?.value ?? measured)} with ${at} ranks`;

/** One mark for each line of which something grows, such as `Wait at N×N grows like p·log p (error …), …`. */
export function growthMarks(placed: readonly PlacedGrowth[], { at }: GrowthStudy): LineMark[] {
  return placed.flatMap(({ line, stale, properties }) => {
    const told = properties.filter(isTold);
    if (told.length === 0) return [];
    const named = told.slice(0, NAMED).map((row) => `${plainLine(row.title)} ${outlook(row, at)}`);
    const more = told.length > NAMED ? ` + ${told.length - NAMED} more` : '';
    const share = told.reduce((sum, row) => sum + row.share, 0);
    return [{ line, level: severityLevel(share), text: editorLine(named.join(' · ') + more), stale }];
  });
}

/** Returns a lens over every function whose inclusive time grows. */
export function growthLenses(placed: readonly PlacedGrowth[], { at }: GrowthStudy): CodeLens[] {
  return placed.flatMap(({ line, stale, begins, whole }) => {
    if (begins.length === 0 || whole === undefined || !isTold(whole)) return [];
    const position = { line, character: 0 };
    const title = `${outlook(whole, at)}${stale ? ' (changed since the run)' : ''}`;
    return [{ range: { start: position, end: position }, command: { title: editorLine(title), command: '' } }];
  });
}

/** The hover over modelled lines; undefined where nothing is. */
export function growthHover(placed: readonly PlacedGrowth[], { ranks, at }: GrowthStudy): Markdown | undefined {
  const rows = placed.flatMap(({ whole, properties }) => [...properties, ...(whole === undefined ? [] : [whole])]);
  if (rows.length === 0) return undefined;
  const most = ranks.at(-1) ?? 0;
  const header = tableRow(['Time in', unbroken(`${most} ranks`), unbroken(`${at} ranks`), 'Model', 'Error']);
  const table = Markdown.join(
    [header, Markdown.of`|:--|--:|--:|:--|--:|`, ...rows.map((row) => growthRow(row))],
    Markdown.of`\n`,
  );
  const basis = `Models of runs with ${ranks.join(', ')} ranks (p); seconds of all ranks together. The error is by how much a model misses runs that it was made without; a line that fits is not yet a law.`;
  const stale = placed.some((one) => one.stale)
    ? [
        Markdown.of`*This line was changed since the runs: the numbers belong to its earlier text. Run the study again.*`,
      ]
    : [];
  return Markdown.join([table, Markdown.of`${basis}`, ...stale], paragraphs);
}

/** Characters; shorter titles stay on one line of a narrow hover. */
const LONG_TITLE = 24;

function growthRow({ title, model, measured, predicted }: LineModel): Markdown {
  // A falling line may go below what time can be, and what has no reliable model has no prediction.
  const expected = predicted !== undefined && predicted.value > 0 ? duration(predicted.value) : 'not available';
  const numbers = [duration(measured), expected, modelText(model, duration), percent(model.error)];
  const name = plainLine(title);
  return tableRow([name.length > LONG_TITLE ? name : unbroken(name), ...numbers.map(unbroken)]);
}
