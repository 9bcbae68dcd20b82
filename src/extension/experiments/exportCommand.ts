import { homedir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { plainName } from '../../base/plainText.js';
import { counted } from '../../base/text.js';
import type { ExperimentSummary, ExportChoice } from '../../protocol/experiments.js';
import type { Engine } from '../client/engine.js';
import type { CommandHandlers } from '../commands/commandTable.js';
import type { Notifier } from '../notifier.js';
import type { Results } from '../results.js';
import { pick } from '../shown/prompts.js';
import { chosenExperiment } from './experimentCommands.js';

/** Writes an experiment for another tool: which, as what, and where are asked for. */
export function exportCommand(
  engine: Engine,
  results: Results,
  notifier: Notifier,
): Pick<CommandHandlers, 'trimtab.exportExperiment'> {
  return {
    'trimtab.exportExperiment': async (target) => {
      const experiment = await chosenExperiment(results, target, vscode.l10n.t('Export'));
      if (experiment === undefined) return;
      const forms = await engine.request('trimtab/exportForms', null);
      const entries = forms.map((form) => ({ label: form.title, description: `for ${form.readers}`, form }));
      const form = (await pick(entries, { placeHolder: vscode.l10n.t('Select the format'), matchAll: true }))?.form;
      const place = form === undefined ? undefined : await placeFor(experiment, form);
      if (form === undefined || place === undefined) return;
      const { id } = experiment;
      const { files } = await engine.request('trimtab/exportExperiment', { id, to: form.to, path: place.fsPath });
      const what = form.ending === undefined ? `${counted(files, 'file')} to ` : '';
      notifier.tell('information', vscode.l10n.t('Wrote {0}{1}.', what, place.fsPath));
    },
  };
}

async function placeFor(
  experiment: ExperimentSummary,
  { title, ending }: ExportChoice,
): Promise<vscode.Uri | undefined> {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri ?? vscode.Uri.file(homedir());
  if (ending === undefined) {
    const chosen = await vscode.window.showOpenDialog({
      ...{ title: `Folder for the ${title}`, openLabel: 'Export Here', defaultUri: folder },
      ...{ canSelectFiles: false, canSelectFolders: true },
    });
    return chosen?.[0];
  }
  const name = plainName(experiment.name).replace(/[^\p{L}\p{N}._-]+/gu, '-');
  return vscode.window.showSaveDialog({
    ...{ title: `Export as ${title}`, saveLabel: 'Export' },
    defaultUri: vscode.Uri.file(join(folder.fsPath, `${name}.${ending}`)),
    filters: { [title]: [ending], 'All files': ['*'] },
  });
}
