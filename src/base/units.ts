/**
 * Branded units: numbers with the type of their quantity. Columns (typed arrays) hold plain numbers and name their unit
 * in their docstring; single values carry the brand.
 */
declare const unit: unique symbol;

/** A duration, or a moment relative to the start of its trace, in seconds. */
export type Seconds = number & { readonly [unit]?: 'seconds' };
/** An amount of data in bytes. */
export type Bytes = number & { readonly [unit]?: 'bytes' };
/** A share of something, from 0 to 1. */
export type Fraction = number & { readonly [unit]?: 'fraction' };
