/** Name of the configuration file. */
export const CONFIGURATION = 'trimtab.yaml';
