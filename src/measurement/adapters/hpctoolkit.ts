/**
 * HPCToolkit: a program is started with `hpcrun`, which samples it; `hpcstruct` and `hpcprof` make a database of the
 * samples. (HPCToolkit User's Manual, "Quick Start", "Measuring MPI programs".)
 */
import { COMPILER, type MeasurementSystem } from './system.js';

const SAMPLES = 'measurements';
const DATABASE = 'database';

export const hpctoolkit: MeasurementSystem = {
  name: 'hpctoolkit',
  title: 'HPCToolkit',
  programs: [{ name: 'hpcrun', version: ['--version'] }, { name: 'hpcstruct' }, { name: 'hpcprof' }],
  modules: ['hpctoolkit'],
  modes: ['profile'],
  understands: ['sampling', 'counters'],
  needsBuild: false,
  compile: () => [COMPILER],
  launch: ({ sampling, counters }, _, { folder }) => {
    // Samples a second; of counters HPCToolkit chooses how often.
    const events = [sampling > 0 ? `REALTIME@f${sampling}` : 'REALTIME', ...counters];
    return ['hpcrun', '-o', `${folder}/${SAMPLES}`, ...events.flatMap((event) => ['-e', event])];
  },
  environment: () => ({}),
  finish: (folder) => [
    ['hpcstruct', `${folder}/${SAMPLES}`],
    ['hpcprof', '-o', `${folder}/${DATABASE}`, `${folder}/${SAMPLES}`],
  ],
  results: [`${DATABASE}/meta.db`],
  nothing:
    'see the output of hpcrun and hpcprof; databases of HPCToolkit 2022.10 and newer can be read, and a statically linked program needs hpclink',
};
