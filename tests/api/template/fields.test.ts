import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { LIMITS } from '#core/config/limits.ts';
import {
  listFields,
  listPartRecords,
  putField,
  removeField,
  saveFields,
  updateField,
} from '#core/template/calls.ts';
import { templateField, templateUse } from '#db/schema/index.ts';
import { addMember, companyWithAdmin, database, newPerson, setCompany } from '#tests/fixtures/people.ts';
import { refusal, signedIn } from '#tests/fixtures/sign-in.ts';

const field = { fieldName: '交货地点', fieldLength: 30, fieldType: 'TEXT' };

const edition = () => companyWithAdmin({ isBiz: true });

const rowsOf = (entId: string) =>
  database()
    .select()
    .from(templateField)
    .where(eq(templateField.ownerKey, `E:${entId}`));

it('[7.5b] [7.5a] [3.8] [3.10b] several are added at once, listed before the system’s own', async () => {
  const { boss, admin } = await edition();
  const given = (await admin.call(listFields, { size: 50 })).records;
  expect(given.map(({ isFront, editable }) => [isFront, editable])).toEqual(given.map(() => [0, false]));
  const { ids } = await admin.call(saveFields, {
    fieldList: [field, { fieldName: '税率', fieldLength: 5, fieldType: 'NUMBER,TEXT' }],
    ownerType: 'OUTSIDE' as const,
    isFront: 1,
  });
  const { records, total } = await admin.call(listFields, { size: 50 });
  expect(total).toBe(given.length + 2);
  expect(records.slice(2)).toEqual(given);
  expect(records[1]).toEqual({
    id: ids[1],
    fieldName: '税率',
    fieldLength: 5,
    fieldType: 'TEXT,NUMBER',
    fieldTypeName: '文本、数字',
    isFront: 1,
    createUserName: boss.name,
    createTime: expect.any(Number),
    updateBy: boss.id,
    updateUserName: boss.name,
    updateTime: expect.any(Number),
    ownerType: 'OUTSIDE' as const,
    editable: true,
  });
  const names = async (input: Parameters<typeof admin.call<typeof listFields>>[1]) =>
    (await admin.call(listFields, { size: 50, ...input })).records.map((row) => row.fieldName);
  expect(await names({ fieldName: '税' })).toEqual(['税率']);
  expect(await names({ fieldType: 'NUMBER' })).toEqual(['税率']);
  expect(await names({ fieldType: 'NUMBER,DATE' })).toEqual(['税率', '开始日期', '结束日期', '签订日期']);
  expect((await names({ descs: ['field_length'] })).slice(0, 2)).toEqual(['交货地点', '税率']);
  expect((await names({ ascs: ['field_length'] })).slice(0, 2)).toEqual(['税率', '交货地点']);
});

it('[7.5c] [7.5d] a field is changed by POST or PUT and removed, each with a line on record', async () => {
  const { boss, ent, admin } = await edition();
  const { ids } = await admin.call(saveFields, { fieldList: [field] });
  const id = ids[0]!;
  await admin.call(updateField, { id, ...field, fieldLength: 20, isFront: 1 });
  await admin.call(putField, { id, ...field, fieldLength: 20, fieldType: 'TEXT,DATE' });
  const [row] = await rowsOf(ent.id);
  expect([row?.length, row?.types]).toEqual([20, ['TEXT', 'DATE']]);
  expect(await refusal(admin, updateField, { id, ...field, updateTime: row!.createdAt })).toBe('CONFLICT');
  await admin.call(removeField, { id });
  expect(await rowsOf(ent.id)).toEqual([]);
  expect(await refusal(admin, removeField, { id })).toBe('NOT_FOUND');
  const { records } = await admin.call(listPartRecords, { kind: 'FIELD' });
  expect(records.map((line) => [line.record, line.operator, line.changes])).toEqual([
    ['REMOVED', boss.name, []],
    ['CHANGED', boss.name, [{ what: 'type', before: 'TEXT', after: 'TEXT,DATE' }]],
    ['CHANGED', boss.name, [{ what: 'length', before: '30', after: '20' }]],
    [
      'ADDED',
      boss.name,
      [
        { what: 'type', before: '', after: 'TEXT' },
        { what: 'length', before: '', after: '30' },
      ],
    ],
  ]);
});

