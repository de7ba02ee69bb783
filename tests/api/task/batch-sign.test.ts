import { expect, it } from 'vitest';
import { ERROR_CODES } from '#core/errors.ts';
import { sendAuthCode } from '#core/identity/code-calls.ts';
import { decideSimulatedCheck } from '#core/realname/calls.ts';
import { createSeal, deleteSeal } from '#core/seal/calls.ts';
import { listUsableSeals } from '#core/seal/usable-calls.ts';
import { closeBatch, confirmBatch, getBatch, openBatch, signBatch } from '#core/task/batch-calls.ts';
import { downloadDocument, getTask, revokeTask, sendTask } from '#core/task/calls.ts';
import { getConsent, startConsent } from '#core/task/consent-calls.ts';
import { DEMO } from '#db/seed/demo.ts';
import { ApiClient } from '#tests/client.ts';
import { enableFlow, firm, flowOf, node } from '#tests/fixtures/approvals.ts';
import {
  ADMIN_B,
  companyA,
  companyB,
  enterpriseSigner,
  newKey,
  personSigner,
  seenIn,
  sendBetweenCompanies,
  sign,
  taskToSend,
} from '#tests/fixtures/contracts.ts';
import { judge } from '#tests/fixtures/judges.ts';
import { codeSentTo, trailEntries } from '#tests/fixtures/messages.ts';
import { newPerson, newToken } from '#tests/fixtures/people.ts';
import { refusal, signedIn } from '#tests/fixtures/sign-in.ts';
import { product } from '#tests/product.ts';

const sendSome = (a: ApiClient, count: number): Promise<string[]> =>
  Promise.all(Array.from({ length: count }, () => sendBetweenCompanies(a)));

/** A task as it is shown now, with the company's seal at each place. */
async function taskOf(client: ApiClient, taskId: string) {
  const task = await client.call(getTask, { planId: taskId });
  const mine = task.signerList.find((one) => one.mine);
  const seals = await client.call(listUsableSeals, {});
  const { sealId } = seals.find(({ category, onUkey }) => category === 'ENTERPRISE' && !onUkey)!;
  return {
    planId: taskId,
    seen: await seenIn(client, taskId),
    fillings: task.placements
      .filter(({ signerId }) => signerId === mine?.signerId)
      .map(({ placementId }) => ({ placementId, sealId })),
  };
}
const open = async (client: ApiClient, taskIds: readonly string[]) =>
  client.call(openBatch, { tasks: await Promise.all(taskIds.map((taskId) => taskOf(client, taskId))) });
const byPassword = async (client: ApiClient) => ({
  method: 'PASSWORD' as const,
  password: await client.seal(DEMO.signPassword),
});
const statesOf = (items: readonly { state: string }[]) => items.map(({ state }) => state);

it('[4.2a] one consent signs every task of a batch as it was shown, and nothing twice', async () => {
  const [a, b] = await Promise.all([companyA(), companyB()]);
  const taskIds = await sendSome(a, 4);
  const { batchId, items, goodUntil } = await open(b, taskIds);
  expect(goodUntil).toBeNull();
  expect(statesOf(items)).toEqual(['WAITING', 'WAITING', 'WAITING', 'WAITING']);
  // Nothing is signed before the person said so, nor with a wrong password.
  expect((await b.envelope(signBatch, { batchId, planIds: taskIds })).code).toBe(
    ERROR_CODES.BATCH_CONSENT_ENDED,
  );
  const wrong = { method: 'PASSWORD' as const, password: await b.seal('135799') };
  expect((await b.envelope(confirmBatch, { batchId, consent: wrong })).code).toBe(
    ERROR_CODES.SIGN_PASSWORD_WRONG,
  );
  const confirmed = await b.call(confirmBatch, { batchId, consent: await byPassword(b) });
  expect(confirmed.goodUntil).toBeGreaterThan(Date.now());
  // Somebody signs one of them meanwhile: it waits, and the others are signed.
  await sign(a, taskIds[1]!);
  const [first, again] = await Promise.all([
    b.call(signBatch, { batchId, planIds: taskIds }),
    b.call(signBatch, { batchId, planIds: taskIds }),
  ]);
  const after = await b.call(signBatch, { batchId, planIds: taskIds });
  expect(statesOf(after)).toEqual(['SUCCESS', 'EXCEPTION', 'SUCCESS', 'SUCCESS']);
  expect(after[1]!.problem).toMatchObject({ code: ERROR_CODES.REVISION_CHANGED });
  expect([...first, ...again].filter(({ state }) => state === 'SUCCESS').length).toBeGreaterThanOrEqual(3);
  for (const taskId of [taskIds[0]!, taskIds[2]!, taskIds[3]!]) {
    const { documents, signerList } = await b.call(getTask, { planId: taskId });
    expect(documents.map(({ revision }) => revision)).toEqual([1]);
    expect(signerList.find(({ mine }) => mine)?.status).toBe('SIGNED');
    const { bytes } = await b.download(downloadDocument, { planId: taskId, fileIndex: 0 });
    expect(judge(bytes)).toMatchObject({ valid: 1, signatures: 1, clean: true });
  }
  // Each trail names the one consent by the digest of all that it covers.
  const trails = await Promise.all(taskIds.map((taskId) => trailEntries(b, taskId)));
  const batches = trails.map((entries) =>
    entries.filter(({ event, evidence }) => event === 'SIGNED' && evidence.batch),
  );
  expect(batches.map((lines) => lines.length)).toEqual([1, 0, 1, 1]);
  expect(new Set(batches.flat().map(({ evidence }) => `${evidence.consent} ${evidence.batch}`)).size).toBe(1);
  // Shown anew and confirmed anew, the one that changed is signed on top of the other.
  const second = await open(b, [taskIds[1]!]);
  await b.call(confirmBatch, { batchId: second.batchId, consent: await byPassword(b) });
  expect(statesOf(await b.call(signBatch, { batchId: second.batchId, planIds: [taskIds[1]!] }))).toEqual([
    'SUCCESS',
  ]);
  expect((await b.call(getTask, { planId: taskIds[1]! })).status).toBe('ENDED');
});

