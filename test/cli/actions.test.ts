import { describe, expect, it } from 'vitest';
import { actions } from '../../src/workflows/actions/index.js';
import { shownActions, type ShownAction } from '../../src/cli/text/actionLines.js';
import { temporaryFolder } from '../experiments/support.js';
import { trimtab } from './support.js';

describe('trimtab workflow actions', () => {
  it('lists every action with its declared arguments and outputs', async () => {
    const { code, out } = await trimtab(temporaryFolder(), 'workflow', 'actions');
    expect(code).toBe(0);
    const words = out.replace(/\s+/g, ' ');
    for (const { kind, description, arguments: declared, outputs } of shownActions()) {
      expect(out).toMatch(new RegExp(`^${kind}$`, 'm'));
      for (const text of [description, ...[...declared, ...outputs].map((one) => one.description)]) {
        expect(text).not.toBe('');
        expect(words).toContain(text.replace(/\s+/g, ' '));
      }
    }
    for (const { kind, arguments: declared } of actions)
      for (const [name, { what, needed }] of Object.entries(declared))
        expect(out, kind).toContain(`    ${name}: ${what}${needed ? ', needed' : ''}\n`);
  });

  it('knows what is given always, and what only sometimes', async () => {
    const { out } = await trimtab(temporaryFolder(), 'workflow', 'actions', '--json');
    const told = JSON.parse(out) as ShownAction[];
    expect(told.map(({ kind }) => kind)).toEqual(actions.map(({ kind }) => kind));
    const run = told.find(({ kind }) => kind === 'run');
    expect(run?.outputs).toContainEqual(expect.objectContaining({ name: 'seconds', kind: 'a number' }));
    expect(told.find(({ kind }) => kind === 'annotate')?.outputs).toEqual([
      { name: 'experiment', kind: 'a text', description: 'Identifier of the experiment.', always: true },
    ]);
  });

  it('takes nothing else', async () => {
    const { code, err } = await trimtab(temporaryFolder(), 'workflow', 'actions', 'run');
    expect(code).toBe(2);
    expect(err).toContain('"trimtab workflow actions" does not take "run"');
  });
});
