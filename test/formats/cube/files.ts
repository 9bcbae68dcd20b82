/** CUBE files made by hand, as other writers make them. */
import { readCube } from '../../../src/formats/cube/index.js';
import { tarHeader, tarPadding } from '../../../src/base/tar/header.js';

export type Files = Readonly<Record<string, Uint8Array | string>>;

export function cube(files: Files): Buffer {
  return Buffer.concat(
    Object.entries(files).flatMap(([name, content]) => {
      const bytes = Buffer.from(content);
      return [tarHeader(name, bytes.length), bytes, tarPadding(bytes.length)];
    }),
  );
}

/** main calls f and g, f calls h; two threads. */
export function anchor(metrics: string, version = '4.4'): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<cube version="${version}"><attr key="k" value="a &amp; b"/>
<metrics>${metrics}</metrics>
<program>${['main', 'f', 'g', 'h'].map((name, id) => `<region id="${id + 5}" mod="" begin="-1" end="-1"><name>${name}</name></region>`).join('')}
<cnode id="7" calleeId="5"><cnode id="2" calleeId="6"><parameter partype="numeric" parkey="n" parvalue="2.5"/><cnode id="9" calleeId="8"></cnode></cnode><cnode id="3" calleeId="7"></cnode></cnode></program>
<system><machine Id="0"><name>m</name><node Id="0"><name>n</name><process Id="0"><name>p</name><rank>3</rank>
<thread Id="1"><name>second</name><rank>1</rank></thread><thread Id="0"><name>first</name><rank>0</rank></thread></process></node></machine></system></cube>`;
}

export function metric(id: number, type: string, dtype: string, unit = 'sec', children = ''): string {
  return `<metric id="${id}" type="${type}"><disp_name>M${id}</disp_name><uniq_name>m${id}</uniq_name><dtype>${dtype}</dtype><uom>${unit}</uom>${children}</metric>`;
}

export function index(rows: readonly number[] | undefined, little = true): Buffer {
  const bytes = Buffer.alloc(18 + (rows === undefined ? 0 : 4 + 4 * rows.length));
  bytes.write('CUBEX.INDEX');
  const word = (at: number, value: number) =>
    little ? bytes.writeUInt32LE(value, at) : bytes.writeUInt32BE(value, at);
  word(11, 1);
  bytes[17] = rows === undefined ? 3 : 1;
  if (rows !== undefined) [rows.length, ...rows].forEach((value, i) => word(18 + 4 * i, value));
  return bytes;
}

export function doubles(values: readonly number[], little = true): Buffer {
  const bytes = Buffer.alloc(values.length * 8);
  values.forEach((value, i) => (little ? bytes.writeDoubleLE(value, i * 8) : bytes.writeDoubleBE(value, i * 8)));
  return bytes;
}

export const data = (bytes: Uint8Array) => Buffer.concat([Buffer.from('CUBEX.DATA'), bytes]);
export const one = (type: string, dtype: string, files: Files) =>
  readCube(cube({ 'anchor.xml': anchor(metric(0, type, dtype)), ...files }), 'x.cubex');

/** A file with metrics of all kinds: derived ones, and values that are no single numbers. */
export function oddCube(): Buffer {
  const types = ['TAU_ATOMIC', 'RATE', 'NDOUBLES(2)', 'HISTOGRAM(2)', 'SCALE_FUNC', 'MAXDOUBLE', 'UINT64'];
  const widths = [36, 16, 16, 32, 848, 8, 8];
  const formulas = [
    'metric::m6(i) / (metric::m2() + 1)',
    '{ ${a} = metric::m6(); if (${a} == 2) { ${a} = 3; }; return ${a}; }',
  ];
  const kinds = ['PREDERIVED_EXCLUSIVE', 'PREDERIVED_INCLUSIVE'];
  const stored = types.map((type, id) => metric(id, 'EXCLUSIVE', type, 'occ'));
  const derived = formulas.map((text, i) =>
    metric(types.length + i, kinds[i] ?? '', 'DOUBLE', '', `<cubepl>${text}</cubepl>`),
  );
  const files: Record<string, Uint8Array | string> = { 'anchor.xml': anchor([...stored, ...derived].join('')) };
  for (const [id, width] of widths.entries()) {
    files[`${id}.index`] = index(id % 2 === 0 ? [0, 2] : undefined);
    files[`${id}.data`] = data(Buffer.alloc((id % 2 === 0 ? 4 : 8) * width, 1));
  }
  return cube(files);
}
