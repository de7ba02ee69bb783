import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { revokeKey, rotateKey, takeOverKey } from '#core/apikey/calls.ts';
import {
  listBatches,
  listBatchRows,
  readBatch,
  retryBatch,
  sendBatch,
  stopBatch,
} from '#core/batch/calls.ts';
import type { KeyScope } from '#core/call.ts';
import { getTask, sendTask } from '#core/task/calls.ts';
import { apiKey, batchRow, member, outbox, signer } from '#db/schema/index.ts';
import { DEMO } from '#db/seed/demo.ts';
import { ApiClient } from '#tests/client.ts';
import { keyProofOf, newApiKey } from '#tests/fixtures/api-keys.ts';
import { once } from '#tests/fixtures/approvals.ts';
import { type Batch, batchOf, persons } from '#tests/fixtures/batches.ts';
import { contractOfd } from '#tests/fixtures/contract-ofd.ts';
import { enterpriseSigner, newKey, personSigner, sign, taskToSend } from '#tests/fixtures/contracts.ts';
import { trailEntries } from '#tests/fixtures/messages.ts';
import { openFor } from '#tests/fixtures/openings.ts';
import { addMember, database, newCompany, newPerson, setCompany } from '#tests/fixtures/people.ts';
import { runJobs } from '#tests/fixtures/run-jobs.ts';
import { type SealingFirm, sealingFirm } from '#tests/fixtures/seal-uses.ts';
import { refusal, signedIn } from '#tests/fixtures/sign-in.ts';
import { product } from '#tests/product.ts';

type KeyChange = Partial<typeof apiKey.$inferInsert>;

/** A program of the firm with a key of its administrator. */
async function programOf({ boss, ent }: SealingFirm, scopes: KeyScope[], change: KeyChange = {}) {
  const keyId = newKey();
  const client = new ApiClient(product().baseUrl);
  client.apiKey = await newApiKey(database(), boss.id, ent.id, scopes, {
    id: keyId,
    name: '费用系统',
    ...change,
  });
  const set = (now: KeyChange) => database().update(apiKey).set(now).where(eq(apiKey.id, keyId));
  return { client, keyId, set };
}

const ownSigner = ({ ent, boss, stampId }: SealingFirm, person = boss) => ({
  ...enterpriseSigner(ent, { realName: person.name, mobile: person.mobile }),
  autoSealId: stampId,
});

/** A batch that the firm is to seal by itself, as its administrator sends it, to persons whom the rows name. */
async function sealedBatch(firm: SealingFirm, client: ApiClient, count: number): Promise<Batch> {
  const batch = await batchOf(client, persons(count));
  const [varying] = batch.plan.planSendSignatoryOrderVOList;
  return { ...batch, plan: await taskToSend(client, [ownSigner(firm), varying!]) };
}

/** Keeps the rows of a batch waiting until `release`: the effects of one key run one at a time, and this one is not through. */
async function held(batchId: string) {
  const id = newKey();
  const now = Date.now();
  await database()
    .insert(outbox)
    .values({
      id,
      topic: 'batchRows',
      key: `batch:${batchId}`,
      payload: { batchId: '' },
      dueAt: now + 3_600_000,
      attempts: 1,
      createdAt: now,
    });
  return { release: () => database().delete(outbox).where(eq(outbox.id, id)) };
}

/** Sends a batch with the client, lets `meanwhile` happen while its rows wait, and then lets them go. */
async function sentBatch(
  client: ApiClient,
  batch: Batch,
  meanwhile: () => Promise<unknown>,
): Promise<string> {
  const hold = await held(batch.plan.draftId);
  const { batchId } = await client.call(sendBatch, batch, once());
  await meanwhile();
  await hold.release();
  await runJobs();
  return batchId;
}

/** What came of the rows once none waits. */
async function rowsOf(client: ApiClient, batchId: string) {
  await expect
    .poll(async () => {
      await runJobs();
      return (await client.call(readBatch, { batchId })).endTime;
    })
    .not.toBeNull();
  return (await client.call(listBatchRows, { batchId, size: 100 })).records;
}

const firstLine = async (client: ApiClient, taskId: string) => (await trailEntries(client, taskId))[0]!;

