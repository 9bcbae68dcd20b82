import type { MessagePort } from 'node:worker_threads';
import { Signals } from './signals.js';

/** Asks the thread that started the analysis to watch over threads: it rings for one that ends. */
export interface WatchMessage {
  readonly kind: 'watch';
  /** By member: closes when it ends. */
  readonly lives: readonly MessagePort[];
  readonly signals: SharedArrayBuffer;
}

/** Watches over the threads of an analysis, in a thread whose event loop runs. */
export function watchOver({ lives, signals: shared }: WatchMessage): void {
  const signals = new Signals(shared);
  lives.forEach((life, member) => {
    life.on('close', () => signals.lose(member));
    life.start();
    life.unref();
  });
}
