/** Kept predictions in the result of a tuning cycle. */
import { describe, expect, it } from 'vitest';
import { predictedTexts } from '../../../src/workflows/actions/compare/predicted.js';

const prediction = (runTime: number, created: string, region = 'relax_rows') => ({
  ...{ scenarios: [{ kind: 'balance' as const, region }], measured: 2, runTime, created },
});

describe('predictions of the runs before a change', () => {
  it('are compared with the runs after it, oldest first', () => {
    const before = [
      { predictions: [prediction(1.5, '2026-01-03T00:00:00.000Z')] },
      {},
      { predictions: [prediction(1.25, '2026-01-02T00:00:00.000Z', 'evil\nname')] },
    ];
    expect(predictedTexts(before, 1)).toEqual([
      'Predicted 1.25 s (evil name balanced over ranks), measured 1.00 s: error 25.0 %',
      'Predicted 1.50 s (relax_rows balanced over ranks), measured 1.00 s: error 50.0 %',
    ]);
  });

  it('are omitted without a run time', () => {
    expect(predictedTexts([{ predictions: [prediction(1.5, '2026-01-03T00:00:00.000Z')] }], 0)).toEqual([]);
  });
});
