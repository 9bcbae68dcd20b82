import * as vscode from 'vscode';
import type { ConfigurationProposal } from '../../protocol/workflows.js';
import type { Engine } from '../client/engine.js';
import { askInDialog } from '../shown/messages.js';

const createAndRun = 'Create and Run';
const createAndOpen = 'Create and Open';

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

async function ask({ summary, path, text }: ConfigurationProposal): Promise<string | undefined> {
  const buttons = [createAndRun, createAndOpen];
  const detail = `${summary}\n\nTrimtab would write this to ${path}:\n\n${text}`;
  const answer = await askInDialog('information', 'Create trimtab.yaml?', detail, buttons);
  return answer === undefined ? undefined : buttons[answer];
}
