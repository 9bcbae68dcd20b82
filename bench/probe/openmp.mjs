// Times OpenMP constructs uninstrumented and with the probe, in turn, and prints the overhead of recording one OpenMP event.
// node bench/probe/openmp.mjs [constructs] [rounds]
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { leastOf, output, recorded, row, wrapper } from './measure.mjs';

const [count = '300000', rounds = '5'] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), 'trimtab-bench-'));

/** Goal: nanoseconds a recorded event may cost. */
const GOAL = 60;

/** Events that the OpenMP runtime reports for a construct in a team of one thread.
 * @type {Record<string, number>} */
const events = { critical: 3, barrier: 2, 'for, nowait': 2, task: 3, parallel: 4 };

try {
  const source = join(import.meta.dirname, 'openmp.c');
  output(folder, 'clang', ['-O2', '-fopenmp', '-o', 'plain', source]);
  output(folder, wrapper, ['clang', '-O2', '-fopenmp', '-o', 'probe', source], { TRIMTAB_INSTRUMENT: '0' });
  const times = leastOf(
    {
      plain: () => output(folder, join(folder, 'plain'), [count]),
      probe: () => recorded(folder, 'probe', [count]),
    },
    Number(rounds),
  );
  console.log(`Nanoseconds a construct, least of ${rounds} rounds of ${count}; what an event adds.`);
  row(['', 'plain', 'probe', 'events', 'an event']);
  let met = true;
  for (const [name, plain] of times('plain')) {
    const probe = times('probe').get(name) ?? NaN;
    const added = (probe - plain) / (events[name] ?? NaN);
    met &&= added <= GOAL;
    row([name, plain, probe, String(events[name]), added]);
  }
  console.log(`Goal, at most ${GOAL} ns an event: ${met ? 'met' : 'not met'}`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
