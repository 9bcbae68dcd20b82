/** Parts of a findings report, with their descriptions in schemas/findings.schema.json. */
import * as v from 'valibot';
import type { CallPathStep, LocationShare, SourcePlace } from './findings.js';

/** Schema for each key of a part, optional or not, so that none is forgotten. */
export type Entries<Part> = { readonly [Key in keyof Required<Part>]: v.GenericSchema };

export const number = v.pipe(v.number(), v.finite());
export const count = v.pipe(v.number(), v.integer(), v.minValue(0));
export const text = (description: string) => v.pipe(v.string(), v.description(description));
export const numberOf = (description: string) => v.pipe(number, v.description(description));
export const countOf = (description: string) => v.pipe(count, v.description(description));

export const place = v.looseObject({
  file: v.string(),
  line: v.pipe(v.number(), v.integer(), v.minValue(1)),
} satisfies Entries<SourcePlace>);

/**
 * Returns the schema of a location with its meaning here; the JSON schema refers to the common description of
 * locations.
 */
export const placeOf = (description: string) =>
  v.pipe(
    v.lazy(() => place),
    v.description(description),
  );

export const callPathStep = v.looseObject({
  region: v.string(),
  definition: v.exactOptional(placeOf('Location of the definition of the region.')),
  callSite: v.exactOptional(placeOf('Location of the call.')),
  inlined: v.exactOptional(
    v.pipe(v.literal(true), v.description('The compiler inlined it: only the calls in its source are recorded.')),
  ),
} satisfies Entries<CallPathStep>);

export const location = countOf('Index into `locations`.');
export const property = text('Unique metric name, such as `mpi_latesender`.');

export const locationShare = v.looseObject({
  location,
  name: v.string(),
  seconds: number,
} satisfies Entries<LocationShare>);

export const listOf = <Item extends v.GenericSchema>(item: Item, description: string) =>
  v.pipe(v.array(item), v.description(description));

export const callPath = listOf(callPathStep, 'Outermost first.');

/** Returns the schema of location shares; the description defines their order. */
export const sharesOf = (description: string) => listOf(locationShare, description);
