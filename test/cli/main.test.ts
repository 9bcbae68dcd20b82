/** The command as people call it: the bundle, started as a process. */
import { execFile, spawn } from 'node:child_process';
import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { elementAt } from '../../src/base/elements.js';
import type { FindingsReport } from '../../src/model/findings.js';
import { toTsv } from '../../src/analysis/trace/index.js';
import { checkReport } from '../../src/experiments/reportSchema.js';
import { openCube, toSpace } from '../../src/formats/cube/index.js';
import { temporaryFolder } from '../experiments/support.js';
import { buildProbe, lacking, mpiProject, RECEIVE_LINE } from '../workflows/mpiProject.js';
import { installed } from './installed.js';

const ROOT = resolve(import.meta.dirname, '../..');
const RECORDED = join(ROOT, 'examples/heat2d-mpi/recorded');
const without = await lacking();

let command: string;
beforeAll(async () => {
  const made = await installed();
  ({ command } = made);
  return () => made.remove();
});

interface Outcome {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

function trimtab(args: readonly string[], folder = ROOT): Promise<Outcome> {
  return new Promise((done) => {
    execFile(process.execPath, [command, ...args], { cwd: folder, maxBuffer: 1 << 28 }, (error, stdout, stderr) => {
      done({ code: error === null ? 0 : Number(error.code), stdout, stderr });
    });
  });
}

function reportOf(stdout: string): FindingsReport {
  return checkReport(JSON.parse(stdout), 'What was printed');
}

describe('trimtab', () => {
  it('explains itself', async () => {
    const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };
    expect(await trimtab(['--version'])).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' });
    const help = await trimtab(['--help']);
    expect(help.code).toBe(0);
    expect(help.stdout).toMatch(/trimtab analyze <file\|folder>/);
    for (const line of help.stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(120);
  });

  it('ends with 2 when it does not understand', async () => {
    const outcome = await trimtab(['frobnicate']);
    expect(outcome).toMatchObject({ code: 2, stdout: '' });
    expect(outcome.stderr).toBe('trimtab: "frobnicate" is no command of trimtab.\nTry "trimtab --help".\n');
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
  it('says in one sentence what builds and runs, and does neither', async () => {
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

  it('runs nothing, whatever lies beside the archive', async () => {
    const { folder, ran } = trap();
    cpSync(RECORDED, folder, { recursive: true });
    for (const path of ['.', 'traces.otf2'])
      expect(await trimtab(['analyze', path], folder)).toMatchObject({ code: 0 });
    expect(existsSync(ran)).toBe(false);
  });

  it('says nothing when its reader has seen enough', async () => {
    const child = spawn(process.execPath, [command, 'analyze', RECORDED, '--tsv'], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child.stdout.destroy();
    let stderr = '';
    child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
    const [code] = (await once(child, 'exit')) as [number];
    expect({ code, stderr }).toMatchObject({ code: 0, stderr: expect.not.stringMatching(/EPIPE|Error/) as string });
  });
});

describe.skipIf(without !== undefined)('trimtab run', () => {
  beforeAll(() => buildProbe());

  it('proposes, runs, and keeps an experiment that can be listed, shown and deleted', async () => {
    const { folder, source } = mpiProject();
    const outcome = await trimtab(['run', source, '--trace', '--json'], folder);
    expect(outcome.stderr).toMatch(
      /^Found no build description; late\.c is compiled as a C program with mpicc\.\nWrote .*trimtab\.yaml/,
    );
    expect(outcome.code).toBe(0);
    const report = reportOf(outcome.stdout);
    const late = report.findings.find(({ property }) => property === 'mpi_latesender');
    expect(late?.place).toEqual({ file: source, line: RECEIVE_LINE });

    const list = await trimtab(['experiments', 'list', '--json'], folder);
    const { id } = elementAt(JSON.parse(list.stdout) as { id: string }[], 0);
    expect((await trimtab(['experiments'], folder)).stdout).toContain(id);
    expect(reportOf((await trimtab(['experiments', 'show', 'latest', '--json'], folder)).stdout)).toEqual(report);
    const shown = await trimtab(['experiments', 'show', id.slice(0, 15)], folder);
    expect(shown.stdout).toMatch(new RegExp(`Late Sender +late\\.c:${RECEIVE_LINE}`));
    const rows = (await trimtab(['experiments', 'show', id, '--tsv'], folder)).stdout.split('\n');
    expect(rows.some((row) => row.startsWith('mpi_latesender\t'))).toBe(true);

    expect(await trimtab(['experiments', 'delete', '../..'], folder)).toMatchObject({ code: 1 });
    expect(await trimtab(['experiments', 'delete', id], folder)).toMatchObject({ code: 0 });
    expect((await trimtab(['experiments', 'list', '--json'], folder)).stdout).toBe('[]\n');
  });

  it('prints what was found until a run failed, and its output once', async () => {
    const { folder } = mpiProject();
    writeFileSync(
      join(folder, 'trimtab.yaml'),
      'version: 1\nprogram: late\nranks: 2\nbuild:\n  command: [trimtab-cc, mpicc, -g, -o, late, late.c]\nrun:\n  command: [mpirun, -n, "{ranks}", ./late, exit]\nmeasure: { mode: trace }\n',
    );
    const { code, stdout, stderr } = await trimtab(['run'], folder);
    expect(code).toBe(1);
    expect(stdout).toMatch(new RegExp(`Late Sender +late\\.c:${RECEIVE_LINE}`));
    expect(stdout).toMatch(/^Next: trimtab experiments show \S+ --metrics$/m);
    expect(stderr).toContain('The measurements until then are kept in experiment');
    expect(stderr.split('measured part done')).toHaveLength(2);
  });

  it('stops on Ctrl-C, keeps what was measured, and ends with 130', async () => {
    const { folder } = mpiProject();
    writeFileSync(
      join(folder, 'trimtab.yaml'),
      'version: 1\nprogram: late\nranks: 2\nbuild:\n  command: [trimtab-cc, mpicc, -g, -o, late, late.c]\nrun:\n  command: [mpirun, -n, "{ranks}", ./late, hang]\nmeasure: { mode: trace }\n',
    );
    const child = spawn(process.execPath, [command, 'run'], { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
    let stderr = '';
    child.stderr.on('data', (chunk: Buffer) => {
      const before = stderr;
      stderr += chunk.toString();
      if (stderr.includes('measured part done') && !before.includes('measured part done')) child.kill('SIGINT');
    });
    const [code] = (await once(child, 'exit')) as [number];
    expect(stderr).toContain('Stopping, and keeping what was measured');
    expect(code).toBe(130);
    const list = await trimtab(['experiments', 'list', '--json'], folder);
    const summary = elementAt(JSON.parse(list.stdout) as { state: string; folder: string }[], 0);
    expect(summary.state).toBe('cancelled');
    const analyzed = await trimtab(['analyze', join(summary.folder, 'trace'), '--json'], folder);
    expect(reportOf(analyzed.stdout).findings.map(({ property }) => property)).toContain('mpi_latesender');
  });

  it('makes and analyses the trace of a run of which only records are left, by the command that its experiment names', async () => {
    const { folder } = mpiProject();
    writeFileSync(
      join(folder, 'trimtab.yaml'),
      'version: 1\nprogram: late\nranks: 2\nbuild:\n  command: [trimtab-cc, mpicc, -g, -o, late, late.c]\nrun:\n  command: [mpirun, -n, "{ranks}", ./late, hang]\nmeasure: { mode: trace }\n',
    );
    const child = spawn(process.execPath, [command, 'run'], { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });
    let stderr = '';
    child.stderr.on('data', (chunk: Buffer) => {
      const before = stderr;
      stderr += chunk.toString();
      if (stderr.includes('measured part done') && !before.includes('measured part done')) child.kill('SIGKILL');
    });
    await once(child, 'exit');
    const list = await trimtab(['experiments', 'list', '--json'], folder);
    const summary = elementAt(JSON.parse(list.stdout) as { folder: string }[], 0);
    const trace = join(summary.folder, 'trace');
    // The ranks outlive a killed Trimtab; SIGTERM lets them write what they recorded.
    for (const name of readdirSync(join(trace, 'raw')).filter((entry) => entry.endsWith('.txt')))
      process.kill(Number(/^pid (\d+)$/m.exec(readFileSync(join(trace, 'raw', name), 'utf8'))?.[1]), 'SIGTERM');

    const shown = await trimtab(['experiments', 'show', 'latest'], folder);
    expect(shown.stdout + shown.stderr).toContain(`trimtab analyze ${trace}`);
    const analyzed = await trimtab(['analyze', trace, '--json'], folder);
    expect(analyzed).toMatchObject({ code: 0 });
    expect(analyzed.stderr).toContain(`Made ${join(trace, 'traces.otf2')}.`);
    expect(reportOf(analyzed.stdout).findings.map(({ property }) => property)).toContain('mpi_latesender');
    expect(readdirSync(trace).filter((name) => name.startsWith('unfinished-'))).toEqual([]);
  });

  it('tells the first error of a failing build last, after its output', async () => {
    const { folder } = mpiProject('#include <mpi.h>\nint main(void) { return x; }\n');
    const outcome = await trimtab(['run'], folder);
    expect(outcome).toMatchObject({ code: 1, stdout: '' });
    expect(outcome.stderr.trimEnd().split('\n').at(-1)).toMatch(
      /^trimtab: The build failed: .*: late\.c:2: .*undeclared/,
    );
  });
});
