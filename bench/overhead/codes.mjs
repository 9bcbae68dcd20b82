// Public programs that measurement is tried on: how they are built and run, and what of their output is their result.

/**
 * @typedef {object} Code
 * @property {string} name
 * @property {string} source where it is fetched from; its folder has the last part's name
 * @property {(prefix: string) => string[]} build with this before each compiler; where it is empty, nothing is measured
 * @property {string[]} run
 * @property {RegExp} result the lines that must be the same, however it is measured
 */

/** @type {readonly Code[]} */
export const codes = [
  {
    name: 'LULESH (C++)',
    source: 'https://github.com/LLNL/LULESH',
    build: (prefix) => ['make', 'lulesh2.0', `CXX=${prefix}g++ -DUSE_MPI=0`, 'CXXFLAGS=-O3 -I. -w', 'LDFLAGS=-O3'],
    run: ['./lulesh2.0', '-s', '20', '-i', '100'],
    result: /Iteration count|Final Origin Energy|AbsDiff|RelDiff/,
  },
  {
    name: 'CloverLeaf (Fortran, MPI)',
    source: 'https://github.com/UK-MAC/CloverLeaf_ref',
    build: (prefix) => [
      'make',
      'COMPILER=GNU',
      'OMP_GNU=',
      `MPI_COMPILER=${prefix}mpifort`,
      `C_MPI_COMPILER=${prefix}mpicc`,
    ],
    run: ['mpirun', '-n', '2', './clover_leaf'],
    result: /^ *step: /,
  },
];
