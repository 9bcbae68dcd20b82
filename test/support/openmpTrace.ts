import { EventKind } from '../../src/model/events.js';
import { TraceBuilder, type LocationWriter } from './traceBuilder.js';

/** A trace with the regions OpenMP programs have. */
export function openmpTrace(): TraceBuilder {
  const builder = new TraceBuilder();
  builder.region('parallel', { paradigm: 'openmp', role: 'parallel' });
  builder.region('barrier', { paradigm: 'openmp', role: 'barrier' });
  builder.region('implicit', { paradigm: 'openmp', role: 'implicit-barrier' });
  builder.region('critical', { paradigm: 'openmp', role: 'critical' });
  builder.region('omp_set_lock', { paradigm: 'openmp', role: 'function' });
  builder.region('omp_test_lock', { paradigm: 'openmp', role: 'function' });
  builder.region('task', { paradigm: 'openmp', role: 'task' });
  return builder;
}

/** The master's part of a parallel region begins. */
export function fork(writer: LocationWriter, time: number): LocationWriter {
  return begin(writer.event(EventKind.ThreadFork, time, [1, 2]), time);
}

export function join(writer: LocationWriter, time: number): LocationWriter {
  return end(writer, time).event(EventKind.ThreadJoin, time, [1]);
}

/** A worker's part of a parallel region begins. */
export function begin(writer: LocationWriter, time: number): LocationWriter {
  return writer.event(EventKind.ThreadTeamBegin, time, [0]).enter(time, 'parallel');
}

export function end(writer: LocationWriter, time: number): LocationWriter {
  return writer.leave(time, 'parallel').event(EventKind.ThreadTeamEnd, time, [0]);
}

/** Switches the thread to a task; 0 is its implicit one. */
export function toTask(writer: LocationWriter, time: number, task: number): LocationWriter {
  return writer.event(EventKind.ThreadTaskSwitch, time, [0, 0, task]);
}

export function acquire(writer: LocationWriter, time: number, lock: number): LocationWriter {
  return writer.event(EventKind.ThreadAcquireLock, time, [1, lock, 0]);
}

export function release(writer: LocationWriter, time: number, lock: number): LocationWriter {
  return writer.event(EventKind.ThreadReleaseLock, time, [1, lock, 0]);
}
