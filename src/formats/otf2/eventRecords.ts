import type { EventKindName } from '../../model/events.js';
import { EventKind, OPERANDS } from '../../model/events.js';
import { MappingType } from './idTables.js';

/** How a field of an event record is stored and what becomes of it. */
export const Field = {
  /** One byte. */
  u8: 0,
  u32: 1,
  u64: 2,
  i64: 3,
  /** Eight bytes of ticks, turned into seconds. */
  time: 4,
  /** An identifier of a communicator, turned into its index. */
  communicator: 5,
  /** An identifier that the location's mapping table of type `field - reference` turns into the global one. */
  reference: 16,
} as const;

const string = Field.reference + MappingType.string;
const group = Field.reference + MappingType.group;
const metric = Field.reference + MappingType.metric;
const parameter = Field.reference + MappingType.parameter;
const window = Field.reference + MappingType.rmaWindow;
const interrupt = Field.reference + MappingType.interruptGenerator;
const callingContext = Field.reference + MappingType.callingContext;
const file = Field.reference + MappingType.ioFile;
const handle = Field.reference + MappingType.ioHandle;
const { u8, u32, u64, i64, time, communicator } = Field;

/** One type of event record: its fields in file order, by the name of the operand that they become. */
export interface EventRecord {
  readonly kind: EventKindName;
  readonly fields: readonly (readonly [name: string, field: number])[];
  /** Records of one compressed field, from OTF2 1.1 and before, have no length in front. */
  readonly single?: true;
  /** Operands that the record does not hold because its type implies them. */
  readonly implied?: Readonly<Record<string, number>>;
  /** Data after the fields: pairs of a type byte and a compressed value, with their number in the last field. */
  readonly tail?: 'typed-values';
}

const OPENMP = 3;
const request = [['request', u64]] as const;
const team = [['team', communicator]] as const;
const task = [...team, ['creatingThread', u32], ['generation', u32]] as const;
const contingent = [
  ['contingent', communicator],
  ['sequence', u64],
] as const;
const lock = [
  ['lock', u32],
  ['order', u32],
] as const;
const message = (peer: 'receiver' | 'sender') =>
  [
    [peer, u32],
    ['communicator', communicator],
    ['tag', u32],
    ['bytes', u64],
  ] as const;
const collective = [
  ['operation', u8],
  ['communicator', communicator],
  ['root', u32],
  ['bytesSent', u64],
  ['bytesReceived', u64],
] as const;
const rmaLock = [
  ['window', window],
  ['remote', u32],
  ['lock', u64],
  ['lockType', u8],
] as const;
const rmaTransfer = [
  ['window', window],
  ['remote', u32],
  ['bytes', u64],
  ['matching', u64],
] as const;
const rmaCompletion = [
  ['window', window],
  ['matching', u64],
] as const;
const ioLock = [
  ['handle', handle],
  ['lockType', u8],
] as const;
const ioMatching = [
  ['handle', handle],
  ['matching', u64],
] as const;

/**
 * The event records of OTF2 3.1 by type number, but for those the decoder reads itself: ENTER (12), LEAVE (13) and
 * the calling context records (66 to 68).
 */
