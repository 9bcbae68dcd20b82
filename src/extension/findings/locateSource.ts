import * as vscode from 'vscode';
import type { FoundAt } from '../../protocol/report.js';
import { TrimtabError } from '../../base/problem.js';
import { counted, fileName, plainLine } from '../../base/text.js';
import type { Engine } from '../client/engine.js';
import type { ChosenRow, CommandHandlers } from '../commands/commandTable.js';
import type { Notifier } from '../notifier.js';
import { type IconEntry, pick } from '../shown/prompts.js';

/** Folders there by folders here, as the setting has them. */
type PathMap = Readonly<Partial<Record<string, string>>>;

/** A measured file to be located, or the folder there of a mapping that is to go. */
interface Answer {
  readonly missing?: string;
  readonly remove?: string;
}

type Choice = Answer & IconEntry;

/** The command that is told once where a source lies, and finds its neighbours by that too. */
export function locateSourceCommand(engine: Engine, notifier: Notifier): Pick<CommandHandlers, 'trimtab.locateSource'> {
  return {
    'trimtab.locateSource': async (target, file) => {
      const choice: Answer | undefined = target === undefined ? await choose(engine) : { missing: measuredOf(target) };
      if (choice?.remove !== undefined) await remove(choice.remove);
      const measured = choice?.missing;
      if (measured === undefined) return;
      const chosen = file ?? (await askFor(measured));
      if (chosen === undefined) return;
      const mapping = await engine.request('trimtab/learnPathMapping', { measured, path: chosen.fsPath });
      const before = own()[mapping.remote];
      await write({ ...own(), [mapping.remote]: mapping.local });
      const found = mapping.found === 0 ? '' : ` ${counted(mapping.found, 'file')} that were missing are found.`;
      notifier.tell(
        'information',
        `Sources measured in ${there(mapping.remote)} are taken from ${plainLine(mapping.local)} from now on.${found}`,
        {
          title: 'Undo',
          run: () => (before === undefined ? remove(mapping.remote) : write({ ...own(), [mapping.remote]: before })),
        },
        { title: 'Show Setting', run: showSetting },
      );
    },
  };
}

function measuredOf(target: FoundAt | ChosenRow): string {
  const finding = 'callPath' in target ? target : target.finding;
  const measured = finding?.place?.file;
  if (measured === undefined)
    throw new TrimtabError('This row has no source line; choose a finding with one, or use the command palette.');
  return measured;
}

/** Which missing file is to be located, or which mapping is to go. */
async function choose(engine: Engine): Promise<Answer | undefined> {
  const missing = await engine.request('trimtab/missingSources', null);
  const known = Object.entries(own()).flatMap(([remote, local]) => (local === undefined ? [] : [{ remote, local }]));
  if (missing.length + known.length === 0)
    throw new TrimtabError('All sources of the selected experiment are found here; there is nothing to locate.');
  const choices: Choice[] = [
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

async function askFor(measured: string): Promise<vscode.Uri | undefined> {
  const folder = vscode.workspace.workspaceFolders?.at(0)?.uri;
  const chosen = await vscode.window.showOpenDialog({
    title: `Where is ${plainLine(measured)}?`,
    openLabel: 'This Is It',
    ...(folder === undefined ? {} : { defaultUri: folder }),
  });
  return chosen?.at(0);
}

const there = (remote: string): string => (remote === '.' ? 'relative paths' : plainLine(remote));

const settings = (): vscode.WorkspaceConfiguration => vscode.workspace.getConfiguration('trimtab');

/** With a folder open it concerns what is in it; without one the person. */
const place = (): vscode.ConfigurationTarget =>
  vscode.workspace.workspaceFolders === undefined
    ? vscode.ConfigurationTarget.Global
    : vscode.ConfigurationTarget.Workspace;

/** What the setting says at the place where this command writes. */
function own(): PathMap {
  const said = settings().inspect<PathMap>('pathMap');
  return (place() === vscode.ConfigurationTarget.Global ? said?.globalValue : said?.workspaceValue) ?? {};
}

async function write(map: PathMap): Promise<void> {
  await settings().update('pathMap', Object.keys(map).length === 0 ? undefined : map, place());
}

async function remove(remote: string): Promise<void> {
  await write(Object.fromEntries(Object.entries(own()).filter(([key]) => key !== remote)));
}

async function showSetting(): Promise<void> {
  await vscode.commands.executeCommand('workbench.action.openSettings', 'trimtab.pathMap');
}
