import { describe, expect, it } from 'vitest';
import { quantityOf } from '../../../src/formats/caliper/quantity.js';

const told = (name: string, isAggregatable = false) => {
  const quantity = quantityOf(name, isAggregatable);
  return quantity === undefined ? undefined : `${quantity.combine} ${quantity.base}`;
};

describe('names of attributes', () => {
  it.each([
    ['sum#time.duration', 'sum time.duration'],
    ['sum#sum#time.duration.ns', 'sum time.duration'],
    ['inclusive#scale#sum#time.duration.ns', 'sum time.duration'],
    ['time.inclusive.duration', 'sum time.duration'],
    ['min#inclusive#sum#time.duration', 'min time.duration'],
    ['avg#sum#papi.PAPI_TOT_CYC', 'mean papi.PAPI_TOT_CYC'],
    ['max#count', 'max count'],
    ['aggregate.count', 'sum aggregate.count'],
    ['sum#rc.count', 'sum rc.count'],
    ['libpfm.instructions', 'sum libpfm.instructions'],
    ['sum#mpi.msg.size', 'sum mpi.msg.size'],
    ['max#alloc.region.highwatermark', 'max alloc.region.highwatermark'],
    ['max#max#mem.highwatermark', 'max mem.highwatermark'],
    ['alloc.region.highwatermark', 'max alloc.region.highwatermark'],
    ['memstat.vmrss', 'max memstat.vmrss'],
  ])('%s is %s', (name, expected) => expect(told(name)).toBe(expected));

  it.each([
    'time.offset',
    'time.offset.ns',
    'sum#time.offset.ns',
    'time.timestamp',
    'timeseries.starttime',
    'timeseries.snapshot',
    'loop.start_iteration',
    'iteration#outer',
    'sum#iteration#outer',
    'aggregate.slot',
    'sum#alloc.region.highwatermark',
    'max#sum#alloc.region.highwatermark',
    'percent_total#sum#time.duration',
    'sum#percent_total#sum#time.duration',
    'ratio#a/b',
    'variance#sum#time.duration',
    'sum#max#time.duration',
    'topdown.retiring',
    'mpi.msg.tag',
    'alloc.uid',
    'grid.cells',
  ])('%s is no amount', (name) => expect(told(name)).toBeUndefined());

  it('of programs add up where the file marks them', () => {
    expect(told('grid.cells', true)).toBe('sum grid.cells');
    expect(told('iteration#outer', true)).toBeUndefined();
  });

  it('have nanoseconds until they are scaled, and inclusive values by word', () => {
    expect(quantityOf('sum#time.duration.ns', false)).toMatchObject({ isNanoseconds: true, isInclusive: false });
    expect(quantityOf('inclusive#scale#sum#time.duration.ns', false)).toMatchObject({
      isNanoseconds: false,
      isInclusive: true,
    });
  });

  it('have extremes of sums, or of single events', () => {
    expect(quantityOf('max#sum#time.duration', false)?.isOfSums).toBe(true);
    expect(quantityOf('max#time.duration', false)?.isOfSums).toBe(false);
  });
});
