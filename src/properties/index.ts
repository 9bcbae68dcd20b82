import { PropertyCatalog } from './catalog.js';
import * as folders from './folders.js';

export { PropertyCatalog, type Searched, type WaitingProperty } from './catalog.js';
export type { FindingTexts, PropertyDeclaration, PropertyGroup, WaitKind } from './declaration.js';

/** The properties that Trimtab ships. */
export const shippedProperties = new PropertyCatalog(Object.values(folders));
