/**
 * Returns the view that the probe writes for 64 ranks, of which rank 17 computes twice as long as the others, who wait
 * for it.
 */
export function manyRanks(): string {
  const ranks = Array.from({ length: 64 }, (_, rank) => {
    const mpi = rank === 17 ? 1 : 5 + rank / 100;
    return [
      `rank ${rank} iteration ${1000 + (rank % 2)}`,
      `rank ${rank} process profile 10.5 4096 1 0.5000 0`,
      `rank ${rank} selection 600 ab`,
      `rank ${rank} times ${mpi * 1e9} 10000000000`,
    ].join('\n');
  });
  const functions = Array.from({ length: 600 }, (_, i) => `function on 0 f${String(i).padStart(3, '0')}`);
  const sums = [
    'sum 64000 325000000000 f100',
    'most 17 10000000000 f100',
    'sum 64 640000000 f200',
    'most 3 10000000 f200',
  ];
  return ['run 64 flat', 'phase step', ...ranks, ...functions, ...sums, ''].join('\n');
}
