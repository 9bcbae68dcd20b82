/** The targets of the workspace's configurations, as the Targets view shows them. */
import { basename } from 'node:path';
import { TrimtabError } from '../../base/problem.js';
import { describeWithSystems, type FoundSystem, systemsOn } from '../../measurement/adapters/detect.js';
import type { TargetSummary } from '../../protocol/targets.js';
import { createTarget } from '../../targets/create.js';
import { LOCAL, type TargetConfiguration } from '../../targets/description.js';
import { kindOf } from '../../targets/kinds.js';
import { findConfiguration, loadConfiguration } from '../../workflows/configuration/configuration.js';
import { sentenceOf } from '../requests/failures.js';
import type { Workspace } from '../project/workspace.js';
import type { TargetSettings } from './targetSettings.js';

export class Targets {
  /** Results of checks, kept until the engine ends, to spare clusters repeated queries. */
  private readonly checked = new Map<string, TargetSummary>();
  /** Those of this machine. */
  private systemsHere: Promise<readonly FoundSystem[]> | undefined;

  constructor(
    private readonly workspace: Workspace,
    private readonly settings: TargetSettings,
    private readonly isTrusted: () => boolean,
  ) {}

  /** This machine, and the described ones without connecting to them. */
  async list(): Promise<TargetSummary[]> {
    return [await this.here(), ...this.summaries().map((item) => this.checked.get(item.name) ?? item)];
  }

  /**
   * Checks the features of a target, and remembers them.
   * @throws TrimtabError when there is none of that name; an unreachable one is returned as such
   */
  async check(name: string, signal: AbortSignal): Promise<TargetSummary> {
    const configuration = this.described().find((target) => target.name === name);
    if (configuration === undefined)
      throw new TrimtabError(
        `There is no target "${name}" in trimtab.yaml or the settings any more; refresh the list.`,
      );
    const target = createTarget(configuration, {
      connection: this.settings.connection,
      outside: this.workspace.folders,
    });
    try {
      const how = { signal, outside: this.workspace.folders };
      const { text, ready, systems } = await describeWithSystems(target, how);
      const state = ready ? 'ready' : 'notReady';
      const had = systems === undefined ? {} : { systems };
      const summary: TargetSummary = { name, description: text, state, canBeChecked: true, ...had };
      this.checked.set(name, summary);
      return summary;
    } finally {
      await target.close();
    }
  }

  /** This machine. Asking starts its compilers: only with trust, and none that the folders of the window bring. */
  private async here(): Promise<TargetSummary> {
    const { name } = LOCAL;
    if (!this.isTrusted())
      return {
        name,
        description: 'This machine, which is asked what it has once you trust the workspace',
        state: 'notAsked',
        canBeChecked: false,
      };
    const target = createTarget(LOCAL, { outside: this.workspace.folders });
    const { text, ready } = await target.describe();
    this.systemsHere ??= systemsOn(target, { outside: this.workspace.folders });
    const systems = await this.systemsHere;
    return { name, description: text, state: ready ? 'ready' : 'notReady', canBeChecked: false, systems };
  }

  /** Those of trimtab.yaml, then those of the settings that have other names; all but this machine under its own name. */
  private described(): TargetConfiguration[] {
    const files = this.files().flatMap(({ targets }) => targets);
    const names = new Set(files.map(({ name }) => name));
    const others = this.settings.targets.filter(({ name }) => !names.has(name));
    return [...files, ...others].filter(
      (target) => target.name !== LOCAL.name || kindOf(target).capabilities.isDescribed,
    );
  }

  /** Returns the content of each trimtab.yaml: its targets, or its error. */
  private files(): { path: string; targets: readonly TargetConfiguration[]; problem?: string }[] {
    return this.paths().map((path) => {
      try {
        return { path, targets: loadConfiguration(path).targets };
      } catch (error) {
        if (!(error instanceof TrimtabError)) throw error;
        return { path, targets: [], problem: sentenceOf(error) };
      }
    });
  }

  private summaries(): TargetSummary[] {
    const mistake = (name: string, description: string): TargetSummary => ({
      name,
      description,
      state: 'notReady',
      canBeChecked: false,
    });
    return [
      ...this.described().map((target): TargetSummary => ({
        name: target.name,
        description: kindOf(target).place(target),
        state: 'notAsked',
        canBeChecked: true,
      })),
      ...this.files().flatMap(({ path, problem }) => (problem === undefined ? [] : [mistake(basename(path), problem)])),
      ...this.settings.problems.map((problem) => mistake('settings', problem)),
    ];
  }

  private paths(): string[] {
    return [...new Set(this.workspace.allStores.flatMap(({ project }) => findConfiguration(project) ?? []))];
  }
}
