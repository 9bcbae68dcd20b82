import * as vscode from 'vscode';
import type { ConfigurationProposal } from '../../protocol/workflows.js';
import type { Engine } from '../client/engine.js';
import { askInDialog } from '../shown/messages.js';

const createAndRun = 'Create and Run';
const createAndOpen = 'Create and Open';

/** What is measured: what a configuration says, or a program that it does not run. */
export interface Measured {
  /** Path of the configuration. */
  readonly configuration: string;
  /** Path of the other program. */
  readonly program?: string;
}

/**
 * What is to be measured for a file or folder. Where that is a program that the configuration does not run, the person is
 * asked which of the two is meant.
 * @returns undefined when the person wants to look at the configuration first, or thought better of it
 */
export async function measuredFor(engine: Engine, path: string): Promise<Measured | undefined> {
  const found = await engine.request('trimtab/findConfiguration', { path });
  if (found?.other?.isSource === true) return askOfSource(found.path, found.other);
  if (found?.other !== undefined) return askWhich(found.path, path, found.other);
  const configuration = found?.path ?? (await configurationFor(engine, path));
  return configuration === undefined ? undefined : { configuration };
}

async function askWhich(
  configuration: string,
  program: string,
  { configured, named }: { readonly configured: string; readonly named: string },
): Promise<Measured | undefined> {
  const question = `Measure ${named}?`;
  const detail =
    `trimtab.yaml runs ${configured}. ${named} can be measured without rebuilding, with the other settings of trimtab.yaml; ` +
    'nothing is written.';
  const answer = await askInDialog('information', question, detail, [`Measure ${named}`, `Measure ${configured}`]);
  if (answer === undefined) return undefined;
  return answer === 0 ? { configuration, program } : { configuration };
}

/** What a source belongs to that is no part of what is configured cannot be known. */
async function askOfSource(
  configuration: string,
  { configured, named }: { readonly configured: string; readonly named: string },
): Promise<Measured | undefined> {
  const question = `Measure ${configured}?`;
  const detail =
    `trimtab.yaml does not build ${named}, but ${configured}. To measure ${named}, describe its build and its run ` +
    'in trimtab.yaml, or in a trimtab.yaml in a separate folder.';
  const answer = await askInDialog('information', question, detail, [`Measure ${configured}`, 'Open trimtab.yaml']);
  if (answer === 0) return { configuration };
  if (answer === 1) await vscode.window.showTextDocument(vscode.Uri.file(configuration));
  return undefined;
}

/** What a command is about that was given no file: the one in the editor, else the folder that is open. */
export function standingPlace(): vscode.Uri | undefined {
  const document = vscode.window.activeTextEditor?.document;
  return document?.uri.scheme === 'file' ? document.uri : vscode.workspace.workspaceFolders?.[0]?.uri;
}

/**
 * The configuration for a file or folder. Where there is none, one is proposed and, with the person's consent, written.
 * @returns its path; undefined when the person wants to look at it first, or nothing of it
 */
export async function configurationFor(engine: Engine, path: string): Promise<string | undefined> {
  const found = await engine.request('trimtab/findConfiguration', { path });
  if (found !== null) return found.path;
  const proposal = await engine.request('trimtab/proposeConfiguration', { path });
  const answer = await ask(proposal);
  if (answer === undefined) return undefined;
  await engine.request('trimtab/writeConfiguration', { path: proposal.path, text: proposal.text });
  if (answer === createAndRun) return proposal.path;
  await vscode.window.showTextDocument(vscode.Uri.file(proposal.path));
  return undefined;
}

/** Says what would be run: the file is there to be read in an editor, not in a dialog. */
async function ask({ summary, path, commands }: ConfigurationProposal): Promise<string | undefined> {
  const buttons = [createAndRun, createAndOpen];
  const detail = `${summary}\n\n${commands.join('\n')}\n\nThis is written to ${path}, where you may change it.`;
  const answer = await askInDialog('information', 'Create trimtab.yaml?', detail, buttons);
  return answer === undefined ? undefined : buttons[answer];
}
