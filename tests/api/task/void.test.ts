import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { downloadDocument, getTask, rejectTask, revokeTask } from '#core/task/calls.ts';
import { voidTask } from '#core/task/change-calls.ts';
import { readCode } from '#core/task/code-calls.ts';
import { listTasks } from '#core/task/list-calls.ts';
import { document } from '#db/schema/index.ts';
import type { ApiClient } from '#tests/client.ts';
import { COMPANY_A, COMPANY_B, type DemoParty, sendDemoTask, sign } from '#tests/fixtures/contracts.ts';
import { judge } from '#tests/fixtures/judges.ts';
import { sentNotices, trailEntries } from '#tests/fixtures/messages.ts';
import { companyWithAdmin } from '#tests/fixtures/people.ts';
import { database } from '#tests/fixtures/product-database.ts';
import { runJobs } from '#tests/fixtures/run-jobs.ts';
import { refusal, signedIn } from '#tests/fixtures/sign-in.ts';
import { untilPreserved } from '#tests/fixtures/until-preserved.ts';

let a: ApiClient;
let b: ApiClient;
beforeAll(async () => {
  a = await signedIn('jia', COMPANY_A.id);
  b = await signedIn('yi', COMPANY_B.id);
});
const fresh = (what: string) => `${what}${crypto.randomUUID().slice(0, 8)}`;
const trailOf = (taskId: string) => trailEntries(a, taskId);

/** A contract that both companies signed. */
async function completed(
  parties: readonly DemoParty[] = ['jia', 'yi'],
): Promise<{ planId: string; name: string }> {
  const name = fresh('作废');
  const { planId: taskId } = await sendDemoTask(a, { name, parties });
  await sign(a, taskId);
  if (parties.includes('yi')) await sign(b, taskId);
  // What a job adds to the trail later must not come between.
  await untilPreserved(a, taskId);
  return { planId: taskId, name };
}

describe('making a finished contract void', () => {
  it('takes an agreement that all sign; the contract stays completed and shows as void', async () => {
    const { planId: taskId, name } = await completed();
    const code = crypto.randomUUID().replaceAll('-', '').slice(0, 22);
    await database().update(document).set({ code }).where(eq(document.taskId, taskId));
    expect((await b.call(getTask, { planId: taskId })).actions).toContain('void');
    // Not who sent it alone: any party may begin it.
    const agreement = await b.call(voidTask, { planId: taskId, reason: '合作终止' });
    const during = await a.call(getTask, { planId: taskId });
    expect(during).toMatchObject({ endReason: 'COMPLETED', voidState: 'VOIDING' });
    expect(during.voidedBy).toMatchObject({ planId: agreement.planId, number: agreement.number });
    expect(during.actions).not.toContain('void');
    const task = await a.call(getTask, { planId: agreement.planId });
    expect(task.voids).toMatchObject({ planId: taskId, taskName: name });
    expect(task.signerList.map(({ entName }) => entName).sort()).toEqual(
      [COMPANY_A.name, COMPANY_B.name].sort(),
    );
    await sign(a, agreement.planId);
    expect((await a.call(readCode, { code })).state).toBe('COMPLETED');
    await sign(b, agreement.planId);
    await runJobs();
    const after = await a.call(getTask, { planId: taskId });
    expect(after).toMatchObject({ endReason: 'COMPLETED', label: 'COMPLETED', voidState: 'VOIDED' });
    expect(after.actions).not.toContain('void');
    expect((await a.call(readCode, { code })).state).toBe('VOIDED');
    const events = (await trailOf(taskId)).map(({ event }) => event);
    expect(events).toContain('VOID_BEGUN');
    expect(events.at(-1)).toBe('VOIDED');
    for (const box of ['finished', 'toVoid'] as const) {
      const { records } = await b.call(listTasks, { box, keyword: name });
      expect(records.find((row) => row.planId === taskId)?.voidState, box).toBe('VOIDED');
    }
    const told = await sentNotices(a, { keyword: name, normalMessageCategory: 'contract' });
    expect(told.records.some(({ subject }) => subject.includes('已由全部签署方签署协议作废'))).toBe(true);
    const { bytes } = await a.download(downloadDocument, { planId: agreement.planId, fileIndex: 0 });
    expect(judge(bytes)).toMatchObject({ valid: 2, signatures: 2, clean: true });
    expect(await refusal(a, voidTask, { planId: taskId, reason: '再来' })).toBe('VOID_ALREADY');
    expect(await refusal(a, voidTask, { planId: agreement.planId, reason: '再来' })).toBe('VOID_AGREEMENT');
  });

  it('ends with a refusal or a withdrawal: the contract stands, and it can be tried again', async () => {
    const { planId: taskId } = await completed();
    const first = await a.call(voidTask, { planId: taskId, reason: '条款有误' });
    await b.call(rejectTask, { planId: first.planId, reason: '不同意作废' });
    await runJobs();
    expect(await a.call(getTask, { planId: taskId })).toMatchObject({ voidState: '', voidedBy: null });
    expect((await trailOf(taskId)).at(-1)).toMatchObject({ event: 'VOID_FAILED', remark: first.number });
    const second = await a.call(voidTask, { planId: taskId, reason: '条款有误' });
    await a.call(revokeTask, { planId: second.planId, reason: '先不作废' });
    await runJobs();
    const stands = await a.call(getTask, { planId: taskId });
    expect(stands.voidState).toBe('');
    expect(stands.actions).toContain('void');
  });

  it('of two who begin it at once one does', async () => {
    const { planId: taskId } = await completed();
    const answers = await Promise.all([
      refusal(a, voidTask, { planId: taskId, reason: '一起' }),
      refusal(b, voidTask, { planId: taskId, reason: '一起' }),
    ]);
    expect(answers.sort()).toEqual(['OK', 'VOID_UNDER_WAY']);
  });

  it('is for parties of a completed contract of several alone', async () => {
    const { planId: taskId } = await sendDemoTask(a, { name: fresh('作废'), parties: ['jia', 'yi'] });
    expect(await refusal(a, voidTask, { planId: taskId, reason: '早了' })).toBe('VOID_NOT_COMPLETED');
    const own = await completed(['jia']);
    expect(await refusal(a, voidTask, { planId: own.planId, reason: '一方' })).toBe('VOID_ONE_PARTY');
    // Who sent it and does not sign is no party; who has nothing to do with it does not find it.
    const sent = await sendDemoTask(a, { name: fresh('作废'), parties: ['yi'] });
    await sign(b, sent.planId);
    expect(await refusal(a, voidTask, { planId: sent.planId, reason: '发起方' })).toBe('VOID_NOT_A_PARTY');
    const { admin } = await companyWithAdmin();
    expect(await refusal(admin, voidTask, { planId: taskId, reason: '路人' })).toBe('NOT_FOUND');
  });
});
