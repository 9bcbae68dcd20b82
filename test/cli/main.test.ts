/** The command as people call it: the bundle, started as a process. */
import { spawn } from 'node:child_process';
import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { toTsv } from '../../src/analysis/trace/index.js';
import { openCube, toSpace } from '../../src/formats/cube/index.js';
import { temporaryFolder } from '../experiments/support.js';
import { installedCommand, reportOf, ROOT } from './command.js';

const RECORDED = join(ROOT, 'examples/heat2d-mpi/recorded');
const { trimtab, path } = installedCommand();

describe('trimtab', () => {
  it('explains itself', async () => {
    const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };
    expect(await trimtab(['--version'])).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' });
    const help = await trimtab(['--help']);
    expect(help.code).toBe(0);
    expect(help.stdout).toMatch(/^ {2}analyze +analyze a trace/m);
    for (const line of help.stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(120);
  });

  it('ends with 2 when it does not understand', async () => {
    const outcome = await trimtab(['frobnicate']);
    expect(outcome).toMatchObject({ code: 2, stdout: '' });
    expect(outcome.stderr).toBe('trimtab: "trimtab" has no command "frobnicate".\nTry "trimtab --help".\n');
  });

  it('ends with 1 and a sentence when something is wrong', async () => {
    expect(await trimtab(['analyze', 'absent.otf2'])).toMatchObject({
      code: 1,
      stdout: '',
      stderr: `trimtab: ${join(ROOT, 'absent.otf2')} does not exist.\n`,
    });
    const damaged = join(temporaryFolder(), 'x.otf2');
    writeFileSync(damaged, 'no anchor');
    const outcome = await trimtab(['analyze', damaged]);
    expect(outcome.code).toBe(1);
    expect(outcome.stderr).toMatch(/trimtab: .*x\.otf2/);
    expect(outcome.stderr).not.toMatch(/defect|at Object/);
  });
});

/** A folder whose makefile and trimtab.yaml each make a file when they are used. */
function trap(): { readonly folder: string; readonly ran: string } {
  const folder = temporaryFolder();
  const ran = join(folder, 'ran');
  writeFileSync(join(folder, 'main.c'), 'int main(void) { return 0; }\n');
  writeFileSync(join(folder, 'Makefile'), `X := $(shell touch ${ran})\nall:\n\ttouch ${ran}\n`);
  const touch = `{ command: [touch, ${ran}] }`;
  writeFileSync(join(folder, 'trimtab.yaml'), `version: 1\nprogram: x\nranks: 1\nbuild: ${touch}\nrun: ${touch}\n`);
  return { folder, ran };
}

describe('trimtab analyze <no archive>', () => {
  it('names in one sentence the command that builds and runs, and does neither', async () => {
    const { folder, ran } = trap();
    const before = readdirSync(folder).sort();
    for (const path of ['.', 'main.c', 'Makefile', 'trimtab.yaml']) {
      const outcome = await trimtab(['analyze', path], folder);
      const place = resolve(folder, path);
      expect(outcome).toMatchObject({ code: 1, stdout: '' });
      expect(outcome.stderr).toMatch(
        /^trimtab: [^\n]* no OTF2 trace \(\*\.otf2\), CUBE profile \(\*\.cubex\)[^\n]*\n$/,
      );
      expect(outcome.stderr).toContain(`"trimtab run ${place}"`);
    }
    expect([existsSync(ran), readdirSync(folder).sort()]).toEqual([false, before]);
  });
});

describe.skipIf(!existsSync(RECORDED))('trimtab analyze <file|folder>', () => {
  it('prints a readable table, to standard output only, and keeps nothing', async () => {
    const folder = temporaryFolder();
    const { code, stdout } = await trimtab(['analyze', RECORDED], folder);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^heat2d-mpi: 4 ranks/);
    expect(stdout).toMatch(/1\. +\d+\.\d %.*heat2d\.c:\d+ +ranks /);
    expect(stdout).not.toContain('\u001b');
    expect(existsSync(join(folder, '.trimtab'))).toBe(false);
  });

  it('prints the report as JSON', async () => {
    const { stdout } = await trimtab(['analyze', RECORDED, '--json']);
    const report = reportOf(stdout);
    expect(report.processes).toBe(4);
    expect(report.findings.length).toBeGreaterThan(0);
  });

  it('prints one row per metric, call path and location', async () => {
    const { stdout } = await trimtab(['analyze', RECORDED, '--tsv']);
    const rows = stdout
      .trimEnd()
      .split('\n')
      .slice(1)
      .map((line) => line.split('\t'));
    expect(new Set(rows.map((row) => row.length))).toEqual(new Set([4]));
    expect(new Set(rows.map((row) => row.slice(0, 3).join('\t'))).size).toBe(rows.length);
    const total = rows.filter(([metric]) => metric === 'time').reduce((sum, row) => sum + Number(row[3]), 0);
    const { totalTime } = reportOf((await trimtab(['analyze', RECORDED, '--json'])).stdout);
    expect(Math.abs(total - totalTime)).toBeLessThan(1e-9 * totalTime);
  });

  it('writes the same values as a CUBE file', async () => {
    const folder = temporaryFolder();
    const { code, stdout } = await trimtab(['analyze', RECORDED, '--tsv', '--cubex', 'heat.cubex'], folder);
    expect(code).toBe(0);
    const { space, definitions, problems } = toSpace(openCube(join(folder, 'heat.cubex')));
    expect(problems).toEqual([]);
    expect([...toTsv(space, definitions)].sort()).toEqual(stdout.trimEnd().split('\n').sort());
    const outcome = await trimtab(['analyze', RECORDED, '--cubex', 'absent/heat.cubex'], folder);
    expect(outcome.code).toBe(1);
    expect(outcome.stderr).toMatch(/absent\/heat\.cubex could not be written: there is no folder /);
  });

  it('runs nothing, regardless of files next to the archive', async () => {
    const { folder, ran } = trap();
    cpSync(RECORDED, folder, { recursive: true });
    for (const path of ['.', 'traces.otf2'])
      expect(await trimtab(['analyze', path], folder)).toMatchObject({ code: 0 });
    expect(existsSync(ran)).toBe(false);
  });

  it('prints nothing when its reader has seen enough', async () => {
    const child = spawn(process.execPath, [path(), 'analyze', RECORDED, '--tsv'], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child.stdout.destroy();
    let stderr = '';
    child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
    const [code] = (await once(child, 'exit')) as [number];
    expect({ code, stderr }).toMatchObject({ code: 0, stderr: expect.not.stringMatching(/EPIPE|Error/) as string });
  });
});
