import { describe, expect, it } from 'vitest';
import { listPartRecords } from '#core/template/calls.ts';
import {
  listGroups,
  listUsableGroups,
  removeGroup,
  saveGroup,
  updateGroup,
  useGroup,
} from '#core/template/group-calls.ts';
import {
  removeTemplate,
  saveTemplate,
  saveTemplateGrants,
  updateTemplate,
} from '#core/template/record-calls.ts';
import { disableTemplate, enableTemplate, publishTemplate } from '#core/template/version-calls.ts';
import type { ApiClient } from '#tests/client.ts';
import { addMember, companyWithAdmin, newPerson } from '#tests/fixtures/people.ts';
import { refusal, signedIn } from '#tests/fixtures/sign-in.ts';
import { webTemplate } from '#tests/fixtures/template-content.ts';

const SALES = { businessType: 'SALES' as const, sceneType: 'ENT' as const };

/** An enabled template of the enterprise. */
async function enabled(admin: ApiClient, templateName: string, facts: object = SALES) {
  const { id } = await admin.call(saveTemplate, {
    templateName,
    templateType: 'WEB',
    ...SALES,
    ...facts,
  });
  const { versionId } = await admin.call(publishTemplate, { id, number: 0, content: webTemplate() });
  return { id, versionId };
}

const versionsOf = async (client: ApiClient, id: string) =>
  (await client.call(useGroup, { id })).versions.map(({ versionId }) => versionId);

