import { and, eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import enUS from '#app/locales/en-US/batch.ts';
import zhCN from '#app/locales/zh-CN/batch.ts';
import zhTW from '#app/locales/zh-TW/batch.ts';
import {
  listBatches,
  listBatchRows,
  readBatch,
  retryBatch,
  sendBatch,
  stopBatch,
} from '#core/batch/calls.ts';
import { getTask } from '#core/task/calls.ts';
import { listDrafts, saveDraft } from '#core/task/draft-calls.ts';
import { listTasks } from '#core/task/list-calls.ts';
import { disableTemplate, publishTemplate, readVersion } from '#core/template/version-calls.ts';
import { batchRow, document, draft, member, ownedFile, placement } from '#db/schema/index.ts';
import { enterpriseKey } from '#edge/kernel/context.ts';
import type { ApiClient } from '#tests/client.ts';
import { type Batch, batchOf, persons } from '#tests/fixtures/batches.ts';
import { newKey, taskToSend } from '#tests/fixtures/contracts.ts';
import { sentNotices, sentText } from '#tests/fixtures/messages.ts';
import { newMobile } from '#tests/fixtures/new-number.ts';
import {
  addMember,
  companyWithAdmin,
  database,
  keyring,
  newCompany,
  newPerson,
} from '#tests/fixtures/people.ts';
import { runJobs } from '#tests/fixtures/run-jobs.ts';
import { refusal, signedIn } from '#tests/fixtures/sign-in.ts';
import { KEYS, webTemplate, withSealsApart } from '#tests/fixtures/template-content.ts';
import { newTemplate } from '#tests/fixtures/templates.ts';

/** What came of the rows once none waits. */
async function resultOf(client: ApiClient, batchId: string) {
  await expect
    .poll(async () => {
      await runJobs();
      return (await client.call(readBatch, { batchId })).endTime;
    })
    .not.toBeNull();
  return (await client.call(listBatchRows, { batchId, size: 100 })).records;
}

describe('a batch', () => {
  it('creates a task for each row once, for repeated requests, and notifies the sender', async () => {
    const { admin } = await companyWithAdmin();
    const batch = await batchOf(admin, persons(6));
    const draftId = batch.plan.draftId;
    await admin.call(saveDraft, { draftId, taskName: '批', fileNum: 1 });
    const { batchId } = await admin.call(sendBatch, batch);
    expect(batchId).toBe(draftId);
    expect(await refusal(admin, sendBatch, batch)).toBe('DRAFT_ALREADY_SENT');
    await Promise.all([runJobs(), admin.call(retryBatch, { batchId }), runJobs()]);
    const rows = await resultOf(admin, batchId);
    expect(rows.map(({ state, number }) => `${number} ${state}`)).toEqual(
      [1, 2, 3, 4, 5, 6].map((n) => `${n} SENT`),
    );
    const tasks = (await admin.call(listTasks, { box: 'startWithMe', batchId, size: 50 })).records;
    expect(tasks).toHaveLength(6);
    expect(new Set(tasks.map(({ planId: taskId }) => taskId))).toEqual(
      new Set(rows.map(({ planId: taskId }) => taskId)),
    );
    expect(tasks.map(({ taskName }) => taskName)).toContain(`${batch.plan.taskName} - ${rows[0]!.parties}`);
    const all = (await admin.call(listTasks, { box: 'startWithMe', size: 50 })).records;
    expect(all).toHaveLength(6);
    const facts = await admin.call(readBatch, { batchId });
    expect(facts).toMatchObject({ total: 6, sent: 6, failed: 0, stopped: 0 });
    expect((await admin.call(listDrafts, {})).records).toEqual([]);
    await runJobs();
    const notices = (await sentNotices(admin)).records.map(({ subject }) => subject);
    expect(notices.filter((subject) => subject.includes('批量发起'))).toHaveLength(1);
    expect((await admin.call(listBatches, {})).records.map((one) => one.batchId)).toEqual([batchId]);
  });

  it('[5.11k] is refused without a row, and with each cell that is wrong', async () => {
    const { admin } = await companyWithAdmin();
    const batch = await batchOf(admin, [{ name: '', mobile: '138' }, ...persons(1)]);
    const [key] = batch.varying;
    const fields = async (change: Partial<Batch>) =>
      (await admin.envelope(sendBatch, { ...batch, ...change })).fields?.map(
        ({ path, problem }: { path: string; problem: string }) => `${path} ${problem}`,
      );
    expect(await fields({ rows: [] })).toEqual(['rows batchRowsMissing']);
    expect(await fields({})).toEqual([
      `rows.0.p.${key}.userName signerNameRequired`,
      `rows.0.p.${key}.mobile mobileInvalid`,
    ]);
    const same = batch.rows[1]!;
    expect(await fields({ rows: [same, { ...same, rowKey: newKey() }] })).toEqual([
      `rows.1.p.${key}.mobile rowRepeated`,
    ]);
    expect((await admin.call(listBatches, {})).records).toEqual([]);
  });

  it('[8.16i] names the user not found where all must be registered, or who is not or repeats', async () => {
    const { admin } = await companyWithAdmin();
    const known = await newPerson();
    const batch = await batchOf(admin, [{ name: known.name, mobile: known.mobile }, ...persons(1)]);
    const [key] = batch.varying;
    const problems = async (change: Partial<Batch>) =>
      (await admin.envelope(sendBatch, { ...batch, ...change })).fields?.map(
        ({ path, problem }: { path: string; problem: string }) => `${path} ${problem}`,
      );
    expect(await problems({ registeredOnly: true })).toEqual([`rows.1.p.${key}.mobile userNotFound`]);
    expect([zhCN, zhTW, enUS].map((words) => words.problem.userNotFound)).toEqual([
      expect.stringContaining('未找到该用户'),
      expect.stringContaining('未找到該用戶'),
      expect.stringContaining('No such user'),
    ]);
    const again = (i: number) => ({ ...batch.rows[i]!, rowKey: newKey(), kept: true });
    expect(await problems({ rows: [...batch.rows, again(1)] })).toEqual([
      `rows.2.p.${key}.mobile unregisteredRepeated`,
    ]);
    // Who is registered may be meant twice.
    expect((await admin.envelope(sendBatch, { ...batch, rows: [...batch.rows, again(0)] })).code).toBe(200);
  });

  it('[3.4] carries each person’s document into their task; an account needs its own phone', async () => {
    const { admin } = await companyWithAdmin();
    const known = await newPerson();
    const batch = await batchOf(admin, [{ name: known.name, mobile: known.mobile }, ...persons(1)], {
      documentsRequired: true,
    });
    const [key] = batch.varying;
    const row = (i: number, cells: Record<string, string>) => ({
      ...batch.rows[i]!,
      cells: {
        ...batch.rows[i]!.cells,
        ...Object.fromEntries(Object.entries(cells).map(([part, text]) => [`p.${key}.${part}`, text])),
      },
    });
    const problems = async (rows: Batch['rows']) =>
      (await admin.envelope(sendBatch, { ...batch, rows })).fields?.map(
        ({ path, problem }: { path: string; problem: string }) => `${path} ${problem}`,
      );
    expect(await problems(batch.rows)).toEqual([0, 1].map((i) => `rows.${i}.p.${key}.idType idTypeRequired`));
    const document = { idType: 'RESIDENT_ID', idNumber: '110101199003070011' };
    const account = { account: known.loginName };
    const other = { account: (await newPerson()).loginName };
    for (const [i, wrong] of [
      [0, other],
      [0, { account: 'nobody' }],
      [1, account],
    ] as const)
      expect(
        await problems([0, 1].map((at) => row(at, { ...document, ...(at === i ? wrong : {}) }))),
      ).toEqual([`rows.${i}.p.${key}.account accountNotFound`]);
    const rows = [row(0, { ...document, ...account }), row(1, { idType: 'PASSPORT', idNumber: 'E12345678' })];
    const { batchId } = await admin.call(sendBatch, { ...batch, rows });
    const sent = await resultOf(admin, batchId);
    expect(sent.map(({ state }) => state)).toEqual(['SENT', 'SENT']);
    const shown = await Promise.all(
      sent.map(async ({ planId: taskId }) => (await admin.call(getTask, { planId: taskId })).signerList[0]),
    );
    expect(shown.map((one) => one?.idType)).toEqual(['RESIDENT_ID', 'PASSPORT']);
    expect(shown.map((one) => one?.idNumber)).toEqual([
      expect.stringMatching(/^1\*+11$/),
      expect.stringMatching(/^E\*+78$/),
    ]);
  });

  it('reaches whom a row names by an address alone by mail, with the link', async () => {
    const { admin } = await companyWithAdmin();
    const [mail] = [`row-${newKey()}@example.com`];
    const batch = await batchOf(admin, [{ name: '收件人', mobile: '' }]);
    const [row] = batch.rows;
    row!.cells[`p.${batch.varying[0]}.email`] = mail;
    const { batchId } = await admin.call(sendBatch, batch);
    const [sent] = await resultOf(admin, batchId);
    expect(sent).toMatchObject({ state: 'SENT' });
    expect(await sentText(admin, mail, /(\/i\/[0-9a-z]{26})$/m)).not.toBe('');
    const { signerList } = await admin.call(getTask, { planId: sent!.planId });
    expect(signerList).toMatchObject([{ mobile: '', email: 'r***@example.com', registered: false }]);
  });

  it('says before anything is sent that there are too few copies', async () => {
    const boss = await newPerson();
    const ent = await newCompany(boss, {}, 2);
    const admin = await signedIn(boss, ent);
    expect(await refusal(admin, sendBatch, await batchOf(admin, persons(3)))).toBe('COPIES_TOO_FEW');
    expect((await admin.call(listBatches, {})).records).toEqual([]);
  });

  it('is seen by its enterprise alone, and sent by who may send', async () => {
    const { admin } = await companyWithAdmin();
    const { admin: other } = await companyWithAdmin();
    const { batchId } = await admin.call(sendBatch, await batchOf(admin, persons(1)));
    for (const call of [readBatch, listBatchRows, retryBatch, stopBatch])
      expect(await refusal(other, call, { batchId })).toBe('NOT_FOUND');
    expect((await other.call(listBatches, {})).records).toEqual([]);
    expect((await other.call(listTasks, { box: 'startWithMe', batchId })).records).toEqual([]);
    const draft = await batchOf(other, persons(1));
    expect(await refusal(other, sendBatch, { ...draft, plan: { ...draft.plan, draftId: batchId } })).toBe(
      'DRAFT_ALREADY_SENT',
    );
  });

  it('reports why a row was not sent, and sends it again; each row is sent once', async () => {
    const { admin, ent } = await companyWithAdmin();
    const { admin: other } = await companyWithAdmin();
    const person = await newPerson();
    await addMember(ent, person, ['BUSINESS_ADMIN']);
    const colleague = await signedIn(person, ent);
    const batch = await batchOf(colleague, persons(3));
    const [first, taken] = batch.rows;
    // A draft of somebody else has the key of the second row.
    await other.call(saveDraft, { draftId: taken!.rowKey, taskName: 'x', fileNum: 0 });
    const { batchId } = await colleague.call(sendBatch, batch);
    const states = async () => (await resultOf(admin, batchId)).map(({ state }) => state);
    expect(await states()).toEqual(['SENT', 'FAILED', 'SENT']);
    const db = database();
    await db.delete(draft).where(eq(draft.id, taken!.rowKey));

    // Whoever sent it lost the right meanwhile.
    const own = and(eq(member.enterpriseId, ent.id), eq(member.accountId, person.id));
    await db
      .update(member)
      .set({ roles: ['EMPLOYEE'] })
      .where(own);
    expect(await admin.call(retryBatch, { batchId })).toEqual({ rows: 1 });
    expect((await resultOf(admin, batchId))[1]!.reason).toContain('权限');
    await db
      .update(member)
      .set({ roles: ['BUSINESS_ADMIN'] })
      .where(own);

    await db.update(batchRow).set({ state: 'WAITING' }).where(eq(batchRow.id, taken!.rowKey));
    expect(await admin.call(stopBatch, { batchId })).toEqual({ rows: 1 });
    expect(await states()).toEqual(['SENT', 'STOPPED', 'SENT']);

    // The task of the first row is there, but its row does not know it.
    await db.update(batchRow).set({ state: 'FAILED', taskId: null }).where(eq(batchRow.id, first!.rowKey));
    expect(await admin.call(retryBatch, { batchId })).toEqual({ rows: 2 });
    expect(await states()).toEqual(['FAILED', 'SENT', 'SENT']);
    expect((await admin.call(listTasks, { box: 'startWithMe', size: 50 })).records).toHaveLength(3);
  });

  it('generates each row’s file from a web template, with placements; reports a disabled one', async () => {
    const { admin, ent } = await companyWithAdmin();
    const { admin: other } = await companyWithAdmin();
    const id = await newTemplate(admin, '销售合同');
    const { versionId } = await admin.call(publishTemplate, {
      id,
      number: 0,
      content: withSealsApart(webTemplate()),
    });
    const { content } = await admin.call(readVersion, { versionId });
    const [seller, buyer] = [newKey(), newKey()];
    const plan = await taskToSend(admin, [], { businessType: 'SALES', businessTypeName: '销售合同' });
    const { documentId } = plan.planSendDocumentVOList[0]!;
    plan.planSendDocumentVOList[0]!.template = {
      versionId,
      values: { fields: { [KEYS.number]: 'XS-1' }, rows: {}, options: {} },
      title: '销售合同',
      language: 'zh-CN',
      madeAt: Date.now(),
    };
    plan.planSendSignatoryOrderVOList = [
      {
        signatoryId: seller,
        signatoryType: 'ENTERPRISE',
        entName: '',
        userName: '',
        mobile: '',
        signOrder: 1,
      },
      { signatoryId: buyer, signatoryType: 'PERSON', userName: '', mobile: '', signOrder: 1 },
    ];
    plan.placementList = content.anchors.map(({ key, signer, kind, width, height }, i) => ({
      placementId: `t${documentId.slice(0, 19)}${key.slice(0, 20)}`,
      documentId,
      signatoryId: signer === KEYS.seller ? seller : buyer,
      kind,
      page: 1,
      x: 20 + i * 60,
      y: 100,
      width,
      height,
    }));
    const rows = [1, 2].map((n) => ({
      rowKey: newKey(),
      cells: {
        [`p.${seller}.entName`]: `批量测试第${n}公司`,
        [`p.${seller}.userName`]: '赵一',
        [`p.${seller}.mobile`]: newMobile(),
        [`p.${buyer}.userName`]: '钱二',
        [`p.${buyer}.mobile`]: newMobile(),
        [`f.${documentId}.${KEYS.amount}`]: `${n}000.50`,
      },
    }));
    await other.call(saveDraft, { draftId: rows[1]!.rowKey, taskName: 'x', fileNum: 0 });
    const { batchId } = await admin.call(sendBatch, {
      plan,
      varying: [seller, buyer],
      casts: { [documentId]: { [KEYS.seller]: seller, [KEYS.buyer]: buyer } },
      rows,
    });
    const [made, failed] = await resultOf(admin, batchId);
    expect([made, failed].map((row) => `${row!.state} ${row!.reason}`)).toEqual([
      'SENT ',
      expect.stringMatching(/^FAILED ./),
    ]);
    const [kept] = await database().select().from(document).where(eq(document.taskId, made!.planId));
    const values = JSON.parse(await (await keyring()).openField(kept!.valuesSealed, `values:${kept!.id}`));
    expect(values.fields).toEqual({ [KEYS.number]: 'XS-1', [KEYS.amount]: '1000.50' });
    const places = await database().select().from(placement).where(eq(placement.taskId, made!.planId));
    expect(places.map(({ kind }) => kind).sort()).toEqual(['ENT_SEAL', 'PERSON_SEAL']);
    // Of the two files that were made one became a task's, and the other is nobody's: the sender uploaded one.
    const uploads = await database()
      .select({ sha256: ownedFile.sha256 })
      .from(ownedFile)
      .where(eq(ownedFile.ownerKey, enterpriseKey(ent.id)));
    expect(uploads).toEqual([{ sha256: plan.planSendDocumentVOList[0]!.fileKey }]);
    // The places are those of the row's own file, not those that the plan had.
    expect(places.every(({ y }) => y !== 100)).toBe(true);

    await database().delete(draft).where(eq(draft.id, rows[1]!.rowKey));
    await admin.call(disableTemplate, { id });
    await admin.call(retryBatch, { batchId });
    const [, disabled] = await resultOf(admin, batchId);
    expect(disabled).toMatchObject({ state: 'FAILED', planId: '' });
    expect(disabled!.reason).toContain('销售合同');
  });
});
