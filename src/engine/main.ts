/** The engine's process: a language server over Node IPC or standard input and output, depending on its arguments. */
import { keepCompiledCode } from '../base/processes/compiledCode.js';
import { neutralFolder } from '../base/processes/programs.js';

// Clients start it in the workspace's folder: nothing that lies there is to be found by its name alone.
process.chdir(neutralFolder());
// Standard output may carry the protocol: whatever prints by accident goes to standard error, which is the log.
console.log = console.info = console.debug = console.error;
// An unexpected error ends the process; the client starts it again, and nothing is lost: state is on disk.
// Ending by `process.exit` lets what was started here be ended too.
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => process.exit(1));
void start();

/** All other code is loaded afterwards, so that it is kept. */
async function start(): Promise<void> {
  keepCompiledCode();
  const { connect } = await import('./connect.js');
  connect();
}
