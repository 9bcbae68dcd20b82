import { describe, expect, it } from 'vitest';
import { rounds, usually } from '../support/matrix.js';
import { boundedReader, SMALL_HEAP, SMALLER, TOO_LARGE, WHOLE_HEAP } from './boundedReader.js';

const read = boundedReader();

describe('other profiles that ask for much', () => {
  it('are read where their stacks are deep and alike', () => {
    const line = `${'a;'.repeat(3000)}b 1\n`;
    const count = rounds(500, 3000);
    expect(read('x.folded', line.repeat(count))).toMatchObject({ callPaths: 1024, samples: count });
  });

  it('are refused where folded stacks make too many call paths', () => {
    const lines = Array.from({ length: 6000 / SMALLER }, (_, at) => `r${at};${'a;b;'.repeat(500)}c 1\n`).join('');
    expect(read('x.folded', lines)).toEqual({
      refusal: `x.folded ${TOO_LARGE}; record fewer functions or a shorter run.`,
    });
  });

  it('are refused where folded stacks have too many functions', () => {
    const lines = Array.from({ length: 600_000 / SMALLER }, (_, at) => `a;f${at} 1\n`).join('');
    expect(read('x.folded', lines).refusal).toContain(TOO_LARGE);
  });

  it('are refused where values of JSON need many times the bytes of their text', () => {
    const profiles = '{},'.repeat(20_000_000);
    const text = `{"$schema":"https://www.speedscope.app/file-format-schema.json","profiles":[${profiles}0]}`;
    expect(read('x.speedscope.json', text, WHOLE_HEAP)).toEqual({
      refusal: 'x.speedscope.json holds values that need more than 1.6 GB of memory; record a shorter run.',
    });
  });

  /** Properties of the attribute whose values are nested, or adjacent. */
  const PROPERTIES = { nested: 256, beside: 0 };

  it.each(usually<keyof typeof PROPERTIES>(['nested', 'beside'], 'nested'))(
    'are refused where rows of Caliper refer to long branches again and again: regions %s',
    (kind) => {
      const nodes = Array.from({ length: 4000 }, (_, at) => {
        const parent = at === 0 ? '' : `,parent=${at + 99}`;
        return `__rec=node,id=${at + 100},attr=20,data=r${parent}\n`;
      }).join('');
      const properties = `__rec=node,id=19,attr=10,data=${PROPERTIES[kind]},parent=3\n`;
      const content = `${properties}__rec=node,id=20,attr=8,data=region,parent=19\n${nodes}`;
      const row = `__rec=ctx,ref${'=4099'.repeat(rounds(1, 4))}\n`;
      expect(read('x.cali', content + row.repeat(50_000), WHOLE_HEAP).refusal).toBe(
        'x.cali has regions that are nested in more than 100 others on average; write it again with fewer of them.',
      );
    },
  );

  it('are read where a stack that perf printed has no end', () => {
    const frames = ' 1 a (/x)\n'.repeat(rounds(600_000, 3_000_000));
    const head = (time: string): string => `w 1 ${time}: 100 cpu-clock:\n`;
    expect(read('x.perf', `${head('1.000000')}${frames}\n${head('1.100000')} 1 a (/x)\n`, SMALL_HEAP)).toMatchObject({
      callPaths: 1024,
      samples: 2,
    });
  });
});
