/** Small archives and profiles whose reading or analysis could take memory and time out of all proportion. */
import { deflateSync, gzipSync } from 'node:zlib';
import { tarEnd, tarHeader, tarPadding } from '../../src/base/tar/header.js';
import { type Bytes, chunked, NONE_32, pieces, writeArchive } from '../formats/otf2/otf2Writer.js';
import { clock, communicator, group, location, region, string } from '../formats/otf2/sampleArchive.js';

type Write = (bytes: Bytes) => void;

const CHUNK = 16 << 20;
const COMM_LOCATIONS = 4;
const COMM_GROUP = 5;

function archiveOf(definitions: readonly Write[], locations: number): string {
  const all = [clock, string(0, 'a'), region(0, 0), ...definitions];
  return writeArchive({
    order: 'little',
    chunkSize: CHUNK,
    definitions: chunked(
      'little',
      CHUNK,
      all.flatMap((write) => pieces('little', write)),
    ),
    locations: Array.from({ length: locations }, (_, id) => ({ id })),
  });
}

const systemNode = (id: number, parent: number): Write => {
  return (b) => b.record(12, (r) => r.uint32(id, 0, 0, parent));
};
const process = (id: number, node: number): Write => {
  return (b) => b.record(13, (r) => r.uint32(id, 0).uint8(1).uint32(node, NONE_32));
};
const many = (count: number, write: (index: number) => Write): Write[] =>
  Array.from({ length: count }, (_, i) => write(i));

/** A system tree that is one chain. */
export function deepSystemTree(depth: number): string {
  const nodes = many(depth, (i) => systemNode(i, i === 0 ? NONE_32 : i - 1));
  return archiveOf([...nodes, process(0, depth - 1), location(0, 0, 0, 0)], 1);
}

/** Many threads in one process. */
export function crowdedProcess(threads: number): string {
  const locations = many(threads, (i) => location(i, 0, 0, 0));
  return archiveOf([systemNode(0, NONE_32), process(0, 0), ...locations], threads);
}

/** Many communicators, all of one group of many processes. */
export function manyCommunicators(communicators: number, ranks: number): string {
  const members = Array.from({ length: ranks }, (_, i) => i);
  return archiveOf(
    [
      systemNode(0, NONE_32),
      ...many(ranks, (i) => process(i, 0)),
      ...many(ranks, (i) => location(i, 0, 0, i)),
      group(0, COMM_LOCATIONS, members),
      group(1, COMM_GROUP, members),
      ...many(communicators, (i) => communicator(i, 0, 1)),
    ],
    ranks,
  );
}

function tarOf(members: Readonly<Record<string, Uint8Array>>): Buffer {
  const parts = Object.entries(members).flatMap(([name, bytes]) => [
    tarHeader(name, bytes.length),
    bytes,
    tarPadding(bytes.length),
  ]);
  return Buffer.concat([...parts, tarEnd()]);
}

export interface CubeShape {
  readonly metrics: number;
  readonly callPaths: number;
  readonly locations: number;
}

function anchorOf({ metrics, callPaths, locations }: CubeShape): string {
  const list = (count: number, text: (index: number) => string): string =>
    Array.from({ length: count }, (_, i) => text(i)).join('');
  return `<cube version="4.4"><metrics>${list(
    metrics,
    (i) => `<metric id="${i}"><uniq_name>m${i}</uniq_name><dtype>INT8</dtype><uom>occ</uom></metric>`,
  )}</metrics><program><region id="0" mod="" begin="-1" end="-1"><name>f</name></region>${list(
    callPaths,
    (i) => `<cnode id="${i}" calleeId="0"></cnode>`,
  )}</program><system><systemtreenode Id="0"><name>m</name><class>machine</class><locationgroup Id="0"><rank>0</rank>${list(
    locations,
    (i) => `<location Id="${i}"><rank>${i}</rank></location>`,
  )}</locationgroup></systemtreenode></system></cube>`;
}

/** A profile whose rows are all unpacked from the same few bytes. */
export function repeatedRows(shape: CubeShape): Buffer {
  const packed = deflateSync(Buffer.alloc(shape.locations, 1), { level: 9 });
  const index = Buffer.concat([Buffer.from('CUBEX.INDEX'), Buffer.from([1, 0, 0, 0, 0, 0, 3])]);
  const head = Buffer.alloc(8 + shape.callPaths * 24);
  head.writeBigUInt64LE(BigInt(shape.callPaths), 0);
  for (let row = 0; row < shape.callPaths; row++) {
    head.writeBigUInt64LE(BigInt(row * shape.locations), 8 + row * 24);
    head.writeBigUInt64LE(0n, 16 + row * 24);
    head.writeBigUInt64LE(BigInt(packed.length), 24 + row * 24);
  }
  const content = Buffer.concat([Buffer.from('ZCUBEX.DATA'), head, packed]);
  const members: Record<string, Uint8Array> = { 'anchor.xml': gzipSync(anchorOf(shape), { level: 9 }) };
  for (let metric = 0; metric < shape.metrics; metric++) {
    members[`${metric}.index`] = index;
    members[`${metric}.data`] = content;
  }
  return tarOf(members);
}

/** Returns a long profile without content: so many elements, of which a small file has many. */
export function longAnchor(element: string, count: number): Buffer {
  const [head = '', tail = ''] = anchorOf({ metrics: 0, callPaths: 0, locations: 0 }).split('</cube>');
  const many = 100_000;
  // A text packed in several parts is one text.
  const parts = Array<Buffer>(Math.ceil(count / many)).fill(gzipSync(element.repeat(many)));
  return tarOf({ 'anchor.xml': Buffer.concat([gzipSync(head), ...parts, gzipSync(`</cube>${tail}`)]) });
}
