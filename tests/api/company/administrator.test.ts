import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import type { AnyCall } from '#core/call.ts';
import {
  applyAdministrator,
  cancelAdminApplication,
  decideAdminApplication,
  decideOrphanApplication,
  listAdminApplications,
  listAdministrators,
  listOrphanApplications,
  listSuccessors,
  showAdministrator,
  transferAdministrator,
} from '#core/company/administrator-calls.ts';
import { leaveEnterprise, listMyBusinesses, listPersons, revokeEnterpriseAuth } from '#core/company/calls.ts';
import { listAudit } from '#core/platform/calls.ts';
import { certificate, companyRecord, enterprise, sealGrant } from '#db/schema/index.ts';
import { ApiClient } from '#tests/client.ts';
import { sentNotice } from '#tests/fixtures/messages.ts';
import { maskedMobile } from '#tests/fixtures/new-number.ts';
import { refusal, signedIn } from '#tests/fixtures/sign-in.ts';
import { keyProofOf } from '../../fixtures/api-keys.ts';
import { addMember, database, memberRow, newCompany, newPerson, newToken } from '../../fixtures/people.ts';
import { proofOf } from '../../fixtures/ukeys.ts';
import { product } from '../../product.ts';
import { newSeal } from './seals.ts';

const applyReason = '原管理员已离职';

async function company() {
  const [boss, clerk] = [await newPerson(), await newPerson()];
  const ent = await newCompany(boss);
  await addMember(ent, clerk, ['SIGN_OPERATOR']);
  return { ent, boss, clerk, bossClient: await signedIn(boss), clerkClient: await signedIn(clerk) };
}

const administratorOf = async (id: string) =>
  (await database().select().from(enterprise).where(eq(enterprise.id, id)))[0]?.administratorId;

