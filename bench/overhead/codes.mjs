// Public programs that measurement is tried on: how they are built and run, and what of their output is their result.

/**
 * @typedef {object} Step a command and the folder that it runs in, of the program's sources
 * @property {string} [folder]
 * @property {string[]} words
 */

/**
 * @typedef {object} Code
 * @property {string} key name on the command line
 * @property {string} name
 * @property {string} source repository to fetch; its folder has the last part's name. Or a folder next to this file
 * @property {Step[]} build with the compilers' plain names
 * @property {Record<string, string>} [inputs] files that it reads, by their names
 * @property {string} [folder] working folder of its run, in its sources
 * @property {string[]} run
 * @property {number} [ranks] processes of MPI; none: it has no MPI
 * @property {number} [threads]
 * @property {string} [eztrace] EZTrace's module for it; none: EZTrace records nothing of it
 * @property {RegExp} result the lines that must be the same, however it is measured; of 'resultFile', or what it prints
 * @property {RegExp} [resultFile] the name of a file that it writes
 */

const cloverInput = `*clover
 state 1 density=0.2 energy=1.0
 state 2 density=1.0 energy=2.5 geometry=rectangle xmin=0.0 xmax=5.0 ymin=0.0 ymax=2.0
 x_cells=480
 y_cells=480
 xmin=0.0
 ymin=0.0
 xmax=10.0
 ymax=10.0
 initial_timestep=0.04
 timestep_rise=1.5
 max_timestep=0.04
 end_step=260
 test_problem 2
*endclover
`;

/** The NAS parallel benchmarks of 3.3 want their settings in a file, and a folder for what is built.
 * @param {string} folder @param {string[]} words @returns {Step[]} */
const nas = (folder, words) => [
  { folder, words: ['cp', 'config/make.def.template', 'config/make.def'] },
  { folder, words: ['mkdir', '-p', 'bin'] },
  { folder, words: ['make', ...words, 'FMPI_LIB=', 'FMPI_INC=', 'CMPI_LIB=', 'CMPI_INC='] },
];
const legacy = '-O3 -std=legacy -fallow-argument-mismatch -fallow-invalid-boz -w';
const nasSource = 'https://github.com/mbdevpl/nas-parallel-benchmarks';
const verified = /Verification +=|VERIFICATION|Iterations +=|Number of keys/;

