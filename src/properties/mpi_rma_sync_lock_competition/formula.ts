/**
 * For a call that acquires the lock of a window: `ENTER of the call that releases it - own ENTER`, in seconds; 0 or less if
 * it does not wait. A call that returned before the release did not wait for it.
 */
export function windowLockWait(release: number, enter: number, leave: number): number {
  return release <= leave ? release - enter : 0;
}
