/** Whole numbers of few digits, as nearly all numbers in text profiles are, read without taking the text apart. */

const BLANK = 0x20;
const ZERO = 0x30;
/** Numbers of so many digits are exact. */
const MOST_DIGITS = 15;

export class PlainNumbers {
  /** The numbers that were read last. */
  readonly values: number[] = [];
  /** Position after the numbers. */
  end = 0;

  constructor(private readonly text: string) {}

  /** Reads so many numbers, each after one blank. @returns whether the text has this form */
  read(from: number, count: number): boolean {
    const { text, values } = this;
    let at = from;
    for (let i = 0; i < count; i++) {
      if (text.charCodeAt(at) !== BLANK) return false;
      const first = ++at;
      let value = 0;
      for (let digit = text.charCodeAt(at) - ZERO; digit >= 0 && digit <= 9; digit = text.charCodeAt(++at) - ZERO)
        value = value * 10 + digit;
      if (at === first || at - first > MOST_DIGITS) return false;
      values[i] = value;
    }
    this.end = at;
    return true;
  }
}
