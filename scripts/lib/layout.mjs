/** Folders of the checkout, defined in this module only. */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../../', import.meta.url)).replace(/\/$/, '');
export const dist = join(root, 'dist');
export const out = join(root, 'out');

/** Downloaded tools (Node 24, code-server); TRIMTAB_TOOLS lets several checkouts share one copy. */
export const tools = process.env.TRIMTAB_TOOLS || join(root, '.tools');

/** The activation bundle may weigh this much after gzip, in bytes. */
export const activationLimit = 155_000;

/** The command line may load this much before it knows the command, in bytes. */
export const startLimit = 220_000;

/** The thread that analyzes may load this much before it reads a trace, in bytes. */
export const analysisStartLimit = 750_000;

/** The script of a page may weigh this much after gzip, in bytes. */
export const pageLimit = 80_000;
