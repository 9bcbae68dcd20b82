/** Lines of Python that a profile has samples of, as text. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sampledLines } from '../../../src/analysis/profile/pythonLines.js';
import { definitionsOfSpace, type Definitions, type Region } from '../../../src/model/definitions.js';

const function_ = (name: string, file: string): Region => ({
  name,
  canonicalName: name,
  description: 'Python',
  file,
  beginLine: 1,
  endLine: 0,
  paradigm: 'compiler',
  role: 'function',
});

function withLines(text: string): Definitions {
  const known = definitionsOfSpace({
    systemTree: [],
    locationGroups: [],
    locations: [],
    regions: [function_('a.f', '/a.py'), function_('a.g', '/a.py'), function_('a.f', '/b/a.py')],
    sourceCodeLocations: [{ file: '/old.py', line: 3 }],
  });
  return { ...known, properties: new Map([['TRIMTAB::PYTHON_LINES', text]]) };
}

describe('sampled lines of Python', () => {
  it('belong to the function of their name and file, and leave known lines where they are', () => {
    const found = sampledLines(withLines('30 7\ta.f\t/a.py\n5 8\ta.f\t/b/a.py\n1 9\ta.h\t/a.py'));
    const { definitions, sampled } = found ?? {};
    expect(definitions?.sourceCodeLocations[0]).toEqual({ file: '/old.py', line: 3 });
    const told = [...(sampled ?? [])].map(([context, samples]) => {
      const { region = -1, sourceCodeLocation = -1 } = definitions?.callingContexts?.get(context) ?? {};
      const { name, file } = definitions?.regions[region] ?? {};
      return { samples, name, file, at: definitions?.sourceCodeLocations[sourceCodeLocation] };
    });
    expect(told).toEqual([
      { samples: 30, name: 'a.f', file: '/a.py', at: { file: '/a.py', line: 7 } },
      { samples: 5, name: 'a.f', file: '/b/a.py', at: { file: '/b/a.py', line: 8 } },
      { samples: 1, name: undefined, file: undefined, at: { file: '/a.py', line: 9 } },
    ]);
  });

  it('are none if the text reveals none', () => {
    for (const text of ['', '-1 2\ta\t/a.py', '1 2 a /a.py', '1\t2\ta\t/a.py', '1e3 2\ta\t/a.py', '1 2\t\t/a.py'])
      expect(sampledLines(withLines(text))).toBeUndefined();
  });

  it('are bounded, whatever the text is', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.string(), fc.constant('3 4\ta.f\t/a.py')), { maxLength: 1500 }), (lines) => {
        const found = sampledLines(withLines(lines.join('\n')));
        expect(found?.sampled.size ?? 0).toBeLessThanOrEqual(1000);
        for (const samples of found?.sampled.values() ?? []) expect(Number.isSafeInteger(samples)).toBe(true);
      }),
      { numRuns: 30 },
    );
  });
});
