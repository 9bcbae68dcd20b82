import { MarkupKind, type CodeLens, type Hover } from 'vscode-languageserver/node';
import type { LineMark } from '../protocol/messages.js';
import type { Placement } from './placement.js';
import { functionLenses } from './presentation/codeLens.js';
import { lineHover } from './presentation/hover.js';
import { lineMarks } from './presentation/lineMarks.js';
import type { PlacedLine } from './presentation/placedLine.js';
import type { Selection } from './selection.js';
import type { ShownExperiment } from './shownExperiment.js';
import type { Workspace } from './workspace.js';

/** What the selected experiment says about documents: lenses, hovers and marks. Nothing where none is selected. */
export class LanguageFeatures {
  constructor(
    private readonly workspace: Workspace,
    private readonly selection: Selection,
    private readonly placement: Placement,
  ) {}

  async codeLenses(uri: string): Promise<CodeLens[]> {
    const { shown } = this.selection;
    return shown === undefined ? [] : functionLenses(await this.placed(uri, shown), shown.report);
  }

  async marks(uri: string): Promise<LineMark[]> {
    const { shown } = this.selection;
    return shown === undefined ? [] : lineMarks(await this.placed(uri, shown), shown.report);
  }

  /** @param line 0-based */
  async hover(uri: string, line: number): Promise<Hover | null> {
    const { shown } = this.selection;
    if (shown === undefined) return null;
    const lines = (await this.placed(uri, shown)).filter((placed) => placed.line === line);
    const value = lineHover(lines, shown.report, shown.label);
    return value === undefined ? null : { contents: { kind: MarkupKind.Markdown, value } };
  }

  private placed(uri: string, shown: ShownExperiment): Promise<PlacedLine[]> {
    return this.placement.linesOf(uri, shown, this.workspace.folders);
  }
}