const rolesOf = ({ boss }: SealingFirm, change: Partial<typeof member.$inferInsert>) =>
  database().update(member).set(change).where(eq(member.accountId, boss.id));

/** A colleague who administers the enterprise, too, without having made the key. */
async function deputyOf({ ent }: SealingFirm) {
  const person = await newPerson({ signPassword: DEMO.signPassword });
  await addMember(ent, person, ['BUSINESS_ADMIN']);
  return { person, client: await signedIn(person, ent) };
}

describe('a batch of an API key', () => {
  let firm: SealingFirm;
  beforeAll(async () => {
    firm = await sealingFirm();
    await openFor(firm);
  });

  it('without the scope “sign” stamps nothing: it is refused at once, like a single task', async () => {
    const { client } = await programOf(firm, ['read', 'send']);
    const batch = await sealedBatch(firm, client, 2);
    const { plan } = await sealedBatch(firm, client, 1);
    const single = { ...plan, planSendSignatoryOrderVOList: [ownSigner(firm)], placementList: [] };
    const placed = { ...single, placementList: plan.placementList!.slice(0, 1) };
    placed.planSendSignatoryOrderVOList[0]!.signatoryId = placed.placementList[0]!.signatoryId;
    expect(await refusal(client, sendTask, placed)).toBe('API_KEY_SCOPE');
    expect(await refusal(client, sendBatch, batch)).toBe('API_KEY_SCOPE');
    expect((await client.call(listBatches, {})).records).toEqual([]);
  });

  it('goes out with the key: each task’s trail names it for what was sent and sealed', async () => {
    const { client } = await programOf(firm, ['read', 'send', 'sign']);
    const batchId = await sentBatch(client, await sealedBatch(firm, client, 2), async () => undefined);
    const rows = await rowsOf(client, batchId);
    expect(rows.map(({ state }) => state)).toEqual(['SENT', 'SENT']);
    for (const { planId: taskId } of rows) {
      await expect
        .poll(async () => (await client.call(getTask, { planId: taskId })).signerList[0]!.automatic)
        .toBe('DONE');
      const entries = await trailEntries(client, taskId);
      expect(entries[0]).toMatchObject({
        event: 'INITIATED',
        operator: firm.boss.name,
        evidence: { apiKey: '费用系统' },
      });
      const sealed = entries.find(({ event }) => event === 'SIGNED')!;
      expect(sealed.evidence).toMatchObject({ consent: 'AUTOMATIC', apiKey: '费用系统' });
    }
  });

  it.each<[string, (program: Awaited<ReturnType<typeof programOf>>) => Promise<unknown>, string]>([
    ['is revoked', ({ keyId }) => firm.admin.call(revokeKey, { keyId }), '费用系统'],
    ['ended', ({ set }) => set({ expiresAt: Date.now() - 1 }), '费用系统'],
    ['may not send any more', ({ set }) => set({ scopes: ['read', 'sign'] }), '费用系统'],
    ['may not seal any more', ({ set }) => set({ scopes: ['read', 'send'] }), '费用系统'],
    ['is for other business types', ({ set }) => set({ businessTypes: ['SALES'] }), '费用系统'],
  ])(
    'whose key %s while rows wait, sends none of them; a person lets them go on as theirs',
    async (_, change, reason) => {
      const program = await programOf(firm, ['read', 'send', 'sign']);
      const batch = await sealedBatch(firm, program.client, 2);
      const batchId = await sentBatch(program.client, batch, () => change(program));
      const stopped = await rowsOf(firm.admin, batchId);
      expect(stopped.map(({ state }) => state)).toEqual(['FAILED', 'FAILED']);
      for (const row of stopped) {
        expect(row.reason).toContain(reason);
        expect(row.reason).toContain('由您本人继续');
        expect(row.planId).toBe('');
      }
      expect(await firm.admin.call(retryBatch, { batchId })).toEqual({ rows: 2 });
      const sent = await rowsOf(firm.admin, batchId);
      expect(sent.map(({ state }) => state)).toEqual(['SENT', 'SENT']);
      const line = await firstLine(firm.admin, sent[0]!.planId);
      expect(line.operator).toBe(firm.boss.name);
      expect(line.evidence.apiKey).toBeUndefined();
    },
  );

  it('whose key is rotated while rows wait, goes on: the new key is the same one', async () => {
    const program = await programOf(firm, ['read', 'send']);
    const proof = await keyProofOf(firm.admin);
    const batchId = await sentBatch(program.client, await batchOf(program.client, persons(2)), () =>
      firm.admin.call(rotateKey, { keyId: program.keyId, keepHours: 0, proof }),
    );
    const rows = await rowsOf(firm.admin, batchId);
    expect(rows.map(({ state }) => state)).toEqual(['SENT', 'SENT']);
    expect((await firstLine(firm.admin, rows[0]!.planId)).evidence.apiKey).toBe('费用系统');
  });

  it('whose person asked for it lets no key send it: it goes on with what that key may', async () => {
    const batch = await sealedBatch(firm, firm.admin, 1);
    const hold = await held(batch.plan.draftId);
    const { batchId } = await firm.admin.call(sendBatch, batch, once());
    await firm.admin.call(stopBatch, { batchId });
    const narrow = await programOf(firm, ['read', 'send']);
    expect(await narrow.client.call(retryBatch, { batchId })).toEqual({ rows: 1 });
    await hold.release();
    const [row] = await rowsOf(firm.admin, batchId);
    expect(row).toMatchObject({ state: 'FAILED', planId: '' });
    expect(row!.reason).toContain('费用系统');
    // It was asked for by the key now, so another key does not borrow it either.
    const able = await programOf(firm, ['read', 'send', 'sign'], { name: '人事系统' });
    await able.client.call(retryBatch, { batchId });
    const [sent] = await rowsOf(firm.admin, batchId);
    expect((await firstLine(firm.admin, sent!.planId)).evidence.apiKey).toBe('人事系统');
  });

  it('of another business type than the key’s is not found by it: to list, read, stop or retry', async () => {
    const batch = await batchOf(firm.admin, persons(1));
    const { batchId } = await firm.admin.call(sendBatch, batch, once());
    const { client } = await programOf(firm, ['read', 'send'], { businessTypes: ['SALES'] });
    for (const call of [readBatch, listBatchRows, stopBatch, retryBatch])
      expect(await refusal(client, call, { batchId }), call.id).toBe('NOT_FOUND');
    expect((await client.call(listBatches, {})).records).toEqual([]);
    const purchases = await programOf(firm, ['read', 'send'], { businessTypes: ['PURCHASE'] });
    expect((await purchases.client.call(readBatch, { batchId })).total).toBe(1);
  });
});

