import { type LineChange, lineChanges, reportedRun } from '../../experiments/compare/lineChanges.js';
import type { Experiment } from '../../experiments/index.js';
import { largestChange } from '../../experiments/compare/statistics.js';
import { TrimtabError } from '../../base/problem.js';
import type { CodeLens } from 'vscode-languageserver';
import type { Markdown } from '../../model/text/markdown.js';
import type { LineMark, ShownOnLines } from '../../protocol/messages.js';
import type { Here, OnLines } from '../editor/onLines.js';
import { type ChangeLabels, changeHover, changeMarks, type PlacedChange } from '../presentation/changes.js';
import type { ShownExperiment } from '../project/shownExperiment.js';
import type { Workspace } from '../project/workspace.js';

/** A comparison whose changes are shown on source lines instead of one experiment's marks. */
export class ShownChanges implements OnLines {
  readonly summary: ShownOnLines;
  private readonly changes: readonly LineChange[];
  private readonly sides: { readonly before: ShownExperiment; readonly after: ShownExperiment };

  /**
   * @param before identifiers of experiments that repeat one another, and of others to compare with them
   * @throws TrimtabError when one is gone or has no results, or a side is empty
   */
  constructor(
    workspace: Workspace,
    readonly before: readonly string[],
    readonly after: readonly string[],
  ) {
    const load = (ids: readonly string[]): Experiment[] => ids.map((id) => workspace.storeOf(id).get(id));
    const [first, second] = [load(before), load(after)];
    this.changes = lineChanges(first.map(reportedRun), second.map(reportedRun));
    this.sides = { before: shownOf(workspace, first), after: shownOf(workspace, second) };
    this.summary = { is: 'changes', before, after, labels: this.labels };
  }

  again(workspace: Workspace): ShownChanges {
    return new ShownChanges(workspace, this.before, this.after);
  }

  private get labels(): ChangeLabels {
    const { before, after } = this.sides;
    return { before: before.label.name, after: after.label.name };
  }

  async marks(uri: string, here: Here): Promise<LineMark[]> {
    return changeMarks(await this.placed(uri, here));
  }

  /** For functions, the experiment's own lenses suffice. */
  lenses(): Promise<CodeLens[]> {
    return Promise.resolve([]);
  }

  async hover(uri: string, line: number, here: Here): Promise<Markdown | undefined> {
    const placed = await this.placed(uri, here);
    return changeHover(
      placed.filter((one) => one.line === line),
      this.labels,
    );
  }

  /** The changes on a document's current lines. */
  private async placed(uri: string, { placement, folders }: Here): Promise<PlacedChange[]> {
    const found: PlacedChange[] = [];
    for (const side of ['after', 'before'] as const) {
      const maps = await placement.mapsOf(uri, this.sides[side], folders);
      for (const change of this.changes) {
        const place = change[side];
        const map = place === null ? undefined : maps.get(place.file);
        // Lines that the newer runs have are placed by their text, the others by the older one.
        if (place === null || map === undefined || (side === 'before' && change.after !== null)) continue;
        found.push({ ...change, ...map.place(place.line) });
      }
    }
    return found.sort((a, b) => a.line - b.line);
  }

  async largest({ placement, folders }: Here): Promise<{ readonly path: string; readonly line: number } | null> {
    const own = ({ properties }: LineChange): number =>
      Math.max(0, ...properties.map(({ seconds }) => largestChange(seconds)));
    // A call leads to what is lost below it, and is only worth going to where that has no line.
    const below = ({ called }: LineChange): number => (called === undefined ? 0 : largestChange(called.seconds));
    const [worst] = [...this.changes].sort((a, b) => own(b) - own(a) || below(b) - below(a));
    if (worst === undefined) return null;
    const side = worst.after === null ? 'before' : 'after';
    const place = worst[side];
    return place === null ? null : placement.locate({ place }, this.sides[side], folders);
  }
}

/** Returns the experiment that locates the files of a side: its newest run. */
function shownOf(workspace: Workspace, experiments: readonly Experiment[]): ShownExperiment {
  const newest = [...experiments].sort((a, b) => (a.manifest.created < b.manifest.created ? 1 : -1)).at(0);
  if (newest === undefined) throw new TrimtabError('A group to compare has no experiments.');
  return workspace.shown(newest.id);
}
