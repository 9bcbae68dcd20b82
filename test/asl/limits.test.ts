import { describe, expect, it } from 'vitest';
import { evaluate } from '../../src/asl/compile/evaluate.js';
import { type EvaluateOptions, LIMITS } from '../../src/asl/compile/meter.js';
import { diagnosticLine } from '../../src/asl/syntax/diagnostics.js';
import { checkTexts, soundProperties } from '../../src/asl/texts.js';
import { measuredData, openmpRun } from './support.js';

const run = openmpRun([{ construct: 'critical', columns: { execC: [1, 2] } }], { wall: 1, cpu: 2 });
const data = measuredData(run);

/** Every one adds the one before to itself, so that the last is 2^40 times the first. */
const doubled = (one: (name: string, value: string) => string): string =>
  Array.from({ length: 41 }, (_, at) => one(`a${at}`, at === 0 ? '1' : `a${at - 1} + a${at - 1}`)).join('\n');

const chain = (count: number): string =>
  Array.from({ length: count }, (_, at) => `a${at} = ${at === 0 ? 'pd.execC[0]' : `a${at - 1} + 1`};`).join(' ');

/** Returns the messages of a text and the results of its properties, which are all evaluated. */
function told(text: string): string[] {
  const [checked] = checkTexts([{ name: 'a.asl', text }]);
  if (checked === undefined) throw new Error('the text was not looked through');
  const { diagnostics, source } = checked;
  const results = soundProperties(checked).map((property) => evaluate(property, data));
  return [
    ...diagnostics.filter(({ level }) => level === 'error').map((each) => diagnosticLine(source, each)),
    ...results.map(({ stopped, found, property }) => stopped ?? `${property.name} ${found[0]?.severity}`),
  ];
}

describe('a text whose meaning is much larger than itself', () => {
  const GOOD = 'property Good(ParPerf pd) { severity: sum(pd.execC) / 6; }';

  it('by functions that call functions twice is refused, and other properties hold', () => {
    const functions = Array.from({ length: 40 }, (_, at) => `double f${at + 1}(double x) = f${at}(x) + f${at}(x);`);
    const text = `double f0(double x) = x;\n${functions.join('\n')}\nproperty P(ParPerf pd) { severity: f40(1); }\n${GOOD}`;
    expect(told(text)).toEqual([
      'a.asl:42:10: ASL103 this is more than 200000 expressions with functions written out',
      'Good 0.5',
    ]);
  });

  it('by functions within each other is refused before anything descends into them', () => {
    const functions = Array.from(
      { length: 60 },
      (_, at) => `double f${at + 1}(double x) = f${at}(x)${' + 1'.repeat(900)};`,
    );
    const text = `double f0(double x) = x;\n${functions.join('\n')}\nproperty P(ParPerf pd) { severity: f60(1); }\n${GOOD}`;
    expect(told(text)).toEqual([
      'a.asl:62:10: ASL103 expressions are nested more than 1200 deep in each other with functions written out',
      'Good 0.5',
    ]);
  });

  it.each([
    ['parameters', (name: string, value: string) => `param ${name} = ${value};`],
    ['constants', (name: string, value: string) => `const ${name} = ${value};`],
  ])('by %s is as large as itself', (_, one) => {
    expect(told(`${doubled(one)} property P(ParPerf pd) { severity: a40; }`)).toEqual([`P ${2 ** 40}`]);
  });

  it('by definitions that need each other in a row is stopped where they lie too deep', () => {
    expect(told(`property P(ParPerf pd) { let ${chain(700)} in severity: a699; }`)).toEqual(['P 700']);
    expect(told(`property P(ParPerf pd) { let ${chain(5000)} in severity: a4999; } ${GOOD}`)).toEqual([
      'P: it was stopped: its definitions are nested more than 1500 deep',
      'Good 0.5',
    ]);
  });

  it('by templates is refused', () => {
    const uses = Array.from({ length: 900 }, () => 'a').join(' + ');
    const value = Array.from({ length: 900 }, () => '1').join(' + ');
    const instances = Array.from({ length: 9 }, (_, at) => `property P${at} = T<${value}>;`);
    const lines = told(`template T<Float a>(ParPerf pd) { let x = ${uses}; in severity: 1; }\n${instances.join('\n')}`);
    expect(lines).toHaveLength(9);
    expect(lines[8]).toMatch(/^a\.asl:10:15: ASL201 the templates of this text, written out, have more than 4194304/);
  });

  it('by hundreds of properties that leave open what they are of ends', () => {
    const text = Array.from({ length: 400 }, (_, at) => `property P${at} { severity: 2 * qq.execC[0]; }`).join('\n');
    expect(told(text)).toContain('P0 2');
  });
});

describe('a property that asks for too much', () => {
  const rows = Array.from({ length: 40 }, (_, at) => `ParPerf p${at}`).join(', ');
  const many = measuredData({
    ...run,
    parallelRegions: [...(run.parallelRegions ?? []), ...(run.parallelRegions ?? [])],
  });
  const limits = { ...LIMITS, steps: 1_000_000 };
  const stoppedAt = (text: string, options: EvaluateOptions = { limits }) => {
    const [checked] = checkTexts([{ name: 'a.asl', text }]);
    return (checked === undefined ? [] : soundProperties(checked)).map((each) => evaluate(each, many, options).stopped);
  };

  it('is stopped where it only goes over rows', () => {
    expect(stoppedAt(`property P(${rows}) { impact: 0; } property Q(${rows}) { severity: 1; }`)).toEqual([
      'P: it was stopped after 1000000 steps; go over fewer rows or smaller sets',
      `Q: it was stopped after 1000000 steps; go over fewer rows or smaller sets`,
    ]);
  });

  it('is stopped by the clock, too', () => {
    let seconds = 0;
    const now = (): number => (seconds += 0.5);
    expect(stoppedAt(`property P(${rows}) { severity: 1; }`, { now })).toEqual([
      'P: it was stopped after 10 s; go over fewer rows or smaller sets',
    ]);
  });
});
