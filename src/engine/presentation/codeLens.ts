import type { CodeLens } from 'vscode-languageserver';
import type { Finding, FindingsReport, FunctionSummary, SourcePlace } from '../../model/findings/findings.js';
import {
  SELECT_FUNCTION_COMMAND,
  type SelectFunctionArguments,
  SHOW_FINDING_COMMAND,
  type ShowFindingArguments,
} from '../../protocol/session.js';
import { NOTABLE } from './called.js';
import { worstCauses } from './causes.js';
import type { PlacedLine } from './placedLine.js';
import { editorLine } from '../../base/plainText.js';
import { percent, plainLine } from '../../base/text.js';
import { gainText } from '../../model/text/gainText.js';
import { shortFunctionName } from '../../model/text/functionNames.js';
import type { CausedWaiting } from '../../model/findings/causedWaits.js';
import { lineArguments, lineText } from './causedWaiting.js';
import { isSamePlace } from '../../model/findings/sourcePlace.js';

/** How many waiting properties a lens names. */
const NAMED = 2;

/**
 * Returns a lens over every measured function of a document: `time 38.2 % · by itself 5.0 % · Late Sender 12.1 %`. All
 * shares are inclusive, except the exclusive one.
 * @param choosing whether another lens next to it selects the measurement of the function
 */
export function functionLenses(
  placed: readonly PlacedLine[],
  report: FindingsReport,
  choosing: (region: string) => boolean = () => false,
): CodeLens[] {
  return placed.flatMap(({ line, stale, functions }) =>
    functions.flatMap((summary) => {
      const position = { line, character: 0 };
      // A module of Python begins where its first function does, and macros make several functions of one line.
      const name = functions.length > 1 ? `${plainLine(summary.region)}: ` : '';
      const title = name + lensTitle(summary, report) + (stale ? ' (changed since the run)' : '');
      const range = { start: position, end: position };
      const shown = { range, command: lensCommand(title, worstBelow(summary, report)) };
      return choosing(summary.region) ? [shown, { range, command: selectCommand(summary) }] : [shown];
    }),
  );
}

/**
 * Returns lenses over lines that cause waiting, and over those that wait for them: each links to the other. If both are
 * one line, there is no link.
 */
export function waitLenses(placed: readonly PlacedLine[]): CodeLens[] {
  return placed.flatMap(({ line, made, findings }) => {
    const position = { line, character: 0 };
    const range = { start: position, end: position };
    const toWaiting = made === undefined || made.severity < NOTABLE ? undefined : elsewhere(made);
    const cause = findings.flatMap((finding) => causeOf(finding)).at(0);
    return [
      ...(cause === undefined ? [] : [{ range, command: cause }]),
      ...(toWaiting === undefined ? [] : [{ range, command: toWaiting }]),
    ];
  });
}

function elsewhere({ place, severity, waits, gain }: CausedWaiting): CodeLens['command'] {
  const wait = waits.find(({ at }) => at !== undefined && !isSamePlace(at, place));
  if (wait?.at === undefined) return undefined;
  const saves = gain === undefined || gain.share < NOTABLE ? '' : ` · ${gainText(gain)}`;
  const title = `makes others wait ${percent(severity)} → ${lineText(wait.at)}${saves}`;
  return lineCommand(title, wait, wait.at);
}

function causeOf(finding: Finding): NonNullable<CodeLens['command']>[] {
  const [cause] = worstCauses(finding).filter(({ place }) => place !== undefined && !isSamePlace(place, finding.place));
  if (cause?.place === undefined || cause.share * finding.severity < NOTABLE) return [];
  const name = shortFunctionName(plainLine(cause.region));
  return [lineCommand(`waits for ${name} → ${lineText(cause.place)}`, finding, cause.place)];
}

type FindingKey = Parameters<typeof lineArguments>[0];

function lineCommand(title: string, finding: FindingKey, place: SourcePlace): NonNullable<CodeLens['command']> {
  return { title: editorLine(title), command: SHOW_FINDING_COMMAND, arguments: [...lineArguments(finding, place)] };
}

function lensTitle(summary: FunctionSummary, { totalTime, main }: FindingsReport): string {
  const properties = summary.properties
    .slice(0, NAMED)
    .map(({ title, severity }) => `${plainLine(title)} ${percent(severity)}`);
  const all = main?.total ?? totalTime;
  const [whole, own] = [percent(summary.share), percent(all > 0 ? summary.exclusive / all : 0)];
  // Of a function that calls nothing both are the same.
  return [
    `${main === undefined ? 'time' : plainLine(main.title)} ${whole}`,
    ...(own === whole ? [] : [`exclusive ${own}`]),
    ...properties,
  ].join(' · ');
}

function selectCommand({ region }: FunctionSummary): NonNullable<CodeLens['command']> {
  const args: SelectFunctionArguments = [{ region }];
  return { title: 'Exclude…', command: SELECT_FUNCTION_COMMAND, arguments: [...args] };
}

/** Without a finding to lead to, the lens is text only: an empty command name. */
function lensCommand(title: string, finding: Finding | undefined): NonNullable<CodeLens['command']> {
  const shown = editorLine(title);
  if (finding === undefined) return { title: shown, command: '' };
  const args: ShowFindingArguments = [finding];
  return { title: shown, command: SHOW_FINDING_COMMAND, arguments: [...args] };
}

/** The worst finding whose call path passes the function. */
function worstBelow({ region, place }: FunctionSummary, report: FindingsReport): Finding | undefined {
  return report.findings.find((finding) =>
    finding.callPath.some(
      (step) => step.region === region && step.definition?.file === place.file && step.definition.line === place.line,
    ),
  );
}
