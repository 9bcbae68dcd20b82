import type {
  Communicator,
  FileHandle,
  Location,
  LocationGroup,
  Region,
  SourceCodeLocation,
} from '../../src/model/definitions.js';
import { EventKind, type EventBatch } from '../../src/model/events.js';
import { elementAt } from '../../src/base/elements.js';
import { BUFFER_FLUSH, NO_INDEX } from '../../src/model/definitions.js';
import type { Trace } from '../../src/model/trace.js';

interface RecordedEvent {
  readonly kind: number;
  readonly time: number;
  readonly reference: number;
  readonly site: number;
  readonly operands: readonly number[];
}

/** Writes the events of one location, in the order in which they are called. Times are seconds. */
export class LocationWriter {
  readonly events: RecordedEvent[] = [];

  constructor(
    readonly location: number,
    private readonly builder: TraceBuilder,
  ) {}

  /** @param site index returned by `TraceBuilder.site`, where there is one */
  enter(time: number, region: string, site?: number): this {
    return this.push(EventKind.Enter, time, [], this.builder.region(region), site === undefined ? 0 : site + 1);
  }

  leave(time: number, region: string): this {
    return this.push(EventKind.Leave, time, [], this.builder.region(region));
  }

  send(time: number, communicator: number, receiver: number, tag: number, bytes: number): this {
    return this.push(EventKind.MpiSend, time, [communicator, receiver, tag, bytes]);
  }

  isend(time: number, communicator: number, receiver: number, tag: number, bytes: number, request: number): this {
    return this.push(EventKind.MpiIsend, time, [communicator, receiver, tag, bytes, request]);
  }

  isendComplete(time: number, request: number): this {
    return this.push(EventKind.MpiIsendComplete, time, [request]);
  }

  irecvRequest(time: number, request: number): this {
    return this.push(EventKind.MpiIrecvRequest, time, [request]);
  }

  recv(time: number, communicator: number, sender: number, tag: number, bytes: number): this {
    return this.push(EventKind.MpiRecv, time, [communicator, sender, tag, bytes]);
  }

  irecv(time: number, communicator: number, sender: number, tag: number, bytes: number, request: number): this {
    return this.push(EventKind.MpiIrecv, time, [communicator, sender, tag, bytes, request]);
  }

  cancelled(time: number, request: number): this {
    return this.push(EventKind.MpiRequestCancelled, time, [request]);
  }

  collectiveBegin(time: number): this {
    return this.push(EventKind.MpiCollectiveBegin, time, []);
  }

  collectiveEnd(
    time: number,
    communicator: number,
    operation: number,
    { root = NO_INDEX, sent = 0, received = 0 }: { root?: number; sent?: number; received?: number } = {},
  ): this {
    return this.push(EventKind.MpiCollectiveEnd, time, [communicator, operation, root, sent, received]);
  }

  /** Any other event. */
  event(kind: number, time: number, operands: readonly number[] = []): this {
    if (kind === EventKind.BufferFlush) this.builder.region(BUFFER_FLUSH.name, BUFFER_FLUSH);
    return this.push(kind, time, operands);
  }

  private push(kind: number, time: number, operands: readonly number[], reference = 0, site = 0): this {
    this.events.push({ kind, time, reference, site, operands });
    return this;
  }
}

/** Makes traces in memory, event by event. */
export class TraceBuilder {
  readonly regions: Region[] = [];
  readonly locations: Location[] = [];
  readonly groups: LocationGroup[] = [];
  readonly communicators: Communicator[] = [];
  readonly sites: SourceCodeLocation[] = [];
  /** Communicators of windows, and groups of locations, by identifier. */
  readonly windows = new Map<number, number>();
  readonly processGroups = new Map<number, readonly number[]>();
  readonly writers: LocationWriter[] = [];
  /** Open files, by identifier. */
  readonly fileHandles = new Map<number, FileHandle>();
  /** Facts about the run, recorded by the measurement. */
  readonly properties = new Map<string, string>();
  private readonly regionIndex = new Map<string, number>();

