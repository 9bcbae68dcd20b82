import { describe, expect, it } from 'vitest';
import { releaseProblems } from '../../scripts/lib/release.mjs';

const ready = { tag: 'v1.2.0', version: '1.2.0', changelog: '# Changelog\n\n## 1.2.0 (2026-11-28)\n', cited: '1.2.0' };

describe('a version', () => {
  it('can be released once all files agree', () => {
    expect(releaseProblems(ready)).toEqual([]);
  });

  it.each([
    [{ tag: 'v1.2.1' }, 'The tag is v1.2.1, but the version in package.json is 1.2.0.'],
    [{ cited: '1.1.0' }, 'CITATION.cff has version 1.1.0, but package.json has 1.2.0.'],
    [{ changelog: '## 1.2.01 (2026-11-28)\n' }, 'CHANGELOG.md has no section for 1.2.0.'],
    [
      { changelog: '## 1.2.0 (unreleased)\n' },
      'The section for 1.2.0 in CHANGELOG.md has no date: "## 1.2.0 (YYYY-MM-DD)".',
    ],
  ])('cannot with %j', (change, problem) => {
    expect(releaseProblems({ ...ready, ...change })).toEqual([problem]);
  });
});
