import { homedir } from 'node:os';
import { join } from 'node:path';

const caches = process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache');

/**
 * Programs that tests build, by content. The folder is outside of the checkout, so that it survives runs and serves all
 * clones; TRIMTAB_TEST_CACHE names another one. It may be deleted at any time.
 */
export const programCache = process.env.TRIMTAB_TEST_CACHE ?? join(caches, 'trimtab-tests');

/**
 * The probe's cache, by content too. It is the one that `trimtab-cc` takes where nothing is set, so that targets over ssh
 * and Slurm, workbench, `npm start` and tests build the probe once for each compiler, all together.
 */
export const probeCache = process.env.TRIMTAB_CACHE ?? join(caches, 'trimtab');
