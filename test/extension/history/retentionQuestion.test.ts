import { describe, expect, it } from 'vitest';
import { retentionQuestion } from '../../../src/extension/history/retentionQuestion.js';
import type { PageRule } from '../../../src/protocol/pages/history.js';

describe('what is asked before space is freed', () => {
  const rule: PageRule = { action: 'delete', olderThanDays: 30, keepNewest: 5 };
  const preview = (count: number, runs: number) => ({ count, runs: { count: runs, bytes: runs * 1000 } });

  it('names the workflow runs that go with experiments', () => {
    expect(retentionQuestion(rule, preview(2, 1))).toEqual({
      question: 'Delete 2 experiments?',
      detail:
        'Their folders and all files in them are removed. Also removed: the records and logs of 1 ended workflow run.',
      button: 'Delete',
    });
    expect(retentionQuestion({ ...rule, action: 'drop traces' }, preview(1, 3)).detail).toBe(
      'Results, sources and logs are kept. Without traces, they cannot be analyzed again. Also removed: the records and logs of 3 ended workflow runs.',
    );
  });

  it('omits them if none exist, and asks about them alone', () => {
    expect(retentionQuestion(rule, preview(1, 0)).detail).toBe('Their folders and all files in them are removed.');
    expect(retentionQuestion(rule, preview(0, 2))).toMatchObject({
      question: 'Remove the records and logs of 2 ended workflow runs?',
      button: 'Remove',
    });
  });
});
