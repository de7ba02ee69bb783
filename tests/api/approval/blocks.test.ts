import { expect, it } from 'vitest';
import { decideApproval, getApproval } from '#core/approval/calls.ts';
import { requestSealUse } from '#core/approval/seal-calls.ts';
import { listBatchRows, readBatch, sendBatch, sendFromTemplate } from '#core/batch/calls.ts';
import { ERROR_CODES } from '#core/errors.ts';
import { confirmBatch, openBatch, signBatch } from '#core/task/batch-calls.ts';
import { getTask, placeOwn, rejectTask, sendTask, signTask, urgeTask } from '#core/task/calls.ts';
import { addPlaces, extendTask, handOverTurn, sendFinished, voidTask } from '#core/task/change-calls.ts';
import { startConsent } from '#core/task/consent-calls.ts';
import { listTasks } from '#core/task/list-calls.ts';
import { beginTaskUkey } from '#core/task/ukey-calls.ts';
import { DEMO } from '#db/seed/demo.ts';
import { ApiClient } from '#tests/client.ts';
import { newApiKey } from '#tests/fixtures/api-keys.ts';
import { decideAs, enableFlow, flowOf, node, once } from '#tests/fixtures/approvals.ts';
import { batchOf, persons } from '#tests/fixtures/batches.ts';
import {
  enterpriseSigner,
  newKey,
  personSigner,
  seenIn,
  sign,
  taskToSend,
} from '#tests/fixtures/contracts.ts';
import { trailEntries } from '#tests/fixtures/messages.ts';
import { addMember, database, newPerson } from '#tests/fixtures/people.ts';
import { runJobs } from '#tests/fixtures/run-jobs.ts';
import { consentOf, fillingsWith, grantTo, sealingFirm } from '#tests/fixtures/seal-uses.ts';
import { selling } from '#tests/fixtures/selling.ts';
import { refusal, signedIn } from '#tests/fixtures/sign-in.ts';
import { ssoSession } from '#tests/fixtures/sso-session.ts';
import { product } from '#tests/product.ts';

it('a contract under approval is signed and changed by nobody, and signed once it is approved', async () => {
  const own = await sealingFirm();
  await grantTo(own.admin, own.stampId, [own.boss, own.operator.person]);
  await enableFlow(own.admin, flowOf([node([own.holder.person.id])]));
  const { client } = own.operator;
  const named = { realName: own.operator.person.name, mobile: own.operator.person.mobile };
  const other = { realName: own.stranger.person.name, mobile: own.stranger.person.mobile };
  const plan = await taskToSend(client, [enterpriseSigner(own.ent, named), personSigner(other)]);
  const { planId: taskId } = await client.call(sendTask, plan, once());

  const task = await client.call(getTask, { planId: taskId });
  const seen = await seenIn(client, taskId);
  const [seal] = task.placements.filter(({ kind }) => kind === 'ENT_SEAL');
  const fillings = [{ placementId: seal!.placementId, sealId: own.stampId }];
  const signing = async (by: ApiClient) => ({ planId: taskId, consent: await consentOf(by), seen, fillings });
  const person = await signedIn(own.stranger.person);
  const key = new ApiClient(product().baseUrl);
  key.apiKey = await newApiKey(database(), own.boss.id, own.ent.id, ['read', 'send', 'sign', 'manage']);
  const sso = await ssoSession(own.operator.person, own.ent);
  const place = {
    documentId: task.documents[0]!.documentId,
    kind: 'ENT_SEAL' as const,
    page: 1,
    x: 20,
    y: 20,
    width: 42,
    height: 42,
  };
  const ways = {
    'by password': await refusal(client, signTask, await signing(client)),
    'by a UKey': await refusal(client, beginTaskUkey, {
      planId: taskId,
      seen,
      fillings,
      ukeySerial: 'UK-ANY',
    }),
    'by a yes on a phone': await refusal(client, startConsent, {
      method: 'FACE',
      subject: { kind: 'PLAN', id: taskId },
      seen,
    }),
    'by single sign-on': await refusal(sso, signTask, await signing(sso)),
    'by a colleague': await refusal(own.admin, signTask, await signing(own.admin)),
    'by the approver': await refusal(own.holder.client, signTask, await signing(own.holder.client)),
    'by an API key': await refusal(key, signTask, {
      planId: taskId,
      seen,
      fillings,
      consent: { method: 'PASSWORD', password: 'x' },
    }),
    'by the other party': await refusal(person, signTask, {
      planId: taskId,
      consent: { method: 'PASSWORD', password: await person.seal(DEMO.signPassword) },
      seen,
      fillings: [],
    }),
    'by a use of seals': await refusal(client, requestSealUse, {
      planId: taskId,
      seen,
      fillings,
      reason: '急',
    }),
    rejected: await refusal(client, rejectTask, { planId: taskId, reason: '不' }),
    urged: await refusal(client, urgeTask, { planId: taskId }),
    extended: await refusal(client, extendTask, { planId: taskId, endTime: task.endTime + 86_400_000 }),
    'with more places of the sender': await refusal(client, addPlaces, {
      planId: taskId,
      seen,
      placements: [{ ...place, placementId: newKey(), signerId: seal!.signerId }],
    }),
    'with places of the signer': await refusal(client, placeOwn, {
      planId: taskId,
      places: [{ ...place, placementId: newKey() }],
    }),
    'handed over': await refusal(client, handOverTurn, { planId: taskId, userId: own.boss.id }),
    'made void': await refusal(client, voidTask, { planId: taskId, reason: '不' }),
    'sent on': await refusal(client, sendFinished, {
      planId: taskId,
      recipients: [{ type: 'PERSON', userName: '抄送人', mobile: '13912345678' }],
    }),
  };
  const { 'by an API key': byKey, 'by the other party': byOther, ...others } = ways;
  expect([byKey, byOther]).toEqual(['API_KEY_SCOPE', 'NOT_FOUND']);
  const { 'made void': voided, 'sent on': sentOn, ...rest } = others;
  // Both are for contracts that were completed.
  expect([voided, sentOn]).toEqual(['VOID_NOT_COMPLETED', 'TASK_NOT_SENDABLE']);
  for (const [way, code] of Object.entries(rest)) expect(code, way).toBe('TASK_REVIEWING');
  const { batchId } = await client.call(openBatch, {
    tasks: [{ planId: taskId, seen, fillings: await fillingsWith(client, taskId, own.stampId) }],
  });
  await client.call(confirmBatch, { batchId, consent: await consentOf(client) });
  const batch = await client.call(signBatch, { batchId, planIds: [taskId] });
  expect(batch.map(({ state, problem }) => [state, problem?.code])).toEqual([
    ['EXCEPTION', ERROR_CODES.TASK_REVIEWING],
  ]);

  // Nothing of it left a mark, so the yes still holds for what was asked.
  expect((await client.call(getTask, { planId: taskId })).status).toBe('REVIEWING');
  expect((await client.call(getApproval, { planId: taskId })).state).toBe('REVIEWING');
  expect((await trailEntries(client, taskId)).map(({ event }) => event)).not.toContain('SIGNED');
  expect((await decideAs(own.holder.client, taskId, 'PASS')).state).toBe('APPROVED');
  expect(await refusal(client, signTask, await signing(client))).toBe('OK');
});

