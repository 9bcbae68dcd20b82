/**
 * Of a call that acquires the lock of a window: `ENTER of the call that releases it - own ENTER`, in seconds; 0 or less
 * where it does not wait. A lock that is released after the call returned was not waited for.
 */
export function windowLockWait(release: number, enter: number, leave: number): number {
  return release <= leave ? release - enter : 0;
}
