import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { listPartRecords } from '#core/template/calls.ts';
import {
  listTemplateGrants,
  listTemplates,
  removeTemplate,
  saveTemplate,
  saveTemplateGrants,
  updateTemplate,
} from '#core/template/record-calls.ts';
import { template, templateGrant, templateUse } from '#db/schema/index.ts';
import { addMember, companyWithAdmin, database, newPerson } from '#tests/fixtures/people.ts';
import { refusal, signedIn } from '#tests/fixtures/sign-in.ts';

const sales = {
  templateName: '销售合同',
  templateType: 'WORD' as const,
  businessType: 'SALES' as const,
  sceneType: 'ENT' as const,
};
const { templateType: _, ...salesFacts } = sales;

const enterprise = (ownerType: 'INSIDE' | 'OUTSIDE' = 'OUTSIDE') => companyWithAdmin({ ownerType });

const grantsOf = (templateId: string) =>
  database().select().from(templateGrant).where(eq(templateGrant.templateId, templateId));

describe('templates of an enterprise', () => {
  it('[3.7] [3.10b] begin as drafts, listed with type, owner, scene, status, creator and time', async () => {
    const { boss, ent, admin } = await enterprise();
    const { id } = await admin.call(saveTemplate, { ...sales, templateName: ' 销售合同 ' });
    expect(await admin.call(listTemplates, {})).toEqual({
      records: [
        {
          id,
          templateName: '销售合同',
          templateType: 'WORD',
          businessType: 'SALES',
          sceneType: 'ENT',
          status: 'DRAFT',
          reviewing: false,
          number: 0,
          entName: ent.name,
          access: 'OWNER',
          authorizedNum: 0,
          createUserName: boss.name,
          createTime: expect.any(Number),
          updateTime: expect.any(Number),
        },
      ],
      total: 1,
      current: 1,
      size: 10,
    });
    await admin.call(saveTemplate, {
      templateName: '劳动合同 2026',
      templateType: 'WEB',
      businessType: 'LABOUR',
      sceneType: 'HR',
    });
    const names = async (input: Parameters<typeof admin.call<typeof listTemplates>>[1]) =>
      (await admin.call(listTemplates, input)).records.map((row) => row.templateName);
    expect(await names({ templateName: '合同2026' })).toEqual(['劳动合同 2026']);
    expect(await names({ templateType: 'WORD' })).toEqual(['销售合同']);
    expect(await names({ businessType: 'LABOUR' })).toEqual(['劳动合同 2026']);
    expect(await names({ status: 'ENABLED' })).toEqual([]);
    expect(await names({ ascs: ['template_type'] })).toEqual(['劳动合同 2026', '销售合同']);
    expect(await names({ current: 2, size: 1 })).toEqual(['销售合同']);
  });

  it('[5.1a] [9.1] have a name of 1 to 20 characters that is the only one in the enterprise', async () => {
    const { admin } = await enterprise();
    for (const templateName of ['', '  ', '名'.repeat(21)])
      expect(await refusal(admin, saveTemplate, { ...sales, templateName })).toBe('INPUT_INVALID');
    await admin.call(saveTemplate, { ...sales, templateName: '名'.repeat(20) });
    const answers = await Promise.all([1, 2].map(() => refusal(admin, saveTemplate, sales)));
    expect(answers.sort()).toEqual(['OK', 'TEMPLATE_NAME_TAKEN']);
    await (await enterprise()).admin.call(saveTemplate, sales);
  });

  it('are changed and removed with what hangs on them, each with a line in the record', async () => {
    const { boss, admin } = await enterprise();
    const { id } = await admin.call(saveTemplate, sales);
    const [row] = (await admin.call(listTemplates, {})).records;
    const seen = { updateTime: row!.updateTime };
    await admin.call(updateTemplate, { id, ...salesFacts, sceneType: 'HR', ...seen });
    expect(await refusal(admin, updateTemplate, { id, ...salesFacts, ...seen })).toBe('CONFLICT');
    await database().insert(templateUse).values({ templateId: id, kind: 'ROLE', partId: 'somerole' });
    await admin.call(removeTemplate, { id });
    expect(await refusal(admin, removeTemplate, { id })).toBe('NOT_FOUND');
    expect(await database().select().from(templateUse).where(eq(templateUse.templateId, id))).toEqual([]);
    const { records } = await admin.call(listPartRecords, { kind: 'TEMPLATE' });
    expect(records.map((line) => [line.record, line.operator, line.changes])).toEqual([
      ['REMOVED', boss.name, []],
      ['CHANGED', boss.name, [{ what: 'scene', before: 'ENT', after: 'HR' }]],
      [
        'ADDED',
        boss.name,
        [
          { what: 'type', before: '', after: 'WORD' },
          { what: 'businessType', before: '', after: 'SALES' },
          { what: 'scene', before: '', after: 'ENT' },
        ],
      ],
    ]);
  });
});

