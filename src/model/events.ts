/**
 * The event model: columns of typed arrays, no object per event.
 *
 * A batch holds `count` consecutive events of one location. ENTER and LEAVE, by far the most frequent, keep their
 * region in `reference`. Every other kind keeps in `reference` the index of its first operand in `operands`, in the
 * layout of OPERANDS. References to definitions are indices into the arrays of Definitions, or NO_INDEX.
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
  ParameterString: 35,
  ParameterInt: 36,
  ParameterUnsignedInt: 37,
  RmaWinCreate: 38,
  RmaWinDestroy: 39,
  RmaCollectiveBegin: 40,
  RmaCollectiveEnd: 41,
  RmaGroupSync: 42,
  RmaRequestLock: 43,
  RmaAcquireLock: 44,
  RmaTryLock: 45,
  RmaReleaseLock: 46,
  RmaSync: 47,
  RmaWaitChange: 48,
  RmaPut: 49,
  RmaGet: 50,
  RmaAtomic: 51,
  RmaOpCompleteBlocking: 52,
  RmaOpCompleteNonBlocking: 53,
  RmaOpTest: 54,
  RmaOpCompleteRemote: 55,
  CallingContextSample: 56,
  IoCreateHandle: 57,
  IoDestroyHandle: 58,
  IoDuplicateHandle: 59,
  IoSeek: 60,
  IoChangeStatusFlags: 61,
  IoDeleteFile: 62,
  IoOperationBegin: 63,
  IoOperationTest: 64,
  IoOperationIssued: 65,
  IoOperationComplete: 66,
  IoOperationCancelled: 67,
  IoAcquireLock: 68,
  IoReleaseLock: 69,
  IoTryLock: 70,
  OmpTaskCreate: 71,
  OmpTaskSwitch: 72,
  OmpTaskComplete: 73,
} as const;
export type EventKind = (typeof EventKind)[keyof typeof EventKind];
export type EventKindName = keyof typeof EventKind;

/**
 * Names of the operands of each kind, in their order in `operands`. Numbers above 2^53 lose precision and are only
 * compared. `communicator`, `team` and `contingent` are communicator indices and `region` is a region index (NO_INDEX
 * when undefined); `receiver`, `sender` and `root` are ranks within the communicator. `paradigm` and `operation` are
 * numbers of the trace format (see CollectiveOperation). Other references (`metric`, `parameter`, `string`, `window`,
 * `handle`, `file`, `group`, …) are the trace's global identifiers. Kinds that are not listed have no operands.
 */
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
  CommunicatorCreate: ['communicator'],
  CommunicatorDestroy: ['communicator'],
  /** Until when the measurement wrote its buffer to disk, in seconds like the time of the event. */
  BufferFlush: ['stopTime'],
  /** 1 from here on measured, 2 not. */
  MeasurementOnOff: ['mode'],
  ProgramBegin: ['name', 'argumentCount'],
  ProgramEnd: ['exitStatus'],
  ThreadFork: ['paradigm', 'requestedThreads'],
  ThreadJoin: ['paradigm'],
  ThreadTeamBegin: ['team'],
  ThreadTeamEnd: ['team'],
  ThreadAcquireLock: ['paradigm', 'lock', 'order'],
  ThreadReleaseLock: ['paradigm', 'lock', 'order'],
  ThreadTaskCreate: ['team', 'creatingThread', 'generation'],
  ThreadTaskSwitch: ['team', 'creatingThread', 'generation'],
  ThreadTaskComplete: ['team', 'creatingThread', 'generation'],
  ThreadCreate: ['contingent', 'sequence'],
  ThreadBegin: ['contingent', 'sequence'],
  ThreadWait: ['contingent', 'sequence'],
  ThreadEnd: ['contingent', 'sequence'],
  /** `valueCount` is followed by that many values. */
  Metric: ['metric', 'valueCount'],
  ParameterString: ['parameter', 'string'],
  ParameterInt: ['parameter', 'value'],
  ParameterUnsignedInt: ['parameter', 'value'],
  RmaWinCreate: ['window'],
  RmaWinDestroy: ['window'],
  RmaCollectiveEnd: ['window', 'operation', 'syncLevel', 'root', 'bytesSent', 'bytesReceived'],
  RmaGroupSync: ['window', 'syncLevel', 'group'],
  RmaRequestLock: ['window', 'remote', 'lock', 'lockType'],
  RmaAcquireLock: ['window', 'remote', 'lock', 'lockType'],
  RmaTryLock: ['window', 'remote', 'lock', 'lockType'],
  RmaReleaseLock: ['window', 'remote', 'lock'],
  RmaSync: ['window', 'remote', 'syncType'],
  RmaWaitChange: ['window'],
  RmaPut: ['window', 'remote', 'bytes', 'matching'],
  RmaGet: ['window', 'remote', 'bytes', 'matching'],
  RmaAtomic: ['window', 'remote', 'type', 'bytesSent', 'bytesReceived', 'matching'],
  RmaOpCompleteBlocking: ['window', 'matching'],
  RmaOpCompleteNonBlocking: ['window', 'matching'],
  RmaOpTest: ['window', 'matching'],
  RmaOpCompleteRemote: ['window', 'matching'],
  CallingContextSample: ['region', 'callingContext', 'unwindDistance', 'interruptGenerator'],
  IoCreateHandle: ['handle', 'mode', 'creationFlags', 'statusFlags'],
  IoDestroyHandle: ['handle'],
  IoDuplicateHandle: ['oldHandle', 'newHandle', 'statusFlags'],
  IoSeek: ['handle', 'offsetRequest', 'whence', 'offsetResult'],
  IoChangeStatusFlags: ['handle', 'statusFlags'],
  IoDeleteFile: ['ioParadigm', 'file'],
  IoOperationBegin: ['handle', 'mode', 'flags', 'bytesRequest', 'matching'],
  IoOperationTest: ['handle', 'matching'],
  IoOperationIssued: ['handle', 'matching'],
  IoOperationComplete: ['handle', 'bytesResult', 'matching'],
  IoOperationCancelled: ['handle', 'matching'],
  IoAcquireLock: ['handle', 'lockType'],
  IoReleaseLock: ['handle', 'lockType'],
  IoTryLock: ['handle', 'lockType'],
  OmpTaskCreate: ['task'],
  OmpTaskSwitch: ['task'],
  OmpTaskComplete: ['task'],
} as const satisfies Partial<Record<EventKindName, readonly string[]>>;

/** Values of `operation` of a collective. */
export const CollectiveOperation = {
  Barrier: 0,
  Bcast: 1,
  Gather: 2,
  Gatherv: 3,
  Scatter: 4,
  Scatterv: 5,
  Allgather: 6,
  Allgatherv: 7,
  Alltoall: 8,
  Alltoallv: 9,
  Alltoallw: 10,
  Allreduce: 11,
  Reduce: 12,
  ReduceScatter: 13,
  Scan: 14,
  Exscan: 15,
  ReduceScatterBlock: 16,
  CreateHandle: 17,
  DestroyHandle: 18,
  Allocate: 19,
  Deallocate: 20,
  CreateHandleAndAllocate: 21,
  DestroyHandleAndDeallocate: 22,
} as const;

/** Values of `root` of a collective if it is no rank of the communicator. */
export const CollectiveRoot = {
  /** The operation has no root. */
  None: 0xffff_ffff,
  /** This process is the root of an intercommunicator's operation. */
  Self: 0xffff_fffe,
  /** The root is another process of this process's group. */
  ThisGroup: 0xffff_fffd,
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
