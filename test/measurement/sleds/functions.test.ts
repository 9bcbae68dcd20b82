import { execa } from 'execa';
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { arch } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { identityOf, isMeasured, sledFunctions } from '../../../src/measurement/sleds/functions.js';
import { trimtab } from '../../cli/support.js';
import { readEvents } from '../../probe/archive.js';
import { environment, fresh, patient, wrapper } from '../../probe/support.js';

const canSled = arch() === 'x64' && (await execa('gcc', ['--version'], { reject: false })).exitCode === 0;
const hasOtf2 = (await execa('otf2-print', ['--version'], { reject: false })).exitCode === 0;

const SOURCE = `
#include <stdio.h>
#define KEEP __attribute__((noinline, noclone))
void MPI_Pretend(void);
KEEP void MPI_Pretend(void) { __asm__ volatile(""); }
KEEP int tiny(int x) { return x * 3; }
KEEP int brief(int x) { return printf("%d\\n", x) + 1; }
KEEP int loops(int n) { int s = 0; for (int i = 0; i < n; i++) s += tiny(i) ^ n; return s; }
static KEEP int sends(int x) { MPI_Pretend(); return brief(x) + 1; }
KEEP int leads(int x) { return sends(x) * 2; }
KEEP int around(int x) { return leads(x) + 3; }
int main(int argc, char **argv) { (void)argv; return loops(argc) + around(argc) > 1000; }
`;

describe('names', () => {
  it('have the identity that FNV-1a gives them', () => {
    // Published values of FNV-1a, 64 bits.
    expect(identityOf('')).toBe(0xcbf29ce484222325n);
    expect(identityOf('a')).toBe(0xaf63dc4c8601ec8cn);
    expect(identityOf('foobar')).toBe(0x85944171f73967e8n);
  });
});

describe.skipIf(!canSled)('a program with sleds', patient, () => {
  let program = '';
  beforeAll(async () => {
    const folder = fresh('functions');
    mkdirSync(folder);
    const source = join(folder, 'a.c');
    program = join(folder, 'a');
    writeFileSync(source, SOURCE);
    const env = { ...environment, TRIMTAB_SLEDS: '1' };
    await execa(wrapper, ['gcc', '-O2', '-o', program, source], { env });
  });

  it('reports for each function whether it is measured, and why', () => {
    const reasons = new Map(sledFunctions(program)?.map(({ linkageName, reason }) => [linkageName, reason]));
    expect(Object.fromEntries(reasons)).toMatchObject({
      tiny: 'tiny',
      brief: 'short',
      loops: 'loop',
      sends: 'parallel',
      leads: 'parallel',
      around: 'parallel',
      main: 'begins the program',
    });
  });

  it.skipIf(!hasOtf2)('records just those when it runs', async () => {
    const folder = fresh('first');
    await execa(program, {
      env: { ...environment, TRIMTAB_FUNCTIONS: '1', TRIMTAB_EXPERIMENT_DIR: folder },
      reject: false,
    });
    const entered = [...(await readEvents(folder)).values()].flat().filter(({ kind }) => kind === 'ENTER');
    const names = new Set(entered.map(({ text }) => /"([^"]+)"/.exec(text)?.[1]));
    const measured = sledFunctions(program)?.filter(({ reason }) => isMeasured(reason)) ?? [];
    expect(names).toEqual(new Set(measured.map(({ linkageName }) => linkageName)));
  });

  it('is explained at the command line', async () => {
    const { code, out, err } = await trimtab('/', 'instrument', '--explain', program);
    expect(code).toBe(0);
    expect(out).toMatch(/^measured +instructions +function +reason$/m);
    expect(out).toMatch(/^yes +\d+ +loops +has a loop$/m);
    expect(out).toMatch(/^no +\d+ +brief +short, without a loop/m);
    expect(err).toMatch(/^5 of 8 functions are measured from the start/);
    const json: unknown = JSON.parse((await trimtab('/', 'instrument', '--explain', '--json', program)).out);
    expect(json).toContainEqual(
      expect.objectContaining({ name: 'main', measured: true, reason: 'begins the program' }),
    );
    expect((await trimtab('/', 'instrument', '--explain', process.execPath)).err).toContain(
      'has no functions with sleds',
    );
    expect((await trimtab('/', 'instrument', '--explain', '/nonexistent')).code).toBe(1);
    expect((await trimtab('/', 'instrument', program)).code).toBe(2);
  });

  it('reports it without names if its symbols are gone', async () => {
    const stripped = `${program}-stripped`;
    copyFileSync(program, stripped);
    await execa('strip', ['-s', stripped]);
    const before = sledFunctions(program)?.map(({ address, reason }) => ({ address, reason }));
    expect(sledFunctions(stripped)?.map(({ address, reason }) => ({ address, reason }))).toEqual(before);
  });

  it('is read to an end, whatever damage it has', () => {
    const whole = readFileSync(program);
    const file = `${program}-damaged`;
    const damage = fc.record({ at: fc.nat(whole.length - 1), byte: fc.nat(255) });
    fc.assert(
      fc.property(fc.array(damage, { maxLength: 20 }), fc.nat(whole.length), (places, length) => {
        const bytes = Buffer.from(whole);
        for (const { at, byte } of places) bytes.writeUInt8(byte, at);
        writeFileSync(file, bytes.subarray(0, length));
        const functions = sledFunctions(file);
        expect(functions === undefined || Array.isArray(functions)).toBe(true);
      }),
      { numRuns: 200 },
    );
  });
});

describe.skipIf(!canSled)('a program without sleds', () => {
  it('has no functions that can be switched', () => {
    expect(sledFunctions(process.execPath)).toEqual([]);
    expect(sledFunctions(import.meta.filename)).toBeUndefined();
  });
});
