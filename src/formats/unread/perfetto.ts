/** Traces in Perfetto's binary form, a protocol buffer of packets. */
import { commandText } from '../../base/text.js';
import { MessageReader } from '../pprof/wire.js';
import { Damaged } from '../stacks/damage.js';

/** The only field of a trace. */
const PACKET = 1;
/** Fields of packets that the recording service writes into nearly all: user, time and sequence. */
const OF_SERVICE = new Set([3, 8, 10]);
/** Packets have no field of a higher number but extensions. */
const LAST_FIELD = 200;
/** Packets that recognize a trace. */
const ENOUGH = 2;
const TRACE = 'a trace of Perfetto in its binary form';

/** Whether the first packets are whole and of the recording service. */
function isTrace(head: Uint8Array): boolean {
  let packets = 0;
  try {
    const trace = new MessageReader(head);
    while (packets < ENOUGH && trace.next()) {
      if (trace.field !== PACKET || !isPacket(trace.message())) return false;
      packets++;
    }
  } catch (error) {
    // The rest was not read, or is none.
    if (!(error instanceof Damaged)) throw error;
  }
  return packets === ENOUGH;
}

function isPacket(packet: MessageReader): boolean {
  let isOfService = false;
  while (packet.next()) {
    if (packet.field < 1 || packet.field > LAST_FIELD) return false;
    isOfService ||= OF_SERVICE.has(packet.field);
    packet.skip();
  }
  return isOfService;
}

export const perfettoForm = {
  formOf: (head: Uint8Array): string | undefined => (isTrace(head) ? TRACE : undefined),
  sentence(path: string, form: string): string {
    const command = commandText(['traceconv', 'json', path, `${path}.trace.json`]);
    return `${path} is ${form}, which is not read. Convert it with "${command}", and open the result.`;
  },
};
