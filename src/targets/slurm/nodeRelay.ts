/** Streams to what programs of a job listen at on the loopback of their node. */
import type { Duplex } from 'node:stream';
import { TrimtabError } from '../../base/problem.js';
import { quoteAll } from '../shell/quote.js';
import type { Shell } from '../shell/shell.js';
import { scriptStream } from '../shell/stream.js';
import type { Listener } from '../target.js';

/**
 * Runs on the node, in a step next to the program's: connects its standard streams to a port of the loopback, until
 * either ends. Among shells, only bash can connect to a port.
 */
const RELAY = `exec 3<>"/dev/tcp/127.0.0.1/$1" || exit 1
exec 4<&0
cat <&3 &
reader=$!
{ cat <&4 >&3; kill "$reader" 2>/dev/null; } &
wait "$reader"
kill "$!" 2>/dev/null
exit 0`;

/**
 * Goes through the node where people log in to one that a job runs on, by a step of that job: no node needs to let anybody
 * log in. The step shares what the job has, and ends with the stream.
 * @throws TrimtabError for sockets, which are of another machine than the one that is logged in to
 */
export function connectToNode(shell: Shell, to: Listener, signal?: AbortSignal): Promise<Duplex> {
  if (to.kind === 'socket')
    return Promise.reject(new TrimtabError(`The socket ${to.path} is one of the node that the job runs on.`));
  const { port, node, job } = to;
  if (job === undefined) return Promise.reject(new TrimtabError(`The port ${port} on ${node} is of no job of Slurm.`));
  signal?.throwIfAborted();
  const step = [
    ...['srun', `--jobid=${job}`, '--overlap', '--nodes=1', '--ntasks=1', `--nodelist=${node}`],
    ...['--mpi=none', '--quiet', '--unbuffered', '--job-name=trimtab-live'],
    ...['bash', '-c', RELAY, 'relay', String(port)],
  ];
  return Promise.resolve(
    scriptStream(shell, `The port ${port} on ${node} cannot be reached`, `exec ${quoteAll(step)}`),
  );
}
