/** Lines that wait and lines that cause the waiting, with links between each other. */
import type { Finding, LocationShare, SourcePlace } from '../../model/findings/findings.js';
import { bestGain } from '../../model/findings/findingsByLine.js';
import type { Gain } from '../../model/findings/prediction.js';
import type { CausedWait } from '../../model/findings/causedWaits.js';
import { Markdown } from '../../model/text/markdown.js';
import { fileName, plainLine } from '../../base/text.js';
import { SHOW_FINDING_COMMAND, type ShowFindingArguments } from '../../protocol/session.js';
import type { PlacedLine } from './placedLine.js';

/** Smallest share of the total time for which caused waiting is shown on a line without waiting. */
export const LEAST_MADE = 0.005;

/** Waiting of others that begins on a line of the current text. */
export interface MadeHere {
  readonly seconds: number;
  /** Share of the program's total time. */
  readonly severity: number;
  /** Lines that wait for it, as far as findings contain them. */
  readonly waits: readonly CausedWait[];
  readonly locations: readonly LocationShare[];
  /** The largest predicted gain of a change here. */
  readonly gain?: Gain | undefined;
}

/** Returns the sum over all measured lines that map to one current line: the waiting they cause does not overlap. */
export function madeBy(lines: readonly Pick<PlacedLine, 'made'>[]): MadeHere {
  const made = lines.flatMap((line) => line.made ?? []);
  return {
    seconds: made.reduce((sum, { seconds }) => sum + seconds, 0),
    severity: made.reduce((sum, { severity }) => sum + severity, 0),
    waits: made.flatMap(({ waits }) => waits),
    locations: made.flatMap(({ locations }) => locations),
    gain: bestGain(made),
  };
}

/** The arguments of the command that goes to a measured line and selects the finding that it belongs to. */
export function lineArguments({ property, callPath }: FindingKey, place: SourcePlace): ShowFindingArguments {
  return [{ property, callPath, place }];
}

/** Identity of a finding. */
type FindingKey = Pick<Finding, 'property' | 'callPath'>;

/** `heat2d.c:165`. */
export function lineText({ file, line }: SourcePlace): string {
  return `${plainLine(fileName(file))}:${line}`;
}

/** The same, leading there where the client has the command for it. */
export function lineLink(finding: FindingKey, place: SourcePlace, linked: boolean): Markdown {
  const text = lineText(place);
  return linked
    ? Markdown.commandLink(text, SHOW_FINDING_COMMAND, lineArguments(finding, place))
    : Markdown.of`${text}`;
}
