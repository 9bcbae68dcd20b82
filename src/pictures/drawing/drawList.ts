/**
 * Drawings as data: laid out once, drawn by any pen. Lengths are CSS pixels, x to the right and y down. Colors are
 * inks, so that a list is the same in every theme.
 */
import type { Ink, BarInk } from '../colors/inks.js';

/** How an area is filled: with an ink (time in its pattern), or with the light of several by their shares. */
export type Fill =
  | { readonly ink: Ink; readonly opacity?: number }
  | { readonly time: BarInk }
  | { readonly mix: readonly (readonly [ink: Ink, share: number])[] }
  /** Exactly this color, `#rrggbb`; in high contrast the stripes. */
  | { readonly color: string; readonly stripes?: Stripes }
  /** Thin lines of an ink over what is drawn there: values are uncertain. */
  | { readonly hatch: Ink };

/** A share shown without its color: the larger, the wider the stripes. */
export interface Stripes {
  readonly color: string;
  /** From 0 (the ground) to 1 (no gap). */
  readonly share: number;
}

export interface Rectangle {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export type Drawn =
  | ({ readonly is: 'area'; readonly fill: Fill; readonly radius?: number } & Rectangle)
  /** A rectangle's edge, within it. */
  | ({ readonly is: 'edge'; readonly ink: Ink; readonly thickness: number; readonly radius?: number } & Rectangle)
  | {
      readonly is: 'line';
      /** x and y in turn. */
      readonly points: readonly number[];
      readonly ink: Ink;
      readonly thickness: number;
      readonly opacity?: number;
      readonly dash?: readonly number[];
      /** A rim of the ground around it, so that it is seen on all that it crosses. */
      readonly rim?: number;
      readonly arrow?: boolean;
    }
  | {
      readonly is: 'text';
      readonly x: number;
      /** Of its baseline. */
      readonly y: number;
      readonly text: string;
      readonly ink: Ink;
      /** Of the font. */
      readonly size: number;
      readonly anchor?: 'start' | 'middle' | 'end';
      readonly isBold?: boolean;
      /** A rim of the ground around it. */
      readonly rim?: number;
    }
  /** Drawn only within a rectangle. */
  | ({ readonly is: 'clip'; readonly items: DrawList } & Rectangle);

export type DrawList = readonly Drawn[];

export interface Picture {
  readonly width: number;
  readonly height: number;
  /** Description for users who do not see it. */
  readonly title: string;
  readonly description: string;
  readonly items: DrawList;
}
