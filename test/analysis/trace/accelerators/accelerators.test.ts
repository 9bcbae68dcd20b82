import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { BusyTime } from '../../../../src/analysis/trace/accelerators/busyTime.js';
import { emptyAcceleratorRecords } from '../../../../src/analysis/trace/records/acceleratorRecords.js';
import { elementAt } from '../../../../src/base/elements.js';
import { EventKind } from '../../../../src/model/events.js';
import { values } from '../../../support/analyzed.js';
import { TraceBuilder, type LocationWriter } from '../../../support/traceBuilder.js';

/** A process with one thread and the streams of a device. */
function device(streams: number): { builder: TraceBuilder; host: LocationWriter; streams: LocationWriter[] } {
  const builder = new TraceBuilder();
  builder.region('launch', { paradigm: 'cuda', role: 'wrapper' });
  builder.region('cudaDeviceSynchronize', { paradigm: 'cuda', role: 'wrapper' });
  builder.region('kernel', { paradigm: 'cuda', role: 'function' });
  const [host, ...others] = builder.process(1 + streams);
  others.forEach(({ location }) => {
    builder.locations[location] = { ...elementAt(builder.locations, location), type: 'accelerator-stream' };
  });
  return { builder, host, streams: others };
}

describe('accelerators', () => {
  test('the host waits while a stream is busy; an idle device counts from its first use to the end', () => {
    const { builder, host, streams } = device(2);
    host.enter(0, 'main').enter(1, 'launch').leave(2, 'launch').enter(3, 'cudaDeviceSynchronize');
    host.leave(10, 'cudaDeviceSynchronize').leave(20, 'main');
    elementAt(streams, 0).enter(2, 'kernel').leave(6, 'kernel');
    elementAt(streams, 1).event(EventKind.RmaGet, 5, [0, 0, 64, 42]).event(EventKind.RmaOpCompleteBlocking, 8, [0, 42]);
    expect(values(builder, 'acc_wait')).toEqual({ 'main/cudaDeviceSynchronize\t0': 5 });
    expect(values(builder, 'acc_api')).toEqual({ 'main/launch\t0': 1, 'main/cudaDeviceSynchronize\t0': 7 });
    expect(values(builder, 'acc_kernel')).toEqual({ 'kernel\t1': 4 });
    expect(values(builder, 'acc_transfer')).toEqual({ 'main\t2': 3 });
    expect(values(builder, 'acc_idle')).toEqual({ 'main\t1': 12 });
    expect(values(builder, 'comms_rma')).toEqual({});
    expect(values(builder, 'comp')).toEqual({ 'main\t0': 12, 'kernel\t1': 4 });
  });

  test('streams are not compared with threads: a single thread is all of the critical path and waits for no one', () => {
    const { builder, host, streams } = device(2);
    host.enter(0, 'main').enter(1, 'launch').leave(2, 'launch').leave(20, 'main');
    elementAt(streams, 0).enter(2, 'kernel').leave(19, 'kernel');
    const sums = ['performance_impact', 'critical_path', 'inter_partition_imbalance', 'imbalance'].map((metric) =>
      Object.values(values(builder, metric)).reduce((sum, seconds) => sum + seconds, 0),
    );
    expect(sums).toEqual([20, 20, 0, 0]);
  });

  test('streams in a separate group belong to the process that created it', () => {
    const { builder, host, streams } = device(1);
    const group = builder.groups.push({ name: 'context', type: 'accelerator', systemTreeNode: 0, creator: 0 }) - 1;
    builder.locations[1] = { ...elementAt(builder.locations, 1), group };
    host.enter(0, 'cudaDeviceSynchronize').leave(9, 'cudaDeviceSynchronize');
    elementAt(streams, 0).enter(2, 'kernel').leave(6, 'kernel');
    expect(values(builder, 'acc_wait')).toEqual({ 'cudaDeviceSynchronize\t0': 4 });
    expect(values(builder, 'acc_idle')).toEqual({ 'cudaDeviceSynchronize\t1': 3 });
  });

  test('busy time is the time covered by at least one activity', () => {
    const interval = fc.tuple(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 0, max: 10 }));
    const moment = fc.integer({ min: -5, max: 60 });
    fc.assert(
      fc.property(fc.array(interval, { maxLength: 12 }), moment, moment, (intervals, from, to) => {
        const records = emptyAcceleratorRecords();
        for (const [begin, length] of intervals) {
          const row = records.activities.addRow();
          records.activities.columns.begin[row] = begin;
          records.activities.columns.end[row] = begin + length;
        }
        const busy = BusyTime.of(
          records,
          intervals.map((_, row) => row),
        );
        let covered = 0;
        for (let at = from; at < to; at++) {
          if (intervals.some(([begin, length]) => begin <= at && at < begin + length)) covered++;
        }
        expect(busy.between(from, to)).toBe(covered);
      }),
    );
  });
});
