import { eq } from 'drizzle-orm';
import { afterAll, describe, expect, it } from 'vitest';
import { sendBatch } from '#core/batch/calls.ts';
import { getPlatformOptions, saveSystemOption } from '#core/config/calls.ts';
import { sendAuthCode } from '#core/identity/code-calls.ts';
import { decideSimulatedCheck } from '#core/realname/calls.ts';
import { closeBatch, confirmBatch, openBatch, signBatch } from '#core/task/batch-calls.ts';
import { getTask, sendTask, signTask } from '#core/task/calls.ts';
import { startConsent } from '#core/task/consent-calls.ts';
import { copyTask } from '#core/task/partner-calls.ts';
import { getProofs, giveProof, sendProofCode } from '#core/task/proof-calls.ts';
import type { OptionalProof, SignerProof } from '#core/task/signer-proofs.ts';
import { signer, signerProof, taskPlan } from '#db/schema/index.ts';
import { DEMO } from '#db/seed/demo.ts';
import type { ApiClient } from '#tests/client.ts';
import { once } from '#tests/fixtures/approvals.ts';
import {
  companyA,
  fillingsFor,
  newKey,
  PLATFORM,
  personSigner,
  seenIn,
  taskToSend,
} from '#tests/fixtures/contracts.ts';
import { allMessages, codeSentTo, trailEntries } from '#tests/fixtures/messages.ts';
import { database, keyring, newPerson, type Person } from '#tests/fixtures/people.ts';
import { refusal, signedIn } from '#tests/fixtures/sign-in.ts';
import { until } from '#tests/fixtures/until.ts';

const CODE = 'Blue-Heron 7';
const SUBJECT = (id: string) => ({ kind: 'PLAN', id }) as const;

/** Somebody who can sign, and a signer of a plan who is asked for these proofs. */
async function asked(proofs: SignerProof[], more: object = {}) {
  const person = await newPerson({ signPassword: DEMO.signPassword });
  const email = `${newKey()}@example.com`;
  const wanted = {
    ...personSigner({ realName: person.name, mobile: person.mobile }),
    email,
    proofs,
    ...more,
  };
  return { person, email, wanted, client: await signedIn(person) };
}

async function sentTo(proofs: SignerProof[], more: object = {}) {
  const a = await companyA();
  const one = await asked(proofs, more);
  const { planId: taskId } = await a.call(sendTask, await taskToSend(a, [one.wanted]), once());
  return { a, taskId, ...one };
}

const giving = {
  code: (way: 'ACCESS_CODE' | 'SMS' | 'MAIL', code: string) => ({ way, code }) as const,
  password: async (client: ApiClient) =>
    ({ way: 'PASSWORD', password: await client.seal(DEMO.signPassword) }) as const,
};

const give = (
  client: ApiClient,
  taskId: string,
  proof: SignerProof,
  given: Parameters<typeof client.call<typeof giveProof>>[1]['given'],
) => client.call(giveProof, { subject: SUBJECT(taskId), step: proof, given });

const signing = async (client: ApiClient, taskId: string) => ({
  planId: taskId,
  seen: await seenIn(client, taskId),
  consent: { method: 'PROOFS' } as const,
  fillings: await fillingsFor(client, taskId),
});

const smsOf = async (client: ApiClient, person: Person) => {
  await client.call(sendAuthCode, { authCodeType: 'SIGN' });
  return codeSentTo(client, person.mobile, '签署验证码');
};

/** What the platform has switched off; all is on again in the end. */
async function switchOff(off: OptionalProof[]): Promise<void> {
  const platform = await signedIn(PLATFORM);
  const { option } = await platform.call(getPlatformOptions, {});
  await platform.call(saveSystemOption, {
    value: { ...option.value, proofsOff: off },
    version: option.version,
  });
}
afterAll(() => switchOff([]));

