import { describe, expect, it } from 'vitest';
import { severityLevel } from '../../src/model/findings/severityLevel.js';

describe('severityLevel', () => {
  it('changes at 1, 3 and 10 percent', () => {
    const shares = [0, 0.0099, 0.01, 0.0299, 0.03, 0.0999, 0.1, 1];
    const levels = ['low', 'low', 'medium', 'medium', 'high', 'high', 'critical', 'critical'];
    expect(shares.map(severityLevel)).toEqual(levels);
  });
});
