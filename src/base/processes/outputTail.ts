/** Keeps the last part of a stream of text in bounded memory. */
export class OutputTail {
  private text = '';

  /** @param limit how many characters are kept */
  constructor(private readonly limit = 16_384) {}

  add(text: string): void {
    this.text += text;
    if (this.text.length > 2 * this.limit) this.text = this.text.slice(-this.limit);
  }

  /** The last `lines` lines, without trailing blank space. */
  last(lines = 40): string {
    return this.text.slice(-this.limit).trimEnd().split('\n').slice(-lines).join('\n');
  }
}
