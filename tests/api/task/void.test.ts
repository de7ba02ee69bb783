import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { downloadDocument, getPlan, listPlans, rejectPlan, revokePlan } from '#core/task/calls.ts';
import { voidPlan } from '#core/task/change-calls.ts';
import { readCode } from '#core/task/code-calls.ts';
import { document } from '#db/schema/index.ts';
import type { ApiClient } from '#tests/client.ts';
import { judge } from '#tests/fixtures/judges.ts';
import { sentNotices, trailEntries } from '#tests/fixtures/messages.ts';
import { database } from '#tests/fixtures/new-person.ts';
import { companyWithAdmin } from '#tests/fixtures/people.ts';
import { runJobs } from '#tests/fixtures/run-jobs.ts';
import { refusal, signedIn } from '#tests/fixtures/sign-in.ts';
import { untilPreserved } from '#tests/fixtures/until-preserved.ts';
import { COMPANY_A, COMPANY_B, type Party, send, sign } from './plans.ts';

let a: ApiClient;
let b: ApiClient;
beforeAll(async () => {
  a = await signedIn('jia', COMPANY_A.id);
  b = await signedIn('yi', COMPANY_B.id);
});
const fresh = (what: string) => `${what}${crypto.randomUUID().slice(0, 8)}`;
const trailOf = (planId: string) => trailEntries(a, planId);

/** A contract that both companies signed. */
async function completed(
  parties: readonly Party[] = ['jia', 'yi'],
): Promise<{ planId: string; name: string }> {
  const name = fresh('作废');
  const { planId } = await send(a, { name, parties });
  await sign(a, planId);
  if (parties.includes('yi')) await sign(b, planId);
  // What a job adds to the trail later must not come between.
  await untilPreserved(a, planId);
  return { planId, name };
}

describe('making a finished contract void', () => {
  it('takes an agreement that all parties sign; the contract stays completed, shows as void, and each leads to the other', async () => {
    const { planId, name } = await completed();
    const code = crypto.randomUUID().replaceAll('-', '').slice(0, 22);
    await database().update(document).set({ code }).where(eq(document.taskId, planId));
    expect((await b.call(getPlan, { planId })).actions).toContain('void');
    // Not who sent it alone: any party may begin it.
    const agreement = await b.call(voidPlan, { planId, reason: '合作终止' });
    const during = await a.call(getPlan, { planId });
    expect(during).toMatchObject({ endReason: 'COMPLETED', voidState: 'VOIDING' });
    expect(during.voidedBy).toMatchObject({ planId: agreement.planId, number: agreement.number });
    expect(during.actions).not.toContain('void');
    const task = await a.call(getPlan, { planId: agreement.planId });
    expect(task.voids).toMatchObject({ planId, taskName: name });
    expect(task.signerList.map(({ entName }) => entName).sort()).toEqual(
      [COMPANY_A.name, COMPANY_B.name].sort(),
    );
    await sign(a, agreement.planId);
    expect((await a.call(readCode, { code })).state).toBe('COMPLETED');
    await sign(b, agreement.planId);
    await runJobs();
    const after = await a.call(getPlan, { planId });
    expect(after).toMatchObject({ endReason: 'COMPLETED', label: 'COMPLETED', voidState: 'VOIDED' });
    expect(after.actions).not.toContain('void');
    expect((await a.call(readCode, { code })).state).toBe('VOIDED');
    const events = (await trailOf(planId)).map(({ event }) => event);
    expect(events).toContain('VOID_BEGUN');
    expect(events.at(-1)).toBe('VOIDED');
    for (const box of ['finished', 'toVoid'] as const) {
      const { records } = await b.call(listPlans, { box, keyword: name });
      expect(records.find((row) => row.planId === planId)?.voidState, box).toBe('VOIDED');
    }
    const told = await sentNotices(a, { keyword: name, normalMessageCategory: 'contract' });
    expect(told.records.some(({ subject }) => subject.includes('已由全部签署方签署协议作废'))).toBe(true);
    const { bytes } = await a.download(downloadDocument, { planId: agreement.planId, fileIndex: 0 });
    expect(judge(bytes)).toMatchObject({ valid: 2, signatures: 2, clean: true });
    expect(await refusal(a, voidPlan, { planId, reason: '再来' })).toBe('VOID_ALREADY');
    expect(await refusal(a, voidPlan, { planId: agreement.planId, reason: '再来' })).toBe('VOID_AGREEMENT');
  });

  it('ends with a refusal or a withdrawal: the contract stands, and it can be tried again', async () => {
    const { planId } = await completed();
    const first = await a.call(voidPlan, { planId, reason: '条款有误' });
    await b.call(rejectPlan, { planId: first.planId, reason: '不同意作废' });
    await runJobs();
    expect(await a.call(getPlan, { planId })).toMatchObject({ voidState: '', voidedBy: null });
    expect((await trailOf(planId)).at(-1)).toMatchObject({ event: 'VOID_FAILED', remark: first.number });
    const second = await a.call(voidPlan, { planId, reason: '条款有误' });
    await a.call(revokePlan, { planId: second.planId, reason: '先不作废' });
    await runJobs();
    const stands = await a.call(getPlan, { planId });
    expect(stands.voidState).toBe('');
    expect(stands.actions).toContain('void');
  });

  it('of two who begin it at once one does', async () => {
    const { planId } = await completed();
    const answers = await Promise.all([
      refusal(a, voidPlan, { planId, reason: '一起' }),
      refusal(b, voidPlan, { planId, reason: '一起' }),
    ]);
    expect(answers.sort()).toEqual(['OK', 'VOID_UNDER_WAY']);
  });

  it('is for parties of a completed contract of several alone', async () => {
    const { planId } = await send(a, { name: fresh('作废'), parties: ['jia', 'yi'] });
    expect(await refusal(a, voidPlan, { planId, reason: '早了' })).toBe('VOID_NOT_COMPLETED');
    const own = await completed(['jia']);
    expect(await refusal(a, voidPlan, { planId: own.planId, reason: '一方' })).toBe('VOID_ONE_PARTY');
    // Who sent it and does not sign is no party; who has nothing to do with it does not find it.
    const sent = await send(a, { name: fresh('作废'), parties: ['yi'] });
    await sign(b, sent.planId);
    expect(await refusal(a, voidPlan, { planId: sent.planId, reason: '发起方' })).toBe('VOID_NOT_A_PARTY');
    const { admin } = await companyWithAdmin();
    expect(await refusal(admin, voidPlan, { planId, reason: '路人' })).toBe('NOT_FOUND');
  });
});
