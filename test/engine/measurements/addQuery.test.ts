/** The section "To add a query" of ARCHITECTURE.md, done: a query is added to a copy of the sources and asked. */
import { execFile } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ExperimentStore } from '../../../src/experiments/index.js';
import { send } from '../../../src/protocol/requests.js';
import { SourcesCopy } from '../../support/sourcesCopy.js';
import { EngineClient } from '../support/client.js';
import { experimentOf, spaceOf } from './support.js';

const added = (name: string): string => join(import.meta.dirname, 'added', name);
const space = spaceOf([-1, 0], 3, new Map([['time', [[1, 2, 0], [3, 7, 1]]]])); // prettier-ignore

let copy: SourcesCopy;
let client: EngineClient;
let experiment: string;
beforeAll(async () => {
  copy = new SourcesCopy('add-query');
  // Its declaration and one line, with its import …
  copy.add('src/protocol/queries/worstLocations.ts', added('worstLocations.query.ts.txt'));
  copy.replace('src/protocol/queries/index.ts', [
    ["from './totals.js';\n", "from './totals.js';\nimport { worstLocations } from './worstLocations.js';\n"],
    ['  totals,\n', '  totals,\n  worstLocations,\n'],
  ]);
  // … and the same for its answer.
  copy.add('src/engine/measurements/answers/worstLocations.ts', added('worstLocations.answer.ts.txt'));
  copy.replace('src/engine/measurements/answers/index.ts', [
    ["from './totals.js';\n", "from './totals.js';\nimport { worstLocations } from './worstLocations.js';\n"],
    ['  totals,\n', '  totals,\n  worstLocations,\n'],
  ]);
  copy.add('src/ask.ts', added('ask.ts.txt'));
  await copy.bundle({
    engine: 'src/engine/main.ts',
    measurementWorker: 'src/engine/workers/measurementWorker.ts',
    ask: 'src/ask.ts',
  });
  const folder = copy.path('project');
  mkdirSync(folder);
  experiment = experimentOf(new ExperimentStore(folder), space).id;
  client = await EngineClient.start(copy.path('dist', 'engine.cjs'), [folder]);
}, 120_000);
afterAll(async () => {
  await client.stop();
  copy.remove();
});

/** The extension's end of the channel, from the copy. */
async function ask(most: number): Promise<unknown> {
  const address = await send(client.connection, 'trimtab/openChannel', null);
  const argv = [copy.path('dist', 'ask.cjs'), JSON.stringify(address), experiment, String(most)];
  return JSON.parse((await promisify(execFile)(process.execPath, argv)).stdout);
}

describe('a query that was added', () => {
  it('is answered in the thread of the open experiment, over the private channel', async () => {
    expect(await ask(2)).toEqual({ head: { unit: 'seconds' }, location: [1, 0], value: [9, 4] });
  });

  it('is checked where it arrives', async () => {
    expect(await ask(0)).toEqual({ failure: expect.stringContaining('The query worstLocations: most: ') as string });
  });
});
