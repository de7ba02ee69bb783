import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { getLoggedUserInfo, listMyEnterprises, requestToken } from '#core/identity/calls.ts';
import {
  confirmEntTransfer,
  getEntAuth,
  listEntAuth,
  saveEntDraft,
  sendEntTransfer,
  startEntAuth,
  submitEntReview,
  withdrawEntAuth,
} from '#core/realname/enterprise-calls.ts';
import { realnameApplication } from '#db/schema/index.ts';
import { newKey } from '#tests/fixtures/contracts.ts';
import {
  auditPhotos,
  newBankAccount,
  newCreditCode,
  newEntName,
  openDraft,
  realPerson,
  wholeDraft,
} from '#tests/fixtures/enterprise-drafts.ts';
import { unverifiedPerson } from '#tests/fixtures/people.ts';
import { database } from '#tests/fixtures/product-database.ts';
import { runJobs } from '#tests/fixtures/run-jobs.ts';
import { actingFor, arrived, stateOf, verified } from '#tests/fixtures/verified-enterprises.ts';

const wrongOf = (amount: string): string =>
  `0.${String((Number(amount.slice(2)) % 99) + 1).padStart(2, '0')}`;

describe('an enterprise', () => {
  it('[2.21a] [4.8a] is verified by a small transfer, and its applicant administers it', async () => {
    const person = await realPerson();
    const draft = await wholeDraft(person, { entNameEn: 'Realname Ltd.' });
    const applicationId = await openDraft(person, draft);
    expect((await person.client.call(startEntAuth, {})).applicationId).toBe(applicationId);
    await person.client.call(sendEntTransfer, { applicationId });
    const [waiting] = await person.client.call(listEntAuth, {});
    expect(waiting).toMatchObject({ state: 'CHECKING', route: 'TRANSFER', authStatus: 'AUTHING' });
    const mine = await person.client.call(listMyEnterprises, {});
    expect(mine.resList).toMatchObject([{ id: waiting!.entId, isAuth: false, isBiz: false }]);
    const early = await person.client.envelope(requestToken, {
      grant_type: 'refresh_token',
      refresh_token: person.client.session!.refreshToken,
      switch_to: waiting!.entId,
    });
    expect(early.code).not.toBe(200);

    const amount = await arrived(person, draft.bank.bankAccount!);
    expect(Number(amount)).toBeGreaterThanOrEqual(0.01);
    expect(Number(amount)).toBeLessThanOrEqual(0.99);
    const { entId } = await person.client.call(confirmEntTransfer, { applicationId, amount });
    expect(await stateOf(entId)).toMatchObject({
      name: draft.unit.entName,
      nameEn: 'Realname Ltd.',
      creditCode: draft.unit.creditCode,
      authStatus: 'AUTH',
      businessStatus: 'ENABLE',
      administratorId: person.id,
    });
    const client = await actingFor(person, entId);
    const me = await client.call(getLoggedUserInfo, {});
    // Who applied with an authorization is the enterprise's authorizer, too.
    expect([me.activeUser.authStatus, [...me.roles].sort()]).toEqual(['AUTH', ['AUTHORIZER', 'ENT_ADMIN']]);
  });

  it('[2.21a] a wrong amount may be said three times; the fourth ends the check', async () => {
    const person = await realPerson();
    const draft = await wholeDraft(person);
    const applicationId = await openDraft(person, draft);
    await person.client.call(sendEntTransfer, { applicationId });
    const amount = await arrived(person, draft.bank.bankAccount!);
    const say = (what: string) => person.client.envelope(confirmEntTransfer, { applicationId, amount: what });
    for (const left of [3, 2, 1])
      expect(await say(wrongOf(amount))).toMatchObject({
        code: 409067,
        message: `金额不正确，还可以填写 ${left} 次。`,
      });
    expect((await say(wrongOf(amount))).code).toBe(409068);
    expect((await say(amount)).code).toBe(409068);
    const [row] = await person.client.call(listEntAuth, {});
    expect(row).toMatchObject({ state: 'REJECTED', reason: 'TRANSFER_WRONG', authStatus: 'UNAUTH' });
    // What was filled in stands in the next draft.
    const again = await person.client.call(startEntAuth, { entId: row!.entId });
    const next = await person.client.call(getEntAuth, { applicationId: again.applicationId });
    expect(next.draft.unit.entName).toBe(draft.unit.entName);
    expect(next.draft.legal.legalIdNumber).toBe(draft.legal.legalIdNumber);
  });

  it('amounts said at once are counted one by one', async () => {
    const person = await realPerson();
    const draft = await wholeDraft(person);
    const applicationId = await openDraft(person, draft);
    await person.client.call(sendEntTransfer, { applicationId });
    const amount = await arrived(person, draft.bank.bankAccount!);
    const guesses = Array.from({ length: 12 }, (_, i) => `0.${String(i + 1).padStart(2, '0')}`);
    const wrong = guesses.filter((guess) => guess !== amount).slice(0, 10);
    const codes = await Promise.all(
      wrong.map(
        async (guess) =>
          (await person.client.envelope(confirmEntTransfer, { applicationId, amount: guess })).code,
      ),
    );
    expect(codes.filter((code) => code === 409067).length).toBeLessThanOrEqual(3);
    expect(codes).not.toContain(200);
    const [row] = await database()
      .select()
      .from(realnameApplication)
      .where(eq(realnameApplication.id, applicationId));
    expect(row!.tries).toBeLessThanOrEqual(4);
  });

  it('a draft that was reserved for a transfer that never came is free again after its time', async () => {
    const person = await realPerson();
    const applicationId = await openDraft(person, await wholeDraft(person));
    // As after a Worker that ended before the bank had answered.
    await database()
      .update(realnameApplication)
      .set({ checkEndsAt: Date.now() - 1 })
      .where(eq(realnameApplication.id, applicationId));
    await person.client.call(sendEntTransfer, { applicationId });
    expect(await person.client.call(listEntAuth, {})).toMatchObject([{ state: 'CHECKING' }]);
  });

  it('[4.8a] a transfer that is not answered for seven days ends, and the name is free again', async () => {
    const [first, second] = await Promise.all([realPerson(), realPerson()]);
    const draft = await wholeDraft(first);
    const applicationId = await openDraft(first, draft);
    await first.client.call(sendEntTransfer, { applicationId });
    const other = await wholeDraft(second, { entName: draft.unit.entName! });
    const blocked = await openDraft(second, other);
    expect((await second.client.envelope(sendEntTransfer, { applicationId: blocked })).code).toBe(409069);
    await database()
      .update(realnameApplication)
      .set({ checkEndsAt: Date.now() - 1 })
      .where(eq(realnameApplication.id, applicationId));
    await runJobs();
    const [ended] = await first.client.call(listEntAuth, {});
    expect(ended).toMatchObject({ state: 'ENDED', authStatus: 'UNAUTH' });
    await second.client.call(sendEntTransfer, { applicationId: blocked });
    const amount = await arrived(second, other.bank.bankAccount!);
    const { entId } = await second.client.call(confirmEntTransfer, { applicationId: blocked, amount });
    expect((await stateOf(entId)).administratorId).toBe(second.id);
    expect((await first.client.call(listMyEnterprises, {})).resList).toEqual([]);
  });

  it('[5.15c] [8.4a] [8.4c] needs a person with a real name', async () => {
    const person = await unverifiedPerson();
    const refused = await person.client.envelope(startEntAuth, {});
    expect(refused).toMatchObject({ code: 403005, message: '请先完成实名认证。' });
  });

  it('[5.9a] [5.9b] [5.9c] [5.9f] is judged field by field when it is handed in, not before', async () => {
    const person = await realPerson();
    const draft = await wholeDraft(person);
    const problems = async (part: 'unit' | 'legal' | 'bank', change: Record<string, string>) => {
      const applicationId = await openDraft(person, { ...draft, [part]: { ...draft[part], ...change } });
      const answer = await person.client.envelope(sendEntTransfer, { applicationId });
      return [answer.code, ...(answer.fields ?? []).map((field) => field.path)];
    };
    expect(await problems('unit', { entName: '长' })).toEqual([400000, 'unit.entName']);
    expect(await problems('unit', { entName: '长'.repeat(101) })).toEqual([400000, 'unit.entName']);
    expect(await problems('unit', { entName: '<script>alert(1)</script>' })).toEqual([
      400000,
      'unit.entName',
    ]);
    expect(await problems('unit', { phone: '12' })).toEqual([400000, 'unit.phone']);
    expect(await problems('unit', { postcode: '12' })).toEqual([400000, 'unit.postcode']);
    expect(await problems('unit', { creditCode: '91110105IOSVZ00001' })).toEqual([400000, 'unit.creditCode']);
    expect(await problems('unit', { areaCode: '', district: '' })).toEqual([
      400000,
      'unit.areaCode',
      'unit.district',
    ]);
    expect(await problems('unit', { address: '' })).toEqual([400000, 'unit.address']);
    expect(await problems('unit', { licence: '' })).toEqual([400000, 'unit.licence']);
    expect(await problems('legal', { legalIdNumber: '' })).toEqual([400000, 'legal.legalIdNumber']);
    expect(await problems('legal', { legalIdValidTo: '' })).toContain('legal.legalIdValidTo');
    expect(await problems('legal', { legalIdValidTo: '2020-01-01' })).toEqual([
      400000,
      'legal.legalIdValidTo',
    ]);
    expect(await problems('bank', { bankAccount: '12' })).toEqual([400000, 'bank.bankAccount']);
    const wrongCheck = draft.unit.creditCode!.replace(/.$/, (c) => (c === '1' ? '2' : '1'));
    expect(await problems('unit', { creditCode: wrongCheck })).toEqual([409071, 'unit.creditCode']);
    const foreign = await wholeDraft(await realPerson());
    expect(await problems('unit', { licence: foreign.unit.licence! })).toEqual([409072]);
  });

  it('[3.1b] [5.9e] of Hong Kong has an English name and a registration number, reviewed by hand', async () => {
    const person = await realPerson();
    const base = await wholeDraft(person);
    const unit = {
      region: 'HONG_KONG',
      entName: '',
      entNameEn: `Harbour ${newKey().slice(0, 6)} Ltd`,
      creditCode: newKey().slice(0, 12),
      phone: '+852 2123 4567',
      address: '1 Queen’s Road Central',
      licence: base.unit.licence!,
    };
    const legal = { ...base.legal, legalIdType: 'PASSPORT', legalIdNumber: 'K1234567' };
    const draft = { ...base, unit, legal, photos: await auditPhotos(person) };
    const applicationId = await openDraft(person, draft);
    const transfer = await person.client.envelope(sendEntTransfer, { applicationId });
    expect(transfer.fields?.map((field) => field.path)).toEqual(['unit.region']);
    for (const creditCode of ['12345', 'A'.repeat(19), 'HK 123?'])
      expect(
        (
          await person.client.envelope(submitEntReview, {
            applicationId: await openDraft(person, { ...draft, unit: { ...unit, creditCode } }),
          })
        ).fields?.map((field) => field.path),
      ).toEqual(['unit.creditCode']);
    await person.client.call(saveEntDraft, { applicationId, draft });
    const { entId } = await person.client.call(submitEntReview, { applicationId });
    expect(await stateOf(entId)).toMatchObject({ name: unit.entNameEn, authStatus: 'AUTHING' });
    await person.client.call(withdrawEntAuth, { applicationId });
    expect(await stateOf(entId)).toMatchObject({ authStatus: 'UNAUTH' });
  });

  it('[2.21b] [5.10c] a review needs the acting person’s pictures and the authorization letter', async () => {
    const person = await realPerson();
    const draft = await wholeDraft(person);
    const all = await auditPhotos(person);
    const submit = async (photos: Record<string, string>, licence = draft.unit.licence) => {
      const unit = { ...draft.unit, licence };
      const applicationId = await openDraft(person, { ...draft, unit, photos });
      return person.client.envelope(submitEntReview, { applicationId });
    };
    expect(Object.keys(all)).toHaveLength(4);
    for (const kind of Object.keys(all))
      expect((await submit({ ...all, [kind]: '' })).code, kind).toBe(409072);
    expect((await submit(all, '')).fields?.map((field) => field.path)).toEqual(['unit.licence']);
    expect((await submit(all)).code).toBe(200);
  });

  it('an application belongs to its person, and a draft keeps what is personal sealed', async () => {
    const [person, other] = await Promise.all([realPerson(), realPerson()]);
    const draft = await wholeDraft(person);
    const applicationId = await openDraft(person, draft);
    for (const call of [getEntAuth, withdrawEntAuth, sendEntTransfer, submitEntReview])
      expect((await other.client.envelope(call, { applicationId })).code).toBe(404000);
    expect((await other.client.envelope(saveEntDraft, { applicationId, draft })).code).toBe(404000);
    const [row] = await database()
      .select()
      .from(realnameApplication)
      .where(eq(realnameApplication.id, applicationId));
    const kept = JSON.stringify(row);
    for (const secret of [draft.legal.legalName!, draft.legal.legalIdNumber!, draft.bank.bankAccount!])
      expect(kept).not.toContain(secret);
  });

  it('a credit code has one enterprise', async () => {
    const [first, second] = await Promise.all([realPerson(), realPerson()]);
    const creditCode = newCreditCode();
    await verified(first, await wholeDraft(first, { creditCode }));
    const applicationId = await openDraft(second, await wholeDraft(second, { creditCode }));
    const refused = await second.client.envelope(sendEntTransfer, { applicationId });
    expect(refused.code).toBe(409070);
  });

  it('allows at most three transfers per day', async () => {
    const person = await realPerson();
    const draft = await wholeDraft(person);
    const codes: number[] = [];
    for (let i = 0; i < 4; i++) {
      const bank = { ...draft.bank, bankAccount: newBankAccount() };
      const applicationId = await openDraft(person, {
        ...draft,
        bank,
        unit: { ...draft.unit, entName: newEntName() },
      });
      codes.push((await person.client.envelope(sendEntTransfer, { applicationId })).code);
    }
    expect(codes).toEqual([200, 200, 200, 429000]);
  });
});
