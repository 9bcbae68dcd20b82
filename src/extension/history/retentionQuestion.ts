import { l10n } from 'vscode';
import { counted } from '../../base/text.js';
import type { PageRule, RetentionPreview } from '../../protocol/pages/history.js';

/** Question before a retention rule is applied. */
export interface RetentionQuestion {
  readonly question: string;
  readonly detail: string;
  /** Label of the confirming button. */
  readonly button: string;
}

/** @param preview what the person has seen of it; none counts as nothing */
export function retentionQuestion(
  { action }: PageRule,
  { count, runs }: Pick<RetentionPreview, 'count' | 'runs'> = { count: 0, runs: { count: 0, bytes: 0 } },
): RetentionQuestion {
  const records = l10n.t('the records and logs of {0}', counted(runs.count, 'ended workflow run'));
  if (count === 0 && runs.count > 0)
    return {
      question: l10n.t('Remove {0}?', records),
      detail: l10n.t('They can no longer be opened or retried from a step.'),
      button: l10n.t('Remove'),
    };
  const experiments = counted(count, 'experiment');
  const also = runs.count === 0 ? '' : l10n.t(' Also removed: {0}.', records);
  return action === 'drop traces'
    ? {
        question: l10n.t('Remove the traces of {0}?', experiments),
        detail: l10n.t('Results, sources and logs are kept. Without traces, they cannot be analyzed again.{0}', also),
        button: l10n.t('Remove Traces'),
      }
    : {
        question: l10n.t('Delete {0}?', experiments),
        detail: l10n.t('Their folders and all files in them are removed.{0}', also),
        button: l10n.t('Delete'),
      };
}
