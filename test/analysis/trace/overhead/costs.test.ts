import { describe, expect, it } from 'vitest';
import { recordingCosts } from '../../../../src/analysis/trace/index.js';
import { TraceBuilder } from '../../../support/traceBuilder.js';

function costsWith(properties: Readonly<Record<string, string>>, given?: number): ReturnType<typeof recordingCosts> {
  const builder = new TraceBuilder();
  builder.process();
  builder.process();
  for (const [name, text] of Object.entries(properties)) builder.properties.set(`TRIMTAB::${name}`, text);
  return recordingCosts(builder.build().definitions, given);
}

const FREE = { pair: 0, within: 0 };
const cost = (pair: number, within: number, halfWidth?: number): unknown => ({
  pair: expect.closeTo(pair * 1e-9, 15) as unknown,
  within: expect.closeTo(within * 1e-9, 15) as unknown,
  ...(halfWidth === undefined ? {} : { halfWidth: expect.closeTo(halfWidth * 1e-9, 15) as unknown }),
});

describe('measurement overhead', () => {
  it('is what each process measured', () => {
    expect(
      costsWith({
        COST_FUNCTION: '*=40,15,0.5 1=60.5,20.25,1',
        COST_MPI: '*=100,30,2',
        COST_OPENMP: '*=20,8,1',
        COST_IO: '*=70,25,2 0=75,26,2',
      }),
    ).toEqual({
      isGiven: false,
      byProcess: [
        [FREE, cost(40, 15, 0.5), cost(100, 30, 2), cost(20, 8, 1), cost(75, 26, 2)],
        [FREE, cost(60.5, 20.25, 1), cost(100, 30, 2), cost(20, 8, 1), cost(70, 25, 2)],
      ],
    });
  });

  it('includes that of recording a message, if it was measured', () => {
    const costs = costsWith({ COST_MPI: '*=100,30,2', COST_MESSAGE: '*=12,11,0.5' });
    expect(costs?.byProcess[0]).toEqual([FREE, FREE, cost(100, 30, 2), FREE, FREE, cost(12, 11, 0.5)]);
  });

  it('is for file calls the same as for functions unless it was measured', () => {
    expect(costsWith({ COST_FUNCTION: '*=40,15,0.5' })?.byProcess[0]?.[4]).toEqual(cost(40, 15, 0.5));
  });

  it('is the largest of all processes in traces of older versions, half of it within', () => {
    expect(costsWith({ FUNCTION_CALL_NANOSECONDS: '36', MPI_CALL_NANOSECONDS: '90' })?.byProcess[1]).toEqual([
      FREE,
      cost(36, 18),
      cost(90, 45),
      FREE,
      cost(36, 18),
    ]);
  });

  it('is the given one, whatever the trace contains', () => {
    const given = costsWith({ COST_FUNCTION: '*=40,15,0.5' }, 1e-6);
    expect(given?.isGiven).toBe(true);
    expect(given?.byProcess[0]).toEqual([FREE, cost(1000, 500), cost(1000, 500), cost(1000, 500), cost(1000, 500)]);
  });

  it('is unknown if it is not recorded, or the record is malformed', () => {
    expect(costsWith({})).toBeUndefined();
    expect(costsWith({ COST_FUNCTION: '*=15,40,1 x=1,1,1 0=1,-1,2', FUNCTION_CALL_NANOSECONDS: '0' })).toBeUndefined();
  });
});
