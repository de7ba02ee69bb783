import { expect, it } from 'vitest';
import type { AnyCall } from '#core/call.ts';
import { ERROR_CODES } from '#core/errors.ts';
import { urgeTask } from '#core/task/calls.ts';
import { listFields, listRoles, saveFields, saveRole } from '#core/template/calls.ts';
import { listGroups, saveGroup } from '#core/template/group-calls.ts';
import { listTemplates, saveTemplate } from '#core/template/record-calls.ts';
import { publishTemplate } from '#core/template/version-calls.ts';
import { ApiClient } from '#tests/client.ts';
import { newApiKey } from '#tests/fixtures/api-keys.ts';
import { sentTo } from '#tests/fixtures/embeds.ts';
import { companyWithAdmin, database, newPerson } from '#tests/fixtures/people.ts';
import { webTemplate, withSealsApart } from '#tests/fixtures/template-content.ts';
import { product } from '../../product.ts';

it('a repeated X-Request-Id has one effect and answer, also at once; other content is refused', async () => {
  const acting = await companyWithAdmin({ isBiz: true });
  const program = new ApiClient(product().baseUrl);
  program.apiKey = await newApiKey(database(), acting.boss.id, acting.ent.id, ['read', 'send', 'manage']);
  const once = async (call: AnyCall, input: Record<string, unknown>, other: Record<string, unknown>) => {
    const headers = { 'X-Request-Id': crypto.randomUUID() };
    const send = () => program.envelope(call, input, headers);
    const answers = [...(await Promise.all([send(), send()])), await send()];
    for (const answer of answers)
      expect(answer, call.id).toMatchObject({ code: 200, data: answers[0]!.data });
    const { code } = await program.envelope(call, { ...input, ...other }, headers);
    expect(code, call.id).toBe(ERROR_CODES.REPEATED_REQUEST_DIFFERS);
    return answers[0]!.data as { id: string };
  };
  const total = async (list: AnyCall, input: Record<string, unknown>) =>
    ((await program.call(list, input)) as { total: number }).total;

  const named = { businessType: 'SALES', sceneType: 'ENT', templateType: 'WEB', templateName: '采购合同' };
  const { id } = await once(saveTemplate, named, { templateName: '另一份' });
  expect(await total(listTemplates, {})).toBe(1);
  await program.call(publishTemplate, { id, number: 0, content: withSealsApart(webTemplate()) });
  const group = { groupName: '一组', businessType: 'SALES', templateIds: [id] };
  await once(saveGroup, group, { groupName: '另一组' });
  expect(await total(listGroups, {})).toBe(1);
  await once(saveRole, { roleType: 'PERSON', roleName: '见证人', note: '签署时在场' }, { note: '别的' });
  expect(await total(listRoles, { roleName: '见证人' })).toBe(1);
  const field = { fieldName: '仓库编号', fieldLength: 20, fieldType: 'TEXT' };
  await once(saveFields, { fieldList: [field] }, { fieldList: [{ ...field, fieldLength: 30 }] });
  expect(await total(listFields, { fieldName: '仓库编号' })).toBe(1);
  const { planId: taskId } = await sentTo(program, await newPerson());
  const other = await sentTo(program, await newPerson());
  expect(await once(urgeTask, { planId: taskId }, { planId: other.planId })).toEqual({ urged: 1 });
});
