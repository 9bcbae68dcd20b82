import { spawnSync } from 'node:child_process';

import type { EventKindName } from '../../../src/model/events.js';
import { CollectiveRoot, EventKind } from '../../../src/model/events.js';
import { ofLength } from '../../support/ofLength.js';

/** An event as otf2-print lists it. */
export interface PrintedEvent {
  readonly kind: EventKindName;
  readonly location: string;
  readonly ticks: bigint;
  /** Everything behind the timestamp. */
  readonly attributes: string;
}

/** Kinds whose otf2-print name is not the model's in capitals. */
const KINDS = new Map<string, EventKindName>([
  ['PARAMETER_UINT64', 'ParameterUnsignedInt'],
  ['PARAMETER_INT64', 'ParameterInt'],
  ['COMM_CREATE', 'CommunicatorCreate'],
  ['COMM_DESTROY', 'CommunicatorDestroy'],
  ['CALLING_CONTEXT_ENTER', 'Enter'],
  ['CALLING_CONTEXT_LEAVE', 'Leave'],
]);

function capitals(name: string): string {
  return name.replace(/(?<=[a-z])[A-Z]/g, (letter) => `_${letter}`).toUpperCase();
}

for (const name of Object.keys(EventKind) as EventKindName[]) KINDS.set(capitals(name), name);

const LINE = /^([A-Z_0-9]+) +(\d+) +(\d+) {2}(.*)$/;

/** The event on a line of otf2-print's listing, or undefined when there is none. */
export function printedEvent(line: string): PrintedEvent | undefined {
  const match = LINE.exec(line);
  if (match === null) return undefined;
  const [, name, location, ticks, attributes] = ofLength(match, 5);
  const kind = KINDS.get(name);
  if (kind === undefined) throw new Error(`otf2-print lists an event ${name} that the test does not know`);
  return { kind, location, ticks: BigInt(ticks), attributes };
}

/** How otf2-print calls the operands. */
const LABELS: Readonly<Partial<Record<string, string>>> = {
  receiver: 'Receiver',
  sender: 'Sender',
  tag: 'Tag',
  bytes: '(?:Length|Bytes)',
  request: 'Request',
  root: 'Root',
  bytesSent: 'Sent',
  bytesReceived: 'Received',
  requestedThreads: '# Requested Threads',
  creatingThread: 'Creating Thread',
  generation: 'Generation Number',
  lock: 'Lock',
  order: 'Acquisition Order',
  remote: 'Remote',
  matching: 'Matching',
  metric: 'Metric',
  value: 'Value',
};

/** The printed value of an operand; undefined where otf2-print shows it in another form. */
export function printedOperand(attributes: string, operand: string): number | undefined {
  const label = LABELS[operand];
  if (label === undefined) return undefined;
  const text = new RegExp(`(?:^|, )${label}: (-?\\d+|NONE|SELF|THIS_GROUP)`).exec(attributes)?.[1];
  if (text === undefined) return undefined;
  if (text === 'NONE') return CollectiveRoot.None;
  if (text === 'SELF') return CollectiveRoot.Self;
  return text === 'THIS_GROUP' ? CollectiveRoot.ThisGroup : Number(text);
}

/** The quoted name behind a label such as `Region`. */
export function printedName(attributes: string, label: string): string | undefined {
  return new RegExp(`${label}: "(.*?)" <\\d+>`).exec(attributes)?.[1];
}

let installed: boolean | undefined;

/** Whether otf2-print can be run here. */
export function hasOtf2Print(): boolean {
  installed ??= spawnSync('otf2-print', ['--version']).status === 0;
  if (!installed) console.warn('Skipped: otf2-print is not installed (Debian package otf2-tools).');
  return installed;
}
