import * as vscode from 'vscode';
import { TrimtabError } from '../../base/problem.js';
import { configurationFor } from '../configuration/newConfiguration.js';
import type { Engine } from '../client/engine.js';
import type { CommandHandlers } from '../commands/commandTable.js';
import { replaceText } from '../documents.js';
import type { NewTarget, TargetKindForm } from '../../protocol/targets.js';
import { askText, pick } from '../shown/prompts.js';
import { questionOf } from './targetQuestions.js';
import type { TargetsView } from './targetsView.js';

/** Commands on the places where programs run. */
export function targetCommands(
  engine: Engine,
  view: TargetsView,
): Pick<CommandHandlers, 'trimtab.addTarget' | 'trimtab.checkTarget'> {
  return {
    'trimtab.addTarget': async () => {
      const folder = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath;
      if (folder === undefined)
        throw new TrimtabError(
          vscode.l10n.t('Open the folder of your program first. Targets are written to its trimtab.yaml.'),
        );
      const path = await configurationFor(engine, folder, 'keep');
      const target =
        path === undefined ? undefined : await askTarget(await engine.request('trimtab/targetKinds', null));
      if (path === undefined || target === undefined) return;
      await write(engine, vscode.Uri.file(path), target);
      await view.refresh();
    },
    'trimtab.checkTarget': async (row) => {
      if (row?.target === undefined) return;
      const { target: name } = row;
      await vscode.window.withProgress({ location: { viewId: 'trimtab.targets' } }, (_progress, token) =>
        engine.request('trimtab/checkTarget', { name }, token),
      );
      await view.refresh();
    },
  };
}

/** Changes the document and shows it, so that the person sees what was written and can take it back. */
async function write(engine: Engine, file: vscode.Uri, target: NewTarget): Promise<void> {
  const document = await vscode.workspace.openTextDocument(file);
  const before = document.getText();
  const { text } = await engine.request('trimtab/addTarget', { text: before, target });
  await replaceText(document, text);
  await document.save();
  const { name = '' } = target.answers;
  const line = document.positionAt(text.lastIndexOf(`${name}:`)).line;
  await vscode.window.showTextDocument(document, { selection: new vscode.Range(line, 0, line, 0) });
}

/** @returns undefined when the person thought better of it */
async function askTarget(kinds: readonly TargetKindForm[]): Promise<NewTarget | undefined> {
  const title = vscode.l10n.t('Add Target');
  const chosen = await pick(
    kinds.map((form) => ({ label: form.title, detail: form.detail, form })),
    { title, placeHolder: vscode.l10n.t('What kind of target?'), ignoreFocusOut: true },
  );
  if (chosen === undefined) return undefined;
  const { kind, fields } = chosen.form;
  const answers = new Map<string, string>();
  for (const field of fields) {
    if (field.onlyWith !== undefined && !answers.has(field.onlyWith)) continue;
    const answer = await askText({ title, ignoreFocusOut: true, ...questionOf(field, answers) });
    if (answer === undefined) return undefined;
    if (answer.trim() !== '') answers.set(field.key, answer.trim());
  }
  return { kind, answers: Object.fromEntries(answers) };
}
