import * as vscode from 'vscode';
import { editorLine, editorLines, editorName } from '../../base/plainText.js';
import type { Row, RowTick } from './row.js';

/** Shows rows in a native tree view, the only way to one: whatever a row holds, no link and no icon comes of it. Rows are replaced as a whole; ids keep what is open and selected. */
export class RowTree implements vscode.TreeDataProvider<Row>, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<void>();
  private readonly parents = new Map<string, Row>();
  private roots: readonly Row[] = [];
  private readonly view: vscode.TreeView<Row>;
  readonly onDidChangeTreeData = this.changed.event;

  /** @param viewId as in the manifest */
  constructor(viewId: string) {
    this.view = vscode.window.createTreeView(viewId, { treeDataProvider: this, showCollapseAll: true });
  }

  /** Fires when a person ticks rows or takes ticks away, with what they wish. */
  onDidTick(listener: (ticks: readonly RowTick[]) => void): vscode.Disposable {
    return this.view.onDidChangeCheckboxState(({ items }) => {
      const isOn = (state: vscode.TreeItemCheckboxState): boolean => state === vscode.TreeItemCheckboxState.Checked;
      listener(items.flatMap(([row, state]) => (row.tick === undefined ? [] : [{ ...row.tick, on: isOn(state) }])));
    });
  }

  /** The rows shown now. */
  get rows(): readonly Row[] {
    return this.roots;
  }

  show(rows: readonly Row[]): void {
    this.roots = rows;
    this.parents.clear();
    for (const row of rows) this.rememberParents(row);
    this.changed.fire();
  }

  /** Sets the text next to the view's title. */
  describe(text: string): void {
    this.view.description = editorName(text);
  }

  /** Sets the text above the rows; none if it is empty. */
  tell(text: string): void {
    this.view.message = editorLine(text);
  }

  get visible(): boolean {
    return this.view.visible;
  }

  onDidChangeVisibility(listener: () => void): vscode.Disposable {
    return this.view.onDidChangeVisibility(listener);
  }

  /** Brings a row into sight and, unlike a click, leaves the focus where it is. */
  async reveal(row: Row, options: { expand?: boolean } = {}): Promise<void> {
    await this.view.reveal(row, { select: true, focus: false, expand: options.expand ?? false });
  }

  getChildren(row?: Row): Row[] {
    return [...(row?.children ?? this.roots)];
  }

  getParent(row: Row): Row | undefined {
    return this.parents.get(row.id);
  }

  getTreeItem(row: Row): vscode.TreeItem {
    const item = new vscode.TreeItem(editorLine(row.label), collapsibleState(row));
    item.id = row.id;
    if (row.description !== undefined) item.description = editorLine(row.description);
    item.tooltip = editorLines(row.tooltip ?? row.label);
    if (row.icon !== undefined)
      item.iconPath = new vscode.ThemeIcon(
        row.icon.id,
        row.icon.color === undefined ? undefined : new vscode.ThemeColor(row.icon.color),
      );
    if (row.tick !== undefined)
      item.checkboxState = row.tick.on ? vscode.TreeItemCheckboxState.Checked : vscode.TreeItemCheckboxState.Unchecked;
    if (row.spoken !== undefined) item.accessibilityInformation = { label: editorLine(row.spoken) };
    if (row.context !== undefined) item.contextValue = row.context;
    if (row.command !== undefined)
      item.command = { command: row.command.id, title: row.command.title, arguments: row.command.arguments };
    return item;
  }

  dispose(): void {
    this.view.dispose();
    this.changed.dispose();
  }

  private rememberParents(row: Row): void {
    for (const child of row.children) {
      this.parents.set(child.id, row);
      this.rememberParents(child);
    }
  }
}

function collapsibleState(row: Row): vscode.TreeItemCollapsibleState {
  if (row.children.length === 0) return vscode.TreeItemCollapsibleState.None;
  return row.expanded === true ? vscode.TreeItemCollapsibleState.Expanded : vscode.TreeItemCollapsibleState.Collapsed;
}
