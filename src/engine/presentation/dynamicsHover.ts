/** Hover text about changes of a line from iteration to iteration: a sentence, a small picture, ranks, links. */
import { present } from '../../base/present.js';
import { plainLine } from '../../base/plainText.js';
import { counted, duration, fileName, firstSentence, percent } from '../../base/text.js';
import { isOfLoop, iterationOf, loopText, patternText, sparkline } from '../../model/dynamics/dynamicsText.js';
import type { FindingsReport } from '../../model/findings/findings.js';
import { Markdown } from '../../model/text/markdown.js';
import { barsPicture } from '../../pictures/dynamics/bars.js';
import type { PropertyCatalog } from '../../properties/index.js';
import {
  EXPLAIN_PROPERTY_COMMAND,
  type ExplainPropertyArguments,
  SHOW_DYNAMICS_COMMAND,
  type ShowDynamicsArguments,
} from '../../protocol/session.js';
import type { ChangeHere, LoopHere } from './changesByLine.js';
import { ranksText } from './dynamicsLenses.js';
import type { PlacedLine } from './placedLine.js';

/** Maximum number of listed changes of a line, and of simultaneous ones elsewhere. */
const MOST_LISTED = 3;

const breaks = Markdown.of`  \n`;
const apart = Markdown.of` · `;

/**
 * Returns blocks of a hover.
 * @param linked names the pages that links lead to. Omitted for clients without the command, which may not show
 * pictures either: they get bars of text.
 */
export function dynamicsBlocks(
  lines: readonly PlacedLine[],
  report: FindingsReport,
  linked: PropertyCatalog | undefined,
): Markdown[] {
  const changing = lines.flatMap((line) => line.changing ?? []);
  return [
    ...lines.flatMap(({ loops = [] }) => loops.map((loop) => loopBlock(loop, linked !== undefined))),
    ...changing.slice(0, MOST_LISTED).map((change) => changeBlock(change, report, linked)),
    ...(changing.length > MOST_LISTED
      ? [Markdown.of`${changing.length - MOST_LISTED} more changes are on the page.`]
      : []),
  ];
}

function loopBlock({ loop, changes }: LoopHere, linked: boolean): Markdown {
  const [worst] = changes;
  const told = changes.slice(0, MOST_LISTED).map(({ finding }) => Markdown.of`${plainLine(finding.sentence)}`);
  return Markdown.join(
    [
      Markdown.of`**${loopText({ ...loop, bins: [] }).replace(/ · $/, '')}** · ${percent(loop.coverage)} of the run`,
      pictureOf(loop.bins, linked),
      ...told,
      ...(linked ? [Markdown.join([pageLink(), ...(worst === undefined ? [] : iterationLink(worst))], apart)] : []),
    ],
    breaks,
  );
}

function changeBlock(change: ChangeHere, report: FindingsReport, linked: PropertyCatalog | undefined): Markdown {
  const { finding, related } = change;
  const { property, severity, excess, locations, cluster } = finding;
  const title = linked?.ofIteration(property)?.title ?? 'Changes by iteration';
  const facts = [
    ...(severity > 0 ? [`${duration(excess)} lost`] : []),
    `cluster ${cluster + 1}: ${ranksText(locations, report)}`,
  ];
  const name = severity > 0 ? `${title} ${percent(severity)}` : title;
  // Several call paths of one line may change alike.
  const elsewhere = [...new Set(related.filter((other) => !isOfLoop(other)).map(relatedText))].slice(0, MOST_LISTED);
  return Markdown.join(
    [
      Markdown.of`**${name}** · ${facts.join(' · ')}`,
      Markdown.of`${plainLine(finding.sentence)}`,
      pictureOf(finding.bins, linked !== undefined),
      ...(elsewhere.length === 0 ? [] : [Markdown.of`*At the same time:* ${elsewhere.join(', ')}`]),
      Markdown.of`*Try:* ${firstSentence(plainLine(finding.advice))}`,
      ...(linked === undefined ? [] : [linksOf(change, title, linked)]),
    ],
    breaks,
  );
}

/** A change at the same time: function, line and pattern. */
function relatedText({ callPath, place, patterns }: ChangeHere['related'][number]): string {
  const where = plainLine(callPath.at(-1)?.region ?? 'the whole program');
  const [first] = patterns;
  const at = place === undefined ? '' : ` (${plainLine(fileName(place.file))}:${place.line})`;
  return `${where}${at}${first === undefined ? '' : ` ${patternText(first)}`}`;
}

function linksOf(change: ChangeHere, title: string, pages: PropertyCatalog): Markdown {
  const { property } = change.finding;
  const args: ExplainPropertyArguments = [{ property, page: pages.pageOf(property) }];
  const about = Markdown.commandLink(`More about ${title}`, EXPLAIN_PROPERTY_COMMAND, args);
  return Markdown.join([...iterationLink(change), pageLink(change.number), about], apart);
}

function iterationLink({ number, finding }: ChangeHere): Markdown[] {
  const iteration = iterationOf(finding);
  if (iteration === undefined) return [];
  const args: ShowDynamicsArguments = [{ finding: number }];
  return [Markdown.commandLink(`Iteration ${iteration} in the timeline`, SHOW_DYNAMICS_COMMAND, args)];
}

function pageLink(finding?: number): Markdown {
  const args: ShowDynamicsArguments = [{ ...present({ finding }), page: true }];
  return Markdown.commandLink('Dynamics', SHOW_DYNAMICS_COMMAND, args);
}

function pictureOf(bins: readonly number[], drawn: boolean): Markdown {
  if (!drawn || bins.length === 0) return Markdown.of`${sparkline(bins)}`;
  const says = `${counted(bins.length, 'part')} of the loop, ${duration(Math.min(...bins))} to ${duration(Math.max(...bins))} an iteration`;
  return Markdown.image(says, barsPicture(bins));
}
