import type { Definitions } from '../../model/definitions.js';
import type { ThreadPool } from '../../model/findings/threadPools.js';

const LINE = /^(?<threads>[1-9]\d*) pool of (?<name>[^\t]+)\t(?<file>[^\t]*)\t(?<line>\d+)$/;

/** Pools of threads from Trimtab's probe (src/probe/finish/otf2/pools.c), those with most threads first. */
export function threadPoolsOf({ properties }: Pick<Definitions, 'properties'>): ThreadPool[] {
  return (properties.get('TRIMTAB::THREAD_POOLS') ?? '').split('\n').flatMap(poolIn);
}

/** @param text `THREADS pool of NAME`, then file and line behind tabs; empty and 0 if they are unknown */
function poolIn(text: string): ThreadPool[] {
  const { threads = '', name = '', file = '', line = '' } = LINE.exec(text)?.groups ?? {};
  if (name === '') return [];
  const pool = { name, threads: Number(threads) };
  return [file === '' || Number(line) < 1 ? pool : { ...pool, place: { file, line: Number(line) } }];
}
