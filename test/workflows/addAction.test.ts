/** The section "To add an action" of ARCHITECTURE.md, done: an action is added to a copy of the sources and used. */
import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Ajv } from 'ajv';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { send } from '../../src/protocol/requests.js';
import { readRuns } from '../../src/workflows/runner/index.js';
import { EngineClient } from '../engine/support/client.js';
import { SourcesCopy } from '../support/sourcesCopy.js';

const ACTION = join(import.meta.dirname, 'added', 'checksum.ts.txt');
const run = promisify(execFile);

let copy: SourcesCopy;
let folder: string;
let client: EngineClient;
beforeAll(async () => {
  copy = new SourcesCopy('add-action', ['src', 'scripts', 'schemas', 'package.json']);
  // One folder …
  copy.add('src/workflows/actions/checksum/index.ts', ACTION);
  // … and one line, with its import.
  copy.replace('src/workflows/actions/index.ts', [
    ["from './build/index.js';\n", "from './build/index.js';\nimport { checksum } from './checksum/index.js';\n"],
    ['  shell,\n];', '  shell,\n  checksum,\n];'],
  ]);
  await copy.writeSchemas();
  await copy.bundle({ cli: 'src/cli/main.ts', engine: 'src/engine/main.ts' });
  cpSync(copy.path('src/workflows/library'), copy.path('dist/workflows'), { recursive: true });
  cpSync(copy.path('src/probe'), copy.path('dist/probe'), { recursive: true });
  folder = copy.path('project');
  mkdirSync(folder);
  writeFileSync(join(folder, 'trimtab.yaml'), 'version: 1\nprogram: x\nranks: 1\nrun: { command: [./x] }\n');
  writeFileSync(join(folder, 'result.txt'), 'hello\n');
  client = await EngineClient.start(copy.path('dist', 'engine.cjs'), [folder], {
    trusted: true,
    probeFolder: '/nowhere',
    targets: {},
  });
}, 180_000);
afterAll(async () => {
  await client.stop();
  copy.remove();
});

const workflow = (...steps: string[]): string => `version: 1\nname: sums\nsteps:\n${steps.join('')}`;
const CHECKSUM = '  - checksum:\n      file: result.txt\n      digits: 8\n';

describe('an action that was added', { timeout: 60_000 }, () => {
  it('is completed and checked by editors', () => {
    const text = readFileSync(copy.path('schemas/workflow.schema.json'), 'utf8');
    const schema = v.parse(
      v.looseObject({
        definitions: v.looseObject({
          checksum: v.looseObject({ description: v.string(), required: v.array(v.string()) }),
        }),
      }),
      JSON.parse(text),
    );
    expect(schema.definitions.checksum).toMatchObject({
      description: 'Takes the checksum of a file of the project.',
      required: ['file'],
      properties: { file: { type: 'string', description: 'The file, relative to the project.' } },
    });
    const validate = new Ajv({ allowUnionTypes: true, strictRequired: false }).compile(schema);
    const whole = (given: unknown): unknown => ({ version: 1, name: 'w', steps: [{ checksum: given }] });
    expect(validate(whole({ file: 'a', digits: 8 }))).toBe(true);
    expect(validate(whole({ file: 'a', digits: 0 }))).toBe(false);
    expect(validate(whole(null))).toBe(false);
    // Listed with all such actions.
    expect(text).toContain('annotate, checksum)');
  });

  it('is offered with its form and a first value, and is drawn', async () => {
    const { connection } = client;
    const { text } = await send(connection, 'trimtab/editWorkflow', {
      text: workflow('  - build:\n'),
      edit: { edit: 'add', path: [1], kind: 'checksum' },
    });
    const { kinds, steps, problems } = await send(connection, 'trimtab/workflowGraph', { text });
    expect(problems).toEqual([]);
    expect(kinds).toContainEqual({ kind: 'checksum', description: 'Takes the checksum of a file of the project.' });
    expect(steps[1]).toMatchObject({ kind: 'checksum', detail: 'file: result.txt' });
    expect(steps[1]?.fields.slice(0, 2)).toMatchObject([
      { name: 'file', type: 'text', value: 'result.txt' },
      { name: 'digits', type: 'yaml', hint: '64', value: '' },
    ]);
  });

  it('is checked where others refer to what it gives', async () => {
    const text = workflow(
      CHECKSUM,
      '  - annotate:\n      experiment: x\n      note: ${{ steps.checksum.sum }}\n',
      '  - id: second\n    checksum:\n      file: a\n      digits: ${{ steps.checksum.digest }}\n',
    );
    const { problems } = await send(client.connection, 'trimtab/workflowGraph', { text });
    expect(problems.map(({ line, message }) => `${line}: ${message}`)).toEqual([
      expect.stringMatching(/^9: .*the step "checksum" gives no "sum"; it gives digest, bytes\./),
      '13: "steps.checksum.digest" is a text; "digits" must be a whole number from 1.',
    ]);
  });

  it('is done, with its title, outputs and what it printed', async () => {
    const path = join(folder, 'sums.trimtab-workflow.yaml');
    const echo = '  - shell: { command: [echo, "${{ steps.checksum.bytes }} ${{ steps.checksum.digest }}"] }\n';
    writeFileSync(path, workflow(CHECKSUM, echo));
    const { stdout } = await run(process.execPath, [copy.path('dist', 'cli.cjs'), 'workflow', 'run', path], {
      cwd: folder,
    });
    expect(stdout).toContain('Take a checksum');
    expect(stdout).toContain('    5891b5b5');
    const [listed] = await send(client.connection, 'trimtab/workflowRuns', null);
    expect(listed).toMatchObject({ state: 'succeeded' });
    const runs = readRuns(folder);
    expect(runs[0]?.steps.map(({ kind, outputs }) => ({ kind, outputs }))).toEqual([
      { kind: 'checksum', outputs: { digest: '5891b5b5', bytes: 6 } },
      { kind: 'shell', outputs: { exit: 0, output: '6 5891b5b5' } },
    ]);
  });
});
