/** The kinds of targets. A new one is a separate folder and a line here. */
import type { TargetKind } from './kind.js';
import { local } from './local/kind.js';
import { slurm } from './slurm/kind.js';
import { ssh } from './ssh/kind.js';

/** In the order in which they are shown. */
export const kinds: readonly TargetKind[] = [local, ssh, slurm];

/** Schedulers that may be on this machine. */
export const schedulersHere = kinds.flatMap(({ here }) => (here === undefined ? [] : [here]));

/** The kind of a target that was described. @throws Error for what no list of kinds has made */
export function kindOf({ kind }: { readonly kind: string }): TargetKind {
  const found = kinds.find(({ name }) => name === kind);
  if (found === undefined) throw new Error(`There is no kind of target "${kind}".`);
  return found;
}
