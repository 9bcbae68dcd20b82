import * as vscode from 'vscode';
import { isSameSelection, type Selected } from '../../model/selection.js';
import type { SelectionOrigin, SelectionState } from '../../protocol/selection.js';
import type { Engine } from '../client/engine.js';
import type { CommandHandlers } from '../commands/commandTable.js';
import type { ErrorFunnel } from '../errors.js';
import { flash } from '../shown/messages.js';

/**
 * The selection shared by all views, as sent by the engine. Views select here and are notified of the selections of
 * others.
 */
export class Selections implements vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<SelectionOrigin>();
  private readonly disposables: vscode.Disposable;
  private selection: Selected | undefined;

  constructor(
    private readonly engine: Engine,
    errors: ErrorFunnel,
  ) {
    const ask = (): void => errors.watchQuietly(this.ask(), 'Reading the selection');
    this.disposables = vscode.Disposable.from(
      this.changed,
      engine.onDidStart(ask),
      // Another experiment that is shown is another selection.
      engine.on('trimtab/experimentsChanged', ask),
      engine.on('trimtab/selectionChanged', ({ origin, ...state }) => this.take(state, origin)),
    );
  }

  /** Undefined where no experiment is shown. */
  get current(): Selected | undefined {
    return this.selection;
  }

  /** @throws TrimtabError when there is no such thing in the experiment; the selection then stays as it was */
  async select(selection: Selected, origin: SelectionOrigin): Promise<void> {
    await this.engine.request('trimtab/select', { selection, origin });
  }

  /** Hears each selection that another one than this view made. @param view undefined if it makes none */
  listen(
    view: SelectionOrigin | undefined,
    hear: (selection: Selected | undefined, origin: SelectionOrigin) => void,
  ): vscode.Disposable {
    return this.changed.event((origin) => {
      if (origin !== view) hear(this.selection, origin);
    });
  }

  handlers(): Pick<CommandHandlers, 'trimtab.selectBack' | 'trimtab.selectForward'> {
    const step = (to: 'back' | 'forward') => async () => {
      const { moved } = await this.engine.request('trimtab/stepSelection', { to });
      if (!moved) flash(vscode.l10n.t('Trimtab: nothing was selected {0} this.', to === 'back' ? 'before' : 'after'));
    };
    return { 'trimtab.selectBack': step('back'), 'trimtab.selectForward': step('forward') };
  }

  dispose(): void {
    this.disposables.dispose();
  }

  private async ask(): Promise<void> {
    const state = await this.engine.request('trimtab/selection', null);
    const { selection: before } = this;
    const same = before === undefined || state.selection === null;
    if (same ? before === undefined && state.selection === null : isSameSelection(before, state.selection)) return;
    this.take(state, 'history');
  }

  private take({ selection }: SelectionState, origin: SelectionOrigin): void {
    this.selection = selection ?? undefined;
    this.changed.fire(origin);
  }
}