describe('the proofs that a sender asks a signer for', () => {
  it('stand in their order before the signature, which takes them; the trail names each', async () => {
    const order: SignerProof[] = ['ACCESS_CODE', 'SMS', 'MAIL', 'FACE', 'PASSWORD'];
    const { a, taskId, person, email, client } = await sentTo(order, { accessCode: CODE });
    const { signerList } = await client.call(getTask, { planId: taskId });
    expect(signerList[0]!.proofs).toEqual(order);
    expect((await client.call(getProofs, SUBJECT(taskId))).steps.map(({ proven }) => proven)).toEqual(
      order.map(() => false),
    );
    // No other way of consent, and nothing before its turn: no code is sent either.
    const own = { method: 'PASSWORD', password: await client.seal(DEMO.signPassword) } as const;
    const input = await signing(client, taskId);
    expect(await refusal(client, signTask, { ...input, consent: own })).toBe('SIGNER_PROOFS_NEEDED');
    expect(await refusal(client, signTask, input)).toBe('SIGNER_PROOFS_NEEDED');
    expect(await refusal(client, sendProofCode, { subject: SUBJECT(taskId) })).toBe('PROOF_OUT_OF_ORDER');
    const early = {
      subject: SUBJECT(taskId),
      step: 'PASSWORD',
      given: await giving.password(client),
    } as const;
    expect(await refusal(client, giveProof, early)).toBe('PROOF_OUT_OF_ORDER');
    // A way that is not the step's own.
    const other = { ...early, step: 'ACCESS_CODE' } as const;
    expect(await refusal(client, giveProof, other)).toBe('PROOF_OUT_OF_ORDER');

    // As it may be told by telephone: width, case and spaces do not count.
    await give(client, taskId, 'ACCESS_CODE', giving.code('ACCESS_CODE', 'ｂｌｕｅ-heron7'));
    await give(client, taskId, 'SMS', giving.code('SMS', await smsOf(client, person)));
    await client.call(sendProofCode, { subject: SUBJECT(taskId) });
    await give(client, taskId, 'MAIL', giving.code('MAIL', await codeSentTo(client, email, '邮箱验证码')));
    const { seen } = input;
    const { ticketId, url } = await client.call(startConsent, {
      method: 'FACE',
      subject: SUBJECT(taskId),
      seen,
    });
    const face = { way: 'FACE', ticketId, seen } as const;
    const step = { subject: SUBJECT(taskId), step: 'FACE', given: face } as const;
    expect(await refusal(client, giveProof, step)).toBe('CONSENT_NOT_GIVEN');
    await client.call(decideSimulatedCheck, {
      ref: new URL(url).searchParams.get('ref')!,
      state: 'SUCCESS',
    });
    await give(client, taskId, 'FACE', face);
    expect(await refusal(client, signTask, input)).toBe('SIGNER_PROOFS_NEEDED');
    const { goodUntil } = await give(client, taskId, 'PASSWORD', await giving.password(client));
    expect(goodUntil! - Date.now()).toBeLessThanOrEqual(15 * 60_000);

    expect((await client.call(signTask, input, once())).status).toBe('ENDED');
    const signed = (await trailEntries(a, taskId)).find(({ event }) => event === 'SIGNED')!;
    expect(signed.evidence.consent).toBe(order.join('+'));
    order.forEach((proof, i) => {
      expect(signed.evidence[`proof ${i + 1}`]).toMatch(new RegExp(`^${proof} \\d{4}-\\d\\d-\\d\\dT`));
    });
    expect(await database().select().from(signerProof).where(eq(signerProof.accountId, person.id))).toEqual(
      [],
    );
  });

  it('are good for one task, one session and a quarter of an hour', async () => {
    const { a, taskId, person, client, wanted } = await sentTo(['PASSWORD']);
    const { planId: other } = await a.call(
      sendTask,
      await taskToSend(a, [{ ...wanted, signatoryId: newKey() }]),
      once(),
    );
    await give(client, taskId, 'PASSWORD', await giving.password(client));
    expect(await refusal(client, signTask, await signing(client, other))).toBe('SIGNER_PROOFS_NEEDED');
    const elsewhere = await signedIn(person);
    expect(await refusal(elsewhere, signTask, await signing(elsewhere, taskId))).toBe('SIGNER_PROOFS_NEEDED');
    await database()
      .update(signerProof)
      .set({ expiresAt: Date.now() - 1 })
      .where(eq(signerProof.accountId, person.id));
    expect(await refusal(client, signTask, await signing(client, taskId))).toBe('SIGNER_PROOFS_NEEDED');
    expect((await client.call(getProofs, SUBJECT(taskId))).goodUntil).toBeNull();
    await give(client, taskId, 'PASSWORD', await giving.password(client));
    expect((await client.call(signTask, await signing(client, taskId), once())).status).toBe('ENDED');
    // Nobody but the signer whose turn it is sees or gives them; a task without them knows none.
    expect(await refusal(a, getProofs, SUBJECT(other))).toBe('NO_SIGNING_PERMISSION');
    const plain = await sentTo([]);
    expect(await refusal(plain.client, getProofs, SUBJECT(plain.taskId))).toBe('NOT_FOUND');
    expect(await refusal(plain.client, signTask, await signing(plain.client, plain.taskId))).toBe(
      'CONSENT_NOT_GIVEN',
    );
  });

  it('an access code is kept as a digest only, and can be tried five times', async () => {
    const { a, taskId, client } = await sentTo(['ACCESS_CODE'], { accessCode: CODE });
    const step = (code: string) => ({
      subject: SUBJECT(taskId),
      step: 'ACCESS_CODE' as const,
      given: giving.code('ACCESS_CODE', code),
    });
    for (let i = 0; i < 5; i++)
      expect(await refusal(client, giveProof, step(`wrong code ${i}`))).toBe('ACCESS_CODE_WRONG');
    expect(await refusal(client, giveProof, step(CODE))).toBe('ACCESS_CODE_TRIES');

    const [row] = await database().select().from(signer).where(eq(signer.taskId, taskId));
    const [plan] = await database().select().from(taskPlan).where(eq(taskPlan.taskId, taskId));
    const opened = await (await keyring()).openField(plan!.planSealed, `plan:${taskId}`);
    const told = JSON.stringify([
      row,
      opened,
      await a.call(getTask, { planId: taskId }),
      await trailEntries(a, taskId),
      await a.call(copyTask, { planId: taskId }),
      await allMessages(),
    ]);
    expect(told).toContain('ACCESS_CODE');
    expect(told.toLowerCase()).not.toContain('heron');
  });

  it('are refused where they cannot be given: in words, before anything is sent', async () => {
    const a = await companyA();
    const problemsOf = async (proofs: SignerProof[], more: object) => {
      const { wanted } = await asked(proofs, more);
      return a.envelope(sendTask, await taskToSend(a, [wanted]));
    };
    expect(JSON.stringify(await problemsOf(['ACCESS_CODE'], {}))).toContain('accessCodeMissing');
    expect(JSON.stringify(await problemsOf(['ACCESS_CODE'], { accessCode: ' a b c ' }))).toContain(
      'accessCodeLength',
    );
    expect(JSON.stringify(await problemsOf(['MAIL'], { email: '' }))).toContain('proofNeedsEmail');
    expect(JSON.stringify(await problemsOf(['SMS'], { mobile: '' }))).toContain('proofNeedsMobile');
    expect(JSON.stringify(await problemsOf(['SMS', 'SMS'], {}))).toContain('repeated');
    const { wanted } = await asked(['ACCESS_CODE'], { accessCode: CODE });
    const plan = await taskToSend(a, [wanted]);
    const batch = await a.envelope(sendBatch, {
      plan,
      varying: [wanted.signatoryId],
      rows: [{ rowKey: newKey(), cells: {} }],
    });
    expect(batch.code).not.toBe(200);
  });

  it('are no part of a batch, which says so for that task alone', async () => {
    const { taskId, client } = await sentTo(['PASSWORD']);
    const fillings = (await fillingsFor(client, taskId)).map(({ placementId }) => ({
      placementId,
      sealId: newKey(),
    }));
    const { batchId } = await client.call(openBatch, {
      tasks: [{ planId: taskId, seen: await seenIn(client, taskId), fillings }],
    });
    const consent = { method: 'PASSWORD', password: await client.seal(DEMO.signPassword) } as const;
    await client.call(confirmBatch, { batchId, consent });
    const [item] = await client.call(signBatch, { batchId, planIds: [taskId] });
    expect(item).toMatchObject({ state: 'EXCEPTION', problem: { message: expect.stringContaining('逐项') } });
    await client.call(closeBatch, { batchId });
  });

  it('that the platform switches off can be asked of nobody; a code to the number stands in', async () => {
    const { a, taskId, person, client } = await sentTo(['FACE', 'PASSWORD']);
    await switchOff(['FACE']);
    await until(async () => {
      const { wanted } = await asked(['FACE']);
      const answer = await a.envelope(sendTask, await taskToSend(a, [wanted]));
      return JSON.stringify(answer).includes('proofSwitchedOff');
    });
    const { steps } = await client.call(getProofs, SUBJECT(taskId));
    expect(steps[0]).toMatchObject({ proof: 'FACE', way: 'SMS', reason: 'OFF' });
    expect(steps[0]!.to).toContain(person.mobile.slice(-4));
    await give(client, taskId, 'FACE', giving.code('SMS', await smsOf(client, person)));
    await give(client, taskId, 'PASSWORD', await giving.password(client));
    await client.call(signTask, await signing(client, taskId), once());
    const signed = (await trailEntries(a, taskId)).find(({ event }) => event === 'SIGNED')!;
    expect(signed.evidence.consent).toBe('FACE>SMS+PASSWORD');
  });
});
