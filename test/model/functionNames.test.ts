import { describe, expect, it } from 'vitest';
import { shortFunctionName } from '../../src/model/functionNames.js';

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
    ['broken(int', 'broken(int'],
    ['a > b', 'a > b'],
    ['TRACE BUFFER FLUSH', 'TRACE BUFFER FLUSH'],
    ['', ''],
  ])('%s', (name, short) => {
    expect(shortFunctionName(name)).toBe(short);
  });
});