/** @type {readonly Code[]} */
export const codes = [
  {
    key: 'nothing',
    name: 'MPI_Init and MPI_Finalize, 2 processes',
    source: 'nothing',
    build: [{ words: ['mpicc', '-O2', '-o', 'nothing', 'nothing.c'] }],
    run: ['./nothing'],
    ranks: 2,
    result: /processes/,
  },
  {
    key: 'lulesh',
    name: 'LULESH (C++, g++)',
    source: 'https://github.com/LLNL/LULESH',
    build: [{ words: ['make', 'lulesh2.0', 'CXX=g++ -DUSE_MPI=0', 'CXXFLAGS=-O3 -I. -w', 'LDFLAGS=-O3'] }],
    run: ['./lulesh2.0', '-s', '20', '-i', '500'],
    result: /Iteration count|Final Origin Energy|AbsDiff|RelDiff/,
  },
  {
    key: 'minife',
    name: 'miniFE (C++ templates, MPI)',
    source: 'https://github.com/Mantevo/miniFE',
    build: [{ folder: 'ref/src', words: ['make', '-j2', 'CXX=mpicxx', 'CC=mpicc', 'CFLAGS=-O3'] }],
    folder: 'ref/src',
    run: ['./miniFE.x', '-nx', '90', '-ny', '90', '-nz', '90'],
    ranks: 2,
    eztrace: 'openmpi',
    result: /Iteration = |Final Resid Norm/,
  },
  {
    key: 'comd',
    name: 'CoMD (C, MPI)',
    source: 'https://github.com/ECP-copa/CoMD',
    build: [
      { folder: 'src-mpi', words: ['cp', 'Makefile.vanilla', 'Makefile'] },
      { folder: 'src-mpi', words: ['make', '-j2', 'CC=mpicc', 'OPTFLAGS=-O3'] },
    ],
    run: './bin/CoMD-mpi -d pots -e -i 2 -j 1 -k 1 -x 16 -y 16 -z 16 -N 130 -n 10'.split(' '),
    ranks: 2,
    eztrace: 'openmpi',
    // Steps with their energies, without the column of times.
    result: /Initial energy|Final energy|eFinal|Initial atom count|Final atom count/,
  },
  {
    key: 'cloverleaf',
    name: 'CloverLeaf (Fortran, MPI, OpenMP)',
    source: 'https://github.com/UK-MAC/CloverLeaf_ref',
    build: [
      {
        words: [
          ...['make', 'COMPILER=GNU', 'MPI_COMPILER=mpifort', 'C_MPI_COMPILER=mpicc'],
          ...['FLAGS_GNU=-O3 -march=native -funroll-loops', 'CFLAGS_GNU=-O3 -march=native -funroll-loops'],
        ],
      },
    ],
    inputs: { 'clover.in': cloverInput },
    run: ['./clover_leaf'],
    ranks: 2,
    threads: 1,
    eztrace: 'openmpi',
    result: /^ *step: /,
    resultFile: /^clover\.out$/,
  },
  {
    key: 'hpcg',
    name: 'HPCG (C++, MPI)',
    source: 'https://github.com/hpcg-benchmark/hpcg',
    build: [{ words: ['make', '-j2', 'arch=Linux_MPI', 'CXX=mpicxx'] }],
    folder: 'bin',
    run: ['./xhpcg', '--nx=40', '--ny=40', '--nz=40', '--rt=0'],
    ranks: 2,
    eztrace: 'openmpi',
    result: /Departure|Scaled Residual|Final Residual/,
    resultFile: /^HPCG-Benchmark.*\.txt$/,
  },
  {
    key: 'gap-bc',
    name: 'GAP betweenness (C++, STL)',
    source: 'https://github.com/sbeamer/gapbs',
    build: [{ words: ['make', 'bc', 'SERIAL=1', 'CXX=g++'] }],
    run: './bc -g 16 -n 6 -i 20 -a'.split(' '),
    result: /Graph has|^\d+:/,
  },
  {
    key: 'lulesh-openmp',
    name: 'LULESH (C++, clang++, OpenMP)',
    source: 'https://github.com/LLNL/LULESH',
    build: [
      {
        words: [
          ...['make', 'lulesh2.0', 'CXX=clang++ -DUSE_MPI=0'],
          ...['CXXFLAGS=-O3 -fopenmp -I. -w', 'LDFLAGS=-O3 -fopenmp'],
        ],
      },
    ],
    run: ['./lulesh2.0', '-s', '20', '-i', '500'],
    threads: 2,
    eztrace: 'ompt',
    // Threads add in the order in which they come.
    result: /Iteration count|Final Origin Energy/,
  },
  {
    key: 'nas-lu',
    name: 'NAS LU (Fortran, MPI)',
    source: nasSource,
    build: nas('NPB3.3-MPI', [...['lu', 'CLASS=W', 'NPROCS=2', 'MPIF77=mpifort', `FFLAGS=${legacy}`]]),
    run: ['NPB3.3-MPI/bin/lu.W.2'],
    ranks: 2,
    eztrace: 'openmpi',
    result: verified,
  },
  {
    key: 'nas-ep',
    name: 'NAS EP (Fortran, OpenMP)',
    source: nasSource,
    build: nas('NPB3.3-OMP', [
      ...['ep', 'CLASS=A', 'F77=gfortran', `FFLAGS=${legacy} -fopenmp`, 'FLINKFLAGS=-O3 -fopenmp'],
      ...['CC=gcc', 'CFLAGS=-O3 -fopenmp', 'CLINKFLAGS=-O3 -fopenmp'],
    ]),
    run: ['NPB3.3-OMP/bin/ep.A.x'],
    threads: 2,
    result: /Sums =|No\. Gaussian Pairs/,
  },
  {
    key: 'nas-is',
    name: 'NAS IS (C, MPI)',
    source: nasSource,
    build: nas('NPB3.3-MPI', ['is', 'CLASS=B', 'NPROCS=2', 'MPICC=mpicc', 'CFLAGS=-O3 -w']),
    run: ['NPB3.3-MPI/bin/is.B.2'],
    ranks: 2,
    eztrace: 'openmpi',
    result: verified,
  },
  {
    key: 'miniamr',
    name: 'miniAMR (C, MPI)',
    source: 'https://github.com/Mantevo/miniAMR',
    build: [{ folder: 'ref', words: ['make', '-j2', 'CC=mpicc', 'LD=mpicc'] }],
    folder: 'ref',
    run: [
      ...'./miniAMR.x --npx 2 --npy 1 --npz 1 --nx 8 --ny 8 --nz 8 --max_blocks 2000 --num_refine 3'.split(' '),
      ...'--num_objects 1 --object 2 0 -1.71 -1.71 -1.71 0.04 0.04 0.04 1.7 1.7 1.7 0 0 0 --num_tsteps 20'.split(' '),
      ...'--checksum_freq 5 --stages_per_ts 40 --num_vars 20'.split(' '),
    ],
    ranks: 2,
    eztrace: 'openmpi',
    // Its summary has times.
    result: /^ +total blocks/i,
  },
];
