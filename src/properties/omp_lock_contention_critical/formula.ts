/**
 * Lock Competition (Wolf 2003, example 3.6): `min(release by the previous owner, own acquisition) - ENTER of the acquiring
 * region`, in seconds; 0 or less if it does not wait.
 */
export function lockWait(release: number, enter: number, acquire: number): number {
  return Math.min(release, acquire) - enter;
}
