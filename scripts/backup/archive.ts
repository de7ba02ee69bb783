import { createReadStream, createWriteStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { Decrypter, Encrypter } from 'age-encryption';
import tar from 'tar-stream';
import { z } from 'zod';
import { Refusal } from '../install.mjs';
import { makeFolder } from '../product/make-folder.ts';
import { digestOf, type Entry } from './snapshot.ts';

/** Manifest of a backup, its first entry. */
export const manifestSchema = z.object({
  format: z.literal(1),
  /** Version of the product that made the backup. */
  version: z.string(),
  /** ISO 8601: start of copying the database. Later writes are not included. */
  takenAt: z.iso.datetime(),
  files: z.array(z.object({ path: z.string(), size: z.number(), sha256: z.string() })),
});
export type Manifest = z.infer<typeof manifestSchema>;

const MANIFEST = 'manifest.json';
/** Maximum size of a manifest: sufficient for a million files. */
const MOST_MANIFEST = 256 * 1024 * 1024;
/** Valid path segments in a backup: none can lead out of the target folder. */
const SAFE = /^(?!\.{1,2}$)[^\\:\0/]{1,255}$/;

/**
 * Writes a folder into one file: tar, gzip, encrypted by age with a passphrase (age-encryption.org/v1), so that `age
 * -d`, `gunzip` and `tar` can read it, too. Resolves once the file is completely on disk.
 */
export async function pack(
  folder: string,
  manifest: Manifest,
  file: string,
  passphrase: string,
): Promise<void> {
  const archive = tar.pack();
  const fill = async () => {
    archive.entry({ name: MANIFEST, mode: 0o600 }, JSON.stringify(manifest));
    for (const entry of manifest.files)
      await pipeline(
        createReadStream(join(folder, entry.path)),
        archive.entry({ name: entry.path, size: entry.size, mode: 0o600 }),
      );
    archive.finalize();
  };
  const encrypter = new Encrypter();
  encrypter.setPassphrase(passphrase);
  const zipped = Readable.toWeb(archive.pipe(createGzip({ level: 1 }))) as ReadableStream<Uint8Array>;
  const filled = fill();
  // Awaited below: until then its failure surfaces as a stream error.
  filled.catch((error: Error) => archive.destroy(error));
  const out = await encrypter.encrypt(zipped);
  await out.pipeTo(Writable.toWeb(createWriteStream(file, { mode: 0o600 })) as WritableStream<Uint8Array>);
  await filled;
  const written = await open(file, 'r');
  await written.sync();
  await written.close();
}

/**
 * Unpacks a backup into an empty folder. Returns its manifest and the entries found. Throws a Refusal for a wrong
 * passphrase, a file that is not a backup, a truncated or modified one, and paths that lead out of the folder.
 */
export async function unpack(
  file: string,
  folder: string,
  passphrase: string,
): Promise<{ manifest: Manifest; found: Entry[] }> {
  const decrypter = new Decrypter();
  decrypter.addPassphrase(passphrase);
  const encrypted = Readable.toWeb(createReadStream(file)) as ReadableStream<Uint8Array>;
  const zipped = await decrypter.decrypt(encrypted).catch((error: Error) => {
    if ((error as NodeJS.ErrnoException).code !== undefined) throw error;
    throw new Refusal(
      /no identity matched/i.test(error.message)
        ? `The passphrase does not open ${file}.`
        : `${file} is no backup of Signet.`,
    );
  });
  const archive = tar.extract();
  let manifest: Manifest | undefined;
  const found: Entry[] = [];
  const read = async () => {
    for await (const entry of archive) {
      if (manifest === undefined) {
        manifest = await readManifest(entry, entry.header.name);
        continue;
      }
      const { name } = entry.header;
      const parts = name.split('/');
      if (!parts.every((part) => SAFE.test(part)))
        throw new Refusal(`The backup has an unsafe path: ${name}`);
      const target = join(folder, ...parts);
      makeFolder(dirname(target), 0o700);
      await pipeline(entry, createWriteStream(target, { mode: 0o600, flags: 'wx' }));
      found.push({ path: name, ...(await digestOf(target)) });
    }
  };
  try {
    await Promise.all([pipeline(Readable.fromWeb(zipped as never), createGunzip(), archive), read()]);
  } catch (error) {
    if (error instanceof Refusal || (error as NodeJS.ErrnoException).syscall) throw error;
    throw new Refusal(`${file} is damaged or cut off; nothing was restored from it.`);
  }
  if (manifest === undefined) throw new Refusal(`${file} is no backup of Signet.`);
  return { manifest, found };
}

async function readManifest(entry: Readable, name: string): Promise<Manifest> {
  if (name !== MANIFEST) throw new Refusal('The backup does not begin with its manifest.');
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of entry as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MOST_MANIFEST) throw new Refusal('The manifest of the backup is too large.');
    chunks.push(chunk);
  }
  const read = manifestSchema.safeParse(JSON.parse(Buffer.concat(chunks).toString('utf8')));
  if (!read.success)
    throw new Refusal('The backup was made by a version of Signet that this one does not know.');
  return read.data;
}

/** Differences between a manifest and the entries of a folder, as sentences. */
export function differences(manifest: Manifest, found: readonly Entry[]): string[] {
  const byPath = new Map(found.map((entry) => [entry.path, entry]));
  const wrong = manifest.files.flatMap(({ path, size, sha256 }) => {
    const entry = byPath.get(path);
    if (!entry) return [`${path} is missing`];
    return entry.size === size && entry.sha256 === sha256 ? [] : [`${path} is not what the manifest says`];
  });
  const known = new Set(manifest.files.map(({ path }) => path));
  return [
    ...wrong,
    ...found.filter(({ path }) => !known.has(path)).map(({ path }) => `${path} is not in the manifest`),
  ];
}
