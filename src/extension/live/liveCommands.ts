import type { CommandHandlers } from '../commands/commandTable.js';
import { askText, pick } from '../shown/prompts.js';
import type { LiveView } from './liveView.js';
import { iterationRequests } from './requests.js';

/** Asks which ones. */
const ITERATIONS = 'run';

const MODES = [
  {
    label: 'Trace',
    request: 'mode trace',
    description: 'with all functions that were on; a profile goes on beside it',
  },
  {
    label: 'Trace of Iterations…',
    request: ITERATIONS,
    description: 'with one that is a profile before and after them',
  },
  { label: 'MPI Only', request: 'mode mpi', description: 'no functions' },
  { label: 'Profile', request: 'mode profile', description: 'a trace ends, and what follows is in sums' },
  { label: 'Nothing', request: 'mode off', description: 'until a profile is chosen; a trace ends' },
  { label: 'Finish', request: 'finish', description: 'nothing is recorded any more; the program goes on' },
];

/** From an iteration on, until another one has ended. */
async function askIterations(): Promise<readonly string[]> {
  const text = await askText({
    title: 'Which iterations of the progress loop are recorded, such as 100-110',
    validate: (given) =>
      iterationRequests(given) === undefined ? 'Write the first and the last one, such as 100-110.' : undefined,
  });
  return text === undefined ? [] : (iterationRequests(text) ?? []);
}

export function liveCommands(view: LiveView): Pick<CommandHandlers, 'trimtab.liveMode' | 'trimtab.liveDepth'> {
  return {
    'trimtab.liveMode': async (row) => {
      if (row?.liveRun === undefined) return;
      const mode = await pick(MODES, { title: 'What is recorded from the next iteration on that all ranks can keep' });
      const requests = mode?.request === ITERATIONS ? await askIterations() : mode === undefined ? [] : [mode.request];
      for (const request of requests) await view.ask(row.liveRun, request);
    },
    'trimtab.liveDepth': async (row) => {
      if (row?.liveRun === undefined) return;
      const depth = await askText({
        title: 'How many functions deep calls are recorded',
        validate: (text) => (/^[1-9]\d{0,8}$/.test(text) ? undefined : 'Write a whole number from 1 on.'),
      });
      if (depth !== undefined) await view.ask(row.liveRun, `depth ${depth}`);
    },
  };
}
