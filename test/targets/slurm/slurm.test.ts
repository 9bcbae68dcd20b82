import { describe, expect, it } from 'vitest';
import { parseRecord, type JobRecords } from '../../../src/targets/jobs/records.js';
import { judge, isOpen, type Evidence } from '../../../src/targets/slurm/judge.js';
import { jobName, outputOption, sbatchOptions } from '../../../src/targets/slurm/options.js';
import { controllerAway, parseControl, parseFinalLines, parseQueue } from '../../../src/targets/slurm/parse.js';
import { isFinal, pendingSentence, stateOf } from '../../../src/targets/slurm/states.js';

const NO_RECORDS: JobRecords = { exit: undefined, started: undefined, cancelled: false };
const evidence = (more: Partial<Evidence> = {}): Evidence => ({
  records: NO_RECORDS,
  queue: undefined,
  control: undefined,
  finalLines: '',
  answered: true,
  ...more,
});
const queue = (state: string, reason = 'None', nodes = '') => ({ id: '1', state, reason, nodes });
const exited = (code: number, more: Partial<JobRecords> = {}): JobRecords => ({
  ...NO_RECORDS,
  exit: parseRecord(`code=${code}\nreason=\nended=2026-01-01T00:00:00Z\nfree=100000\nend\n0000`),
  ...more,
});

/** Every state of squeue(1), "JOB STATE CODES", of versions 18.08 to 24.11. */
const ALL_STATES =
  'BOOT_FAIL CANCELLED COMPLETED CONFIGURING COMPLETING DEADLINE FAILED LAUNCH_FAILED NODE_FAIL OUT_OF_MEMORY PENDING POWER_UP_NODE PREEMPTED RECONFIG_FAIL RUNNING RESV_DEL_HOLD REQUEUE_FED REQUEUE_HOLD REQUEUED RESIZING REVOKED SIGNALING SPECIAL_EXIT STAGE_OUT STOPPED SUSPENDED TIMEOUT'.split(
    ' ',
  );

describe('text of Slurm', () => {
  it('is read from squeue, arrays and messages between the lines included', () => {
    const text = `slurm_load_jobs error: something\n12|RUNNING|n[1-3]|None\n13_2|PENDING||Nodes required for job are DOWN, DRAINED or reserved|x\n`;
    expect(parseQueue(text)).toEqual([
      { id: '12', state: 'RUNNING', nodes: 'n[1-3]', reason: 'None' },
      { id: '13_2', state: 'PENDING', nodes: '', reason: 'Nodes required for job are DOWN, DRAINED or reserved|x' },
    ]);
  });

  it('is read from scontrol show job -o of 22.05', () => {
    const line =
      'JobId=7 JobName=heat-0011223344 UserId=root(0) GroupId=root(0) MCS_label=N/A Priority=4294901753 Nice=0 Account=(null) QOS=(null) JobState=TIMEOUT Reason=TimeLimit Dependency=(null) Requeue=1 Restarts=0 BatchFlag=1 Reboot=0 ExitCode=0:15 RunTime=00:01:22 TimeLimit=00:01:00 TimeMin=N/A SubmitTime=2026-11-21T04:00:00 Partition=main AllocNode:Sid=vm:1 ReqNodeList=(null) ExcNodeList=(null) NodeList=n1 BatchHost=n1 NumNodes=1 NumCPUs=1 Command=/w/a b/JobState=X/job.sh WorkDir=/w';
    expect(parseControl(line)).toEqual([
      { id: '7', state: 'TIMEOUT', reason: 'TimeLimit', nodes: 'n1', exitCode: 0, signal: 15 },
    ]);
  });

  it('is read from scontrol of later versions, elements of arrays included', () => {
    const line =
      'JobId=81 ArrayJobId=80 ArrayTaskId=3 ArrayTaskThrottle=2 JobName=x UserId=u(1000) GroupId=u(1000) JobState=OUT_OF_MEMORY Reason=OutOfMemory Dependency=(null) ExitCode=0:125 NodeList=(null)';
    expect(parseControl(`slurm_load_jobs error: Invalid job id specified\n${line}\n`)).toEqual([
      { id: '80_3', state: 'OUT_OF_MEMORY', reason: 'OutOfMemory', nodes: '', exitCode: 0, signal: 125 },
    ]);
  });

  it('derives from its last messages why it ended a job', () => {
    const words = (why: string) => `slurmstepd-n1: error: *** JOB 5 ON n1 CANCELLED AT 2026-11-21T04:00:00${why} ***`;
    expect(parseFinalLines(words(' DUE TO TIME LIMIT'))?.state).toBe('TIMEOUT');
    expect(parseFinalLines(words(' DUE TO NODE FAILURE, SEE SLURMCTLD LOG FOR DETAILS'))?.state).toBe('NODE_FAIL');
    expect(parseFinalLines(words(' DUE TO PREEMPTION'))?.state).toBe('PREEMPTED');
    expect(parseFinalLines(words(''))?.state).toBe('CANCELLED');
    expect(parseFinalLines('slurmstepd: error: Detected 1 oom-kill event(s) in StepId=5.batch')?.state).toBe(
      'OUT_OF_MEMORY',
    );
    expect(parseFinalLines('*** my own stars ***')).toBeUndefined();
  });

  it('recognizes that the controller is unavailable', () => {
    expect(controllerAway('slurm_load_jobs error: Unable to contact slurm controller (connect failure)')).toBe(true);
    expect(controllerAway('slurm_load_jobs error: Invalid job id specified')).toBe(false);
  });
});

