/** `npm run check:size`: fails when the bundle that VS Code loads on activation, or a page's, is too heavy. */
import { checkSizes } from './lib/sizes.mjs';

if (!checkSizes()) process.exitCode = 1;
