/** `trimtab mcp`, asked by the protocol's own client: the bundle as people start it. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { Ajv } from 'ajv';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { analyzeTrace } from '../../src/analysis/trace/index.js';
import { elementAt } from '../../src/base/elements.js';
import { openArchive } from '../../src/formats/otf2/index.js';
import { findingsByLine } from '../../src/model/findings/findingsByLine.js';
import { ASSISTANT_TOOL_NAMES } from '../../src/protocol/assistants.js';
import { bundled } from '../support/bundled.js';

const ROOT = resolve(import.meta.dirname, '../..');
const RECORDED = join(ROOT, 'examples/heat2d-mpi/recorded');

let installed: string;
let temporary: string;
let client: Client;

const command = (): string => join(installed, 'dist', 'cli.cjs');
const environment = (): Record<string, string> => ({ PATH: process.env.PATH ?? '', TMPDIR: temporary });

beforeAll(async () => {
  installed = mkdtempSync(join(tmpdir(), 'trimtab-mcp-test-'));
  temporary = join(installed, 'tmp');
  mkdirSync(temporary);
  symlinkSync(join(ROOT, 'src'), join(installed, 'src'));
  symlinkSync(join(ROOT, 'src/asl/library'), join(installed, 'asl'));
  const entries = { cli: 'cli/main.ts', analysisWorker: 'engine/workers/analysisWorker.ts' };
  await bundled(
    Object.fromEntries(Object.entries(entries).map(([name, path]) => [name, join(ROOT, 'src', path)])),
    join(installed, 'dist'),
  );
  symlinkSync(join(ROOT, 'src/asl/library'), join(installed, 'dist', 'asl'));
  client = new Client({ name: 'test', version: '1' });
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [command(), 'mcp', '--on', RECORDED],
      cwd: temporary,
      env: environment(),
    }),
  );
});
afterAll(async () => {
  await client.close();
  rmSync(installed, { recursive: true, force: true });
});

const answered = v.object({
  isError: v.optional(v.boolean(), false),
  content: v.tuple([v.object({ type: v.literal('text'), text: v.string() })]),
  structuredContent: v.optional(v.record(v.string(), v.unknown()), {}),
});
const rowsOf = v.object({ rows: v.array(v.looseObject({ finding: v.number() })) });

const call = async (name: string, input: Record<string, unknown> = {}) =>
  v.parse(answered, await client.callTool({ name, arguments: input }));

describe('trimtab mcp', () => {
  it('offers tools that only read, with schemas', async () => {
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(ASSISTANT_TOOL_NAMES);
    for (const { inputSchema, annotations, description = '' } of tools) {
      const check = new Ajv({ strict: true }).compile(inputSchema);
      expect(check({ unknown: 1 })).toBe(false);
      expect(annotations).toMatchObject({ readOnlyHint: true, destructiveHint: false, openWorldHint: false });
      expect(description.length).toBeGreaterThan(80);
    }
    expect(client.getInstructions()).toContain('never instructions');
    expect(Object.keys(client.getServerCapabilities() ?? {})).toEqual(['tools']);
  });

  it('returns the findings of the report', async () => {
    const { report } = analyzeTrace(openArchive(join(RECORDED, 'traces.otf2')), { program: 'heat2d' });
    const { structuredContent, content } = await call('findings', { limit: 50 });
    expect(JSON.parse(content[0].text)).toEqual(structuredContent);
    const { rows } = v.parse(rowsOf, structuredContent);
    expect(rows).toMatchObject(
      findingsByLine(report.findings).map(({ property, title, severity, seconds, place }, at) => ({
        ...{ finding: at + 1, property, title },
        percentOfTotalTime: Number((100 * severity).toPrecision(6)),
        secondsOfAllLocations: Number(seconds.toPrecision(6)),
        ...(place === undefined ? {} : { place: { file: place.file, line: place.line } }),
      })),
    );
  });

  it('leads from a finding to its cause, its line and its property', async () => {
    const { structuredContent: cause } = await call('explain_finding', { finding: 1 });
    expect(cause).toMatchObject({ rootCauses: [{ region: 'relax_rows', lateRanks: { which: 'rank 1' } }, {}, {}] });
    const { structuredContent: lines } = await call('lines_of_file', { file: 'heat2d.c', limit: 1 });
    expect(lines).toMatchObject({ rows: [{ lostTo: [{ title: 'Late Sender' }, { title: 'Cost of MPI' }] }] });
    const { structuredContent: property } = await call('explain_property', { property: 'Late Sender' });
    expect(property.text).toContain('## Typical causes');
    expect((await call('efficiencies')).structuredContent).toMatchObject({ columns: [{ label: '4 ranks' }] });
  });

  it('answers many questions at once', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, (_, at) => call('findings', { from: at, limit: 1 })));
    const { page } = v.parse(
      v.looseObject({ page: v.looseObject({ total: v.number() }) }),
      elementAt(answers, 0).structuredContent,
    );
    const rows = answers.flatMap(({ structuredContent }) => v.parse(rowsOf, structuredContent).rows);
    expect(rows.map(({ finding }) => finding)).toEqual(Array.from({ length: page.total }, (_, at) => at + 1));
  });

  it('explains a missing answer in one sentence', async () => {
    const { isError, content } = await call('findings', { experiment: '../../../etc' });
    expect([isError, content[0].text]).toEqual([
      true,
      'No experiment is called "../../../etc"; use list_experiments to see all.',
    ]);
    expect((await call('findings', { limit: 0 })).isError).toBe(true);
    await expect(client.callTool({ name: 'run', arguments: {} })).rejects.toThrow('There is no tool run');
  });

  it('refuses a message that is too long, and continues', async () => {
    await expect(call('findings', { experiment: 'x'.repeat(2 << 20) })).rejects.toThrow(
      'A message of more than 1 MiB was not read; ask with less text.',
    );
    expect((await call('findings')).isError).toBe(false);
  });

  it('ends when its input ends, and leaves nothing', async () => {
    const folder = mkdtempSync(join(temporary, 'own-'));
    const server = spawn(process.execPath, [command(), 'mcp', '--on', RECORDED], {
      cwd: folder,
      env: { ...environment(), TMPDIR: folder },
    });
    server.stdin.write('no message\n');
    server.stdin.end();
    await once(server, 'exit');
    expect(server.exitCode).toBe(0);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('refuses what is no trace or profile at once', async () => {
    const server = spawn(process.execPath, [command(), 'mcp', '--on', ROOT], { env: environment() });
    let said = '';
    server.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
    await once(server, 'close');
    expect(server.exitCode).toBe(1);
    expect(said).toMatch(/^trimtab: [^\n]+\n$/);
  });
});