describe('[6.3c] authorization of a template to organizations', () => {
  it('VIEWABLE is seen, EDITABLE is changed, too; neither is removed or authorized further', async () => {
    const [owner, editor, viewer] = [await enterprise(), await enterprise(), await enterprise()];
    const { id } = await owner.admin.call(saveTemplate, sales);
    expect((await editor.admin.call(listTemplates, {})).total).toBe(0);
    expect(await refusal(editor.admin, updateTemplate, { id, ...salesFacts })).toBe('NOT_FOUND');
    await owner.admin.call(saveTemplateGrants, {
      id,
      grants: [
        { entId: editor.ent.id, level: 'EDITABLE' },
        { entId: viewer.ent.id, level: 'VIEWABLE' },
      ],
    });
    const [mine] = (await owner.admin.call(listTemplates, {})).records;
    expect([mine?.access, mine?.authorizedNum]).toEqual(['OWNER', 2]);
    for (const [other, access] of [
      [editor, 'EDITABLE'],
      [viewer, 'VIEWABLE'],
    ] as const) {
      const { records } = await other.admin.call(listTemplates, {});
      // whose it is, but not who of them made it, nor who else has it
      expect(records).toMatchObject([
        { id, access, entName: owner.ent.name, createUserName: '', authorizedNum: 0 },
      ]);
      expect(await refusal(other.admin, removeTemplate, { id })).toBe('NO_PERMISSION');
      expect(await refusal(other.admin, listTemplateGrants, { id })).toBe('NO_PERMISSION');
      expect(await refusal(other.admin, saveTemplateGrants, { id, grants: [] })).toBe('NO_PERMISSION');
    }
    const renamed = { id, ...salesFacts, templateName: '销售合同（新）' };
    expect(await refusal(viewer.admin, updateTemplate, renamed)).toBe('NO_PERMISSION');
    await editor.admin.call(updateTemplate, renamed);
    const { records } = await owner.admin.call(listPartRecords, { kind: 'TEMPLATE' });
    expect([records[0]?.operator, records[0]?.changes[0]?.after]).toEqual([
      editor.boss.name,
      '销售合同（新）',
    ]);
    expect((await editor.admin.call(listPartRecords, { kind: 'TEMPLATE' })).total).toBe(0);
    // the name is the only one of the owner's, not of who changes it
    await owner.admin.call(saveTemplate, sales);
    expect(await refusal(editor.admin, updateTemplate, { id, ...salesFacts })).toBe('TEMPLATE_NAME_TAKEN');
  });

  it('is set as a whole, by the owner’s console only, and recorded in the log', async () => {
    const [owner, other] = [await enterprise(), await enterprise()];
    const { id } = await owner.admin.call(saveTemplate, sales);
    const grant = (level: 'EDITABLE' | 'VIEWABLE') => ({
      id,
      grants: [{ entId: other.ent.id, level }],
    });
    await owner.admin.call(saveTemplateGrants, grant('VIEWABLE'));
    await owner.admin.call(saveTemplateGrants, grant('EDITABLE'));
    expect(await owner.admin.call(listTemplateGrants, { id })).toEqual([
      { entId: other.ent.id, entName: other.ent.name, level: 'EDITABLE' },
    ]);
    await owner.admin.call(saveTemplateGrants, { id, grants: [] });
    expect(await grantsOf(id)).toEqual([]);
    expect(await refusal(other.admin, updateTemplate, { id, ...salesFacts })).toBe('NOT_FOUND');
    const { records } = await owner.admin.call(listPartRecords, { kind: 'TEMPLATE' });
    expect(records.slice(0, 3).map((line) => line.changes)).toEqual([
      [{ what: 'grant', before: `${other.ent.name} EDITABLE`, after: '' }],
      [{ what: 'grant', before: `${other.ent.name} VIEWABLE`, after: `${other.ent.name} EDITABLE` }],
      [{ what: 'grant', before: '', after: `${other.ent.name} VIEWABLE` }],
    ]);
    const clerk = await newPerson();
    await addMember(owner.ent, clerk, ['SIGN_OPERATOR']);
    const asClerk = await signedIn(clerk, owner.ent);
    expect(await refusal(asClerk, listTemplates, {})).toBe('NO_PERMISSION');
    expect(await refusal(asClerk, saveTemplateGrants, grant('EDITABLE'))).toBe('NO_PERMISSION');
  });

  it('is not set over what somebody else decided since it was read', async () => {
    const [owner, one, other] = [await enterprise(), await enterprise(), await enterprise()];
    const { id } = await owner.admin.call(saveTemplate, sales);
    const [row] = (await owner.admin.call(listTemplates, {})).records;
    const to = (entId: string) => ({
      id,
      grants: [{ entId, level: 'VIEWABLE' as const }],
      updateTime: row!.updateTime,
    });
    await owner.admin.call(saveTemplateGrants, to(one.ent.id));
    expect(await refusal(owner.admin, saveTemplateGrants, to(other.ent.id))).toBe('CONFLICT');
    const [first, ...more] = await grantsOf(id);
    expect([first?.entId, more]).toEqual([one.ent.id, []]);
    // Who is added later leaves it known when the others were.
    const both = [one, other].map(({ ent }) => ({ entId: ent.id, level: 'VIEWABLE' as const }));
    await owner.admin.call(saveTemplateGrants, { id, grants: both });
    expect(await grantsOf(id)).toHaveLength(2);
    expect(await grantsOf(id)).toContainEqual(first);
  });

  it('[8.16h] is refused for an organization of another type, for the owner itself, and for none', async () => {
    const [owner, inside, other] = [await enterprise(), await enterprise('INSIDE'), await enterprise()];
    const { id } = await owner.admin.call(saveTemplate, sales);
    const to = (entId: string) => ({
      id,
      grants: [
        { entId: other.ent.id, level: 'VIEWABLE' as const },
        { entId, level: 'VIEWABLE' as const },
      ],
    });
    const envelope = await owner.admin.envelope(saveTemplateGrants, to(inside.ent.id));
    expect(envelope.message).toContain(`“${inside.ent.name}”与本企业的类型不一致`);
    expect(await refusal(owner.admin, saveTemplateGrants, to(owner.ent.id))).toBe(
      'TEMPLATE_ORGANIZATION_TYPE',
    );
    expect(await refusal(owner.admin, saveTemplateGrants, to('nothing0here'))).toBe('ENTERPRISE_NOT_FOUND');
    expect(await grantsOf(id)).toEqual([]);
    expect((await database().select().from(template).where(eq(template.id, id)))[0]?.ownerType).toBe(
      'OUTSIDE',
    );
  });
});
