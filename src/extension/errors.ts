import { l10n } from 'vscode';
import type * as vscode from 'vscode';
import { explain } from './explain.js';
import type { Notifier } from './notifier.js';
import type { PlainOutput } from './shown/channels.js';

/** The one way in which an error reaches the person. */
export class ErrorFunnel {
  constructor(
    private readonly notifier: Notifier,
    private readonly log: vscode.LogOutputChannel,
    private readonly output: PlainOutput,
  ) {}

  /** @param doing what the person asked for, such as "Analyze Performance" */
  report(error: unknown, doing: string): void {
    const explanation = explain(error, doing);
    switch (explanation.kind) {
      case 'silent':
        return;
      case 'told':
        this.tell(explanation.sentence, explanation.details);
        return;
      case 'defect':
        this.log.error(`${doing}: ${explanation.log}`);
        this.notifier.tell('error', explanation.sentence, {
          title: l10n.t('Show Log'),
          run: () => this.log.show(true),
        });
    }
  }

  /** Runs a task in the background, and reports its failure. */
  watch(work: PromiseLike<unknown>, doing: string): void {
    work.then(undefined, (error: unknown) => this.report(error, doing));
  }

  /** Runs something the person did not ask for, such as a refresh: a failure goes to the log only. */
  watchQuietly(work: PromiseLike<unknown>, doing: string): void {
    work.then(undefined, (error: unknown) => this.note(error, doing));
  }

  /** Writes only to the log, for errors that the user sees elsewhere. */
  note(error: unknown, doing: string): void {
    const explanation = explain(error, doing);
    if (explanation.kind === 'told') this.log.warn(`${doing}: ${explanation.sentence}`);
    if (explanation.kind === 'defect') this.log.error(`${doing}: ${explanation.log}`);
  }

  private tell(sentence: string, details: string | undefined): void {
    if (details === undefined) {
      this.notifier.tell('error', sentence);
      return;
    }
    this.log.error(`${sentence}\n${details}`);
    this.notifier.tell('error', sentence, { title: l10n.t('Show Output'), run: () => this.output.show() });
  }
}
