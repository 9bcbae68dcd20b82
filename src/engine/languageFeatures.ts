import { MarkupKind, type CodeLens, type Hover } from 'vscode-languageserver/node';
import { Markdown } from '../model/markdown.js';
import type { PropertyCatalog } from '../properties/index.js';
import type { LineMark } from '../protocol/messages.js';
import type { EngineOptions } from '../protocol/session.js';
import type { ShownChanges } from './changes.js';
import type { Placement } from './placement.js';
import { changeHover, changeMarks, type PlacedChange } from './presentation/changes.js';
import { functionLenses } from './presentation/codeLens.js';
import { lineHover } from './presentation/hover.js';
import { lineMarks } from './presentation/lineMarks.js';
import type { PlacedLine } from './presentation/placedLine.js';
import type { Selection } from './selection.js';
import type { ShownExperiment } from './shownExperiment.js';
import type { Workspace } from './workspace.js';

/** The one place that hands Markdown to editors: it takes no string. */
function hoverOf(markdown: Markdown): Hover {
  return { contents: { kind: MarkupKind.Markdown, value: markdown.toString() } };
}

/** What the selected experiment says about documents: lenses, hovers and marks. Nothing where none is selected. */
export class LanguageFeatures {
  private commandLinks = false;

  constructor(
    private readonly workspace: Workspace,
    private readonly selection: Selection,
    private readonly placement: Placement,
    private readonly properties: PropertyCatalog,
  ) {}

  configure({ commandLinks }: EngineOptions): void {
    this.commandLinks = commandLinks === true;
  }

  async codeLenses(uri: string): Promise<CodeLens[]> {
    const { shown } = this.selection;
    return shown === undefined ? [] : functionLenses(await this.placed(uri, shown), shown.report, this.commandLinks);
  }

  async marks(uri: string): Promise<LineMark[]> {
    const { shown, changes } = this.selection;
    if (changes !== undefined) return changeMarks(await this.changed(uri, changes));
    return shown === undefined ? [] : lineMarks(await this.placed(uri, shown), shown.report);
  }

  /** @param line 0-based */
  async hover(uri: string, line: number): Promise<Hover | null> {
    const { shown, changes } = this.selection;
    const parts: (Markdown | undefined)[] = [];
    const here = <T extends { line: number }>(placed: readonly T[]): T[] => placed.filter((one) => one.line === line);
    if (changes !== undefined) parts.push(changeHover(here(await this.changed(uri, changes)), changes.labels));
    if (shown !== undefined)
      parts.push(
        lineHover(
          here(await this.placed(uri, shown)),
          shown.report,
          shown.label,
          this.commandLinks ? this.properties : undefined,
        ),
      );
    const shownParts = parts.filter((part) => part !== undefined);
    return shownParts.length === 0 ? null : hoverOf(Markdown.join(shownParts, Markdown.of`\n\n---\n\n`));
  }

  private changed(uri: string, changes: ShownChanges): Promise<PlacedChange[]> {
    return changes.placed(uri, this.placement, this.workspace.folders);
  }

  private placed(uri: string, shown: ShownExperiment): Promise<PlacedLine[]> {
    return this.placement.linesOf(uri, shown, this.workspace.folders);
  }
}
