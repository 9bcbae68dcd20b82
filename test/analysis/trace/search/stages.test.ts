import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkOrder, resources, type Stage } from '../../../../src/analysis/trace/search/stage.js';
import { stages } from '../../../../src/analysis/trace/search/stages.js';

const named = (name: string): Stage => {
  const found = stages.find((stage) => stage.name === name);
  if (found === undefined) throw new Error(`there is no stage ${name}`);
  return found;
};
const without = (...names: string[]): Stage[] => stages.filter(({ name }) => !names.includes(name));

describe('the stages of the search', () => {
  test('need only available data', () => {
    expect(() => checkOrder(stages)).not.toThrow();
  });

  test('cannot come after what they need was freed', () => {
    expect(() => checkOrder([...without('messages'), named('messages')])).toThrow(
      'The stage "collective operations" needs "wait states", which is not available.',
    );
    expect(() =>
      checkOrder([
        ...without('collective operations', 'clocks', 'compensation', 'statistics', 'causes'),
        named('collective operations'),
      ]),
    ).not.toThrow();
    expect(() => checkOrder([...without('threads', 'statistics'), named('threads')])).toThrow(
      /"threads" needs "threads"/,
    );
  });

  test('cannot come before what they need is given', () => {
    for (const first of ['messages', 'passes', 'threads', 'accelerators', 'polling', 'causes']) {
      expect(() => checkOrder([named(first), ...without(first)])).toThrow(/needs "(booked time|wait states)"/);
    }
  });

  test('of any order either fit or name the stage and its missing input', () => {
    const shuffled = fc.shuffledSubarray([...stages], { minLength: stages.length });
    fc.assert(
      fc.property(shuffled, (order) => {
        const place = (name: string): number => order.findIndex((stage) => stage.name === name);
        const last = ['threads', 'messages', 'collective operations'].every((name) => place(name) < place('causes'));
        const timed = ['messages', 'passes', 'threads', 'accelerators', 'polling'].every(
          (name) => place('times') < place(name),
        );
        const clocks =
          place('messages') < place('collective operations') && place('collective operations') < place('clocks');
        const told = ['messages', 'collective operations', 'passes', 'threads', 'accelerators', 'polling'].every(
          (name) => place(name) < place('statistics'),
        );
        const compensated =
          place('clocks') < place('compensation') &&
          ['passes', 'causes'].every((name) => place('compensation') < place(name));
        const fits = last && timed && told && clocks && compensated && place('messages') < place('threads');
        if (fits) checkOrder(order);
        else expect(() => checkOrder(order)).toThrow(/^The stage/);
      }),
    );
  });

  test('use what is declared, and name nothing twice', () => {
    const used = new Set(stages.flatMap(({ needs, gives, frees }) => [...needs, ...gives, ...frees]));
    expect([...used].sort()).toEqual([...resources].sort());
    expect(new Set(stages.map(({ name }) => name)).size).toBe(stages.length);
  });
});
