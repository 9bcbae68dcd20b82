/** Names of the strategies that adapt what is measured. */

/**
 * Strategies: `tor` and `por` exclude functions that cost too much, `rules` those selected by rules of tau_reduce.
 * `agor` measures only the functions that the analysis requests. `nothing` measures only the start of the program, for
 * an almost uninstrumented run next to the others.
 */
const ADAPTATIONS = ['tor', 'por', 'agor', 'rules', 'nothing'] as const;
export type Adaptation = (typeof ADAPTATIONS)[number];

/** The strategy that a text names, with the file of its rules. @returns undefined for what names none */
export function strategyIn(name: string): { readonly by: Adaptation; readonly file?: string } | undefined {
  if (name.startsWith('rules:') && name.length > 6) return { by: 'rules', file: name.slice(6) };
  const by = ADAPTATIONS.find((known) => known === name);
  return by === undefined ? undefined : { by };
}
