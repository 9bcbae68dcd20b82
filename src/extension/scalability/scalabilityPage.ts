import type * as vscode from 'vscode';
import { memoryKey } from '../../protocol/pages/declaration.js';
import { type ScalabilityAction, scalabilityPage, type ScalabilityState } from '../../protocol/pages/scalability.js';
import type { Engine } from '../client/engine.js';
import { PagePanel, type PageHome } from '../pages/panel.js';

/** Where it is kept which experiments the page is about. */
const about = memoryKey(scalabilityPage, 'experiments');

/** The page “Scalability”: runs with different numbers of ranks. */
export class ScalabilityPage implements vscode.Disposable {
  private readonly panel: PagePanel<ScalabilityState, ScalabilityAction>;

  constructor(
    private readonly home: PageHome,
    private readonly engine: Engine,
    open: (id: string) => Promise<void>,
  ) {
    this.panel = new PagePanel(home, {
      ...scalabilityPage,
      handle: ({ id }) => open(id),
      answers: {},
      state: () =>
        this.engine.request('trimtab/scalability', { ids: [...home.memory.get<readonly string[]>(about, [])] }),
    });
  }

  /** @param ids experiments with different numbers of ranks */
  async show(ids: readonly string[]): Promise<void> {
    await this.home.memory.update(about, ids);
    await this.panel.show();
  }

  dispose(): void {
    this.panel.dispose();
  }
}
