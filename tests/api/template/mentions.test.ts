import { expect, it } from 'vitest';
import { saveTemplate, saveTemplateGrants } from '#core/template/record-calls.ts';
import { tellMentioned } from '#core/template/version-calls.ts';
import type { ApiClient } from '#tests/client.ts';
import { sentNotices } from '#tests/fixtures/messages.ts';
import { addMember, companyWithAdmin, newPerson } from '#tests/fixtures/people.ts';
import { refusal, signedIn } from '#tests/fixtures/sign-in.ts';
import { newTemplate } from '#tests/fixtures/templates.ts';

const noticesOf = async (client: ApiClient, id: string) =>
  (await sentNotices(client, { size: 20, current: 1 })).records.filter(({ templateId }) => templateId === id);

it('notifies each mentioned colleague who may open the template once, and nobody else', async () => {
  const { ent, admin, boss } = await companyWithAdmin();
  const [colleague, outsider, stranger] = [await newPerson(), await newPerson(), await newPerson()];
  await addMember(ent, colleague, ['BUSINESS_ADMIN']);
  await addMember(ent, outsider, ['SIGN_OPERATOR']);
  const id = await newTemplate(admin, '采购合同');
  const message = 'message0key0one';
  const accountIds = [colleague.id, outsider.id, stranger.id, boss.id];
  const told = await admin.call(tellMentioned, { id, message, accountIds });
  expect(told).toEqual({ told: [colleague.id] });
  expect(await admin.call(tellMentioned, { id, message, accountIds })).toEqual(told);
  const reader = await signedIn(colleague, ent);
  await expect.poll(async () => (await noticesOf(reader, id)).length).toBe(1);
  const [notice] = await noticesOf(reader, id);
  expect(notice!.subject).toBe(`${boss.name} 在模板“采购合同”的批注中提到了您。`);
  // a later message is a notice of its own; when it is there, the first one was not written twice
  await admin.call(tellMentioned, { id, message: 'message0key0two', accountIds: [colleague.id] });
  await expect.poll(async () => (await noticesOf(reader, id)).length).toBe(2);
  expect(await noticesOf(await signedIn(outsider, ent), id)).toEqual([]);
  expect(await noticesOf(await signedIn(stranger), id)).toEqual([]);
});

it('only those who may write comments can notify: members of an organization that may edit', async () => {
  const [owner, editor, viewer, none] = await Promise.all([1, 2, 3, 4].map(() => companyWithAdmin()));
  const { id } = await owner!.admin.call(saveTemplate, {
    templateName: '框架合同',
    templateType: 'WEB',
    businessType: 'SALES',
    sceneType: 'ENT',
  });
  await owner!.admin.call(saveTemplateGrants, {
    id,
    grants: [
      { entId: editor!.ent.id, level: 'EDITABLE' },
      { entId: viewer!.ent.id, level: 'VIEWABLE' },
    ],
  });
  const input = { id, message: 'message0key0one', accountIds: [owner!.boss.id] };
  expect(await refusal(viewer!.admin, tellMentioned, input)).toBe('NO_PERMISSION');
  expect(await refusal(none!.admin, tellMentioned, input)).toBe('NOT_FOUND');
  // nobody writes to people of another organization
  expect(await editor!.admin.call(tellMentioned, input)).toEqual({ told: [] });
});
