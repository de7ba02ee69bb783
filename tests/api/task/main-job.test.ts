import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { fromBase64 } from '#core/bytes.ts';
import { listTrustAnchors } from '#core/certificate/calls.ts';
import { sendAuthCode } from '#core/identity/calls.ts';
import {
  createQuickFiles,
  downloadQuickFile,
  getQuickFiles,
  revokeQuickFiles,
  signQuickFiles,
} from '#core/quicksign/calls.ts';
import {
  downloadDocument,
  getTask,
  rejectTask,
  revokeTask,
  sendTask,
  signTask,
  urgeTask,
} from '#core/task/calls.ts';
import { listTasks } from '#core/task/list-calls.ts';
import { PLACE_SIZE } from '#core/task/place-rules.ts';
import { seenOf } from '#core/task/seen.ts';
import { firstBrokenLink } from '#core/task/trail.ts';
import { verifyFile } from '#core/verification/verify-file.ts';
import { signer } from '#db/schema/index.ts';
import { DEMO } from '#db/seed/demo.ts';
import { decideAs, enableFlow, flowOf, node, once } from '#tests/fixtures/approvals.ts';
import {
  ADMIN_A,
  ADMIN_B,
  COMPANY_A,
  COMPANY_B,
  companyA,
  companyB,
  enterpriseSigner,
  fillingsFor,
  INDIVIDUAL,
  newKey,
  PLATFORM,
  personSigner,
  SIGNATURE,
  seenIn,
  sendBetweenCompanies,
  sign,
  taskToSend,
  twoPages,
} from '#tests/fixtures/contracts.ts';
import { judge } from '#tests/fixtures/judges.ts';
import { codeSentTo, trailEntries } from '#tests/fixtures/messages.ts';
import { addMember, companyWithAdmin, database, newPerson } from '#tests/fixtures/people.ts';
import { grantTo, newSealOf } from '#tests/fixtures/seal-uses.ts';
import { refusal, signedIn } from '#tests/fixtures/sign-in.ts';
import { untilPreserved } from '#tests/fixtures/until-preserved.ts';

const anchorsOf = async (client: Awaited<ReturnType<typeof companyA>>) =>
  (await client.call(listTrustAnchors, {})).map((anchor) => fromBase64(anchor.der));

