import type { PropertyCatalog } from '../properties/index.js';
import type { Announcer } from './announcer.js';
import type { AslLanguage } from './asl/aslLanguage.js';
import type { Documents } from './documents.js';
import type { PathMatcher } from './history/pathMatcher.js';
import type { LanguageFeatures } from './languageFeatures.js';
import type { Channel } from './measurements/channel.js';
import type { LiveLines } from './live/liveLines.js';
import type { LiveRuns } from './live/liveRuns.js';
import type { Measurements } from './measurements/measurements.js';
import type { OneSelection } from './oneSelection.js';
import type { Placement } from './placement.js';
import type { Runs } from './runs.js';
import type { Selection } from './selection.js';
import type { PathMaps } from './sources/pathMaps.js';
import type { TargetSettings } from './targets/targetSettings.js';
import type { WorkflowRuns } from './workflows/workflowRuns.js';
import type { Workspace } from './workspace.js';

/** The engine's parts, each made once and handed to those that need it. */
export interface EngineParts {
  readonly announcer: Announcer;
  /** What is known by name of all that reports tell. */
  readonly properties: PropertyCatalog;
  readonly workspace: Workspace;
  readonly selection: Selection;
  /** What is selected in all views at once. */
  readonly oneSelection: OneSelection;
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
  /** What their searches found, on lines. */
  readonly liveLines: LiveLines;
}
