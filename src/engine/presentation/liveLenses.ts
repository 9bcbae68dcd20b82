/** Results of the search on a running program, as text over source lines. */
import type { CodeLens } from 'vscode-languageserver';
import { editorLine } from '../../base/plainText.js';
import { percent } from '../../base/text.js';
import type { DynamicsFinding, DynamicsReport } from '../../model/dynamics/dynamics.js';
import { findingText, isOfLoop, loopText } from '../../model/dynamics/dynamicsText.js';
import type { SourcePlace } from '../../model/findings/findings.js';
import type { Hypothesis, SearchHistory } from '../../measurement/search/history.js';
import { ranksText, titleOf } from '../../measurement/search/words.js';
import { SHOW_LIVE_COMMAND } from '../../protocol/session.js';

/** Its position in the sources of an earlier measured run. */
export interface LiveLine {
  readonly place: SourcePlace;
  readonly text: string;
}

/** Returns the location of names of a running program; undefined if unknown. */
export type PlaceOf = (names: readonly string[]) => SourcePlace | undefined;

/** Lenses of one line, and those of them that show changes. */
const MOST_LENSES = 2;
const MOST_CHANGES = 1;

/** The loop, the worst change of each line, then hypotheses that are true, the most severe first. */
export function liveLines(
  history: SearchHistory,
  dynamics: DynamicsReport | undefined,
  placeOf: PlaceOf,
): readonly LiveLine[] {
  const lines: LiveLine[] = [];
  const add = (place: SourcePlace | undefined, text: string, most = MOST_LENSES): void => {
    const here = lines.filter((one) => one.place.file === place?.file && one.place.line === place.line);
    if (place !== undefined && here.length < most && here.every((one) => one.text !== text))
      lines.push({ place, text });
  };
  const changes = (dynamics?.findings ?? []).filter(({ severity }) => severity >= history.threshold);
  const [loop] = dynamics?.loops ?? [];
  if (loop !== undefined) {
    const worst = changes.find(isOfLoop);
    // Of a long run the series has fewer values than iterations.
    const whole = { ...loop, count: history.iterations };
    add(placeOf([loop.name]), loopText(whole, worst, worst === undefined ? '' : ranksText(worst.locations)));
  }
  for (const change of changes)
    if (!isOfLoop(change))
      add(placeOf(namesOf(change)), `${findingText(change)} on ${ranksText(change.locations)}`, MOST_CHANGES);
  for (const one of history.hypotheses.filter(isShown).toSorted((a, b) => (b.severity ?? 0) - (a.severity ?? 0)))
    add(burstPlace(history, one) ?? placeOf(one.path), `${titleOf(one.property)} ${percent(one.severity ?? 0)}`);
  return lines;
}

const namesOf = ({ callPath }: DynamicsFinding): string[] => callPath.map(({ region }) => region);

/** Changes are shown with their time; call paths are shown for all ranks together. */
const isShown = ({ state, path, ranks, property }: Hypothesis): boolean =>
  state === 'true' && path.length > 0 && ranks.length === 0 && !property.startsWith('dynamics_');

/** Traced iterations have the very line of a wait. */
function burstPlace({ experiments }: SearchHistory, { property, path }: Hypothesis): SourcePlace | undefined {
  const isOwn = (callPath: readonly { readonly region: string }[]): boolean =>
    callPath.length === path.length && callPath.every(({ region }, at) => region === path[at]);
  for (const { waits = [] } of experiments.toReversed()) {
    const wait = waits.find((one) => one.property === property && isOwn(one.callPath));
    if (wait?.place !== undefined) return wait.place;
  }
  return undefined;
}

/**
 * `running: 412 iterations · 3.9 ms ±12 % · ▂▂▃▅▇ · slows down from iteration 212 (+18 %, 4.1 s), ranks 4–7`
 * @param line 0-based @param linked whether the client has the command
 */
export function liveLens(text: string, line: number, linked: boolean): CodeLens {
  const position = { line, character: 0 };
  return {
    range: { start: position, end: position },
    command: { title: editorLine(`running: ${text}`), command: linked ? SHOW_LIVE_COMMAND : '' },
  };
}
