/** Shende's three cases of mapping (2001, chapter IV), as programs: whose time it is that code takes which serves many. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EntitySummary, FindingsReport } from '../../src/model/findings/findings.js';
import { examplesFolder } from './expectations.js';
import { availableMpis, BuiltExample, type Toolchain } from './runExample.js';

const entitiesOf = ({ entities = [] }: FindingsReport): Map<string, EntitySummary> =>
  new Map(entities.map((entity) => [`${entity.name}|${entity.attributes ?? ''}`, entity]));

it('the copy of trimtab.h is the one that is given away', () => {
  const api = join(import.meta.dirname, '../../src/probe/api/trimtab.h');
  expect(readFileSync(join(examplesFolder, 'entities/trimtab.h'), 'utf8')).toBe(readFileSync(api, 'utf8'));
});

const [mpi] = availableMpis();

describe.skipIf(mpi === undefined)('entities', () => {
  let built: BuiltExample;
  const alone: Toolchain = { name: 'gcc', compilers: { CC: 'mpicc', FC: 'mpifort' } };

  beforeAll(async () => {
    built = await BuiltExample.build('entities', 'faces', mpi ?? alone, ['faces', 'scheduler']);
  });

  afterAll(() => built.remove());

  it('of faces: each has its own particles, and time grows with their number', async () => {
    const steps = 6;
    const { report, output } = await built.run(2, [String(steps)]);
    expect(output).toContain(`faces: 3780 particles, ${steps} steps`);
    const faces = entitiesOf(report);
    const numbers = [1, 2, 3, 4, 5, 6];
    const found = numbers.map((number) => faces.get(`face|number=${number}`));
    expect(faces.size).toBe(numbers.length);
    expect(found.map((face) => face?.visits)).toEqual(numbers.map((number) => 2 * steps * 30 * 2 ** number));
    const [second = 0, fourth = 0, sixth = 0] = [1, 3, 5].map((at) => found[at]?.seconds);
    // Four times the particles; a rank that is held up at one of them adds to one face.
    expect(fourth).toBeGreaterThan(second);
    expect(sixth).toBeGreaterThan(fourth);
    expect(report.entities?.[0]?.places[0]?.callPath.map(({ region }) => region)).toContain('time step');
  });

  it('of tasks: each is done by all ranks, and waiting is below the one that waits', async () => {
    const steps = 10;
    const { report, output } = await built.run(2, [String(steps)], 'scheduler');
    expect(output).toContain(`scheduler: ${steps} steps`);
    const tasks = entitiesOf(report);
    for (const name of ['interpolate particles to grid', 'compute stress', 'exchange ghost cells']) {
      const task = tasks.get(`${name}|kind=task`);
      expect(task?.visits).toBe(2 * steps * 8);
      expect(task?.locations).toHaveLength(2);
    }
    const exchange = tasks.get('exchange ghost cells|kind=task');
    expect(exchange?.properties.map(({ property }) => property)).toContain('mpi_latesender');
    expect(tasks.get('compute stress|kind=task')?.properties).toEqual([]);
  });

  it('of statements: each is executed by threads that know nothing of it', async () => {
    const sweeps = 4;
    const program = await BuiltExample.build('entities', 'statements', alone, [
      'statements',
      `CXX=${join(import.meta.dirname, '../../src/probe/trimtab-cc')} g++`,
    ]);
    try {
      const { report, output } = await program.run(1, [String(sweeps)]);
      expect(output).toContain(`statements: ${sweeps} sweeps`);
      const statements = [...entitiesOf(report).values()];
      expect(statements.map(({ visits }) => visits)).toEqual([1, 2, 3].map(() => sweeps * 100));
      expect(statements.map(({ name }) => name).at(0)).toMatch(/^C = pow/);
      // Which of the two executes how many is up to them; the main thread does none.
      for (const { locations } of statements) expect(locations.every(({ location }) => location !== 0)).toBe(true);
    } finally {
      await program.remove();
    }
  });
});
