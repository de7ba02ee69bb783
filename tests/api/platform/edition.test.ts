import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { type MenuItem, userMenus } from '#core/identity/calls.ts';
import { changeEdition, listAudit, listPlatformEnterprises } from '#core/platform/calls.ts';
import { listFields, listRoles, saveFields, saveRole } from '#core/template/calls.ts';
import { enterprise } from '#db/schema/index.ts';
import type { ApiClient } from '#tests/client.ts';
import { sentNotices } from '#tests/fixtures/messages.ts';
import { addMember, companyWithAdmin, database, newPerson, setCompany } from '#tests/fixtures/people.ts';
import { refusal, signedIn } from '#tests/fixtures/sign-in.ts';

const role = { roleType: 'ENTERPRISE' as const, roleName: '采购方', note: '采购的一方' };
const field = { fieldName: '交货地点', fieldLength: 30, fieldType: 'TEXT' };
const begin = { from: 'STANDARD', to: 'BUSINESS', reason: '已付费' } as const;
const end = { from: 'BUSINESS', to: 'STANDARD', reason: '到期未续' } as const;

const platform = async () => signedIn(await newPerson({ ownerType: 'INSIDE', platformAdmin: true }));

async function company() {
  const made = await companyWithAdmin();
  return { ...made, entId: made.ent.id };
}

async function editionSeen(client: ApiClient, { id, name }: { id: string; name: string }) {
  const { records } = await client.call(listPlatformEnterprises, { entName: name });
  return records.find((row) => row.entId === id)?.edition;
}

/** What the menu holds of roles and fields of templates: pages and buttons. */
async function partsInMenu(client: ApiClient): Promise<string[]> {
  const all = (items: readonly MenuItem[]): string[] =>
    items.flatMap(({ name, children }) => [name, ...all(children)]);
  return all(await client.call(userMenus, {})).filter((name) => /template(Role|Field)/i.test(name));
}

const linesOf = async (client: ApiClient, ent: { id: string; name: string }) =>
  (await client.call(listAudit, { action: 'EDITION_CHANGED', targetName: ent.name })).records
    .filter((line) => line.targetId === ent.id)
    .map(({ actorName, targetKind, remark }) => ({ actorName, targetKind, remark }));

it('an enterprise is found by part of its name with blanks in it, as read out or copied', async () => {
  const { ent } = await company();
  const client = await platform();
  const entName = `${ent.name.slice(0, 2)} ${ent.name.slice(2)} `;
  const { records } = await client.call(listPlatformEnterprises, { entName });
  expect(records.map(({ entId }) => entId)).toContain(ent.id);
});

