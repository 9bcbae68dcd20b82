import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  createProtocolConnection,
  IPCMessageReader,
  IPCMessageWriter,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-languageserver-protocol/node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bundleEngine, type EngineBundle } from './support/bundle.js';
import { allExperiments } from './support/client.js';

const INITIALIZE = { processId: null, capabilities: {}, rootUri: null, workspaceFolders: null };

let bundle: EngineBundle;
beforeAll(async () => (bundle = await bundleEngine()));
afterAll(() => bundle.remove());

describe('the engine process', () => {
  it('speaks over Node IPC as the extension starts it, and ends when its client goes away', async () => {
    const child = fork(bundle.engine, ['--node-ipc']);
    const connection = createProtocolConnection(new IPCMessageReader(child), new IPCMessageWriter(child));
    connection.listen();
    const { capabilities, serverInfo } = await connection.sendRequest<{
      capabilities: object;
      serverInfo: object;
    }>('initialize', INITIALIZE);
    expect(serverInfo).toEqual({ name: 'trimtab' });
    expect(capabilities).toMatchObject({ hoverProvider: true, codeLensProvider: {} });
    expect(await allExperiments(connection)).toEqual([]);
    const ended = once(child, 'exit');
    child.disconnect();
    await ended;
  });

  it('ends when its standard input is closed', async () => {
    const child = spawn(process.execPath, [bundle.engine, '--stdio'], { stdio: ['pipe', 'pipe', 'inherit'] });
    const connection = createProtocolConnection(
      new StreamMessageReader(child.stdout),
      new StreamMessageWriter(child.stdin),
    );
    connection.listen();
    await connection.sendRequest('initialize', INITIALIZE);
    const ended = once(child, 'exit');
    child.stdin.end();
    await ended;
  });
});
