import { describe, expect, it } from 'vitest';
import { changeOf } from '../../../src/extension/whatIf/requestedChange.js';
import { finding } from '../../engine/presentation/fixtures.js';

const place = { file: 'heat2d.c', line: 10 };
const main = { region: 'main', definition: place };
const receive = { region: 'MPI_Recv', callSite: place };
const cause = (region: string, isDefined: boolean) => ({
  region,
  callPath: [main, isDefined ? { region, definition: place } : { region }],
  seconds: 1,
  share: 0.5,
  locations: [],
});

describe('the change that suits a finding', () => {
  const waiting = finding({ property: 'mpi_latesender', callPath: [main, receive] });

  it('balances the function of the program that causes most waiting', () => {
    const caused = { ...waiting, rootCauses: [cause('MPI_Send', false), cause('relax_rows', true)] };
    expect(changeOf({ finding: caused }, [])).toEqual({ kind: 'balance', region: 'relax_rows' });
  });

  it('is the change that the analysis predicted for it', () => {
    const scenario = { kind: 'network', region: 'MPI_Recv' } as const;
    const gain = { scenario, runTime: 1, saved: 1, share: 0.5 };
    expect(changeOf({ finding: { ...waiting, gain } }, [])).toEqual(scenario);
  });

  it('makes its innermost function faster if no cause is known', () => {
    expect(changeOf({ finding: waiting }, [])).toEqual({ kind: 'scale', region: 'main', factor: 0.5 });
    expect(changeOf({ region: 'solve' }, [])).toEqual({ kind: 'scale', region: 'solve', factor: 0.5 });
  });

  it('is that of the worst finding of a property', () => {
    const other = finding({ property: 'mpi_wait_nxn', callPath: [{ region: 'reduce', definition: place }] });
    expect(changeOf({ property: 'mpi_wait_nxn' }, [waiting, other])).toMatchObject({ region: 'reduce' });
    expect(changeOf({ property: 'delay' }, [waiting, other])).toBeUndefined();
    expect(changeOf({ finding: finding({ callPath: [receive] }) }, [])).toBeUndefined();
  });
});
