/** Entry of the `trimtab` command: connects the command line to this process. */
import { analyzeArchive } from '../engine/analyzeArchive.js';
import { cli, ExitCode } from './cli.js';
import { findProbe } from './paths.js';
import { Terminal } from './terminal.js';

/** Within this time a repeated signal is the same request: shells and timeout(1) signal the process and its group. */
const SAME_REQUEST_MS = 1000;

const cancel = new AbortController();
let stoppedAt: number | undefined;

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => {
    if (stoppedAt === undefined) {
      stoppedAt = performance.now();
      process.stderr.write('\nStopping, and keeping what was measured; once more ends at once.\n');
      // Whatever the signal: no program runs on behind a command that has ended.
      cancel.abort();
    } else if (performance.now() - stoppedAt > SAME_REQUEST_MS) process.exit(ExitCode.cancelled);
  });

// A reader that has seen enough (`trimtab … | head`) is no error. A terminal that was closed (EIO) and whoever reads a
// command that is being stopped may be gone: stopping continues without them.
for (const stream of [process.stdout, process.stderr])
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EIO' || (error.code === 'EPIPE' && cancel.signal.aborted)) return;
    if (error.code !== 'EPIPE') throw error;
    process.exit(ExitCode.done);
  });

void cli(process.argv.slice(2), {
  terminal: new Terminal(process.stdout, process.stderr, process.env),
  folder: process.cwd(),
  signal: cancel.signal,
  analyzeArchive,
  findProbe,
}).then((code) => {
  process.exitCode = code;
});
