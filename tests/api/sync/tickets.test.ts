import { expect, it } from 'vitest';
import { removePerson, savePerson } from '#core/company/calls.ts';
import { openBook } from '#core/contact/calls.ts';
import { logout } from '#core/identity/calls.ts';
import { sendTask } from '#core/task/calls.ts';
import { deleteDraft, getSyncTicket } from '#core/task/draft-calls.ts';
import { takeTurn } from '#edge/kernel/take-turn.ts';
import {
  ADMIN_B,
  COMPANY_B,
  companyA,
  enterpriseSigner,
  newKey,
  taskToSend,
} from '#tests/fixtures/contracts.ts';
import { addMember, companyWithAdmin, database, newPerson } from '#tests/fixtures/people.ts';
import { enterRoom, type Inside, openRoom } from '#tests/fixtures/rooms.ts';
import { runJobs } from '#tests/fixtures/run-jobs.ts';
import { refusal, signedIn } from '#tests/fixtures/sign-in.ts';
import { newTemplate } from '#tests/fixtures/templates.ts';
import { until, untilFound } from '#tests/fixtures/until.ts';

/** The codes after the job of every minute has run. */
const after = async (all: readonly Inside[]) => {
  await runJobs();
  return all.map(({ code }) => code());
};

it('[4.9d] ends the rooms of a person removed from one enterprise, there only; tickets too', async () => {
  const { admin, ent } = await companyWithAdmin();
  const colleague = await newPerson();
  await addMember(ent, colleague, ['SIGN_OPERATOR']);
  const client = await signedIn(colleague, ent);
  const draft = `draft:${newKey()}`;
  const lost = [await enterRoom(client, draft), await enterRoom(client, `events:E-${ent.id}`)];
  const kept = [
    await enterRoom(await signedIn(colleague), `events:P-${colleague.id}`),
    await enterRoom(admin, draft),
    await enterRoom(admin, `events:E-${ent.id}`),
  ];
  expect(await after([...lost, ...kept])).toEqual([null, null, null, null, null]);
  await admin.call(removePerson, { userId: colleague.id });
  await expect.poll(() => after(lost)).toEqual([4401, 4401]);
  expect(await after(kept)).toEqual([null, null, null]);
  const again = await openRoom(draft, lost[0]!.token);
  await expect.poll(again).toBe(4401);
});

it('[4.9d] closes every kind of room to a removed member at once, before the job of the minute', async () => {
  const { admin, ent } = await companyWithAdmin();
  const colleague = await newPerson();
  await addMember(ent, colleague, ['BUSINESS_ADMIN']);
  const client = await signedIn(colleague, ent);
  const book = await client.call(openBook, {});
  const template = `template:${await newTemplate(admin, '共同编辑')}`;
  const inside = [
    await enterRoom(client, `draft:${newKey()}`),
    await enterRoom(client, template),
    await enterRoom(client, `events:E-${ent.id}`),
    { code: await openRoom(book.room, book.token) },
  ];
  const stays = await enterRoom(admin, template);
  // While the turn is held here, the jobs of the minute run nowhere else.
  const turn = await untilFound(async () => {
    const taken = await takeTurn({ db: database() });
    if (!taken) throw new Error('the jobs are running');
    return taken;
  });
  await admin.call(removePerson, { userId: colleague.id });
  await until(() => expect(inside.map(({ code }) => code())).toEqual([4401, 4401, 4401, 4401]));
  expect(stays.code()).toBeNull();
  await turn.end();
});

it('[6.2b] ends the drafts of a member who lost the role for them, and keeps the events', async () => {
  const { admin, ent } = await companyWithAdmin();
  const colleague = await newPerson();
  await addMember(ent, colleague, ['HR']);
  const client = await signedIn(colleague, ent);
  const draft = `draft:${newKey()}`;
  const inside = [await enterRoom(client, draft), await enterRoom(client, `events:E-${ent.id}`)];
  await admin.call(savePerson, {
    userId: colleague.id,
    roles: ['SEAL_OPERATOR'],
    businessTypes: null,
    stamps: [],
  });
  await expect.poll(() => after(inside)).toEqual([4401, null]);
  expect(await refusal(client, getSyncTicket, { room: draft })).toBe('NO_PERMISSION');
});

it('[4.20] [7.6d] ends the rooms of a session that logged out, and of none other of the person', async () => {
  const person = await newPerson();
  const [here, there] = [await signedIn(person), await signedIn(person)];
  const room = `events:P-${person.id}`;
  const inside = [await enterRoom(here, room), await enterRoom(there, room)];
  await here.call(logout, {});
  await expect.poll(() => after(inside)).toEqual([4401, null]);
});

it('ends and empties the room of a draft that was sent or deleted, at once', async () => {
  const client = await companyA();
  const plan = await taskToSend(client, [enterpriseSigner(COMPANY_B, ADMIN_B)]);
  const deleted = newKey();
  const inside = [
    await enterRoom(client, `draft:${plan.draftId}`),
    await enterRoom(client, `draft:${deleted}`),
  ];
  await client.call(sendTask, plan);
  await client.call(deleteDraft, { draftId: deleted });
  // Closed by the order that forgets the document (4410), and not by the job that ends lost tickets.
  await expect.poll(() => inside.map(({ code }) => code())).toEqual([4410, 4410]);
  expect(await refusal(client, deleteDraft, { draftId: deleted })).toBe('NOT_FOUND');
});
