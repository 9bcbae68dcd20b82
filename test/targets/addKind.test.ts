/** The section "To add a target kind" of ARCHITECTURE.md, done: a kind is added to a copy of the sources and used. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import { join } from 'node:path';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { send } from '../../src/protocol/requests.js';
import { EngineClient } from '../engine/support/client.js';
import { SourcesCopy } from '../support/sourcesCopy.js';

const KIND = join(import.meta.dirname, 'added', 'nice.kind.ts.txt');
const CONFIGURATION = 'version: 1\nprogram: x\nranks: 1\nrun: { command: [./x] }\n';

let copy: SourcesCopy;
let client: EngineClient;
let folder: string;
beforeAll(async () => {
  copy = new SourcesCopy('add-kind', ['src', 'scripts', 'schemas', 'package.json']);
  // One folder …
  copy.add('src/targets/nice/kind.ts', KIND);
  // … and one line, with its import.
  copy.replace('src/targets/kinds.ts', [
    ["from './local/kind.js';\n", "from './local/kind.js';\nimport { nice } from './nice/kind.js';\n"],
    ['[local, ssh, slurm]', '[local, ssh, slurm, nice]'],
  ]);
  await copy.writeSchemas();
  await copy.bundle({ engine: 'src/engine/main.ts' });
  folder = copy.path('project');
  mkdirSync(folder);
  writeFileSync(join(folder, 'trimtab.yaml'), CONFIGURATION);
  client = await EngineClient.start(copy.path('dist', 'engine.cjs'), [folder], {
    trusted: true,
    probeFolder: '/nowhere',
    targets: { wrong: { kind: 'nicer' } },
  });
}, 120_000);
afterAll(async () => {
  await client.stop();
  copy.remove();
});

describe('a kind of target that was added', () => {
  it('is completed and checked by editors, in trimtab.yaml and in the settings', () => {
    const target = v.looseObject({
      properties: v.looseObject({
        kind: v.object({ enum: v.array(v.string()), description: v.string() }),
        niceness: v.looseObject({ description: v.string(), default: v.number() }),
      }),
    });
    const read = (name: string): unknown => JSON.parse(readFileSync(copy.path(name), 'utf8'));
    const file = v.parse(v.object({ definitions: v.object({ target }) }), read('schemas/trimtab.schema.json'));
    const { kind, niceness } = file.definitions.target.properties;
    expect(kind.enum).toEqual(['local', 'ssh', 'slurm', 'nice']);
    expect(kind.description).toContain('nice: this machine, where other work comes first.');
    expect(niceness).toMatchObject({ description: 'How far other work comes first.', default: 10 });
    expect(readFileSync(copy.path('package.json'), 'utf8')).toContain('How far other work comes first.');
  });

  it('is offered with its questions, written, listed, and asked', async () => {
    const { connection } = client;
    const forms = await send(connection, 'trimtab/targetKinds', null);
    expect(forms.map(({ kind }) => kind)).toEqual(['nice', 'slurm', 'ssh']);
    expect(forms[0]).toMatchObject({ title: 'This machine, politely', fields: [{ key: 'name' }, { key: 'niceness' }] });
    const answers = { name: 'polite', niceness: '7' };
    const { text } = await send(connection, 'trimtab/addTarget', {
      text: CONFIGURATION,
      target: { kind: 'nice', answers },
    });
    writeFileSync(join(folder, 'trimtab.yaml'), text);
    const listed = await send(connection, 'trimtab/listTargets', null);
    expect(listed.find(({ name }) => name === 'polite')).toMatchObject({
      description: 'this machine at 7',
      state: 'notAsked',
      canBeChecked: true,
    });
    expect(await send(connection, 'trimtab/checkTarget', { name: 'polite' })).toMatchObject({
      description: `Programs are started at ${Math.min(19, getPriority() + 7)}`,
      state: 'ready',
    });
  });

  it('is listed in the message about an unknown kind', async () => {
    const listed = await send(client.connection, 'trimtab/listTargets', null);
    expect(listed.at(-1)?.description).toContain('write local, ssh, slurm or nice');
  });
});
