import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { makeApiKey } from '#core/apikey/calls.ts';
import { endAutoSign, listAutoSigns, listUsableAutoSigns, openAutoSign } from '#core/autosign/calls.ts';
import { fromBase64 } from '#core/bytes.ts';
import { listTrustAnchors } from '#core/certificate/calls.ts';
import { deleteSeal, disableSeal, listRecords } from '#core/seal/calls.ts';
import { downloadDocument, getTask, sendTask } from '#core/task/calls.ts';
import { handOverTurn } from '#core/task/change-calls.ts';
import { verifyFile } from '#core/verification/verify-file.ts';
import { autoSign, certificate, companyRecord, consent, member, signer } from '#db/schema/index.ts';
import { DEMO } from '#db/seed/demo.ts';
import { ApiClient } from '#tests/client.ts';
import { keyProofOf } from '#tests/fixtures/api-keys.ts';
import { once } from '#tests/fixtures/approvals.ts';
import { contractOfd } from '#tests/fixtures/contract-ofd.ts';
import { enterpriseSigner, newKey, sign, taskToSend } from '#tests/fixtures/contracts.ts';
import { trailEntries } from '#tests/fixtures/messages.ts';
import { automaticPlan, openFor, openingInput, sendAutomatic } from '#tests/fixtures/openings.ts';
import { database, newPerson, setCompany } from '#tests/fixtures/people.ts';
import { runJobs } from '#tests/fixtures/run-jobs.ts';
import { askForApproval, grantTo, type SealingFirm, sealingFirm } from '#tests/fixtures/seal-uses.ts';
import { refusal, signedIn } from '#tests/fixtures/sign-in.ts';
import { product } from '#tests/product.ts';

const DAY = 86_400_000;

/** The firm's own signer as its operator sees it. */
const ownIn = async ({ operator }: SealingFirm, taskId: string) =>
  (await operator.client.call(getTask, { planId: taskId })).signerList[0]!;

const eventsOf = async (client: ApiClient, taskId: string) => await trailEntries(client, taskId);

const rowsOf = (taskId: string) => database().select().from(signer).where(eq(signer.taskId, taskId));

/** Waits until the product has tried to sign. */
async function tried(firm: SealingFirm, taskId: string) {
  await runJobs();
  await expect.poll(async () => (await ownIn(firm, taskId)).automatic).not.toBe('WAITING');
  return ownIn(firm, taskId);
}

