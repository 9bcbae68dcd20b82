/**
 * The event model: columns of typed arrays, no object per event.
 *
 * A batch holds `count` consecutive events of one location. ENTER and LEAVE, by far the most frequent, keep their
 * region in `reference`; every other kind keeps in `reference` the index of its first operand in `operands`, laid
 * out as OPERANDS says. References to definitions are indices into the arrays of Definitions, or NO_INDEX.
 */
export const EventKind = {
  Enter: 1,
  Leave: 2,
  MpiSend: 3,
  MpiIsend: 4,
  MpiIsendComplete: 5,
  MpiIrecvRequest: 6,
  MpiRecv: 7,
  MpiIrecv: 8,
  MpiRequestTest: 9,
  MpiRequestCancelled: 10,
  MpiCollectiveBegin: 11,
  MpiCollectiveEnd: 12,
  NonBlockingCollectiveRequest: 13,
  NonBlockingCollectiveComplete: 14,
  CommunicatorCreate: 15,
  CommunicatorDestroy: 16,
  BufferFlush: 17,
  MeasurementOnOff: 18,
  ProgramBegin: 19,
  ProgramEnd: 20,
  ThreadFork: 21,
  ThreadJoin: 22,
  ThreadTeamBegin: 23,
  ThreadTeamEnd: 24,
  ThreadAcquireLock: 25,
  ThreadReleaseLock: 26,
  ThreadTaskCreate: 27,
  ThreadTaskSwitch: 28,
  ThreadTaskComplete: 29,
  ThreadCreate: 30,
  ThreadBegin: 31,
  ThreadWait: 32,
  ThreadEnd: 33,
  Metric: 34,
} as const;
export type EventKind = (typeof EventKind)[keyof typeof EventKind];

/** Names of the operands of each kind, in their order in `operands`. Numbers above 2^53 lose precision and are only compared. */
export const OPERANDS = {
  MpiSend: ['communicator', 'receiver', 'tag', 'bytes'],
  MpiIsend: ['communicator', 'receiver', 'tag', 'bytes', 'request'],
  MpiIsendComplete: ['request'],
  MpiIrecvRequest: ['request'],
  MpiRecv: ['communicator', 'sender', 'tag', 'bytes'],
  MpiIrecv: ['communicator', 'sender', 'tag', 'bytes', 'request'],
  MpiRequestTest: ['request'],
  MpiRequestCancelled: ['request'],
  MpiCollectiveEnd: ['communicator', 'operation', 'root', 'bytesSent', 'bytesReceived'],
  NonBlockingCollectiveRequest: ['request'],
  NonBlockingCollectiveComplete: ['communicator', 'operation', 'root', 'bytesSent', 'bytesReceived', 'request'],
} as const;

/** Consecutive events of one location. Arrays may be longer than `count`: only the first `count` entries are events. */
export interface EventBatch {
  readonly count: number;
  /** EventKind of each event. */
  readonly kind: Uint8Array;
  /** Seconds since the start of the trace, corrected by the recorded clock offsets. */
  readonly time: Float64Array;
  /** Region index for Enter and Leave, else where the operands start. */
  readonly reference: Uint32Array;
  /** Call site of an Enter: index of a SourceCodeLocation plus one; 0 where the trace has none. */
  readonly site: Uint32Array;
  readonly operands: Float64Array;
}
