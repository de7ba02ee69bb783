import { describe, expect, it } from 'vitest';
import { discardRefreshToken, listMyEnterprises } from '#core/identity/calls.ts';
import { countNewByEnterprise, countNewNotices, readNotice } from '#core/notice/calls.ts';
import { withdrawEntAuth } from '#core/realname/enterprise-calls.ts';
import { sendTask } from '#core/task/calls.ts';
import {
  getEntContinueParams,
  getEnterpriseAssociationUser,
  getEnterpriseState,
  getLoggedTodoTasks,
  getPendingSize,
} from '#core/task/home-calls.ts';
import { DEMO } from '#db/seed/demo.ts';
import {
  ADMIN_A,
  ADMIN_B,
  COMPANY_A,
  COMPANY_B,
  companyA,
  enterpriseSigner,
  newKey,
  OPERATOR_A,
  personSigner,
  taskToSend,
} from '#tests/fixtures/contracts.ts';
import { openDraft, realPerson, wholeDraft } from '#tests/fixtures/enterprise-drafts.ts';
import { sentNotices } from '#tests/fixtures/messages.ts';
import { companyWithAdmin, newCompany, newPerson } from '#tests/fixtures/people.ts';
import { signedIn } from '#tests/fixtures/sign-in.ts';
import { product } from '#tests/product.ts';

describe('what the home page asks', () => {
  it('[7.12b] [7.12g] [3.22b] what waits for a person in all identities, nearest deadline first', async () => {
    const sender = await companyA();
    const { boss, ent } = await companyWithAdmin();
    const name = `首页${newKey().slice(0, 8)}`;
    const soon = Date.now() + 2 * 86_400_000;
    const send = async (taskName: string, endTime: number, asPerson: boolean) => {
      const operator = { realName: boss.name, mobile: boss.mobile };
      const signers = [asPerson ? personSigner(operator) : enterpriseSigner(ent, operator)];
      await sender.call(sendTask, await taskToSend(sender, signers, { taskName, endTime }));
    };
    const self = await signedIn(boss);
    await send(`${name} 后`, soon + 86_400_000, true);
    await send(`${name} 先`, soon, false);
    const mine = (await self.call(getLoggedTodoTasks, {})).records;
    expect(
      mine.map(({ taskName, entId, entName, initiator }) => ({ taskName, entId, entName, initiator })),
    ).toEqual([
      { taskName: `${name} 先`, entId: ent.id, entName: ent.name, initiator: COMPANY_A.name },
      { taskName: `${name} 后`, entId: '', entName: '', initiator: COMPANY_A.name },
    ]);
    expect((await self.call(getPendingSize, { flag: 'ALL' })).pendingSize).toBe(2);
    expect((await self.call(getPendingSize, {})).pendingSize).toBe(1);
    const list = await self.call(listMyEnterprises, {});
    expect(list.userTodoPlans).toBe(1);
    expect(list.resList.map(({ userTodoPlans }) => userTodoPlans)).toEqual([1]);
  });

  it('[7.12f] [4.18a] the state of one’s own enterprise; nothing is disclosed about others', async () => {
    const jia = await signedIn(ADMIN_A);
    const ask = (userId: string, entId: string) => jia.envelope(getEnterpriseState, { userId, entId });
    expect((await ask(ADMIN_A.id, COMPANY_A.id)).data).toEqual({ isBiz: true, authStatus: 'AUTH' });
    expect((await ask(ADMIN_A.id, COMPANY_B.id)).code).toBe(404000);
    expect((await ask(ADMIN_B.id, COMPANY_B.id)).code).toBe(404000);
  });

  it('[7.12d] colleagues are found by a part of their name, their mobiles masked', async () => {
    const jia = await companyA();
    const all = await jia.call(getEnterpriseAssociationUser, { size: 50 });
    expect(all.records.map(({ userId }) => userId)).toEqual(
      expect.arrayContaining([ADMIN_A.id, OPERATOR_A.id]),
    );
    expect(all.records.map(({ userId }) => userId)).not.toContain(ADMIN_B.id);
    const found = await jia.call(getEnterpriseAssociationUser, { userName: OPERATOR_A.realName });
    expect(found.records).toContainEqual({
      userId: OPERATOR_A.id,
      userName: OPERATOR_A.realName,
      mobile: '138****0004',
    });
    expect((await jia.call(getEnterpriseAssociationUser, { userName: '%' })).total).toBe(0);
  });

  it('[7.12c] an application for an enterprise is continued: own, unfinished, the newest', async () => {
    expect(getEntContinueParams.method).toBe('GET');
    const path = '/ecapi/assemble/remoteauth/getEntContinueParams';
    const person = await realPerson();
    const ask = async (query = '') => {
      const answer = await fetch(`${product().baseUrl}${path}${query}`, {
        headers: { 'X-Token': person.client.session!.accessToken },
      });
      return ((await answer.json()) as { data: unknown }).data;
    };
    expect(await ask()).toBeNull();
    const draft = await wholeDraft(person);
    const applicationId = await openDraft(person, draft);
    const open = {
      applicationId,
      entId: '',
      entName: draft.unit.entName,
      state: 'DRAFT',
      route: expect.any(String),
    };
    expect(await ask()).toEqual(open);
    expect(await ask('?entId=some-other-enterprise')).toBeNull();
    expect(await (await realPerson()).client.call(getEntContinueParams, {})).toBeNull();
    await person.client.call(withdrawEntAuth, { applicationId });
    expect(await ask()).toBeNull();
  });

  it('[7.14d] [7.14e] unread notices count by enterprise, the person’s beside; read ones no more', async () => {
    const sender = await companyA();
    const person = await newPerson({ signPassword: DEMO.signPassword });
    const [first, second] = [await newCompany(person), await newCompany(person)];
    const operator = { realName: person.name, mobile: person.mobile };
    const taskIds: string[] = [];
    for (const signers of [
      [enterpriseSigner(first, operator)],
      [enterpriseSigner(first, operator)],
      [enterpriseSigner(second, operator)],
      [personSigner(operator)],
    ])
      taskIds.push((await sender.call(sendTask, await taskToSend(sender, signers))).planId);
    const self = await signedIn(person);
    const counts = async () => {
      const { userSum, enterpriseMap } = await self.call(countNewNotices, {});
      const rows = await self.call(countNewByEnterprise, {});
      return { userSum, enterpriseMap, rows: Object.fromEntries(rows.map((r) => [r.entId, r.count])) };
    };
    await expect.poll(counts).toEqual({
      userSum: 4,
      enterpriseMap: { [first.id]: 2, [second.id]: 1 },
      rows: { [first.id]: 2, [second.id]: 1, '': 1 },
    });
    const unread = (await sentNotices(self, { readFlag: 0 })).records;
    const ofSecond = unread.find(({ planId: taskId }) => taskId === taskIds[2])!;
    await self.call(readNotice, { noticeId: ofSecond.id });
    expect(await counts()).toEqual({
      userSum: 3,
      enterpriseMap: { [first.id]: 2 },
      rows: { [first.id]: 2, '': 1 },
    });
  });

  it('[7.6c] a token that is not one’s own is discarded by nobody', async () => {
    const jia = await signedIn(ADMIN_A);
    const yi = await signedIn(ADMIN_B);
    await jia.envelope(discardRefreshToken, { token: yi.session!.refreshToken });
    expect((await yi.call(getPendingSize, {})).pendingSize).toBeGreaterThanOrEqual(0);
  });
});
