import * as vscode from 'vscode';
import { plainLine } from '../../base/plainText.js';
import { counted, dataSize, grouped } from '../../base/text.js';
import type { AnalyzeParts } from '../analyze/analyzeCommands.js';
import type { Engine } from '../client/engine.js';
import type { CommandHandlers } from '../commands/commandTable.js';
import { askInDialog } from '../shown/messages.js';
import { chosenExperiment } from './experimentCommands.js';

/** Extracts the representative iterations of an experiment's trace; the trace itself is deleted only on request. */
export function representativesCommand({
  engine,
  tasks,
  results,
  notifier,
}: AnalyzeParts): Pick<CommandHandlers, 'trimtab.keepRepresentatives'> {
  return {
    'trimtab.keepRepresentatives': async (target) => {
      const experiment = await chosenExperiment(results, target, vscode.l10n.t('Keep representatives of'));
      if (experiment === undefined) return;
      const { id } = experiment;
      const name = plainLine(experiment.name);
      const kept = await tasks.run(vscode.l10n.t('Keeping representative iterations of “{0}”', name), (_, token) =>
        engine.request('trimtab/keepRepresentatives', { id }, token),
      );
      const size = vscode.l10n.t(
        '{0} of {1} events, {2}',
        grouped(kept.events),
        grouped(kept.eventsBefore),
        dataSize(kept.bytes),
      );
      const limits = kept.limits.map((sentence) => plainLine(sentence)).join(' ');
      notifier.tell(
        'information',
        vscode.l10n.t('Kept {0} of {1} ({2}). {3}', counted(kept.iterations, 'iteration'), kept.of, size, limits),
        {
          title: vscode.l10n.t('Open'),
          run: () => vscode.commands.executeCommand('trimtab.openTrace', vscode.Uri.file(kept.archive)),
        },
        ...(kept.isOwn
          ? [{ title: vscode.l10n.t('Remove the Original…'), run: () => removeOriginal(engine, id, name, limits) }]
          : []),
      );
    },
  };
}

async function removeOriginal(engine: Engine, id: string, name: string, limits: string): Promise<void> {
  const answer = await askInDialog(
    'warning',
    vscode.l10n.t('Remove the whole trace of “{0}”?', name),
    vscode.l10n.t('Its results, and the trace of representatives, are kept. {0}', limits),
    [vscode.l10n.t('Remove')],
  );
  if (answer === 0) await engine.request('trimtab/dropTrace', { id });
}
