import { expect, it } from 'vitest';
import { decideApproval, getApproval } from '#core/approval/calls.ts';
import { requestSealUse } from '#core/approval/seal-calls.ts';
import { listBatchRows, readBatch, sendBatch, sendFromTemplate } from '#core/batch/calls.ts';
import { ERROR_CODES } from '#core/errors.ts';
import { confirmBatch, openBatch, signBatch } from '#core/task/batch-calls.ts';
import { getPlan, listPlans, placeOwn, rejectPlan, sendPlan, signPlan, urgePlan } from '#core/task/calls.ts';
import { addPlaces, extendPlan, handOverTurn, sendFinished, voidPlan } from '#core/task/change-calls.ts';
import { startConsent } from '#core/task/consent-calls.ts';
import { beginPlanUkey } from '#core/task/ukey-calls.ts';
import { DEMO } from '#db/seed/demo.ts';
import { ApiClient } from '#tests/client.ts';
import { newApiKey } from '#tests/fixtures/api-keys.ts';
import { decideAs, enableFlow, flowOf, node, once } from '#tests/fixtures/approvals.ts';
import { batchOf, persons } from '#tests/fixtures/batches.ts';
import { trailEntries } from '#tests/fixtures/messages.ts';
import { addMember, database, newPerson } from '#tests/fixtures/people.ts';
import { enterpriseSigner, newKey, personSigner, planFor, seenIn, sign } from '#tests/fixtures/plans.ts';
import { runJobs } from '#tests/fixtures/run-jobs.ts';
import { consentOf, fillingsWith, grantTo, sealingFirm } from '#tests/fixtures/seal-uses.ts';
import { selling } from '#tests/fixtures/selling.ts';
import { refusal, signedIn } from '#tests/fixtures/sign-in.ts';
import { ssoSession } from '#tests/fixtures/sso-session.ts';
import { product } from '#tests/product.ts';

it('a contract under approval is signed and changed in no way, by whoever it is, and signed once it was approved', async () => {
  const own = await sealingFirm();
  await grantTo(own.admin, own.stampId, [own.boss, own.operator.person]);
  await enableFlow(own.admin, flowOf([node([own.holder.person.id])]));
  const { client } = own.operator;
  const named = { realName: own.operator.person.name, mobile: own.operator.person.mobile };
  const other = { realName: own.stranger.person.name, mobile: own.stranger.person.mobile };
  const plan = await planFor(client, [enterpriseSigner(own.ent, named), personSigner(other)]);
  const { planId } = await client.call(sendPlan, plan, once());

  const task = await client.call(getPlan, { planId });
  const seen = await seenIn(client, planId);
  const [seal] = task.placements.filter(({ kind }) => kind === 'ENT_SEAL');
  const fillings = [{ placementId: seal!.placementId, sealId: own.stampId }];
  const signing = async (by: ApiClient) => ({ planId, consent: await consentOf(by), seen, fillings });
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
    'by password': await refusal(client, signPlan, await signing(client)),
    'by a UKey': await refusal(client, beginPlanUkey, { planId, seen, fillings, ukeySerial: 'UK-ANY' }),
    'by a yes on a phone': await refusal(client, startConsent, {
      method: 'FACE',
      subject: { kind: 'PLAN', id: planId },
      seen,
    }),
    'by single sign-on': await refusal(sso, signPlan, await signing(sso)),
    'by a colleague': await refusal(own.admin, signPlan, await signing(own.admin)),
    'by the approver': await refusal(own.holder.client, signPlan, await signing(own.holder.client)),
    'by an API key': await refusal(key, signPlan, {
      planId,
      seen,
      fillings,
      consent: { method: 'PASSWORD', password: 'x' },
    }),
    'by the other party': await refusal(person, signPlan, {
      planId,
      consent: { method: 'PASSWORD', password: await person.seal(DEMO.signPassword) },
      seen,
      fillings: [],
    }),
    'by a use of seals': await refusal(client, requestSealUse, { planId, seen, fillings, reason: '急' }),
    rejected: await refusal(client, rejectPlan, { planId, reason: '不' }),
    urged: await refusal(client, urgePlan, { planId }),
    extended: await refusal(client, extendPlan, { planId, endTime: task.endTime + 86_400_000 }),
    'with more places of the sender': await refusal(client, addPlaces, {
      planId,
      seen,
      placements: [{ ...place, placementId: newKey(), signerId: seal!.signerId }],
    }),
    'with places of the signer': await refusal(client, placeOwn, {
      planId,
      places: [{ ...place, placementId: newKey() }],
    }),
    'handed over': await refusal(client, handOverTurn, { planId, userId: own.boss.id }),
    'made void': await refusal(client, voidPlan, { planId, reason: '不' }),
    'sent on': await refusal(client, sendFinished, {
      planId,
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
    tasks: [{ planId, seen, fillings: await fillingsWith(client, planId, own.stampId) }],
  });
  await client.call(confirmBatch, { batchId, consent: await consentOf(client) });
  const batch = await client.call(signBatch, { batchId, planIds: [planId] });
  expect(batch.map(({ state, problem }) => [state, problem?.code])).toEqual([
    ['EXCEPTION', ERROR_CODES.TASK_REVIEWING],
  ]);

  // Nothing of it left a mark, so the yes still holds for what was asked.
  expect((await client.call(getPlan, { planId })).status).toBe('REVIEWING');
  expect((await client.call(getApproval, { planId })).state).toBe('REVIEWING');
  expect((await trailEntries(client, planId)).map(({ event }) => event)).not.toContain('SIGNED');
  expect((await decideAs(own.holder.client, planId, 'PASS')).state).toBe('APPROVED');
  expect(await refusal(client, signPlan, await signing(client))).toBe('OK');
});

