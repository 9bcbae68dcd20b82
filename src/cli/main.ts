/** Entry of the `trimtab` command: connects the command line to this process. */
import { analyzeArchive } from '../engine/analyzeArchive.js';
import { cli, ExitCode } from './cli.js';
import { findProbe } from './paths.js';
import { Terminal } from './terminal.js';

const cancel = new AbortController();

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => {
    if (cancel.signal.aborted) process.exit(ExitCode.cancelled);
    process.stderr.write('\nStopping, and keeping what was measured; once more ends at once.\n');
    // A workflow that is not cancelled by its person goes on when somebody resumes it.
    cancel.abort(signal === 'SIGINT' ? undefined : 'leave');
  });

// A reader that has seen enough (`trimtab … | head`) is no error.
for (const stream of [process.stdout, process.stderr])
  stream.on('error', (error: NodeJS.ErrnoException) => {
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