it('keeps a batch for who goes on later: how it stands, until it is ended or all is signed', async () => {
  const [a, b] = await Promise.all([companyA(), companyB()]);
  const taskIds = await sendSome(a, 3);
  const { batchId } = await open(b, taskIds);
  await b.call(confirmBatch, { batchId, consent: await byPassword(b) });
  await a.call(revokeTask, { planId: taskIds[2]!, reason: '不签了' });
  await b.call(signBatch, { batchId, planIds: [taskIds[0]!, taskIds[2]!] });
  const kept = await b.call(getBatch, {});
  expect(kept).toMatchObject({ batchId, method: 'PASSWORD' });
  expect(statesOf(kept!.items)).toEqual(['SUCCESS', 'WAITING', 'EXCEPTION']);
  expect(kept!.items[2]!.problem).toMatchObject({ code: ERROR_CODES.TASK_CLOSED });
  expect(kept!.items[2]!.problem!.message).not.toBe('');
  // Signed otherwise, it is signed: the batch says so and does not do it again.
  await sign(b, taskIds[1]!);
  expect(statesOf(await b.call(signBatch, { batchId, planIds: [taskIds[1]!] }))).toEqual(['SUCCESS']);
  await b.call(closeBatch, { batchId });
  expect(await b.call(getBatch, {})).toBeNull();
  expect((await b.envelope(signBatch, { batchId, planIds: taskIds })).code).toBe(ERROR_CODES.NOT_FOUND);
});

const SIGN_PASSWORD = 'Sign-2026';

/** Somebody of their own with a personal seal, to whom as many tasks were sent. */
async function individual(count: number) {
  const person = await newPerson({ signPassword: SIGN_PASSWORD });
  const [a, client] = await Promise.all([companyA(), signedIn(person)]);
  const { stampId } = await client.call(createSeal, {
    stampName: `批签章${newKey().slice(0, 6)}`,
    stampCategory: 'PERSONAL',
    picture: {
      kind: 'NAME',
      name: {
        name: person.name,
        suffix: '',
        size: '20x20',
        font: 'SONG',
        colour: '#d9001b',
        opacity: 1,
        framed: true,
      },
    },
  });
  const who = personSigner({ realName: person.name, mobile: person.mobile });
  const sent: string[] = [];
  while (sent.length < count) sent.push((await a.call(sendTask, await taskToSend(a, [who]))).planId);
  const batchOf = async (taskIds: readonly string[]): Promise<string> => {
    const tasks = await Promise.all(
      taskIds.map(async (taskId) => {
        const { placements } = await client.call(getTask, { planId: taskId });
        const fillings = placements.map(({ placementId }) => ({ placementId, sealId: stampId }));
        return { planId: taskId, seen: await seenIn(client, taskId), fillings };
      }),
    );
    return (await client.call(openBatch, { tasks })).batchId;
  };
  return { client, mobile: person.mobile, sent, stampId, batchOf };
}

