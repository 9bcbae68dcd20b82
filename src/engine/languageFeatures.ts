import { MarkupKind, type CodeLens, type Hover, type MarkupContent } from 'vscode-languageserver/node';
import type { SourceRange } from '../measurement/ranges/place.js';
import { Markdown } from '../model/text/markdown.js';
import type { PropertyCatalog } from '../properties/index.js';
import type { LineMark } from '../protocol/messages.js';
import type { EngineOptions } from '../protocol/session.js';
import type { Documents } from './editor/documents.js';
import type { Here } from './editor/onLines.js';
import type { LiveLines } from './live/liveLines.js';
import type { Placement } from './editor/placement.js';
import { functionLenses, waitLenses } from './presentation/codeLens.js';
import { dynamicsLenses } from './presentation/dynamicsLenses.js';
import { lineHover } from './presentation/hover.js';
import { lineMarks } from './presentation/lineMarks.js';
import type { PlacedLine } from './presentation/placedLine.js';
import { rangeHover, rangeLenses } from './presentation/ranges.js';
import { builtRange, rangesHere } from './ranges/rangesHere.js';
import type { Selection } from './selection/selection.js';
import type { ShownExperiment } from './project/shownExperiment.js';
import type { Workspace } from './project/workspace.js';

/** The one place that hands Markdown to editors: it takes no string. */
export function contentOf(markdown: Markdown): MarkupContent {
  return { kind: MarkupKind.Markdown, value: markdown.toString() };
}

/** Lenses, hovers and marks of documents, from the selected experiment and running programs. */
export class LanguageFeatures {
  private commandLinks = false;

  constructor(
    readonly workspace: Workspace,
    private readonly selection: Selection,
    private readonly placement: Placement,
    readonly documents: Documents,
    private readonly properties: PropertyCatalog,
    private readonly liveLines: Pick<LiveLines, 'lenses'>,
  ) {}

  configure({ commandLinks }: EngineOptions): void {
    this.commandLinks = commandLinks === true;
  }

  /** Whether the client has the commands that lenses and hovers lead to. */
  get hasCommands(): boolean {
    return this.commandLinks;
  }

  async codeLenses(uri: string): Promise<CodeLens[]> {
    const { shown, onLines } = this.selection;
    const running = await this.liveLines.lenses(uri, this.here, this.commandLinks);
    const ranges = this.ranges(uri);
    const chosen = [
      ...((await onLines?.lenses(uri, this.here)) ?? []),
      ...(this.commandLinks ? rangeLenses(ranges) : []),
    ];
    if (shown === undefined) return [...running, ...chosen];
    // Separate lenses select the measurement of ranges.
    const names = new Set(ranges.map(({ name }) => name));
    const choosing = (region: string): boolean => this.commandLinks && !names.has(region);
    const placed = await this.placed(uri, shown);
    // They only lead somewhere: nothing for clients without the command.
    const waits = this.commandLinks ? waitLenses(placed) : [];
    const changes = dynamicsLenses(placed, shown.report, this.commandLinks);
    return [...running, ...functionLenses(placed, shown.report, choosing), ...waits, ...changes, ...chosen];
  }

  async marks(uri: string): Promise<LineMark[]> {
    const { shown, onLines } = this.selection;
    if (onLines !== undefined) return onLines.marks(uri, this.here);
    return shown === undefined ? [] : lineMarks(await this.placed(uri, shown), shown.report);
  }

  /** @param line 0-based */
  async hover(uri: string, line: number): Promise<Hover | null> {
    const { shown, onLines } = this.selection;
    const parts: (Markdown | undefined)[] = [];
    const here = <T extends { line: number }>(placed: readonly T[]): T[] => placed.filter((one) => one.line === line);
    const ranges = this.rangesAt(uri, line);
    const names = new Set(ranges.map(({ name }) => name));
    parts.push(...this.rangeHovers(uri, ranges));
    if (onLines !== undefined) parts.push(await onLines.hover(uri, line, this.here));
    if (shown !== undefined)
      parts.push(
        lineHover(
          // Ranges are shown as such, and not as functions that begin there.
          here(await this.placed(uri, shown)).map((placed) => ({
            ...placed,
            functions: placed.functions.filter(({ region }) => !names.has(region)),
          })),
          shown.report,
          shown.label,
          this.commandLinks ? this.properties : undefined,
        ),
      );
    const shownParts = parts.filter((part) => part !== undefined);
    return shownParts.length === 0
      ? null
      : { contents: contentOf(Markdown.join(shownParts, Markdown.of`\n\n---\n\n`)) };
  }

  private ranges(uri: string): SourceRange[] {
    const path = this.documents.pathOf(uri);
    return path === undefined ? [] : rangesHere(path, this);
  }

  /** All that the line is in, the innermost first. @param line 0-based */
  private rangesAt(uri: string, line: number): SourceRange[] {
    return this.ranges(uri)
      .filter(({ first, last }) => first <= line + 1 && line < last)
      .sort((a, b) => a.last - a.first - (b.last - b.first));
  }

  private rangeHovers(uri: string, ranges: readonly SourceRange[]): Markdown[] {
    const path = this.documents.pathOf(uri);
    if (path === undefined || ranges.length === 0) return [];
    const { shown } = this.selection;
    const run =
      shown === undefined ? undefined : { report: shown.report, label: shown.label, pair: shown.recordingCost };
    return ranges.map((range) => rangeHover({ range, built: builtRange(path, range), run }, path));
  }

  private get here(): Here {
    return { placement: this.placement, folders: this.workspace.folders };
  }

  private placed(uri: string, shown: ShownExperiment): Promise<PlacedLine[]> {
    return this.placement.linesOf(uri, shown, this.workspace.folders);
  }
}
