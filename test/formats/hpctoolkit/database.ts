/** Databases of HPCToolkit as its doc/FORMATS.md describes them, version 4.0, for tests. */

export interface TestContext {
  readonly id: number;
  /** Function, loop, line or instruction. */
  readonly type: 0 | 1 | 2 | 3;
  readonly called?: boolean;
  readonly name?: string;
  readonly file?: string;
  readonly line?: number;
  readonly children?: readonly TestContext[];
}

/** Bytes that are put one after another; pointers refer to bytes that already exist. */
class Layout {
  private bytes: Buffer = Buffer.alloc(0);

  /** @returns its position, at a multiple of 8 */
  put(piece: Buffer): number {
    const at = Math.ceil(this.bytes.length / 8) * 8;
    this.bytes = Buffer.concat([this.bytes, Buffer.alloc(at - this.bytes.length), piece]);
    return at;
  }

  text(text: string): number {
    return this.put(Buffer.from(`${text}\0`));
  }

  result(head: Buffer): Buffer {
    head.copy(this.bytes);
    return this.bytes;
  }
}

/** Numbers by their place and width: [place, bytes, value]. */
function fields(
  size: number,
  ...list: readonly (readonly [at: number, width: 1 | 2 | 4 | 8, value: number])[]
): Buffer {
  const bytes = Buffer.alloc(size);
  for (const [at, width, value] of list) {
    if (width === 8) bytes.writeBigUInt64LE(BigInt(value), at);
    else bytes.writeUIntLE(value, at, width);
  }
  return bytes;
}

const header = (format: string, size: number): Buffer => {
  const bytes = Buffer.alloc(size);
  bytes.write(`HPCTOOLKIT${format}`, 'latin1');
  bytes.writeUInt8(4, 14);
  return bytes;
};

const KINDS = ['SUMMARY', 'NODE', 'RANK', 'THREAD'];

/** `meta.db` with entry point 1 and one metric, whose values with all below have number 3 and those alone number 0. */
export function metaOf(metric: string, roots: readonly TestContext[]): Buffer {
  const layout = new Layout();
  layout.put(Buffer.alloc(0x90));
  const general = layout.put(fields(0x10, [0, 8, layout.text('test')]));
  const names = layout.put(Buffer.concat(KINDS.map((kind) => fields(8, [0, 8, layout.text(kind)]))));
  const kinds = layout.put(fields(0x10, [0, 8, names], [8, 1, KINDS.length]));
  const scope = (name: string, type: number): number =>
    layout.put(fields(0x10, [0, 8, layout.text(name)], [8, 1, type]));
  const scopes = layout.put(
    Buffer.concat([
      fields(0x10, [0, 8, scope('point', 1)], [8, 2, 0]),
      fields(0x10, [0, 8, scope('execution', 2)], [8, 2, 3]),
    ]),
  );
  const described = layout.put(fields(0x20, [0, 8, layout.text(metric)], [8, 8, scopes], [0x18, 2, 2]));
  const metrics = layout.put(fields(0x20, [0, 8, described], [8, 4, 1], [0x0c, 1, 0x20], [0x0d, 1, 0x10]));
  const file = (path = ''): number => (path === '' ? 0 : layout.put(fields(0x10, [8, 8, layout.text(path)])));
  const context = ({ id, type, called = false, name, file: path, line = 0, children = [] }: TestContext): Buffer => {
    const below = Buffer.concat(children.map(context));
    const at = below.length === 0 ? 0 : layout.put(below);
    const isFunction = type === 0;
    const defined = isFunction
      ? layout.put(fields(0x28, [0, 8, layout.text(name ?? '')], [0x18, 8, file(path)], [0x20, 4, line]))
      : 0;
    const flexible = isFunction ? fields(8, [0, 8, defined]) : fields(16, [0, 8, file(path)], [8, 4, line]);
    return Buffer.concat([
      fields(
        0x20,
        [0, 8, below.length],
        [8, 8, at],
        [0x10, 4, id],
        [0x14, 1, isFunction ? 1 : 2],
        [0x15, 1, called ? 1 : 0],
        [0x16, 1, type],
        [0x17, 1, flexible.length / 8],
      ),
      flexible,
    ]);
  };
  const children = Buffer.concat(roots.map(context));
  const entry = layout.put(
    fields(
      0x20,
      [0, 8, children.length],
      [8, 8, layout.put(children)],
      [0x10, 4, 1],
      [0x14, 2, 1],
      [0x18, 8, layout.text('main thread')],
    ),
  );
  const tree = layout.put(fields(0x10, [0, 8, entry], [8, 2, 1], [0x0a, 1, 0x20]));
  const head = header('meta', 0x90);
  [general, kinds, metrics, tree].forEach((at, section) => head.writeBigUInt64LE(BigInt(at), 0x18 + 0x10 * section));
  return layout.result(head);
}

