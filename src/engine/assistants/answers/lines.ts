import { TrimtabError } from '../../../base/problem.js';
import { plainName } from '../../../base/plainText.js';
import { counted, percent } from '../../../base/text.js';
import { isCounted } from '../../../model/callCounts.js';
import type { FindingsReport } from '../../../model/findings/findings.js';
import { type MainMetric, wholeName } from '../../../model/findings/mainMetric.js';
import { waitsInCalled } from '../../../model/findings/lineWaits.js';
import { digestByFile, type LineDigest, sumByProperty } from '../../presentation/lineDigest.js';
import type { AskedExperiments } from '../asked.js';
import { isMeantFile } from '../files.js';
import { type LineTexts, lineTextsOf } from '../lineTexts.js';
import { pageOf } from '../page.js';
import { type Answer, experimentFields, figure, percentage, placeFields, titleOf, type Told } from '../fields.js';
import type { Ask } from '../tools.js';

/** A line of a file with what is lost on it. */
interface MeasuredLine {
  readonly file: string;
  readonly digest: LineDigest;
  /** Share of the total time that is lost at the line itself. */
  readonly lost: number;
}

/** Maximum number of items of each kind for one line. */
const MOST_OF_A_LINE = 6;

/** Returns lost time by line, and the time of lines. */
export async function linesOfFile(ask: Ask<'lines_of_file'>, asked: AskedExperiments): Promise<Answer> {
  const experiment = await asked.get(ask.experiment);
  const report = experiment.report();
  const texts = lineTextsOf(experiment);
  const byFile = digestByFile(report);
  const isMeant = isMeantFile(ask.file, texts);
  const files = [...byFile.keys()].filter(isMeant);
  if (files.length === 0 && ask.file !== undefined)
    throw new TrimtabError(
      `No measured file has that name. Omit "file" to see all ${counted(byFile.size, 'measured file')}.`,
    );
  const { firstLine = 1, lastLine = Infinity } = ask;
  const lines = files
    .flatMap((file) => (byFile.get(file) ?? []).map((digest) => ({ file, digest, lost: lostAt(digest) })))
    .filter(({ digest: { line } }) => line >= firstLine && line <= lastLine)
    .sort(worstFirst);
  const { rows, page } = pageOf(lines, ask, (line) => rowOf(line, texts, report));
  const lost = lines.reduce((sum, line) => sum + line.lost, 0);
  const where = files.length === 1 ? '' : ` in ${counted(files.length, 'file')}`;
  return {
    summary: `${counted(lines.length, 'measured line')}${where}; ${percent(Math.min(1, lost))} of ${wholeName(report)} is lost on them, in the calls on these lines. The lines that lose most come first.`,
    content: { ...experimentFields(experiment, report), page, rows },
  };
}

const lostAt = ({ findings }: LineDigest): number => findings.reduce((sum, { severity }) => sum + severity, 0);

const timeAt = ({ summary, functions, hot = [] }: LineDigest): number =>
  Math.max(summary?.share ?? 0, ...functions.map(({ share }) => share), ...hot.map(({ share }) => share));

function worstFirst(a: MeasuredLine, b: MeasuredLine): number {
  const byTime = timeAt(b.digest) - timeAt(a.digest);
  return b.lost - a.lost || byTime || (a.file < b.file ? -1 : a.file > b.file ? 1 : a.digest.line - b.digest.line);
}

function rowOf({ file, digest, lost }: MeasuredLine, texts: LineTexts, { main }: Pick<FindingsReport, 'main'>): Told {
  const names = namesOf(main);
  const { line, findings, functions, summary, hot = [], counted: counts = [], memory = [] } = digest;
  const few = <T>(list: readonly T[], tell: (item: T) => Told): Told[] => list.slice(0, MOST_OF_A_LINE).map(tell);
  return {
    place: placeFields({ file, line }, texts),
    ...(findings.length === 0
      ? {}
      : { percentLostHere: percentage(lost), lostTo: few(sumByProperty(findings), (sum) => sumFields(sum, names)) }),
    ...(summary === undefined
      ? {}
      : {
          callsFromHere: {
            [`${names.amount}OfAllLocations`]: figure(summary.seconds),
            [names.share]: percentage(summary.share),
            ...(summary.exclusive === undefined
              ? {}
              : { [`${names.amount}OfTheCallsThemselves`]: figure(summary.exclusive) }),
            ...lostBelow(few(waitsInCalled(summary), waitPart)),
          },
        }),
    ...list(
      'functionsThatBeginHere',
      few(functions, (called) => functionFields(called, names)),
    ),
    ...list(
      'samplesOnTheLine',
      few(hot, (line) => sampledFields(line, names)),
    ),
    ...list('counters', few(counts, countedFields)),
    ...list(
      'heap',
      few(memory, ({ high, taken }) => ({ bytesWhenMostWasHeld: high, bytesTakenInAll: taken })),
    ),
  };
}

const list = (name: string, told: readonly Told[]): Told => (told.length === 0 ? {} : { [name]: told });
const lostBelow = (told: readonly Told[]): Told => list('lostInWhatIsCalled', told);

/** Names of fields with an amount, and with its share. */
interface FieldNames {
  readonly amount: 'seconds' | 'amount';
  readonly share: 'percentOfTotalTime' | 'percentOfTotal';
}

/** Reports that are ranked by another metric contain no seconds. */
const namesOf = (main: MainMetric | undefined): FieldNames =>
  main === undefined
    ? { amount: 'seconds', share: 'percentOfTotalTime' }
    : { amount: 'amount', share: 'percentOfTotal' };

const sumFields = (
  { property, title, severity, seconds }: ReturnType<typeof sumByProperty>[number],
  names: FieldNames,
): Told => ({
  property: plainName(property),
  title: titleOf(property, title),
  [names.share]: percentage(severity),
  [`${names.amount}OfAllLocations`]: figure(seconds),
});

const waitPart = ({ property, title, severity }: ReturnType<typeof waitsInCalled>[number]): Told => ({
  title: titleOf(property, title),
  percentOfTotalTime: percentage(severity),
});

const functionFields = (
  { region, visits, inclusive, exclusive, share }: LineDigest['functions'][number],
  names: FieldNames,
): Told => ({
  function: plainName(region),
  ...(isCounted(visits, inclusive) ? { visits } : {}),
  [`${names.amount}WithWhatItCalls`]: figure(inclusive),
  [`${names.amount}ByItself`]: figure(exclusive),
  [names.share]: percentage(share),
});

function sampledFields(
  { region, seconds, least, most, share, samples }: NonNullable<LineDigest['hot']>[number],
  names: FieldNames,
): Told {
  return {
    function: plainName(region),
    [names.amount]: figure(seconds),
    [`${names.amount}Between`]: [figure(least), figure(most)],
    [names.share]: percentage(share),
    samples,
  };
}

const countedFields = ({ counter, here }: NonNullable<LineDigest['counted']>[number]): Told => ({
  counter: plainName(counter.name),
  unit: plainName(counter.unit),
  byItself: figure(here.own),
  withWhatItCalls: figure(here.inclusive),
});
