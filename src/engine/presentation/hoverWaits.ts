/** The three lines of a hover on waiting: what is lost, where that comes from, what to try; and a small picture of it. */
import { doubtText, duration, firstSentence, percent, plainLine } from '../../base/text.js';
import type { Finding, FindingsReport, RootCause } from '../../model/findings/findings.js';
import type { Gain } from '../../model/findings/prediction.js';
import { changeOfRunText, gainText } from '../../model/text/gainText.js';
import { bestGain, findingsByLine } from '../../model/findings/findingsByLine.js';
import { shortFunctionName } from '../../model/text/functionNames.js';
import { lost } from '../../model/findings/mainMetric.js';
import { Markdown } from '../../model/text/markdown.js';
import type { PropertyCatalog } from '../../properties/index.js';
import { EXPLAIN_PROPERTY_COMMAND, type ExplainPropertyArguments } from '../../protocol/session.js';
import { calledFrom, NOTABLE, sharesText } from './called.js';
import { worstCauses } from './causes.js';
import { type PropertySum, sumByProperty } from './lineDigest.js';
import type { PlacedLine } from './placedLine.js';
import { concernedRanks, listRanks } from './ranks.js';
import { instanceText } from './singleWaits.js';
import { LEAST_MADE, lineLink, madeBy, type MadeHere } from './causedWaiting.js';
import { isSamePlace } from '../../model/findings/sourcePlace.js';
import { causedPicture, waitingPicture } from './waitingPicture.js';

/** Maximum number of properties, causes and waiting lines shown. */
const MOST_LISTED = 3;
const MOST_CAUSES = 2;

const apart = Markdown.of` · `;

/** Data from which the lines of a hover are built. */
interface WaitsHere {
  readonly sums: readonly [PropertySum, ...PropertySum[]];
  readonly made: MadeHere;
  readonly called: number;
  readonly report: FindingsReport;
  readonly linked: boolean;
}

/**
 * The lines of a hover where time is lost, or others are made to wait; none elsewhere.
 * @param linked whether the client has the commands of links, and shows pictures
 */
export function waitingLines(lines: readonly PlacedLine[], report: FindingsReport, linked: boolean): Markdown[] {
  const [worst, ...others] = sumByProperty(lines.flatMap(({ findings }) => findings));
  const made = madeBy(lines);
  if (worst === undefined) return made.severity >= LEAST_MADE ? causingLines(made, lines, report, linked) : [];
  const here: WaitsHere = { sums: [worst, ...others], made, called: calledFrom(lines).severity, report, linked };
  return [
    what(here),
    why(here),
    ...tryText(worst),
    ...savedText(bestGain(worst.findings)),
    ...(linked ? waitingPicture(worst, report) : []),
  ];
}

/** `**Late Sender 43.9 %** · 9.04 s on ranks 0, 2, 3 · Cost of MPI 11.6 %`. */
function what({ sums, called, report }: WaitsHere): Markdown {
  const [worst, ...others] = sums;
  const paths = worst.findings.length;
  const { confidence, parts = [] } = summed(worst);
  const facts = [
    `${lost(worst.seconds, worst.findings[0])} on ${listRanks(concernedRanks(worst.findings, report))}${paths > 1 ? `, ${paths} call paths` : ''}`,
    ...(confidence < 1 ? [doubtText(confidence)] : []),
    ...parts.map(({ severity, title }) => `of this ${percent(severity)} ${plainLine(title)}`),
    ...(others.length === 0 ? [] : [sharesText(others, MOST_LISTED)]),
    ...(called > 0 ? [`${percent(called)} in what is called from here`] : []),
  ];
  return Markdown.of`**${plainLine(worst.title)} ${percent(worst.severity)}** · ${facts.join(' · ')}`;
}

/** Returns the origin of the waiting: the code that causes it, else its meaning and the awaited ranks. */
function why(here: WaitsHere): Markdown {
  const { sums, made, report, linked } = here;
  const [worst] = sums;
  const found = summed(worst);
  const causes = worstCauses(found).slice(0, MOST_CAUSES);
  const parts = causes.map((cause) => causeLink(cause, found, here));
  const waits = made.waits.filter(({ at }) => at === undefined || !isSamePlace(at, found.place));
  const makes = made.severity >= NOTABLE ? [madeText({ ...made, waits }, linked)] : [];
  if (parts.length > 0)
    return Markdown.join([Markdown.of`*Caused by* ${Markdown.join(parts, Markdown.of`, `)}`, ...makes], apart);
  const late =
    found.causes === undefined ? undefined : listRanks(concernedRanks([{ locations: found.causes }], report));
  const texts = [
    firstSentence(plainLine(found.explanation)),
    ...(late === undefined ? [] : [`Waited for: ${late}.`]),
    ...(found.worst === undefined ? [] : [`The longest: ${instanceText(found.worst)}.`]),
  ];
  return Markdown.join([Markdown.of`${texts.join(' ')}`, ...makes], apart);
}