export const EVENT_RECORDS: ReadonlyMap<number, EventRecord> = new Map<number, EventRecord>([
  [10, { kind: 'BufferFlush', fields: [['stopTime', time]] }],
  [11, { kind: 'MeasurementOnOff', fields: [['mode', u8]] }],
  [14, { kind: 'MpiSend', fields: message('receiver') }],
  [15, { kind: 'MpiIsend', fields: [...message('receiver'), ...request] }],
  [16, { kind: 'MpiIsendComplete', fields: request, single: true }],
  [17, { kind: 'MpiIrecvRequest', fields: request, single: true }],
  [18, { kind: 'MpiRecv', fields: message('sender') }],
  [19, { kind: 'MpiIrecv', fields: [...message('sender'), ...request] }],
  [20, { kind: 'MpiRequestTest', fields: request, single: true }],
  [21, { kind: 'MpiRequestCancelled', fields: request, single: true }],
  [22, { kind: 'MpiCollectiveBegin', fields: [] }],
  [23, { kind: 'MpiCollectiveEnd', fields: collective }],
  [24, { kind: 'ThreadFork', fields: [['requestedThreads', u32]], single: true, implied: { paradigm: OPENMP } }],
  [25, { kind: 'ThreadJoin', fields: [], implied: { paradigm: OPENMP } }],
  [26, { kind: 'ThreadAcquireLock', fields: lock, implied: { paradigm: OPENMP } }],
  [27, { kind: 'ThreadReleaseLock', fields: lock, implied: { paradigm: OPENMP } }],
  [28, { kind: 'OmpTaskCreate', fields: [['task', u64]], single: true }],
  [29, { kind: 'OmpTaskSwitch', fields: [['task', u64]], single: true }],
  [30, { kind: 'OmpTaskComplete', fields: [['task', u64]], single: true }],
  // prettier-ignore
  [31, { kind: 'Metric', fields: [['metric', metric], ['valueCount', u8]], tail: 'typed-values' }],
  // prettier-ignore
  [32, { kind: 'ParameterString', fields: [['parameter', parameter], ['string', string]] }],
  // prettier-ignore
  [33, { kind: 'ParameterInt', fields: [['parameter', parameter], ['value', i64]] }],
  // prettier-ignore
  [34, { kind: 'ParameterUnsignedInt', fields: [['parameter', parameter], ['value', u64]] }],
  [35, { kind: 'RmaWinCreate', fields: [['window', window]] }],
  [36, { kind: 'RmaWinDestroy', fields: [['window', window]] }],
  [37, { kind: 'RmaCollectiveBegin', fields: [] }],
  // prettier-ignore
  [38, { kind: 'RmaCollectiveEnd', fields: [['operation', u8], ['syncLevel', u32], ['window', window], ['root', u32], ['bytesSent', u64], ['bytesReceived', u64]] }],
  // prettier-ignore
  [39, { kind: 'RmaGroupSync', fields: [['syncLevel', u32], ['window', window], ['group', group]] }],
  [40, { kind: 'RmaRequestLock', fields: rmaLock }],
  [41, { kind: 'RmaAcquireLock', fields: rmaLock }],
  [42, { kind: 'RmaTryLock', fields: rmaLock }],
  [43, { kind: 'RmaReleaseLock', fields: rmaLock.slice(0, 3) }],
  // prettier-ignore
  [44, { kind: 'RmaSync', fields: [['window', window], ['remote', u32], ['syncType', u8]] }],
  [45, { kind: 'RmaWaitChange', fields: [['window', window]] }],
  [46, { kind: 'RmaPut', fields: rmaTransfer }],
  [47, { kind: 'RmaGet', fields: rmaTransfer }],
  // prettier-ignore
  [48, { kind: 'RmaAtomic', fields: [['window', window], ['remote', u32], ['type', u8], ['bytesSent', u64], ['bytesReceived', u64], ['matching', u64]] }],
  [49, { kind: 'RmaOpCompleteBlocking', fields: rmaCompletion }],
  [50, { kind: 'RmaOpCompleteNonBlocking', fields: rmaCompletion }],
  [51, { kind: 'RmaOpTest', fields: rmaCompletion }],
  [52, { kind: 'RmaOpCompleteRemote', fields: rmaCompletion }],
  // prettier-ignore
  [53, { kind: 'ThreadFork', fields: [['paradigm', u8], ['requestedThreads', u32]] }],
  [54, { kind: 'ThreadJoin', fields: [['paradigm', u8]] }],
  [55, { kind: 'ThreadTeamBegin', fields: team }],
  [56, { kind: 'ThreadTeamEnd', fields: team }],
  [57, { kind: 'ThreadAcquireLock', fields: [['paradigm', u8], ...lock] }],
  [58, { kind: 'ThreadReleaseLock', fields: [['paradigm', u8], ...lock] }],
  [59, { kind: 'ThreadTaskCreate', fields: task }],
  [60, { kind: 'ThreadTaskSwitch', fields: task }],
  [61, { kind: 'ThreadTaskComplete', fields: task }],
  [62, { kind: 'ThreadCreate', fields: contingent }],
  [63, { kind: 'ThreadBegin', fields: contingent }],
  [64, { kind: 'ThreadWait', fields: contingent }],
  [65, { kind: 'ThreadEnd', fields: contingent }],
  // prettier-ignore
  [68, { kind: 'CallingContextSample', fields: [['callingContext', callingContext], ['unwindDistance', u32], ['interruptGenerator', interrupt]] }],
  // prettier-ignore
  [69, { kind: 'IoCreateHandle', fields: [['handle', handle], ['mode', u8], ['creationFlags', u32], ['statusFlags', u32]] }],
  [70, { kind: 'IoDestroyHandle', fields: [['handle', handle]] }],
  // prettier-ignore
  [71, { kind: 'IoDuplicateHandle', fields: [['oldHandle', handle], ['newHandle', handle], ['statusFlags', u32]] }],
  // prettier-ignore
  [72, { kind: 'IoSeek', fields: [['handle', handle], ['offsetRequest', i64], ['whence', u8], ['offsetResult', u64]] }],
  // prettier-ignore
  [73, { kind: 'IoChangeStatusFlags', fields: [['handle', handle], ['statusFlags', u32]] }],
  // prettier-ignore
  [74, { kind: 'IoDeleteFile', fields: [['ioParadigm', u8], ['file', file]] }],
  // prettier-ignore
  [75, { kind: 'IoOperationBegin', fields: [['handle', handle], ['mode', u8], ['flags', u32], ['bytesRequest', u64], ['matching', u64]] }],
  [76, { kind: 'IoOperationTest', fields: ioMatching }],
  [77, { kind: 'IoOperationIssued', fields: ioMatching }],
  // prettier-ignore
  [78, { kind: 'IoOperationComplete', fields: [['handle', handle], ['bytesResult', u64], ['matching', u64]] }],
  [79, { kind: 'IoOperationCancelled', fields: ioMatching }],
  [80, { kind: 'IoAcquireLock', fields: ioLock }],
  [81, { kind: 'IoReleaseLock', fields: ioLock }],
  [82, { kind: 'IoTryLock', fields: ioLock }],
  // prettier-ignore
  [83, { kind: 'ProgramBegin', fields: [['name', string], ['argumentCount', u32]] }],
  [84, { kind: 'ProgramEnd', fields: [['exitStatus', i64]] }],
  [85, { kind: 'NonBlockingCollectiveRequest', fields: request }],
  [86, { kind: 'NonBlockingCollectiveComplete', fields: [...collective, ...request] }],
  [87, { kind: 'CommunicatorCreate', fields: [['communicator', communicator]] }],
  [88, { kind: 'CommunicatorDestroy', fields: [['communicator', communicator]] }],
]);

