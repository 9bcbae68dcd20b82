import * as vscode from 'vscode';
import { TrimtabError } from '../../base/problem.js';
import { plainLine } from '../../base/text.js';
import { type AnalyzeParts, showResults } from '../analyze/analyzeCommands.js';
import type { CommandHandlers } from '../commands/commandTable.js';
import { chosenExperiment } from './experimentCommands.js';

/**
 * Runs an experiment again from its stored sources, and compares it with the first run.
 * @param compare shows groups of experiments, the first as the baseline
 */
export function reproduceCommand(
  parts: AnalyzeParts,
  compare: (groups: readonly (readonly string[])[]) => Promise<void>,
): Pick<CommandHandlers, 'trimtab.reproduceExperiment'> {
  const { engine, tasks, results, notifier } = parts;
  return {
    'trimtab.reproduceExperiment': async (target) => {
      if (!vscode.workspace.isTrusted)
        throw new TrimtabError(
          vscode.l10n.t('Trimtab builds and runs programs only in trusted workspaces. Trust this workspace first.'),
        );
      const id =
        typeof target === 'string' ? target : (await chosenExperiment(results, target, vscode.l10n.t('Run again')))?.id;
      if (id === undefined) return;
      const { experiments } = await engine.request('trimtab/listExperiments', { newest: 0, besides: [id] });
      const name = plainLine(experiments.find((experiment) => experiment.id === id)?.name ?? id);
      const title = vscode.l10n.t('Running “{0}” again from its own sources, in a copy of its project', name);
      const { experiment, compared, differences } = await tasks.run(title, (task, token) =>
        engine.request('trimtab/reproduceExperiment', { task, id }, token),
      );
      await showResults(parts);
      if (differences.length > 0)
        notifier.tell(
          'warning',
          vscode.l10n.t('“{0}” was run again with differences: {1}.', name, differences.join('; ')),
        );
      if (compared) await compare([[id], [experiment]]);
      else
        notifier.tell(
          'information',
          vscode.l10n.t('“{0}” was run again; the original has no results to compare with.', name),
        );
    },
  };
}