it('a code by SMS and a yes on the phone are each good for one batch, and for that alone', async () => {
  const { client, mobile, batchOf, sent } = await individual(2);
  await client.call(sendAuthCode, { authCodeType: 'SIGN' });
  const code = await codeSentTo(client, mobile, '签署验证码');
  const bySms = await batchOf([sent[0]!]);
  const consent = { method: 'SMS' as const, code };
  await client.call(confirmBatch, { batchId: bySms, consent });
  expect(statesOf(await client.call(signBatch, { batchId: bySms, planIds: [sent[0]!] }))).toEqual([
    'SUCCESS',
  ]);
  const byPhone = await batchOf([sent[1]!]);
  expect(await refusal(client, confirmBatch, { batchId: byPhone, consent })).toBe('CODE_WRONG');
  const ask = (id: string) =>
    client.call(startConsent, { method: 'APP' as const, subject: { kind: 'BATCH' as const, id } });
  const say = (url: string) =>
    client.call(decideSimulatedCheck, { ref: new URL(url).searchParams.get('ref')!, state: 'SUCCESS' });
  const first = await ask(byPhone);
  const yes = { method: 'APP' as const, ticketId: first.ticketId };
  expect(await refusal(client, confirmBatch, { batchId: byPhone, consent: yes })).toBe('CONSENT_NOT_GIVEN');
  await say(first.url);
  // Opened anew it is another batch: the yes was not for that one.
  const other = await batchOf([sent[1]!]);
  expect(await refusal(client, confirmBatch, { batchId: other, consent: yes })).toBe('NOT_FOUND');
  const second = await ask(other);
  await say(second.url);
  await client.call(confirmBatch, {
    batchId: other,
    consent: { method: 'APP', ticketId: second.ticketId },
  });
  expect(await client.call(getConsent, { ticketId: second.ticketId })).toEqual({ state: 'SPENT' });
  expect(statesOf(await client.call(signBatch, { batchId: other, planIds: [sent[1]!] }))).toEqual([
    'SUCCESS',
  ]);
});

it('a batch is of one person in one identity, and its consent of one session', async () => {
  const [a, b] = await Promise.all([companyA(), companyB()]);
  const taskIds = await sendSome(a, 1);
  const { batchId } = await open(b, taskIds);
  await b.call(confirmBatch, { batchId, consent: await byPassword(b) });
  const asPerson = await signedIn(ADMIN_B);
  expect((await a.envelope(signBatch, { batchId, planIds: taskIds })).code).toBe(ERROR_CODES.NOT_FOUND);
  expect((await asPerson.envelope(signBatch, { batchId, planIds: taskIds })).code).toBe(
    ERROR_CODES.NOT_FOUND,
  );
  const elsewhere = await signedIn(ADMIN_B, DEMO.enterprises[1]!.id);
  expect((await elsewhere.call(getBatch, {}))?.goodUntil).toBeNull();
  expect((await elsewhere.envelope(signBatch, { batchId, planIds: taskIds })).code).toBe(
    ERROR_CODES.BATCH_CONSENT_ENDED,
  );
  // Nor is anything kept that the identity has no part in.
  const foreign = { planId: '0'.repeat(20), seen: await seenIn(b, taskIds[0]!), fillings: [] };
  expect((await b.envelope(openBatch, { tasks: [foreign] })).code).toBe(ERROR_CODES.NOT_FOUND);
  expect(statesOf(await b.call(signBatch, { batchId, planIds: taskIds }))).toEqual(['SUCCESS']);
});

it('a seal that is deleted in between is an exception of the remaining tasks, with its message', async () => {
  const { client, batchOf, sent, stampId } = await individual(2);
  const batchId = await batchOf(sent);
  await client.call(confirmBatch, {
    batchId,
    consent: { method: 'PASSWORD', password: await client.seal(SIGN_PASSWORD) },
  });
  expect(statesOf(await client.call(signBatch, { batchId, planIds: [sent[0]!] }))).toEqual(['SUCCESS']);
  await client.call(deleteSeal, { stampId });
  const [left] = await client.call(signBatch, { batchId, planIds: [sent[1]!] });
  expect(left).toMatchObject({ state: 'EXCEPTION' });
  expect(left!.problem!.message).toMatch(/印章/);
  expect((await client.call(getTask, { planId: sent[1]! })).documents[0]!.revision).toBe(0);
});

it('neither an approval nor single sign-on is passed by a batch', async () => {
  const house = await firm();
  await enableFlow(house.admin, flowOf([node([house.approverPeople[0]!.id])]));
  // The sender is to sign it too, once it is approved.
  const own = enterpriseSigner(house.ent, {
    realName: house.senderPerson.name,
    mobile: house.senderPerson.mobile,
  });
  const { planId: taskId, status } = await house.sender.call(sendTask, await taskToSend(house.sender, [own]));
  expect(status).toBe('REVIEWING');
  const tasks = [{ planId: taskId, seen: await seenIn(house.sender, taskId), fillings: [] }];
  const { batchId } = await house.sender.call(openBatch, { tasks });
  await house.sender.call(sendAuthCode, { authCodeType: 'SIGN' });
  const code = await codeSentTo(house.sender, house.senderPerson.mobile, '签署验证码');
  await house.sender.call(confirmBatch, { batchId, consent: { method: 'SMS', code } });
  const [item] = await house.sender.call(signBatch, { batchId, planIds: [taskId] });
  expect(item!.problem?.code).toBe(ERROR_CODES.TASK_REVIEWING);
  // A session that a customer's system opened for the same person and enterprise signs nothing by that consent.
  const sso = new ApiClient(product().baseUrl);
  sso.session = {
    ...house.sender.session!,
    accessToken: await newToken(house.senderPerson, house.ent, true),
  };
  expect(await refusal(sso, signBatch, { batchId, planIds: [taskId] })).toBe('BATCH_CONSENT_ENDED');
});
