import { TrimtabError } from '../../base/problem.js';
import type { Profile } from '../../model/profile.js';
import { TooLarge } from '../profile/index.js';
import type { Measurement } from '../format.js';
import { Damaged } from './damage.js';

/**
 * Opens a file as a profile.
 * @param read returns undefined if the file is empty
 * @param empty message in that case
 * @throws TrimtabError also if it is damaged, or exceeds a limit
 */
export function openStacks(path: string, empty: string, read: () => Profile | undefined): Measurement {
  try {
    const profile = read();
    if (profile === undefined) throw new TrimtabError(empty);
    return { kind: 'profile', definitions: profile.definitions, profile };
  } catch (cause) {
    if (cause instanceof Damaged) throw new TrimtabError(`${path} ${cause.message}.`, { cause });
    if (cause instanceof TooLarge) throw new TrimtabError(`${path} ${cause.reason}.`, { cause });
    throw cause;
  }
}
