/** The other process: answers with numbers, over the private channel in frames and over JSON-RPC as base64. */
import { createMessageConnection, IPCMessageReader, IPCMessageWriter } from 'vscode-languageserver/node';
import { Channel } from '../../src/engine/measurements/channel.js';
import { checkAnswer } from '../../src/protocol/queries/index.js';

/** Returns as many numbers as the metric specifies. */
const numbers = (metric: string): Float64Array => Float64Array.from({ length: Number(metric) }, (_, at) => at / 3);

const kept = new Map<string, Float64Array>();

function valuesOf(metric: string): Float64Array {
  const known = kept.get(metric) ?? numbers(metric);
  kept.set(metric, known);
  return known;
}

const channel = new Channel(
  (_, kind, ask) =>
    Promise.resolve(checkAnswer(kind, { unit: 'seconds' }, { value: valuesOf('metric' in ask ? ask.metric : '0') })),
  () => undefined,
);
const connection = createMessageConnection(new IPCMessageReader(process), new IPCMessageWriter(process));
connection.onRequest('address', () => channel.address());
connection.onRequest('values', (metric: string) => ({
  value: Buffer.from(valuesOf(metric).buffer).toString('base64'),
}));
connection.listen();
