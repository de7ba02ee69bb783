import { readFile } from 'node:fs/promises';
import { createClient } from '@libsql/client';
import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/libsql';
import { beforeEach, expect, it } from 'vitest';
import { ownedFile } from '#db/schema/index.ts';
import type { Context } from '#edge/kernel/context.ts';
import type { Statement } from '#edge/kernel/storage/statement.ts';
import { dropStored } from '#edge/upload/store-upload.ts';

const NOW = 1_764_000_000_000;
let db: Context['db'];
beforeEach(async () => {
  db = drizzle(createClient({ url: ':memory:' })) as unknown as Context['db'];
  const floor = await readFile('db/migrations/0000_baseline.sql', 'utf8');
  for (const statement of floor.split('--> statement-breakpoint')) await db.run(sql.raw(statement));
});

it('what a request stored for a refused task is dropped; what its owner or another had stays', async () => {
  const file = { size: 1, fileType: 'PDF' as const, pages: [], uploadedBy: 'a' };
  await db.insert(ownedFile).values([
    { ...file, ownerKey: 'E:own', sha256: 'made', createdAt: NOW },
    { ...file, ownerKey: 'E:own', sha256: 'known', createdAt: NOW - 1 },
    { ...file, ownerKey: 'E:own', sha256: 'uploaded', createdAt: NOW },
    { ...file, ownerKey: 'E:other', sha256: 'made', createdAt: NOW },
  ]);
  const drop = dropStored({ db, now: NOW }, 'E:own', ['made', 'known']);
  await db.batch(drop as [Statement, ...Statement[]]);
  const left = await db.select({ owner: ownedFile.ownerKey, sha256: ownedFile.sha256 }).from(ownedFile);
  expect(left.map(({ owner, sha256 }) => `${owner} ${sha256}`).sort()).toEqual([
    'E:other made',
    'E:own known',
    'E:own uploaded',
  ]);
  expect(dropStored({ db, now: NOW }, 'E:own', [])).toEqual([]);
});
