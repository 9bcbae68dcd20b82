/** Small files of timemory in its two forms. */
const entry = (laps: number, value: number): object => ({
  laps,
  value: value * 1e9,
  accum: value * 1e9,
  repr_data: value,
});

const row = (prefix: string, depth: number, laps: number, value: number, more: object = {}): object => ({
  ...{ hash: 7, prefix, depth, entry: entry(laps, value), stats: { sum: value, count: laps }, rolling_hash: 9 },
  ...more,
});

const node = (
  prefix: string,
  tid: number[],
  laps: number,
  value: number,
  children: object[] = [],
  more = {},
): object => ({
  node: {
    ...{ hash: 13_488_863, prefix, tid, pid: [1], depth: 1, is_dummy: false },
    inclusive: { entry: entry(laps, value) },
    ...more,
  },
  children,
});

const WALL = {
  ...{ type: 'wall', description: 'Real-clock timer', unit_value: 1, unit_repr: 'sec', mpi_size: 2, thread_count: 2 },
};

export const TIMEMORY = {
  timemory: {
    wall_clock: {
      ...WALL,
      ranks: [
        {
          ...{ rank: 0, graph_size: 4 },
          graph: [
            row('|0>>> main', 0, 1, 10),
            row('|0>>> |_ebb [tide.cpp:12]', 1, 3, 6),
            row('|1>>>   |_worker', 2, 1, 5),
            row('|0>>>   |_MPI_Send', 2, 4, 1),
            row('|0>>> |_flow', 1, 1, 2),
          ],
        },
        { rank: 1, graph: [row('|0>>> main', 0, 1, 8)] },
      ],
    },
    'tim::component::papi_tot_ins': {
      unit_repr: '',
      mpi_size: 2,
      ranks: [{ rank: 0, graph: [row('>>> main', 0, 1, 500)] }],
    },
    peak_rss: { unit_repr: 'MB', ranks: [{ rank: 0, graph: [row('>>> main', 0, 1, 3)] }] },
  },
};

export const TIMEMORY_TREE = {
  timemory: {
    CPU_CLOCK: {
      ...{ type: 'cpu', unit_repr: 'msec', mpi_size: 1 },
      graph: [
        [
          node(
            'unknown-hash=0',
            [0],
            0,
            0,
            [
              node('run/example.py:26', [0], 1, 100, [
                node('fib/example.py:10', [0], 2, 60, [node('fib/example.py:10', [0], 4, 50)]),
              ]),
              node('loop@tide.cpp:118/inner-0', [1, 2], 3, 40),
            ],
            { hash: 0 },
          ),
        ],
      ],
    },
  },
};
