import { describe, expect, it } from 'vitest';
import { evaluated, measuredData, mistakes, openmpRun } from '../support.js';

const data = measuredData(
  openmpRun(
    [
      { construct: 'critical', columns: { execC: [1, 3], execT: [1, 3] } },
      { construct: 'barrier', columns: { execC: [2, 8], execT: [4, 4] } },
    ],
    { wall: 10, cpu: 20 },
  ),
);

/** Of each property, its severities by row. */
function severities(text: string): Record<string, (number | undefined)[]> {
  return Object.fromEntries(
    evaluated(text, data).map(({ property, found }) => [
      property.name,
      [0, 1].map((row) => found.find(({ rows }) => rows[0] === row)?.severity),
    ]),
  );
}

/** 0.4 of the first construct and 0.8 of the second; uneven by 0.2 only of the first. */
const TOLD = `
  property Time(ParPerf pd) { let lost = sum(pd.execT); in severity: lost / cpu(10 s); confidence: 50 %; impact: lost; }
  property Uneven(ParPerf pd) {
    let most = max(pd.execT); least = min(pd.execT);
    in condition: (uneven) most > least or (often) sum(pd.execC) > 100;
    severity: max((uneven) -> (most - least) / 10 s, (often) -> 1); }`;

describe('properties over properties', () => {
  it('ask for severity, confidence, condition, impact and definitions', () => {
    expect(
      severities(`${TOLD}
      property Twice(ParPerf pd) { severity: 2 * Time(pd).severity; }
      property Sure(ParPerf p) { severity: Time(p).severity * Time(p).confidence; }
      property Where(ParPerf pd) { condition: Uneven(pd).condition; severity: Time(pd).severity; }
      property Lost(ParPerf pd) { severity: Time(pd).impact / Time(pd).lost; }
      property Both(ParPerf pd) { severity: Time(pd).severity + Uneven(pd).severity; }`),
    ).toEqual({
      ...{ Time: [0.4, 0.8], Uneven: [0.2, undefined], Twice: [0.8, 1.6], Sure: [0.2, 0.4] },
      ...{ Where: [0.4, undefined], Lost: [1, 1], Both: [expect.closeTo(0.6, 12), undefined] },
    });
  });

  it('are what metaproperties make of others, and go over sets', () => {
    expect(
      severities(`${TOLD}
      metaproperty Severe<Property P, Float least>(ParPerf pd) { condition: P(pd).severity > least; severity: P(pd).severity; }
      property SevereTime = Severe<Time, 0.5>;
      property SevereUneven = Severe<Uneven, 0.1>;
      property Chain(ParPerf pd) { severity: SevereTime(pd).severity / 2; }`),
    ).toMatchObject({ SevereTime: [undefined, 0.8], SevereUneven: [0.2, undefined], Chain: [undefined, 0.4] });
  });

  it('that are circular, of unknown properties, or too many report so', () => {
    expect(mistakes('property P(ParPerf pd) { severity: P(pd).severity; }')).toEqual([
      'a.asl:1:36: ASL205 P asks for itself, and never ends',
    ]);
    const row = Array.from(
      { length: 80 },
      (_, at) => `property P${at}(ParPerf p) { severity: P${at + 1}(p).severity; }`,
    );
    expect(mistakes(`${row.join(' ')} property P80(ParPerf p) { severity: 1; }`)[0]).toMatch(
      /ASL205 P\d+ asks more than 64 properties in a row/,
    );
    expect(
      mistakes(`property Q(ParPerf pd) { severity: 1; } property R(ParPerf pd) { severity: Q(pd).lost; }`),
    ).toEqual(["a.asl:1:82: ASL202 Q has no 'lost'; it has severity, confidence, condition, impact, at"]);
    expect(
      mistakes(`property Q(ParPerf pd) { severity: 1; } property R(Region r) { severity: Q(r).severity; }`),
    ).toEqual([expect.stringMatching(/^a\.asl:1:76: ASL302 expected ParPerf, found Region/)]);
    expect(
      mistakes(`property Q(ParPerf pd) { severity: 1; } property R(ParPerf p) { severity: Q(p, p).severity; }`),
    ).toEqual(['a.asl:1:75: ASL303 Q takes 1 values, and 2 are given']);
  });
});
