import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, request, type IncomingHttpHeaders, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openGate } from '../../scripts/lib/tokenGate.mjs';

interface Answer {
  readonly status: number | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

function ask(url: string, headers: Record<string, string> = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const asked = request(url, { headers, agent: false }, (answer) => {
      let body = '';
      answer.setEncoding('utf8').on('data', (text: string) => (body += text));
      answer.on('end', () => resolve({ status: answer.statusCode, headers: answer.headers, body }));
    });
    asked.on('error', reject);
    asked.on('upgrade', (answer, socket) => {
      socket.end();
      resolve({ status: answer.statusCode, headers: answer.headers, body: '' });
    });
    asked.end();
  });
}

describe('the gate before the workbench', () => {
  let folder: string;
  let behind: Server;
  let gate: Awaited<ReturnType<typeof openGate>>;

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'trimtab-gate-'));
    const socket = join(folder, 'server.sock');
    behind = createServer((incoming, response) => response.end(`served ${incoming.url ?? ''}`));
    behind.on('upgrade', (_, stream) => {
      stream.end('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: test\r\n\r\n');
    });
    await new Promise<void>((resolve) => behind.listen(socket, resolve));
    gate = await openGate({ socket, port: 0 });
  });

  afterEach(() => {
    gate.close();
    behind.close();
    rmSync(folder, { recursive: true });
  });

  it('refuses who does not know the token', async () => {
    expect((await ask(gate.origin)).status).toBe(403);
    expect((await ask(`${gate.origin}/?token=${'0'.repeat(gate.token.length)}`)).status).toBe(403);
    expect((await ask(gate.origin, { cookie: `trimtab-${new URL(gate.origin).port}=no` })).status).toBe(403);
  });

  it('gives a cookie for the token, drops the token from the address, and serves with the cookie', async () => {
    const first = await ask(`${gate.origin}/?token=${gate.token}&folder=%2Fw`);
    expect(first.status).toBe(303);
    expect(first.headers.location).toBe('/?folder=%2Fw');
    const cookie = first.headers['set-cookie']?.[0]?.split(';')[0] ?? '';
    const second = await ask(`${gate.origin}/x?folder=%2Fw`, { cookie });
    expect(second).toMatchObject({ status: 200, body: 'served /x?folder=%2Fw' });
  });

  it('lets WebSockets through with the cookie only', async () => {
    const upgrade = { connection: 'Upgrade', upgrade: 'test' };
    expect((await ask(gate.origin, upgrade)).status).toBe(403);
    const cookie = `trimtab-${new URL(gate.origin).port}=${gate.token}`;
    expect((await ask(gate.origin, { ...upgrade, cookie })).status).toBe(101);
  });

  it('takes another port where the wanted one is in use', async () => {
    const port = Number(new URL(gate.origin).port);
    const other = await openGate({ socket: join(folder, 'server.sock'), port });
    expect(new URL(other.origin).port).not.toBe(String(port));
    other.close();
  });
});