/** The table as arrays, for the decoder's loop: indexed by record type, then by field. */
export interface RecordShapes {
  /** EventKind of each record type, 0 where the type is unknown. */
  readonly kind: Uint8Array;
  readonly operandCount: Uint8Array;
  readonly fieldCount: Uint8Array;
  readonly single: Uint8Array;
  readonly hasTail: Uint8Array;
  /** Entry `type * FIELDS_AT_MOST + i`: the Field of field i. */
  readonly field: Uint8Array;
  /** Entry `type * FIELDS_AT_MOST + i`: which operand field i becomes. */
  readonly slot: Uint8Array;
  /** Value of the first operand where the type implies it, else 0. */
  readonly implied: Uint8Array;
}

export const FIELDS_AT_MOST = 8;

/** Lays EVENT_RECORDS out for the decoder. */
export function recordShapes(): RecordShapes {
  const bytes = (size: number) => new Uint8Array(size);
  const shapes = {
    kind: bytes(256),
    operandCount: bytes(256),
    fieldCount: bytes(256),
    single: bytes(256),
    hasTail: bytes(256),
    field: bytes(256 * FIELDS_AT_MOST),
    slot: bytes(256 * FIELDS_AT_MOST),
    implied: bytes(256),
  };
  const names: Partial<Record<EventKindName, readonly string[]>> = OPERANDS;
  for (const [type, record] of EVENT_RECORDS) {
    const operands = names[record.kind] ?? [];
    shapes.kind[type] = EventKind[record.kind];
    shapes.operandCount[type] = operands.length;
    shapes.fieldCount[type] = record.fields.length;
    shapes.single[type] = record.single === true ? 1 : 0;
    shapes.hasTail[type] = record.tail === undefined ? 0 : 1;
    shapes.implied[type] = (operands[0] === undefined ? undefined : record.implied?.[operands[0]]) ?? 0;
    record.fields.forEach(([name, field], i) => {
      shapes.field[type * FIELDS_AT_MOST + i] = field;
      shapes.slot[type * FIELDS_AT_MOST + i] = operands.indexOf(name);
    });
  }
  return shapes;
}
