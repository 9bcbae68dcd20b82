import assert from 'node:assert/strict';
import * as v from 'valibot';
import * as vscode from 'vscode';
import { ASSISTANT_TOOL_NAMES, editorToolName } from '../../../src/protocol/assistants.js';
import { activate, inWorkspace, type Trimtab } from './support/workbench.js';

const part = v.object({ value: v.string() });
const answer = v.looseObject({
  summary: v.string(),
  rows: v.optional(v.array(v.looseObject({ title: v.optional(v.string()) })), []),
});

/** Tools of language models came with VS Code 1.95; older versions have nothing to ask. */
describe('tools for assistants', () => {
  let trimtab: Trimtab;

  before(async function () {
    if (vscode.lm.invokeTool === undefined) this.skip();
    trimtab = await activate();
    await trimtab.api.openTrace(inWorkspace('heat2d-mpi', 'recorded'));
  });

  async function ask(tool: (typeof ASSISTANT_TOOL_NAMES)[number], input: object) {
    const { invokeTool } = vscode.lm;
    assert.ok(invokeTool);
    const result = await invokeTool(editorToolName(tool), { input, toolInvocationToken: undefined });
    const [text] = v.parse(v.tuple([part]), result.content);
    return v.parse(answer, JSON.parse(text.value));
  }

  it('are those that the manifest declares', () => {
    const offered = (vscode.lm.tools ?? []).map(({ name }) => name);
    for (const tool of ASSISTANT_TOOL_NAMES) assert.ok(offered.includes(editorToolName(tool)), tool);
  });

  it('return the findings of the shown experiment', async () => {
    const report = await trimtab.api.report();
    const { rows, summary } = await ask('findings', { limit: 1 });
    assert.equal(rows.at(0)?.title, report?.findings.at(0)?.title);
    assert.match(summary, /The first is Late Sender/);
  });

  it('explain a missing answer in a sentence', async () => {
    await assert.rejects(ask('findings', { experiment: 'nothing of that name' }), /No experiment is called/);
  });
});
