/** The setting `trimtab.pathMap`: its value where these commands write it, and its changes. */
import * as vscode from 'vscode';
import { counted, plainLine } from '../../base/text.js';
import type { Notifier } from '../notifier.js';

/** Folders there by folders here, as the setting has them. */
export type PathMap = Readonly<Partial<Record<string, string>>>;

/** A pair of folders, and how many of the files that are missing it finds. */
export interface OfferedMapping {
  readonly remote: string;
  readonly local: string;
  readonly found: number;
}

/** A folder there as people read it. */
export const there = (remote: string): string => (remote === '.' ? vscode.l10n.t('relative paths') : plainLine(remote));

/** Returns the text about the files that a mapping would find. */
export const findsText = ({ found }: OfferedMapping): string => `finds ${counted(found, 'missing file')}`;

const settings = (): vscode.WorkspaceConfiguration => vscode.workspace.getConfiguration('trimtab');

/** With a folder open it concerns what is in it; without one the person. */
const place = (): vscode.ConfigurationTarget =>
  vscode.workspace.workspaceFolders === undefined
    ? vscode.ConfigurationTarget.Global
    : vscode.ConfigurationTarget.Workspace;

/** Returns the setting's value at the scope that is written. */
export function ownPathMap(): PathMap {
  const said = settings().inspect<PathMap>('pathMap');
  return (place() === vscode.ConfigurationTarget.Global ? said?.globalValue : said?.workspaceValue) ?? {};
}

async function write(map: PathMap): Promise<void> {
  await settings().update('pathMap', Object.keys(map).length === 0 ? undefined : map, place());
}

/** Takes a mapping away. */
export async function forgetMapping(remote: string): Promise<void> {
  await write(Object.fromEntries(Object.entries(ownPathMap()).filter(([key]) => key !== remote)));
}

/** Writes a mapping into the setting, and shows a message with an undo action. */
export async function keepMapping(mapping: OfferedMapping, notifier: Notifier): Promise<void> {
  const { remote, local, found } = mapping;
  const before = ownPathMap()[remote];
  await write({ ...ownPathMap(), [remote]: local });
  const files = found === 0 ? '' : vscode.l10n.t(' Found {0}.', counted(found, 'missing file'));
  notifier.tell(
    'information',
    vscode.l10n.t('Sources measured in {0} are now read from {1}.{2}', there(remote), plainLine(local), files),
    {
      title: vscode.l10n.t('Undo'),
      run: () => (before === undefined ? forgetMapping(remote) : write({ ...ownPathMap(), [remote]: before })),
    },
    { title: vscode.l10n.t('Show Setting'), run: showSetting },
  );
}

async function showSetting(): Promise<void> {
  await vscode.commands.executeCommand('workbench.action.openSettings', 'trimtab.pathMap');
}