it('each way of sending asks first: by hand, in a batch, by a program, and from a template in one call', async () => {
  const own = await selling();
  const { admin, program, ent, buyer, signers } = own;
  const approver = await newPerson();
  await addMember(ent, approver, ['APPROVER']);
  const outside = personSigner({ realName: buyer.name, mobile: buyer.mobile });
  const plan = () => planFor(admin, [{ ...outside, signatoryId: newKey() }]);
  await enableFlow(admin, flowOf([node([approver.id])]));

  const sent = [
    await admin.call(sendPlan, await plan(), once()),
    await program.call(sendPlan, await plan(), once()),
    await program.call(
      sendFromTemplate,
      { templateId: own.id, fields: { 合同编号: 'HT-1', 金额: '12' }, signers },
      once(),
    ),
  ].map(({ planId }) => planId);
  const { batchId } = await admin.call(sendBatch, await batchOf(admin, persons(2)));
  await expect
    .poll(async () => {
      await runJobs();
      return (await admin.call(readBatch, { batchId })).endTime;
    })
    .not.toBeNull();
  const rows = (await admin.call(listBatchRows, { batchId })).records;
  for (const planId of [...sent, ...rows.map((row) => row.planId)]) {
    expect((await admin.call(getPlan, { planId })).status).toBe('REVIEWING');
    expect((await admin.call(getApproval, { planId })).waitingFor).toEqual([approver.name]);
    // No program decides, whatever its key may do.
    const { approvalId, digest } = await admin.call(getApproval, { planId });
    const yes = { approvalId, digest, decision: 'PASS' as const, words: '' };
    expect(await refusal(program, decideApproval, yes)).toBe('API_KEY_SCOPE');
  }
  const other = await signedIn(buyer);
  expect((await other.call(listPlans, { box: 'pending' })).records).toEqual([]);
});

it('an agreement that voids a contract asks first, as the contract did', async () => {
  const own = await sealingFirm();
  const { admin, boss, ent, holder } = own;
  const buyer = await newPerson({ signPassword: DEMO.signPassword });
  const signers = [
    enterpriseSigner(ent, { realName: boss.name, mobile: boss.mobile }),
    personSigner({ realName: buyer.name, mobile: buyer.mobile }),
  ];
  const { planId } = await admin.call(sendPlan, await planFor(admin, signers), once());
  const other = await signedIn(buyer);
  await sign(admin, planId);
  await sign(other, planId);
  await runJobs();
  expect((await admin.call(getPlan, { planId })).endReason).toBe('COMPLETED');
  await enableFlow(admin, flowOf([node([holder.person.id])]));
  const agreement = await admin.call(voidPlan, { planId, reason: '合作终止' }, once());
  expect((await admin.call(getPlan, { planId: agreement.planId })).status).toBe('REVIEWING');
  await expect(sign(admin, agreement.planId)).rejects.toThrow(String(ERROR_CODES.TASK_REVIEWING));
  expect(await refusal(other, getPlan, { planId: agreement.planId })).toBe('NOT_FOUND');
  expect((await decideAs(holder.client, agreement.planId, 'PASS')).state).toBe('APPROVED');
  await sign(admin, agreement.planId);
  expect((await other.call(getPlan, { planId: agreement.planId })).status).toBe('IN_PROGRESS');
});
