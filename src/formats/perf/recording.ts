/** How perf sampled, as the heading of `perf script --header` shows it. */
import { eventName } from './eventNames.js';

/** Lines of the heading that are looked at, and their length. */
const MOST_LINES = 4096;
const LONGEST_LINE = 1 << 16;
const NANOSECONDS_PER_SECOND = 1e9;
/** Options of `perf record` whose value is the next word. */
const WITH_VALUE = new Set(
  ['e', 'o', 'p', 't', 'u', 'C', 'm', 'D', 'r', 'j', 'k', 'G', 'I']
    .map((letter) => `-${letter}`)
    .concat(
      [
        'event',
        'output',
        'pid',
        'tid',
        'uid',
        'cpu',
        'mmap-pages',
        'delay',
        'realtime',
        'branch-filter',
        'clockid',
      ].map((name) => `--${name}`),
      ['--call-graph', '--cgroup', '--filter', '--user-regs', '--intr-regs'],
    ),
);

export class Recording {
  private lines = 0;
  /** Nanoseconds by event. */
  private readonly periods = new Map<string, number>();
  private ofCommand: number | undefined;
  private words: readonly string[] = [];

  /** Takes a line that begins with `#`. */
  take(line: string): void {
    if (this.lines++ >= MOST_LINES || line.length > LONGEST_LINE) return;
    const [, key, value = ''] = /^#\s*(event|cmdline)\s*:\s*(.*)$/.exec(line) ?? [];
    if (key === 'event') this.event(value);
    else if (key === 'cmdline' && this.words.length === 0) {
      const { period, program } = optionsOf(value.trim().split(/\s+/));
      this.ofCommand = period;
      this.words = program;
    }
  }

  /** The recorded command with its arguments, such as `mpirun -n 4 ./loom`; empty where the heading does not show it. */
  get command(): readonly string[] {
    return this.words;
  }

  /** The nanoseconds between two samples of a clock; undefined where the heading does not show them. */
  clockPeriod(event: string): number | undefined {
    return this.periods.get(event) ?? this.ofCommand;
  }

  /** `name = cpu-clock, …, { sample_period, sample_freq } = 100, …, freq = 1`. */
  private event(text: string): void {
    const [, name] = /\bname = (.+?),(?: |$)/.exec(text) ?? [];
    const [, amount] = /\{ sample_period, sample_freq \} = (\d+)/.exec(text) ?? [];
    if (name === undefined || amount === undefined || !(Number(amount) > 0)) return;
    const isFrequency = /\bfreq = 1\b/.test(text);
    this.periods.set(eventName(name).name, isFrequency ? NANOSECONDS_PER_SECOND / Number(amount) : Number(amount));
  }
}

/** Options of the call of `perf record`. */
interface RecordOptions {
  /** In nanoseconds, as `-F` or `-c` sets it. */
  readonly period: number | undefined;
  /** The recorded command, whose own options are not looked at. */
  readonly program: readonly string[];
}

function optionsOf(words: readonly string[]): RecordOptions {
  let at = words.indexOf('record') + 1;
  if (at === 0) return { period: undefined, program: [] };
  let period: number | undefined;
  for (; at < words.length; at++) {
    const word = words[at] ?? '';
    if (!word.startsWith('-') || word === '--') break;
    const [, short, attached] = /^-([Fc])(\d+)?$/.exec(word) ?? [];
    const [, long, given] = /^--(freq|count)(?:=(\d+))?$/.exec(word) ?? [];
    if (short === undefined && long === undefined) {
      if (WITH_VALUE.has(word)) at++;
      continue;
    }
    const value = Number(attached ?? given ?? words[++at]);
    if (!(value > 0)) continue;
    period = short === 'F' || long === 'freq' ? NANOSECONDS_PER_SECOND / value : value;
  }
  return { period, program: words.slice(words[at] === '--' ? at + 1 : at) };
}
