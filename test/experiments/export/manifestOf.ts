import type { Manifest } from '../../../src/experiments/index.js';

/** The manifest of an experiment in which every text is this one. */
export function manifestOf(text: string): Manifest {
  const command = { argv: [text, text], folder: '.' };
  return {
    format: 'trimtab-experiment',
    version: 1,
    id: '20261120-140359-abcd',
    name: text,
    note: text,
    program: text,
    target: text,
    created: '2026-11-20T14:03:59.000Z',
    state: 'complete',
    ranks: 4,
    revision: { commit: text, changed: true },
    compiler: { command: text, version: text },
    mpi: { command: text, version: text },
    modules: [text, text],
    build: [command],
    run: command,
  } as Manifest;
}
