import { Zip, ZipPassThrough } from 'fflate';

/** A file of a zip: its name in ASCII, its length in bytes, and its content, read when its turn comes. */
export interface ZipEntry {
  name: string;
  length: number;
  open: () => Promise<ReadableStream<Uint8Array>>;
}

/** Bytes of a zip beside the content: local header, descriptor, entry of the directory; and the directory's end. */
const PER_ENTRY = 30 + 16 + 46;
const AT_END = 22;

/** Length of the zip that `streamZip` makes, bytes. */
export const zipLength = (entries: readonly Pick<ZipEntry, 'name' | 'length'>[]): number =>
  entries.reduce((sum, { name, length }) => sum + PER_ENTRY + 2 * name.length + length, AT_END);

/** Writes a zip without compression; no file is ever whole in memory. */
export async function streamZip(
  entries: readonly ZipEntry[],
  writable: WritableStream<Uint8Array>,
  modified: Date,
): Promise<void> {
  const writer = writable.getWriter();
  const made: Uint8Array[] = [];
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    made.push(chunk);
  });
  const flush = async () => {
    for (const chunk of made.splice(0)) await writer.write(chunk);
  };
  try {
    for (const { name, length, open } of entries) {
      const file = new ZipPassThrough(name);
      file.mtime = modified;
      zip.add(file);
      let left = length;
      for await (const chunk of await open()) {
        left -= chunk.length;
        file.push(chunk);
        await flush();
      }
      if (left !== 0) throw new Error(`zip: ${name} has another length than was said`);
      file.push(new Uint8Array(0), true);
      await flush();
    }
    zip.end();
    await flush();
    await writer.close();
  } catch (error) {
    await writer.abort(error).catch(() => undefined);
    throw error;
  }
}
