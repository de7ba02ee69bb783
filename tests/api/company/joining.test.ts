import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import {
  getAuthorizationChoices,
  listEnterpriseTreeSimple,
  listJoinApplications,
  listMyBusinesses,
  passJoin,
  rejectJoin,
  saveApplyJoinEnt,
  withdrawJoin,
} from '#core/company/calls.ts';
import { getLoggedUserInfo } from '#core/identity/calls.ts';
import { account, companyRecord, sealGrant } from '#db/schema/index.ts';
import { sentNotices } from '#tests/fixtures/messages.ts';
import { refusal, signedIn } from '#tests/fixtures/sign-in.ts';
import { addMember, database, memberRow, newCompany, newPerson, setCompany } from '../../fixtures/people.ts';
import { newSeal } from './seals.ts';

const reason = '销售部新同事，需要签合同';
const nothing = { roles: ['EMPLOYEE' as const], businessTypes: null, stamps: [] };

/** An enterprise with its administrator signed in for it, and somebody who wants to join. */
async function company() {
  const [boss, applicant] = [await newPerson(), await newPerson()];
  const ent = await newCompany(boss);
  return {
    ent,
    boss,
    applicant,
    admin: await signedIn(boss, ent),
    guest: await signedIn(applicant),
  };
}

describe('looking an enterprise up', () => {
  it('[7.15a] [5.15a] finds the enterprise by its complete trimmed name, never by a part of it', async () => {
    const { ent, guest } = await company();
    const found = await guest.call(listEnterpriseTreeSimple, {
      nodeName: `  ${ent.name} `,
      nodeTypes: 'ENTERPRISE-ENTERPRISE',
    });
    expect(found).toEqual([{ relationId: ent.id, nodeName: ent.name, nodeType: 'ENTERPRISE-ENTERPRISE' }]);
    for (const nodeName of [ent.name.slice(0, -1), '%', '', '企', `${ent.name}'`])
      expect(await guest.call(listEnterpriseTreeSimple, { nodeName }), nodeName).toEqual([]);
  });

  it('[9.10] takes names of 2 to 100 characters, with either kind of brackets', async () => {
    const { guest, boss } = await company();
    const long = await newCompany(null, { name: `长${crypto.randomUUID()}${'名'.repeat(63)}`.slice(0, 100) });
    const brackets = await newCompany(boss, { name: `括号（${crypto.randomUUID().slice(0, 8)}）有限公司` });
    const find = (nodeName: string) => guest.call(listEnterpriseTreeSimple, { nodeName });
    expect(await find(long.name)).toHaveLength(1);
    expect(await find(brackets.name.replace('（', '(').replace('）', ' )'))).toHaveLength(1);
    expect(await find(`${long.name}名`)).toEqual([]);
  });
});

