import { execa } from 'execa';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { absent } from '../../src/base/elements.js';
import { partsThatLeaveOut, stillMeasured } from '../../src/measurement/selection.js';

const inC = (region: string) => ({ region, place: { file: '/p/a.cpp' } });
const inFortran = (region: string) => ({ region, place: { file: '/p/a.F90' } });

describe('the parts of names by which functions are excluded', () => {
  it.each([
    ['glob', 'glob'],
    ['glob(int)', 'glob'],
    ['D::x(int) const', 'D::x'],
    ['(anonymous namespace)::f(double (*) [8])', '{anonymous}::f'],
    ['int A::B::tf<int>(int)', 'A::B::tf'],
    ['A::C<unsigned long>::get(int)', '>::get'],
    ['double A::C<int>::two<double>(double)', 'A::C'],
    ['std::vector<int, std::allocator<int> > listed<int>(int)', 'listed'],
    ['make[abi:cxx11](int)', 'make'],
    ['S::operator()(int)', 'S::operator()'],
    ['S::operator<(S const&) const', 'S::operator<'],
    ['S::operator->() const', 'S::operator->'],
    ['S::operator int()', 'S::operator int'],
    ['S::~S()', 'S::~S'],
    ['f(void (*)(int), std::function<int (int)>)', 'f'],
  ])('%s', (region, part) => {
    expect(partsThatLeaveOut([inC(region)], [])).toEqual([part]);
  });

  it('of Fortran are procedures without their module', () => {
    expect(partsThatLeaveOut([inFortran('mo::tiny')], [])).toEqual(['tiny']);
  });

  it('exclude nothing else that was measured', () => {
    expect(partsThatLeaveOut([inC('step(int)')], [inC('timestep(double)')])).toEqual([]);
    expect(partsThatLeaveOut([inFortran('mo::step')], [inFortran('mo::time_step')])).toEqual([]);
    // Parameters are no part of what compilers compare.
    expect(partsThatLeaveOut([inC('step(int)')], [inC('solve(step*)')])).toEqual(['step']);
  });

  it('are not made of constructs and lambdas', () => {
    const lambda = 'A::plain(int, double)::{lambda(int)#1}::operator()(int) const';
    expect(partsThatLeaveOut([inC('!$omp parallel @a.cpp:3'), inC(lambda)], [])).toEqual([]);
  });

  it('report what is still measured', () => {
    const functions = [inC('D::x(int)'), inC('D::y(int)')];
    expect(stillMeasured(functions, ['D::x'])).toEqual([functions[0]]);
  });
});

/** Functions of all kinds; each is defined on a line that ends in its name in traces. */
const SOURCE = `
namespace { int anon(int a) { return a; } } // (anonymous namespace)::anon(int)
namespace A { struct S {
int mem(int a) { return a; } // A::S::mem(int)
static int stat(int a) { return a; } // A::S::stat(int)
S() {} // A::S::S()
int operator+(int a) { return a; } // A::S::operator+(int)
bool operator<(int a) { return a; } // A::S::operator<(int)
int operator()(int a) { return a; } // A::S::operator()(int)
operator int() { return 1; } // A::S::operator int()
}; 
template <class X> X tf(X a) { return a; } // int A::tf<int>(int)
template <class X> struct C {
X get(X a) { return a; } // A::C<unsigned long>::get(unsigned long)
}; }
int glob(int a) { return a; } // glob(int)
int main() { A::S s; A::C<unsigned long> c; return anon(1) + s.mem(1) + s.stat(1) + (s + 1) + (s < 1) + s(1) + int(s) + A::tf(1) + (int)c.get(1) + glob(1); }
`;

const gcc = (await execa('g++', ['--version'], { reject: false })).exitCode === 0;

describe.skipIf(!gcc)('g++', () => {
  const source = join(mkdtempSync(join(tmpdir(), 'trimtab-selection-')), 'a.cpp');
  writeFileSync(source, SOURCE);

  const hooks = async (parts: readonly string[]): Promise<number> => {
    const list = parts.map((part) => part.replaceAll(',', '\\,')).join(',');
    const exclude = list === '' ? [] : [`-finstrument-functions-exclude-function-list=${list}`];
    const argv = ['-O0', '-S', '-o', '-', '-finstrument-functions', ...exclude, source];
    const { stdout } = await execa('g++', argv);
    return stdout.match(/(?:callq?|bl)\s+__cyg_profile_func_enter/g)?.length ?? 0;
  };

  it.each([...SOURCE.matchAll(/\/\/ (.*)$/gm)].map(([, name = absent('name')]) => name))(
    'excludes %s alone',
    async (name) => {
      const parts = partsThatLeaveOut([inC(name)], []);
      expect(parts).toHaveLength(1);
      expect(await hooks(parts)).toBe((await hooks([])) - 1);
    },
  );
});
