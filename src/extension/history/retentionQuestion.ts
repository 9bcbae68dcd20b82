import { counted } from '../../base/text.js';
import type { PageRule, RetentionPreview } from '../../protocol/pages/history.js';

/** What a person is asked before a rule of retention is applied. */
export interface RetentionQuestion {
  readonly question: string;
  readonly detail: string;
  /** What the button that says yes is called. */
  readonly button: string;
}

/** @param preview what the person has seen of it; none counts as nothing */
export function retentionQuestion(
  { action }: PageRule,
  { count, runs }: Pick<RetentionPreview, 'count' | 'runs'> = { count: 0, runs: { count: 0, bytes: 0 } },
): RetentionQuestion {
  const records = `the records and logs of ${counted(runs.count, 'ended workflow run')}`;
  if (count === 0 && runs.count > 0)
    return {
      question: `Remove ${records}?`,
      detail: 'They cannot be looked at or begun again from one of their steps any more.',
      button: 'Remove',
    };
  const experiments = counted(count, 'experiment');
  const also = runs.count === 0 ? '' : ` Also removed: ${records}.`;
  return action === 'drop traces'
    ? {
        question: `Remove the traces of ${experiments}?`,
        detail: `Results, sources and logs are kept; they cannot be analyzed again without traces.${also}`,
        button: 'Remove Traces',
      }
    : {
        question: `Delete ${experiments}?`,
        detail: `Their folders are removed with all they hold.${also}`,
        button: 'Delete',
      };
}
