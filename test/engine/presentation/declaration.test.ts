import { describe, expect, it } from 'vitest';
import { elementAt } from '../../../src/base/elements.js';
import { atDeclarations, declarationLine } from '../../../src/engine/presentation/declaration.js';
import { finding, report } from './fixtures.js';

const at = (text: string, name: string) => {
  const lines = text.split('\n');
  const brace = lines.findIndex((line) => line.trim().startsWith('{'));
  return declarationLine(lines, brace === -1 ? 0 : brace, name);
};

describe('declarationLine', () => {
  it('finds the name above a lone brace', () => {
    expect(at('int x;\nvoid f(void)\n{', 'f')).toBe(1);
    expect(at('static int\nf(int a,\n  int (*f2)(int))\n{ /* body */', 'f')).toBe(1);
    expect(at('void A::run (int n)\n  noexcept\n{', 'ns::A::run(int)')).toBe(0);
    expect(at('template <class T>\nT twice(T x)\n{', 'twice<int>')).toBe(1);
  });

  it('stays where the function is named on its own line, or the name is not to be found', () => {
    expect(declarationLine(['int f(void) {'], 0, 'f')).toBe(0);
    expect(at('void ff(void)\n{', 'f')).toBe(1);
    expect(at('f();\nint g(void)\n{', 'f')).toBe(2);
    expect(at('#define f(x) x\n{', 'f')).toBe(1);
    expect(at('void f(void)\n{', '<unknown>')).toBe(1);
    expect(declarationLine([], 3, 'f')).toBe(3);
  });
});

describe('atDeclarations', () => {
  it('moves functions and leaves findings where they are', () => {
    const summary = elementAt(report().functions, 0);
    const time = elementAt(report().lines, 0);
    const entry = { line: 1, stale: true, findings: [finding()], functions: [summary], summary: time };
    expect(atDeclarations([entry], ['int main(void)', '{'])).toEqual([
      { line: 0, stale: true, findings: [], functions: [summary] },
      // Not the time of the calls made from the line: there are none.
      { line: 1, stale: true, findings: [finding()], functions: [] },
    ]);
    expect(atDeclarations([entry], ['int main(void) {', 'x'])).toEqual([entry]);
  });
});
