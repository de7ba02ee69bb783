import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { listPartRecords } from '#core/template/calls.ts';
import type { ClauseContent } from '#core/template/clause.ts';
import {
  listClauses,
  readClause,
  removeClause,
  saveClause,
  updateClause,
} from '#core/template/clause-calls.ts';
import { templateClause } from '#db/schema/index.ts';
import { addMember, companyWithAdmin, database, newPerson } from '#tests/fixtures/people.ts';
import { refusal, signedIn } from '#tests/fixtures/sign-in.ts';

const contentOf = (words: string): ClauseContent => ({
  body: [
    {
      type: 'clause',
      attrs: {
        id: 'clause0001',
        level: 0,
        align: null,
        size: null,
        leading: null,
        indent: null,
        firstIndent: null,
      },
      content: [
        { type: 'text', text: words },
        { type: 'field', attrs: { field: 'field00001' } },
      ],
    },
  ],
  fields: [
    {
      key: 'field00001',
      name: '付款日期',
      types: ['DATE'],
      length: 10,
      input: 'LINE',
      format: 'DATE_LONG',
      choices: [],
      required: true,
      preset: '',
    },
  ],
});
const clause = { clauseName: '付款', category: '价款', content: contentOf('甲方应当于此日付清：') };

it('clauses are kept with fields, found by name, category and words, changed on record', async () => {
  const { boss, ent, admin } = await companyWithAdmin({});
  const colleague = await newPerson();
  await addMember(ent, colleague, ['BUSINESS_ADMIN']);
  const second = await signedIn(colleague, ent);
  const { id } = await admin.call(saveClause, clause);
  await admin.call(saveClause, { clauseName: '保密', content: contentOf('双方保守秘密，至') });
  const names = async (keyword?: string) =>
    (await second.call(listClauses, keyword ? { keyword } : {})).records.map(({ clauseName }) => clauseName);
  expect(await names()).toEqual(['保密', '付款']);
  expect(await names('价款')).toEqual(['付款']);
  expect(await names('秘密')).toEqual(['保密']);
  expect(await names('付款')).toEqual(['保密', '付款']);
  expect(await names('%')).toEqual([]);
  const { updateTime, ...read } = await second.call(readClause, { id });
  expect(read).toEqual({ id, ...clause });
  const [row] = (await second.call(listClauses, { keyword: '价款' })).records;
  expect(row).toMatchObject({
    text: '甲方应当于此日付清：【付款日期】',
    createUserName: boss.name,
    updateUserName: boss.name,
  });

  const content = contentOf('乙方应当于此日付清：');
  await second.call(updateClause, { id, clauseName: '支付', category: '价款', content, updateTime });
  expect(await refusal(admin, updateClause, { id, clauseName: '付款', updateTime })).toBe('CONFLICT');
  await second.call(updateClause, { id, clauseName: '支付', category: '' });
  expect((await admin.call(readClause, { id })).content).toEqual(content);
  await admin.call(removeClause, { id });
  expect(await refusal(admin, removeClause, { id })).toBe('NOT_FOUND');
  expect(await refusal(admin, readClause, { id })).toBe('NOT_FOUND');
  const { records } = await admin.call(listPartRecords, { kind: 'CLAUSE' });
  expect(records.map(({ record, name, operator, changes }) => [record, name, operator, changes])).toEqual([
    ['REMOVED', '支付', boss.name, []],
    ['CHANGED', '支付', colleague.name, [{ what: 'category', before: '价款', after: '' }]],
    [
      'CHANGED',
      '支付',
      colleague.name,
      [
        { what: 'name', before: '付款', after: '支付' },
        {
          what: 'text',
          before: '甲方应当于此日付清：【付款日期】',
          after: '乙方应当于此日付清：【付款日期】',
        },
      ],
    ],
    ['ADDED', '保密', boss.name, [{ what: 'text', before: '', after: '双方保守秘密，至【付款日期】' }]],
    [
      'ADDED',
      '付款',
      boss.name,
      [
        { what: 'category', before: '', after: '价款' },
        { what: 'text', before: '', after: '甲方应当于此日付清：【付款日期】' },
      ],
    ],
  ]);
});

it('its own enterprise alone sees, changes and removes a clause, by who manages templates', async () => {
  const { ent, admin } = await companyWithAdmin({});
  const other = await companyWithAdmin({});
  const { id } = await admin.call(saveClause, clause);
  expect((await other.admin.call(listClauses, {})).records).toEqual([]);
  expect(await refusal(other.admin, readClause, { id })).toBe('NOT_FOUND');
  expect(await refusal(other.admin, updateClause, { id, clauseName: '付款' })).toBe('NOT_FOUND');
  expect(await refusal(other.admin, removeClause, { id })).toBe('NOT_FOUND');
  expect((await other.admin.call(listPartRecords, { kind: 'CLAUSE' })).records).toEqual([]);
  // the same name is free in another enterprise
  await other.admin.call(saveClause, clause);
  const member = await newPerson();
  await addMember(ent, member, []);
  const plain = await signedIn(member, ent);
  for (const [call, input] of [
    [listClauses, {}],
    [readClause, { id }],
    [saveClause, clause],
    [updateClause, { id, clauseName: '付款' }],
    [removeClause, { id }],
  ] as const)
    expect(await refusal(plain, call, input), call.id).toBe('NO_PERMISSION');
  const rows = await database()
    .select()
    .from(templateClause)
    .where(eq(templateClause.ownerKey, `E:${ent.id}`));
  expect(rows.map(({ name, updatedAt, createdAt }) => [name, updatedAt === createdAt])).toEqual([
    ['付款', true],
  ]);
});

it('a clause has a unique name, and complete text', async () => {
  const { admin } = await companyWithAdmin({});
  await admin.call(saveClause, clause);
  const taken = await admin.envelope(saveClause, clause);
  expect(taken.fields).toEqual([{ path: 'clauseName', problem: 'TEMPLATE_NAME_TAKEN' }]);
  const [block] = clause.content.body;
  for (const content of [
    { ...clause.content, fields: [] },
    { ...clause.content, body: [block!, block!] },
    {
      body: [
        { type: 'paragraph' as const, content: [{ type: 'seal' as const, attrs: { anchor: 'anchor0001' } }] },
      ],
      fields: [],
    },
    { body: [{ type: 'paragraph' as const }], fields: [] },
  ]) {
    const { fields } = await admin.envelope(saveClause, { ...clause, clauseName: '别的', content });
    expect(fields?.map(({ path }) => path)).toEqual(['content']);
  }
  const hidden = contentOf('甲\u202e方');
  expect(await refusal(admin, saveClause, { ...clause, clauseName: '别的', content: hidden })).toBe(
    'INPUT_INVALID',
  );
  const answers = await Promise.all(
    [1, 2].map(() => refusal(admin, saveClause, { ...clause, clauseName: '同时' })),
  );
  expect(answers.sort()).toEqual(['OK', 'TEMPLATE_NAME_TAKEN']);
});
