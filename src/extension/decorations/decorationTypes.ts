import * as vscode from 'vscode';
import { colorOf, type MarkStyle, markStyles } from './levels.js';

/**
 * Creates one decoration type per style: color from the theme, a gutter icon with a separate shape, and a lane in the
 * overview ruler. The text at the line's end is set per mark.
 * @param media the extension's media folder
 */
export function createDecorationTypes(media: vscode.Uri): ReadonlyMap<MarkStyle, vscode.TextEditorDecorationType> {
  return new Map(markStyles.map((style) => [style, createType(style, media)]));
}

function createType(style: MarkStyle, media: vscode.Uri): vscode.TextEditorDecorationType {
  const color = new vscode.ThemeColor(colorOf(style));
  const icon = (theme: 'light' | 'dark') => ({
    gutterIconPath: vscode.Uri.joinPath(media, 'gutter', `${style}-${theme}.svg`),
  });
  return vscode.window.createTextEditorDecorationType({
    // Text typed at the line's end stays before the mark; the mark moves with its line.
    rangeBehavior: vscode.DecorationRangeBehavior.ClosedOpen,
    after: { color, margin: '0 0 0 3em', fontStyle: style === 'stale' ? 'italic' : 'normal' },
    overviewRulerColor: color,
    overviewRulerLane: vscode.OverviewRulerLane.Right,
    gutterIconSize: 'contain',
    light: icon('light'),
    dark: icon('dark'),
  });
}
