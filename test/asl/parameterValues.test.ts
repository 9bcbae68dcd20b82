import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { evaluate } from '../../src/asl/compile/evaluate.js';
import { shippedTexts } from '../../src/asl/library.js';
import { diagnosticLine } from '../../src/asl/syntax/diagnostics.js';
import { UNIT_WORDS } from '../../src/asl/syntax/unitWords.js';
import { checkTexts, soundProperties } from '../../src/asl/texts.js';
import { measuredData, openmpRun } from './support.js';

const data = measuredData(openmpRun([{ construct: 'critical', columns: { execC: [1] } }], { wall: 1, cpu: 2 }));

/** Returns the result of a property whose severity is a parameter, and the mistakes of the file. */
function told(yaml: string, declared = 'param x = 0.5;', given?: ReadonlyMap<string, number>) {
  const texts = [
    { name: '.trimtab/properties/parameters.yaml', text: yaml },
    { name: 'a.asl', text: `${declared} property P(ParPerf pd) { severity: x / x * x * (x / x); }` },
  ];
  const checked = checkTexts(texts, [], given);
  const mistakes = checked.flatMap(({ source, diagnostics }) =>
    diagnostics.map((each) => diagnosticLine(source, each)),
  );
  const [found] = checked.flatMap(soundProperties).map((property) => evaluate(property, data).found[0]?.severity);
  return { found, mistakes };
}

describe('a file of parameters', () => {
  it('overrides the texts, and is overridden by the command line', () => {
    expect(told('x: 0.25\n')).toEqual({ found: 0.25, mistakes: [] });
    expect(told('# 40 %\nx: 40 %')).toEqual({ found: 0.4, mistakes: [] });
    expect(told('x: 0.25', undefined, new Map([['x', 0.125]]))).toEqual({ found: 0.125, mistakes: [] });
    for (const empty of ['', '# nothing\n', '---\n']) expect(told(empty)).toEqual({ found: 0.5, mistakes: [] });
  });

  it('of the machine makes the roofline known', () => {
    const roof = (text: string) =>
      checkTexts([{ name: 'parameters.yaml', text }, ...shippedTexts()]).flatMap(({ source, diagnostics }) =>
        diagnostics.map((each) => diagnosticLine(source, each)),
      );
    expect(roof('peakFlops: 100 GF/s\npeakBandwidth: 50 GB/s\nl1Penalty: 4 cycles\nsmallMessage: 0\n')).toEqual([]);
    expect(
      roof('peakFlops: 100\npeakBandwith: 50 GB/s\n"threshold": 5 ms\nlargeMessage: much\npopFair: [1]\n'),
    ).toEqual([
      'parameters.yaml:1:12: ASL301 expected flop/s, found 1; write peakFlops: 100 flop/s',
      "parameters.yaml:2:1: ASL201 there is no parameter 'peakBandwith'; did you mean 'peakBandwidth'?",
      'parameters.yaml:3:14: ASL301 expected 1, found s; write threshold: 0.05',
      'parameters.yaml:4:15: ASL101 expected a number with its unit, such as largeMessage: 100 B',
      'parameters.yaml:5:1: ASL101 expected a number with its unit, such as popFair: 0.05',
    ]);
  });

  it('with invalid YAML, no mapping or an invalid name reports so at its position', () => {
    expect(told('x: 1\nx: 2\n').mistakes).toEqual([
      expect.stringMatching(/^\.trimtab\/properties\/parameters\.yaml:2:1: ASL101/),
    ]);
    expect(told('- x\n').mistakes).toEqual([
      '.trimtab/properties/parameters.yaml:1:1: ASL101 expected parameters with their values, such as threshold: 10 %',
    ]);
    expect(told('__proto__: 1\n? [x]\n: 2\n').mistakes).toEqual([
      ".trimtab/properties/parameters.yaml:1:1: ASL201 there is no parameter '__proto__'",
      ".trimtab/properties/parameters.yaml:1:1: ASL201 there is no parameter ''",
    ]);
  });

  it('understands every number and unit as a property does', () => {
    const number = fc.double({ min: 1e-9, max: 1e9, noNaN: true });
    fc.assert(
      fc.property(number, fc.constantFrom(...UNIT_WORDS.keys()), (value, word) => {
        const literal = `${value} ${word}`;
        const { unit = '' } = UNIT_WORDS.get(word) ?? {};
        const text = `param double<${unit === '' ? '1' : unit}> x = 1 ${word}; property P(ParPerf pd) { severity: x / (1 ${word}); }`;
        const severity = (sources: { name: string; text: string }[]) =>
          checkTexts(sources)
            .flatMap(soundProperties)
            .map((property) => evaluate(property, data).found[0]?.severity)[0];
        const written = severity([{ name: 'a.asl', text: text.replace(`1 ${word};`, `${literal};`) }]);
        expect(
          severity([
            { name: 'parameters.yaml', text: `x: ${literal}` },
            { name: 'a.asl', text },
          ]),
        ).toBe(written);
        expect(written).toBeGreaterThan(0);
      }),
      { numRuns: 20 },
    );
  });
});
