import type { Communicator, Region, SourceCodeLocation } from '../../../model/definitions.js';
import type { EventType } from './store/eventTypes.js';
import { operandNames } from './store/operandNames.js';
import type { Place } from './places.js';

/** Data of an event: constant values, and references to other events by their index (NO_EVENT for none). */
export interface EventData {
  readonly index: number;
  readonly kind: number;
  readonly type: EventType;
  readonly time: number;
  readonly location: number;
  readonly place: Place;
  readonly region: Region | undefined;
  readonly csite: SourceCodeLocation | undefined;
  readonly operands: Float64Array;
  /** Processes at the ends of a message. */
  readonly ends: { readonly source: number; readonly destination: number } | undefined;
  readonly communicator: Communicator | undefined;
  readonly enter: number;
  readonly caller: number;
  readonly link: number;
  readonly start: number;
  readonly node: number;
  readonly edge: number;
}

/**
 * An event of the enhanced model with the attributes of Wolf 2003, table 3.1. Attributes that its type does not have,
 * and pointers to nothing, are undefined. Pointers are followed when they are asked for; each gives an event of its
 * own, so compare events by `index`.
 */
export class TraceEvent {
  readonly index: number;
  /** Seconds since the start of the trace. */
  readonly time: number;
  readonly type: EventType;
  /** EventKind: what the trace recorded. */
  readonly kind: number;
  /** Index of the location in the trace's definitions. */
  readonly location: number;
  /** The location as (machine, node, process, thread). */
  readonly place: Place;

  constructor(
    private readonly data: EventData,
    private readonly at: (index: number) => TraceEvent | undefined,
  ) {
    ({
      index: this.index,
      time: this.time,
      type: this.type,
      kind: this.kind,
      location: this.location,
      place: this.place,
    } = data);
  }

  /** Name of the region entered or left, of MPICExit that of the operation. */
  get reg(): string | undefined {
    return this.region?.name;
  }

  /** The region entered or left, of MPICExit that of the operation. */
  get region(): Region | undefined {
    return this.type === 'MPICExit' ? this.enterptr?.region : this.data.region;
  }

  /** Call site of an Enter, where the trace has one. */
  get csite(): SourceCodeLocation | undefined {
    return this.data.csite;
  }

  /** Process that sends a message. */
  get src(): number | undefined {
    return this.data.ends?.source;
  }

  /** Process that receives a message. */
  get dest(): number | undefined {
    return this.data.ends?.destination;
  }

  get tag(): number | undefined {
    return this.operand('tag');
  }

  /** Bytes of a message. */
  get len(): number | undefined {
    return this.operand('bytes');
  }

  /** Communicator of a message or collective operation. */
  get com(): Communicator | undefined {
    return this.data.communicator;
  }

  /** Bytes sent in a collective operation. */
  get sent(): number | undefined {
    return this.operand('bytesSent');
  }

  /** Bytes received in a collective operation. */
  get recvd(): number | undefined {
    return this.operand('bytesReceived');
  }

  /** Root of a collective operation: a rank of its communicator, or one of CollectiveRoot. */
  get root(): number | undefined {
    return this.operand('root');
  }

  /** The lock acquired or released, a number within its process. */
  get lock(): number | undefined {
    return this.operand('lock');
  }

  /** Any other operand that the event's kind has, by its name in OPERANDS. */
  operand(name: string): number | undefined {
    const at = operandNames.get(this.kind)?.indexOf(name) ?? -1;
    return at < 0 ? undefined : this.data.operands[at];
  }

  /** The Enter event of the region the event happened in; of an Exit the Enter it belongs to. */
  get enterptr(): TraceEvent | undefined {
    return this.at(this.data.enter);
  }

  /** The Send event of a Receive. */
  get sendptr(): TraceEvent | undefined {
    return this.type === 'Receive' ? this.at(this.data.link) : undefined;
  }

  /** The last acquisition or release of the same lock before this one. */
  get lockptr(): TraceEvent | undefined {
    return this.type === 'AcquireLock' || this.type === 'ReleaseLock' ? this.at(this.data.link) : undefined;
  }

  /** The event that started the non-blocking operation completed here. */
  get requestptr(): TraceEvent | undefined {
    return this.at(this.data.start);
  }

  /** The first Enter event that visited the call path of this Enter. */
  get cnodeptr(): TraceEvent | undefined {
    return this.type === 'Enter' ? this.at(this.data.node) : undefined;
  }

  /** The first Enter event that visited the call path from which this Enter was called. */
  get cedgeptr(): TraceEvent | undefined {
    return this.type === 'Enter' ? this.at(this.data.edge) : undefined;
  }

  /** The Enter event below this one in the inherited stack: `enterptr`, or for a worker its master's. */
  get callerptr(): TraceEvent | undefined {
    return this.at(this.data.caller);
  }
}
