/** A socket that only this user can reach: in a folder that only they may enter, a named pipe on Windows. */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Bytes that the path of a socket may have on every system: a longer one is cut, so that it lies elsewhere. */
const LONGEST = 103;

/** Location of the socket. */
export interface PrivatePlace {
  readonly path: string;
  /** The private folder, for what else only this user may see; there is none on Windows. */
  readonly folder: string | undefined;
}

export interface PrivateSocketOptions {
  /** Prefix of the folder's name. */
  readonly name: string;
  /** Clients at once; any number when not given. */
  readonly mostClients?: number;
}

/** Nothing of it is reachable over a network; what it made is gone when it is closed, or the process ends. */
export class PrivateSocket {
  private server: Server | undefined;
  private folder: string | undefined;
  private readonly open = new Set<Socket>();
  private readonly removeFolder = (): void => {
    if (this.folder !== undefined) rmSync(this.folder, { recursive: true, force: true });
    this.folder = undefined;
  };

  /** @param hear takes a client that connected */
  constructor(
    private readonly options: PrivateSocketOptions,
    private readonly hear: (socket: Socket) => void,
  ) {}

  /** How many are connected. */
  get clients(): number {
    return this.open.size;
  }

  /**
   * Begins to listen; where that fails nothing is left, and it can be tried again.
   * @throws Error of the system, such as of a full disk
   */
  async listen(): Promise<PrivatePlace> {
    try {
      const path = this.makePath();
      const server = createServer((socket) => {
        this.open.add(socket);
        socket.on('close', () => this.open.delete(socket));
        this.hear(socket);
      });
      if (this.options.mostClients !== undefined) server.maxConnections = this.options.mostClients;
      this.server = server;
      await new Promise<void>((resolve, reject) => {
        server.once('error', reject);
        server.listen(path, resolve);
      });
      // It must not keep a process alive that has nothing else to do.
      server.unref();
      return { path, folder: this.folder };
    } catch (error) {
      this.close();
      throw error;
    }
  }

  close(): void {
    this.server?.close();
    this.server = undefined;
    for (const socket of this.open) socket.destroy();
    process.removeListener('exit', this.removeFolder);
    this.removeFolder();
  }

  /** Returns a path; names of pipes are unguessable. */
  private makePath(): string {
    const { name } = this.options;
    if (process.platform === 'win32') return `\\\\.\\pipe\\${name}-${randomBytes(16).toString('hex')}`;
    // The folder's name gets six letters more.
    const isShort = Buffer.byteLength(join(tmpdir(), `${name}-xxxxxx`, 's')) <= LONGEST;
    this.folder = mkdtempSync(join(isShort ? tmpdir() : '/tmp', `${name}-`));
    process.once('exit', this.removeFolder);
    return join(this.folder, 's');
  }
}
