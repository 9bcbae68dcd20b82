import type { CommandHandlers } from '../commands/commandTable.js';
import { askText, pick } from '../shown/prompts.js';
import type { LiveView } from './liveView.js';

const MODES = [
  { label: 'All That Was On', request: 'mode trace', description: 'functions are recorded again' },
  { label: 'MPI Only', request: 'mode mpi', description: 'no functions' },
  { label: 'Profile', request: 'mode profile', description: 'a trace ends, and what follows is in sums' },
  { label: 'Nothing', request: 'mode off', description: 'until a profile is chosen; a trace ends' },
  { label: 'Finish', request: 'finish', description: 'nothing is recorded any more; the program goes on' },
];

export function liveCommands(view: LiveView): Pick<CommandHandlers, 'trimtab.liveMode' | 'trimtab.liveDepth'> {
  return {
    'trimtab.liveMode': async (row) => {
      if (row?.liveRun === undefined) return;
      const mode = await pick(MODES, { title: 'What is recorded from the next iteration on that all ranks can keep' });
      if (mode !== undefined) await view.ask(row.liveRun, mode.request);
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
