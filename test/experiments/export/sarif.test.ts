import { describe, expect, it } from 'vitest';
import { absent } from '../../../src/base/elements.js';
import { sarifLog } from '../../../src/experiments/export/sarif.js';
import { ExperimentStore, type Manifest } from '../../../src/experiments/index.js';
import type { Finding, FindingsReport } from '../../../src/model/findings/findings.js';
import { sampleReport, temporaryFolder } from '../support.js';

const FILE = '/home/u/heat2d/src/heat 2d.c';
const [sample = absent('finding')] = sampleReport().findings;

/** A finding in a call of `region` at a line. */
function finding(line: number, change: Partial<Finding> = {}): Finding {
  const place = { file: FILE, line };
  return {
    ...sample,
    place,
    callPath: [
      { region: 'main', definition: { file: FILE, line: 3 } },
      { region: 'MPI_Recv', callSite: place },
    ],
    ...change,
  };
}

const manifest = (): Manifest =>
  new ExperimentStore(temporaryFolder()).create({ program: 'heat2d', target: 'local', ranks: 4 }).manifest;

/** The log as a reader gets it. */
interface Log {
  readonly runs: readonly {
    readonly tool: { readonly driver: { readonly name: string; readonly rules: readonly Rule[] } };
    readonly automationDetails: { readonly id: string };
    readonly invocations: readonly { readonly toolExecutionNotifications: readonly Message[] }[];
    readonly results: readonly Result[];
  }[];
}
interface Message {
  readonly level: string;
  readonly message: { readonly text: string };
}
interface Rule {
  readonly id: string;
  readonly name: string;
  readonly help: { readonly text: string; readonly markdown: string };
  readonly defaultConfiguration: { readonly level: string };
}
interface Physical {
  readonly artifactLocation: { readonly uri: string; readonly uriBaseId?: string };
  readonly region: { readonly startLine: number };
}
interface Result extends Message {
  readonly ruleId: string;
  readonly ruleIndex: number;
  readonly locations: readonly { readonly physicalLocation: Physical }[];
  readonly relatedLocations?: readonly { readonly physicalLocation: Physical }[];
  readonly partialFingerprints: Readonly<Record<string, string>>;
}

/** @param lines of the measured text, from line 1 on */
function runOf(report: Partial<FindingsReport>, lines: readonly string[] = [], inProject = true) {
  const sources = {
    textOf: (file: string) => (file === FILE ? lines.join('\n') : undefined),
    projectPath: (file: string) => (file === FILE && inProject ? 'src/heat 2d.c' : undefined),
  };
  const log = JSON.parse(JSON.stringify(sarifLog(manifest(), sampleReport(report), sources))) as Log;
  return log.runs[0] ?? absent('run');
}

const prints = (lines: readonly string[], ...findings: readonly Finding[]): string[] =>
  runOf({ findings }, lines).results.map(({ partialFingerprints }) => partialFingerprints['trimtab/v1'] ?? '');