describe('becoming administrator', () => {
  it('[4.9b] waits for approval, is approved by the present administrator, who stays a member', async () => {
    const { ent, boss, clerk, clerkClient } = await company();
    const { applyId, approver } = await clerkClient.call(applyAdministrator, { entId: ent.id, applyReason });
    expect(approver).toBe('ADMINISTRATOR');
    expect((await clerkClient.call(listMyBusinesses, {}))[0]?.adminApplication).toMatchObject({
      applyId,
      state: 'TO_APPROVE',
      approver: 'ADMINISTRATOR',
    });
    expect(await refusal(clerkClient, applyAdministrator, { entId: ent.id, applyReason })).toBe(
      'ADMIN_APPLICATION_PENDING',
    );
    const admin = await signedIn(boss, ent);
    const { records } = await admin.call(listAdminApplications, {});
    expect(records).toMatchObject([{ applyId, name: clerk.name, state: 'TO_APPROVE', reason: applyReason }]);
    const listed = async (client: typeof admin, audited: 'true' | 'false') =>
      (await client.call(listAdminApplications, { audited })).records.map((row) => row.state);
    expect([await listed(admin, 'false'), await listed(admin, 'true')]).toEqual([['TO_APPROVE'], []]);
    await admin.call(decideAdminApplication, { applyId, pass: true, proof: await keyProofOf(admin) });
    const successor = await signedIn(clerk, ent);
    expect([await listed(successor, 'false'), await listed(successor, 'true')]).toEqual([[], ['APPROVED']]);
    expect(await administratorOf(ent.id)).toBe(clerk.id);
    expect((await memberRow(ent, clerk))?.roles).toEqual(['ENT_ADMIN', 'SIGN_OPERATOR']);
    expect(await memberRow(ent, boss)).toMatchObject({ roles: ['EMPLOYEE'], leftAt: null });
    expect((await clerkClient.call(listMyBusinesses, {}))[0]).toMatchObject({
      member: { administrator: true },
      adminApplication: { state: 'APPROVED' },
    });
    expect(await refusal(admin, listPersons, {})).toBe('NO_PERMISSION');
  });

  it('[4.9b] can be cancelled and rejected; what is decided stays decided', async () => {
    const { ent, boss, clerk, clerkClient } = await company();
    const admin = await signedIn(boss, ent);
    const first = await clerkClient.call(applyAdministrator, { entId: ent.id, applyReason });
    await clerkClient.call(cancelAdminApplication, { applyId: first.applyId });
    expect(
      await refusal(admin, decideAdminApplication, {
        applyId: first.applyId,
        pass: true,
        proof: await keyProofOf(admin),
      }),
    ).toBe('APPLICATION_WITHDRAWN');
    const second = await clerkClient.call(applyAdministrator, { entId: ent.id, applyReason });
    await admin.call(decideAdminApplication, { applyId: second.applyId, pass: false, remark: '不需要' });
    expect((await clerkClient.call(listMyBusinesses, {}))[0]?.adminApplication).toMatchObject({
      state: 'REJECTED',
      remark: '不需要',
    });
    expect(
      await refusal(admin, decideAdminApplication, {
        applyId: second.applyId,
        pass: true,
        proof: await keyProofOf(admin),
      }),
    ).toBe('APPLICATION_DECIDED');
    expect(await refusal(clerkClient, cancelAdminApplication, { applyId: second.applyId })).toBe(
      'APPLICATION_DECIDED',
    );
    expect(await administratorOf(ent.id)).toBe(boss.id);
    expect((await memberRow(ent, clerk))?.roles).toEqual(['SIGN_OPERATOR']);
  });

  it('[4.9b] the platform decides if there is no administrator, and only then', async () => {
    const { ent, clerkClient, clerk } = await company();
    const platform = await signedIn(await newPerson({ ownerType: 'INSIDE', platformAdmin: true }));
    const led = await clerkClient.call(applyAdministrator, { entId: ent.id, applyReason });
    expect(
      await refusal(platform, decideOrphanApplication, {
        applyId: led.applyId,
        pass: true,
        proof: await keyProofOf(platform),
      }),
    ).toBe('NO_PERMISSION');

    const orphan = await newCompany(null);
    await addMember(orphan, clerk, ['EMPLOYEE']);
    const { applyId, approver } = await clerkClient.call(applyAdministrator, {
      entId: orphan.id,
      applyReason,
    });
    expect(approver).toBe('PLATFORM');
    const listed = await platform.call(listOrphanApplications, { size: 100 });
    expect(listed.records.map((r) => r.applyId)).toContain(applyId);
    expect(listed.records.map((r) => r.applyId)).not.toContain(led.applyId);
    expect(
      await refusal(clerkClient, decideOrphanApplication, {
        applyId,
        pass: true,
        proof: await keyProofOf(clerkClient),
      }),
    ).toBe('NO_PERMISSION');
    await platform.call(decideOrphanApplication, { applyId, pass: true, proof: await keyProofOf(platform) });
    expect(await administratorOf(orphan.id)).toBe(clerk.id);
  });

  it('[4.9b] of two reviewers at once the second is told; nobody decides on their own case', async () => {
    const [boss, clerk] = [await newPerson({ platformAdmin: true, ownerType: 'INSIDE' }), await newPerson()];
    const ent = await newCompany(null);
    await addMember(ent, boss, ['EMPLOYEE']);
    await addMember(ent, clerk, ['EMPLOYEE']);
    const ask = { entId: ent.id, applyReason };
    const self = await signedIn(boss);
    const own = await self.call(applyAdministrator, ask);
    expect(
      await refusal(self, decideOrphanApplication, {
        applyId: own.applyId,
        pass: true,
        proof: await keyProofOf(self),
      }),
    ).toBe('NO_PERMISSION');
    const { applyId } = await (await signedIn(clerk)).call(applyAdministrator, ask);
    expect(await refusal(self, decideOrphanApplication, { applyId, pass: false })).toBe('INPUT_INVALID');
    const [one, two] = await Promise.all(
      [1, 2].map(async () => signedIn(await newPerson({ ownerType: 'INSIDE', platformAdmin: true }))),
    );
    if (!one || !two) throw new Error('two reviewers');
    const answers = await Promise.all(
      [one, two].map(async (client) =>
        refusal(client, decideOrphanApplication, { applyId, pass: true, proof: await keyProofOf(client) }),
      ),
    );
    expect(answers.sort()).toEqual(['APPLICATION_DECIDED', 'OK']);
    expect(
      await refusal(two, decideOrphanApplication, { applyId, pass: true, proof: await keyProofOf(two) }),
    ).toBe('APPLICATION_DECIDED');
    const passed = await one.call(listOrphanApplications, { applyStatus: 'APPROVED', size: 100 });
    expect(passed.records.map((r) => r.applyId)).toContain(applyId);
    const { records } = await one.call(listAudit, { action: 'ADMINISTRATOR_APPROVED', targetName: ent.name });
    expect(records).toHaveLength(1);
  });

  it('of two approvals at once one makes an administrator', async () => {
    const { ent, boss, clerk, clerkClient } = await company();
    const third = await newPerson();
    await addMember(ent, third, ['HR']);
    const thirdClient = await signedIn(third);
    const one = await clerkClient.call(applyAdministrator, { entId: ent.id, applyReason });
    const two = await thirdClient.call(applyAdministrator, { entId: ent.id, applyReason });
    const admin = await signedIn(boss, ent);
    const proofs = [await keyProofOf(admin), await keyProofOf(admin)];
    const answers = await Promise.all(
      [one, two].map(({ applyId }, at) =>
        refusal(admin, decideAdminApplication, { applyId, pass: true, proof: proofs[at] }),
      ),
    );
    expect(answers.filter((a) => a === 'OK')).toHaveLength(1);
    const chosen = answers[0] === 'OK' ? clerk : third;
    expect(await administratorOf(ent.id)).toBe(chosen.id);
    const rows = await Promise.all([boss, clerk, third].map((p) => memberRow(ent, p)));
    expect(rows.filter((row) => row?.roles.includes('ENT_ADMIN'))).toHaveLength(1);
  });
});

