/** Parts of a changed row that the list and the tree share. */
import { absoluteText } from '../../base/changeText.js';
import type { ChangeRow } from '../../protocol/pages/compare.js';

/** `−1.20 s`. */
export function lostOrWon(seconds: number): string {
  return absoluteText({ absolute: seconds }, 'seconds');
}

/** The class of a change: gray without a verdict. */
export function sideOf({ absolute, isShown }: Pick<ChangeRow, 'absolute' | 'isShown'>): 'quiet' | 'worse' | 'better' {
  if (!isShown || absolute === 0) return 'quiet';
  return absolute > 0 ? 'worse' : 'better';
}

/** A bar from the middle: saved time to the left, lost to the right. */
export function ChangeBar({
  change,
  largest,
}: {
  readonly change: Pick<ChangeRow, 'absolute' | 'isShown'>;
  readonly largest: number;
}) {
  return (
    <svg width="80" height="10" class={sideOf(change)} aria-hidden="true">
      <rect class="fill" y="1" height="8" {...extent(change.absolute, largest)} />
      <line x1="40" x2="40" y1="0" y2="10" />
    </svg>
  );
}

function extent(absolute: number, largest: number): { readonly x: number; readonly width: number } {
  const share = largest === 0 ? 0 : Math.min(1, Math.abs(absolute) / largest);
  const width = share === 0 ? 0 : Math.max(1, share * 39);
  return { x: absolute < 0 ? 40 - width : 40, width };
}

/** That a call path or line occurs in one of the groups only. */
export function PresenceTag({ presence }: Pick<ChangeRow, 'presence'>) {
  return presence === 'new' || presence === 'gone' ? <span class="tag">{presence}</span> : null;
}
