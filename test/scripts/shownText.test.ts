import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { root } from '../../scripts/lib/layout.mjs';
import { restrictions } from '../../scripts/lib/shownText.mjs';

/** Modules of each part of the product that are not named by any restriction. */
const ELSEWHERE = [
  'src/extension/notifier.ts',
  'src/cli/commands/workflow.ts',
  'src/engine/runs/runs.ts',
  'src/webviews/kit/start.tsx',
];

const Report = v.object({
  diagnostics: v.array(
    v.object({
      message: v.string(),
      filename: v.string(),
      labels: v.tupleWithRest([v.object({ span: v.object({ line: v.number() }) })], v.unknown()),
    }),
  ),
});

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
  { text: 'import { MarkupKind } from "x";', allowed: 'src/engine/languageFeatures.ts' },
  {
    text: 'const hover = { kind: lsp.MarkupKind.Markdown, value: text };',
    allowed: 'src/engine/languageFeatures.ts',
  },
  { text: 'process.stdout.write(text);', allowed: 'src/cli/main.ts' },
  { text: 'const { stderr } = process; console.log(stderr);', allowed: 'src/engine/requests/announcer.ts' },
  { text: 'import { createInterface } from "node:readline/promises";', allowed: 'src/cli/terminal/question.ts' },
  { text: 'console.error(text);', allowed: 'src/engine/requests/announcer.ts' },
  { text: 'connection.console.info(text);', allowed: 'src/engine/requests/announcer.ts' },
  { text: 'element.innerHTML = text;' },
  { text: 'element.insertAdjacentHTML("beforeend", text);' },
  { text: 'document.write(text);' },
  { text: 'const page = h("p", { dangerouslySetInnerHTML: { __html: text } });' },
  { text: 'webview.html = text;', allowed: 'src/extension/pages/page.ts' },
];

/** Creates a project with this project's rules, with a file that holds each of the texts above on a separate line. */
function projectOf(files: readonly string[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'shown-text-'));
  for (const file of ['scripts/lib/shownText.mjs', 'scripts/lib/layout.mjs', '.oxlintrc.json'])
    cpSync(join(root, file), join(folder, file));
  const lines = forbidden.map(({ text }) => (text.startsWith('import') ? text : `{ ${text} }`));
  for (const file of files) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), lines.join('\n'));
  }
  writeFileSync(
    join(folder, 'src/webviews/kit/page.tsx'),
    'export const page = <p dangerouslySetInnerHTML={html} />;\n',
  );
  return folder;
}

/** The messages of these rules by file and 1-based line. */
function complaintsIn(folder: string): Map<string, readonly string[]> {
  const oxlint = join(root, 'node_modules/oxlint/bin/oxlint');
  const { stdout, stderr } = spawnSync(process.execPath, [oxlint, '--format=json', '.'], { cwd: folder });
  expect(stderr.toString()).toBe('');
  const found = new Map<string, string[]>();
  for (const { message, filename, labels } of v.parse(Report, JSON.parse(stdout.toString())).diagnostics) {
    const place = `${filename}:${labels[0].span.line}`;
    found.set(place, [...(found.get(place) ?? []), message]);
  }
  return found;
}

describe('the rules that keep untrusted text plain', () => {
  const allowed = [...new Set(restrictions.flatMap(({ only }) => only))];
  const messages = restrictions.map(({ message }) => message);
  let folder: string;
  let complaints: Map<string, readonly string[]>;
  const at = (file: string, line: number) =>
    (complaints.get(`${file}:${line}`) ?? []).filter((message) => messages.includes(message));

  beforeAll(() => {
    folder = projectOf([...ELSEWHERE, ...allowed]);
    complaints = complaintsIn(folder);
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it.each(forbidden.map((case_, index) => ({ ...case_, line: index + 1 })))('refuse $text', (case_) => {
    for (const file of ELSEWHERE) expect(at(file, case_.line), file).not.toEqual([]);
    if (case_.allowed !== undefined) expect(at(case_.allowed, case_.line)).toEqual([]);
  });

  it('refuse HTML in an element', () => {
    expect(at('src/webviews/kit/page.tsx', 1)).toHaveLength(1);
  });

  it('name modules that exist, and each is tried above', () => {
    for (const file of [...ELSEWHERE, ...allowed]) expect(existsSync(join(root, file)), file).toBe(true);
    const seen = forbidden.flatMap((_, index) => at('src/cli/commands/workflow.ts', index + 1));
    for (const message of messages) expect(seen).toContain(message);
  });

  it('let a module do nothing but its own task', () => {
    const lineOf = (text: string) => forbidden.findIndex((case_) => case_.text === text) + 1;
    expect(at('src/extension/shown/messages.ts', lineOf('vscode.window.showQuickPick(items);'))).toHaveLength(1);
    expect(at('src/extension/shown/prompts.ts', lineOf('vscode.window.createTerminal(text);'))).toHaveLength(1);
    expect(at('src/extension/pages/page.ts', lineOf('element.innerHTML = text;'))).toHaveLength(1);
  });
});
