import { expect, it } from 'vitest';
import { countNewByEnterprise, countNewNotices, listNotices, readAllNotices } from '#core/notice/calls.ts';
import { revealRealName } from '#core/realname/calls.ts';
import { sendPlan } from '#core/task/calls.ts';
import { getSyncTicket } from '#core/task/draft-calls.ts';
import { getLoggedTodoPlans, getPendingSize } from '#core/task/home-calls.ts';
import { addMember, companyWithAdmin, newPerson, refusal, signIn } from '#tests/fixtures/people.ts';
import { enterpriseSigner, personSigner, planFor } from '#tests/fixtures/plans.ts';
import { runJobs } from '#tests/fixtures/run-jobs.ts';
import { ssoSession } from '#tests/fixtures/sso-session.ts';

it('a session that a customer’s system opened sees the notices, to-dos and events of its enterprise, and nothing else of the person', async () => {
  const own = await companyWithAdmin();
  const other = await companyWithAdmin();
  const member = await newPerson();
  await addMember(own.ent, member, ['SIGN_OPERATOR']);
  await addMember(other.ent, member, ['SIGN_OPERATOR']);
  const named = { realName: member.name, mobile: member.mobile };
  const send = async (signer: Parameters<typeof planFor>[1][number]) => {
    const plan = await planFor(other.admin, [signer]);
    return (await other.admin.call(sendPlan, plan)).planId;
  };
  const asPerson = await send(personSigner(named));
  const elsewhere = await send(enterpriseSigner(other.ent, named));
  const mine = await send(enterpriseSigner(own.ent, named));
  await runJobs();

  const person = await signIn(member);
  const planIds = (records: readonly { planId: string }[]) => records.map(({ planId }) => planId).toSorted();
  const all = [asPerson, elsewhere, mine].toSorted();
  expect(planIds((await person.call(listNotices, {})).records)).toEqual(all);
  expect(planIds((await person.call(getLoggedTodoPlans, {})).records)).toEqual(all);

  const client = await ssoSession(member, own.ent);
  expect(planIds((await client.call(listNotices, {})).records)).toEqual([mine]);
  expect(await client.call(countNewNotices, {})).toMatchObject({
    userSum: 1,
    enterpriseMap: { [own.ent.id]: 1 },
    categoryMap: { contract: 1 },
  });
  expect(await client.call(countNewByEnterprise, {})).toEqual([{ entId: own.ent.id, count: 1 }]);
  expect(planIds((await client.call(getLoggedTodoPlans, {})).records)).toEqual([mine]);
  expect((await client.call(getPendingSize, { flag: 'ALL' })).pendingSize).toBe(1);
  expect(await refusal(client, revealRealName, {})).toBe('SSO_NOT_YOURSELF');
  expect(await refusal(client, getSyncTicket, { room: `events:P-${member.id}` })).toBe('NO_PERMISSION');
  expect(await refusal(client, getSyncTicket, { room: `events:E-${own.ent.id}` })).toBe('OK');

  // Reading all reads what the session sees.
  await client.call(readAllNotices, {});
  expect((await person.call(countNewNotices, {})).userSum).toBe(2);
  expect(await refusal(person, revealRealName, {})).toBe('OK');
  expect(await refusal(person, getSyncTicket, { room: `events:P-${member.id}` })).toBe('OK');
});