it('each way of sending asks first: by hand, in a batch, by a program, from a template', async () => {
  const own = await selling();
  const { admin, program, ent, buyer, signers } = own;
  const approver = await newPerson();
  await addMember(ent, approver, ['APPROVER']);
  const outside = personSigner({ realName: buyer.name, mobile: buyer.mobile });
  const plan = () => taskToSend(admin, [{ ...outside, signatoryId: newKey() }]);
  await enableFlow(admin, flowOf([node([approver.id])]));

  const sent = [
    await admin.call(sendTask, await plan(), once()),
    await program.call(sendTask, await plan(), once()),
    await program.call(
      sendFromTemplate,
      { templateId: own.id, fields: { 合同编号: 'HT-1', 金额: '12' }, signers },
      once(),
    ),
  ].map(({ planId: taskId }) => taskId);
  const { batchId } = await admin.call(sendBatch, await batchOf(admin, persons(2)));
  await expect
    .poll(async () => {
      await runJobs();
      return (await admin.call(readBatch, { batchId })).endTime;
    })
    .not.toBeNull();
  const rows = (await admin.call(listBatchRows, { batchId })).records;
  for (const taskId of [...sent, ...rows.map((row) => row.planId)]) {
    expect((await admin.call(getTask, { planId: taskId })).status).toBe('REVIEWING');
    expect((await admin.call(getApproval, { planId: taskId })).waitingFor).toEqual([approver.name]);
    // No program decides, whatever its key may do.
    const { approvalId, digest } = await admin.call(getApproval, { planId: taskId });
    const yes = { approvalId, digest, decision: 'PASS' as const, words: '' };
    expect(await refusal(program, decideApproval, yes)).toBe('API_KEY_SCOPE');
  }
  const other = await signedIn(buyer);
  expect((await other.call(listTasks, { box: 'pending' })).records).toEqual([]);
});

it('an agreement that voids a contract asks first, as the contract did', async () => {
  const own = await sealingFirm();
  const { admin, boss, ent, holder } = own;
  const buyer = await newPerson({ signPassword: DEMO.signPassword });
  const signers = [
    enterpriseSigner(ent, { realName: boss.name, mobile: boss.mobile }),
    personSigner({ realName: buyer.name, mobile: buyer.mobile }),
  ];
  const { planId: taskId } = await admin.call(sendTask, await taskToSend(admin, signers), once());
  const other = await signedIn(buyer);
  await sign(admin, taskId);
  await sign(other, taskId);
  await runJobs();
  expect((await admin.call(getTask, { planId: taskId })).endReason).toBe('COMPLETED');
  await enableFlow(admin, flowOf([node([holder.person.id])]));
  const agreement = await admin.call(voidTask, { planId: taskId, reason: '合作终止' }, once());
  expect((await admin.call(getTask, { planId: agreement.planId })).status).toBe('REVIEWING');
  await expect(sign(admin, agreement.planId)).rejects.toThrow(String(ERROR_CODES.TASK_REVIEWING));
  expect(await refusal(other, getTask, { planId: agreement.planId })).toBe('NOT_FOUND');
  expect((await decideAs(holder.client, agreement.planId, 'PASS')).state).toBe('APPROVED');
  await sign(admin, agreement.planId);
  expect((await other.call(getTask, { planId: agreement.planId })).status).toBe('IN_PROGRESS');
});
