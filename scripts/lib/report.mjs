/** How scripts speak: one line a step, one sentence a failure. */

/** A set-up failure reported as one sentence: the problem and the solution. Any other thrown error is a defect. */
export class SetupError extends Error {
  /** @override */
  name = 'SetupError';
}

/**
 * Prints the next action, and its reason.
 * @param {string} what
 * @param {string} why
 */
export function step(what, why) {
  console.log(`[setup] ${what} (${why})`);
}

/**
 * Runs a script's main function: a SetupError becomes its sentence, any other error keeps its stack.
 * @param {() => Promise<void>} main
 */
export async function runMain(main) {
  try {
    await main();
  } catch (error) {
    console.error(error instanceof SetupError ? error.message : error);
    process.exitCode = 1;
  }
}
