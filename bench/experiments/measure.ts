/** Measures one way of listing a project's experiments, in a separate process. Prints milliseconds as JSON. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { elementAt } from '../../src/base/elements.js';
import { ExperimentStore, History, type HistoryFilter } from '../../src/experiments/index.js';
import { formatManifest, type Manifest } from '../../src/experiments/store/manifest.js';

const PROGRAMS = ['heat2d', 'lu', 'sweep3d', 'cg', 'lulesh'];

/** Complete experiments with small results, as a year of tuning leaves them. */
function generate(project: string, count: number): void {
  const store = new ExperimentStore(project);
  for (let i = 0; i < count; i++) {
    const program = elementAt(PROGRAMS, i % PROGRAMS.length);
    const created = new Date(Date.UTC(2026, 0, 1) + i * 3_000_000);
    const stamp = created.toISOString().replace(/\D/g, '');
    const id = `${stamp.slice(0, 8)}-${stamp.slice(8, 14)}-${program}-${i.toString(16).padStart(4, '0')}`;
    const folder = join(store.folder, id);
    const findings = JSON.stringify({ format: 'trimtab-findings', filler: 'x'.repeat(200) });
    const manifest: Manifest = {
      format: 'trimtab-experiment',
      version: 1,
      id,
      name: `${program}, ${2 ** (i % 7)} ranks`,
      state: i % 50 === 0 ? 'failed' : 'complete',
      ...(i % 50 === 0 ? { problem: 'The run failed: mpirun ended with exit code 1.' } : {}),
      ...(i % 10 === 0 ? { tags: ['nightly', `week-${i % 52}`], note: 'after the new halo exchange' } : {}),
      program,
      created: created.toISOString(),
      target: i % 3 === 0 ? 'cluster' : 'local',
      ranks: { asked: 2 ** (i % 7), measured: 2 ** (i % 7) },
      compiler: { command: 'mpicc', version: 'gcc 12.2.0' },
      build: [{ argv: ['make', 'clean', 'all'], folder: '.', exit: 0, seconds: 1.5 }],
      run: { argv: ['mpirun', '-np', '4', `./${program}`], folder: '.', exit: 0, seconds: 12.5 },
      environment: { OMP_NUM_THREADS: '4' },
      result: {
        processes: 2 ** (i % 7),
        locations: 2 ** (i % 7),
        events: 100_000 + i,
        totalTime: 40 + (i % 97),
        span: 10 + (i % 97) / 4,
        worst: { property: 'mpi_latesender', title: 'Late Sender', severity: (i % 40) / 100 },
        findingsBytes: findings.length,
      },
    };
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'manifest.yaml'), formatManifest(manifest));
    writeFileSync(join(folder, 'findings.json'), findings);
  }
}

/** The question of a person who looks for something: words, a program, sorted by time, the first screen of it. */
const filter: HistoryFilter = {
  search: 'halo late',
  programs: ['heat2d', 'lu'],
  states: ['complete'],
  sort: { by: 'totalTime', descending: true },
  limit: 200,
};

async function timed<T>(work: () => T | Promise<T>): Promise<{ milliseconds: number; value: T }> {
  const began = performance.now();
  const value = await work();
  return { milliseconds: performance.now() - began, value };
}

async function main(): Promise<void> {
  const project = elementAt(process.argv, 2);
  const [what, count] = process.argv.slice(3);
  if (what === 'generate') {
    generate(project, Number(count));
    return;
  }
  const store = new ExperimentStore(project);
  if (what === 'scan') {
    const { milliseconds, value } = await timed(() => store.list());
    process.stdout.write(JSON.stringify({ first: milliseconds, experiments: value.length }));
    return;
  }
  const history = new History(store);
  if (what === 'glance') {
    const { milliseconds, value } = await timed(() => history.glance());
    process.stdout.write(JSON.stringify({ first: milliseconds, experiments: value?.all }));
    return;
  }
  const first = await timed(() => history.list());
  const again: number[] = [];
  const filtered: number[] = [];
  let matching = 0;
  for (let round = 0; round < 7; round++) {
    again.push((await timed(() => history.list({ limit: 200 }))).milliseconds);
    const answer = await timed(() => history.list(filter));
    filtered.push(answer.milliseconds);
    matching = answer.value.matching;
  }
  const { all, problems } = first.value;
  process.stdout.write(
    JSON.stringify({
      first: first.milliseconds,
      again,
      filtered,
      matching,
      experiments: all,
      problems,
    }),
  );
}

void main();
