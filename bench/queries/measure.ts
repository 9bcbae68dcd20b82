/** Asks the other process in both ways, in turn; prints processor milliseconds of both processes a question, as JSON. */
import { fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createMessageConnection, IPCMessageReader, IPCMessageWriter } from 'vscode-languageserver/node';
import { MeasurementChannel } from '../../src/extension/client/measurementChannel.js';
import type { ChannelAddress } from '../../src/protocol/channel.js';

/** Milliseconds that a process has computed, of all its threads; Linux counts in hundredths of a second. */
function processorOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');
  return 10 * (Number(fields[11]) + Number(fields[12]));
}

interface Cost {
  /** Of both processes, by a question. */
  readonly processor: number;
  /** Median time until an answer arrives. */
  readonly latency: number;
}

async function main(): Promise<void> {
  const [peer = '', bytes = '0', rounds = '0'] = process.argv.slice(2);
  const child = fork(peer, { serialization: 'json' });
  const connection = createMessageConnection(new IPCMessageReader(child), new IPCMessageWriter(child));
  connection.listen();
  const channel = new MeasurementChannel(() => connection.sendRequest<ChannelAddress>('address'));
  const metric = String(Number(bytes) / 8);
  const ways = {
    channel: async () =>
      (await channel.query('any', 'locationValues', { metric, node: null, inclusive: true })).columns.value,
    jsonRpc: async () => {
      const { value } = await connection.sendRequest<{ value: string }>('values', metric);
      const decoded = Buffer.from(value, 'base64');
      return new Float64Array(new Uint8Array(decoded).buffer);
    },
  };
  const measured: Record<string, Cost> = {};
  for (const [name, ask] of Object.entries(ways)) {
    for (let warm = 0; warm < 5; warm++) await ask();
    const pids = [process.pid, child.pid ?? 0];
    const before = pids.reduce((sum, pid) => sum + processorOf(pid), 0);
    const times: number[] = [];
    for (let round = 0; round < Number(rounds); round++) {
      const began = performance.now();
      const value = await ask();
      times.push(performance.now() - began);
      if (value.length !== Number(metric) || value.at(-1) !== (Number(metric) - 1) / 3)
        throw new Error(`${name} gave other numbers`);
    }
    const after = pids.reduce((sum, pid) => sum + processorOf(pid), 0);
    const latency = times.sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;
    measured[name] = { processor: (after - before) / times.length, latency };
  }
  process.stdout.write(JSON.stringify(measured));
  channel.dispose();
  child.kill();
  connection.dispose();
}

void main();
