import { readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, test } from 'vitest';
import { analyzeTrace } from '../../../src/analysis/trace/index.js';
import { openArchive } from '../../../src/formats/otf2/index.js';
import { conformanceData, usualTraces } from '../../support/conformanceData.js';
import { expectSame } from '../../support/expectSame.js';
import { wholeMatrix } from '../../support/matrix.js';
import { analyzeInParts, contents } from '../../support/parts.js';

const folder = conformanceData('otf2-with-scalasca');
const archives =
  folder === undefined
    ? []
    : usualTraces(readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.otf2')));

describe.skipIf(folder === undefined)('reading in parts gives the same results to the last bit', () => {
  test.each(archives)('%s', (file) => {
    const archive = path.join(folder ?? '', file);
    const whole = analyzeTrace(openArchive(archive), { program: 'test' });
    for (const parts of wholeMatrix ? [2, 4] : [4]) {
      expectSame(contents(analyzeInParts(openArchive(archive), parts)), contents(whole));
    }
  });
});
