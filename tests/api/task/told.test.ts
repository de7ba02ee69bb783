import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { rejectTask, revokeTask, sendTask, signTask } from '#core/task/calls.ts';
import { task } from '#db/schema/index.ts';
import { DEMO } from '#db/seed/demo.ts';
import type { ApiClient } from '#tests/client.ts';
import { fillingsFor, newKey, personSigner, seenIn, taskToSend } from '#tests/fixtures/contracts.ts';
import { allMessages, sentNotices } from '#tests/fixtures/messages.ts';
import { addMember, database, newCompany, newPerson, type Person } from '#tests/fixtures/people.ts';
import { runJobs } from '#tests/fixtures/run-jobs.ts';
import { consentOf } from '#tests/fixtures/seal-uses.ts';
import { signedIn } from '#tests/fixtures/sign-in.ts';

const REASON = '条款有误';
const NOTHING = { notices: 0, messages: 0 };
const BOTH = { notices: 1, messages: 1 };
/** Who sent it needs no short message: they work with the product. */
const NOTICE = { notices: 1, messages: 0 };

/** A contract that two people sign in order, with one reader, sent by a boss who has a colleague; only the first is called. */
async function sentInOrder() {
  const [boss, colleague, first, second, reader] = await Promise.all(
    Array.from({ length: 5 }, () => newPerson({ signPassword: DEMO.signPassword })),
  );
  const people = { boss: boss!, first: first!, second: second!, reader: reader! };
  const ent = await newCompany(people.boss);
  await addMember(ent, colleague!, ['BUSINESS_ADMIN']);
  const clients = {
    boss: await signedIn(people.boss, ent),
    colleague: await signedIn(colleague!, ent),
    first: await signedIn(people.first),
    second: await signedIn(people.second),
    reader: await signedIn(people.reader),
  };
  const to = ({ name, mobile }: Person) => ({ realName: name, mobile });
  const plan = await taskToSend(
    clients.boss,
    [personSigner(to(people.first), 1), personSigner(to(people.second), 2)],
    {
      orderState: 'ORDER',
      ccList: [
        { copyId: newKey(), copyType: 'PERSON', userName: people.reader.name, mobile: people.reader.mobile },
      ],
    },
  );
  const { planId: taskId } = await clients.boss.call(sendTask, plan);
  /** How often each of them was told in these words. */
  const told = async (words: string) => {
    const messages = await allMessages();
    const entries = Object.entries(people).map(async ([name, { mobile }]) => {
      const { records } = await sentNotices(clients[name as keyof typeof people], { keyword: plan.taskName });
      const fits = (text: string) => text.includes(plan.taskName) && text.includes(words);
      const count = {
        notices: records.filter(({ subject }) => fits(subject)).length,
        messages: messages.filter(({ target, text }) => target === mobile && fits(text)).length,
      };
      return [name, count] as const;
    });
    return Object.fromEntries(await Promise.all(entries));
  };
  return { planId: taskId, clients, told };
}

const signAs = async (client: ApiClient, taskId: string) =>
  client.call(signTask, {
    planId: taskId,
    seen: await seenIn(client, taskId),
    fillings: await fillingsFor(client, taskId),
    consent: await consentOf(client),
  });

it('a refusal is told to the sender and the reader, not to who was never called', async () => {
  const { planId: taskId, clients, told } = await sentInOrder();
  await clients.first.call(rejectTask, { planId: taskId, reason: REASON });
  expect(await told('拒签了')).toEqual({ boss: NOTICE, first: NOTHING, second: NOTHING, reader: BOTH });
});

it('a withdrawal is told to all who knew of it, and to the sender if a colleague made it', async () => {
  const own = await sentInOrder();
  await own.clients.boss.call(revokeTask, { planId: own.planId, reason: REASON });
  expect(await own.told('撤回了')).toEqual({ boss: NOTHING, first: BOTH, second: NOTHING, reader: BOTH });
  const other = await sentInOrder();
  await other.clients.colleague.call(revokeTask, { planId: other.planId, reason: REASON });
  expect(await other.told('撤回了')).toEqual({ boss: NOTICE, first: BOTH, second: NOTHING, reader: BOTH });
});

it('the end of the term is told to all who knew of the contract, also to who has signed', async () => {
  const { planId: taskId, clients, told } = await sentInOrder();
  await signAs(clients.first, taskId);
  await database()
    .update(task)
    .set({ deadline: Date.now() - 1 })
    .where(eq(task.id, taskId));
  await runJobs();
  expect(await told('已过签署截止时间')).toEqual({ boss: NOTICE, first: BOTH, second: BOTH, reader: BOTH });
});

it('the completion is told to everybody, also to the reader and to who signed last', async () => {
  const { planId: taskId, clients, told } = await sentInOrder();
  await signAs(clients.first, taskId);
  await signAs(clients.second, taskId);
  expect(await told('已全部签署完成')).toEqual({ boss: NOTICE, first: BOTH, second: BOTH, reader: BOTH });
});
