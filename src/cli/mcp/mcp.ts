/** `trimtab mcp`: assistants ask about experiments over standard input and output. */
import { resolve } from 'node:path';
import { CancelledError } from '../../base/problem.js';
import { Assistants } from '../../engine/assistants/assistants.js';
import { comparisonsInTurn } from '../../engine/assistants/comparisonsInTurn.js';
import { predictionsInTurn } from '../../engine/assistants/predicting.js';
import type { Context } from '../services/context.js';
import { storeFor } from '../services/store.js';
import type { McpRequest } from '../arguments/mcp.js';
import { version } from '../services/paths.js';
import { OpenedFiles } from './openedFiles.js';
import type { Streams } from './server.js';

/**
 * Answers until the input ends. Nothing but the protocol is written to the output.
 * @throws TrimtabError where a file that was named is no trace or profile; CancelledError
 */
export async function mcp(
  { folder, terminal, analyzeArchive, signal }: Context,
  request: McpRequest,
  streams: Streams = {},
): Promise<void> {
  const store = storeFor(resolve(folder, request.project));
  const files = new OpenedFiles(
    store.project,
    request.on.map((file) => resolve(folder, file)),
    analyzeArchive,
  );
  try {
    let shown: string | undefined;
    const stores = {
      stores: async () => {
        shown = (await files.experiments()).at(-1);
        return files.store === undefined ? [store] : [files.store, store];
      },
      shown: () => shown,
    };
    const assistants = new Assistants(
      stores,
      // Files outside of the folder are not part of the request.
      comparisonsInTurn(() => ({ readsOutside: false })),
      predictionsInTurn((experiment) => experiment.hasTraceInside || files.holds(experiment), analyzeArchive),
    );
    // Loaded for this command alone: the protocol's library is as large as half of the others together.
    const { serve } = await import('./server.js');
    await serve(assistants, { streams, version: version(), signal, log: (text) => terminal.status(`${text}\n`) });
  } finally {
    await files.close();
  }
  if (signal.aborted) throw new CancelledError();
}
