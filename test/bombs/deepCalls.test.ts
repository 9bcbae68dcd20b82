import { describe, expect, it, vi } from 'vitest';
import { analyzeProfile } from '../../src/analysis/profile/index.js';
import { LinePaths } from '../../src/analysis/report/linePaths.js';
import { CallPaths } from '../../src/analysis/report/index.js';
import { toSpace } from '../../src/formats/cube/index.js';
import { cube3, readCube3 } from '../../src/formats/cube3/index.js';
import { rounds } from '../support/matrix.js';
import { TraceBuilder } from '../support/traceBuilder.js';
import { withFile } from './files.js';

/** A CUBE 3 file whose call paths are one chain; the innermost one has the time. */
function nested(depth: number, line: (call: number) => string): string {
  const calls = Array.from({ length: depth }, (_, call) => `<cnode id="${call}" calleeId="0"${line(call)}>`).join('');
  return `<?xml version="1.0"?><cube version="3.0"><metrics><metric id="0"><disp_name>Time</disp_name>
    <uniq_name>time</uniq_name><dtype>FLOAT</dtype><uom>sec</uom></metric></metrics>
    <program><region id="0" mod="a.c" begin="1" end="9"><name>f</name></region>${calls}${'</cnode>'.repeat(depth)}</program>
    <system><machine Id="0"><name>m</name><node Id="0"><name>n</name><process Id="0"><name>p</name><rank>0</rank>
    <thread Id="0"><name>t</name><rank>0</rank></thread></process></node></machine></system>
    <severity><matrix metricId="0"><row cnodeId="${depth - 1}">2</row></matrix></severity></cube>`;
}

const DEPTH = rounds(5000, 20_000);
/** Deep enough that work for each pair of call paths would not end. */
const ENDLESS = rounds(200_000, 1_000_000);
/** Times that the line of a call path may be looked up: by each part of the report. */
const LOOK_UPS = 20;

/** Counts how often something of a node is looked up. */
class CountedCallPaths extends CallPaths {
  lookUps = 0;

  override region(node: number): ReturnType<CallPaths['region']> {
    this.lookUps++;
    return super.region(node);
  }

  override callSite(node: number): ReturnType<CallPaths['callSite']> {
    this.lookUps++;
    return super.callSite(node);
  }
}

describe('call paths as deep as a file has calls', () => {
  it.each([
    ['of one line', () => ' line="5" mod="a.c"'],
    ['of lines that all differ', (call: number) => ` line="${call + 10}" mod="a.c"`],
    ['without lines', () => ''],
  ])('are analyzed in linear time: %s', (_, line) => {
    const lookUps = vi.spyOn(CallPaths.prototype, 'callSite');
    const report = withFile('x.cube', nested(DEPTH, line), (path) => {
      const opened = cube3.open(path);
      if (opened.kind !== 'profile') throw new Error('not a profile');
      return analyzeProfile(opened.profile, 'x').report;
    });
    expect(lookUps.mock.calls.length).toBeLessThan(LOOK_UPS * DEPTH);
    lookUps.mockRestore();
    expect(report.totalTime).toBe(2);
    expect(report.lines.find(({ place }) => place.line === 1)?.seconds).toBe(2);
  });

  it('have the lines of their calls, each once, without looking at all their callers', () => {
    const builder = new TraceBuilder();
    builder.region('f', { file: 'a.c', beginLine: 3, endLine: 9 });
    for (let line = 1; line < ENDLESS; line++) builder.site('a.c', line + 10);
    const tree = {
      size: ENDLESS,
      parent: Int32Array.from({ length: ENDLESS }, (_, node) => node - 1),
      region: new Uint32Array(ENDLESS),
      site: Uint32Array.from({ length: ENDLESS }, (_, node) => node),
    };
    const paths = new CountedCallPaths(tree, builder.build().definitions);
    const { begun, places } = new LinePaths(paths);
    expect(paths.lookUps).toBeLessThan(LOOK_UPS * ENDLESS);
    const lines = begun.map((numbers) => numbers.map((number) => places[number]?.line));
    expect([lines[0], lines[1], lines.at(-1)]).toEqual([[3], [11], [ENDLESS + 9]]);
    expect(lines.every(({ length }) => length === 1)).toBe(true);
  });

  it('are listed by their innermost 1,000 calls and the number of the others', () => {
    const { space, definitions } = toSpace(readCube3(Buffer.from(nested(5000, () => '')), 'x'));
    const paths = new CallPaths(space.callTree, definitions);
    const steps = paths.steps(4999);
    expect(steps.length).toBe(1001);
    expect([steps[0], steps[1]?.region]).toEqual([{ region: '(4,000 more calls)' }, 'f']);
    expect(paths.steps(999).length).toBe(1000);
    expect(paths.steps(4998)[0]).toEqual({ region: '(3,999 more calls)' });
  });
});
