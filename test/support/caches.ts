import { homedir } from 'node:os';
import { join } from 'node:path';

/**
 * The probe's cache, by content. It is the one that `trimtab-cc` takes where nothing is set, so that targets over ssh and
 * Slurm, workbench, `npm start` and tests build the probe once for each compiler, all together.
 */
export const probeCache =
  process.env.TRIMTAB_CACHE ?? join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'trimtab');

/**
 * Programs that tests build, by content too: they survive runs and serve all clones. They lie in the probe's cache, since
 * they need the libraries there: what is deleted is deleted with them.
 */
export const programCache = join(probeCache, 'test-programs');
