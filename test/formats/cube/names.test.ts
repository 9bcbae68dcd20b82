import { describe, expect, it } from 'vitest';
import { PARADIGMS, REGION_ROLES } from '../../../src/model/definitions.js';
import { paradigmOf, roleOf, roleWord, unitOf } from '../../../src/formats/cube/names.js';

describe('CUBE’s words', () => {
  it('lead back to their roles and paradigms', () => {
    expect(REGION_ROLES.map((role) => roleOf(roleWord(role)))).toEqual(REGION_ROLES);
    expect(PARADIGMS.map(paradigmOf)).toEqual(PARADIGMS);
  });

  it('are those of Score-P', () => {
    const words = [
      'all2all',
      'other collective',
      'implicit barrier',
      'taskwait',
      'critical sblock',
      'file io metadata',
    ];
    expect(words.map((word) => roleWord(roleOf(word)))).toEqual(words);
    expect(['file_io', 'FUNC', 'phase'].map(roleOf)).toEqual(['file-io', 'function', 'unknown']);
    expect(['omp', 'MPI', 'libwrap'].map(paradigmOf)).toEqual(['openmp', 'mpi', 'unknown']);
  });

  it('name units', () => {
    expect(['sec', 'msec', 'occ', 'bytes', '#', '', 'J', ' K '].map(unitOf)).toEqual([
      { unit: 'seconds', scale: 1 },
      { unit: 'seconds', scale: 1e-3 },
      { unit: 'count', scale: 1 },
      { unit: 'bytes', scale: 1 },
      { unit: 'count', scale: 1 },
      { unit: 'count', scale: 1 },
      { unit: 'J', scale: 1 },
      { unit: 'K', scale: 1 },
    ]);
  });
});
