import { describe, expect, it } from 'vitest';
import { downloadDocument, getTask, sendTask, signTask } from '#core/task/calls.ts';
import { listDrafts, saveDraft } from '#core/task/draft-calls.ts';
import { DEMO } from '#db/seed/demo.ts';
import {
  ADMIN_A,
  ADMIN_B,
  COMPANY_A,
  COMPANY_B,
  companyA,
  companyB,
  enterpriseSigner,
  fillingsFor,
  INDIVIDUAL,
  newKey,
  personSigner,
  seenIn,
  sendBetweenCompanies,
  signBeside,
  taskToSend,
  UNSEEN,
} from '#tests/fixtures/contracts.ts';
import { judge } from '#tests/fixtures/judges.ts';
import { signedIn } from '#tests/fixtures/sign-in.ts';
import { untilPreserved } from '#tests/fixtures/until-preserved.ts';

describe('two at the same instant', () => {
  it('both get their signature into the file when three sign at once', async () => {
    const a = await companyA();
    const plan = await taskToSend(a, [
      enterpriseSigner(COMPANY_A, ADMIN_A),
      enterpriseSigner(COMPANY_B, ADMIN_B),
      personSigner(INDIVIDUAL),
    ]);
    const { planId: taskId } = await a.call(sendTask, plan);
    const others = await Promise.all([companyB(), signedIn(INDIVIDUAL)]);
    const answers = await Promise.all([a, ...others].map((client) => signBeside(client, taskId)));
    expect(answers.filter((answer) => answer.endReason === 'COMPLETED')).toHaveLength(1);
    expect(answers.map((answer) => answer.documents[0]!.revision).sort()).toEqual([1, 2, 3]);
    const { bytes } = await a.download(downloadDocument, { planId: taskId, fileIndex: 0 });
    expect(judge(bytes)).toMatchObject({ signatures: 3, valid: 3, clean: true });
  });

  it('make one task of one draft', async () => {
    const a = await companyA();
    const plan = await taskToSend(a, [enterpriseSigner(COMPANY_B, ADMIN_B)]);
    const answers = await Promise.all([a.envelope(sendTask, plan), a.envelope(sendTask, plan)]);
    expect(answers.map((answer) => answer.code).sort()).toEqual([200, 409005]);
  });

  it('have one effect and one answer when the same request is sent twice', async () => {
    const [a, b] = await Promise.all([companyA(), companyB()]);
    const plan = await taskToSend(a, [enterpriseSigner(COMPANY_B, ADMIN_B)]);
    const headers = { 'X-Request-Id': crypto.randomUUID() };
    const sent = await Promise.all([a.call(sendTask, plan, headers), a.call(sendTask, plan, headers)]);
    expect(sent[0]).toEqual(sent[1]);
    const taskId = sent[0]!.planId;
    const fillings = await fillingsFor(b, taskId);
    const consent = async () => ({ method: 'PASSWORD' as const, password: await b.seal(DEMO.signPassword) });
    const input = { planId: taskId, seen: await seenIn(b, taskId), consent: await consent(), fillings };
    const signing = { 'X-Request-Id': crypto.randomUUID() };
    const first = await b.call(signTask, input, signing);
    const second = await b.call(signTask, input, signing);
    expect(second.documents).toEqual(first.documents);
    // When all have signed, one more revision makes the signature last.
    await untilPreserved(b, taskId);
    expect((await b.call(getTask, { planId: taskId })).documents[0]!.revision).toBe(2);
    const other = await b.envelope(signTask, { ...input, consent: await consent() }, signing);
    expect(other.code).toBe(400003);
  });

  it('have one signature and one answer when the same signing arrives again under way', async () => {
    const [a, b] = await Promise.all([companyA(), companyB()]);
    const taskId = await sendBetweenCompanies(a);
    const fillings = await fillingsFor(b, taskId);
    const password = await b.seal(DEMO.signPassword);
    const seen = await seenIn(b, taskId);
    const input = { planId: taskId, seen, consent: { method: 'PASSWORD' as const, password }, fillings };
    const headers = { 'X-Request-Id': crypto.randomUUID() };
    const answers = await Promise.all([1, 2, 3].map(() => b.call(signTask, input, headers)));
    expect(new Set(answers.map(({ documents }) => JSON.stringify(documents))).size).toBe(1);
    const { bytes } = await a.download(downloadDocument, { planId: taskId, fileIndex: 0 });
    expect(judge(bytes)).toMatchObject({ signatures: 1, valid: 1, clean: true });
    // the envelope is good for this request alone, and not under another number or with another content
    const planned = await sendBetweenCompanies(a);
    const next = { ...input, planId: planned, seen: await seenIn(b, planned) };
    for (const others of [{ 'X-Request-Id': crypto.randomUUID() }, headers, {}])
      expect((await b.envelope(signTask, next, others)).code).not.toBe(200);
    const fresh = { 'X-Request-Id': crypto.randomUUID() };
    expect(
      (await b.envelope(signTask, { ...next, fillings: await fillingsFor(b, next.planId) }, fresh)).code,
    ).toBe(400002);
  });
});

describe('what is not one’s own', () => {
  it('is not found: tasks, files and drafts of others', async () => {
    const [a, b] = await Promise.all([companyA(), companyB()]);
    const { planId: taskId } = await a.call(sendTask, await taskToSend(a, [personSigner(INDIVIDUAL)]));
    expect((await b.envelope(getTask, { planId: taskId })).code).toBe(404000);
    expect(
      (
        await b.envelope(signTask, {
          planId: taskId,
          seen: UNSEEN,
          consent: { method: 'SMS', code: '123456' },
          fillings: [],
        })
      ).code,
    ).toBe(404000);
    expect((await b.envelope(downloadDocument, { planId: taskId, fileIndex: 0 })).code).toBe(404000);
    const draftId = newKey();
    await a.call(saveDraft, { draftId, taskName: '甲方的草稿', fileNum: 0 });
    expect((await b.envelope(saveDraft, { draftId, taskName: '改名', fileNum: 0 })).code).toBe(404000);
    expect((await b.call(listDrafts, {})).records.map((d) => d.draftId)).not.toContain(draftId);
  });

  it('cannot be signed with a seal of another enterprise', async () => {
    const [a, b] = await Promise.all([companyA(), companyB()]);
    const taskId = await sendBetweenCompanies(a);
    const theirs = await fillingsFor(b, taskId);
    const mine = await fillingsFor(a, taskId);
    const stolen = mine.map((f) => ({ ...f, sealId: theirs[0]!.sealId }));
    const password = await a.seal(DEMO.signPassword);
    const answer = await a.envelope(signTask, {
      planId: taskId,
      seen: await seenIn(a, taskId),
      consent: { method: 'PASSWORD', password },
      fillings: stolen,
    });
    expect(answer.code).not.toBe(200);
    expect((await a.call(getTask, { planId: taskId })).signerList.every((s) => s.status === 'SIGNING')).toBe(
      true,
    );
  });
});
