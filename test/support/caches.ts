import { homedir } from 'node:os';
import { join } from 'node:path';

/**
 * The probe's cache, by content. It is the default of `trimtab-cc`. Targets over ssh and Slurm, workbench, `npm start`
 * and tests thus build the probe only once for each compiler.
 */
export const probeCache =
  process.env.TRIMTAB_CACHE ?? join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'trimtab');

/**
 * Programs that tests build, by content too: they survive runs and serve all clones. They lie in the probe's cache, since
 * they need the libraries there: what is deleted is deleted with them.
 */
export const programCache = join(probeCache, 'test-programs');