describe('groups of templates', () => {
  it('are made, listed with ordered templates, renamed, reordered and removed, all on record', async () => {
    const { admin, boss } = await companyWithAdmin();
    const one = await enabled(admin, '主合同');
    const two = await enabled(admin, '补充协议');
    const { id } = await admin.call(saveGroup, {
      groupName: ' 采购一套 ',
      businessType: 'SALES',
      templateIds: [one.id, two.id],
    });
    const { records } = await admin.call(listGroups, { groupName: '一套' });
    expect(records).toMatchObject([
      {
        id,
        groupName: '采购一套',
        businessType: 'SALES',
        templates: [
          { id: one.id, templateName: '主合同', leftOut: null },
          { id: two.id, templateName: '补充协议', leftOut: null },
        ],
        createUserName: boss.name,
      },
    ]);
    expect(await versionsOf(admin, id)).toEqual([one.versionId, two.versionId]);
    const changed = { id, groupName: '销售一套', businessType: 'SALES' as const };
    await admin.call(updateGroup, { ...changed, templateIds: [two.id, one.id] });
    expect(await versionsOf(admin, id)).toEqual([two.versionId, one.versionId]);
    expect((await admin.call(listUsableGroups, { businessType: 'SALES' })).records[0]?.groupName).toBe(
      '销售一套',
    );
    expect((await admin.call(listUsableGroups, { businessType: 'PURCHASE' })).total).toBe(0);
    // of two who change it, the second is told
    const { updateTime } = records[0]!;
    expect(await refusal(admin, updateGroup, { ...changed, templateIds: [one.id], updateTime })).toBe(
      'CONFLICT',
    );
    await admin.call(removeGroup, { id });
    expect(await refusal(admin, useGroup, { id })).toBe('NOT_FOUND');
    const lines = (await admin.call(listPartRecords, { kind: 'GROUP' })).records;
    expect(lines.map(({ record, name }) => `${record} ${name}`)).toEqual([
      'REMOVED 销售一套',
      'CHANGED 销售一套',
      'ADDED 采购一套',
    ]);
    expect(lines[1]!.changes).toContainEqual({
      what: 'templates',
      before: '主合同、补充协议',
      after: '补充协议、主合同',
    });
  });

  it('have a name of their own, templates of one type, each once and reached by the enterprise', async () => {
    const { admin } = await companyWithAdmin();
    const other = await companyWithAdmin();
    const one = await enabled(admin, '主合同');
    const purchase = await enabled(admin, '采购', { businessType: 'PURCHASE' });
    const foreign = await enabled(other.admin, '别家的');
    const group = { groupName: '一套', businessType: 'SALES' as const };
    const problem = async (templateIds: string[]) =>
      (await admin.envelope(saveGroup, { ...group, templateIds })).fields?.[0];
    expect(await problem([one.id, one.id])).toEqual({ path: 'templateIds.1', problem: 'templateRepeated' });
    expect(await problem([purchase.id])).toEqual({ path: 'templateIds.0', problem: 'templateOtherBusiness' });
    expect(await problem([foreign.id])).toEqual({ path: 'templateIds.0', problem: 'templateUnknown' });
    expect(await refusal(admin, saveGroup, { ...group, templateIds: [] })).toBe('INPUT_INVALID');
    const { id } = await admin.call(saveGroup, { ...group, templateIds: [one.id] });
    expect(await refusal(admin, saveGroup, { ...group, templateIds: [one.id] })).toBe('TEMPLATE_NAME_TAKEN');
    // nobody of another enterprise sees or changes it, and who only sends does not look after it
    expect((await other.admin.call(listGroups, {})).total).toBe(0);
    expect(await refusal(other.admin, useGroup, { id })).toBe('NOT_FOUND');
    expect(await refusal(other.admin, removeGroup, { id })).toBe('NOT_FOUND');
    expect(await refusal(other.admin, updateGroup, { id, ...group, templateIds: [foreign.id] })).toBe(
      'NOT_FOUND',
    );
  });

  it('are used by senders, and managed in the console only', async () => {
    const company = await companyWithAdmin();
    const { id: templateId } = await enabled(company.admin, '主合同');
    const { id } = await company.admin.call(saveGroup, {
      groupName: '一套',
      businessType: 'SALES',
      templateIds: [templateId],
    });
    const person = await newPerson();
    await addMember(company.ent, person, ['SIGN_OPERATOR']);
    const sender = await signedIn(person, company.ent);
    expect((await sender.call(listUsableGroups, {})).total).toBe(1);
    expect(await versionsOf(sender, id)).toHaveLength(1);
    for (const [call, input] of [
      [listGroups, {}],
      [removeGroup, { id }],
    ] as const)
      expect(await refusal(sender, call as typeof removeGroup, input as { id: string })).toBe(
        'NO_PERMISSION',
      );
  });

  it('[8.16e] omit templates that cannot be used, and if none is left explain what to do', async () => {
    const { admin, ent } = await companyWithAdmin();
    const owner = await companyWithAdmin();
    const one = await enabled(admin, '主合同');
    const two = await enabled(admin, '补充协议');
    const foreign = await enabled(owner.admin, '集团范本');
    const grants = [{ entId: ent.id, level: 'VIEWABLE' as const }];
    await owner.admin.call(saveTemplateGrants, { id: foreign.id, grants });
    const { id } = await admin.call(saveGroup, {
      groupName: '一套',
      businessType: 'SALES',
      templateIds: [one.id, two.id, foreign.id],
    });
    await admin.call(disableTemplate, { id: one.id });
    const used = await admin.call(useGroup, { id });
    expect(used.versions.map(({ versionId }) => versionId)).toEqual([two.versionId, foreign.versionId]);
    expect(used.leftOut).toMatchObject([{ id: one.id, templateName: '主合同', leftOut: 'DISABLED' }]);
    // one of another business type, one that is no longer authorized
    await admin.call(updateTemplate, {
      id: two.id,
      templateName: '补充协议',
      ...SALES,
      businessType: 'OTHER',
    });
    await owner.admin.call(saveTemplateGrants, { id: foreign.id, grants: [] });
    expect(await refusal(admin, useGroup, { id })).toBe('TEMPLATE_GROUP_EMPTY');
    const { message } = await admin.envelope(useGroup, { id });
    expect(message).toContain('模板组“一套”中没有可用的模板');
    const { templates } = (await admin.call(listGroups, {})).records[0]!;
    expect(templates.map(({ templateName, leftOut }) => [templateName, leftOut])).toEqual([
      ['主合同', 'DISABLED'],
      ['补充协议', 'OTHER_BUSINESS'],
      ['', 'GONE'],
    ]);
    // one that is enabled again is used again; a removed one leaves the group
    await admin.call(enableTemplate, { id: one.id });
    expect(await versionsOf(admin, id)).toEqual([one.versionId]);
    await admin.call(disableTemplate, { id: one.id });
    await admin.call(removeTemplate, { id: one.id });
    expect(await refusal(admin, useGroup, { id })).toBe('TEMPLATE_GROUP_EMPTY');
    expect((await admin.call(listGroups, {})).records[0]!.templates).toHaveLength(2);
  });
});
