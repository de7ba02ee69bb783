import { and, eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import type { Role } from '#core/call.ts';
import {
  listPartRecords,
  listRoles,
  removeRole,
  saveRole,
  searchDictionary,
  updateRole,
} from '#core/template/calls.ts';
import { templateRole, templateUse } from '#db/schema/index.ts';
import {
  addMember,
  companyWithAdmin,
  database,
  newCompany,
  newPerson,
  setCompany,
} from '#tests/fixtures/people.ts';
import { refusal, signedIn } from '#tests/fixtures/sign-in.ts';

const role = { roleType: 'ENTERPRISE' as const, roleName: '采购方', note: '采购的一方' };

const edition = () => companyWithAdmin({ isBiz: true });

const rowsOf = (entId: string) =>
  database()
    .select()
    .from(templateRole)
    .where(eq(templateRole.ownerKey, `E:${entId}`));

describe('roles of templates', () => {
  it('[7.3a] [7.2] [3.9] [3.10b] are added, listed with maker and time before the system’s', async () => {
    const { boss, admin } = await edition();
    const given = (await admin.call(listRoles, {})).records;
    expect(given.map((row) => row.editable)).toEqual(given.map(() => false));
    expect(given.map((row) => row.roleName)).toContain('甲方');
    const { id } = await admin.call(saveRole, { ...role, roleName: '  采购方 ' });
    const { records, total, current, size } = await admin.call(listRoles, { current: 1, size: 10 });
    expect([total, current, size]).toEqual([given.length + 1, 1, 10]);
    expect(records.slice(1)).toEqual(given);
    expect(records[0]).toEqual({
      id,
      roleName: '采购方',
      roleType: 'ENTERPRISE',
      note: '采购的一方',
      createUserName: boss.name,
      createTime: expect.any(Number),
      updateBy: boss.id,
      updateUserName: boss.name,
      updateTime: records[0]!.createTime,
      ownerType: 'OUTSIDE',
      editable: true,
    });
  });

  it('[7.2] [3.25b] are paged, found by a part of their name and sorted', async () => {
    const { admin } = await edition();
    for (const roleName of ['供方 一', '供方二', '需方', 'A_B'])
      await admin.call(saveRole, { ...role, roleName });
    const names = async (input: Parameters<typeof admin.call<typeof listRoles>>[1]) =>
      (await admin.call(listRoles, input)).records.map((row) => row.roleName);
    expect((await names({ roleName: '供方' })).sort()).toEqual(['供方 一', '供方二']);
    // the search form takes the blanks out
    expect(await names({ roleName: '供方一' })).toEqual(['供方 一']);
    // what means something to the database is a letter
    expect(await names({ roleName: '_' })).toEqual(['A_B']);
    expect(await names({ roleName: '乙方' })).toEqual(['乙方', '乙方（个人）']);
    const sorted = await names({ ascs: ['role_name'], size: 50 });
    expect(sorted.slice(0, 4)).toEqual(['A_B', '供方 一', '供方二', '需方']);
    expect((await names({ descs: ['role_name'], size: 50 })).slice(0, 4)).toEqual([
      '需方',
      '供方二',
      '供方 一',
      'A_B',
    ]);
    // own and given ones over pages, each once
    const pages = await Promise.all([1, 2, 3, 4].map((current) => names({ current, size: 3 })));
    expect(pages.map((page) => page.length)).toEqual([3, 3, 3, 0]);
    expect(new Set(pages.flat()).size).toBe(9);
  });

  it('[7.3b] [3.9] are changed: who and when is kept; somebody else’s change is not overwritten', async () => {
    const { boss, ent, admin } = await edition();
    const colleague = await newPerson();
    await addMember(ent, colleague, ['BUSINESS_ADMIN']);
    const second = await signedIn(colleague, ent);
    const { id } = await admin.call(saveRole, role);
    const before = (await admin.call(listRoles, { roleName: '采购方' })).records[0]!;
    const seen = { updateTime: before.updateTime! };
    await second.call(updateRole, { id, ...role, roleName: '购买方', roleType: 'PERSON', ...seen });
    const after = (await admin.call(listRoles, { roleName: '购买方' })).records[0]!;
    expect(after).toMatchObject({
      id,
      roleType: 'PERSON',
      createUserName: boss.name,
      updateUserName: colleague.name,
      updateBy: colleague.id,
    });
    expect(after.updateTime).toBeGreaterThan(before.updateTime!);
    expect(await refusal(admin, updateRole, { id, ...role, note: '迟了', ...seen })).toBe('CONFLICT');
    expect((await rowsOf(ent.id)).map((row) => row.note)).toEqual(['采购的一方']);
  });

  it('[7.3c] are removed, and their log shows every change and who made it', async () => {
    const { boss, ent, admin } = await edition();
    const { id } = await admin.call(saveRole, role);
    await admin.call(updateRole, { id, ...role, roleName: '买方' });
    // nothing changed, nothing told
    await admin.call(updateRole, { id, ...role, roleName: '买方' });
    await admin.call(removeRole, { id });
    expect(await rowsOf(ent.id)).toEqual([]);
    expect(await refusal(admin, removeRole, { id })).toBe('NOT_FOUND');
    expect(await refusal(admin, updateRole, { id, ...role })).toBe('NOT_FOUND');
    const { records, total } = await admin.call(listPartRecords, { kind: 'ROLE' });
    expect(total).toBe(3);
    expect(records.map((line) => [line.record, line.name, line.operator, line.changes])).toEqual([
      ['REMOVED', '买方', boss.name, []],
      ['CHANGED', '买方', boss.name, [{ what: 'name', before: '采购方', after: '买方' }]],
      [
        'ADDED',
        '采购方',
        boss.name,
        [
          { what: 'type', before: '', after: 'ENTERPRISE' },
          { what: 'note', before: '', after: '采购的一方' },
        ],
      ],
    ]);
    expect((await admin.call(listPartRecords, { kind: 'FIELD' })).total).toBe(0);
  });

  it('a name is unique in its enterprise, also of two at once, and none that the system gives', async () => {
    const { ent, admin } = await edition();
    const answers = await Promise.all([1, 2, 3].map(() => refusal(admin, saveRole, role)));
    expect(answers.sort()).toEqual(['OK', 'TEMPLATE_NAME_TAKEN', 'TEMPLATE_NAME_TAKEN']);
    const envelope = await admin.envelope(saveRole, role);
    expect(envelope.fields).toEqual([{ path: 'roleName', problem: 'TEMPLATE_NAME_TAKEN' }]);
    for (const roleName of ['甲方', 'Party A'])
      expect(await refusal(admin, saveRole, { ...role, roleName }), roleName).toBe('TEMPLATE_NAME_TAKEN');
    const { id } = await admin.call(saveRole, { ...role, roleName: '供方' });
    expect(await refusal(admin, updateRole, { id, ...role })).toBe('TEMPLATE_NAME_TAKEN');
    await admin.call(updateRole, { id, ...role, roleName: '供方', note: '同名改备注' });
    expect((await rowsOf(ent.id)).map(({ name }) => name).sort()).toEqual(['供方', '采购方']);
    // another enterprise has names of its own
    const other = await edition();
    await other.admin.call(saveRole, role);
  });

  it('what a template uses is not removed, nor signed by another kind; its words may change', async () => {
    const { admin } = await edition();
    const { id } = await admin.call(saveRole, role);
    const use = { templateId: `t${id.slice(1)}`, kind: 'ROLE', partId: id };
    await database().insert(templateUse).values(use);
    expect(await refusal(admin, removeRole, { id })).toBe('TEMPLATE_PART_IN_USE');
    expect(await refusal(admin, updateRole, { id, ...role, roleType: 'PERSON' })).toBe(
      'TEMPLATE_PART_IN_USE',
    );
    await admin.call(updateRole, { id, ...role, roleName: '采购单位' });
    await database()
      .delete(templateUse)
      .where(and(eq(templateUse.templateId, use.templateId), eq(templateUse.partId, id)));
    await admin.call(removeRole, { id });
  });
});

describe('who looks after them', () => {
  it('[6.6g] only enterprises of the business edition', async () => {
    const { ent, admin } = await edition();
    await setCompany(ent, { isBiz: false });
    for (const answer of [
      await refusal(admin, listRoles, {}),
      await refusal(admin, saveRole, role),
      await refusal(admin, updateRole, { id: 'nothing0here', ...role }),
      await refusal(admin, removeRole, { id: 'nothing0here' }),
      await refusal(admin, searchDictionary, { dicType: 'TEMPLATE_FIELD_TYPE' }),
      await refusal(admin, listPartRecords, { kind: 'ROLE' }),
    ])
      expect(answer).toBe('BUSINESS_EDITION_NEEDED');
    expect(await rowsOf(ent.id)).toEqual([]);
  });

  it('[6.6a] [6.2a] its administrator and business administrators, nobody else, no other firm', async () => {
    const { boss, ent, admin } = await edition();
    const { id } = await admin.call(saveRole, role);
    const as = async (roles: Role[]) => {
      const person = await newPerson();
      await addMember(ent, person, roles);
      return signedIn(person, ent);
    };
    const manager = await as(['BUSINESS_ADMIN']);
    await manager.call(updateRole, { id, ...role, note: '业务管理员改的' });
    const clerk = await as(['SIGN_OPERATOR', 'SEAL_ADMIN', 'HR']);
    expect(await refusal(clerk, listRoles, {})).toBe('NO_PERMISSION');
    expect(await refusal(clerk, removeRole, { id })).toBe('NO_PERMISSION');
    expect(await refusal(await signedIn(boss), listRoles, {})).toBe('SWITCH_TO_ENTERPRISE');
    const stranger = await edition();
    expect(await refusal(stranger.admin, updateRole, { id, ...role })).toBe('NOT_FOUND');
    expect(await refusal(stranger.admin, removeRole, { id })).toBe('NOT_FOUND');
    const theirs = (await stranger.admin.call(listRoles, {})).records;
    expect(theirs.filter((row) => row.editable)).toEqual([]);
    expect((await stranger.admin.call(listPartRecords, { kind: 'ROLE' })).total).toBe(0);
    // what the system gives is nobody's to change
    expect(await refusal(admin, removeRole, { id: theirs[0]!.id })).toBe('NOT_FOUND');
    expect((await rowsOf(ent.id)).map(({ note }) => note)).toEqual(['业务管理员改的']);
  });

  it('[6.6e] the owner type comes from the session, whatever is sent', async () => {
    const boss = await newPerson({ ownerType: 'INSIDE' });
    const ent = await newCompany(boss, { isBiz: true, ownerType: 'INSIDE' });
    const admin = await signedIn(boss, ent);
    await admin.call(saveRole, { ...role, ownerType: 'OUTSIDE' });
    expect((await rowsOf(ent.id)).map(({ ownerType }) => ownerType)).toEqual(['INSIDE']);
    const inside = await admin.call(listRoles, { ownerType: 'INSIDE' });
    expect(inside.records.map((row) => row.ownerType)).toEqual(inside.records.map(() => 'INSIDE'));
    expect(inside.total).toBeGreaterThan(1);
    expect((await admin.call(listRoles, { ownerType: 'OUTSIDE' })).total).toBe(0);
  });
});

it('[5.2a] [5.2b] [5.2c] [5.2d] the server refuses what the form would', async () => {
  const { ent, admin } = await edition();
  for (const wrong of [
    { roleName: '  ' },
    { roleName: '方'.repeat(21) },
    { roleType: 'ROBOT' as 'PERSON' },
    { note: '' },
    { note: '注'.repeat(51) },
  ])
    expect(await refusal(admin, saveRole, { ...role, ...wrong })).toBe('INPUT_INVALID');
  expect(await refusal(admin, listRoles, { roleName: '方'.repeat(21) })).toBe('INPUT_INVALID');
  expect(await rowsOf(ent.id)).toEqual([]);
});

it('[7.4] [3.10a] the dictionary names the types in the language of the request', async () => {
  const { admin } = await edition();
  const roles = await admin.call(searchDictionary, { dicType: 'TEMPLATE_SIGN_ROLE_TYPE' });
  expect(roles.map(({ dicCode, dicName }) => [dicCode, dicName])).toEqual([
    ['ENTERPRISE', '企业'],
    ['PERSON', '个人'],
  ]);
  expect(new Set(roles.map(({ id }) => id)).size).toBe(2);
  const fields = await admin.call(
    searchDictionary,
    { dicType: 'TEMPLATE_FIELD_TYPE' },
    { 'Accept-Language': 'en-US' },
  );
  expect(fields.map(({ dicName }) => dicName)).toContain('Date');
  expect(await refusal(admin, searchDictionary, { dicType: 'OTHER' as 'TEMPLATE_FIELD_TYPE' })).toBe(
    'INPUT_INVALID',
  );
});
