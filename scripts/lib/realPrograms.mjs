/** The public programs of docs/real-programs.md, by the folder their sources lie in, and what is typed for each. */

/**
 * @typedef {object} Program
 * @property {string} folder of the sources
 * @property {string} [inside] subfolder in which the commands are run
 * @property {readonly string[]} options behind `trimtab run`
 * @property {readonly string[]} [flags] arguments of make for its plain build, with gfortran 10 or newer
 * @property {RegExp} [timer] pattern of the time that the program prints: seconds in the first group
 */

/** @type {readonly Program[]} */
export const programs = [
  { folder: 'CloverLeaf_ref', options: [], timer: /Wall clock\s+([\d.]+)\s*$/gm },
  { folder: 'AMG', options: ['--', '-n', '20', '20', '20'] },
  { folder: 'hpcg', options: ['--', '--nx=16', '--ny=16', '--nz=16', '--rt=1'] },
  { folder: 'miniFE', options: ['ref/src'] },
  {
    folder: 'CoMD',
    options: ['src-mpi', '--', ...'-e -d ../pots -x 10 -y 10 -z 10 -N 20 -i 2'.split(' ')],
    timer: /^total\s+\d+\s+[\d.]+\s+([\d.]+)/gm,
  },
  { folder: 'miniAMR', options: ['ref', '--ranks', '2', '--', '--npx', '2', '--num_tsteps', '5'] },
  {
    folder: 'LULESH',
    options: ['--ranks', '8', '--', '-s', '6', '-i', '5'],
    timer: /Elapsed time\s+=\s+([\d.eE+-]+)/g,
  },
  { folder: 'pigz', options: ['--', '-k', '-c', '-p', '2', 'pigz.c'] },
  {
    folder: 'SNAP',
    options: ['src', '--ranks', '4', '--', '../qasnap/sample/inp', 'sample.out'],
  },
  { folder: 'XSBench', options: ['openmp-threading', '--', '-s', 'small', '-p', '100'], timer: /Runtime:\s+([\d.]+)/g },
  {
    folder: 'NPB',
    inside: 'NPB3.4-MPI',
    options: ['--build', 'cp config/make.def.template config/make.def && mkdir -p bin && make lu CLASS=S'],
    flags: ['FFLAGS=-O3 -fallow-argument-mismatch'],
    timer: /Time in seconds =\s+([\d.]+)/g,
  },
  {
    folder: '2decomp-fft',
    options: [
      '--build',
      'cmake -S . -B .trimtab/build -DCMAKE_Fortran_COMPILER=mpifort -DBUILD_TESTING=ON && cmake --build .trimtab/build',
      '--program',
      'bin/grad3d',
    ],
  },
  {
    folder: 'TeaLeaf_ref',
    options: [],
    flags: ['OPTIONS=-fallow-argument-mismatch'],
    timer: /^ Wall clock\s+([\d.]+)\s*$/gm,
  },
  { folder: 'hpl', options: [] },
  {
    folder: 'bots',
    options: [
      '--build',
      './configure --compiler gcc && make',
      '--program',
      'bin/fib.gcc.omp-tasks-manual',
      '--',
      '-n',
      '20',
    ],
    timer: /Time Program\s+=\s+([\d.]+)/g,
  },
];
