/** Names of the measurement systems that can take the place of the probe, as they are written in trimtab.yaml. */
export const SYSTEMS = ['score-p', 'tau', 'ompp', 'eztrace', 'hpctoolkit', 'caliper'] as const;
export type SystemName = (typeof SYSTEMS)[number];
