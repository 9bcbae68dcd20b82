import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { isIdentifier, newIdentifier } from '../../src/experiments/store/identifier.js';
import {
  formatManifest,
  manifestSchema,
  parseManifest,
  type Manifest,
  withWords,
} from '../../src/experiments/store/manifest.js';
import { TrimtabError } from '../../src/base/problem.js';

const text = fc.string({ unit: 'binary', maxLength: 40 }).filter((value) => !/[\ud800-\udfff\0]/.test(value));
const seconds = fc.double({ min: 0, max: 1e9, noNaN: true }).map((value) => value + 0);
const count = fc.nat();
const optional = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });
const command = fc.record(
  { argv: fc.array(text), folder: text, exit: fc.integer(), seconds },
  { requiredKeys: ['argv', 'folder'] },
);

const manifest: fc.Arbitrary<Manifest> = fc
  .record({
    program: text,
    name: text,
    note: optional(text),
    problem: optional(text),
    moment: fc.date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true }),
    state: fc.constantFrom('complete' as const, 'failed' as const, 'cancelled' as const, 'running' as const),
    environment: optional(fc.dictionary(text, text)),
    build: optional(fc.array(command, { maxLength: 3 })),
    timings: optional(fc.dictionary(text, seconds)),
    ranks: optional(fc.record({ asked: count, measured: count }, { requiredKeys: [] })),
    result: optional(
      fc.record({
        processes: count,
        locations: count,
        events: count,
        totalTime: seconds,
        span: seconds,
        findingsBytes: count,
      }),
    ),
    sources: optional(
      fc.array(fc.record({ measured: text, copy: fc.constantFrom('sources/a.c', 'sources/b c/d.f90') })),
    ),
  })
  .map(({ moment, ...facts }) => {
    const known = Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined));
    return v.parse(manifestSchema, {
      format: 'trimtab-experiment',
      version: 1,
      id: newIdentifier(facts.program, moment),
      created: moment.toISOString(),
      target: 'local',
      ...known,
    });
  });

describe('manifests', () => {
  it('read back exactly', () => {
    fc.assert(
      fc.property(manifest, (value) => {
        expect(parseManifest(formatManifest(value))).toEqual(value);
      }),
    );
  });

  it('when cut anywhere, either read as what they were or are refused with a sentence', () => {
    fc.assert(
      fc.property(manifest, fc.nat(), (value, at) => {
        const whole = formatManifest(value);
        try {
          parseManifest(whole.slice(0, at % whole.length));
        } catch (error) {
          expect(error).toBeInstanceOf(TrimtabError);
        }
      }),
    );
  });

  it('any text is read or refused with a sentence', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (content) => {
        expect(() => parseManifest(content)).toThrow(TrimtabError);
      }),
    );
  });

  it('keep unknown keys, wherever they occur, also when words are changed', () => {
    const more = fc.dictionary(fc.stringMatching(/^new[a-z]{1,8}$/), fc.jsonValue(), { minKeys: 1, maxKeys: 3 });
    fc.assert(
      fc.property(manifest, more, (value, added) => {
        const { result, sources, ...rest } = value;
        const newer = {
          ...rest,
          ...added,
          ...(result === undefined ? {} : { result: { ...result, ...added } }),
          ...(sources === undefined ? {} : { sources: sources.map((source) => ({ ...source, ...added })) }),
        };
        const back = parseManifest(formatManifest(newer));
        expect(back).toEqual(newer);
        const renamed = parseManifest(formatManifest(withWords(back, { name: 'other' })));
        expect(renamed).toEqual(withWords(newer, { name: 'other' }));
      }),
    );
  });

  it('of a newer version, or without required entries, are refused with an explanatory sentence', () => {
    expect(() => parseManifest('format: trimtab-experiment\nversion: 2\nid: x')).toThrow(
      'manifest.yaml has version 2, written by a newer Trimtab; update Trimtab to read it.',
    );
    expect(() => parseManifest('format: trimtab-experiment\nversion: 1\nid: x')).toThrow(
      /^manifest\.yaml cannot be read: name: /,
    );
    expect(() => parseManifest('- 1')).toThrow(/^manifest\.yaml cannot be read: /);
  });
});

describe('identifiers', () => {
  it('are made in the form that is accepted', () => {
    fc.assert(
      fc.property(
        text,
        fc.date({ min: new Date('2000-01-01'), max: new Date('9998-12-31'), noInvalidDate: true }),
        (program, moment) => {
          expect(isIdentifier(newIdentifier(program, moment))).toBe(true);
        },
      ),
    );
  });

  it('carry the moment and the program', () => {
    expect(newIdentifier('My Heat_2D!', new Date(2026, 1, 3, 4, 5, 6))).toMatch(
      /^20260203-040506-my-heat-2d-[0-9a-f]{4}$/,
    );
  });

  it('never hold a path', () => {
    fc.assert(
      fc.property(fc.string(), (value) => {
        if (isIdentifier(value)) expect(value).toMatch(/^[a-z0-9_-]+$/);
      }),
    );
    expect(isIdentifier('20260101-000000-a-abcd\n')).toBe(false);
  });
});
