import * as vscode from 'vscode';
import { TrimtabError } from '../../base/problem.js';
import { plainLine } from '../../base/text.js';
import type { FunctionChoice } from '../../protocol/session.js';
import { configurationFor } from '../configuration/newConfiguration.js';
import type { Engine } from '../client/engine.js';
import type { CommandHandlers, FunctionTarget } from '../commands/commandTable.js';
import { replaceText } from '../documents.js';
import { askText, pick, pickWord } from '../shown/prompts.js';
import type { FindingsView } from './findingsView.js';

/** Groups that TAU has, offered first. */
const GROUPS = ['IO', 'MEMORY', 'USER1', 'USER2', 'USER3', 'USER4', 'USER5'] as const;
const OTHER = vscode.l10n.t('Another Group…');

type Choice = 'leaveOut' | 'alwaysMeasure' | 'group';
const CHOICES: readonly { readonly label: string; readonly detail: string; readonly choice: Choice }[] = [
  { label: vscode.l10n.t('Exclude'), detail: vscode.l10n.t('Later runs do not record it.'), choice: 'leaveOut' },
  {
    label: vscode.l10n.t('Always Measure'),
    detail: vscode.l10n.t('Later runs record it, at any overhead.'),
    choice: 'alwaysMeasure',
  },
  {
    label: vscode.l10n.t('Group…'),
    detail: vscode.l10n.t('Switched together with other functions, by "groups" in trimtab.yaml.'),
    choice: 'group',
  },
];

/** Commands that change which functions are measured: they write rules into the selection of trimtab.yaml. */
export function selectFunctionCommands(
  engine: Engine,
  view: FindingsView,
): Pick<
  CommandHandlers,
  'trimtab.selectFunction' | 'trimtab.leaveOutFunction' | 'trimtab.alwaysMeasureFunction' | 'trimtab.groupFunction'
> {
  const command = (choice?: Choice) => async (target?: FunctionTarget) => {
    const region = functionOf(target) ?? functionOf({ finding: await view.pickFinding() });
    if (region === undefined) return;
    const title = plainLine(region);
    const chosen = choice ?? (await pick(CHOICES, { title, placeHolder: vscode.l10n.t('In later runs') }))?.choice;
    const wanted = chosen === undefined ? undefined : await choiceOf(chosen, title);
    if (wanted !== undefined) await write(engine, region, wanted);
  };
  return {
    'trimtab.selectFunction': command(),
    'trimtab.leaveOutFunction': command('leaveOut'),
    'trimtab.alwaysMeasureFunction': command('alwaysMeasure'),
    'trimtab.groupFunction': command('group'),
  };
}

/** The function of the program that is meant: of a finding, the innermost one of its call path. */
function functionOf(target: FunctionTarget | undefined): string | undefined {
  if (target === undefined) return undefined;
  if ('region' in target) return target.region;
  return target.finding?.callPath.findLast(({ definition }) => definition !== undefined)?.region;
}

/** @returns undefined when the person thought better of it */
async function choiceOf(choice: Choice, title: string): Promise<FunctionChoice | undefined> {
  if (choice !== 'group') return { take: choice === 'leaveOut' ? 'exclude' : 'include' };
  const word = await pickWord([...GROUPS, OTHER], { title, placeHolder: vscode.l10n.t('Which group?') });
  const group = word === OTHER ? (await askText({ title, prompt: vscode.l10n.t('Name of the group') }))?.trim() : word;
  return group === undefined || group === '' ? undefined : { group };
}

/** Changes the document and shows it, so that the person sees what was written and can take it back. */
async function write(engine: Engine, region: string, choice: FunctionChoice): Promise<void> {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath;
  if (folder === undefined)
    throw new TrimtabError(
      vscode.l10n.t('Open the folder of your program first. The selection is written to its trimtab.yaml.'),
    );
  const path = await configurationFor(engine, folder, 'keep');
  if (path === undefined) return;
  const file = vscode.Uri.file(path);
  const document = await vscode.workspace.openTextDocument(file);
  const before = document.getText();
  const { text } = await engine.request('trimtab/selectFunction', { text: before, region, choice });
  await replaceText(document, text);
  await document.save();
  const line = document.positionAt(Math.max(0, text.search(/^selection:/m))).line;
  await vscode.window.showTextDocument(document, { selection: new vscode.Range(line, 0, line, 0) });
}
