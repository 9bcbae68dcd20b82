/** Processes and threads of a trace, which metadata may name before or after their events. */
import { absent } from '../../base/elements.js';
import { plainName } from '../../base/plainText.js';
import { Cost, type MemoryBudget } from '../profile/index.js';
import { Damaged } from '../stacks/damage.js';
import { fieldsOf, numberOf, textOf, type Fields } from '../stacks/json.js';
import type { Locations } from '../stacks/locations.js';
import { Durations } from './columns.js';

/** Threads of a trace. */
const MOST_THREADS = 1 << 16;
/** The rank of a process. */
const RANK = /^(?:MPI )?rank[ :_-]*(\d{1,9})$/i;
/** Streams of devices, as PyTorch and TensorFlow name threads and processes. */
const STREAM = /^stream[ #]*\d+/i;
const DEVICE = /^\/device:(?:GPU|TPU)/;
/** The label that PyTorch gives to the process of a device. */
const DEVICE_LABEL = /^(?:GPU|XPU|MTIA|HPU|NPU|TPU) ?\d+$/;

interface TraceProcess {
  readonly id: string;
  name: string;
  /** The device that it represents; empty for a process. */
  device: string;
  order: number;
}

/** A thread with its durations. */
export interface TraceThread {
  readonly process: TraceProcess;
  readonly id: string;
  name: string;
  order: number;
  /** Whether it has work on a device. */
  isOnDevice: boolean;
  readonly durations: Durations;
  /** Samples by the stack that they refer to. */
  readonly samples: Map<string, number>;
}

export class TraceSystem {
  readonly threads: TraceThread[] = [];
  private readonly processes = new Map<string, TraceProcess>();
  private readonly known = new Map<string, TraceThread>();

  /** @param memory what is kept is charged to it */
  constructor(private readonly memory: MemoryBudget) {}

  /** The thread of an event; numbers and texts identify processes and threads. */
  thread({ pid, tid }: Fields): TraceThread {
    const [process, thread] = [identifier(pid), identifier(tid)];
    const key = `${process.length} ${process}${thread}`;
    const found = this.known.get(key);
    if (found !== undefined) return found;
    if (this.threads.length >= MOST_THREADS)
      throw new Damaged(`has more than the ${MOST_THREADS} threads that are read`);
    this.memory.take(4 * Cost.entry + 4 * key.length);
    const made: TraceThread = {
      process: this.process(process),
      id: thread,
      name: '',
      order: 0,
      isOnDevice: false,
      durations: new Durations(this.memory),
      samples: new Map(),
    };
    this.known.set(key, made);
    this.threads.push(made);
    return made;
  }

  /** Reads the metadata of a process or a thread. */
  describe(event: Fields): void {
    const { name, labels, sort_index: order } = fieldsOf(event.args);
    const index = numberOf(order) ?? 0;
    switch (event.name) {
      case 'process_name':
        this.process(identifier(event.pid)).name = plainName(textOf(name));
        break;
      case 'process_labels':
        if (DEVICE_LABEL.test(textOf(labels))) this.process(identifier(event.pid)).device = textOf(labels);
        break;
      case 'process_sort_index':
        this.process(identifier(event.pid)).order = index;
        break;
      case 'thread_name':
        this.thread(event).name = plainName(textOf(name));
        break;
      case 'thread_sort_index':
        this.thread(event).order = index;
        break;
      default:
    }
  }

  /** Defines the threads that have something. @returns the location of each */
  define(locations: Locations, threads: readonly TraceThread[]): ReadonlyMap<TraceThread, number> {
    const processes = [...new Set(threads.map(({ process }) => process))].sort(inOrder);
    const names = processes.map((process) => processName(process, processes.length));
    const numbers = new Map(processes.map((process, number) => [process, number]));
    const sorted = [...threads].sort(inOrder);
    return new Map(
      sorted.map((thread, index) => {
        const number = numbers.get(thread.process) ?? absent(index);
        const process = { number, name: names[number] ?? absent(number) };
        const type = isStream(thread) ? 'accelerator-stream' : 'cpu-thread';
        return [thread, locations.of(process, index, threadName(thread), type)];
      }),
    );
  }

  private process(id: string): TraceProcess {
    const found = this.processes.get(id);
    if (found !== undefined) return found;
    if (this.processes.size >= MOST_THREADS)
      throw new Damaged(`has more than the ${MOST_THREADS} processes that are read`);
    this.memory.take(Cost.entry + 2 * id.length);
    const made = { id, name: '', device: '', order: 0 };
    this.processes.set(id, made);
    return made;
  }
}

function identifier(value: unknown): string {
  return typeof value === 'number' ? String(value) : textOf(value);
}

/** By the order that metadata gives, then by numbers, then by texts. */
function inOrder(one: { order: number; id: string }, other: { order: number; id: string }): number {
  const [a, b] = [Number(one.id), Number(other.id)];
  return one.order - other.order || a - b || 0 || (one.id < other.id ? -1 : one.id > other.id ? 1 : 0);
}

function processName({ id, name, device }: TraceProcess, processes: number): string {
  if (device !== '') return device;
  const [, rank] = RANK.exec(name) ?? [];
  if (rank !== undefined) return `MPI Rank ${Number(rank)}`;
  if (processes === 1) return name === '' ? 'Process' : name;
  return name === '' ? `Process ${plainName(id)}` : `${name} (${plainName(id)})`;
}

const isStream = ({ isOnDevice, name, process }: TraceThread): boolean =>
  isOnDevice || process.device !== '' || STREAM.test(name) || DEVICE.test(process.name);

function threadName(thread: TraceThread): string {
  if (thread.name !== '') return thread.name;
  return `${isStream(thread) ? 'Stream' : 'Thread'} ${plainName(thread.id) || '0'}`;
}