export interface TestThread {
  readonly rank: number;
  readonly thread: number;
  /** By context: value with all below. */
  readonly values: ReadonlyMap<number, number>;
}

/** `profile.db` of such a database, with the summary that is always first. */
export function profileOf(threads: readonly TestThread[]): Buffer {
  const layout = new Layout();
  layout.put(Buffer.alloc(0x30));
  const block = (values: ReadonlyMap<number, number>): Buffer => {
    const sorted = [...values].sort(([a], [b]) => a - b);
    const pairs = sorted.map(([, value]) => {
      const bytes = fields(0x0a, [0, 2, 3]);
      bytes.writeDoubleLE(value, 2);
      return bytes;
    });
    const indices = sorted.map(([id], index) => fields(0x0c, [0, 4, id], [4, 8, index]));
    return fields(
      0x20,
      [0, 8, pairs.length],
      [8, 8, layout.put(Buffer.concat(pairs))],
      [0x10, 4, indices.length],
      [0x18, 8, layout.put(Buffer.concat(indices))],
    );
  };
  const tuple = ({ rank, thread }: TestThread): number =>
    layout.put(
      Buffer.concat([
        fields(8, [0, 2, 2]),
        fields(0x10, [0, 1, 2], [4, 4, rank]),
        fields(0x10, [0, 1, 3], [4, 4, thread]),
      ]),
    );
  const summary = Buffer.concat([block(new Map()), fields(0x10, [8, 4, 1])]);
  const profiles = threads.map((thread) => Buffer.concat([block(thread.values), fields(0x10, [0, 8, tuple(thread)])]));
  const list = layout.put(Buffer.concat([summary, ...profiles]));
  const info = layout.put(fields(0x10, [0, 8, list], [8, 4, profiles.length + 1], [0x0c, 1, 0x30]));
  const head = header('prof', 0x30);
  head.writeBigUInt64LE(BigInt(info), 0x18);
  return layout.result(head);
}

/** `main` calls `solve` in a loop, which calls MPI; the context of an instruction in it has no separate location. */
export const sampleMeta = (): Buffer =>
  metaOf('CPUTIME (sec)', [
    {
      id: 2,
      type: 0,
      called: true,
      name: 'main',
      file: '/w/a.c',
      line: 10,
      children: [
        {
          id: 3,
          type: 1,
          file: '/w/a.c',
          line: 12,
          children: [
            {
              id: 4,
              type: 2,
              file: '/w/a.c',
              line: 13,
              children: [
                {
                  id: 5,
                  type: 0,
                  called: true,
                  name: 'solve',
                  file: '/w/b.c',
                  line: 3,
                  children: [
                    {
                      id: 6,
                      type: 2,
                      file: '/w/b.c',
                      line: 5,
                      children: [
                        {
                          id: 7,
                          type: 0,
                          called: true,
                          name: 'MPI_Recv',
                          children: [{ id: 8, type: 0, called: true, name: 'progress' }],
                        },
                      ],
                    },
                  ],
                },
              ],
            },
          ],
        },
      ],
    },
  ]);

/** Two ranks; context 99 is not in the tree, as those of instructions are not. */
export const sampleValues = (): Buffer =>
  profileOf(
    [0, 1].map((rank) => ({
      rank,
      thread: 0,
      values: new Map([
        [0, 10],
        [1, 10],
        [2, 10],
        [3, 8],
        [4, 8],
        [5, 7],
        [6, 4],
        [7, 4],
        [8, 4],
        [99, 3],
      ]),
    })),
  );
