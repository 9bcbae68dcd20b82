/** The private channel's end in the engine. */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ChannelAddress } from '../../protocol/channel.js';
import { type AnswerQuery, Connection } from './connection.js';

/** Clients at once: the editor, and one that is about to go. */
const MOST_CLIENTS = 4;

/** Listens where only this user can connect; nothing of it is reachable over a network. */
export class Channel {
  private listening: Promise<ChannelAddress> | undefined;
  private server: Server | undefined;
  private folder: string | undefined;
  private readonly open = new Set<Socket>();
  private readonly removeFolder = (): void => {
    if (this.folder !== undefined) rmSync(this.folder, { recursive: true, force: true });
  };

  constructor(
    private readonly answer: AnswerQuery,
    private readonly log: (text: string) => void,
  ) {}

  /** Where clients connect; it is listened there from the first time on that somebody wants to know. */
  address(): Promise<ChannelAddress> {
    return (this.listening ??= this.listen());
  }

  /** How many are connected. */
  get clients(): number {
    return this.open.size;
  }

  close(): void {
    this.server?.close();
    for (const socket of this.open) socket.destroy();
    process.removeListener('exit', this.removeFolder);
    this.removeFolder();
  }

  private async listen(): Promise<ChannelAddress> {
    const token = randomBytes(32).toString('hex');
    const path = this.path();
    const server = createServer((socket) => {
      this.open.add(socket);
      socket.on('close', () => this.open.delete(socket));
      new Connection(socket, token, this.answer, this.log);
    });
    server.maxConnections = MOST_CLIENTS;
    this.server = server;
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(path, resolve);
    });
    // It must not keep a process alive that has nothing else to do.
    server.unref();
    return { path, token };
  }

  /** A folder that only this user may enter; Windows has pipes, whose names nobody can guess. */
  private path(): string {
    if (process.platform === 'win32') return `\\\\.\\pipe\\trimtab-${randomBytes(16).toString('hex')}`;
    this.folder = mkdtempSync(join(tmpdir(), 'trimtab-'));
    process.once('exit', this.removeFolder);
    return join(this.folder, 's');
  }
}
