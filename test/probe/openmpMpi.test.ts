/** Programs that use OpenMP and MPI together. */
import { describe, expect, it } from 'vitest';
import { usually } from '../support/matrix.js';
import { openRegions, readDefinitions, readEvents, regionOf } from './archive.js';
import { compilers, WORKER } from './openmpPrograms.js';
import { build, mpis, patient, run } from './support.js';

describe.skipIf(compilers.length === 0)('OpenMP and MPI', patient, () => {
  describe.each(usually(mpis, 'mpich'))('with %s', (mpi) => {
    it('are recorded together, with the threads of each rank in a separate team', async () => {
      const { folder, remarks } = await run(mpi, await build(mpi, 'hybrid.c', ['-O1', '-fopenmp']));
      expect(remarks).toEqual([]);
      const events = await readEvents(folder);
      expect([...events.keys()].sort()).toEqual(['0', '1', WORKER, '4294967297']);
      for (const [location, own] of events) {
        expect(openRegions(own)).toEqual([]);
        const teams = own.filter(({ kind }) => kind === 'THREAD_TEAM_BEGIN');
        expect(teams).toHaveLength(2);
        const rank = Number(BigInt(location) & 0xffffffffn);
        expect(own.filter((event) => event.kind === 'ENTER' && regionOf(event) === 'MPI_Barrier')).toHaveLength(
          location === String(rank) ? 2 : 0,
        );
      }
      const teams = (await readDefinitions(folder, 'GROUP')).filter((line) =>
        line.includes('COMM_GROUP, Paradigm: "OpenMP"'),
      );
      expect(teams.map((line) => [...line.matchAll(/(\d) \("/g)].map((match) => match[1]))).toEqual([
        ['0', '1'],
        ['2', '3'],
      ]);
      const work = [...events.values()].flat().filter((event) => event.kind === 'ENTER' && regionOf(event) === 'work');
      expect(work).toHaveLength(2 * 2 * 4);
    });
  });
});