describe('the edition of an enterprise', () => {
  it('[6.6g] is given and ended by the platform; menus follow, calls refuse, what was made stays', async () => {
    const { boss, ent, entId, admin } = await company();
    const reviewer = await newPerson({ ownerType: 'INSIDE', platformAdmin: true });
    const client = await signedIn(reviewer);
    expect(await editionSeen(client, ent)).toBe('STANDARD');
    expect(await partsInMenu(admin)).toEqual([]);
    expect(await refusal(admin, listRoles, {})).toBe('BUSINESS_EDITION_NEEDED');

    await client.call(changeEdition, { entId, ...begin });
    expect(await editionSeen(client, ent)).toBe('BUSINESS');
    const opened = await partsInMenu(admin);
    expect(opened).toContain('front_templateRole_add');
    expect(opened).toContain('front_templateField_add');
    const { id } = await admin.call(saveRole, role);
    const { ids } = await admin.call(saveFields, { fieldList: [field], ownerType: 'OUTSIDE', isFront: 1 });

    await client.call(changeEdition, { entId, ...end });
    expect(await editionSeen(client, ent)).toBe('STANDARD');
    expect(await partsInMenu(admin)).toEqual([]);
    expect(await refusal(admin, listRoles, {})).toBe('BUSINESS_EDITION_NEEDED');
    expect(await refusal(admin, saveRole, { ...role, roleName: '另一方' })).toBe('BUSINESS_EDITION_NEEDED');
    expect(await refusal(admin, listFields, {})).toBe('BUSINESS_EDITION_NEEDED');

    await client.call(changeEdition, { entId, ...begin, reason: '续费' });
    expect(await partsInMenu(admin)).toEqual(opened);
    const roles = (await admin.call(listRoles, {})).records.filter((row) => row.editable);
    expect(roles).toMatchObject([{ id, ...role }]);
    const fields = (await admin.call(listFields, {})).records.filter((row) => row.editable);
    expect(fields).toMatchObject([{ id: ids[0], fieldName: '交货地点', fieldLength: 30 }]);

    // What it was and is, and why, the newest first.
    const by = { actorName: reviewer.name, targetKind: 'ENTERPRISE' };
    expect(await linesOf(client, ent)).toEqual([
      { ...by, remark: 'edition: STANDARD → BUSINESS; 续费' },
      { ...by, remark: 'edition: BUSINESS → STANDARD; 到期未续' },
      { ...by, remark: 'edition: STANDARD → BUSINESS; 已付费' },
    ]);
    const person = await signedIn(boss);
    await expect
      .poll(async () =>
        (await sentNotices(person, { normalMessageCategory: 'system' })).records.map((one) => one.subject),
      )
      .toContain(`“${ent.name}”已转为标准版，模板角色和模板字段会保留。原因：到期未续`);
  });

  it('[6.1] is the platform’s alone to set, with a reason, and of an enterprise that there is', async () => {
    const { boss, ent, entId, admin } = await company();
    const manager = await newPerson();
    await addMember(ent, manager, ['BUSINESS_ADMIN']);
    const platformPerson = await newPerson({ ownerType: 'INSIDE', platformAdmin: true });
    await addMember(ent, platformPerson, ['ENT_ADMIN']);
    for (const outsider of [
      admin,
      await signedIn(boss),
      await signedIn(manager, ent),
      // whoever acts for an enterprise has no right of the platform
      await signedIn(platformPerson, ent),
    ])
      expect(await refusal(outsider, changeEdition, { entId, ...begin })).toBe('NO_PERMISSION');
    const client = await platform();
    expect(await refusal(client, changeEdition, { entId, ...begin, reason: ' ' })).toBe('INPUT_INVALID');
    expect(await refusal(client, changeEdition, { entId: 'nothing0here', ...begin })).toBe('NOT_FOUND');
    await setCompany(ent, { nodeType: 'DEPTMENT' });
    expect(await refusal(client, changeEdition, { entId, ...begin })).toBe('NOT_FOUND');
    const [row] = await database().select().from(enterprise).where(eq(enterprise.id, entId));
    expect(row!.isBiz).toBe(false);
    expect(await linesOf(client, ent)).toEqual([]);
  });

  it('changes once: the second of two at once is rejected, a repeated request gets one response', async () => {
    const { ent, entId } = await company();
    const [one, other] = [await platform(), await platform()];
    const answers = await Promise.all(
      [one, other].map((client) => client.envelope(changeEdition, { entId, ...begin })),
    );
    expect(answers.map((answer) => answer.code).sort()).toEqual([200, 409000]);
    expect(await refusal(one, changeEdition, { entId, ...begin })).toBe('CONFLICT');
    expect(await refusal(one, changeEdition, { entId, ...begin, from: 'BUSINESS' })).toBe('CONFLICT');
    const request = { 'X-Request-Id': crypto.randomUUID() };
    const ended = await Promise.all(
      [1, 2].map(() => one.envelope(changeEdition, { entId, ...end }, request)),
    );
    ended.push(await one.envelope(changeEdition, { entId, ...end }, request));
    expect(ended.map((answer) => answer.code)).toEqual([200, 200, 200]);
    expect(await editionSeen(one, ent)).toBe('STANDARD');
    expect((await linesOf(one, ent)).map((line) => line.remark)).toEqual([
      'edition: BUSINESS → STANDARD; 到期未续',
      'edition: STANDARD → BUSINESS; 已付费',
    ]);
  });
});
