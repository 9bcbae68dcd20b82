import { describe, expect, it } from 'vitest';
import { reaches } from '../../../src/engine/presentation/functionEnd.js';

/** The lines below the first one that are still in the function which begins there, counted from 1. */
function inside(text: string): number[] {
  const [head = '', ...below] = text.split('\n');
  return below.flatMap((line, at) => (reaches(head, below.slice(0, at), line) ? [at + 1] : []));
}

describe('a function whose last line was not recorded', () => {
  it('reaches to its closing brace', () => {
    expect(inside('int f(void) {\n  if (x) {\n  }\n  return 1;\n}\n\nint x;')).toEqual([1, 2, 3, 4]);
    expect(inside('{\n  g();\n}\n/* of the next one */')).toEqual([1, 2]);
    expect(inside('  void f() {\n    g();\n  }\n\n  int member;')).toEqual([1, 2]);
  });

  it('may be one line', () => {
    expect(inside('int f(void) { return 1; } /* one */\nint x;')).toEqual([]);
    expect(inside('int f(void) { return 1; }\nint x;')).toEqual([]);
  });

  it('reaches to its end in Fortran', () => {
    expect(inside('subroutine step(x)\n  do i = 1, n\n  end do\nEND SUBROUTINE step\n\ninteger :: y')).toEqual([
      1, 2, 3,
    ]);
    expect(inside('      PROGRAM HEAT\n      CALL STEP\n      END\nC of the next one')).toEqual([1, 2]);
  });

  it('reaches in Python as far as lines are indented', () => {
    expect(inside('def step(x):\n    y = 1\n# remark\n\n    return y\nz = 2\n    # remark')).toEqual([1, 2, 3, 4]);
    expect(inside('@cache\ndef step(x):\n    return x\nz = 2')).toEqual([1, 2]);
  });
});
