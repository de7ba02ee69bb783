import { readFile } from 'node:fs/promises';
import { createClient } from '@libsql/client';
import { eq, like, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/libsql';
import { beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import type { Bytes } from '#core/bytes.ts';
import { NOT_VALID } from '#core/platform/audit.ts';
import { sha256Hex } from '#core/sha256.ts';
import { account, auditEntry, documentRevision, notice, outbox } from '#db/schema/index.ts';
import type { Context } from '#edge/kernel/context.ts';
import { newId } from '#edge/kernel/crypto/new-id.ts';
import { defineEffect, enqueue } from '#edge/kernel/outbox/effect.ts';
import { byTopic, handle } from '#edge/kernel/outbox/handlers.ts';
import { runOutbox } from '#edge/kernel/outbox/run-outbox.ts';
import { noticeEffect } from '#edge/notice/effects.ts';
import { keepNotice } from '#edge/notice/keep-notice.ts';
import { checkFinished, isInSample } from '#edge/signing/check-finished.ts';
import { completeContract } from '#tests/unit/pdf/complete-contract.ts';
import { makePdf } from '#tests/unit/pdf/documents.ts';
import { testSigner } from '#tests/unit/pdf/signers.ts';

const [person, tsa] = [await testSigner('P-256'), await testSigner('P-256', 'tsa')];
const ANCHORS = [person.certificates[1]!, tsa.certificates[1]!];
const finish = defineEffect('finish', z.object({ taskId: z.string() }));

let db: Context['db'];
/** The store, by key; a fault of it gives out other bytes under a key. */
const store = new Map<string, Bytes>();
let last: { segments: { key: string; length: number }[]; length: number; sha256: string; hashState: string };
/** Whether the effect went through: what says that the file lasts would be written then. */
let lasts = false;

const context = (): Context =>
  ({
    db,
    now: Date.now(),
    newId: () => newId(Date.now()),
    env: {},
    defer: () => undefined,
    files: { get: async (key: string) => store.get(key)! },
    effects: byTopic([
      handle(noticeEffect, async () => keepNotice),
      handle(finish, async () => async (own, { taskId }) => {
        const subject = { id: taskId, number: 'HT20261129001' };
        await checkFinished(own, subject, [{ documentId: 'document', last }], ANCHORS);
        lasts = true;
      }),
    ]),
  }) as unknown as Context;

const runAll = async () => {
  await db.update(outbox).set({ dueAt: 0 });
  await runOutbox(context());
};

beforeEach(async () => {
  db = drizzle(createClient({ url: ':memory:' })) as unknown as Context['db'];
  for (const name of ['0000_baseline', '0001_november-2026', '0002_acting-keys', '0003_waiting-parties']) {
    const floor = await readFile(`db/migrations/${name}.sql`, 'utf8');
    for (const statement of floor.split('--> statement-breakpoint')) await db.run(sql.raw(statement));
  }
  const people = { mobileSealed: '', createdAt: 0 };
  await db.insert(account).values([
    { ...people, id: 'admin', plainLogin: 'admin', mobileIndex: '1', platformAdmin: true },
    { ...people, id: 'person', plainLogin: 'person', mobileIndex: '2' },
  ]);
  const sent = await makePdf([{}]);
  const { file } = await completeContract(sent, 0);
  for (const [key, bytes] of [
    ['sent', sent],
    ['file', file],
  ] as const)
    store.set(key, bytes);
  const segments = [{ key: 'sent', length: sent.length }];
  const revision = { length: sent.length, sha256: await sha256Hex(sent), createdAt: 0 };
  await db.insert(documentRevision).values({ ...revision, documentId: 'document', revision: 0, segments });
  const { length } = file;
  last = { segments: [{ key: 'file', length }], length, sha256: await sha256Hex(file), hashState: '' };
  lasts = false;
  await db.batch([enqueue(context(), 'task:1', finish, { taskId: 'task1' })]);
});

it('a finished file that is valid goes through, and nobody is told', async () => {
  await runAll();
  expect(lasts).toBe(true);
  expect(await db.select().from(auditEntry)).toEqual([]);
  expect(await db.select().from(outbox)).toEqual([]);
});

it('one that the store spoilt is found: audit and notice once, and valid when repaired', async () => {
  const whole = store.get('file')!;
  const spoilt = whole.slice();
  const at = Buffer.from(whole).indexOf('stream') + 12;
  spoilt[at] = spoilt[at]! ^ 1;
  store.set('file', spoilt);
  for (let i = 0; i < 3; i++) await runAll();
  expect(lasts).toBe(false);
  const audited = await db.select().from(auditEntry);
  expect(audited).toMatchObject([{ action: NOT_VALID, targetKind: 'CONTRACT', targetName: 'HT20261129001' }]);
  expect(audited[0]!.remark).toMatch(/Signer1: invalid/);
  expect(await db.select().from(notice)).toMatchObject([{ accountId: 'admin', kind: NOT_VALID }]);
  // What the page of status counts.
  expect(await db.$count(outbox, like(outbox.lastError, `${NOT_VALID}%`))).toBe(1);

  store.set('file', whole);
  await runAll();
  expect(lasts).toBe(true);
  expect(await db.$count(outbox, eq(outbox.topic, 'finish'))).toBe(0);
});

it('of larger files the part is verified that the setting says, always the same ones', () => {
  const digests = Array.from({ length: 1000 }, (_, i) => (i * 4_294_967).toString(16).padStart(8, '0'));
  const counted = (part?: string) => digests.filter((digest) => isInSample(digest, part)).length;
  expect([counted('0'), counted('1'), counted('0.5')]).toEqual([0, 1000, 501]);
  expect(counted()).toBe(101);
});
