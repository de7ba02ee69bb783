import { createHash } from 'node:crypto';
import {
  closeSync,
  copyFileSync,
  createReadStream,
  linkSync,
  openSync,
  readdirSync,
  readSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { pipeline } from 'node:stream/promises';
import { makeFolder } from '../product/make-folder.ts';

/** One file of a backup by its path in the data folder. */
export type Entry = { path: string; size: number; sha256: string };

/**
 * In this order: the database refers to files, which are immutable and never removed, so a file store copied after the
 * database contains every file that the database refers to.
 */
const PARTS = ['secrets.json', 'db', 'sync', 'files'];
/** Excluded: caches, and libSQL's replication log, which the server rebuilds from the database. */
const LEFT_OUT = /^files\/cache(\/|$)|\/wallog$|-(wal|shm)$/;
const MAGIC = 'SQLite format 3\0';

/**
 * Copies the product's data folder to `to`, whether or not the product runs. Each SQLite database is copied
 * consistently by SQLite's online backup, including its WAL; stored files are immutable and hard-linked if possible.
 * Returns the entries with their digests.
 */
export async function takeSnapshot(dataDir: string, to: string): Promise<Entry[]> {
  const entries: Entry[] = [];
  for (const part of PARTS)
    for (const path of filesFirstDatabases(dataDir, part)) {
      const target = join(to, path);
      makeFolder(dirname(target), 0o700);
      if (await copyOne(join(dataDir, path), target)) entries.push({ path, ...(await digestOf(target)) });
    }
  return entries;
}

/** Paths of a part below `dataDir`; databases first, so that the files that they refer to are copied after them. */
function filesFirstDatabases(dataDir: string, part: string): string[] {
  const found: { path: string; database: boolean }[] = [];
  const walk = (path: string) => {
    if (LEFT_OUT.test(path)) return;
    let names: string[];
    try {
      names = readdirSync(join(dataDir, path));
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'ENOTDIR') found.push({ path, database: isDatabase(join(dataDir, path)) });
      else if (code !== 'ENOENT') throw error;
      return;
    }
    for (const name of names.sort()) walk(`${path}/${name}`);
  };
  walk(part);
  return found.sort((a, b) => Number(b.database) - Number(a.database)).map(({ path }) => path);
}

/** Whether a file starts with SQLite's header; false if it has been removed meanwhile. */
export function isDatabase(file: string): boolean {
  try {
    const open = openSync(file, 'r');
    try {
      const begin = Buffer.alloc(MAGIC.length);
      return readSync(open, begin) === MAGIC.length && begin.toString('latin1') === MAGIC;
    } finally {
      closeSync(open);
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}

/** False if the file has been removed meanwhile, as temporary files and drafts may be. */
async function copyOne(from: string, to: string): Promise<boolean> {
  try {
    if (isDatabase(from)) {
      const database = new DatabaseSync(from, { readOnly: true });
      try {
        await backup(database, to);
      } finally {
        database.close();
      }
    } else if (from.includes('/blobs/')) link(from, to);
    else copyFileSync(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}

/** A hard link takes no space; falls back to a copy across disks. */
function link(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'EXDEV' && code !== 'EPERM') throw error;
    copyFileSync(from, to);
  }
}

/** Size and SHA-256 of a file. */
export async function digestOf(file: string): Promise<Omit<Entry, 'path'>> {
  const hash = createHash('sha256');
  let size = 0;
  await pipeline(createReadStream(file), async (chunks) => {
    for await (const chunk of chunks as AsyncIterable<Buffer>) {
      hash.update(chunk);
      size += chunk.length;
    }
  });
  return { size, sha256: hash.digest('hex') };
}