describe('the holder of a key', () => {
  it.each([
    ['no longer administers the enterprise', { roles: ['EMPLOYEE' as const] }],
    ['left', { leftAt: Date.now() }],
  ])('who %s while rows wait stops them; whoever takes the key over lets it go on', async (_, change) => {
    const firm = await sealingFirm();
    const deputy = await deputyOf(firm);
    const program = await programOf(firm, ['read', 'send']);
    const batchId = await sentBatch(program.client, await batchOf(program.client, persons(2)), () =>
      rolesOf(firm, change),
    );
    const stopped = await rowsOf(deputy.client, batchId);
    expect(stopped.map(({ state }) => state)).toEqual(['FAILED', 'FAILED']);
    expect(stopped[0]!.reason).toContain('由企业管理员接管');
    // One row by the key of its new holder, the other by the person alone.
    await database().update(batchRow).set({ state: 'WAITING' }).where(eq(batchRow.id, stopped[1]!.rowKey));
    await deputy.client.call(takeOverKey, { keyId: program.keyId, proof: await keyProofOf(deputy.client) });
    expect(await program.client.call(retryBatch, { batchId })).toEqual({ rows: 1 });
    const sent = await rowsOf(deputy.client, batchId);
    expect(sent.map(({ state }) => state)).toEqual(['SENT', 'SENT']);
    expect(await firstLine(deputy.client, sent[0]!.planId)).toMatchObject({
      operator: deputy.person.name,
      evidence: { apiKey: '费用系统' },
    });
  });

  it('is not lent to a colleague: a key’s rows pass to who continues them, sealed for no other', async () => {
    const firm = await sealingFirm();
    await openFor(firm);
    const deputy = await deputyOf(firm);
    const program = await programOf(firm, ['read', 'send', 'sign']);
    const plain = await sentBatch(program.client, await batchOf(program.client, persons(1)), () =>
      program.set({ revokedAt: Date.now() }),
    );
    await rowsOf(deputy.client, plain);
    await deputy.client.call(retryBatch, { batchId: plain });
    const [sent] = await rowsOf(deputy.client, plain);
    const line = await firstLine(deputy.client, sent!.planId);
    expect(line.operator).toBe(deputy.person.name);
    expect(line.evidence.apiKey).toBeUndefined();

    await program.set({ revokedAt: null });
    const sealed = await sentBatch(program.client, await sealedBatch(firm, program.client, 1), () =>
      program.set({ revokedAt: Date.now() }),
    );
    await rowsOf(deputy.client, sealed);
    await deputy.client.call(retryBatch, { batchId: sealed });
    const [row] = await rowsOf(deputy.client, sealed);
    expect(row).toMatchObject({ state: 'FAILED', planId: '' });
    expect(row!.reason).toContain('自动签署只能用于本企业');
  });
});

