/** `npm run timelines`: draws the pictures of the property pages. Their output is committed; a test compares it. */
import { writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { root } from './lib/layout.mjs';
import { timelines } from './lib/timelines.mjs';
import { drawTimeline } from './lib/timelineSvg.mjs';

const folder = join(root, 'src/properties');
for (const timeline of timelines)
  writeFileSync(join(folder, timeline.property, `${timeline.property}.svg`), drawTimeline(timeline));
console.log(`${timelines.length} pictures in ${relative(root, folder)}`);
