import { cpSync, mkdtempSync, readdirSync, rmSync, statSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import type { AnalysisResult } from '../../../src/analysis/trace/index.js';
import { elementAt } from '../../../src/base/elements.js';
import { openArchive } from '../../../src/formats/otf2/index.js';
import { incompletenessOf } from '../../support/analyzed.js';
import { conformanceData, LARGE_TRACES, usualTraces } from '../../support/conformanceData.js';
import { analyzed, unfounded } from '../../support/damageRules.js';
import { damaged, eventCounts } from '../../support/damagedTrace.js';
import { rounds, wholeMatrix } from '../../support/matrix.js';

const single = conformanceData('otf2');
const withScalasca = conformanceData('otf2-with-scalasca');

/** Traces that are not whole as they were published, and what is uncertain about them. */
const incomplete: Readonly<Record<string, readonly string[]>> = {
  'apex_hpx_json-converter/OTF2_archive/APEX.otf2': ['lost', 'unbalanced'],
  'btmz_B_8x4/traces.otf2': ['lost', 'messages'],
  'otf2lib_integrity/OTF2_Integrity_trace_1/TestTrace.otf2': ['messages'],
};

function archivesIn(folder: string | undefined): string[] {
  if (folder === undefined) return [];
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.otf2'));
}

/** Small traces of different kinds: messages, collectives, threads, tasks, and messages with threads. */
const small = usualTraces(
  ['ats4', 'sweep3d.4', 'hpccg.4', 'qsomp1.2t', 'omp_task.2t', 'bots_sort.2t', 'clover_hyb.2x2'],
  ['sweep3d.4', 'hpccg.4', 'bots_sort.2t'],
);

const wholeResults = new Map<string, AnalysisResult>();

/** The analysis of a whole trace, once for all tests. */
function wholeOf(name: string): AnalysisResult {
  const known = wholeResults.get(name);
  if (known !== undefined) return known;
  const result = analyzed(openArchive(path.join(withScalasca ?? '', name, 'traces.otf2')));
  if (small.includes(name)) wholeResults.set(name, result);
  return result;
}
afterAll(() => wholeResults.clear());

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

/** A copy of an archive whose event files may be changed. */
function copyOf(name: string): { anchor: string; events: string[] } {
  const folder = mkdtempSync(path.join(tmpdir(), 'trimtab-damage-'));
  folders.push(folder);
  cpSync(path.join(withScalasca ?? '', name), folder, { recursive: true });
  const events = readdirSync(path.join(folder, 'traces')).filter((file) => file.endsWith('.evt'));
  return { anchor: path.join(folder, 'traces.otf2'), events: events.map((file) => path.join(folder, 'traces', file)) };
}

describe.skipIf(single === undefined)('published traces', () => {
  test.each(usualTraces(archivesIn(single)))('%s: uncertain or whole', (file) => {
    const doubt = incompletenessOf(analyzed(openArchive(path.join(single ?? '', file))).report);
    const states = new Set(doubt?.uncertainty?.locations.map(({ state }) => state));
    expect([...states].sort()).toEqual(incomplete[file] ?? []);
    expect(doubt === undefined).toBe(!(file in incomplete));
  });
});

describe.skipIf(withScalasca === undefined)('traces with reference values', () => {
  const left = LARGE_TRACES.filter((name) => name !== 'clover_hyb.2x2');
  test.each(usualTraces(archivesIn(withScalasca), left))('%s is whole', (file) => {
    expect(incompletenessOf(wholeOf(path.dirname(file)).report)).toBeUndefined();
  });

  test.each(small)('%s: event files cut at many points', (name) => {
    const whole = wholeOf(name);
    for (const part of wholeMatrix ? [0.001, 0.2, 0.5, 0.8, 0.999] : [0.001, 0.5]) {
      const { anchor, events } = copyOf(name);
      truncateSync(elementAt(events, 0), Math.floor(statSync(elementAt(events, 0)).size * part));
      if (part === 0.5) truncateSync(elementAt(events, 1), Math.floor(statSync(elementAt(events, 1)).size * 0.7));
      const trace = openArchive(anchor);
      const result = analyzed(trace);
      expect(unfounded(trace, result, whole), `cut at ${part}`).toEqual([]);
      // Files may be longer than what they hold, so that some cuts lose nothing.
      const isLess = result.report.events < whole.report.events;
      expect(incompletenessOf(result.report)?.sentence ?? '').toMatch(isLess ? /(ends? early|lost) \(/ : /^$/);
    }
  });

  test.each(small)('%s: event files removed', (name) => {
    const whole = wholeOf(name);
    const { length } = copyOf(name).events;
    for (let removed = 0; removed < length; removed += rounds(3, 1)) {
      const { anchor, events } = copyOf(name);
      rmSync(elementAt(events, removed));
      const trace = openArchive(anchor);
      const result = analyzed(trace);
      expect(unfounded(trace, result, whole), `without ${path.basename(elementAt(events, removed))}`).toEqual([]);
      expect(incompletenessOf(result.report)?.sentence).toContain('is lost');
    }
  });

  test.each(small.filter((name) => name !== 'clover_hyb.2x2'))('%s: cut between any two events', (name) => {
    const trace = openArchive(path.join(withScalasca ?? '', name, 'traces.otf2'));
    const whole = wholeOf(name);
    const counts = eventCounts(trace);
    for (let step = 1; step < 10; step += rounds(4, 1)) {
      const location = step % counts.length;
      const part = damaged(trace, {
        cut: new Map([[location, Math.floor((elementAt(counts, location) * step) / 10) + step]]),
      });
      expect(unfounded(part, analyzed(part), whole), `location ${location}, step ${step}`).toEqual([]);
    }
  });
});
