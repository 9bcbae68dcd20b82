import * as vscode from 'vscode';
import { plainLine } from '../../base/plainText.js';
import { counted, dataSize, grouped } from '../../base/text.js';
import type { AnalyzeParts } from '../analyze/analyzeCommands.js';
import type { Engine } from '../client/engine.js';
import type { CommandHandlers } from '../commands/commandTable.js';
import { askInDialog } from '../shown/messages.js';
import { chosenExperiment } from './experimentCommands.js';

/** Keeps the iterations of an experiment's trace that stand for all others; the trace itself goes only when that is asked for. */
export function representativesCommand({
  engine,
  tasks,
  results,
  notifier,
}: AnalyzeParts): Pick<CommandHandlers, 'trimtab.keepRepresentatives'> {
  return {
    'trimtab.keepRepresentatives': async (target) => {
      const experiment = await chosenExperiment(results, target, 'Keep representatives of');
      if (experiment === undefined) return;
      const { id } = experiment;
      const name = plainLine(experiment.name);
      const kept = await tasks.run(`Keeping representative iterations of “${name}”`, (_, token) =>
        engine.request('trimtab/keepRepresentatives', { id }, token),
      );
      const size = `${grouped(kept.events)} of ${grouped(kept.eventsBefore)} events, ${dataSize(kept.bytes)}`;
      const limits = kept.limits.map((sentence) => plainLine(sentence)).join(' ');
      notifier.tell(
        'information',
        `Kept ${counted(kept.iterations, 'iteration')} of ${kept.of} (${size}). ${limits}`,
        {
          title: 'Open It',
          run: () => vscode.commands.executeCommand('trimtab.openTrace', vscode.Uri.file(kept.archive)),
        },
        ...(kept.isOwn ? [{ title: 'Remove the Original…', run: () => removeOriginal(engine, id, name, limits) }] : []),
      );
    },
  };
}

async function removeOriginal(engine: Engine, id: string, name: string, limits: string): Promise<void> {
  const answer = await askInDialog(
    'warning',
    `Remove the whole trace of “${name}”?`,
    `Its results, and the trace of representatives, are kept. ${limits}`,
    ['Remove'],
  );
  if (answer === 0) await engine.request('trimtab/dropTrace', { id });
}
