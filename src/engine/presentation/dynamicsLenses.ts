/** Lenses over the main loop, and over lines that change from iteration to iteration. */
import type { CodeLens } from 'vscode-languageserver';
import { editorLine } from '../../base/plainText.js';
import { findingText, loopText } from '../../model/dynamics/dynamicsText.js';
import type { FindingsReport } from '../../model/findings/findings.js';
import { SHOW_DYNAMICS_COMMAND, type ShowDynamicsArguments } from '../../protocol/session.js';
import type { ChangeHere, LoopHere } from './changesByLine.js';
import type { PlacedLine } from './placedLine.js';
import { concernedRanks, listRanks } from './ranks.js';

/** Changes of one line that have a lens each. */
const MOST_LENSES = 2;

/**
 * `100 iterations · 3.9 ms ±12 % · ▂▂▃▅▇ · slows down from iteration 212 (+18 %, 4.1 s), ranks 4–7` at the loop, leading to its page,
 * and `▁▁▂▆ rises 212–640 · 6.7 % on ranks 3–63` where something changes, leading to the iteration where it is worst.
 * @param linked whether the client has the command
 */
export function dynamicsLenses(placed: readonly PlacedLine[], report: FindingsReport, linked: boolean): CodeLens[] {
  return placed.flatMap(({ line, stale, loops = [], changing = [] }) => {
    const position = { line, character: 0 };
    const range = { start: position, end: position };
    const lens = (title: string, args: ShowDynamicsArguments): CodeLens => ({
      range,
      command: {
        title: editorLine(title + (stale ? ' (changed since the run)' : '')),
        ...(linked ? { command: SHOW_DYNAMICS_COMMAND, arguments: [...args] } : { command: '' }),
      },
    });
    return [
      ...loops.map((loop) => lens(loopLine(loop, report), [{ page: true }])),
      ...changing
        .filter(isTold)
        .slice(0, MOST_LENSES)
        .map((change) => lens(changeLine(change, report), [{ finding: change.number }])),
    ];
  });
}

/** Variation without a nameable change appears only in the hover. */
const isTold = ({ finding }: ChangeHere): boolean => finding.severity > 0;

function loopLine({ loop, changes }: LoopHere, report: FindingsReport): string {
  const worst = changes.at(0)?.finding;
  const where = worst === undefined ? '' : ranksText(worst.locations, report);
  return loopText(loop, worst, where.startsWith('all ') ? '' : where);
}

const changeLine = ({ finding }: ChangeHere, report: FindingsReport): string =>
  `${findingText(finding)} on ${ranksText(finding.locations, report)}`;

/** `ranks 3–63`. */
export function ranksText(locations: readonly number[], report: FindingsReport): string {
  const alike = locations.map((location) => ({ location, name: report.locations[location] ?? '', seconds: 1 }));
  const concerned = concernedRanks([{ locations: alike }], report);
  return concerned.numbers.length === concerned.total && concerned.total > 1
    ? `all ${concerned.unit}s`
    : listRanks(concerned);
}
