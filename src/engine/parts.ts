import type { PropertyCatalog } from '../properties/index.js';
import type { Announcer } from './requests/announcer.js';
import type { AslLanguage } from './asl/aslLanguage.js';
import type { Documents } from './editor/documents.js';
import type { PathMatcher } from './history/pathMatcher.js';
import type { LanguageFeatures } from './languageFeatures.js';
import type { Channel } from './measurements/channel.js';
import type { LiveLines } from './live/liveLines.js';
import type { LiveRuns } from './live/liveRuns.js';
import type { Measurements } from './measurements/measurements.js';
import type { SharedSelection } from './selection/sharedSelection.js';
import type { Placement } from './editor/placement.js';
import type { Runs } from './runs/runs.js';
import type { Selection } from './selection/selection.js';
import type { PathMaps } from './sources/pathMaps.js';
import type { TargetSettings } from './targets/targetSettings.js';
import type { WorkflowRuns } from './workflows/workflowRuns.js';
import type { Workspace } from './project/workspace.js';

/** The engine's parts, each made once and handed to those that need it. */
export interface EngineParts {
  readonly announcer: Announcer;
  /** Catalog of all properties in reports, by name. */
  readonly properties: PropertyCatalog;
  readonly workspace: Workspace;
  readonly selection: Selection;
  /** Selection shared by all views. */
  readonly sharedSelection: SharedSelection;
  readonly documents: Documents;
  readonly placement: Placement;
  /** Help with texts of the language of problems. */
  readonly asl: AslLanguage;
  readonly features: LanguageFeatures;
  readonly runs: Runs;
  readonly workflowRuns: WorkflowRuns;
  readonly targetSettings: TargetSettings;
  readonly pathMaps: PathMaps;
  readonly measurements: Measurements;
  readonly pathMatcher: PathMatcher;
  readonly channel: Channel;
  /** Programs that run at the moment. */
  readonly liveRuns: LiveRuns;
  /** Results of their searches, on lines. */
  readonly liveLines: LiveLines;
}
