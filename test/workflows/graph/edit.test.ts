import { describe, expect, it } from 'vitest';
import { editWorkflow, type WorkflowEdit } from '../../../src/workflows/graph/edit.js';
import { fieldsOf } from '../../../src/workflows/graph/fields.js';
import { readGraph } from '../../../src/workflows/graph/read.js';
import { parseWorkflow } from '../../../src/workflows/reading/parse.js';
import { groupOf, kinds as declared } from '../../../src/workflows/reading/kinds.js';

const text = `# How we tune heat2d.
version: 1
name: Tuning # short

steps:
  # Built with the flags of production.
  - build: {}

  # Four sizes.
  - id: study
    matrix:
      over: { ranks: [1, 2, 4, 8] } # up to a node
      steps:
        - run: { ranks: '\${{ matrix.ranks }}' }
        - fetch: {} # everything
  - analyze:
      of: study # all of them
  - ask:
      question: Go on?
`;

const edited = (...edits: WorkflowEdit[]) => edits.reduce((before, edit) => editWorkflow(before, edit), text);
const kinds = (source: string) => readGraph(source).steps.map(({ kind }) => kind);
const comments = (source: string) => [...source.matchAll(/#.*/g)].map(([comment]) => comment).sort();

describe('edits of a workflow', () => {
  it('leave a file alone when nothing changes', () => {
    expect(edited({ edit: 'set', path: [3], keys: ['ask', 'question'], value: 'Go on?' })).toBe(text);
  });

  it('set a field and keep every comment, also that of the line', () => {
    const after = edited({ edit: 'set', path: [1], keys: ['matrix', 'over'], value: '{ ranks: [2, 16] }' });
    expect(after).toBe(text.replace('{ ranks: [1, 2, 4, 8] }', '{ranks: [2, 16]}'));
    const of = edited({ edit: 'set', path: [2], keys: ['analyze', 'of'], value: 'run' });
    expect(of).toBe(text.replace('of: study', 'of: run'));
  });

  it('take texts literally and everything else as YAML', () => {
    const note = edited({ edit: 'set', path: [3], keys: ['ask', 'question'], value: 'Faster: yes # or no?' });
    expect(readGraph(note).steps[3]?.fields[0]?.value).toBe('Faster: yes # or no?');
    expect(edited({ edit: 'set', path: [3], keys: ['retries'], value: '3' })).toContain('    retries: 3\n');
    expect(() => edited({ edit: 'set', path: [0], keys: ['build', 'command'], value: '[make' })).toThrow(
      /"command" cannot be read/,
    );
  });

  it('remove a field with an empty text', () => {
    const after = edited({ edit: 'set', path: [2], keys: ['analyze', 'of'], value: ' ' });
    expect(after).not.toContain('of: study');
    expect(parseWorkflow(after).problems).toEqual([]);
  });

  it.each(declared.map(({ kind }) => kind))('add a step of kind %s that needs no more to be valid', (kind) => {
    const after = edited({ edit: 'add', path: [4], kind });
    expect(kinds(after)).toEqual(['build', 'matrix', 'analyze', 'ask', kind]);
    expect(parseWorkflow(after).problems).toEqual([]);
    expect(comments(after)).toEqual(comments(text));
  });

  it('add inside a group', () => {
    const after = edited({ edit: 'add', path: [1, 0], kind: 'build' });
    expect(readGraph(after).steps[1]?.steps.map(({ kind }) => kind)).toEqual(['build', 'run', 'fetch']);
    expect(comments(after)).toEqual(comments(text));
  });

  it('remove a step with the comment that is about it, and no other', () => {
    const after = edited({ edit: 'remove', path: [1] });
    expect(kinds(after)).toEqual(['build', 'analyze', 'ask']);
    expect(after).toContain('# Built with the flags of production.');
    expect(after).not.toContain('# Four sizes.');
    expect(() => edited({ edit: 'remove', path: [1, 0] }, { edit: 'remove', path: [1, 0] })).toThrow(/only step/);
  });

  it('move a step behind another one, out of its group too', () => {
    const after = edited({ edit: 'moveAfter', path: [1, 1], after: [2] });
    expect(kinds(after)).toEqual(['build', 'matrix', 'analyze', 'fetch', 'ask']);
    expect(comments(after)).toEqual(comments(text));
    const down = edited({ edit: 'moveAfter', path: [0], after: [2] });
    expect(kinds(down)).toEqual(['matrix', 'analyze', 'build', 'ask']);
    expect(() => edited({ edit: 'moveAfter', path: [1], after: [1, 0] })).toThrow(/cannot follow itself/);
  });

  it('exchange neighbors, and stop at the ends', () => {
    expect(kinds(edited({ edit: 'shift', path: [2], by: 1 }))).toEqual(['build', 'matrix', 'ask', 'analyze']);
    expect(kinds(edited({ edit: 'shift', path: [3], by: 1 }))).toEqual(kinds(text));
  });

  it('report that the step is gone or the file is broken', () => {
    expect(() => edited({ edit: 'remove', path: [9] })).toThrow(/no longer exists/);
    expect(() => editWorkflow('steps: [', { edit: 'remove', path: [0] })).toThrow(/not valid YAML/);
  });
});

describe('the form of a step', () => {
  it.each(declared.map(({ kind, arguments: own }) => [kind, Object.keys(own)] as const))(
    'offers every field of %s',
    (kind, own) => {
      const offered = fieldsOf(kind);
      expect(
        offered
          .filter(({ keys }) => keys.length === 2)
          .map(({ name }) => name)
          .sort(),
      ).toEqual([...own].sort());
      const common = ['id', 'title', 'when'];
      const shared = groupOf(kind) === undefined ? [...common, 'retries', 'timeout'] : common;
      expect(
        offered
          .filter(({ keys }) => keys.length === 1)
          .map(({ name }) => name)
          .sort(),
      ).toEqual([...shared].sort());
    },
  );
});

describe('the graph of a workflow', () => {
  it('has steps with keys, lines and values, mistakes or not', () => {
    const { steps, name, problems } = readGraph(text.replace('question: Go on?', 'qestion: Go on?'));
    expect(name).toBe('Tuning');
    expect(steps.map(({ key, line }) => [key, line])).toEqual([
      ['build', 7],
      ['study', 10],
      ['analyze', 16],
      ['ask', 18],
    ]);
    expect(steps[1]?.steps.map(({ key }) => key)).toEqual(['study/run', 'study/fetch']);
    expect(steps[1]?.detail).toBe('over: {ranks: [1, 2, 4, 8]}');
    expect(problems.map(({ line }) => line)).toContain(19);
  });

  it('of nothing is empty', () => {
    expect(readGraph('').steps).toEqual([]);
    expect(readGraph('- 1').steps).toEqual([]);
  });
});
