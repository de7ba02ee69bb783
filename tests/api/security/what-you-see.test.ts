import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { createQuickFiles, getQuickFiles, signQuickFiles } from '#core/quicksign/calls.ts';
import { decideSimulatedCheck } from '#core/realname/calls.ts';
import { downloadDocument, getTask, signTask } from '#core/task/calls.ts';
import { getConsent, startConsent } from '#core/task/consent-calls.ts';
import { type SeenDocuments, seenOf } from '#core/task/seen.ts';
import { consent as consentTable } from '#db/schema/index.ts';
import { DEMO } from '#db/seed/demo.ts';
import type { ApiClient } from '#tests/client.ts';
import {
  ADMIN_A,
  ADMIN_B,
  COMPANY_A,
  COMPANY_B,
  fillingsFor,
  INDIVIDUAL,
  newKey,
  SIGNATURE,
  seenIn,
  sendBetweenCompanies,
  sign,
  twoPages,
} from '#tests/fixtures/contracts.ts';
import { judge } from '#tests/fixtures/judges.ts';
import { database } from '#tests/fixtures/people.ts';
import { signedIn } from '#tests/fixtures/sign-in.ts';

const CHANGED = 409022;

const byPassword = async (client: ApiClient) =>
  ({ method: 'PASSWORD', password: await client.seal(DEMO.signPassword) }) as const;

const signing = async (client: ApiClient, taskId: string, seen: SeenDocuments) => ({
  planId: taskId,
  seen,
  consent: await byPassword(client),
  fillings: await fillingsFor(client, taskId),
});

describe('what you see is what you sign', () => {
  it('a signing names the shown revisions; after another signature it is refused with no effect', async () => {
    const [a, b] = await Promise.all([signedIn(ADMIN_A, COMPANY_A), signedIn(ADMIN_B, COMPANY_B)]);
    const taskId = await sendBetweenCompanies(a);
    const shown = await seenIn(b, taskId);
    const prepared = await signing(b, taskId, shown);
    await sign(a, taskId);
    const late = await b.envelope(signTask, prepared);
    expect(late.code).toBe(CHANGED);
    const task = await b.call(getTask, { planId: taskId });
    expect(task.documents.map(({ revision }) => revision)).toEqual([1]);
    expect(task.signerList.find((s) => s.mine)?.status).toBe('SIGNING');
    // The one who saw it signs; every signature holds.
    const seen = seenOf(task.documents);
    await b.call(signTask, await signing(b, taskId, seen));
    const { bytes } = await a.download(downloadDocument, { planId: taskId, fileIndex: 0 });
    expect(judge(bytes)).toMatchObject({ signatures: 2, valid: 2, clean: true });
    const given = await database().select().from(consentTable).where(eq(consentTable.taskId, taskId));
    expect(given.map((row) => row.seen)).toEqual(expect.arrayContaining([shown, seen]));
  });

  it('neither another digest or revision, nor fewer or other documents pass for what was shown', async () => {
    const [a, b] = await Promise.all([signedIn(ADMIN_A, COMPANY_A), signedIn(ADMIN_B, COMPANY_B)]);
    const taskId = await sendBetweenCompanies(a);
    const [one] = await seenIn(b, taskId);
    const wrong: SeenDocuments[] = [
      [{ ...one!, sha256: '0'.repeat(64) }],
      [{ ...one!, revision: 1 }],
      [{ ...one!, documentId: newKey() }],
      [one!, { ...one!, documentId: newKey() }],
    ];
    for (const seen of wrong)
      expect((await b.envelope(signTask, await signing(b, taskId, seen))).code).toBe(CHANGED);
    for (const seen of [[], undefined])
      expect((await b.envelope(signTask, await signing(b, taskId, seen as never))).code).toBe(400000);
    expect((await b.envelope(signTask, await signing(b, taskId, [one!]))).code).toBe(200);
  });

  it('of two concurrent signers one signs, and the other is told', async () => {
    const [a, b] = await Promise.all([signedIn(ADMIN_A, COMPANY_A), signedIn(ADMIN_B, COMPANY_B)]);
    const taskId = await sendBetweenCompanies(a);
    const seen = await seenIn(a, taskId);
    const both = await Promise.all([signing(a, taskId, seen), signing(b, taskId, seen)]);
    const answers = await Promise.all([a.envelope(signTask, both[0]), b.envelope(signTask, both[1])]);
    expect(answers.map(({ code }) => code).sort()).toEqual([200, CHANGED]);
  });

  it('a confirmation on the phone counts for the revisions it was requested for, no later ones', async () => {
    const [a, b] = await Promise.all([signedIn(ADMIN_A, COMPANY_A), signedIn(ADMIN_B, COMPANY_B)]);
    const taskId = await sendBetweenCompanies(a);
    const shown = await seenIn(b, taskId);
    const subject = { kind: 'PLAN', id: taskId } as const;
    const { ticketId, url } = await b.call(startConsent, { method: 'APP', subject, seen: shown });
    await b.call(decideSimulatedCheck, { ref: new URL(url).searchParams.get('ref')!, state: 'SUCCESS' });
    await sign(a, taskId);
    const consent = { method: 'APP', ticketId } as const;
    const fillings = await fillingsFor(b, taskId);
    const late = await b.envelope(signTask, { planId: taskId, seen: shown, consent, fillings });
    expect(late.code).toBe(CHANGED);
    // The refusal uses nothing up, and yet this yes is of no use any more.
    expect(await b.call(getConsent, { ticketId })).toEqual({ state: 'CONFIRMED' });
    const seen = await seenIn(b, taskId);
    expect((await b.envelope(signTask, { planId: taskId, seen, consent, fillings })).code).toBe(401016);
    expect((await b.envelope(startConsent, { method: 'APP', subject, seen: shown })).code).toBe(CHANGED);
    expect((await b.envelope(startConsent, { method: 'APP', subject, seen })).code).toBe(200);
  });

  it('a quick signing names what it was shown as well', async () => {
    const person = await signedIn(INDIVIDUAL);
    const fileKey = await person.upload(await twoPages());
    const { id } = await person.call(createQuickFiles, {
      taskName: `函 ${newKey().slice(0, 6)}`,
      businessType: 'OTHER',
      planSendDocumentVOList: [{ fileName: '函', fileKey }],
    });
    const seen = seenOf((await person.call(getQuickFiles, { id })).documents);
    const { documentId } = seen[0]!;
    const place = { placementId: newKey(), documentId, kind: 'HANDWRITTEN', page: 1, x: 30, y: 220 } as const;
    const quickly = async (shown: SeenDocuments) =>
      (
        await person.envelope(signQuickFiles, {
          id,
          seen: shown,
          consent: await byPassword(person),
          placements: [{ ...place, width: 36.5, height: 19, drawing: SIGNATURE }],
        })
      ).code;
    expect(await quickly([{ ...seen[0]!, sha256: '0'.repeat(64) }])).toBe(CHANGED);
    expect(await quickly(seen)).toBe(200);
  });
});
