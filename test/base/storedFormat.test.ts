import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { TrimtabError } from '../../src/base/problem.js';
import { checkStored, type StoredFormat } from '../../src/base/storedFormat.js';

interface Content {
  readonly format: 'sample';
  readonly version: 3;
  readonly names: string[];
}

/** Version 1 had one name, version 2 a list of names as text. */
const sample: StoredFormat<Content> = {
  format: 'sample',
  version: 3,
  upgraders: {
    1: ({ name, ...rest }) => ({ ...rest, names: String(name) }),
    2: ({ names, ...rest }) => ({ ...rest, names: String(names).split(',') }),
  },
  schema: v.object({ format: v.literal('sample'), version: v.literal(3), names: v.array(v.string()) }),
};

describe('what was stored', () => {
  it('is converted to the newest version step by step, and keeps unknown keys', () => {
    const more = fc.dictionary(fc.stringMatching(/^x[a-z]{0,8}$/), fc.jsonValue(), { noNullPrototype: true });
    fc.assert(
      fc.property(more, (added) => {
        const read = (data: object): unknown => checkStored(sample, 'a file', { format: 'sample', ...added, ...data });
        const newest = { format: 'sample', version: 3, names: ['a'], ...added };
        expect(read({ version: 1, name: 'a' })).toEqual(newest);
        expect(read({ version: 2, names: 'a' })).toEqual(newest);
        expect(read({ version: 3, names: ['a'] })).toEqual(newest);
      }),
    );
  });

  it('is refused with one sentence where it is newer, of no version, or something else', () => {
    const read = (data: unknown) => () => checkStored(sample, 'a file', data);
    expect(read({ format: 'sample', version: 4 })).toThrow(
      'a file has version 4, written by a newer Trimtab; update Trimtab to read it.',
    );
    expect(read({ format: 'sample', version: 0, names: [] })).toThrow(/^a file cannot be read: version: /);
    expect(read({ format: 'sample', version: 1.5, names: [] })).toThrow(/^a file cannot be read: version: /);
    expect(read({ format: 'sample', names: [] })).toThrow(/^a file cannot be read: version: /);
    expect(read({ format: 'other', version: 1, name: 'a' })).toThrow(/^a file cannot be read: format: /);
    expect(read([])).toThrow(/^a file cannot be read: /);
  });

  it('is looked at no further than its first mistake, and not at all where it is of another format', () => {
    let looked = 0;
    const counting: StoredFormat<unknown> = {
      format: 'sample',
      version: 1,
      upgraders: {},
      schema: v.object({ names: v.array(v.custom(() => ++looked < 0)) }),
    };
    const names = Array.from({ length: 1000 }, () => 0);
    const read = (format: string) => () => checkStored(counting, 'a file', { format, version: 1, names });
    expect(read('sample')).toThrow(/^a file cannot be read: names\.0: /);
    expect(looked).toBe(2);
    expect(read('other')).toThrow('a file cannot be read: format: it is not sample.');
    expect(looked).toBe(2);
  });

  it('never leads to anything but that sentence, whatever it is', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), fc.jsonValue(), (version, names, whole) => {
        for (const data of [whole, { format: 'sample', version, names, name: names }]) {
          try {
            checkStored(sample, 'a file', data);
          } catch (error) {
            expect(error).toBeInstanceOf(TrimtabError);
          }
        }
      }),
    );
  });
});
