/**
 * Guards the workbench on a loopback port and admits only clients with the token of the printed address. A workbench is
 * a shell of its user, and other users may be on the same machine. The server behind listens on a Unix socket that only
 * its owner can open.
 */
import { randomBytes, timingSafeEqual } from 'node:crypto';
import { createServer, request } from 'node:http';
import { connect } from 'node:net';

/**
 * @param {{ socket: string, port: number }} options port 0 takes a free one
 * @returns {Promise<{ origin: string, token: string, close: () => void }>}
 */
export async function openGate({ socket, port }) {
  const token = randomBytes(16).toString('hex');
  const server = createServer((incoming, response) => {
    if (admit(incoming, response, token)) forward(incoming, response, socket);
  });
  server.on('upgrade', (incoming, client, head) => {
    if (!hasCookie(incoming, token)) {
      client.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\n\r\n');
      return;
    }
    upgrade(incoming, client, head, socket);
  });
  await listen(server, port);
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the gate has no port');
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return { origin: `http://127.0.0.1:${address.port}`, token, close };
}

/**
 * The wanted port, or any free one where it is taken.
 * @param {import('node:http').Server} server
 * @param {number} port
 * @returns {Promise<void>}
 */
function listen(server, port) {
  return new Promise((resolve, reject) => {
    server.once('error', (error) => {
      if ('code' in error && error.code === 'EADDRINUSE' && port !== 0) resolve(listen(server, 0));
      else reject(error);
    });
    server.listen(port, '127.0.0.1', resolve);
  });
}

/** @param {import('node:http').IncomingMessage} incoming */
function cookieName(incoming) {
  // Cookies do not know ports: two workbenches on one machine must not overwrite each other's.
  return `trimtab-${incoming.socket.localPort}`;
}

/**
 * @param {import('node:http').IncomingMessage} incoming
 * @param {string} token
 */
function hasCookie(incoming, token) {
  const wanted = cookieName(incoming);
  return (incoming.headers.cookie ?? '').split(';').some((part) => {
    const [name, value = ''] = part.trim().split('=');
    return name === wanted && same(value, token);
  });
}

/**
 * @param {string} given
 * @param {string} token
 */
function same(given, token) {
  const [a, b] = [Buffer.from(given), Buffer.from(token)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/**
 * A request with the token in its address gets the cookie and the same address without the token.
 * @param {import('node:http').IncomingMessage} incoming
 * @param {import('node:http').ServerResponse} response
 * @param {string} token
 */
function admit(incoming, response, token) {
  if (hasCookie(incoming, token)) return true;
  const url = new URL(incoming.url ?? '/', 'http://127.0.0.1');
  if (!same(url.searchParams.get('token') ?? '', token)) {
    response.writeHead(403, { 'content-type': 'text/plain; charset=utf-8' });
    response.end('Open the address that npm start printed: it carries the token that lets you in.\n');
    return false;
  }
  url.searchParams.delete('token');
  response.writeHead(303, {
    'set-cookie': `${cookieName(incoming)}=${token}; HttpOnly; SameSite=Lax; Path=/`,
    location: `${url.pathname}${url.search}`,
  });
  response.end();
  return false;
}

/**
 * @param {import('node:http').IncomingMessage} incoming
 * @param {import('node:http').ServerResponse} response
 * @param {string} socketPath
 */
function forward(incoming, response, socketPath) {
  const { method, url, headers } = incoming;
  const outgoing = request({ socketPath, method, path: url, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
  });
  outgoing.on('error', (error) => {
    if (!response.headersSent) response.writeHead(502, { 'content-type': 'text/plain; charset=utf-8' });
    response.end(`The workbench does not answer: ${error.message}\n`);
  });
  incoming.pipe(outgoing);
}

/**
 * Passes a WebSocket through as bytes.
 * @param {import('node:http').IncomingMessage} incoming
 * @param {import('node:stream').Duplex} client
 * @param {Buffer} head
 * @param {string} socketPath
 */
function upgrade(incoming, client, head, socketPath) {
  const server = connect(socketPath, () => {
    const lines = [`${incoming.method} ${incoming.url} HTTP/1.1`];
    for (let i = 0; i < incoming.rawHeaders.length; i += 2) {
      lines.push(`${incoming.rawHeaders[i]}: ${incoming.rawHeaders[i + 1]}`);
    }
    server.write(`${lines.join('\r\n')}\r\n\r\n`);
    server.write(head);
    server.pipe(client).pipe(server);
  });
  server.on('error', () => client.destroy());
  client.on('error', () => server.destroy());
}
