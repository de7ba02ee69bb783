import { and, eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { toHex } from '#core/bytes.ts';
import { ResumableSha256 } from '#core/resumable-sha256.ts';
import { downloadDocument } from '#core/task/calls.ts';
import { verifyDocument } from '#core/task/verify-calls.ts';
import { document, documentRevision } from '#db/schema/index.ts';
import {
  ADMIN_A,
  ADMIN_B,
  COMPANY_A,
  COMPANY_B,
  companyA,
  companyB,
  enterpriseSigner,
  newKey,
  sendBetweenCompanies,
  sign,
  taskToSend,
} from '#tests/fixtures/contracts.ts';
import { judge } from '#tests/fixtures/judges.ts';
import { database } from '#tests/fixtures/people.ts';
import { runJobs } from '#tests/fixtures/run-jobs.ts';
import { untilPreserved } from '#tests/fixtures/until-preserved.ts';
import { makeLargePdf } from '#tests/unit/pdf/documents.ts';

/** The stored revisions of a task's only document, oldest first. */
async function revisionsOf(taskId: string) {
  const [row] = await database().select().from(document).where(eq(document.taskId, taskId));
  return database()
    .select()
    .from(documentRevision)
    .where(eq(documentRevision.documentId, row!.id))
    .orderBy(documentRevision.revision);
}

const stateOf = (bytes: Uint8Array) => new ResumableSha256().update(bytes).save();

async function setState(
  { documentId, revision }: { documentId: string; revision: number },
  set: { hashState?: string; checkedAt?: number },
): Promise<void> {
  await database()
    .update(documentRevision)
    .set(set)
    .where(and(eq(documentRevision.documentId, documentId), eq(documentRevision.revision, revision)));
}

it('a large file is signed from its digest’s kept state; a wrong one is remade, never signed', async () => {
  const [a, b] = await Promise.all([companyA(), companyB()]);
  const plan = await taskToSend(a, [
    enterpriseSigner(COMPANY_A, ADMIN_A, 1),
    enterpriseSigner(COMPANY_B, ADMIN_B, 2),
  ]);
  const documentId = newKey();
  const fileKey = await a.upload(await makeLargePdf(3, 4));
  const taskId = await sendBetweenCompanies(a, {
    ...plan,
    planSendDocumentVOList: [{ documentId, fileName: 'large.pdf', fileKey }],
    placementList: plan.placementList.map((place) => ({ ...place, documentId })),
  });
  const file = async () => (await a.download(downloadDocument, { planId: taskId, fileIndex: 0 })).bytes;

  // Made after the response, as it takes a while for a large file.
  await runJobs();
  const [sent] = await revisionsOf(taskId);
  expect(sent!.hashState).toBe(stateOf(await file()));

  await sign(a, taskId);
  const [, first] = await revisionsOf(taskId);
  const signedOnce = await file();
  expect(first!.sha256).toBe(toHex(new Uint8Array(await crypto.subtle.digest('SHA-256', signedOnce))));
  expect(first!.hashState).toBe(stateOf(signedOnce));

  // The state of another file, in place of the kept one: the job and a verification find it and make it anew.
  const wrong = stateOf(signedOnce.slice(64));
  await setState(first!, { hashState: wrong, checkedAt: 0 });
  await runJobs();
  await expect.poll(async () => (await revisionsOf(taskId))[1]!.hashState).toBe(stateOf(signedOnce));
  await setState(first!, { hashState: wrong, checkedAt: Date.now() });
  expect((await a.call(verifyDocument, { planId: taskId, fileIndex: 0 })).sha256).toBe(first!.sha256);
  await expect.poll(async () => (await revisionsOf(taskId))[1]!.hashState).toBe(stateOf(signedOnce));

  await setState(first!, { hashState: wrong, checkedAt: Date.now() });
  await sign(b, taskId);
  await untilPreserved(a, taskId);
  const lasting = await file();
  const revisions = await revisionsOf(taskId);
  expect(revisions).toHaveLength(4);
  expect(lasting.subarray(0, signedOnce.length)).toEqual(signedOnce);
  expect(revisions[3]!.sha256).toBe(toHex(new Uint8Array(await crypto.subtle.digest('SHA-256', lasting))));
  expect(revisions[3]!.hashState).toBe(stateOf(lasting));
  expect(judge(lasting)).toEqual({ signatures: 2, valid: 2, wholeFile: 1, clean: true });
});
