import { l10n } from 'vscode';
import { plainLine } from '../../base/text.js';
import type { Row } from '../views/row.js';

/** Kept predictions about a run, compared with the runs that followed. @param sentences one for each */
export function predictionRows(sentences: readonly string[]): readonly Row[] {
  return sentences.map((sentence, index) => ({
    id: `prediction:${index}`,
    label: l10n.t('Prediction'),
    description: plainLine(sentence),
    tooltip: plainLine(sentence),
    icon: { id: 'beaker' },
    command: { id: 'trimtab.showHistory', title: 'Experiment History', arguments: [] },
    children: [],
  }));
}