describe('an administrator is appointed after a second proof, since it outlives the session', () => {
  it('by approval, by the platform and by transfer; the other administrators are told', async () => {
    const { ent, boss, clerk, bossClient, clerkClient } = await company();
    const deputy = await newPerson();
    await addMember(ent, deputy, ['BUSINESS_ADMIN']);
    const { applyId } = await clerkClient.call(applyAdministrator, { entId: ent.id, applyReason });
    const admin = await signedIn(boss, ent);
    const wrong = async (client: ApiClient) => proofOf(client, '135790');
    expect(await refusal(admin, decideAdminApplication, { applyId, pass: true })).toBe('INPUT_INVALID');
    await keyProofOf(admin);
    expect(
      await refusal(admin, decideAdminApplication, { applyId, pass: true, proof: await wrong(admin) }),
    ).toBe('SIGN_PASSWORD_WRONG');
    const to = { entId: ent.id, userId: clerk.id };
    expect(await refusal(bossClient, transferAdministrator as AnyCall, to)).toBe('INPUT_INVALID');
    expect(await refusal(bossClient, transferAdministrator, { ...to, proof: await wrong(bossClient) })).toBe(
      'SIGN_PASSWORD_WRONG',
    );
    const platform = await signedIn(await newPerson({ ownerType: 'INSIDE', platformAdmin: true }));
    expect(await refusal(platform, decideOrphanApplication, { applyId, pass: true })).toBe('INPUT_INVALID');
    const through = new ApiClient(product().baseUrl);
    through.session = { ...admin.session!, accessToken: await newToken(boss, ent, true) };
    const proof = await keyProofOf(admin);
    expect(await refusal(through, decideAdminApplication, { applyId, pass: true, proof })).toBe(
      'SSO_NOT_YOURSELF',
    );
    expect(await administratorOf(ent.id)).toBe(boss.id);
    await admin.call(decideAdminApplication, { applyId, pass: true, proof });
    await sentNotice(await signedIn(deputy, ent), `管理员现为 ${clerk.name}`);
    expect(await administratorOf(ent.id)).toBe(clerk.id);
  });
});

