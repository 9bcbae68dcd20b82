/** Noticing that a command has printed nothing for long. */

const MINUTE = 60_000;

/** Calls back for each whole minute in which nothing was heard. */
export class Silence {
  private minutes = 0;
  private timer: NodeJS.Timeout;

  /**
   * @param say what to do, with the number of minutes since something was heard or this began
   * @param minute how long a minute is, in milliseconds
   */
  constructor(
    private readonly say: (minutes: number) => void,
    private readonly minute = MINUTE,
  ) {
    this.timer = this.start();
  }

  private start(): NodeJS.Timeout {
    return setInterval(() => this.say(++this.minutes), this.minute);
  }

  /** Something was printed. */
  heard(): void {
    clearInterval(this.timer);
    this.minutes = 0;
    this.timer = this.start();
  }

  /** The command has ended. */
  end(): void {
    clearInterval(this.timer);
  }
}
