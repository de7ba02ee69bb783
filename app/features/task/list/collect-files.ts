import { plainFileName } from '#core/file-name.ts';
import type { Download } from '../../../call.ts';

/** A file to fetch, and its folder if several tasks are fetched together. */
export type FileRequest = { folder: string; fetch: (signal: AbortSignal) => Promise<Download> };

/**
 * Fetches files one after the other: a single one as it is, several as a zip, with a folder per task if there is more
 * than one. PDF and OFD are already compressed, so the zip only stores them. Rejects if `signal` is aborted or a fetch
 * fails.
 */
export async function collectFiles(
  wanted: readonly FileRequest[],
  zipName: string,
  { signal, onDone }: { signal: AbortSignal; onDone: (done: number) => void },
): Promise<Download> {
  const first = wanted[0];
  if (!first) throw new RangeError('nothing to fetch');
  if (wanted.length === 1) {
    const file = await first.fetch(signal);
    onDone(1);
    return file;
  }
  const { Zip, ZipPassThrough } = await import('fflate');
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    parts.push(chunk);
  });
  const inFolders = new Set(wanted.map((one) => one.folder)).size > 1;
  const names = new Set<string>();
  for (const [at, one] of wanted.entries()) {
    const { name, blob } = await one.fetch(signal);
    signal.throwIfAborted();
    const entry = new ZipPassThrough(
      freeName(
        inFolders ? `${plainFileName(one.folder)}/${plainFileName(name)}` : plainFileName(name),
        names,
      ),
    );
    // Made on Unix: unzip takes the names of others for those of an old code page. A file, which its owner may write.
    Object.assign(entry, { os: 3, attrs: (0o100_644 << 16) >>> 0 });
    zip.add(entry);
    entry.push(new Uint8Array(await blob.arrayBuffer()), true);
    onDone(at + 1);
  }
  zip.end();
  return { name: `${plainFileName(zipName)}.zip`, blob: new Blob(parts, { type: 'application/zip' }) };
}

function freeName(name: string, taken: Set<string>): string {
  let free = name;
  for (let n = 2; taken.has(free.toLowerCase()); n++)
    free = name.replace(/(\.[^./]*)?$/, (end) => ` (${n})${end}`);
  taken.add(free.toLowerCase());
  return free;
}