describe('applying', () => {
  it('[3.20] [7.15b] [4.9a] [1.9b] an application carries enterprise and reason and waits', async () => {
    const { ent, applicant, guest, admin } = await company();
    const { applyId } = await guest.call(saveApplyJoinEnt, { entId: ent.id, applyReason: ` ${reason} ` });
    const [mine] = await guest.call(listMyBusinesses, {});
    expect(mine).toMatchObject({
      entName: ent.name,
      member: null,
      application: { applyId, state: 'PENDING', reason },
    });
    const { records } = await admin.call(listJoinApplications, {});
    expect(records).toMatchObject([{ applyId, name: applicant.name, state: 'PENDING', reason }]);
    expect(records[0]?.mobile).toBe(`${applicant.mobile.slice(0, 3)}****${applicant.mobile.slice(-4)}`);
    const notices = async () =>
      (await sentNotices(admin, { normalMessageCategory: 'approval' })).records.map((n) => n.subject);
    await expect
      .poll(async () => (await notices()).join())
      .toContain(`${applicant.name} 申请加入“${ent.name}”`);
    // [4.9c] Nobody is a member by asking.
    expect(await memberRow(ent, applicant)).toBeUndefined();
    expect(await guest.envelope(getLoggedUserInfo, {})).toMatchObject({ code: 200 });
    await expect(guest.switchTo(ent.id)).rejects.toThrow();
    // It stands among those that wait, and once it is decided among those that are over.
    const listed = async (audited: 'true' | 'false') =>
      (await admin.call(listJoinApplications, { audited })).records.map((row) => [row.applyId, row.state]);
    expect([await listed('false'), await listed('true')]).toEqual([[[applyId, 'PENDING']], []]);
    await admin.call(rejectJoin, { applyId, remark: '不是本企业的人' });
    expect([await listed('false'), await listed('true')]).toEqual([[], [[applyId, 'REJECTED']]]);
  });

  it('[5.15b] [9.9] the reason is needed and at most 64 characters, counted as a person counts', async () => {
    const { ent, guest } = await company();
    for (const applyReason of ['', '   ', '理'.repeat(65)])
      expect(await refusal(guest, saveApplyJoinEnt, { entId: ent.id, applyReason })).toBe('INPUT_INVALID');
    // 64 characters beyond the basic plane are 128 units.
    expect(await refusal(guest, saveApplyJoinEnt, { entId: ent.id, applyReason: '𠮷'.repeat(64) })).toBe(
      'OK',
    );
  });

  it('[5.15c] [8.4c] joining needs a verified person', async () => {
    const { ent } = await company();
    for (const personalAuthStatus of ['UNAUTH', 'AUTHING', 'REVOKE', 'GOINGAUTH'] as const) {
      const client = await signedIn(await newPerson({ personalAuthStatus }));
      expect(await refusal(client, saveApplyJoinEnt, { entId: ent.id, applyReason: reason })).toBe(
        'REAL_NAME_NEEDED',
      );
    }
  });

  it('[6.5a] [8.16j] [8.3a] [8.3b] no inside user joins, and nobody a disabled or unverified one', async () => {
    const { ent, guest } = await company();
    const insider = await signedIn(await newPerson({ ownerType: 'INSIDE' }));
    const input = { entId: ent.id, applyReason: reason };
    expect(await refusal(insider, saveApplyJoinEnt, input)).toBe('NO_PERMISSION');
    await setCompany(ent, { businessStatus: 'DISABLE' });
    expect((await guest.envelope(saveApplyJoinEnt, input)).message).toBe(
      '该公司已被停用，请联系平台管理员。',
    );
    await setCompany(ent, { businessStatus: 'ENABLE', authStatus: 'AUTHING' });
    expect((await guest.envelope(saveApplyJoinEnt, input)).message).toBe('该公司需要认证，请耐心等待。');
    expect(await refusal(guest, saveApplyJoinEnt, { entId: 'nobodyknowsit', applyReason: reason })).toBe(
      'ENTERPRISE_NOT_FOUND',
    );
  });

  it('an application is made once: not beside one that waits, not by a member, not twice at once', async () => {
    const { ent, guest, applicant } = await company();
    const input = { entId: ent.id, applyReason: reason };
    const answers = await Promise.all([1, 2, 3].map(() => refusal(guest, saveApplyJoinEnt, input)));
    expect(answers.sort()).toEqual(['JOIN_PENDING', 'JOIN_PENDING', 'OK']);
    await addMember(ent, applicant, ['EMPLOYEE']);
    expect(await refusal(guest, saveApplyJoinEnt, input)).toBe('JOIN_ALREADY_MEMBER');
  });

  it('[4.9a] a withdrawn application is REVOKED and cannot be decided; a new one can be made', async () => {
    const { ent, guest, admin, applicant } = await company();
    const { applyId } = await guest.call(saveApplyJoinEnt, { entId: ent.id, applyReason: reason });
    const stranger = await signedIn(await newPerson());
    expect(await refusal(stranger, withdrawJoin, { applyId })).toBe('NOT_FOUND');
    await guest.call(withdrawJoin, { applyId });
    expect((await guest.call(listMyBusinesses, {}))[0]?.application?.state).toBe('REVOKED');
    expect(await refusal(admin, passJoin, { applyId, ...nothing })).toBe('APPLICATION_WITHDRAWN');
    expect(await refusal(guest, withdrawJoin, { applyId })).toBe('APPLICATION_DECIDED');
    expect(await memberRow(ent, applicant)).toBeUndefined();
    await guest.call(saveApplyJoinEnt, { entId: ent.id, applyReason: reason });
  });
});

