import { existsSync } from 'node:fs';
import { ESLint, Linter } from 'eslint';
import { parser } from 'typescript-eslint';
import { describe, expect, it } from 'vitest';
import { restrictions, shownText } from '../../scripts/lib/shownText.mjs';

/** What eslint says about a text in a file, by these restrictions alone. */
function complaints(text: string, file: string): string[] {
  const linter = new Linter();
  const parsed = { files: ['**/*.ts', '**/*.tsx'], languageOptions: { parser } };
  return linter.verify(text, [parsed, ...shownText], { filename: file }).map(({ message }) => message);
}

/** Ways around the modules that make text plain. */
const forbidden: readonly { readonly text: string; readonly allowed?: string }[] = [
  { text: 'vscode.window.showInformationMessage(text);', allowed: 'src/extension/shown/messages.ts' },
  { text: 'void window.showWarningMessage(text, "OK");', allowed: 'src/extension/shown/messages.ts' },
  { text: 'const show = vscode.window["showErrorMessage"];', allowed: 'src/extension/shown/messages.ts' },
  { text: 'const { showErrorMessage: show } = vscode.window;', allowed: 'src/extension/shown/messages.ts' },
  { text: 'connection.window.showErrorMessage(text);', allowed: 'src/extension/shown/messages.ts' },
  { text: 'vscode.window.setStatusBarMessage(text, 1);', allowed: 'src/extension/shown/messages.ts' },
  { text: 'vscode.window.showQuickPick(items);', allowed: 'src/extension/shown/prompts.ts' },
  { text: 'vscode.window.showInputBox({ prompt: text });', allowed: 'src/extension/shown/prompts.ts' },
  { text: 'const list = vscode.window.createQuickPick();', allowed: 'src/extension/shown/prompts.ts' },
  { text: 'vscode.window.createOutputChannel("x");', allowed: 'src/extension/shown/channels.ts' },
  { text: 'vscode.window.createTerminal(text);', allowed: 'src/extension/shown/channels.ts' },
  { text: 'vscode.window.withProgress({ location: vscode.ProgressLocation.Notification, title }, work);' },
  { text: 'const row = new vscode.TreeItem(text);', allowed: 'src/extension/views/rowTree.ts' },
  { text: 'vscode.window.createTreeView("x", options);', allowed: 'src/extension/views/rowTree.ts' },
  { text: 'const item = vscode.window.createStatusBarItem();', allowed: 'src/extension/analyze/status.ts' },
  { text: 'const options = { after: { contentText: text } };', allowed: 'src/extension/decorations/lineMarks.ts' },
  { text: 'const hover = new vscode.MarkdownString(text);', allowed: 'src/extension/analyze/status.ts' },
  {
    text: 'const hover = { kind: MarkupKind.Markdown, value: text }; import { MarkupKind } from "x";',
    allowed: 'src/engine/languageFeatures.ts',
  },
  { text: 'process.stdout.write(text);', allowed: 'src/cli/main.ts' },
  { text: 'const { stderr } = process; console.log(stderr);', allowed: 'src/engine/announcer.ts' },
  { text: 'import { createInterface } from "node:readline/promises";', allowed: 'src/cli/question.ts' },
  { text: 'console.error(text);', allowed: 'src/engine/announcer.ts' },
  { text: 'connection.console.info(text);', allowed: 'src/engine/announcer.ts' },
  { text: 'element.innerHTML = text;' },
  { text: 'element.insertAdjacentHTML("beforeend", text);' },
  { text: 'document.write(text);' },
  { text: 'const page = <p dangerouslySetInnerHTML={{ __html: text }} />;' },
  { text: 'webview.html = text;', allowed: 'src/extension/pages/page.ts' },
];

describe('the rules that keep text of strangers plain', () => {
  it.each(forbidden)('refuse $text', ({ text, allowed }) => {
    expect(complaints(text, 'src/extension/elsewhere.tsx')).not.toEqual([]);
    expect(complaints(text, 'src/cli/elsewhere.tsx')).not.toEqual([]);
    expect(complaints(text, 'src/webviews/kit/elsewhere.tsx')).not.toEqual([]);
    if (allowed !== undefined) expect(complaints(text, allowed)).toEqual([]);
  });

  it('name modules that are there, and each is tried above', () => {
    for (const { only } of restrictions) for (const file of only) expect(existsSync(file), file).toBe(true);
    for (const { message } of restrictions)
      expect(
        forbidden.some(({ text }) => complaints(text, 'src/extension/elsewhere.tsx').includes(message)),
        message,
      ).toBe(true);
  });

  it('let a module do nothing but what is its own', () => {
    expect(complaints('vscode.window.showInputBox({});', 'src/extension/shown/messages.ts')).toHaveLength(1);
    expect(complaints('vscode.window.showErrorMessage(text);', 'src/extension/shown/prompts.ts')).toHaveLength(1);
    expect(complaints('element.innerHTML = text;', 'src/extension/pages/page.ts')).toHaveLength(1);
  });

  it.each(['src/extension/notifier.ts', 'src/cli/workflow.ts', 'src/engine/runs.ts', 'src/webviews/kit/start.tsx'])(
    'hold for %s when the project is checked',
    async (file) => {
      const configuration: unknown = await new ESLint().calculateConfigForFile(file);
      expect(configuration).toMatchObject({
        rules: {
          'no-restricted-syntax': [2, ...restrictions.map(({ selector, message }) => ({ selector, message }))],
        },
      });
    },
  );
});
