/** A disk that is full for what this process writes. */
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

/** The calls that need space, for data or for an entry of a folder. */
const NAMES = [
  'writeSync',
  'writeFileSync',
  'openSync',
  'mkdirSync',
  'renameSync',
  'copyFileSync',
  'fsyncSync',
] as const;

/** A call that needs space. */
export type WriteCall = (typeof NAMES)[number];

function needsSpace(name: WriteCall, args: readonly unknown[]): boolean {
  if (name !== 'openSync') return true;
  const [, flags] = args;
  if (typeof flags === 'number') return (flags & fs.constants.O_CREAT) !== 0;
  return typeof flags === 'string' && /^[wa]/.test(flags);
}

/**
 * Does something while those calls fail as on a full disk for which `fails` returns true.
 * @param fails gets the call and its arguments
 */
export async function onFullDisk<T>(
  fails: (call: WriteCall, args: readonly unknown[]) => boolean,
  work: () => T,
): Promise<Awaited<T>> {
  const originals = NAMES.map((name) => [name, fs[name]] as const);
  for (const [name, original] of originals) {
    Reflect.set(fs, name, (...args: unknown[]): unknown => {
      if (needsSpace(name, args) && fails(name, args))
        throw Object.assign(new Error(`ENOSPC: no space left on device, ${name}`), { code: 'ENOSPC' });
      const result: unknown = Reflect.apply(original, fs, args);
      return result;
    });
  }
  syncBuiltinESMExports();
  try {
    return await work();
  } finally {
    for (const [name, original] of originals) Reflect.set(fs, name, original);
    syncBuiltinESMExports();
  }
}
