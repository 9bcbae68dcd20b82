/** Archives in which names are changed, as someone who means harm would change them. */
import { cpSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { readAnchor } from '../../../src/formats/otf2/anchor.js';
import { type DefinitionFile, forEachRecord } from '../../../src/formats/otf2/definitionFile.js';
import { ChunkWriter } from '../../../src/formats/otf2/writing/chunkWriter.js';
import { definitionFile } from '../../../src/formats/otf2/writing/definitionCopy.js';
import { packed32, recordBytes, textBytes } from '../../../src/formats/otf2/writing/records.js';

const STRING = 10;

/** Copies a little-endian archive with all texts of its definitions renamed. */
export function copyRenamed(from: string, to: string, rename: (text: string) => string): void {
  cpSync(from, to, { recursive: true });
  const { definitionChunkSize, compressed } = readAnchor(join(to, 'traces.otf2'));
  const path = join(to, 'traces.def');
  const file = definitionFile(join(from, 'traces.def'), definitionChunkSize, compressed);
  const renamed = join(to, 'renamed.def');
  writeRenamed(file, new ChunkWriter(renamed, definitionChunkSize, 'little'), rename);
  renameSync(renamed, path);
}

function writeRenamed(file: DefinitionFile, writer: ChunkWriter, rename: (text: string) => string): void {
  forEachRecord(file, (type, record) => {
    if (type !== STRING) {
      writer.add(recordBytes(type, record.bytes.slice(record.position, record.end), 'little'));
      return;
    }
    const id = record.uint32();
    const text = Buffer.from(record.bytes.slice(record.position, record.end - 1)).toString();
    writer.add(recordBytes(type, [...packed32(id, 'little'), ...textBytes(rename(text))], 'little'));
  });
  writer.close();
}
