#!/usr/bin/env node
/** Entry of the `trimtab` command: connects the command line to this process. */
import { cli, ExitCode } from './cli.js';
import { findProbe } from './services/paths.js';
import { Terminal } from './terminal/terminal.js';

/** Within this time a repeated signal is the same request: shells and timeout(1) signal the process and its group. */
const SAME_REQUEST_MS = 1000;

const cancel = new AbortController();
let stoppedAt: number | undefined;

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => {
    if (stoppedAt === undefined) {
      stoppedAt = performance.now();
      process.stderr.write('\nStopping, and keeping the measured data. Press again to end at once.\n');
      // Whatever the signal: no program runs on behind a command that has ended.
      cancel.abort();
    } else if (performance.now() - stoppedAt > SAME_REQUEST_MS) process.exit(ExitCode.cancelled);
  });

// A reader of results that closed the pipe (`trimtab … | head`) is no error. If a terminal was closed (EIO), or the
// progress is no longer read (`trimtab run 2>&1 | head`), the command is stopped, and ends its programs.
for (const stream of [process.stdout, process.stderr])
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EIO' && error.code !== 'EPIPE') throw error;
    if (stream === process.stdout && error.code === 'EPIPE' && !cancel.signal.aborted) process.exit(ExitCode.done);
    cancel.abort();
  });

void cli(process.argv.slice(2), {
  terminal: new Terminal(process.stdout, process.stderr, process.env),
  folder: process.cwd(),
  signal: cancel.signal,
  analyzeArchive: async (archive, options) =>
    (await import('../engine/analysis/analyzeArchive.js')).analyzeArchive(archive, options),
  findProbe,
}).then((code) => {
  process.exitCode = code;
});