describe('findings as SARIF', () => {
  it('are at their lines, relative to the project, under the rule of their property', () => {
    const { results, tool } = runOf({
      findings: [finding(88), finding(9, { property: 'mpi_latesender', title: 'x' })],
    });
    expect(results.map(({ ruleId, ruleIndex }) => [ruleId, ruleIndex])).toEqual([
      ['mpi_wait_nxn', 0],
      ['mpi_latesender', 1],
    ]);
    expect(results[0]?.locations[0]?.physicalLocation).toEqual({
      artifactLocation: { uri: 'src/heat%202d.c', uriBaseId: '%SRCROOT%' },
      region: { startLine: 88 },
    });
    expect(results[0]?.message.text).toMatch(
      /^Wait at N×N: 21\.0 % of the time \(2\.10 s on 2 locations\) is lost in main → MPI_Recv\. Ranks wait/,
    );
    expect(tool.driver.rules.map(({ id, name }) => [id, name])).toEqual([
      ['mpi_wait_nxn', 'WaitAtNN'],
      ['mpi_latesender', 'LateSender'],
    ]);
    for (const { help } of tool.driver.rules) expect(help.markdown).toMatch(/.+\n\n\*\*Advice:\*\* .+/);
  });

  it('have no links in their texts, whatever names hold', () => {
    const link = '[click](https://evil.example)';
    const placed = finding(3, {
      title: link,
      explanation: link,
      advice: link,
      property: 'own',
      callPath: [{ region: link }],
    });
    const { place: _, ...elsewhere } = placed;
    const text = JSON.stringify(runOf({ findings: [placed, elsewhere] }));
    expect(text.match(/"(?:text)":"[^"]*click/g)?.length).toBeGreaterThan(3);
    expect([...text.matchAll(/"text":"([^"]*)"/g)].filter(([, shown = '']) => shown.includes(']('))).toEqual([]);
  });

  it('outside of the project have absolute addresses', () => {
    const uriOf = (file: string) =>
      runOf({ findings: [finding(1, { place: { file, line: 1 } })] }, [], false).results[0]?.locations[0]
        ?.physicalLocation.artifactLocation;
    expect(uriOf(FILE)).toEqual({ uri: 'file:///home/u/heat2d/src/heat%202d.c' });
    expect(uriOf('C:\\u\\a#b.c')).toEqual({ uri: 'file:///C:/u/a%23b.c' });
    expect(uriOf('a.c\ud800')).toEqual({ uri: 'a.c%EF%BF%BD' });
  });

  it('have levels by their share of the time', () => {
    const findings = [0.2, 0.05, 0.015, 0.005].map((severity) => finding(88, { severity }));
    const { results, tool } = runOf({ findings });
    expect(results.map(({ level }) => level)).toEqual(['error', 'warning', 'warning', 'note']);
    expect(tool.driver.rules[0]?.defaultConfiguration.level).toBe('error');
  });

  it('without a line, and warnings about the numbers, are notifications', () => {
    const { place, ...nowhere } = finding(88);
    expect(place?.line).toBe(88);
    const doubt = {
      kind: 'records-lost',
      severity: 'error',
      title: '7 lost',
      sentence: 'Seven.',
      advice: 'Go.',
    } as const;
    const { results, invocations } = runOf({ findings: [nowhere], doubts: [doubt] });
    expect(results).toEqual([]);
    expect(invocations[0]?.toolExecutionNotifications).toEqual([
      { level: 'error', message: { text: '7 lost. Seven. Go.' } },
      { level: 'error', message: { text: expect.stringMatching(/^Wait at N×N: 21\.0 %/) as string } },
    ]);
  });

  it('name the lines that cause them', () => {
    const cause = {
      region: 'relax',
      callPath: [],
      place: { file: FILE, line: 40 },
      seconds: 1,
      share: 0.5,
      locations: [],
    };
    const [result] = runOf({ findings: [finding(88, { rootCauses: [cause] })] }).results;
    expect(result?.relatedLocations?.[0]?.physicalLocation.region.startLine).toBe(40);
  });

  it('are known again when lines moved and times changed, and only then', () => {
    const text = ['', 'a = 1;', '  MPI_Recv(&a);', 'b = 2;', 'MPI_Recv(&b);', 'MPI_Recv(&b);'];
    const before = prints(text, finding(3), finding(5), finding(6));
    expect(new Set(before).size).toBe(3);
    const moved = ['// one more', ...text.map((line) => `\t${line}`)];
    // Another order, by other severities, is no other finding.
    const after = prints(moved, finding(7, { seconds: 9 }), finding(4), finding(6, { severity: 0.3 }));
    expect(after).toEqual([before[2], before[0], before[1]]);
    expect(before).not.toContain(prints(text, finding(2))[0]);
    expect(before).not.toContain(prints(text, finding(3, { property: 'mpi_latesender' }))[0]);
    expect(before).not.toContain(prints(text, finding(3, { callPath: [{ region: 'other' }] }))[0]);
  });

  it('belong to what ran before by the name of the program', () => {
    expect(runOf({}).automationDetails.id).toMatch(/^trimtab\/heat2d\/\d{8}-/);
  });
});
