import { describe, expect, it } from 'vitest';
import { shortFunctionName } from '../../src/model/text/functionNames.js';

describe('short names of functions', () => {
  it.each([
    [
      'ComputeDotProduct(long, Vector_STRUCT const&, Vector_STRUCT const&, double&, double&, bool&)',
      'ComputeDotProduct',
    ],
    ['main', 'main'],
    ['transport::solve_block', 'transport::solve_block'],
    ['void std::sort<int*, Less<int> >(int*, int*, Less<int>)', 'std::sort'],
    ['Domain::AllocateElemPersistent(int)', 'Domain::AllocateElemPersistent'],
    ['miniFE::Vector<double, int>::norm() const', 'miniFE::Vector::norm'],
    ['double miniFE::dot<miniFE::Vector<double, int, int> >(miniFE::Vector<double, int, int> const&)', 'miniFE::dot'],
    ['(anonymous namespace)::relax(double*)', 'relax'],
    ['std::function<void (int)>::operator()(int) const', 'std::function::operator()'],
    ['operator<<(std::ostream&, Vector const&)', 'operator<<'],
    ['Vector::operator->() const', 'Vector::operator->'],
    ['Flag::operator bool() const', 'Flag::operator bool'],
    ['run(int)::{lambda(double)#1}::operator()(double) const', 'run'],
    ['!$omp parallel @heat.c:12', '!$omp parallel @heat.c:12'],
    ['!$omp for (static) @a<b.c:3', '!$omp for (static) @a<b.c:3'],
    ['non-virtual thunk to Tide::run(int)', 'Tide::run'],
    ['std::to_string[abi:cxx11](int)', 'std::to_string'],
    ['wave::Grid::relax(int) [clone .isra.0]', 'wave::Grid::relax'],
    ["main::'lambda0'(int)::operator()(int) const", 'main::lambda0'],
    ['operator new[](unsigned long)', 'operator new[]'],
    ['Row::operator[](unsigned long)', 'Row::operator[]'],
    ['Row& Row::operator+=(Row const&)', 'Row::operator+='],
    ['int main(int, char **) C [{main.c} {5,1}-{9,1}]', 'main'],
    ['größe(int)', 'größe'],
    ['broken(int', 'broken(int'],
    ['a > b', 'a > b'],
    ['TRACE BUFFER FLUSH', 'TRACE BUFFER FLUSH'],
    ['', ''],
  ])('%s', (name, short) => {
    expect(shortFunctionName(name)).toBe(short);
  });

  // Of Go, Rust, Java, Python, V8, py-spy, Swift, C#, Ruby and timers that people name.
  it.each([
    'harbor.(*Quay).Unload',
    'harbor.Sort[go.shape.int]',
    'tide.(*Pool[...]).Get',
    '<tide::ring::Ring<T> as tide::drain::Drain>::drain',
    'tide::ring::Ring<T>::grow',
    '<tide::ring::Ring<T>>::grow',
    'core::ops::function::FnOnce::call_once{{vtable.shim}}',
    'org.tide.Mill.<init>',
    'org.tide.Mill.run(I)V',
    'build.<locals>.step',
    'build.<locals>.<lambda>',
    '<module>',
    'RegExp:^<(\\w+)>$',
    'Object.<anonymous>',
    '(garbage collector)',
    '(anonymous)',
    'LazyCompile:*spin /home/ida/yarn.js:7 (x)',
    'settle (tide.py:12)',
    '<module> (tide.py:3)',
    'Tide.Pool.drain(level: Int) -> ()',
    'System.Collections.Generic.List<int>.Add(int)',
    '<top (required)>',
    'relax_rows x [run](command:a)',
    'int (*chosen(int))(double)',
    'decltype (f(1)) g(int)',
    'phase 3 (of 4)',
  ])('%s stays whole', (name) => {
    expect(shortFunctionName(name)).toBe(name);
  });
});