describe('transferring', () => {
  it('[6.2c] the member becomes administrator, the transferor leaves with all authorizations', async () => {
    const { ent, boss, clerk, bossClient } = await company();
    const stampId = await newSeal(ent);
    await database()
      .insert(sealGrant)
      .values({ sealId: stampId, accountId: boss.id, level: 'EDITABLE', grantedBy: boss.id, grantedAt: 1 });
    const unverified = await newPerson({ personalAuthStatus: 'UNAUTH' });
    await addMember(ent, unverified, ['EMPLOYEE']);
    expect((await bossClient.call(listSuccessors, { entId: ent.id })).map((s) => s.userId)).toEqual([
      clerk.id,
    ]);
    expect(
      await refusal(bossClient, transferAdministrator, {
        entId: ent.id,
        userId: unverified.id,
        proof: await keyProofOf(bossClient),
      }),
    ).toBe('MEMBER_NOT_VERIFIED');
    expect(await refusal(bossClient, leaveEnterprise, { entId: ent.id })).toBe('ADMIN_MUST_TRANSFER');
    await bossClient.call(transferAdministrator, {
      entId: ent.id,
      userId: clerk.id,
      proof: await keyProofOf(bossClient),
    });
    expect(await administratorOf(ent.id)).toBe(clerk.id);
    expect((await memberRow(ent, clerk))?.roles).toContain('ENT_ADMIN');
    expect((await memberRow(ent, boss))?.leftAt).not.toBeNull();
    expect(await database().select().from(sealGrant).where(eq(sealGrant.accountId, boss.id))).toEqual([]);
    expect(await bossClient.call(listMyBusinesses, {})).toEqual([]);
  });

  it('of two transfers at once one is made; nobody else can transfer', async () => {
    const { ent, boss, clerk, bossClient, clerkClient } = await company();
    const third = await newPerson();
    await addMember(ent, third, ['HR']);
    expect(
      await refusal(clerkClient, transferAdministrator, {
        entId: ent.id,
        userId: third.id,
        proof: await keyProofOf(clerkClient),
      }),
    ).toBe('NO_PERMISSION');
    const other = await signedIn(boss);
    const answers = await Promise.all([
      refusal(bossClient, transferAdministrator, {
        entId: ent.id,
        userId: clerk.id,
        proof: await keyProofOf(bossClient),
      }),
      refusal(other, transferAdministrator, {
        entId: ent.id,
        userId: third.id,
        proof: await keyProofOf(other),
      }),
    ]);
    expect(answers.filter((a) => a === 'OK')).toHaveLength(1);
    const rows = await Promise.all([clerk, third].map((p) => memberRow(ent, p)));
    expect(rows.filter((row) => row?.roles.includes('ENT_ADMIN'))).toHaveLength(1);
  });

  it('a member leaves by themself; a stranger reaches nothing', async () => {
    const { ent, clerk, clerkClient } = await company();
    const stranger = await signedIn(await newPerson());
    expect(await refusal(stranger, leaveEnterprise, { entId: ent.id })).toBe('NOT_FOUND');
    expect(await refusal(stranger, showAdministrator, { entId: ent.id })).toBe('NOT_FOUND');
    expect(await refusal(stranger, applyAdministrator, { entId: ent.id, applyReason })).toBe('NOT_FOUND');
    await clerkClient.call(leaveEnterprise, { entId: ent.id });
    expect((await memberRow(ent, clerk))?.leftAt).not.toBeNull();
  });

  it('the administrator’s number is masked until a member reveals it, which is recorded', async () => {
    const { ent, boss, clerk, clerkClient } = await company();
    const [row] = await clerkClient.call(listAdministrators, {});
    expect(row).toMatchObject({
      entName: ent.name,
      name: boss.name,
      mobile: maskedMobile(boss.mobile),
    });
    expect((await clerkClient.call(showAdministrator, { entId: ent.id })).mobile).toBe(boss.mobile);
    const records = await database()
      .select()
      .from(companyRecord)
      .where(eq(companyRecord.enterpriseId, ent.id));
    expect(records).toMatchObject([
      { record: 'ADMIN_CONTACT_SHOWN', operatorId: clerk.id, subjectId: boss.id },
    ]);
  });
});

describe('revoking the real name', () => {
  it('[6.2d] the administrator revokes it: nobody acts for the enterprise, its certificates end', async () => {
    const { ent, boss, bossClient, clerkClient, clerk } = await company();
    await database()
      .insert(certificate)
      .values({
        id: crypto.randomUUID(),
        purpose: 'SEAL',
        ownerKey: `E:${ent.id}`,
        serial: crypto.randomUUID(),
        subject: 'CN=test',
        der: '',
        issuerId: 'test',
        notBefore: 0,
        notAfter: Date.now() + 1e9,
        createdAt: Date.now(),
      });
    const acting = await signedIn(clerk, ent);
    await acting.call(listMyBusinesses, {}).catch(() => undefined);
    expect(await refusal(clerkClient, revokeEnterpriseAuth, { entId: ent.id, reason: '停业' })).toBe(
      'NO_PERMISSION',
    );
    await bossClient.call(revokeEnterpriseAuth, { entId: ent.id, reason: '停业' });
    expect((await bossClient.call(listMyBusinesses, {}))[0]?.authStatus).toBe('REVOKE');
    expect(await refusal(acting, listPersons, {})).toBe('SESSION_REPLACED');
    const rows = await database()
      .select()
      .from(certificate)
      .where(eq(certificate.ownerKey, `E:${ent.id}`));
    expect(rows.every((r) => r.revokedAt !== null)).toBe(true);
    await expect((await signedIn(boss)).switchTo(ent.id)).rejects.toThrow('尚未认证');
    // [8.16a]
    const again = await bossClient.envelope(revokeEnterpriseAuth, { entId: ent.id, reason: '停业' });
    expect(again.message).toContain('撤销认证失败');
  });
});
