import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { listMyEnterprises } from '#core/identity/calls.ts';
import { countNewByEnterprise, countNewNotices, readAllNotices } from '#core/notice/calls.ts';
import { getImage, revealRealName, updateImage } from '#core/realname/calls.ts';
import { sendTask } from '#core/task/calls.ts';
import { getSyncTicket } from '#core/task/draft-calls.ts';
import { getEnterpriseState, getLoggedTodoTasks, getPendingSize } from '#core/task/home-calls.ts';
import { realnamePhoto } from '#db/schema/index.ts';
import type { ApiClient } from '#tests/client.ts';
import { enterpriseSigner, personSigner, taskToSend } from '#tests/fixtures/contracts.ts';
import { sentNotices } from '#tests/fixtures/messages.ts';
import { addMember, companyWithAdmin, database, newPerson } from '#tests/fixtures/people.ts';
import { plainPng } from '#tests/fixtures/pictures.ts';
import { runJobs } from '#tests/fixtures/run-jobs.ts';
import { refusal, signedIn } from '#tests/fixtures/sign-in.ts';
import { ssoSession } from '#tests/fixtures/sso-session.ts';

it('a session of a customer’s system sees its enterprise’s notices and events, no private ones', async () => {
  const own = await companyWithAdmin();
  const other = await companyWithAdmin();
  const member = await newPerson();
  await addMember(own.ent, member, ['SIGN_OPERATOR']);
  await addMember(other.ent, member, ['SIGN_OPERATOR']);
  const named = { realName: member.name, mobile: member.mobile };
  const send = async (signer: Parameters<typeof taskToSend>[1][number]) => {
    const plan = await taskToSend(other.admin, [signer]);
    return (await other.admin.call(sendTask, plan)).planId;
  };
  const asPerson = await send(personSigner(named));
  const elsewhere = await send(enterpriseSigner(other.ent, named));
  const mine = await send(enterpriseSigner(own.ent, named));
  await runJobs();

  const person = await signedIn(member);
  const taskIds = (records: readonly { planId: string }[]) =>
    records.map(({ planId: taskId }) => taskId).toSorted();
  const all = [asPerson, elsewhere, mine].toSorted();
  expect(taskIds((await sentNotices(person)).records)).toEqual(all);
  expect(taskIds((await person.call(getLoggedTodoTasks, {})).records)).toEqual(all);

  const client = await ssoSession(member, own.ent);
  expect(taskIds((await sentNotices(client)).records)).toEqual([mine]);
  expect(await client.call(countNewNotices, {})).toMatchObject({
    userSum: 1,
    enterpriseMap: { [own.ent.id]: 1 },
    categoryMap: { contract: 1 },
  });
  expect(await client.call(countNewByEnterprise, {})).toEqual([{ entId: own.ent.id, count: 1 }]);
  expect(taskIds((await client.call(getLoggedTodoTasks, {})).records)).toEqual([mine]);
  expect((await client.call(getPendingSize, { flag: 'ALL' })).pendingSize).toBe(1);
  expect(await refusal(client, revealRealName, {})).toBe('SSO_NOT_YOURSELF');
  expect(await refusal(client, getSyncTicket, { room: `events:P-${member.id}` })).toBe('NO_PERMISSION');
  expect(await refusal(client, getSyncTicket, { room: `events:E-${own.ent.id}` })).toBe('OK');

  // Reading all reads what the session sees.
  await client.call(readAllNotices, {});
  expect((await client.call(listMyEnterprises, {})).resList.map(({ id }) => id)).toEqual([own.ent.id]);
  expect((await client.call(listMyEnterprises, {})).userTodoPlans).toBe(0);
  const asked = { userId: member.id, entId: other.ent.id };
  expect(await refusal(client, getEnterpriseState, asked)).toBe('NOT_FOUND');
  expect(await refusal(person, getEnterpriseState, asked)).toBe('OK');
  expect((await person.call(countNewNotices, {})).userSum).toBe(2);
  expect(await refusal(person, revealRealName, {})).toBe('OK');
  expect(await refusal(person, getSyncTicket, { room: `events:P-${member.id}` })).toBe('OK');
});

it('real-name pictures go to owner and reviewers as themselves, not in an enterprise’s session', async () => {
  const { ent, boss } = await companyWithAdmin();
  const owner = await newPerson();
  const reviewer = await newPerson({ ownerType: 'INSIDE', platformAdmin: true });
  for (const one of [owner, reviewer]) await addMember(ent, one, ['SIGN_OPERATOR']);
  const own = await signedIn(owner);
  const file = new Blob([plainPng()]);
  const { imageId } = await own.call(updateImage, { kind: 'AUDIT_FRONT', file });
  await database()
    .update(realnamePhoto)
    .set({ applicationId: 'application0of0a0test' })
    .where(eq(realnamePhoto.id, imageId));
  const sees = async (client: ApiClient) =>
    (await client.send(getImage, { imageId })).headers.get('content-type') === 'image/png';
  expect(await sees(own)).toBe(true);
  expect(await sees(await signedIn(reviewer))).toBe(true);
  expect(await sees(await ssoSession(owner, ent))).toBe(false);
  expect(await sees(await ssoSession(reviewer, ent))).toBe(false);
  expect(await sees(await signedIn(reviewer, ent))).toBe(false);
  expect(await sees(await signedIn(boss, ent))).toBe(false);
});
