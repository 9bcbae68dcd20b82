/** What the lanes of a timeline are made of. */

/** @typedef {import('./timelineSvg.mjs').Bar} Bar */

/**
 * @param {number} from
 * @param {number} to
 * @returns {Bar}
 */
export const work = (from, to) => ({ from, to });

/**
 * @param {string} name
 * @param {number} from
 * @param {number} to
 * @param {number} [lostFrom] start of the part that counts
 * @param {number} [lostTo] its end
 * @returns {Bar}
 */
export const call = (name, from, to, lostFrom, lostTo) =>
  lostFrom === undefined || lostTo === undefined
    ? { from, to, call: name }
    : { from, to, call: name, lost: [lostFrom, lostTo] };

/**
 * @param {string} name
 * @param {readonly Bar[]} bars
 */
export const lane = (name, ...bars) => ({ name, bars });