/** `relax_rows, heat2d.c:165, on rank 1 (70.8 %)`, leading to its line. */
function causeLink(cause: RootCause, finding: Finding, { report, linked }: WaitsHere): Markdown {
  const name = shortFunctionName(plainLine(cause.region));
  const at = isSamePlace(cause.place, finding.place) ? Markdown.of` here` : placeOf(cause, finding, linked);
  // Profiles have the call path but not the locations.
  const who = cause.locations.length === 0 ? [] : [`on ${listRanks(concernedRanks([cause], report))}`];
  const longer = cause.longer === undefined ? [] : [`${duration(cause.longer)} longer`];
  return Markdown.of`${name}${at} ${[...who, `(${[percent(cause.share), ...longer].join(', ')})`].join(' ')}`;
}

function placeOf({ place }: RootCause, finding: Finding, linked: boolean): Markdown {
  return place === undefined ? Markdown.of`` : Markdown.of`, ${lineLink(finding, place, linked)},`;
}

/** Of the line's findings of a property, that of the measured line that loses most. */
function summed({ findings }: PropertySum): Finding {
  return findingsByLine(findings)[0] ?? findings[0];
}

function tryText({ findings }: PropertySum): Markdown[] {
  const advice = firstSentence(plainLine(findings[0].advice));
  return advice === '' ? [] : [Markdown.of`*Try:* ${advice}`];
}

/** `*Predicted:* relax_rows balanced over ranks: 3.53 s → 2.43 s`. */
function savedText(gain: Gain | undefined): Markdown[] {
  return gain === undefined ? [] : [Markdown.of`*Predicted:* ${changeOfRunText(gain)}, ${gainText(gain)}`];
}

/** The lines of a hover where nothing waits and others are made to. */
function causingLines(
  made: MadeHere,
  lines: readonly PlacedLine[],
  report: FindingsReport,
  linked: boolean,
): Markdown[] {
  const concerned = concernedRanks([made], report);
  const ranks = listRanks(concerned);
  const [all, who] = [concerned.numbers.length === concerned.total, made.locations.length > 0];
  const own = lines.flatMap(({ summary }) => summary ?? []).reduce((worst, { share }) => Math.max(worst, share), 0);
  const facts = [
    `${duration(made.seconds)}${who ? `, for ${ranks}` : ''}`,
    ...(own > 0 ? [`what is called from here takes ${percent(own)}`] : []),
  ];
  const advice = all || !who ? 'share this work out more evenly.' : `give ${ranks} less of this work.`;
  const places = made.waits.length === 0 ? [] : [Markdown.of`*They wait in* ${waitingPlaces(made, linked)}`];
  return [
    Markdown.of`**Makes others wait ${percent(made.severity)}** · ${facts.join(' · ')}`,
    ...places,
    Markdown.of`*Try:* ${advice}`,
    ...savedText(made.gain),
    ...(linked ? causedPicture(lines, report) : []),
  ];
}

/** `makes others wait 10.8 %: Wait at N×N at heat2d.c:182`. */
function madeText({ severity, waits }: MadeHere, linked: boolean): Markdown {
  const places = waits.length === 0 ? '' : Markdown.of`: ${waitingPlaces({ waits }, linked)}`;
  return Markdown.of`makes others wait ${percent(severity)}${places}`;
}

/** `Late Sender at heat2d.c:129, Wait at N×N at heat2d.c:182`, leading there. */
function waitingPlaces({ waits }: Pick<MadeHere, 'waits'>, linked: boolean): Markdown {
  const told = waits.slice(0, MOST_LISTED).map((wait) => {
    const { at } = wait;
    const name = plainLine(wait.title);
    return at === undefined ? Markdown.of`${name}` : Markdown.of`${name} at ${lineLink(wait, at, linked)}`;
  });
  const more = waits.length > told.length ? [Markdown.of`${waits.length - told.length} more`] : [];
  return Markdown.join([...told, ...more], Markdown.of`, `);
}

/** Links to the pages of the properties; names come from reports, so that only plain ones may become part of a link. */
export function pageLinks(lines: readonly PlacedLine[], pages: PropertyCatalog): Markdown[] {
  const sums = sumByProperty(lines.flatMap(({ findings }) => findings));
  const made = madeBy(lines);
  const told = sums.length > 0 ? sums : made.severity >= LEAST_MADE ? made.waits : [];
  return [...new Map(told.map(({ property, title }) => [property, title]))]
    .filter(([property]) => /^[a-z][a-z0-9_]*$/.test(property))
    .slice(0, MOST_LISTED)
    .map(([property, title]) => {
      const args: ExplainPropertyArguments = [{ property, page: pages.pageOf(property) }];
      return Markdown.commandLink(`More about ${plainLine(title)}`, EXPLAIN_PROPERTY_COMMAND, args);
    });
}
