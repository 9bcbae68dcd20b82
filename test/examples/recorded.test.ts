import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { analyzeTrace } from '../../src/analysis/trace/index.js';
import { elementAt } from '../../src/base/elements.js';
import { openArchive } from '../../src/formats/otf2/index.js';
import type { FindingsReport } from '../../src/model/findings/findings.js';
import {
  closedForm,
  delaysOf,
  examplesFolder,
  expectedLine,
  findingsFor,
  hasProperty,
  loadExpectations,
  secondsByRank,
} from './expectations.js';

describe.each(['heat2d-mpi', 'sweep-mpi', 'pingpong', 'jacobi-openmp', 'hybrid'])(
  'the recorded run of %s',
  (example) => {
    const folder = join(examplesFolder, example, 'recorded');
    const expectations = loadExpectations(example);
    let report: FindingsReport;

    beforeAll(() => {
      report = analyzeTrace(openArchive(folder), { program: example }).report;
    });

    it('is small and holds no path outside the example', () => {
      const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .map((name) => join(folder, name))
        .filter((path) => statSync(path).isFile());
      const bytes = files.reduce((sum, path) => sum + statSync(path).size, 0);
      expect(bytes).toBeLessThan(300_000);
      for (const path of files) {
        const text = readFileSync(path, 'latin1');
        for (const match of text.matchAll(/\/(?:home|root|tmp|work|Users|build)\/[\w./-]*/g)) {
          expect.fail(`${path} holds the path ${match[0]}`);
        }
      }
    });

    it('is read without a problem', () => {
      expect(report.problems).toEqual([]);
      expect(report.processes).toBe(expectations.ranks);
    });

    describe.each(expectations.findings)('reports $property in $function', (expected) => {
      it('on the line that waits', () => {
        const findings = findingsFor(report, expected);
        expect(findings.length).toBeGreaterThan(0);
        const line = expectedLine(example, expectations.source, expected);
        expect(findings.map((finding) => finding.place?.line)).toContain(line);
        for (const finding of findings) expect(finding.place?.file).toMatch(new RegExp(`/${expectations.source}$`));
        if (expected.worst) {
          expect(report.findings[0]?.place?.line).toBe(line);
          expect(hasProperty(elementAt(report.findings, 0), expected)).toBe(true);
        }
      });

      it('with the correct severity', () => {
        const findings = findingsFor(report, expected);
        const seconds = secondsByRank(findings, expectations.ranks);
        if (expected.seconds !== undefined) {
          const delays = delaysOf(readFileSync(join(folder, 'output.txt'), 'utf8'));
          closedForm(expected, delays).forEach((value, rank) => {
            const message = `rank ${rank}: ${seconds[rank]} s, not ${value} s`;
            expect(Math.abs(elementAt(seconds, rank) - value), message).toBeLessThan(expectations.tolerance ?? 0);
          });
        }
        if (expected.severity !== undefined) {
          const severity = findings.reduce((sum, finding) => sum + finding.severity, 0);
          expect(severity).toBeGreaterThan(expected.severity[0]);
          expect(severity).toBeLessThan(expected.severity[1]);
        }
        if (expected.waiting !== undefined) {
          const least = Math.max(...seconds) / 5;
          const waiting = [...seconds.keys()].filter((rank) => elementAt(seconds, rank) > least);
          expect(waiting).toEqual(expected.waiting);
        }
      });
    });
  },
);
