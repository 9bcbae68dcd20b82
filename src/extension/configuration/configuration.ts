import * as vscode from 'vscode';
import type { Engine } from '../client/engine.js';
import { askInDialog } from '../shown/messages.js';
import { configurationFor } from './newConfiguration.js';

/** Measured program: from a configuration, or a program outside of it. */
export interface Measured {
  /** Path of the configuration. */
  readonly configuration: string;
  /** Path of the other program. */
  readonly program?: string;
}

/**
 * The program to measure for a file or folder. If it is a program that the configuration does not run, the person chooses
 * one of the two. If there is no configuration, a new one is proposed.
 * @returns undefined if the person edits the configuration first, or cancels
 */
export async function measuredFor(engine: Engine, path: string): Promise<Measured | undefined> {
  const found = await engine.request('trimtab/findConfiguration', { path });
  if (found?.other?.isSource === true) return askOfSource(found.path, found.other);
  if (found?.other !== undefined) return askWhich(found.path, path, found.other);
  const configuration = found?.path ?? (await configurationFor(engine, path, 'run'));
  return configuration === undefined ? undefined : { configuration };
}

async function askWhich(
  configuration: string,
  program: string,
  { configured, named }: { readonly configured: string; readonly named: string },
): Promise<Measured | undefined> {
  const question = vscode.l10n.t('Measure {0}?', named);
  const detail = vscode.l10n.t(
    'trimtab.yaml runs {0}. {1} can be measured without rebuilding, with the other settings of trimtab.yaml. Nothing is written.',
    configured,
    named,
  );
  const answer = await askInDialog('information', question, detail, [
    vscode.l10n.t('Measure {0}', named),
    vscode.l10n.t('Measure {0}', configured),
  ]);
  if (answer === undefined) return undefined;
  return answer === 0 ? { configuration, program } : { configuration };
}

/** Asks which program to measure: that of a source outside of the configuration is unknown. */
async function askOfSource(
  configuration: string,
  { configured, named }: { readonly configured: string; readonly named: string },
): Promise<Measured | undefined> {
  const question = vscode.l10n.t('Measure {0}?', configured);
  const detail = vscode.l10n.t(
    'trimtab.yaml builds {1}, not {0}. To measure {0}, describe its build and its run in trimtab.yaml, or in a trimtab.yaml in a separate folder.',
    named,
    configured,
  );
  const answer = await askInDialog('information', question, detail, [
    vscode.l10n.t('Measure {0}', configured),
    vscode.l10n.t('Open trimtab.yaml'),
  ]);
  if (answer === 0) return { configuration };
  if (answer === 1) await vscode.window.showTextDocument(vscode.Uri.file(configuration));
  return undefined;
}

/** Returns the default target of a command without a file: the one in the editor, else the open folder. */
export function standingPlace(): vscode.Uri | undefined {
  const document = vscode.window.activeTextEditor?.document;
  return document?.uri.scheme === 'file' ? document.uri : vscode.workspace.workspaceFolders?.[0]?.uri;
}
