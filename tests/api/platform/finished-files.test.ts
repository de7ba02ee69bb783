import { and, eq, like } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { listNotices } from '#core/notice/calls.ts';
import { listAudit } from '#core/platform/calls.ts';
import { getStatus } from '#core/platform/status-calls.ts';
import { downloadDocument, getTask, getTrail } from '#core/task/calls.ts';
import { document, documentRevision, outbox } from '#db/schema/index.ts';
import { companyA, companyB, PLATFORM, sendBetweenCompanies, sign } from '#tests/fixtures/contracts.ts';
import { database } from '#tests/fixtures/people.ts';
import { runJobs } from '#tests/fixtures/run-jobs.ts';
import { signedIn } from '#tests/fixtures/sign-in.ts';
import { until } from '#tests/fixtures/until.ts';
import { untilPreserved } from '#tests/fixtures/until-preserved.ts';

it('a finished file that the store spoilt is found: alarm, audit, and nothing says it lasts', async () => {
  const [a, b, platform] = await Promise.all([companyA(), companyB(), signedIn(PLATFORM)]);
  const taskId = await sendBetweenCompanies(a);
  await sign(b, taskId);
  const [row] = await database().select().from(document).where(eq(document.taskId, taskId));
  const first = and(eq(documentRevision.documentId, row!.id), eq(documentRevision.revision, 1));
  const [kept] = await database().select().from(documentRevision).where(first);
  // The store gives out other bytes under the revision: one of a page that was signed.
  const { bytes } = await a.download(downloadDocument, { planId: taskId, fileIndex: 0 });
  const spoilt = bytes.slice();
  const at = Buffer.from(bytes).indexOf('stream') + 12;
  spoilt[at] = spoilt[at]! ^ 1;
  const key = await a.upload(spoilt);
  await database()
    .update(documentRevision)
    .set({ segments: [{ key, length: spoilt.length }] })
    .where(first);
  await sign(a, taskId);

  const { number } = await a.call(getTask, { planId: taskId });
  await until(async () => {
    const { records } = await platform.call(listAudit, { action: 'FINISHED_FILE_NOT_VALID' });
    expect(records.filter(({ targetName }) => targetName === number)).toHaveLength(1);
    const { records: notices } = await platform.call(listNotices, {});
    expect(notices.filter(({ subject }) => subject.includes(number))).toHaveLength(1);
    expect((await platform.call(getStatus, {})).invalidFiles).toBeGreaterThan(0);
  });
  const events = async () => (await a.call(getTrail, { planId: taskId })).entries.map(({ event }) => event);
  expect(await events()).not.toContain('PRESERVED');

  // Repaired from a backup, it is verified again and lasts; the alarm ends.
  const [last] = await database()
    .select()
    .from(documentRevision)
    .where(and(eq(documentRevision.documentId, row!.id), eq(documentRevision.revision, 2)));
  await database().update(documentRevision).set({ segments: kept!.segments }).where(first);
  await database()
    .update(documentRevision)
    .set({ segments: [...kept!.segments, ...last!.segments.slice(1)] })
    .where(and(eq(documentRevision.documentId, row!.id), eq(documentRevision.revision, 2)));
  await database()
    .update(outbox)
    .set({ dueAt: 0 })
    .where(like(outbox.lastError, `%${number}%`));
  await runJobs();
  await untilPreserved(a, taskId);
  const left = database()
    .select()
    .from(outbox)
    .where(like(outbox.lastError, `%${number}%`));
  await until(async () => expect(await left).toEqual([]));
});
