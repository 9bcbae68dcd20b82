import * as vscode from 'vscode';
import type { FoundAt } from '../../protocol/report.js';
import { TrimtabError } from '../../base/problem.js';
import { fileName, plainLine } from '../../base/text.js';
import type { Engine } from '../client/engine.js';
import type { ChosenRow, CommandHandlers } from '../commands/commandTable.js';
import type { Notifier } from '../notifier.js';
import { type IconEntry, pick } from '../shown/prompts.js';
import { findsText, forgetMapping, keepMapping, type OfferedMapping, ownPathMap, there } from './pathMapSetting.js';

/** A measured file to be located, a mapping to be used, or the folder there of one that is to go. */
interface Answer {
  readonly missing?: string;
  readonly use?: OfferedMapping;
  readonly remove?: string;
}

type Choice = Answer & IconEntry;

/** The command that is told once where a source lies, and finds its neighbors by that too. */
export function locateSourceCommand(engine: Engine, notifier: Notifier): Pick<CommandHandlers, 'trimtab.locateSource'> {
  return {
    'trimtab.locateSource': async (target, file) => {
      const choice: Answer | undefined = target === undefined ? await choose(engine) : { missing: measuredOf(target) };
      if (choice?.remove !== undefined) await forgetMapping(choice.remove);
      const measured = choice?.missing;
      const mapping = measured === undefined ? choice?.use : await located(engine, measured, file);
      if (mapping !== undefined) await keepMapping(mapping, notifier);
    },
  };
}

/** Says which folder here seems to hold what a trace names and is missing, where there is just one. */
export async function proposeSources(engine: Engine, notifier: Notifier): Promise<void> {
  const proposal = await engine.request('trimtab/proposePathMapping', null);
  if (proposal === null) return;
  const { remote, local } = proposal;
  notifier.tell(
    'information',
    `Some sources are not found here. Those measured in ${there(remote)} seem to lie in ${plainLine(local)}, which ${findsText(proposal)}.`,
    { title: 'Use That Folder', run: () => keepMapping(proposal, notifier) },
    { title: 'Locate Source…', run: () => vscode.commands.executeCommand('trimtab.locateSource') },
  );
}

function measuredOf(target: FoundAt | ChosenRow): string {
  const finding = 'callPath' in target ? target : target.finding;
  const measured = finding?.place?.file;
  if (measured === undefined)
    throw new TrimtabError('This row has no source line; choose a finding with one, or use the command palette.');
  return measured;
}

/** Which missing file is to be located, or which mapping is to be used or to go. */
async function choose(engine: Engine): Promise<Answer | undefined> {
  const missing = await engine.request('trimtab/missingSources', null);
  const proposal = missing.length === 0 ? null : await engine.request('trimtab/proposePathMapping', null);
  const known = Object.entries(ownPathMap()).flatMap(([remote, local]) =>
    local === undefined ? [] : [{ remote, local }],
  );
  if (missing.length + known.length === 0)
    throw new TrimtabError('All sources of the selected experiment are found here; there is nothing to locate.');
  const proposed: Choice[] = proposal === null ? [] : [{ ...entryOf(proposal), icon: 'lightbulb', use: proposal }];
  const choices: Choice[] = [
    ...proposed,
    ...missing.map((file) => ({ label: plainLine(fileName(file)), description: plainLine(file), missing: file })),
    ...known.map(({ remote, local }) => ({
      label: `Forget that ${there(remote)} is ${plainLine(local)}`,
      icon: 'discard',
      remove: remote,
    })),
  ];
  return pick(choices, {
    title: 'Locate Source',
    placeHolder: missing.length === 0 ? 'All sources are found' : 'The file that you know the place of',
    matchAll: true,
  });
}

const entryOf = (mapping: OfferedMapping): IconEntry => ({
  label: `Take ${there(mapping.remote)} from ${plainLine(mapping.local)}`,
  description: findsText(mapping),
});

/** Asks where a measured file lies, and what follows from that for its neighbors. */
async function located(
  engine: Engine,
  measured: string,
  file: vscode.Uri | undefined,
): Promise<OfferedMapping | undefined> {
  const path = (file ?? (await askFor(measured)))?.fsPath;
  if (path === undefined) return undefined;
  const folders = await engine.request('trimtab/learnPathMapping', { measured, path });
  const alone = { remote: measured, local: path, found: 1 };
  // A file of another name says nothing of its neighbors.
  if (folders.remote === measured) return folders;
  const offered = [folders, alone].map((mapping) => ({ ...entryOf(mapping), mapping }));
  const chosen = await pick(offered, { title: 'Locate Source', placeHolder: 'Files to take from there' });
  return chosen?.mapping;
}

async function askFor(measured: string): Promise<vscode.Uri | undefined> {
  const folder = vscode.workspace.workspaceFolders?.at(0)?.uri;
  const chosen = await vscode.window.showOpenDialog({
    title: `Where is ${plainLine(measured)}?`,
    openLabel: 'This Is It',
    ...(folder === undefined ? {} : { defaultUri: folder }),
  });
  return chosen?.at(0);
}
