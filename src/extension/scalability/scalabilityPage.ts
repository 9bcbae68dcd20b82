import * as vscode from 'vscode';
import { TrimtabError } from '../../base/problem.js';
import { memoryKey } from '../../protocol/pages/declaration.js';
import { type ScalabilityAction, scalabilityPage, type ShownScalability } from '../../protocol/pages/scalability.js';
import type { Engine } from '../client/engine.js';
import { PagePanel, type PageHome } from '../pages/panel.js';
import { isInSight, showToSide } from '../pages/showToSide.js';
import type { Results } from '../results.js';

/** Key of the page's experiments in storage. */
const about = memoryKey(scalabilityPage, 'experiments');

/** The page “Scalability”: runs with different rank counts. */
export class ScalabilityPage implements vscode.Disposable {
  private readonly panel: PagePanel<ShownScalability, ScalabilityAction>;
  private readonly disposables: vscode.Disposable;

  constructor(
    private readonly home: PageHome,
    private readonly engine: Engine,
    private readonly results: Results,
    private readonly open: (id: string) => Promise<void>,
  ) {
    this.panel = new PagePanel(home, {
      ...scalabilityPage,
      handle: (action) => this.handle(action),
      answers: {},
      state: async () => {
        const state = await this.engine.request('trimtab/scalability', { ids: [...this.ids] });
        return { ...state, onLines: this.onLines };
      },
    });
    let shown = this.onLines;
    this.disposables = vscode.Disposable.from(
      this.panel,
      results.onDidChange(() => {
        // Reading all runs is work; only the button has to know.
        if (shown !== this.onLines) this.panel.refresh();
        shown = this.onLines;
      }),
    );
  }

  /** @param ids experiments with different rank counts */
  async show(ids: readonly string[]): Promise<void> {
    await this.home.memory.update(about, ids);
    await this.panel.show();
  }

  dispose(): void {
    this.disposables.dispose();
  }

  private get ids(): readonly string[] {
    return this.home.memory.get<readonly string[]>(about, []);
  }

  /** Whether the scaling of these runs is shown on the lines. */
  private get onLines(): boolean {
    const { onLines } = this.results.state;
    return onLines?.is === 'growth' && onLines.ids.join(' ') === this.ids.join(' ');
  }

  private async handle(action: ScalabilityAction): Promise<void> {
    if (action.do === 'open') return this.open(action.id);
    const largest = await this.engine.request('trimtab/showGrowth', { ids: action.on ? [...this.ids] : null });
    if (!action.on) return;
    if (largest === null)
      throw new TrimtabError(vscode.l10n.t('Nothing grows with the rank count on lines of the available sources.'));
    if (!isInSight(largest.path)) await showToSide(largest);
  }
}
