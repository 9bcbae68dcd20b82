/** Units as they are written behind a number, with what one of them is in the unit that all is counted in. */
export const UNIT_WORDS: ReadonlyMap<string, { readonly unit: string; readonly factor: number }> = new Map(
  Object.entries({
    s: ['s', 1],
    ms: ['s', 1e-3],
    us: ['s', 1e-6],
    µs: ['s', 1e-6],
    ns: ['s', 1e-9],
    B: ['B', 1],
    KB: ['B', 1000],
    kB: ['B', 1000],
    MB: ['B', 1e6],
    GB: ['B', 1e9],
    KiB: ['B', 1024],
    MiB: ['B', 1024 ** 2],
    GiB: ['B', 1024 ** 3],
    cycle: ['cycle', 1],
    cycles: ['cycle', 1],
    flop: ['flop', 1],
    Gflop: ['flop', 1e9],
    loc: ['loc', 1],
    '%': ['', 0.01],
  } as const).map(([word, [unit, factor]]) => [word, { unit, factor }]),
);
