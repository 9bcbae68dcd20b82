import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readErrorData } from '../../src/protocol/errors.js';

const FOLDER = join(import.meta.dirname, '..', '..', 'src', 'protocol');
const read = (name: string) => readFileSync(join(FOLDER, name), 'utf8');

describe('README.md', () => {
  it('documents every message, and no other', () => {
    const names = (text: string) => new Set(text.match(/(?<=['`])trimtab\/[a-zA-Z]+/g));
    const declared = names(read('messages.ts') + read('session.ts'));
    expect(declared.size).toBeGreaterThan(0);
    expect([...names(read('README.md'))].sort()).toEqual([...declared].sort());
  });
});

describe('readErrorData', () => {
  it('reads the messages of the engine and nothing else', () => {
    expect(readErrorData({ kind: 'defect', more: 1 })).toEqual({ kind: 'defect' });
    expect(readErrorData({ kind: 'problem' })).toEqual({ kind: 'problem' });
    expect(readErrorData({ kind: 'problem', details: 'tail' })).toEqual({ kind: 'problem', details: 'tail' });
    expect(readErrorData({ kind: 'problem', details: 7 })).toEqual({ kind: 'problem' });
    for (const other of [undefined, null, 'x', {}, { kind: 'else' }]) expect(readErrorData(other)).toBeUndefined();
  });
});
