import { readFile } from 'node:fs/promises';
import { createClient } from '@libsql/client';
import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/libsql';
import { beforeEach, expect, it } from 'vitest';
import { batchRow } from '#db/schema/index.ts';
import type { Context } from '#edge/kernel/context.ts';
import type { Statement } from '#edge/kernel/storage/statement.ts';
import { reopenDraft } from '#edge/task/reopen-draft.ts';

let db: Context['db'];
beforeEach(async () => {
  db = drizzle(createClient({ url: ':memory:' })) as unknown as Context['db'];
  for (const name of ['0000_baseline', '0001_november-2026', '0002_acting-keys']) {
    const file = await readFile(`db/migrations/${name}.sql`, 'utf8');
    for (const statement of file.split('--> statement-breakpoint')) await db.run(sql.raw(statement));
  }
});

/** What is left of a row that was sent as `own`, once a task `id` ends before it was sent, which names that row as its draft. */
async function rowAfter(id: string) {
  const row = { id: 'row', batchId: 'batch', position: 0, parties: '', cellsSealed: '' };
  await db.insert(batchRow).values({ ...row, state: 'SENT', taskId: 'own' });
  const ended = { id, draftId: 'row', ownerKey: 'E:other', voids: '' } as Parameters<typeof reopenDraft>[1];
  const context = { db, now: Date.now() } as Context;
  await db.batch(reopenDraft(context, ended) as [Statement, ...Statement[]]);
  const [left] = await db.select().from(batchRow);
  return left;
}

it('a row of a batch can be sent again when the task that it became ends before it was sent', async () => {
  expect(await rowAfter('own')).toMatchObject({ state: 'FAILED', taskId: null });
});

it('a task that names the row of another batch as its draft leaves that row as it is', async () => {
  expect(await rowAfter('foreign')).toMatchObject({ state: 'SENT', taskId: 'own', problem: '' });
});
