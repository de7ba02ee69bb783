import { expect, it } from 'vitest';
import { cancelOutUser } from '#core/account/calls.ts';
import { removePerson, savePerson } from '#core/company/calls.ts';
import { openBook } from '#core/contact/calls.ts';
import { sendAuthCode } from '#core/identity/code-calls.ts';
import { getSyncTicket } from '#core/task/draft-calls.ts';
import type { ApiClient } from '#tests/client.ts';
import { codeSentTo } from '#tests/fixtures/messages.ts';
import { addMember, companyWithAdmin, newPerson } from '#tests/fixtures/people.ts';
import { openRoom } from '#tests/fixtures/rooms.ts';
import { runJobs } from '#tests/fixtures/run-jobs.ts';
import { refusal, signedIn } from '#tests/fixtures/sign-in.ts';

async function inside(client: ApiClient) {
  const { room, token, access } = await client.call(openBook, {});
  return { room, token, access, code: await openRoom(room, token) };
}

it('grants access to the book of the identity acted for, by one’s roles there, and to no other', async () => {
  const { admin, ent } = await companyWithAdmin();
  const person = await newPerson();
  await addMember(ent, person, ['APPROVER']);
  const asMember = await signedIn(person, ent);
  expect(await admin.call(openBook, {})).toMatchObject({ room: `contacts:E-${ent.id}`, access: 'write' });
  expect(await asMember.call(openBook, {})).toMatchObject({ room: `contacts:E-${ent.id}`, access: 'read' });
  const asThemself = await signedIn(person);
  expect(await asThemself.call(openBook, {})).toMatchObject({
    room: `contacts:P-${person.id}`,
    access: 'write',
  });
  const employee = await newPerson();
  await addMember(ent, employee, ['EMPLOYEE']);
  expect(await refusal(await signedIn(employee, ent), openBook, {})).toBe('NO_PERMISSION');
  // the ticket for drafts and events leads into no book, not even one's own
  for (const room of [`contacts:E-${ent.id}`, `contacts:P-${person.id}`])
    expect(await refusal(asThemself, getSyncTicket, { room }), room).toBe('NO_PERMISSION');
});

it('ends the connection of a colleague whose right to the book changed, and of nobody else', async () => {
  const { admin, ent } = await companyWithAdmin();
  const [keeper, leaver] = [await newPerson(), await newPerson()];
  await addMember(ent, keeper, ['SIGN_OPERATOR']);
  await addMember(ent, leaver, ['SIGN_OPERATOR']);
  const kept = await inside(admin);
  const lost = [await inside(await signedIn(keeper, ent)), await inside(await signedIn(leaver, ent))];
  const own = await inside(await signedIn(leaver));
  // from writing to reading: the old ticket would go on writing
  await admin.call(savePerson, { userId: keeper.id, roles: ['APPROVER'], businessTypes: null, stamps: [] });
  await admin.call(removePerson, { userId: leaver.id });
  const codes = async () => {
    await runJobs();
    return lost.map(({ code }) => code());
  };
  await expect.poll(codes).toEqual([4401, 4401]);
  expect([kept.code(), own.code()]).toEqual([null, null]);
  expect((await (await signedIn(keeper, ent)).call(openBook, {})).access).toBe('read');
});

it('forgets a person’s book when the account is closed, and disconnects who is in it', async () => {
  const person = await newPerson();
  const client = await signedIn(person);
  const own = await inside(client);
  await client.call(sendAuthCode, { authCodeType: 'CANCEL_USER' });
  const authCode = await codeSentTo(client, person.mobile, '注销账号验证码');
  await client.call(cancelOutUser, { authCode, authCodeType: 'CANCEL_USER' });
  // by the order that forgets the document (4410), and not by the job that ends lost tickets
  await expect.poll(own.code).toBe(4410);
});
