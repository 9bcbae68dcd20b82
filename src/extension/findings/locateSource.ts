import { present } from '../../base/present.js';
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

/** Returns the command that asks once for the location of a source, and uses it to find neighboring files too. */
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

/** Proposes the local folder that seems to contain missing files of a trace, if there is just one. */
export async function proposeSources(engine: Engine, notifier: Notifier): Promise<void> {
  const proposal = await engine.request('trimtab/proposePathMapping', null);
  if (proposal === null) return;
  const { remote, local } = proposal;
  notifier.tell(
    'information',
    vscode.l10n.t(
      'Some sources are not found here. Those measured in {0} seem to be in {1}, which {2}.',
      there(remote),
      plainLine(local),
      findsText(proposal),
    ),
    { title: vscode.l10n.t('Use That Folder'), run: () => keepMapping(proposal, notifier) },
    { title: vscode.l10n.t('Locate Source…'), run: () => vscode.commands.executeCommand('trimtab.locateSource') },
  );
}

function measuredOf(target: FoundAt | ChosenRow): string {
  const finding = 'callPath' in target ? target : target.finding;
  const measured = finding?.place?.file;
  if (measured === undefined)
    throw new TrimtabError(
      vscode.l10n.t('This row has no source line. Choose a finding with one, or use the command palette.'),
    );
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
    throw new TrimtabError(vscode.l10n.t('All sources of the selected experiment are found.'));
  const proposed: Choice[] = proposal === null ? [] : [{ ...entryOf(proposal), icon: 'lightbulb', use: proposal }];
  const choices: Choice[] = [
    ...proposed,
    ...missing.map((file) => ({ label: plainLine(fileName(file)), description: plainLine(file), missing: file })),
    ...known.map(({ remote, local }) => ({
      label: vscode.l10n.t('Forget that {0} is {1}', there(remote), plainLine(local)),
      icon: 'discard',
      remove: remote,
    })),
  ];
  return pick(choices, {
    title: vscode.l10n.t('Locate Source'),
    placeHolder:
      missing.length === 0 ? vscode.l10n.t('All sources are found') : vscode.l10n.t('A file whose location you know'),
    matchAll: true,
  });
}

const entryOf = (mapping: OfferedMapping): IconEntry => ({
  label: vscode.l10n.t('Take {0} from {1}', there(mapping.remote), plainLine(mapping.local)),
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
  // A file of another name does not locate its neighbors.
  if (folders.remote === measured) return folders;
  const offered = [folders, alone].map((mapping) => ({ ...entryOf(mapping), mapping }));
  const chosen = await pick(offered, {
    title: vscode.l10n.t('Locate Source'),
    placeHolder: vscode.l10n.t('Files to use from this folder'),
  });
  return chosen?.mapping;
}

async function askFor(measured: string): Promise<vscode.Uri | undefined> {
  const folder = vscode.workspace.workspaceFolders?.at(0)?.uri;
  const chosen = await vscode.window.showOpenDialog({
    title: `Where is ${plainLine(measured)}?`,
    openLabel: 'Use This File',
    ...present({ defaultUri: folder }),
  });
  return chosen?.at(0);
}
