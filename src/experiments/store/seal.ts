/**
 * Seals distinguish files that this user wrote here from those that came with a folder. A seal is a keyed digest
 * (HMAC-SHA-256, RFC 2104) over a file's contents and its path. A file that was copied here, or changed since, has no
 * valid seal.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { userKey } from './userState.js';

/** Sealed data. */
export interface Sealed {
  /** Kind of the data: the seal of one kind is invalid for another. */
  readonly kind: string;
  /** The folder it belongs to; the seal fits there only. */
  readonly folder: string;
  /** Everything that must not be changed, its name within the folder included. */
  readonly parts: readonly string[];
}

/** @returns 64 hexadecimal digits; undefined where this user's key cannot be kept or the folder is gone */
export function sealOf({ kind, folder, parts }: Sealed): string | undefined {
  const key = userKey();
  const place = placeOf(folder);
  if (key === undefined || place === undefined) return undefined;
  return createHmac('sha256', key)
    .update(JSON.stringify([kind, place, ...parts]))
    .digest('hex');
}

/** Whether this user made the seal, for just this and just here. */
export function fits(seal: string, sealed: Sealed): boolean {
  const own = Buffer.from(sealOf(sealed) ?? '');
  const given = Buffer.from(seal);
  return own.length > 0 && own.length === given.length && timingSafeEqual(own, given);
}

function placeOf(folder: string): string | undefined {
  try {
    return realpathSync(folder);
  } catch {
    return undefined; // deleted meanwhile
  }
}
