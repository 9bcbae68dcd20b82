/** Iterations of a progress loop that are recorded, as people write them. */

/** Whether a text is a list of rising iterations and ranges of them, as the probe reads it. */
export function areIterations(text: string): boolean {
  let last = 0;
  const parts = text.split(',');
  return (
    parts.length <= 64 &&
    parts.every((part) => {
      const [, from, to = from] = /^(\d{1,15})(?:-(\d{1,15}))?$/.exec(part) ?? [];
      const rises = from !== undefined && Number(from) > last && Number(to) >= Number(from);
      last = Number(to) + 1;
      return rises;
    })
  );
}