describe('a contract between two companies', () => {
  it('[1.2] [1.3a] is sent, signed by both, and independent tools find both signatures valid', async () => {
    const [a, b] = await Promise.all([companyA(), companyB()]);
    const taskId = await sendBetweenCompanies(a);
    const pending = await b.call(listTasks, { box: 'pending' });
    expect(pending.records.find((row) => row.planId === taskId)?.actions).toContain('sign');
    expect((await sign(b, taskId)).status).toBe('IN_PROGRESS');
    const last = await sign(a, taskId);
    expect(last).toMatchObject({ status: 'ENDED', endReason: 'COMPLETED' });
    await untilPreserved(a, taskId);
    const { bytes, fileName } = await b.download(downloadDocument, { planId: taskId, fileIndex: 0 });
    expect(fileName).toBe('采购合同.pdf');
    expect(judge(bytes)).toEqual({ signatures: 2, valid: 2, wholeFile: 1, clean: true });
    const verdict = await verifyFile(bytes, { trustAnchors: await anchorsOf(a), time: Date.now() });
    expect(verdict.verdict).toBe('valid');
    expect(verdict.signatures.map((s) => [s.integrity, s.level, s.laterChanges])).toEqual([
      [true, 'B-LTA', 'allowed'],
      [true, 'B-LTA', 'allowed'],
    ]);
  });

  it('[4.1c] [4.1d] keeps a trail that anyone in the task can check link by link', async () => {
    const [a, b] = await Promise.all([companyA(), companyB()]);
    const taskId = await sendBetweenCompanies(a);
    await sign(b, taskId);
    await sign(a, taskId);
    await untilPreserved(a, taskId);
    const entries = await trailEntries(b, taskId);
    expect(entries.map((e) => e.event)).toEqual([
      'INITIATED',
      'STARTED',
      'SIGNED',
      'SIGNED',
      'COMPLETED',
      'PRESERVED',
    ]);
    expect(entries[2]).toMatchObject({ operator: ADMIN_B.realName, agent: COMPANY_B.name });
    expect(await firstBrokenLink(entries)).toBeNull();
    const forged = entries.map((e) => (e.seq === 3 ? { ...e, operator: COMPANY_A.name } : e));
    expect(await firstBrokenLink(forged)).toBe(3);
    expect((await b.call(getTask, { planId: taskId })).signerList.map((s) => s.status)).toEqual([
      'SIGNED',
      'SIGNED',
    ]);
  });

  it('[4.1e] [4.1f] calls the next only when the one before signed, those of one number together', async () => {
    const a = await companyA();
    const plan = await taskToSend(
      a,
      [
        enterpriseSigner(COMPANY_B, ADMIN_B, 1),
        personSigner(INDIVIDUAL, 2),
        enterpriseSigner(COMPANY_A, ADMIN_A, 2),
      ],
      { orderState: 'ORDER' },
    );
    const { planId: taskId } = await a.call(sendTask, plan);
    const statuses = async () => (await a.call(getTask, { planId: taskId })).signerList.map((s) => s.status);
    expect(await statuses()).toEqual(['SIGNING', 'UNSIGNED', 'UNSIGNED']);
    const early = await a.envelope(signTask, {
      planId: taskId,
      seen: await seenIn(a, taskId),
      consent: { method: 'PASSWORD', password: await a.seal('246810') },
      fillings: [],
    });
    expect(early.code).toBe(409002);
    await sign(await companyB(), taskId);
    expect(await statuses()).toEqual(['SIGNED', 'SIGNING', 'SIGNING']);
    await sign(await signedIn(INDIVIDUAL), taskId);
    expect(await statuses()).toEqual(['SIGNED', 'SIGNED', 'SIGNING']);
    expect((await sign(a, taskId)).endReason).toBe('COMPLETED');
  });

  it('[3.13b] [3.13c] [9.24] stores copy parties and the signing order; files are PDF by default', async () => {
    const [a, b, person] = [await companyA(), await companyB(), await signedIn(INDIVIDUAL)];
    const to = { userName: INDIVIDUAL.realName, mobile: INDIVIDUAL.mobile };
    const plan = await taskToSend(
      a,
      [enterpriseSigner(COMPANY_B, ADMIN_B, 2), enterpriseSigner(COMPANY_A, ADMIN_A, 1)],
      { orderState: 'ORDER', ccList: [{ copyId: newKey(), copyType: 'PERSON', ...to }] },
    );
    const [file] = plan.planSendDocumentVOList;
    const { planId: taskId } = await a.call(sendTask, {
      ...plan,
      planSendDocumentVOList: [{ ...file!, fileName: '合同.ofd' }],
    });
    const task = await b.call(getTask, { planId: taskId });
    expect(task.orderState).toBe('ORDER');
    // A name is made to end as the task's files do.
    expect(task.documents.map(({ fileName }) => fileName)).toEqual(['合同.ofd.pdf']);
    expect(task.ccList).toEqual([{ userName: INDIVIDUAL.realName, entName: '' }]);
    expect(task.signerList.map(({ entName, signOrder, status }) => [entName, signOrder, status])).toEqual([
      [COMPANY_B.name, 2, 'UNSIGNED'],
      [COMPANY_A.name, 1, 'SIGNING'],
    ]);
    // A copy is for reading: it stands among the copies, and there is nothing to sign.
    const copies = await person.call(listTasks, { box: 'sendWithMe', keyword: plan.taskName });
    expect(copies.records.map((row) => row.planId)).toEqual([taskId]);
    expect((await person.call(getTask, { planId: taskId })).actions).not.toContain('sign');
  });

  it('[3.13a] shows per signer enterprise, credit code, operator, department, or the person', async () => {
    const a = await companyA();
    const stranger = { realName: '买买提·吐尔逊', mobile: '19900001234' };
    const plan = await taskToSend(a, [
      { ...enterpriseSigner(COMPANY_B, ADMIN_B), department: '采购部', email: 'buyer@example.com' },
      personSigner(INDIVIDUAL),
      { ...personSigner(stranger), email: 'ma@example.com' },
    ]);
    const [first, ...others] = plan.planSendSignatoryOrderVOList;
    const wrong = await a.envelope(sendTask, {
      ...plan,
      planSendSignatoryOrderVOList: [{ ...first!, email: 'nobody' }, ...others],
    });
    expect(wrong.fields).toEqual([{ path: 'planSendSignatoryOrderVOList.0.email', problem: 'rule:email' }]);
    const { planId: taskId } = await a.call(sendTask, plan);
    const { signerList } = await (await companyB()).call(getTask, { planId: taskId });
    expect(signerList).toMatchObject([
      {
        signatoryType: 'ENTERPRISE',
        entName: COMPANY_B.name,
        creditCode: COMPANY_B.creditCode,
        userName: ADMIN_B.realName,
        mobile: `${ADMIN_B.mobile.slice(0, 3)}****${ADMIN_B.mobile.slice(-4)}`,
        department: '采购部',
        email: 'b***@example.com',
        registered: true,
      },
      { signatoryType: 'PERSON', creditCode: '', userName: INDIVIDUAL.realName, email: '', registered: true },
      { signatoryType: 'PERSON', userName: stranger.realName, mobile: '199****1234', registered: false },
    ]);
    // What is personal lies sealed.
    const [row] = await database().select().from(signer).where(eq(signer.taskId, taskId)).limit(1);
    expect(JSON.stringify(row)).not.toContain('example.com');
  });

  it('[9.35g] is signed by personal seal, handwriting, date and across edges, by no other kind', async () => {
    const [a, person] = [await companyA(), await signedIn(INDIVIDUAL)];
    const plan = await taskToSend(a, [personSigner(INDIVIDUAL)]);
    const [place] = plan.placementList;
    const kinds = ['PERSON_SEAL', 'HANDWRITTEN', 'SIGN_DATE', 'CROSS_PAGE'] as const;
    const placementList = kinds.map((kind, i) => ({
      ...place!,
      placementId: newKey(),
      kind,
      ...PLACE_SIZE[kind],
      x: 15 + i * 45,
      ...(kind === 'CROSS_PAGE' ? { toPage: 2 } : {}),
    }));
    const other = { ...plan, placementList: [{ ...place!, kind: 'FINGERPRINT' as 'HANDWRITTEN' }] };
    expect((await a.envelope(sendTask, other)).fields?.map(({ path }) => path)).toEqual([
      'placementList.0.kind',
    ]);
    const { planId: taskId } = await a.call(sendTask, { ...plan, placementList });
    const ended = await sign(person, taskId);
    expect(ended).toMatchObject({ endReason: 'COMPLETED', documents: [{ revision: 1 }] });
    const signed = await person.call(getTask, { planId: taskId });
    expect(signed.placements.map(({ kind }) => kind).sort()).toEqual([...kinds].sort());
  });

  it('[4.15a] takes an SMS code as proof of willingness, once', async () => {
    const a = await companyA();
    const { planId: taskId } = await a.call(sendTask, await taskToSend(a, [personSigner(PLATFORM)]));
    const person = await signedIn(PLATFORM);
    await person.call(sendAuthCode, { authCodeType: 'SIGN' });
    const code = await codeSentTo(person, PLATFORM.mobile, '签署验证码');
    const fillings = await fillingsFor(person, taskId);
    const seen = await seenIn(person, taskId);
    const wrong = code === '000000' ? '000001' : '000000';
    expect(
      (
        await person.envelope(signTask, {
          planId: taskId,
          seen,
          consent: { method: 'SMS', code: wrong },
          fillings,
        })
      ).code,
    ).toBe(401002);
    const answer = await person.call(signTask, {
      planId: taskId,
      seen,
      consent: { method: 'SMS', code },
      fillings,
    });
    expect(answer.endReason).toBe('COMPLETED');
    const other = await a.call(sendTask, await taskToSend(a, [personSigner(PLATFORM)]));
    const again = await person.envelope(signTask, {
      planId: other.planId,
      seen: await seenIn(person, other.planId),
      consent: { method: 'SMS', code },
      fillings: await fillingsFor(person, other.planId),
    });
    expect(again.code).toBe(401002);
  });

  it('[1.3b] [4.1h] [5.11p] ends for everybody when one refuses with a reason, for good', async () => {
    const [a, b] = await Promise.all([companyA(), companyB()]);
    const taskId = await sendBetweenCompanies(a);
    expect((await b.envelope(rejectTask, { planId: taskId, reason: ' ' })).code).toBe(400000);
    await b.call(rejectTask, { planId: taskId, reason: '单价与报价单不符' });
    const task = await a.call(getTask, { planId: taskId });
    expect(task).toMatchObject({
      status: 'ENDED',
      endReason: 'REJECTED',
      label: 'REJECTED',
      rejectReason: '单价与报价单不符',
    });
    const refused = await a.envelope(signTask, {
      planId: taskId,
      seen: await seenIn(a, taskId),
      consent: { method: 'SMS', code: '123456' },
      fillings: [],
    });
    expect(refused.code).toBe(409004);
    expect((await a.envelope(revokeTask, { planId: taskId, reason: '重新发起' })).code).toBe(409004);
  });

  it('[1.3c] [4.1g] [5.11o] [9.8] only its sender takes it back, in at most 100 characters', async () => {
    const [a, b] = await Promise.all([companyA(), companyB()]);
    const taskId = await sendBetweenCompanies(a);
    expect((await b.envelope(revokeTask, { planId: taskId, reason: '不想签' })).code).toBe(403000);
    expect((await a.envelope(revokeTask, { planId: taskId, reason: '长'.repeat(101) })).code).toBe(400000);
    await a.call(revokeTask, { planId: taskId, reason: '长'.repeat(100) });
    expect(await b.call(getTask, { planId: taskId })).toMatchObject({
      status: 'REVOKED',
      label: 'WITHDRAWN',
    });
    const voided = await b.call(listTasks, { box: 'toVoid' });
    expect(voided.records.map((row) => row.planId)).toContain(taskId);
  });

  it('reminds those whose turn it is, and not again within ten minutes', async () => {
    const a = await companyA();
    const taskId = await sendBetweenCompanies(a);
    expect(await a.call(urgeTask, { planId: taskId })).toEqual({ urged: 2 });
    expect((await a.envelope(urgeTask, { planId: taskId })).code).toBe(409006);
  });
});

