import * as vscode from 'vscode';
import { TrimtabError } from '../../model/problem.js';
import { configurationFor } from '../analyze/configuration.js';
import type { Engine } from '../client/engine.js';
import type { CommandHandlers } from '../commands/commandTable.js';
import { askText, pick, type TextQuestion } from '../shown/prompts.js';
import type { TargetsView } from './targetsView.js';

interface NewTarget {
  name: string;
  kind: 'ssh' | 'slurm';
  host?: string;
  workFolder?: string;
}

/** Commands on the places where programs run. */
export function targetCommands(
  engine: Engine,
  view: TargetsView,
): Pick<CommandHandlers, 'trimtab.addTarget' | 'trimtab.checkTarget'> {
  return {
    'trimtab.addTarget': async () => {
      const folder = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath;
      if (folder === undefined)
        throw new TrimtabError('Open the folder of your program first; targets are written into its trimtab.yaml.');
      const path = await configurationFor(engine, folder);
      const target = path === undefined ? undefined : await askTarget();
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
  const change = new vscode.WorkspaceEdit();
  change.replace(file, new vscode.Range(document.positionAt(0), document.positionAt(before.length)), text);
  await vscode.workspace.applyEdit(change);
  await document.save();
  const line = document.positionAt(text.lastIndexOf(`${target.name}:`)).line;
  await vscode.window.showTextDocument(document, { selection: new vscode.Range(line, 0, line, 0) });
}

async function askTarget(): Promise<NewTarget | undefined> {
  const title = 'Add Target';
  const kinds = [
    {
      label: 'Slurm cluster',
      detail: 'Jobs are submitted with sbatch, on a login node or over ssh',
      target: 'slurm' as const,
    },
    { label: 'Machine over ssh', detail: 'Programs are started there with mpirun', target: 'ssh' as const },
  ];
  const chosen = await pick(kinds, {
    title,
    placeHolder: 'What kind of target?',
    ignoreFocusOut: true,
  });
  if (chosen === undefined) return undefined;
  const kind = chosen.target;
  const host = await ask(title, {
    prompt:
      kind === 'slurm'
        ? 'Its login node as ssh takes it, such as an alias of your ssh_config; empty when this machine is one.'
        : 'The machine as ssh takes it, such as an alias of your ssh_config.',
    validate: (value) =>
      (value === '' && kind === 'slurm') || /^[\w[][\w.@:%+[\]-]*$/.test(value)
        ? undefined
        : 'Write a host such as login.example.org.',
  });
  if (host === undefined) return undefined;
  const suggested = host
    .replace(/^.*@/, '')
    .split('.')[0]
    .replace(/[^\w.-]/g, '');
  const name = await ask(title, {
    prompt: 'How it is called here.',
    value: /^[A-Za-z]/.test(suggested) ? suggested : 'cluster',
    validate: (value) =>
      /^[A-Za-z][\w.-]{0,63}$/.test(value)
        ? undefined
        : 'Begin with a letter; letters, digits, ".", "_" and "-" may follow.',
  });
  if (name === undefined) return undefined;
  if (host === '') return { name, kind };
  const workFolder = await ask(title, {
    prompt: 'The folder there in which Trimtab works; it is made when it is missing.',
    value: '~/trimtab',
    validate: (value) =>
      /^(\/|~\/)[^/]/.test(value) ? undefined : 'Write an absolute path, or one that begins with ~/.',
  });
  return workFolder === undefined ? undefined : { name, kind, host, workFolder };
}

async function ask(title: string, options: TextQuestion): Promise<string | undefined> {
  return (await askText({ title, ignoreFocusOut: true, ...options }))?.trim();
}
