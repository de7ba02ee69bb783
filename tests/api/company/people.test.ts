import { and, eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { listPersons, removePerson, savePerson } from '#core/company/calls.ts';
import { getLoggedUserInfo, userMenus } from '#core/identity/calls.ts';
import { getTask, sendTask } from '#core/task/calls.ts';
import { listTasks } from '#core/task/list-calls.ts';
import { account, sealGrant, sealRecord } from '#db/schema/index.ts';
import { sealLoginName } from '#edge/identity/names.ts';
import { ApiClient } from '#tests/client.ts';
import { sentNotice, sentNotices, trailEntries } from '#tests/fixtures/messages.ts';
import { maskedMobile } from '#tests/fixtures/new-number.ts';
import { loggedIn, refusal, signedIn } from '#tests/fixtures/sign-in.ts';
import { keyProofOf } from '../../fixtures/api-keys.ts';
import { enterpriseSigner, personSigner, taskToSend } from '../../fixtures/contracts.ts';
import {
  addMember,
  type Company,
  database,
  keyring,
  memberRow,
  newCompany,
  newPerson,
  newToken,
  type Person,
} from '../../fixtures/people.ts';
import { runJobs } from '../../fixtures/run-jobs.ts';
import { proofOf } from '../../fixtures/ukeys.ts';
import { product } from '../../product.ts';
import { newSeal } from './seals.ts';

const nothing = { roles: ['EMPLOYEE' as const], businessTypes: null, stamps: [] };

async function company() {
  const [boss, clerk] = [await newPerson(), await newPerson()];
  const ent = await newCompany(boss);
  await addMember(ent, clerk, ['SIGN_OPERATOR']);
  return { ent, boss, clerk, admin: await signedIn(boss, ent) };
}

const grantsOf = (person: Person) =>
  database().select().from(sealGrant).where(eq(sealGrant.accountId, person.id));

describe('people of the enterprise', () => {
  it('[3.2a] lists name, masked mobile, roles, business types, seals and time of joining', async () => {
    const { ent, boss, clerk, admin } = await company();
    const stampId = await newSeal(ent);
    await admin.call(savePerson, {
      userId: clerk.id,
      roles: ['SEAL_OPERATOR'],
      businessTypes: ['LABOUR'],
      stamps: [{ stampId, level: 'EDITABLE' }],
    });
    const { records, total } = await admin.call(listPersons, {});
    expect(total).toBe(2);
    expect(records.map((r) => [r.name, r.self, r.editable])).toEqual([
      [boss.name, true, false],
      [clerk.name, false, true],
    ]);
    expect(records[1]).toMatchObject({
      mobile: maskedMobile(clerk.mobile),
      roles: ['SEAL_OPERATOR'],
      businessTypes: ['LABOUR'],
      stamps: [{ stampId, level: 'EDITABLE' }],
    });
    expect(JSON.stringify(records)).not.toContain(clerk.mobile);
    expect((await admin.call(listPersons, { role: 'ENT_ADMIN' })).records.map((r) => r.userId)).toEqual([
      boss.id,
    ]);
    expect((await admin.call(listPersons, { name: clerk.name })).total).toBe(1);
    expect((await admin.call(listPersons, { name: '%' })).total).toBe(0);
  });

  it('are found by part of their sealed names, paged; no mobile can be guessed digit by digit', async () => {
    const { ent, admin } = await company();
    const names = ['买买提·吐尔逊', '吐尔逊江', '𫖯文', '百分%_之一'];
    const people = await Promise.all(names.map((name) => newPerson({ name })));
    for (const person of people) await addMember(ent, person, ['EMPLOYEE']);
    const nameless = await newPerson({ name: '' });
    const columns = await sealLoginName({ keys: await keyring() }, nameless.id, nameless.mobile);
    await database().update(account).set(columns).where(eq(account.id, nameless.id));
    await addMember(ent, nameless, ['EMPLOYEE']);
    const find = async (name: string, more: { role?: 'ENT_ADMIN'; current?: number; size?: number } = {}) => {
      const { records, total } = await admin.call(listPersons, { name, ...more });
      return [total, ...records.map((r) => r.name)];
    };
    expect(await find('吐尔逊')).toEqual([2, '买买提·吐尔逊', '吐尔逊江']);
    expect(await find('吐尔逊', { current: 2, size: 1 })).toEqual([2, '吐尔逊江']);
    expect(await find('吐尔逊', { role: 'ENT_ADMIN' })).toEqual([0]);
    expect(await find('𫖯')).toEqual([1, '𫖯文']);
    expect(await find('%')).toEqual([1, '百分%_之一']);
    const masked = `${nameless.mobile.slice(0, 3)}****${nameless.mobile.slice(-4)}`;
    expect(await find(nameless.mobile)).toEqual([1, masked]);
    expect(await find(nameless.mobile.slice(0, 10))).toEqual([0]);
  });

  it('[6.1] [6.2a] a new role counts at once; only administrators set business administrators', async () => {
    const { ent, boss, clerk, admin } = await company();
    const third = await newPerson();
    await addMember(ent, third, ['EMPLOYEE']);
    const client = await signedIn(clerk, ent);
    expect((await client.call(getLoggedUserInfo, {})).roles).toEqual(['SIGN_OPERATOR']);
    const appointing = { userId: clerk.id, ...nothing, roles: ['BUSINESS_ADMIN' as const] };
    await admin.call(savePerson, { ...appointing, proof: await keyProofOf(admin) });
    expect((await client.call(getLoggedUserInfo, {})).roles).toEqual(['BUSINESS_ADMIN']);
    await client.call(savePerson, { userId: third.id, ...nothing, roles: ['SEAL_ADMIN'] });
    const refused = [
      { userId: third.id, ...nothing, roles: ['BUSINESS_ADMIN' as const] },
      { userId: boss.id, ...nothing },
      { userId: clerk.id, ...nothing, roles: ['SEAL_ADMIN' as const] },
    ];
    for (const input of refused) expect(await refusal(client, savePerson, input)).toBe('ROLE_NOT_YOURS');
    expect(await refusal(client, removePerson, { userId: boss.id })).toBe('ROLE_NOT_YOURS');
    expect(await refusal(client, removePerson, { userId: clerk.id })).toBe('ROLE_NOT_YOURS');
    expect(await refusal(admin, savePerson, { userId: boss.id, ...nothing })).toBe('ROLE_NOT_YOURS');
  });

  it('a business administrator takes a second proof and no single sign-on; the others are told', async () => {
    const { ent, boss, clerk, admin } = await company();
    const deputy = await newPerson();
    await addMember(ent, deputy, ['BUSINESS_ADMIN']);
    const appointing = { userId: clerk.id, ...nothing, roles: ['BUSINESS_ADMIN' as const] };
    await keyProofOf(admin);
    const wrong = await proofOf(admin, '135790');
    expect(await refusal(admin, savePerson, appointing)).toBe('INPUT_INVALID');
    expect(await refusal(admin, savePerson, { ...appointing, proof: wrong })).toBe('SIGN_PASSWORD_WRONG');
    const through = new ApiClient(product().baseUrl);
    through.session = { ...admin.session!, accessToken: await newToken(boss, ent, true) };
    const proof = await keyProofOf(admin);
    expect(await refusal(through, savePerson, { ...appointing, proof })).toBe('SSO_NOT_YOURSELF');
    const sales = { ...appointing, businessTypes: ['SALES' as const] };
    expect(await refusal(admin, savePerson, { ...sales, proof })).toBe('OK');
    const told = await sentNotice(await signedIn(deputy, ent), `将 ${clerk.name} 设为`);
    expect(told.subject).toContain(boss.name);
    // Further types are power, too; fewer are not.
    const both = { ...sales, businessTypes: ['SALES' as const, 'LEASE' as const] };
    expect(await refusal(admin, savePerson, both)).toBe('INPUT_INVALID');
    expect(await refusal(admin, savePerson, { ...both, proof: await keyProofOf(admin) })).toBe('OK');
    expect(await refusal(admin, savePerson, sales)).toBe('OK');
  });

  it('another enterprise reaches none of them', async () => {
    const { clerk } = await company();
    const other = await company();
    expect(await refusal(other.admin, removePerson, { userId: clerk.id })).toBe('NOT_FOUND');
    expect(await refusal(other.admin, savePerson, { userId: clerk.id, ...nothing })).toBe('NOT_FOUND');
  });

  it('[6.2b] a member sends contracts of the business types they were given, and of no other', async () => {
    const { ent, clerk, admin } = await company();
    const give = (businessTypes: ('SALES' | 'PURCHASE')[] | null) =>
      admin.call(savePerson, { userId: clerk.id, roles: ['SIGN_OPERATOR'], businessTypes, stamps: [] });
    const client = await signedIn(clerk, ent);
    const partner = await newPerson();
    const signer = personSigner({ realName: partner.name, mobile: partner.mobile });
    const send = async () => refusal(client, sendTask, await taskToSend(client, [signer]));
    await give(['SALES']);
    expect(await send()).toBe('BUSINESS_TYPE_NOT_GIVEN');
    await give(['SALES', 'PURCHASE']);
    expect(await send()).toBe('OK');
    await give(null);
    expect(await send()).toBe('OK');
  });
});

describe('removing', () => {
  it('[4.9d] [4.14b] clears roles, business types and every seal authorization, and the way in', async () => {
    const { ent, clerk, admin } = await company();
    const elsewhere = await newCompany(clerk);
    const [one, two, foreign] = [await newSeal(ent), await newSeal(ent), await newSeal(elsewhere)];
    const stamps = [one, two].map((stampId) => ({ stampId, level: 'VIEWABLE' as const }));
    await admin.call(savePerson, { userId: clerk.id, ...nothing, stamps });
    await database()
      .insert(sealGrant)
      .values({ sealId: foreign, accountId: clerk.id, level: 'EDITABLE', grantedBy: clerk.id, grantedAt: 1 });
    const client = await signedIn(clerk, ent);
    await client.call(userMenus, {});
    await admin.call(removePerson, { userId: clerk.id });
    expect(await memberRow(ent, clerk)).toMatchObject({ roles: [], businessTypes: [] });
    expect((await memberRow(ent, clerk))?.leftAt).not.toBeNull();
    // What they may do elsewhere is nobody's to take.
    expect((await grantsOf(clerk)).map((g) => g.sealId)).toEqual([foreign]);
    const record = await database()
      .select()
      .from(sealRecord)
      .where(and(eq(sealRecord.sealId, one), eq(sealRecord.record, 'UNAUTHORIZED')));
    expect(record.map((r) => r.remark)).toEqual([clerk.name]);
    expect(await refusal(client, userMenus, {})).toBe('SESSION_REPLACED');
    const again = await loggedIn(clerk);
    await expect(again.switchTo(ent.id)).rejects.toThrow();
    await runJobs();
    const { records } = await sentNotices(again);
    expect(records[0]?.subject).toContain(`您已被移出“${ent.name}”`);
  });

  it('a member who returns has no former permissions', async () => {
    const { ent, clerk, admin } = await company();
    const stampId = await newSeal(ent);
    await admin.call(savePerson, { userId: clerk.id, ...nothing, stamps: [{ stampId, level: 'VIEWABLE' }] });
    await admin.call(removePerson, { userId: clerk.id });
    expect(await refusal(admin, removePerson, { userId: clerk.id })).toBe('NOT_FOUND');
    expect(await grantsOf(clerk)).toEqual([]);
  });

  it('[4.9d] their pending signatures pass to the enterprise’s administrator, as the trail says', async () => {
    const { ent, boss, clerk, admin } = await company();
    const sender = await newPerson();
    const sendingEnt: Company = await newCompany(sender);
    const client = await signedIn(sender, sendingEnt);
    const signer = {
      ...enterpriseSigner(ent, { realName: clerk.name, mobile: clerk.mobile }),
      department: '法务部',
      email: 'clerk@example.com',
    };
    const { planId: taskId } = await client.call(sendTask, await taskToSend(client, [signer]));
    // What was said of the one is not said of the other.
    const said = async () => (await admin.call(getTask, { planId: taskId })).signerList[0];
    expect(await said()).toMatchObject({ department: '法务部', email: 'c***@example.com' });
    const operator = await signedIn(clerk, ent);
    expect((await operator.call(listTasks, { box: 'pending' })).total).toBe(1);
    await admin.call(removePerson, { userId: clerk.id });
    await expect
      .poll(
        async () =>
          (await admin.call(getTask, { planId: taskId }).catch(() => null))?.signerList[0]?.userName,
      )
      .toBe(boss.name);
    expect(await said()).toMatchObject({ department: '', email: '' });
    expect((await admin.call(listTasks, { box: 'pending' })).records.map((r) => r.planId)).toEqual([taskId]);
    const trail = await trailEntries(client, taskId);
    expect(trail.at(-1)).toMatchObject({
      event: 'HANDED_OVER',
      remark: `${clerk.name} → ${boss.name}`,
    });
    await sentNotice(client, `经办人由 ${clerk.name} 变更为 ${boss.name}`);
  });
});
