import { describe, expect, it } from 'vitest';
import { elementAt } from '../../src/base/elements.js';
import { worstProperty } from '../../src/model/findings/worstProperty.js';
import { sampleReport } from '../experiments/support.js';

const finding = elementAt(sampleReport().findings, 0);
const found = (property: string, severity: number) => ({ ...finding, property, title: property, severity });

describe('the worst property', () => {
  it('is the one that costs most over all its call paths', () => {
    const findings = [found('a', 0.3), found('b', 0.25), found('b', 0.125)];
    expect(worstProperty({ findings })).toEqual({ property: 'b', title: 'b', severity: 0.375 });
    expect(worstProperty({ findings: [] })).toBeUndefined();
  });
});