describe('states', () => {
  it.each(ALL_STATES)('%s has a sentence', (name) => {
    expect(stateOf(name).sentence).toMatch(/^[A-Z].*\.$/);
    expect(stateOf(name).sentence).not.toContain('does not know');
  });

  it('are known with what versions add to them', () => {
    expect(stateOf('CANCELLED by 1000').phase).toBe('cancelled');
    expect(stateOf('NODE_FAIL+').phase).toBe('failed');
    expect(isFinal('COMPLETING')).toBe(false);
    expect(stateOf('BRAND_NEW').sentence).toContain('"BRAND_NEW"');
  });

  it.each([
    ['Priority', /higher priority/],
    ['Resources', /nodes to become free/],
    ['ReqNodeNotAvail, UnavailableNodes:n3', /down, drained or reserved/],
    ['QOSMaxJobsPerUserLimit', /limit of the account/],
    ['AssocGrpCPUMinutesLimit', /limit of the account/],
    ['DependencyNeverSatisfied', /Never starts/],
    ['SomethingNew', /Slurm reports: SomethingNew/],
  ])('pending for %s', (reason, sentence) => expect(pendingSentence(reason)).toMatch(sentence));
});

describe('the state of a job', () => {
  it('follows the job itself when Slurm has forgotten it', () => {
    expect(judge(evidence({ records: exited(0) }))).toMatchObject({ phase: 'succeeded', exitCode: 0 });
    expect(judge(evidence({ records: exited(139) }))).toMatchObject({
      phase: 'failed',
      sentence: 'The program was ended by SIGSEGV.',
    });
    expect(isOpen(evidence({ records: exited(0) }))).toBe(false);
  });

  it('is lost only when no source has any data', () => {
    expect(isOpen(evidence())).toBe(true);
    expect(judge(evidence()).phase).toBe('lost');
    expect(judge(evidence({ answered: false })).phase).toBe('pending');
    const started = { ...NO_RECORDS, started: parseRecord('id=1\nhost=n1\nend\n') };
    expect(judge(evidence({ answered: false, records: started })).phase).toBe('running');
    expect(
      judge(evidence({ finalLines: '*** JOB 1 ON n1 CANCELLED AT 2026-01-01T00:00:00 DUE TO TIME LIMIT ***' }))
        .sentence,
    ).toMatch(/time limit/);
  });

  it('names the reason why Slurm ended it rather than the signal', () => {
    expect(judge(evidence({ queue: queue('TIMEOUT', 'TimeLimit'), records: exited(143) }))).toMatchObject({
      phase: 'failed',
      sentence: stateOf('TIMEOUT').sentence,
      exitCode: 143,
    });
    expect(judge(evidence({ queue: queue('CANCELLED') })).sentence).toBe('Cancelled outside Trimtab.');
    expect(judge(evidence({ queue: queue('CANCELLED'), records: { ...NO_RECORDS, cancelled: true } })).sentence).toBe(
      'Cancelled.',
    );
    expect(judge(evidence({ queue: queue('CANCELLED', 'Dependency') })).phase).toBe('failed');
    expect(judge(evidence({ queue: queue('OUT_OF_MEMORY') })).sentence).toMatch(/^Out of memory/);
  });

  it('waits again when it was put back, whatever its first start left behind', () => {
    expect(judge(evidence({ queue: queue('PENDING', 'BeginTime'), records: exited(143) })).phase).toBe('pending');
    expect(judge(evidence({ queue: queue('REQUEUED'), records: exited(143) })).phase).toBe('pending');
  });

  it('has ended when its program has, while Slurm still cleans up', () => {
    expect(judge(evidence({ queue: queue('COMPLETING'), records: exited(0) })).phase).toBe('succeeded');
    expect(judge(evidence({ queue: queue('COMPLETING') })).phase).toBe('running');
    // Asked to end: Slurm will report why, or start it again.
    const exit = parseRecord('code=143\nreason=TERM\nend\n');
    expect(judge(evidence({ queue: queue('COMPLETING'), records: { ...NO_RECORDS, exit } })).phase).toBe('running');
  });

  it('is not taken for done when its exit record is missing', () => {
    expect(judge(evidence({ queue: queue('COMPLETED') }))).toMatchObject({
      phase: 'failed',
      sentence: expect.stringContaining('exit record is missing') as string,
    });
  });

  it('is not read from a record written in part', () => {
    expect(parseRecord('code=0\nreason=\nen')).toBeUndefined();
  });
});

describe('options of sbatch', () => {
  it('are stated explicitly', () => {
    const options = sbatchOptions(
      '/w/job',
      'n',
      { ranks: 8, nodes: 2, threadsPerRank: 4, timeLimit: 61 },
      { partition: 'p', account: 'a', requeue: false, options: ['--mem=1G'] },
    );
    expect(options).toEqual([
      '--parsable',
      '--job-name=n',
      '--chdir=/w/job',
      '--ntasks=8',
      '--nodes=2',
      '--cpus-per-task=4',
      '--time=2',
      '--partition=p',
      '--account=a',
      '--no-requeue',
      '--open-mode=append',
      '--mem=1G',
    ]);
    expect(outputOption('/w/100%j')).toBe('--output=/w/100%%j/slurm.out');
  });

  it('that cannot be met are refused before anything is submitted', () => {
    expect(() => sbatchOptions('/w', 'n', { ranks: 9 }, { nodes: 2, tasksPerNode: 4, options: [] })).toThrow(
      /9 ranks do not fit on 2 nodes with 4 each/,
    );
  });

  it("name each folder's job differently", () => {
    expect(jobName('heat 2d; rm', '/a')).toMatch(/^heat-2d-rm-[0-9a-f]{10}$/);
    expect(jobName('x', '/a')).not.toBe(jobName('x', '/b'));
    expect(jobName('--wrap', '/a')).toMatch(/^wrap-/);
  });
});
