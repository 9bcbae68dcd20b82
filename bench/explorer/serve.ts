/**
 * Serves a page of an experiment as the extension does: the page's own bundle, with its questions checked, bounded and
 * answered by a real measurement worker. HTTP replaces VS Code's `postMessage`, with columns in bytes. Prints its
 * address; also answers `/memory`, `/worst` and `/matrix`.
 */
import { createReadStream, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import process from 'node:process';
import { Measurements } from '../../src/engine/measurements/measurements.js';
import { ExperimentStore } from '../../src/experiments/index.js';
import { explorerAnswers } from '../../src/extension/explorer/explorerAnswers.js';
import { QuestionDesk } from '../../src/extension/pages/questions.js';
import { timelineAnswers } from '../../src/extension/timeline/timelineAnswers.js';
import { explorerPage } from '../../src/protocol/pages/explorer.js';
import type { AnswerMessage, QuestionMessage } from '../../src/protocol/pages/questions.js';
import { timelinePage } from '../../src/protocol/pages/timeline.js';
import type { Answer, Ask, QueryKind } from '../../src/protocol/queries/index.js';

const [folder = '', worker = '', bundles = '', harness = ''] = process.argv.slice(2);
const store = new ExperimentStore(folder);
const measurements = new Measurements({ workerPath: worker, readsOutside: () => true });
const engine = {
  query: <K extends QueryKind>(id: string, kind: K, ask: Ask<K>, signal?: AbortSignal): Promise<Answer<K>> =>
    measurements.query(store.get(id), kind, ask, signal),
};

/** Nothing is compared here. */
const noMatch = () => Promise.resolve({ nodes: [] });

/** Who waits for an answer, by the number of the question. */
const waiting = new Map<number, ServerResponse>();

/** Milliseconds of the answers to the page's tiles, without the way from and to the page; those since they were last taken. */
let tileTimes: number[] = [];
const answerTiles = timelineAnswers(engine);
const timed: typeof answerTiles = {
  ...answerTiles,
  tiles: async (ask, signal) => {
    const began = performance.now();
    const answered = await answerTiles.tiles(ask, signal);
    tileTimes.push(performance.now() - began);
    return answered;
  },
};
function takeTileTimes(): number[] {
  const taken = tileTimes;
  tileTimes = [];
  return taken;
}

const sentenceOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
const desks = {
  timeline: new QuestionDesk(timelinePage.questions, timed, answer, sentenceOf),
  explorer: new QuestionDesk(explorerPage.questions, explorerAnswers(engine, noMatch), answer, sentenceOf),
};

function answer(message: AnswerMessage): void {
  const response = waiting.get(message.number);
  waiting.delete(message.number);
  response?.end(bytesOf(message));
}

type Column = Float64Array | Int32Array | Uint32Array | Uint8Array;

/** Length of the head, the head as JSON, the columns, each at a multiple of eight. */
function bytesOf(message: AnswerMessage): Buffer {
  const columns = message.kind === 'answer' ? Object.entries(message.columns as Record<string, Column>) : [];
  const described = columns.map(([name, column]) => ({
    ...{ name, bytes: column.BYTES_PER_ELEMENT, isSigned: column instanceof Int32Array, length: column.length },
  }));
  const head = Buffer.from(JSON.stringify({ message: { ...message, columns: {} }, columns: described }));
  const prefix = Buffer.alloc(8);
  prefix.writeUInt32LE(head.length);
  const padded = (piece: Uint8Array): Uint8Array[] => [piece, new Uint8Array(-piece.length & 7)];
  const bytes = columns.flatMap(([, { buffer, byteOffset, byteLength }]) =>
    padded(new Uint8Array(buffer, byteOffset, byteLength)),
  );
  return Buffer.concat([prefix, ...padded(head), ...bytes]);
}

async function hear(page: keyof typeof desks, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  const message = JSON.parse(Buffer.concat(pieces).toString()) as QuestionMessage;
  if (message.kind === 'ask') {
    const { number } = message;
    waiting.set(number, response);
    // The page drops a question by ending its request.
    response.on('close', () => {
      if (response.writableEnded) return;
      waiting.delete(number);
      desks[page].hear({ kind: 'drop', number });
    });
  } else {
    // Dropped questions are not answered.
    waiting.get(message.number)?.end();
    waiting.delete(message.number);
    response.end();
  }
  desks[page].hear(message);
}

/** Milliseconds of each of the longest waits, asked for one after the other. */
async function worst(id: string): Promise<number[]> {
  const { columns } = await engine.query(id, 'timeline', {});
  const some = [...columns.location].filter((_, row) => row % 7 === 3);
  const asks: Ask<'worst'>[] = [
    ...[0, 1, 10, 100, 1999].map((after) => ({ after })),
    ...[0, 10].map((after) => ({ after, locations: some })),
    ...[0, 10].map((after) => ({ after, property: 'mpi_latesender' })),
    ...[0, 10].map((after) => ({ after, window: { from: 0.3, to: 0.6 } })),
  ];
  const times: number[] = [];
  for (const ask of asks) {
    const began = performance.now();
    await engine.query(id, 'worst', ask);
    times.push(performance.now() - began);
  }
  return times;
}

/** Milliseconds of who sends to whom: when it is first asked, again, and of three windows of time. */
async function matrix(id: string): Promise<number[]> {
  const { head } = await engine.query(id, 'timeline', {});
  const windows = [0.1, 0.4, 0.9].map((share) => ({ from: 0.3 * share * head.span, to: share * head.span }));
  const asks: Ask<'matrix'>[] = [{}, {}, ...windows.map((window) => ({ window }))].map((part) => ({
    ...{ of: 'waiting', most: 512 },
    ...part,
  }));
  const times: number[] = [];
  for (const ask of asks) {
    const began = performance.now();
    await engine.query(id, 'matrix', ask);
    times.push(performance.now() - began);
  }
  return times;
}

/** Resident megabytes of this process, of which the measurement worker is a thread. */
const memory = (): number => Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]) / 1024;

const html = (page: string): string => `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8">
<link rel="stylesheet" href="/bundle/${page}.css"><style>html,body{height:100%;margin:0}</style></head>
<body class="vscode-light"><div id="page"></div><script src="/harness.js"></script><script src="/bundle/${page}.js"></script></body></html>`;

const server = createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://here');
  const [, what = '', name = ''] = pathname.split('/');
  const type = (kind: string): ServerResponse => response.setHeader('content-type', kind);
  if (what === 'page') {
    // As the extension does when a view opens: the measurement is opened while the page loads.
    if (name === 'timeline') void engine.query(searchParams.get('experiment') ?? '', 'timeline', {});
    type('text/html').end(html(name));
  } else if (what === 'harness.js') createReadStream(harness).pipe(type('text/javascript'));
  else if (what === 'bundle' && /^\w+\.(js|css)$/.test(name))
    createReadStream(join(bundles, name)).pipe(type(name.endsWith('js') ? 'text/javascript' : 'text/css'));
  else if (what === 'ask' && (name === 'timeline' || name === 'explorer')) void hear(name, request, response);
  else if (what === 'memory') response.end(JSON.stringify(memory()));
  else if (what === 'tiles') response.end(JSON.stringify(takeTileTimes()));
  else if (what === 'matrix') void matrix(name).then((times) => response.end(JSON.stringify(times)));
  else if (what === 'worst') void worst(name).then((times) => response.end(JSON.stringify(times)));
  else {
    response.statusCode = 404;
    response.end();
  }
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (typeof address === 'object' && address !== null) process.stdout.write(`http://127.0.0.1:${address.port}\n`);
});