describe('automatic signing for one’s own enterprise', () => {
  let firm: SealingFirm;
  let openingId: string;
  beforeAll(async () => {
    firm = await sealingFirm();
    openingId = await openFor(firm);
  });

  it('signs in its turn with the opening’s seal, closed to its sender; the next one is called', async () => {
    const outside = await newPerson({ signPassword: DEMO.signPassword });
    const taskId = await sendAutomatic(
      firm,
      { realName: outside.name, mobile: outside.mobile },
      { orderState: 'ORDER' },
    );
    expect(await tried(firm, taskId)).toMatchObject({ status: 'SIGNED', automatic: 'DONE' });
    const task = await firm.operator.client.call(getTask, { planId: taskId });
    expect(task.signerList[1]).toMatchObject({ status: 'SIGNING', automatic: '' });
    const entries = await eventsOf(firm.operator.client, taskId);
    const signed = entries.find(({ event }) => event === 'SIGNED')!;
    expect(signed).toMatchObject({ operator: 'Signet', agent: firm.ent.name });
    const [row] = await database().select().from(autoSign).where(eq(autoSign.id, openingId));
    expect(signed.evidence).toMatchObject({
      consent: 'AUTOMATIC',
      opening: openingId,
      openingDigest: row!.digest,
      certificate: expect.any(String),
      'document 1': task.documents[0]!.sha256,
    });
    const proofs = await database().select().from(consent).where(eq(consent.taskId, taskId));
    expect(proofs.map(({ method }) => method)).toEqual(['AUTOMATIC']);
    const uses = await firm.admin.call(listRecords, { stampId: firm.stampId, size: 50 });
    expect(uses.records.map(({ record }) => record)).toContain('USED');
    // The file is signed by the enterprise, and the other party signs on top of it.
    await sign(await signedIn(outside), taskId);
    await expect
      .poll(async () => (await firm.operator.client.call(getTask, { planId: taskId })).endReason)
      .toBe('COMPLETED');
  });

  it('stamps an OFD with the seal of the opening, validly; the person outside signs on top of it', async () => {
    const outside = await newPerson({ signPassword: DEMO.signPassword });
    const plan = await automaticPlan(
      firm,
      { realName: outside.name, mobile: outside.mobile },
      { orderState: 'ORDER', taskFileType: 'OFD' },
    );
    const { client } = firm.operator;
    const fileKey = await client.upload(contractOfd(firm.ent.name, outside.name), 'OFD');
    const [document] = plan.planSendDocumentVOList;
    plan.planSendDocumentVOList = [{ ...document!, fileName: '采购合同.ofd', fileKey }];
    const { planId: taskId } = await client.call(sendTask, plan, once());
    expect(await tried(firm, taskId)).toMatchObject({ status: 'SIGNED', automatic: 'DONE' });
    const anchors = await client.call(listTrustAnchors, {});
    const verified = async () => {
      const { bytes } = await client.download(downloadDocument, { planId: taskId, fileIndex: 0 });
      const trustAnchors = anchors.map((one) => fromBase64(one.der));
      const { verdict, signatures } = await verifyFile(bytes, { trustAnchors, time: Date.now() });
      return [verdict, signatures.length];
    };
    expect(await verified()).toEqual(['valid', 1]);
    await sign(await signedIn(outside), taskId);
    await expect
      .poll(async () => (await client.call(getTask, { planId: taskId })).endReason)
      .toBe('COMPLETED');
    expect(await verified()).toEqual(['valid', 2]);
  });

  it('only an administrator opens it, after reading, with willingness, for a usable seal, once', async () => {
    const other = await sealingFirm();
    const input = await openingInput(other);
    const refused = (client: ApiClient, change: object) =>
      refusal(client, openAutoSign, { ...input, ...change });
    expect(await refused(other.operator.client, {})).toBe('NO_PERMISSION');
    expect(await refused(firm.admin, {})).toBe('NOT_FOUND');
    expect(await refused(other.admin, { agreement: '0'.repeat(64) })).toBe('AUTO_SIGN_AGREEMENT');
    // What was read says another number a day.
    expect(await refused(other.admin, { dailyLimit: 99 })).toBe('AUTO_SIGN_AGREEMENT');
    for (const until of [Date.now() - 1, Date.now() + 400 * DAY])
      expect(await refused(other.admin, await openingInput(other, { until }))).toBe('INPUT_INVALID');
    const wrong = { method: 'PASSWORD', password: await other.admin.seal('Wrong-2026') };
    expect(await refused(other.admin, { consent: wrong })).toBe('SIGN_PASSWORD_WRONG');
    await other.admin.call(disableSeal, { stampId: other.stampId });
    expect(await refused(other.admin, await openingInput(other))).toBe('SEAL_NOT_ENABLED');
    expect((await other.admin.call(listAutoSigns, {})).records).toEqual([]);
    expect(await refused(firm.admin, await openingInput(firm))).toBe('AUTO_SIGN_ALREADY');
  });

  it('is listed with who agreed to what; the console’s record says opened and ended', async () => {
    const other = await sealingFirm();
    const id = await openFor(other, { businessTypes: ['SALES'], senderRoles: ['HR'], dailyLimit: 7 });
    const [row] = (await other.admin.call(listAutoSigns, {})).records;
    expect(row).toMatchObject({
      openingId: id,
      sealName: other.sealName,
      state: 'ACTIVE',
      businessTypes: ['SALES'],
      senderRoles: ['HR'],
      dailyLimit: 7,
      used: 0,
      openedBy: other.boss.name,
    });
    expect(row!.agreement[0]).toContain(other.sealName);
    expect(await refusal(firm.admin, endAutoSign, { openingId: id })).toBe('NOT_FOUND');
    await other.admin.call(endAutoSign, { openingId: id });
    await other.admin.call(endAutoSign, { openingId: id });
    expect((await other.admin.call(listAutoSigns, {})).records[0]).toMatchObject({
      state: 'ENDED',
      endedBy: other.boss.name,
    });
    const records = await database()
      .select()
      .from(companyRecord)
      .where(eq(companyRecord.enterpriseId, other.ent.id));
    expect(records.map(({ record }) => record).sort()).toEqual(['AUTO_SIGN_ENDED', 'AUTO_SIGN_OPENED']);
    expect(await refusal(other.operator.client, listAutoSigns, {})).toBe('NO_PERMISSION');
  });

  it('is offered and taken for what the opening covers: sender, business type, seal, own side', async () => {
    const other = await sealingFirm();
    const mayUse = async () =>
      (await other.operator.client.call(listUsableAutoSigns, {})).map(({ sealId }) => sealId);
    const sends = async (change: Parameters<typeof automaticPlan>[2] = {}) =>
      refusal(other.operator.client, sendTask, await automaticPlan(other, undefined, change));
    expect(await mayUse()).toEqual([]);
    expect(await sends()).toBe('AUTO_SIGN_NOT_OPEN');
    const hr = await openFor(other, { senderRoles: ['HR'] });
    expect(await mayUse()).toEqual([]);
    expect(await sends()).toBe('AUTO_SIGN_NOT_OPEN');
    await other.admin.call(endAutoSign, { openingId: hr });
    await openFor(other, { businessTypes: ['SALES'], senderRoles: ['SIGN_OPERATOR'] });
    expect(await mayUse()).toEqual([other.stampId]);
    expect(await sends()).toBe('AUTO_SIGN_NOT_OPEN');
    expect(await sends({ businessType: 'SALES', businessTypeName: '销售合同' })).toBe('OK');
    // Another firm's seal, and a colleague or another firm as the party that signs.
    const plan = await automaticPlan(other, undefined, { businessType: 'SALES' });
    const [own] = plan.planSendSignatoryOrderVOList;
    const withSigner = (change: object) => ({
      ...plan,
      planSendSignatoryOrderVOList: [{ ...own!, ...change }],
    });
    const sender = other.operator.client;
    expect(await refusal(sender, sendTask, withSigner({ autoSealId: firm.stampId }))).toBe(
      'AUTO_SIGN_NOT_OPEN',
    );
    const boss = { userName: other.boss.name, mobile: other.boss.mobile };
    expect(await refusal(sender, sendTask, withSigner(boss))).toBe('AUTO_SIGN_NOT_OWN');
    const foreign = { entId: firm.ent.id, entName: firm.ent.name };
    expect(await refusal(sender, sendTask, withSigner(foreign))).toBe('AUTO_SIGN_NOT_OWN');
    const kind = { sealKind: 'DEPARTMENT' };
    expect(await refusal(sender, sendTask, withSigner(kind))).toBe('SEAL_KIND_DIFFERS');
    expect(await refusal(sender, sendTask, { ...plan, signFlow: 'FREE', placementList: [] })).toBe(
      'INPUT_INVALID',
    );
    const [place] = plan.placementList!;
    const byHand = { ...plan, placementList: [{ ...place!, kind: 'HANDWRITTEN' as const }] };
    expect(await refusal(sender, sendTask, byHand)).toBe('INPUT_INVALID');
  });

  it('signs only so many a day; the next is left to the sender, who is told why and can sign', async () => {
    const other = await sealingFirm();
    await openFor(other, { dailyLimit: 2 });
    await grantTo(other.admin, other.stampId, [other.operator.person]);
    // All three are taken before any is signed, and signed beside each other.
    const plans = await Promise.all([1, 2, 3].map(() => automaticPlan(other)));
    const sent = await Promise.all(
      plans.map((plan) => other.operator.client.call(sendTask, plan, once()).catch(() => null)),
    );
    const ids = sent.flatMap((one) => one?.planId ?? []);
    const after = await Promise.all(ids.map((id) => tried(other, id)));
    expect(after.filter(({ automatic }) => automatic === 'DONE')).toHaveLength(2);
    const left = after.findIndex(({ automatic }) => automatic === 'FAILED');
    if (left >= 0) {
      expect(after[left]!.automaticProblem).toContain(other.sealName);
      await sign(other.operator.client, ids[left]!);
      expect(await ownIn(other, ids[left]!)).toMatchObject({ status: 'SIGNED', automatic: '' });
    }
    expect(await refusal(other.operator.client, sendTask, await automaticPlan(other))).toBe(
      'AUTO_SIGN_LIMIT',
    );
    const { records } = await other.admin.call(listAutoSigns, {});
    expect(records[0]).toMatchObject({ used: 2, usedToday: 2 });
  });

  it.each([
    [
      'an approval of the seal’s use',
      'SEAL_NEEDS_APPROVAL',
      (f: SealingFirm) => askForApproval(f.admin, f.stampId),
    ],
    [
      'a disabled seal',
      'SEAL_NOT_ENABLED',
      (f: SealingFirm) => f.admin.call(disableSeal, { stampId: f.stampId }),
    ],
    ['a deleted seal', 'SEAL_DELETED', (f: SealingFirm) => f.admin.call(deleteSeal, { stampId: f.stampId })],
    [
      'a revoked certificate',
      'SEAL_CERTIFICATE_EXPIRED',
      (f: SealingFirm) =>
        database()
          .update(certificate)
          .set({ revokedAt: Date.now(), revocationReason: 'keyCompromise' })
          .where(eq(certificate.ownerKey, `E:${f.ent.id}`)),
    ],
    [
      'an ended opening',
      'AUTO_SIGN_NOT_OPEN',
      async (f: SealingFirm) => {
        const { records } = await f.admin.call(listAutoSigns, {});
        await f.admin.call(endAutoSign, { openingId: records[0]!.openingId });
      },
    ],
    [
      'an opening whose date is over',
      'AUTO_SIGN_NOT_OPEN',
      (f: SealingFirm) =>
        database()
          .update(autoSign)
          .set({ until: Date.now() - 1 })
          .where(eq(autoSign.enterpriseId, f.ent.id)),
    ],
    [
      'a frozen enterprise',
      'NO_PERMISSION',
      (f: SealingFirm) => setCompany(f.ent, { businessStatus: 'DISABLE' }),
    ],
    [
      'a sender who left',
      'NO_PERMISSION',
      (f: SealingFirm) =>
        database()
          .update(member)
          .set({ leftAt: Date.now() })
          .where(eq(member.accountId, f.operator.person.id)),
    ],
  ] as const)('does not sign around %s: the reason stays with the sender’s side', async (_, name, change) => {
    const other = await sealingFirm();
    await openFor(other);
    const outside = await newPerson({ signPassword: DEMO.signPassword });
    const first = { realName: outside.name, mobile: outside.mobile };
    const plan = await automaticPlan(other, first, { orderState: 'ORDER' });
    // The person outside signs first, so that the change comes between sending and the enterprise’s turn.
    plan.planSendSignatoryOrderVOList[0]!.signOrder = 2;
    plan.planSendSignatoryOrderVOList[1]!.signOrder = 1;
    const { planId: taskId } = await other.operator.client.call(sendTask, plan, once());
    await change(other);
    const client = await signedIn(outside);
    await sign(client, taskId);
    await runJobs();
    const ownRow = async () => (await rowsOf(taskId)).find(({ position }) => position === 0)!;
    await expect.poll(async () => (await ownRow()).autoProblem?.name).toBe(name);
    expect((await ownRow()).state).toBe('SIGNING');
    const entries = await eventsOf(client, taskId);
    expect(entries.filter(({ event }) => event === 'SIGNED')).toHaveLength(1);
    expect(entries.find(({ event }) => event === 'AUTO_SIGN_FAILED')!.evidence).toEqual({});
    const shown = (await client.call(getTask, { planId: taskId })).signerList[0]!;
    expect(shown).toMatchObject({ automatic: '', automaticProblem: '' });
    if (name === 'NO_PERMISSION') return;
    const own = await ownIn(other, taskId);
    expect(own.automatic).toBe('FAILED');
    expect(own.automaticProblem).not.toBe('');
  });

  it('left to the sender, it can be handed to a colleague, and is signed by hand', async () => {
    const other = await sealingFirm();
    await openFor(other);
    await grantTo(other.admin, other.stampId, [other.holder.person]);
    await askForApproval(other.admin, other.stampId);
    const taskId = await sendAutomatic(other);
    expect((await tried(other, taskId)).automatic).toBe('FAILED');
    await askForApproval(other.admin, other.stampId, false);
    await other.operator.client.call(
      handOverTurn,
      { planId: taskId, userId: other.holder.person.id },
      once(),
    );
    await sign(other.holder.client, taskId);
    expect(await ownIn(other, taskId)).toMatchObject({
      status: 'SIGNED',
      automatic: '',
      userName: other.holder.person.name,
    });
    const entries = await eventsOf(other.admin, taskId);
    expect(entries.find(({ event }) => event === 'SIGNED')).toMatchObject({
      operator: other.holder.person.name,
      evidence: { consent: 'PASSWORD' },
    });
  });

  it('a program needs the scope “sign” beside “send”', async () => {
    const withKey = async (scopes: ('read' | 'send' | 'sign')[]) => {
      const { key } = await firm.admin.call(makeApiKey, {
        name: 'ERP',
        scopes,
        networks: [],
        businessTypes: null,
        proof: await keyProofOf(firm.admin),
      });
      const client = new ApiClient(product().baseUrl);
      client.apiKey = key;
      return client;
    };
    const boss = { realName: firm.boss.name, mobile: firm.boss.mobile };
    const planOf = async (client: ApiClient) => {
      const own = { ...enterpriseSigner(firm.ent, boss), autoSealId: firm.stampId };
      return taskToSend(client, [own], { draftId: newKey() });
    };
    const without = await withKey(['read', 'send']);
    expect(await refusal(without, sendTask, await planOf(without))).toBe('API_KEY_SCOPE');
    expect(await refusal(without, listUsableAutoSigns, {})).toBe('API_KEY_SCOPE');
    const program = await withKey(['read', 'send', 'sign']);
    expect((await program.call(listUsableAutoSigns, {})).map(({ sealId }) => sealId)).toEqual([firm.stampId]);
    const { planId: taskId } = await program.call(sendTask, await planOf(program), once());
    await runJobs();
    await expect
      .poll(async () => (await program.call(getTask, { planId: taskId })).endReason)
      .toBe('COMPLETED');
  });
});