describe('reviewing', () => {
  it('[6.2b] [4.9a] approving gives roles, business types and seals, and the person can switch', async () => {
    const { ent, guest, admin, applicant } = await company();
    const stampId = await newSeal(ent);
    const { applyId } = await guest.call(saveApplyJoinEnt, { entId: ent.id, applyReason: reason });
    const choices = await admin.call(getAuthorizationChoices, {});
    expect(choices.stamps.map((s) => s.stampId)).toEqual([stampId]);
    expect(choices.roles).toContain('BUSINESS_ADMIN');
    expect(choices.roles).not.toContain('ENT_ADMIN');
    await admin.call(passJoin, {
      applyId,
      roles: ['SIGN_OPERATOR', 'SEAL_OPERATOR'],
      businessTypes: ['SALES', 'LEASE'],
      stamps: [{ stampId, level: 'VIEWABLE' }],
    });
    expect(await memberRow(ent, applicant)).toMatchObject({
      roles: ['SIGN_OPERATOR', 'SEAL_OPERATOR'],
      businessTypes: ['SALES', 'LEASE'],
      leftAt: null,
    });
    const grants = await database().select().from(sealGrant).where(eq(sealGrant.accountId, applicant.id));
    expect(grants).toMatchObject([{ sealId: stampId, level: 'VIEWABLE' }]);
    const [mine] = await guest.call(listMyBusinesses, {});
    expect(mine).toMatchObject({ member: { administrator: false }, application: null });
    await guest.switchTo(ent.id);
    expect((await guest.call(getLoggedUserInfo, {})).roles).toEqual(['SIGN_OPERATOR', 'SEAL_OPERATOR']);
    const records = await database()
      .select()
      .from(companyRecord)
      .where(eq(companyRecord.enterpriseId, ent.id));
    expect(records.map((r) => r.record).sort()).toEqual(['JOIN_APPLIED', 'JOIN_PASSED']);
  });

  it('[4.9a] rejecting says why; the person may apply again', async () => {
    const { ent, guest, admin } = await company();
    const { applyId } = await guest.call(saveApplyJoinEnt, { entId: ent.id, applyReason: reason });
    await admin.call(rejectJoin, { applyId, remark: '不认识' });
    expect((await guest.call(listMyBusinesses, {}))[0]?.application).toMatchObject({
      state: 'REJECTED',
      remark: '不认识',
    });
    await guest.call(saveApplyJoinEnt, { entId: ent.id, applyReason: reason });
    expect((await guest.call(listMyBusinesses, {}))[0]?.application?.state).toBe('PENDING');
  });

  it('of two administrators who decide concurrently one succeeds, and the other is told', async () => {
    const { ent, guest, admin, applicant } = await company();
    const second = await newPerson();
    await addMember(ent, second, ['BUSINESS_ADMIN']);
    const other = await signedIn(second, ent);
    const { applyId } = await guest.call(saveApplyJoinEnt, { entId: ent.id, applyReason: reason });
    const answers = await Promise.all([
      refusal(admin, passJoin, { applyId, ...nothing }),
      refusal(other, rejectJoin, { applyId, remark: '' }),
      refusal(admin, passJoin, { applyId, ...nothing }),
    ]);
    expect(answers.filter((a) => a === 'OK')).toHaveLength(1);
    expect(answers.filter((a) => a === 'APPLICATION_DECIDED')).toHaveLength(2);
    const passed = answers[1] !== 'OK';
    expect((await memberRow(ent, applicant)) !== undefined).toBe(passed);
  });

  it('an applicant who closed the account or lost the real name does not become a member', async () => {
    const { ent, guest, admin, applicant } = await company();
    const { applyId } = await guest.call(saveApplyJoinEnt, { entId: ent.id, applyReason: reason });
    const set = (change: Partial<typeof account.$inferInsert>) =>
      database().update(account).set(change).where(eq(account.id, applicant.id));
    await set({ personalAuthStatus: 'REVOKE' });
    expect(await refusal(admin, passJoin, { applyId, ...nothing })).toBe('APPLICANT_GONE');
    await set({ personalAuthStatus: 'AUTH', status: 'CANCELLED' });
    expect(await refusal(admin, passJoin, { applyId, ...nothing })).toBe('APPLICANT_GONE');
    expect(await memberRow(ent, applicant)).toBeUndefined();
  });

  it('a person who became a member in another way keeps their roles', async () => {
    const { ent, guest, admin, applicant } = await company();
    const { applyId } = await guest.call(saveApplyJoinEnt, { entId: ent.id, applyReason: reason });
    await addMember(ent, applicant, ['APPROVER']);
    expect(await refusal(admin, passJoin, { applyId, ...nothing })).toBe('JOIN_ALREADY_MEMBER');
    expect((await memberRow(ent, applicant))?.roles).toEqual(['APPROVER']);
  });

  it('[6.2a] business administrators review but appoint none; other roles and enterprises cannot', async () => {
    const { ent, guest, applicant } = await company();
    const [second, clerk] = [await newPerson(), await newPerson()];
    await addMember(ent, second, ['BUSINESS_ADMIN']);
    await addMember(ent, clerk, ['SIGN_OPERATOR', 'SEAL_ADMIN', 'HR']);
    const { applyId } = await guest.call(saveApplyJoinEnt, { entId: ent.id, applyReason: reason });
    const business = await signedIn(second, ent);
    expect((await business.call(getAuthorizationChoices, {})).roles).not.toContain('BUSINESS_ADMIN');
    expect(await refusal(business, passJoin, { applyId, ...nothing, roles: ['BUSINESS_ADMIN'] })).toBe(
      'ROLE_NOT_YOURS',
    );
    expect(await refusal(await signedIn(clerk, ent), passJoin, { applyId, ...nothing })).toBe(
      'NO_PERMISSION',
    );
    const elsewhere = await newCompany(second);
    expect(await refusal(await signedIn(second, elsewhere), passJoin, { applyId, ...nothing })).toBe(
      'NOT_FOUND',
    );
    const foreignSeal = await newSeal(elsewhere);
    const stamps = [{ stampId: foreignSeal, level: 'EDITABLE' as const }];
    expect(await refusal(business, passJoin, { applyId, ...nothing, stamps })).toBe('INPUT_INVALID');
    // ENT_ADMIN is not a role that the wire knows here.
    const forged = { applyId, ...nothing, roles: ['ENT_ADMIN'] } as unknown as typeof nothing & {
      applyId: string;
    };
    expect(await refusal(business, passJoin, forged)).toBe('INPUT_INVALID');
    expect(await refusal(business, passJoin, { applyId, ...nothing })).toBe('OK');
    expect((await memberRow(ent, applicant))?.roles).toEqual(['EMPLOYEE']);
  });
});
