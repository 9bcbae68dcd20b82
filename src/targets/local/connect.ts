/** Streams to what programs on this machine listen at. */
import { present } from '../../base/present.js';
import { closeSync, constants, openSync } from 'node:fs';
import { connect, type NetConnectOpts } from 'node:net';
import { hostname } from 'node:os';
import { basename, dirname } from 'node:path';
import type { Duplex } from 'node:stream';
import { errorCode } from '../../base/files/index.js';
import { CancelledError, TrimtabError } from '../../base/problem.js';
import type { Listener } from '../target.js';

/** Bytes that the path of a socket may have on every system. */
const LONGEST = 103;

/** @throws TrimtabError if no program listens */
export function connectHere(to: Listener, signal?: AbortSignal): Promise<Duplex> {
  if (to.kind === 'port' && to.node !== hostname())
    return Promise.reject(new TrimtabError(`The port ${to.port} is one of ${to.node}, which is another machine.`));
  const what = to.kind === 'port' ? `the port ${to.port}` : to.path;
  return withPlace(to, (place) => connected(place, what, signal));
}

/** Calls with where to connect to. A path that is too long for a socket is reached by its open folder, as on Linux. */
async function withPlace<T>(to: Listener, use: (place: NetConnectOpts) => Promise<T>): Promise<T> {
  if (to.kind === 'port') return use({ host: '127.0.0.1', port: to.port });
  if (Buffer.byteLength(to.path) <= LONGEST) return use({ path: to.path });
  const folder = openFolder(dirname(to.path));
  try {
    return await use({ path: `/proc/self/fd/${folder}/${basename(to.path)}` });
  } finally {
    closeSync(folder);
  }
}

function openFolder(path: string): number {
  try {
    return openSync(path, constants.O_RDONLY | constants.O_DIRECTORY);
  } catch (error) {
    throw new TrimtabError(`The folder ${path} cannot be opened (${errorCode(error) ?? String(error)}).`, {
      cause: error,
    });
  }
}

/** @param what for the sentence */
export function connected(place: NetConnectOpts, what: string, signal?: AbortSignal): Promise<Duplex> {
  return new Promise((resolve, reject) => {
    const socket = connect({ ...place, ...present({ signal }) });
    const fail = (error: Error): void => {
      const reason = errorCode(error) ?? error.message;
      reject(
        signal?.aborted === true
          ? new CancelledError()
          : new TrimtabError(`No program listens at ${what} (${reason}).`, { cause: error }),
      );
    };
    socket.once('error', fail);
    socket.once('connect', () => {
      socket.off('error', fail);
      resolve(socket);
    });
  });
}