it('[0.1a] people and enterprises initiate, approve, sign, revoke and download contracts', async () => {
  const withPassword = () => newPerson({ signPassword: DEMO.signPassword });
  const [clerk, person, approver] = [await withPassword(), await withPassword(), await newPerson()];
  const { ent, admin } = await companyWithAdmin();
  await addMember(ent, clerk, ['SIGN_OPERATOR']);
  await addMember(ent, approver, ['APPROVER']);
  await grantTo(admin, (await newSealOf(admin, ent.name)).stampId, [clerk]);
  await enableFlow(admin, flowOf([node([approver.id])]));
  const decider = await signedIn(approver, ent);
  const [firm, individual] = [await signedIn(clerk, ent), await signedIn(person)];

  // An enterprise initiates: a person decides on it, both sign and download it, and of a second one nothing comes.
  const send = async () => {
    const plan = await taskToSend(firm, [
      enterpriseSigner(ent, { realName: clerk.name, mobile: clerk.mobile }),
      personSigner({ realName: person.name, mobile: person.mobile }),
    ]);
    const { planId: taskId } = await firm.call(sendTask, plan, once());
    expect(await refusal(individual, getTask, { planId: taskId })).toBe('NOT_FOUND');
    await decideAs(decider, taskId, 'PASS');
    return taskId;
  };
  const taskId = await send();
  await sign(firm, taskId);
  expect(await sign(individual, taskId)).toMatchObject({ status: 'ENDED', endReason: 'COMPLETED' });
  await untilPreserved(firm, taskId);
  for (const party of [firm, individual]) {
    const { bytes } = await party.download(downloadDocument, { planId: taskId, fileIndex: 0 });
    expect(judge(bytes)).toMatchObject({ signatures: 2, valid: 2, clean: true });
  }
  const second = await send();
  await firm.call(revokeTask, { planId: second, reason: '合作取消' }, once());
  for (const party of [firm, individual])
    expect(await party.call(getTask, { planId: second })).toMatchObject({ status: 'REVOKED' });

  // A person initiates without a flow: signs own files, downloads them, and takes others back.
  const initiate = async () => {
    const { id } = await individual.call(createQuickFiles, {
      taskName: '承诺书',
      businessType: 'OTHER',
      businessTypeName: '其他',
      planSendDocumentVOList: [{ fileName: '承诺书', fileKey: await individual.upload(await twoPages()) }],
    });
    return individual.call(getQuickFiles, { id });
  };
  const group = await initiate();
  const [{ documentId }] = group.documents as [(typeof group.documents)[0]];
  await individual.call(signQuickFiles, {
    id: group.id,
    seen: seenOf(group.documents),
    consent: { method: 'PASSWORD', password: await individual.seal(DEMO.signPassword) },
    placements: [
      {
        placementId: newKey(),
        documentId,
        kind: 'HANDWRITTEN',
        page: 1,
        x: 30,
        y: 220,
        width: 36.5,
        height: 19,
        drawing: SIGNATURE,
      },
    ],
  });
  const own = await individual.download(downloadQuickFile, { id: group.id, fileIndex: 0 });
  expect(judge(own.bytes)).toMatchObject({ signatures: 1, valid: 1 });
  const other = await initiate();
  await individual.call(revokeQuickFiles, { id: other.id });
  expect(await individual.call(getQuickFiles, { id: other.id })).toMatchObject({ status: 'REVOKED' });
});
