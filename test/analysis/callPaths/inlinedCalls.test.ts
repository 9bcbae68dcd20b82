import { describe, expect, it } from 'vitest';
import { InlinedCalls } from '../../../src/analysis/callPaths/inlinedCalls.js';

const calls = (...lines: string[]) =>
  new InlinedCalls({ properties: new Map([['TRIMTAB::INLINED_CALLS', lines.join('\n')]]) });
const line = (number: number) => ({ file: '/a b.c', line: number });

describe('functions that were inlined around calls', () => {
  it('are known by the caller and the line of the call', () => {
    const known = calls('3\t/a b.c\tsolve\touter\texchange(int, long)', '4\t/a b.c\tmain\texchange(int, long)');
    expect(known.around('solve', line(3))).toEqual(['outer', 'exchange(int, long)']);
    expect(known.around('main', line(3))).toEqual([]);
    expect(known.around('main', line(4))).toEqual(['exchange(int, long)']);
  });

  it('are not named where one line holds calls of several', () => {
    const known = calls('3\t/a b.c\tsolve\tf', '3\t/a b.c\tsolve\tg', '5\t/a b.c\tsolve\tf', '5\t/a b.c\tsolve\tf');
    expect(known.around('solve', line(3))).toEqual([]);
    expect(known.around('solve', line(5))).toEqual(['f']);
  });

  it('are none in archives of others', () => {
    expect(new InlinedCalls({ properties: new Map() }).around('', line(0))).toEqual([]);
  });
});
