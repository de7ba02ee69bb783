import { and, eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { getImage } from '#core/realname/calls.ts';
import {
  confirmEntTransfer,
  getCompanyInfo,
  getEntAuth,
  revealCompanyInfo,
  sendEntTransfer,
  startEntAuth,
  withdrawEntAuth,
} from '#core/realname/enterprise-calls.ts';
import { listSeals } from '#core/seal/calls.ts';
import { auditEntry, enterprise, member, seal, sealGrant, sealRecord } from '#db/schema/index.ts';
import { newKey } from '#tests/fixtures/contracts.ts';
import { newBankAccount, openDraft, realPerson, wholeDraft } from '#tests/fixtures/enterprise-drafts.ts';
import { database } from '#tests/fixtures/product-database.ts';
import { actingFor, arrived, stateOf, verified } from '#tests/fixtures/verified-enterprises.ts';

describe('what is known of an enterprise', () => {
  it('is shown masked; in full to the administrator, not to every member, and with a record', async () => {
    const person = await realPerson();
    const draft = await wholeDraft(person, {
      companyNumber: 'GS20260002',
      businessNumber: '110105000012345',
    });
    const entId = await verified(person, draft);
    const client = await actingFor(person, entId);
    const info = await client.call(getCompanyInfo, {});
    expect(info).toMatchObject({
      entName: draft.unit.entName,
      creditCode: draft.unit.creditCode,
      companyNumber: 'GS20260002',
      businessNumber: '110105000012345',
      legalIdValidTo: 'LONG_TERM',
      fields: { phone: '010-88886666', postcode: '100020', district: '朝阳区', address: '建国路 88 号' },
      legalName: '**人',
      authorizedName: '周办理',
      administrator: '周办理',
      mayChange: true,
    });
    expect(info.legalIdNumber).not.toBe(draft.legal.legalIdNumber);
    expect(info.bankAccount).toMatch(/^\*+\d{4}$/);
    expect((await client.download(getImage, { imageId: info.licence })).bytes.length).toBeGreaterThan(100);
    expect(await client.call(revealCompanyInfo, {})).toEqual({
      legalName: '郑法人',
      legalIdNumber: draft.legal.legalIdNumber,
      bankAccount: draft.bank.bankAccount,
    });
    const lines = await database()
      .select()
      .from(auditEntry)
      .where(and(eq(auditEntry.targetId, entId), eq(auditEntry.action, 'ENTERPRISE_REVEALED')));
    expect(lines.map((line) => line.actorId)).toEqual([person.id]);
  });
});

describe('a re-certification', () => {
  it('[4.14a] [4.14b] [2.21c] of a new English name voids all seals; without a change, none', async () => {
    const person = await realPerson();
    const draft = await wholeDraft(person);
    const entId = await verified(person, draft);
    const db = database();
    const sealId = newKey();
    await db.insert(seal).values({
      id: sealId,
      ownerKey: `E:${entId}`,
      name: '公章',
      category: 'ENTERPRISE',
      widthMm: 42,
      heightMm: 42,
      drawing: { widthMm: 42, heightMm: 42, items: [] },
      creatorId: person.id,
      createdAt: Date.now(),
    });
    await db.insert(sealGrant).values({
      sealId,
      accountId: person.id,
      level: 'EDITABLE',
      grantedBy: person.id,
      grantedAt: Date.now(),
    });
    const next = {
      ...draft,
      bank: { ...draft.bank, bankAccount: newBankAccount() },
      cert: { certTypeId: 'UKEY', ukeys: { ENTERPRISE: 2, DEPARTMENT: 0, GENERAL: 1 } },
    };
    const { applicationId } = await person.client.call(startEntAuth, { entId });
    const first = await person.client.call(getEntAuth, { applicationId });
    expect(first.recertify).toBe(true);
    expect(first.draft.legal.legalIdNumber).toBe(draft.legal.legalIdNumber);
    const tooMany = {
      ...next,
      cert: { certTypeId: 'UKEY', ukeys: { ENTERPRISE: 5, DEPARTMENT: 1, GENERAL: 0 } },
    };
    await openDraft(person, tooMany, entId);
    const refused = await person.client.envelope(sendEntTransfer, { applicationId });
    expect(refused.fields?.map((field) => field.path)).toEqual(['cert.ukeys.ENTERPRISE']);
    await verified(person, next, entId);
    const alive = async () =>
      (await db.select().from(seal).where(eq(seal.id, sealId)))[0]!.deletedAt === null;
    expect(await alive()).toBe(true);

    const renamed = {
      ...next,
      unit: { ...next.unit, entNameEn: 'Renamed Ltd' },
      bank: { ...draft.bank, bankAccount: newBankAccount() },
    };
    await openDraft(person, renamed, entId);
    await person.client.call(sendEntTransfer, {
      applicationId: (await person.client.call(startEntAuth, { entId })).applicationId,
    });
    expect(await stateOf(entId)).toMatchObject({ authStatus: 'REAUTHING', nameEn: '' });
    expect(await alive()).toBe(true);
    const amount = await arrived(person, renamed.bank.bankAccount);
    const open = await person.client.call(startEntAuth, { entId });
    await person.client.call(confirmEntTransfer, { applicationId: open.applicationId, amount });
    expect(await stateOf(entId)).toMatchObject({ authStatus: 'AUTH', nameEn: 'Renamed Ltd' });
    expect(await alive()).toBe(false);
    expect(await db.select().from(sealGrant).where(eq(sealGrant.sealId, sealId))).toEqual([]);
    const client = await actingFor(person, entId);
    expect((await client.call(listSeals, {})).records).toEqual([]);
  });

  it('[4.14b] of another legal representative voids the legal-person seal only', async () => {
    const person = await realPerson();
    const draft = await wholeDraft(person);
    const entId = await verified(person, draft);
    const db = database();
    const ids = { PERSONAL: newKey(), ENTERPRISE: newKey() };
    for (const category of ['PERSONAL', 'ENTERPRISE'] as const)
      await db.insert(seal).values({
        id: ids[category],
        ownerKey: `E:${entId}`,
        name: category,
        category,
        widthMm: 20,
        heightMm: 20,
        drawing: { widthMm: 20, heightMm: 20, items: [] },
        creatorId: person.id,
        createdAt: Date.now(),
      });
    const legal = { ...draft.legal, legalName: '新法人' };
    await verified(
      person,
      { ...draft, legal, bank: { ...draft.bank, bankAccount: newBankAccount() } },
      entId,
    );
    const rows = await db
      .select()
      .from(seal)
      .where(eq(seal.ownerKey, `E:${entId}`));
    expect(rows.filter((row) => row.deletedAt !== null).map((row) => row.id)).toEqual([ids.PERSONAL]);
  });

  it('[4.14b] by another authorized person ends the former’s seal authorizations, and no seal', async () => {
    const [first, second] = await Promise.all([realPerson(), realPerson()]);
    const draft = await wholeDraft(first);
    const entId = await verified(first, draft);
    const db = database();
    const sealId = newKey();
    await db.insert(seal).values({
      id: sealId,
      ownerKey: `E:${entId}`,
      name: '公章',
      category: 'ENTERPRISE',
      widthMm: 42,
      heightMm: 42,
      drawing: { widthMm: 42, heightMm: 42, items: [] },
      creatorId: first.id,
      createdAt: Date.now(),
    });
    const at = Date.now();
    const grant = { sealId, level: 'EDITABLE' as const, grantedBy: first.id, grantedAt: at };
    await db.insert(sealGrant).values([
      { ...grant, accountId: first.id },
      { ...grant, accountId: second.id },
    ]);
    // The role went on, and who held it stayed a member.
    await db.insert(member).values({
      id: newKey(),
      enterpriseId: entId,
      accountId: second.id,
      roles: ['ENT_ADMIN'],
      businessTypes: null,
      joinedAt: at,
    });
    await db.update(enterprise).set({ administratorId: second.id }).where(eq(enterprise.id, entId));
    const own = await wholeDraft(second);
    const { licence } = own.unit;
    const { legalFront, legalBack } = own.legal;
    const next = {
      ...own,
      unit: { ...draft.unit, licence },
      legal: { ...draft.legal, legalFront, legalBack },
    };
    const grants = async () =>
      (await db.select().from(sealGrant).where(eq(sealGrant.sealId, sealId))).map((row) => row.accountId);
    const applicationId = await openDraft(second, next, entId);
    await second.client.call(sendEntTransfer, { applicationId });
    expect((await grants()).sort()).toEqual([first.id, second.id].sort());
    const amount = await arrived(second, next.bank.bankAccount!);
    await second.client.call(confirmEntTransfer, { applicationId, amount });
    expect(await grants()).toEqual([second.id]);
    const [kept] = await db.select().from(seal).where(eq(seal.id, sealId));
    expect(kept?.deletedAt).toBeNull();
    const lines = await db.select().from(sealRecord).where(eq(sealRecord.sealId, sealId));
    expect(lines.map(({ record, remark }) => [record, remark])).toEqual([['UNAUTHORIZED', '周办理']]);
  });

  it('[4.8a] that is withdrawn gives back AUTH, and nobody but the administrator begins one', async () => {
    const [person, other] = await Promise.all([realPerson(), realPerson()]);
    const draft = await wholeDraft(person);
    const entId = await verified(person, draft);
    expect((await other.client.envelope(startEntAuth, { entId })).code).toBe(404000);
    const next = { ...draft, bank: { ...draft.bank, bankAccount: newBankAccount() } };
    const applicationId = await openDraft(person, next, entId);
    await person.client.call(sendEntTransfer, { applicationId });
    expect((await stateOf(entId)).authStatus).toBe('REAUTHING');
    await person.client.call(withdrawEntAuth, { applicationId });
    expect((await stateOf(entId)).authStatus).toBe('AUTH');
  });
});