  /** The index of a region, defined when it is first named: `MPI_…` as MPI functions, all others as user functions. */
  region(name: string, more: Partial<Region> = {}): number {
    const known = this.regionIndex.get(name);
    if (known !== undefined) return known;
    const mpi = name.startsWith('MPI_');
    const index =
      this.regions.push({
        name,
        canonicalName: name,
        description: '',
        file: mpi ? 'MPI' : undefined,
        beginLine: 0,
        endLine: 0,
        paradigm: mpi ? 'mpi' : 'compiler',
        role: 'function',
        ...more,
      }) - 1;
    this.regionIndex.set(name, index);
    return index;
  }

  /** Adds a source line and returns its index. */
  site(file: string, line: number): number {
    return this.sites.push({ file, line }) - 1;
  }

  /** Adds a process with `threads` locations, the master thread first. */
  process(): [LocationWriter];
  process(threads: 2): [LocationWriter, LocationWriter];
  process(threads: 3): [LocationWriter, LocationWriter, LocationWriter];
  process(threads: 4): [LocationWriter, LocationWriter, LocationWriter, LocationWriter];
  process(threads: number): [LocationWriter, ...LocationWriter[]];
  process(threads = 1): LocationWriter[] {
    const group = this.groups.push({
      name: `MPI Rank ${this.groups.length}`,
      type: 'process',
      systemTreeNode: NO_INDEX,
      creator: NO_INDEX,
    });
    return Array.from({ length: threads }, (_, thread) => this.location(group - 1, thread));
  }

  /** Returns the writer of the events of a location. @throws RangeError if none exists */
  writer(location: number): LocationWriter {
    return elementAt(this.writers, location);
  }

  /** Adds a communicator of the main threads given, by rank. */
  communicator(ranks: readonly number[], more: Partial<Communicator> = {}): number {
    return this.communicators.push({ name: '', parent: NO_INDEX, ranks, self: false, ...more }) - 1;
  }

  /**
   * @param batchSize events a batch; small ones show what depends on the limits of batches
   */
  build(batchSize = 7): Trace {
    const { regions, locations, communicators, sites } = this;
    return {
      definitions: {
        clock: { ticksPerSecond: 1_000_000_000n, globalOffset: 0n, traceLength: 0n },
        span: 0,
        systemTree: [],
        locationGroups: this.groups,
        locations,
        regions,
        communicators,
        sourceCodeLocations: sites,
        properties: this.properties,
        oneSided: { windows: this.windows, groups: this.processGroups },
        ...(this.fileHandles.size === 0 ? {} : { fileHandles: this.fileHandles }),
      },
      problems: [],
      batches: (location) => batchesOf(this.writer(location).events, batchSize),
    };
  }

  private location(group: number, thread: number): LocationWriter {
    const index = this.locations.push({
      name: thread === 0 ? 'Master thread' : `thread ${thread}`,
      type: 'cpu-thread',
      group,
      id: String(this.locations.length),
      announcedEvents: 0,
    });
    const writer = new LocationWriter(index - 1, this);
    this.writers.push(writer);
    return writer;
  }
}

/** Refills one batch, as the readers do. */
function* batchesOf(events: readonly RecordedEvent[], size: number): Generator<EventBatch> {
  const kind = new Uint8Array(size);
  const time = new Float64Array(size);
  const reference = new Uint32Array(size);
  const site = new Uint32Array(size);
  const operands = new Float64Array(size * 8);
  for (let start = 0; start < events.length; start += size) {
    const part = events.slice(start, start + size);
    let used = 0;
    part.forEach((event, i) => {
      kind[i] = event.kind;
      time[i] = event.time;
      site[i] = event.site;
      reference[i] = event.operands.length === 0 ? event.reference : used;
      operands.set(event.operands, used);
      used += event.operands.length;
    });
    yield { count: part.length, kind, time, reference, site, operands };
  }
}
