/** Experiments that a workflow made on its way to something else: lists leave them out unless they are asked for. */

/** The tag that marks them. */
export const ADAPTATION = 'adaptation';

/** @returns whether it is a run of an adaptation, and no baseline that a person made of one */
export function isInternal({
  tags,
  baseline,
}: {
  readonly tags: readonly string[];
  readonly baseline: boolean;
}): boolean {
  return tags.includes(ADAPTATION) && !baseline;
}