it('a name is unique in its enterprise: of several none is added if one is taken', async () => {
  const { ent, admin } = await edition();
  await admin.call(saveFields, { fieldList: [field] });
  const others = [{ ...field, fieldName: '税率' }, field];
  const envelope = await admin.envelope(saveFields, { fieldList: others });
  expect(envelope.fields).toEqual([{ path: 'fieldList.1.fieldName', problem: 'TEMPLATE_NAME_TAKEN' }]);
  const twice = [
    { ...field, fieldName: '数量' },
    { ...field, fieldName: '数量' },
  ];
  expect(await refusal(admin, saveFields, { fieldList: twice })).toBe('TEMPLATE_NAME_TAKEN');
  for (const fieldName of ['合同编号', 'ContractNo'])
    expect(await refusal(admin, saveFields, { fieldList: [{ ...field, fieldName }] }), fieldName).toBe(
      'TEMPLATE_NAME_TAKEN',
    );
  expect((await rowsOf(ent.id)).map(({ name }) => name)).toEqual(['交货地点']);
  const answers = await Promise.all(
    [1, 2].map(() => refusal(admin, saveFields, { fieldList: [{ ...field, fieldName: '同时' }] })),
  );
  expect(answers.sort()).toEqual(['OK', 'TEMPLATE_NAME_TAKEN']);
});

it('what a template uses is not removed', async () => {
  const { admin } = await edition();
  const { ids } = await admin.call(saveFields, { fieldList: [field] });
  const id = ids[0]!;
  await database()
    .insert(templateUse)
    .values({ templateId: `t${id.slice(1)}`, kind: 'FIELD', partId: id });
  expect(await refusal(admin, removeField, { id })).toBe('TEMPLATE_PART_IN_USE');
  await admin.call(updateField, { id, ...field, fieldName: '交货地址' });
});

it('an enterprise keeps no more fields than there is room for', async () => {
  const { ent, admin } = await edition();
  const now = Date.now();
  await database()
    .insert(templateField)
    .values(
      Array.from({ length: LIMITS.templateParts - 1 }, (_, i) => ({
        id: crypto.randomUUID().replaceAll('-', ''),
        ownerKey: `E:${ent.id}`,
        ownerType: 'OUTSIDE' as const,
        name: `f${i}`,
        length: 1,
        types: ['TEXT' as const],
        createdBy: 'nobody000',
        createdAt: now,
        updatedBy: 'nobody000',
        updatedAt: now,
      })),
    );
  const two = [field, { ...field, fieldName: '税率' }];
  expect(await refusal(admin, saveFields, { fieldList: two })).toBe('TEMPLATE_PARTS_FULL');
  const answers = await Promise.all(
    Array.from({ length: 6 }, (_, i) =>
      refusal(admin, saveFields, { fieldList: [{ ...field, fieldName: `末位${i}` }] }),
    ),
  );
  expect(answers.sort()).toEqual(['OK', ...Array(5).fill('TEMPLATE_PARTS_FULL')]);
  expect(await rowsOf(ent.id)).toHaveLength(LIMITS.templateParts);
});

it('[6.6b] [6.6e] [6.6g] fields follow roles: business edition, its console, own kind of owner', async () => {
  const { ent, admin } = await edition();
  const { ids } = await admin.call(saveFields, { fieldList: [field], ownerType: 'INSIDE' });
  const id = ids[0]!;
  expect((await rowsOf(ent.id)).map(({ ownerType }) => ownerType)).toEqual(['OUTSIDE']);
  expect((await admin.call(listFields, { ownerType: 'INSIDE' })).total).toBe(0);
  const clerk = await newPerson();
  await addMember(ent, clerk, ['SIGN_OPERATOR']);
  expect(await refusal(await signedIn(clerk, ent), listFields, {})).toBe('NO_PERMISSION');
  const stranger = await edition();
  expect(await refusal(stranger.admin, updateField, { id, ...field })).toBe('NOT_FOUND');
  expect(await refusal(stranger.admin, removeField, { id })).toBe('NOT_FOUND');
  await setCompany(ent, { isBiz: false });
  for (const answer of [
    await refusal(admin, listFields, {}),
    await refusal(admin, saveFields, { fieldList: [{ ...field, fieldName: '税率' }] }),
    await refusal(admin, updateField, { id, ...field }),
    await refusal(admin, removeField, { id }),
  ])
    expect(answer).toBe('BUSINESS_EDITION_NEEDED');
  expect((await rowsOf(ent.id)).map(({ name }) => name)).toEqual(['交货地点']);
});

it('[5.3a] [5.3b] [5.3c] [5.3d] the server refuses what the form would', async () => {
  const { ent, admin } = await edition();
  for (const wrong of [
    { fieldName: '' },
    { fieldName: '字'.repeat(11) },
    { fieldName: '金额(元)' },
    { fieldLength: 0 },
    { fieldLength: 31 },
    { fieldLength: 1.5 },
    { fieldType: '' },
    { fieldType: 'COLOUR' },
  ])
    expect(await refusal(admin, saveFields, { fieldList: [{ ...field, ...wrong }] })).toBe('INPUT_INVALID');
  expect(await refusal(admin, saveFields, { fieldList: [] })).toBe('INPUT_INVALID');
  expect(await refusal(admin, listFields, { fieldName: '字'.repeat(11) })).toBe('INPUT_INVALID');
  expect(await rowsOf(ent.id)).toEqual([]);
});
