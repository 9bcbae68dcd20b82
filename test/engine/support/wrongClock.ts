import { type Bytes, writeArchive } from '../../formats/otf2/otf2Writer.js';
import {
  enter,
  leave,
  region,
  sampleDefinitions,
  sampleEvents,
  send,
  string,
  time,
} from '../../formats/otf2/sampleArchive.js';

/** Four ranks that hand a message on in a ring; the clock of the last one is 40 ticks slow, so that it receives too early. */
export function archiveWithWrongClock(rounds: number): string {
  const ranks = [0, 1, 2, 3];
  const [solve, sending, receiving] = [2, 1, 3];
  const events = ranks.map((rank) => {
    const late = rank === 3 ? -40 : 0;
    const records = [];
    for (let round = 0; round < rounds; round++) {
      const at = 100 + 100 * round + late;
      records.push(time(at), enter(solve), time(at + 5 + rank), leave(solve));
      records.push(time(at + 20 + rank), enter(sending), time(at + 22 + rank), send((rank + 1) % 4, 0, round, 8));
      records.push(time(at + 30), leave(sending), time(at + 31), enter(receiving));
      records.push(time(at + 50), receive((rank + 3) % 4, round), time(at + 51), leave(receiving));
    }
    return sampleEvents('little', records);
  });
  const extra = [string(30, 'MPI_Recv'), region(receiving, 30, 28, 4)];
  return writeArchive({
    definitions: sampleDefinitions(
      'little',
      events.map(() => 8 * rounds),
      extra,
    ),
    locations: events.map((each, id) => ({ id, events: each })),
  });
}

function receive(sender: number, tag: number): (bytes: Bytes) => void {
  return (bytes) => bytes.record(18, (record) => record.uint32(sender, 0, tag).uint64(8));
}
