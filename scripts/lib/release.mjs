/** Checks the requirements of a version before it is published. */

/**
 * @param {{ tag: string, version: string, changelog: string, cited: unknown }} of the tag, such as `v1.2.0`, the version
 *   in package.json, the text of CHANGELOG.md, and the version in CITATION.cff
 * @returns {string[]} what is wrong, one sentence each
 */
export function releaseProblems({ tag, version, changelog, cited }) {
  /** @type {string[]} */
  const problems = [];
  if (tag !== `v${version}`) problems.push(`The tag is ${tag}, but the version in package.json is ${version}.`);
  if (cited !== version) problems.push(`CITATION.cff has version ${String(cited)}, but package.json has ${version}.`);
  const heading = changelog.split('\n').find((line) => line.startsWith(`## ${version} `));
  if (heading === undefined) problems.push(`CHANGELOG.md has no section for ${version}.`);
  else if (!/\(\d{4}-\d{2}-\d{2}\)$/.test(heading))
    problems.push(`The section for ${version} in CHANGELOG.md has no date: "## ${version} (YYYY-MM-DD)".`);
  return problems;
}