describe('an automatic signature that a key asked for', () => {
  it.each<[string, KeyChange]>([
    ['is revoked', { revokedAt: 1 }],
    ['ended', { expiresAt: 1 }],
    ['may not sign any more', { scopes: ['read', 'send'] }],
    ['is for other business types', { businessTypes: ['SALES'] }],
  ])('is left to the sender if the key %s before its turn, and they are told why', async (_, change) => {
    const firm = await sealingFirm();
    await openFor(firm);
    const outside = await newPerson({ signPassword: DEMO.signPassword });
    const program = await programOf(firm, ['read', 'send', 'sign']);
    const own = { ...ownSigner(firm), signOrder: 2 };
    const first = personSigner({ realName: outside.name, mobile: outside.mobile }, 1);
    const plan = await taskToSend(program.client, [own, first], { orderState: 'ORDER' });
    const { planId: taskId } = await program.client.call(sendTask, plan, once());
    await program.set(change);
    await sign(await signedIn(outside), taskId);
    await runJobs();
    const ownOf = async () => (await firm.admin.call(getTask, { planId: taskId })).signerList[0]!;
    await expect.poll(async () => (await ownOf()).automatic).toBe('FAILED');
    const left = await ownOf();
    expect(left.status).toBe('SIGNING');
    expect(left.automaticProblem).toContain('费用系统');
    const [row] = await database().select().from(signer).where(eq(signer.taskId, taskId));
    expect(row!.signedAt).toBeNull();
  });
});

describe('a batch is refused at once for what a single task is', () => {
  it('automatic signing for others, an unable party, another kind of file, a flow not offered', async () => {
    const firm = await sealingFirm();
    await openFor(firm);
    const { client } = firm.operator;
    expect(await refusal(client, sendBatch, await sealedBatch(firm, client, 1))).toBe('AUTO_SIGN_NOT_OWN');
    const other = await newPerson();
    const company = await newCompany(other);
    await setCompany(company, { businessStatus: 'DISABLE' });
    const batch = await batchOf(client, persons(1));
    const [varying] = batch.plan.planSendSignatoryOrderVOList;
    const party = enterpriseSigner(company, { realName: other.name, mobile: other.mobile });
    const withParty = { ...batch, plan: await taskToSend(client, [party, varying!]) };
    expect(await refusal(client, sendBatch, withParty)).toBe('SIGNER_DISABLED');
    expect(await refusal(client, sendBatch, { ...batch, plan: { ...batch.plan, processId: newKey() } })).toBe(
      'APPROVAL_FLOW_NOT_FOUND',
    );
    const ofd = await client.upload(contractOfd(firm.ent.name, company.name), 'OFD');
    const [document] = batch.plan.planSendDocumentVOList;
    const mixed = { ...batch.plan, planSendDocumentVOList: [{ ...document!, fileKey: ofd }] };
    expect((await client.envelope(sendBatch, { ...batch, plan: mixed })).fields).toContainEqual({
      path: 'plan.planSendDocumentVOList.0.fileKey',
      problem: 'otherFileType',
    });
    expect((await client.call(listBatches, {})).records).toEqual([]);
  });
});
