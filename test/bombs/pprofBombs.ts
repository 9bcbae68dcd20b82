/** Profiles of pprof that are small because they repeat themselves. */
import { gzipSync } from 'node:zlib';
import { MessageWriter } from '../../src/formats/pprof/wireWriter.js';

const SAMPLE = 2;
const LOCATION = 4;
const FUNCTION = 5;
const STRING = 6;

function varint(value: number): Buffer {
  const bytes: number[] = [];
  let left = value;
  for (; left >= 128; left = Math.floor(left / 128)) bytes.push((left % 128) | 128);
  return Buffer.from([...bytes, left]);
}

/** A profile of functions f0, f1, … at locations 1, 2, …, that counts samples. */
export class PprofBomb {
  private readonly head = new MessageWriter();
  private readonly rest: Uint8Array[] = [];

  constructor(functions: number) {
    for (const text of ['', 'samples', 'count']) this.head.text(STRING, text);
    const type = new MessageWriter();
    type.number(1, 1);
    type.number(2, 2);
    this.head.message(1, type);
    for (let at = 0; at < functions; at++) this.function(at + 1, `f${at}`, at + 3);
    for (let at = 1; at <= functions; at++) this.location(at, [at]);
  }

  /** A location with inlined functions, innermost first. */
  location(id: number, functions: readonly number[]): void {
    const location = new MessageWriter();
    location.number(1, id);
    for (const called of functions) {
      const line = new MessageWriter();
      line.number(1, called);
      location.message(4, line);
    }
    this.head.message(LOCATION, location);
  }

  /** Adds samples, all of the same stack. @param stack identifiers of locations, innermost first */
  samples(count: number, stack: readonly number[], value = 1): void {
    const sample = new MessageWriter();
    sample.numbers(1, [...stack]);
    sample.numbers(2, [value]);
    const message = new MessageWriter();
    message.message(SAMPLE, sample);
    this.repeat(count, message.result());
  }

  /** Adds the same bytes again and again. */
  repeat(count: number, bytes: Uint8Array): void {
    this.rest.push(Buffer.alloc(count * bytes.length, bytes));
  }

  /** Adds a sample of a stack that is one location again and again. @param location identifier below 128 */
  longSample(depth: number, location: number): void {
    const stack = Buffer.alloc(depth, location);
    const values = Buffer.from([0x10, 1]);
    const head = Buffer.concat([Buffer.from([0x0a]), varint(depth)]);
    const size = varint(head.length + depth + values.length);
    this.repeat(1, Buffer.concat([Buffer.from([0x12]), size, head, stack, values]));
  }

  packed(): Buffer {
    return gzipSync(Buffer.concat([this.head.result(), ...this.rest]));
  }

  private function(id: number, name: string, text: number): void {
    this.head.text(STRING, name);
    const described = new MessageWriter();
    described.number(1, id);
    described.number(2, text);
    this.head.message(FUNCTION, described);
  }
}
