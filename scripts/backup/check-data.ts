import { createHash, type Hash } from 'node:crypto';
import { createReadStream, existsSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { ResumableSha256 } from '#core/resumable-sha256.ts';
import { firstBrokenLink, type TrailEntry } from '#core/task/trail.ts';
import { digestOf, isDatabase } from './snapshot.ts';

/** Paths of the local libSQL server's data and of the file store. */
export const DATABASE = 'db/dbs/default/data';
const STORE = 'files/r2/miniflare-R2BucketObject';
const BLOBS = 'files/r2/signet-files/blobs';

export type DataReport = {
  /** Problems as sentences; empty if there are none. */
  problems: string[];
  databases: number;
  /** Number of tasks and quick-sign groups whose hash chain was recomputed. */
  trails: number;
  /** Number of stored files whose SHA-256 was recomputed. */
  files: number;
  /** Number of document revisions whose digest was recomputed from their parts. */
  revisions: number;
};

/**
 * Checks a data folder that is not in use: every database with SQLite's own check, every trail by recomputing its hash
 * chain, every stored file and document revision by its digest, and that every file that the database refers to exists.
 */
export async function checkData(folder: string): Promise<DataReport> {
  const checked: DataReport = { problems: [], databases: 0, trails: 0, files: 0, revisions: 0 };
  for (const file of filesBelow(folder))
    if (isDatabase(file)) {
      checked.databases++;
      const said = reading(file, (db) => db.prepare('pragma integrity_check').all());
      const [first] = said.map((row) => String(Object.values(row)[0]));
      if (first !== 'ok') checked.problems.push(`${relative(folder, file)}: ${first}`);
    }
  const stored = await checkFiles(folder, checked);
  const file = join(folder, DATABASE);
  if (!existsSync(file)) {
    checked.problems.push(`${DATABASE} is missing`);
    return checked;
  }
  const db = new DatabaseSync(file);
  try {
    await checkTrails(db, checked);
    for (const { at, key } of namedFiles(db))
      if (!stored.has(key)) checked.problems.push(`${at} names the file ${key}, which is missing`);
    await checkRevisions(db, stored, checked);
  } finally {
    db.close();
  }
  return checked;
}

const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

// Not opened read-only: that way closing removes the WAL and index files that reading creates beside a database.
function reading<T>(file: string, read: (db: DatabaseSync) => T): T {
  const db = new DatabaseSync(file);
  try {
    return read(db);
  } finally {
    db.close();
  }
}

/** Recomputes the digest of each stored file. Returns the paths of intact ones by their key. */
async function checkFiles(folder: string, checked: DataReport): Promise<Map<string, string>> {
  const whole = new Map<string, string>();
  const store = join(folder, STORE);
  if (!existsSync(store)) return whole;
  for (const name of readdirSync(store)) {
    if (!/^[0-9a-f]{64}\.sqlite$/.test(name)) continue;
    const objects = reading(join(store, name), (db) =>
      db.prepare("select key, blob_id as blob from _mf_objects where key like 'files/%'").all(),
    );
    for (const { key, blob } of objects as { key: string; blob: string }[]) {
      const sha256 = key.split('/').at(-1)!;
      const path = join(folder, BLOBS, blob);
      checked.files++;
      if (!existsSync(path)) checked.problems.push(`the file ${sha256} is missing`);
      else if ((await digestOf(path)).sha256 !== sha256)
        checked.problems.push(`the file ${sha256} is not what its digest says`);
      else whole.set(sha256, path);
    }
  }
  return whole;
}

async function checkTrails(db: DatabaseSync, checked: DataReport): Promise<void> {
  const rows = db
    .prepare(
      `select task_id as taskId, seq, at, event, operator, agent, remark, evidence,
       previous_hash as previousHash, hash from trail order by task_id, seq`,
    )
    .iterate();
  let entries: TrailEntry[] = [];
  const close = async () => {
    const [first] = entries;
    if (!first) return;
    checked.trails++;
    const broken = await firstBrokenLink(entries);
    if (broken !== null)
      checked.problems.push(`the trail of ${first.taskId} does not hold at entry ${broken}`);
    entries = [];
  };
  for (const row of rows) {
    const entry = { ...row, evidence: JSON.parse(String(row.evidence)) } as unknown as TrailEntry;
    if (entries[0]?.taskId !== entry.taskId) await close();
    entries.push(entry);
  }
  await close();
}

/** Store keys in all tables: columns with them are named `sha256` or `file_key`. */
function* namedFiles(db: DatabaseSync): Generator<{ at: string; key: string }> {
  const columns = db
    .prepare(
      `select t.name as "table", c.name as "column" from sqlite_master t join pragma_table_info(t.name) c
       where t.type = 'table' and c.name in ('sha256', 'file_key') and t.name <> 'document_revision'`,
    )
    .all() as { table: string; column: string }[];
  for (const { table, column } of columns)
    for (const { key } of db
      .prepare(`select distinct "${column}" as key from "${table}" where "${column}" <> ''`)
      .iterate())
      yield { at: `${table}.${column}`, key: String(key) };
}

/**
 * Recomputes the digest of each document revision from its parts in the store. Revisions share parts with earlier ones,
 * so each part is read only once.
 */
async function checkRevisions(
  db: DatabaseSync,
  stored: ReadonlyMap<string, string>,
  checked: DataReport,
): Promise<void> {
  let known: { document: string; keys: string[]; hash: Hash } | null = null;
  for (const row of db
    .prepare(
      'select document_id as document, revision, segments, sha256, hash_state as state from document_revision order by document_id, revision',
    )
    .iterate()) {
    const document = String(row.document);
    const keys = (JSON.parse(String(row.segments)) as { key: string }[]).map(({ key }) => key);
    const at = `revision ${row.revision} of the document ${document}`;
    const goesOn = known?.document === document && known.keys.every((key, i) => key === keys[i]);
    const hash: Hash = goesOn ? known!.hash.copy() : createHash('sha256');
    const missing = keys.find((key) => !stored.has(key));
    if (missing !== undefined) {
      checked.problems.push(`${at} names the file ${missing}, which is missing`);
      continue;
    }
    for (const key of keys.slice(goesOn ? known!.keys.length : 0))
      for await (const chunk of createReadStream(stored.get(key)!)) hash.update(chunk as Buffer);
    checked.revisions++;
    if (hash.copy().digest('hex') !== row.sha256) checked.problems.push(`${at} is not what its digest says`);
    const state = String(row.state);
    if (state !== '' && ResumableSha256.resume(state)?.hex() !== row.sha256)
      checked.problems.push(`${at} has a kept state that is not of its digest`);
    known = { document, keys, hash };
  }
}
