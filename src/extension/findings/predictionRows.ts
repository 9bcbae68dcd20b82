import { l10n } from 'vscode';
import { duration, plainLine } from '../../base/text.js';
import { errorText } from '../../model/text/errorText.js';
import { judgedText } from '../../model/text/judgedText.js';
import type { ShownPrediction } from '../../protocol/pages/history.js';
import type { Row } from '../views/row.js';

/** Kept predictions about a run, compared with the runs that followed. */
export function predictionRows(predictions: readonly ShownPrediction[]): readonly Row[] {
  return predictions.map((prediction, index) => {
    const { change, predicted, outcome } = prediction;
    const result =
      outcome === undefined
        ? l10n.t('no changed version yet')
        : l10n.t('measured {0}, error {1}', outcome.measured, errorText(outcome.error));
    return {
      id: `prediction:${index}`,
      label: l10n.t('Predicted {0}', duration(predicted)),
      description: `${result} · ${plainLine(change)}`,
      tooltip: plainLine(judgedText(prediction)),
      icon: { id: 'beaker' },
      command: { id: 'trimtab.showHistory', title: 'Experiment History', arguments: [] },
      children: [],
    };
  });
}
