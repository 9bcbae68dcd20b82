import type { CodeLens } from 'vscode-languageserver';
import { type GrowthStudy, isGrowing, type LineGrowth } from '../../experiments/compare/lineGrowth.js';
import type { Markdown } from '../../model/text/markdown.js';
import type { LineMark, ShownOnLines } from '../../protocol/messages.js';
import type { Here, OnLines } from '../editor/onLines.js';
import { growthHover, growthLenses, growthMarks, type PlacedGrowth } from '../presentation/growth.js';
import type { ShownExperiment } from '../project/shownExperiment.js';
import type { Workspace } from '../project/workspace.js';

/** A scaling study whose growing parts are shown on source lines instead of one experiment's marks. */
export class ShownGrowth implements OnLines {
  readonly summary: ShownOnLines;
  private readonly run: ShownExperiment;

  /**
   * @param ids the experiments of the study
   * @param newest the newest one of those with the most ranks, in whose text the lines are
   * @throws TrimtabError when it is gone or has no results
   */
  constructor(
    workspace: Workspace,
    private readonly ids: readonly string[],
    private readonly newest: string,
    private readonly study: GrowthStudy,
  ) {
    this.run = workspace.shown(newest);
    this.summary = { is: 'growth', ids, program: this.run.report.program, ranks: study.ranks };
  }

  again(workspace: Workspace): ShownGrowth {
    return new ShownGrowth(workspace, this.ids, this.newest, this.study);
  }

  async marks(uri: string, here: Here): Promise<LineMark[]> {
    return growthMarks(await this.placed(uri, here), this.study);
  }

  async lenses(uri: string, here: Here): Promise<CodeLens[]> {
    return growthLenses(await this.placed(uri, here), this.study);
  }

  async hover(uri: string, line: number, here: Here): Promise<Markdown | undefined> {
    const placed = await this.placed(uri, here);
    return growthHover(
      placed.filter((one) => one.line === line),
      this.study,
    );
  }

  async largest({ placement, folders }: Here): Promise<{ readonly path: string; readonly line: number } | null> {
    const size = ({ properties }: LineGrowth): number =>
      properties.filter(isGrowing).reduce((sum, { predicted }) => sum + (predicted?.value ?? 0), 0);
    const [most] = [...this.study.lines].sort((a, b) => size(b) - size(a));
    if (most === undefined || size(most) === 0) return null;
    return placement.locate({ place: most.place }, this.run, folders);
  }

  private async placed(uri: string, { placement, folders }: Here): Promise<PlacedGrowth[]> {
    const maps = await placement.mapsOf(uri, this.run, folders);
    return this.study.lines
      .flatMap((growth) => {
        const map = maps.get(growth.place.file);
        return map === undefined ? [] : [{ ...growth, ...map.place(growth.place.line) }];
      })
      .sort((a, b) => a.line - b.line);
  }
}
