export type * from '../base/units.js';
