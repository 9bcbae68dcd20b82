import { l10n } from 'vscode';
import { plainName } from '../../base/plainText.js';
import type { ExperimentSummary } from '../../protocol/experiments.js';
import type { Engine } from '../client/engine.js';
import type { ChosenRow, CommandHandlers } from '../commands/commandTable.js';
import type { Results } from '../results.js';
import { askInDialog } from '../shown/messages.js';
import { askText, pick } from '../shown/prompts.js';
import { experimentRows } from './experimentRows.js';

type Handled =
  | 'trimtab.selectExperiment'
  | 'trimtab.renameExperiment'
  | 'trimtab.annotateExperiment'
  | 'trimtab.deleteExperiment'
  | 'trimtab.showOlderExperiments'
  | 'trimtab.clearMarks';

/** Commands on the experiment history. Called without a row, each asks which experiment is meant. */
export function experimentCommands(engine: Engine, results: Results): Pick<CommandHandlers, Handled> {
  return {
    'trimtab.selectExperiment': async (target) => {
      const id =
        typeof target === 'string'
          ? target
          : (await chosenExperiment(results, target, l10n.t('Show the marks of')))?.id;
      if (id !== undefined) await engine.request('trimtab/selectExperiment', { id });
    },
    'trimtab.showOlderExperiments': () => results.showMore(),
    'trimtab.clearMarks': async () => {
      await engine.request('trimtab/selectExperiment', { id: null });
    },
    'trimtab.renameExperiment': async (target) => {
      const experiment = await chosenExperiment(results, target, l10n.t('Rename'));
      if (experiment === undefined) return;
      const name = await askText({
        title: l10n.t('Rename Experiment'),
        value: experiment.name,
        validate: (value) => (value.trim() === '' ? l10n.t('Enter a name.') : undefined),
      });
      if (name !== undefined)
        await engine.request('trimtab/renameExperiment', { id: experiment.id, name: name.trim() });
    },
    'trimtab.annotateExperiment': async (target) => {
      const experiment = await chosenExperiment(results, target, l10n.t('Write a note on'));
      if (experiment === undefined) return;
      const note = await askText({
        title: l10n.t('Note on {0}', experiment.name),
        value: experiment.note ?? '',
        placeHolder: l10n.t('The change that this run tests'),
      });
      if (note !== undefined)
        await engine.request('trimtab/annotateExperiment', { id: experiment.id, note: note.trim() });
    },
    'trimtab.deleteExperiment': async (target) => {
      const experiment = await chosenExperiment(results, target, l10n.t('Delete'));
      if (experiment !== undefined && (await confirmDelete(experiment)))
        await engine.request('trimtab/deleteExperiment', { id: experiment.id });
    },
  };
}

async function confirmDelete(experiment: ExperimentSummary): Promise<boolean> {
  const answer = await askInDialog(
    'warning',
    l10n.t('Delete the experiment “{0}”?', plainName(experiment.name)),
    l10n.t('Its folder and all files in it are removed:\n{0}', experiment.folder),
    [l10n.t('Delete')],
  );
  return answer === 0;
}

/** The experiment of a row; without one the person is asked for it. */
export async function chosenExperiment(
  results: Results,
  target: ChosenRow | undefined,
  question: string,
): Promise<ExperimentSummary | undefined> {
  if (target?.experiment !== undefined) return target.experiment;
  const items = experimentRows(await results.allExperiments(), results.state.selected?.id).flatMap((row) =>
    row.experiment === undefined
      ? []
      : [{ label: row.label, description: row.description ?? '', experiment: row.experiment }],
  );
  const placeHolder = items.length === 0 ? l10n.t('No experiments yet.') : l10n.t('{0} which experiment?', question);
  return (await pick(items, { placeHolder, matchAll: true }))?.experiment;
}
