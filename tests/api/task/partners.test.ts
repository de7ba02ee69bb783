import { expect, it } from 'vitest';
import { removePerson } from '#core/company/calls.ts';
import { sendTask } from '#core/task/calls.ts';
import { copyTask, listPartners } from '#core/task/partner-calls.ts';
import { ADMIN_B, COMPANY_B, enterpriseSigner, taskToSend } from '#tests/fixtures/contracts.ts';
import { addMember, companyWithAdmin, newPerson } from '#tests/fixtures/people.ts';
import { refusal, signedIn } from '#tests/fixtures/sign-in.ts';

const STRANGER = { entName: '未注册贸易有限公司', userName: '沈月', mobile: '13966660001' };

it('lists the recipients of one’s own tasks as one entered them, and never who is registered', async () => {
  const { ent } = await companyWithAdmin();
  const [sender, colleague] = [await newPerson(), await newPerson()];
  for (const person of [sender, colleague]) await addMember(ent, person, ['SIGN_OPERATOR']);
  const client = await signedIn(sender, ent);
  expect(await client.call(listPartners, {})).toEqual({ partners: [] });
  const plan = await taskToSend(client, [enterpriseSigner(COMPANY_B, ADMIN_B)]);
  const { planId: taskId } = await client.call(sendTask, {
    ...plan,
    ccList: [{ copyId: 'copy0000000000000001', copyType: 'ENTERPRISE', ...STRANGER }],
  });
  const { partners } = await client.call(listPartners, {});
  expect(partners).toMatchObject([
    { type: 'ENTERPRISE', entName: COMPANY_B.name, userName: ADMIN_B.realName, mobile: ADMIN_B.mobile },
    { type: 'ENTERPRISE', ...STRANGER },
  ]);
  // one who has an account and one who has none answer in the same words
  expect(Object.keys(partners[0]!).sort()).toEqual(Object.keys(partners[1]!).sort());
  for (const one of partners)
    expect(Object.keys(one).sort()).toEqual([
      'department',
      'email',
      'entName',
      'lastAt',
      'mobile',
      'type',
      'userName',
    ]);
  expect((await client.call(listPartners, { planId: taskId })).partners).toEqual(partners);
  // what a colleague sent is theirs, and another enterprise’s nobody’s
  expect(await (await signedIn(colleague, ent)).call(listPartners, {})).toEqual({ partners: [] });
  const other = await companyWithAdmin();
  expect(await other.admin.call(listPartners, { planId: taskId })).toEqual({ partners: [] });
});

it('makes a draft of what one sent: files, places, own side; of others no name or number', async () => {
  const { ent, admin } = await companyWithAdmin();
  const [sender, colleague] = [await newPerson(), await newPerson()];
  for (const person of [sender, colleague]) await addMember(ent, person, ['SIGN_OPERATOR']);
  const client = await signedIn(sender, ent);
  const own = {
    ...enterpriseSigner(ent, { realName: colleague.name, mobile: '' }),
    accountId: colleague.id,
  };
  const sent = await taskToSend(
    client,
    [own, { ...enterpriseSigner(COMPANY_B, ADMIN_B, 1), email: 'yi@example.cn' }],
    {
      watermarkState: 'ENABLE',
      watermark: { text: '仅供采购' },
      endTime: Date.now() + 86_400_000,
    },
  );
  const { planId: taskId } = await client.call(sendTask, sent);
  const copied = await client.call(copyTask, { planId: taskId });
  expect(copied.plan).toMatchObject({
    taskName: sent.taskName,
    watermark: { text: '仅供采购' },
    planSendDocumentVOList: sent.planSendDocumentVOList,
    placementList: sent.placementList,
    planSendSignatoryOrderVOList: [
      { accountId: colleague.id },
      { signatoryType: 'ENTERPRISE', entName: '', mobile: '' },
    ],
  });
  expect(copied.plan).not.toHaveProperty('endTime');
  expect(copied.files).toMatchObject([
    { fileKey: sent.planSendDocumentVOList[0]!.fileKey, pages: { length: 2 } },
  ]);
  for (const secret of [ADMIN_B.mobile, ADMIN_B.realName, COMPANY_B.name, COMPANY_B.id, 'yi@example.cn'])
    expect(JSON.stringify(copied)).not.toContain(secret);
  // a colleague who left is replaced by whoever asks
  await admin.call(removePerson, { userId: colleague.id });
  const later = await client.call(copyTask, { planId: taskId });
  expect(later.plan.planSendSignatoryOrderVOList[0]).toMatchObject({
    accountId: sender.id,
    userName: sender.name,
  });
  // neither the other side nor another enterprise gets it
  const other = await signedIn(ADMIN_B, COMPANY_B);
  expect(await refusal(other, copyTask, { planId: taskId })).toBe('NOT_FOUND');
});
