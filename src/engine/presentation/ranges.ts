/** Data shown for source lines that the user chose to measure. */
import { basename } from 'node:path';
import type { CodeLens } from 'vscode-languageserver';
import { counted, duration, percent } from '../../base/text.js';
import type { Seconds } from '../../base/units.js';
import { type BuiltRange, whyNotMeasured } from '../../measurement/ranges/facts.js';
import { linesText } from '../../measurement/ranges/model.js';
import type { SourceRange } from '../../measurement/ranges/place.js';
import { extentOf } from '../../model/findings/extent.js';
import type { FindingsReport, FunctionSummary } from '../../model/findings/findings.js';
import { Markdown } from '../../model/text/markdown.js';
import { DROP_LINES_COMMAND, GROUP_LINES_COMMAND, type LinesArguments } from '../../protocol/ranges.js';
import { paragraphs, type RunLabel } from './hover.js';

/** Lenses over ranges that a person marked: what becomes of them. Those that sources mark themselves have none. */
export function rangeLenses(ranges: readonly SourceRange[]): CodeLens[] {
  return ranges
    .filter(({ isWritten, isSame }) => !isWritten && isSame)
    .flatMap(({ first, last, group }) => {
      const position = { line: first - 1, character: 0 };
      const range = { start: position, end: position };
      const args: LinesArguments = [{ first, last }];
      return [
        { range, command: { title: `Group ${group}…`, command: GROUP_LINES_COMMAND, arguments: [...args] } },
        { range, command: { title: 'Do Not Measure', command: DROP_LINES_COMMAND, arguments: [...args] } },
      ];
    });
}

/** A run as the hover of a range needs it. */
export interface RunOfRange {
  readonly report: FindingsReport;
  readonly label: RunLabel;
  /** Overhead of the enter and leave events of a region in the run; undefined if not recorded. */
  readonly pair: Seconds | undefined;
}

/** Known data of a range. */
export interface KnownRange {
  readonly range: SourceRange;
  /** State in the last build of the program; undefined if the build has no data on it. */
  readonly built: BuiltRange | undefined;
  /** The run that is shown. */
  readonly run: RunOfRange | undefined;
}

/** Returns the summary of a range, which a report lists among its functions. @param path of the source */
export function summaryOf(report: FindingsReport, { name }: SourceRange, path: string): FunctionSummary | undefined {
  return report.functions.find(({ region, place }) => region === name && basename(place.file) === basename(path));
}

/** Returns why nothing of a range is measured, one sentence; undefined if it is measured, or the reason is unknown. */
function refusal({ range, built }: KnownRange): string | undefined {
  if (!range.isSame) return 'Not measured: its text was changed since it was marked. Mark it again.';
  const why = built === undefined ? undefined : whyNotMeasured(built);
  return why === undefined ? undefined : `Not measured. ${why}`;
}

/** Instructions that are measured, for people; undefined where none are. */
function instructionsText({ functions }: BuiltRange): string | undefined {
  const measured = functions.filter(({ begins }) => begins > 0);
  const sum = (of: (each: (typeof functions)[number]) => number): number =>
    measured.reduce((total, each) => total + of(each), 0);
  const [own, foreign] = [sum((each) => each.own), sum((each) => each.foreign)];
  if (measured.length === 0) return undefined;
  const others = foreign === 0 ? '' : `, and ${foreign} of other lines among them`;
  const places = measured.length === 1 ? '' : `, in ${counted(measured.length, 'function')}`;
  return `${counted(own, 'instruction')}${others}${places}`;
}

function visitsText(summary: FunctionSummary, { report, pair, label }: RunOfRange): Markdown[] {
  const { visits, inclusive, exclusive, share } = summary;
  const own = exclusive < inclusive ? `, ${duration(exclusive)} exclusive` : '';
  const facts = `In run ${label.name}: ${counted(visits, 'visit')} (${extentOf(report).whole}), ${duration(inclusive)} inclusive${own}: ${percent(share)} of the total time`;
  const cost =
    pair === undefined ? undefined : `Measuring them took about ${duration(visits * pair)}, ${duration(pair)} a visit.`;
  return [Markdown.of`${facts}.`, ...(cost === undefined ? [] : [Markdown.of`${cost}`])];
}

/** The hover of a line in a range. @param path of the source */
export function rangeHover(known: KnownRange, path: string): Markdown {
  const { range, run, built } = known;
  const summary = run === undefined ? undefined : summaryOf(run.report, range, path);
  const why = refusal(known);
  const instructions = built === undefined ? undefined : instructionsText(built);
  const blocks = [
    Markdown.of`**${range.name}**: ${linesText(range)}, ${range.isWritten ? 'marked in the source, ' : ''}group ${range.group}`,
    ...(why === undefined ? [] : [Markdown.of`${why}`]),
    ...(why === undefined && instructions !== undefined ? [Markdown.of`Measured are ${instructions}.`] : []),
    ...(run === undefined || summary === undefined ? [] : visitsText(summary, run)),
    ...(why === undefined && summary === undefined ? [Markdown.of`${unvisited(run)}`] : []),
  ];
  return Markdown.join(blocks, paragraphs);
}

const unvisited = (run: RunOfRange | undefined): string =>
  run === undefined ? 'It is measured in the next run.' : `Run ${run.label.name}, which is shown, did not visit it.`;
