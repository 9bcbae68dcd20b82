/** Predicted run times as lines of a terminal. */
import { describe, expect, it } from 'vitest';
import { predictionLines } from '../../src/cli/text/predictionLines.js';
import { type Layout, textWidth } from '../../src/cli/terminal/layout.js';
import { PLAIN } from '../../src/cli/terminal/terminal.js';
import type { Prediction, Predictions } from '../../src/model/findings/prediction.js';

const layout: Layout = { width: 80, folder: '/home', style: PLAIN };
const halved: Prediction = {
  scenarios: [{ kind: 'scale', region: 'solve', factor: 0.5 }],
  ...{ runTime: 8, saved: 2, share: 0.2, changed: 4 },
};

function printed(...predictions: Prediction[]): string[] {
  const all: Predictions = {
    ...{ format: 'trimtab-whatif', version: 1, program: 'solver', runTime: 10, predictions, limits: [] },
  };
  return [...predictionLines(all, layout, true)];
}

describe('lines of predictions', () => {
  it('have confidences only if one is below 100 %', () => {
    expect(printed(halved)[2]).toMatch(/^ *run time +saves +change$/);
    const [, , head, first, second, ...rest] = printed({ ...halved, confidence: 0.725 }, halved);
    expect(head).toMatch(/saves +confidence +change$/);
    expect(first).toMatch(/ 20\.0 % +72\.5 % +solve twice as fast$/);
    expect(second).toMatch(/ 20\.0 % +100\.0 % +solve twice as fast$/);
    expect(rest.join(' ')).toMatch(/order of messages or locks/);
    for (const line of [...rest, head, first, second]) expect(textWidth(line ?? '')).toBeLessThanOrEqual(80);
  });
});
