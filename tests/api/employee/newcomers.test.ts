/** Onboarding: who is added, whose link it is, what is handed in, reviewed, sent back and taken over into the roster. */
import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { chinaDay } from '#core/china-time.ts';
import { addDepartment, removeDepartment } from '#core/company/department-calls.ts';
import {
  addEmployee,
  departEmployee,
  getEmployee,
  getEmployeeImage,
  revealEmployee,
} from '#core/employee/calls.ts';
import { readForContract } from '#core/employee/contract-calls.ts';
import {
  claimEntry,
  enterEntryRoom,
  getEntryImage,
  handInEntry,
  listOwnEntries,
  openEntryLink,
  uploadEntryImage,
} from '#core/employee/entry-calls.ts';
import {
  addNewcomers,
  archiveNewcomer,
  cancelNewcomer,
  completeNewcomer,
  fillNewcomer,
  getNewcomer,
  getNewcomerImage,
  listNewcomers,
  remindNewcomer,
  revealNewcomer,
  reviewNewcomer,
  sendNewcomerBack,
} from '#core/employee/newcomer-calls.ts';
import { changeOnboardingField, removeOnboardingField } from '#core/employee/onboarding-calls.ts';
import { CANCELLED_DAYS, RETENTION_YEARS } from '#core/employee/states.ts';
import { account, employee, newcomer, newcomerImage, newcomerItem } from '#db/schema/index.ts';
import { idNumberIndex } from '#edge/realname/sealed-fields.ts';
import { ApiClient } from '#tests/client.ts';
import { sentMessage, sentMessages, sentNotice } from '#tests/fixtures/messages.ts';
import {
  CARD,
  claimed,
  FIELDS,
  goodValues,
  handedIn,
  itemIdsOf,
  linkSentTo,
  onboarding,
  whoIs,
} from '#tests/fixtures/onboarding.ts';
import { addMember, database, keyring, newCompany, newPerson } from '#tests/fixtures/people.ts';
import { newBankCard, newSalary } from '#tests/fixtures/personal-values.ts';
import { blobOf, plainPng } from '#tests/fixtures/pictures.ts';
import { openRoom } from '#tests/fixtures/rooms.ts';
import { runJobs } from '#tests/fixtures/run-jobs.ts';
import { refusal, signedIn } from '#tests/fixtures/sign-in.ts';
import { writtenDown } from '#tests/fixtures/written-down.ts';
import { product } from '#tests/product.ts';

/** A newcomer whose file was approved and completed; resolves to the employee, too. */
async function completed(of: Awaited<ReturnType<typeof onboarding>>) {
  const { self, newcomerId, detail } = await handedIn(of, await newPerson());
  const ids = itemIdsOf(detail);
  const version = async () => (await of.hr.call(getNewcomer, { newcomerId })).version;
  const itemIds = ['籍贯', '紧急电话', '工资卡', '学历照片'].map((name) => ids[name]!);
  await of.hr.call(reviewNewcomer, { newcomerId, version: detail.version, itemIds, verdict: 'APPROVED' });
  const values = { [ids.约定工资!]: newSalary() };
  await of.hr.call(fillNewcomer, { newcomerId, version: await version(), values });
  const { employeeId } = await of.hr.call(completeNewcomer, {
    ...{ newcomerId, version: await version(), entryDate: '2024-01-05' },
  });
  return { self, newcomerId, employeeId };
}

/** What is kept of a file, as it lies in the database. */
async function keptOf(newcomerId: string) {
  const db = database();
  const [file] = await db.select().from(newcomer).where(eq(newcomer.id, newcomerId));
  const items = await db.select().from(newcomerItem).where(eq(newcomerItem.newcomerId, newcomerId));
  const pictures = await db.select().from(newcomerImage).where(eq(newcomerImage.newcomerId, newcomerId));
  const given = items.filter(({ valueSealed, reasonSealed }) => `${valueSealed}${reasonSealed}` !== '');
  return { sealed: Object.keys(file!.sealed).sort(), given: given.length, pictures: pictures.length };
}
const NOTHING = { sealed: [], given: 0, pictures: 0 };

const visitor = () => new ApiClient(product().baseUrl);

describe('adding', () => {
  it('[3.11b] takes name, mobile and ID of one or many, and sends each a link of their own', async () => {
    const of = await onboarding();
    const [first, second] = [await newPerson(), await newPerson()];
    const people = [whoIs(first), whoIs(second)];
    const { newcomerIds } = await of.hr.call(addNewcomers, { people, fieldIds: of.fieldIds });
    const list = await of.hr.call(listNewcomers, { state: 'TO_COLLECT' });
    expect(list.counts).toEqual({ TO_COLLECT: 2 });
    expect(list.records.map(({ newcomerId, realName }) => [newcomerId, realName]).toSorted()).toEqual(
      newcomerIds.map((id, i) => [id, people[i]!.realName]).toSorted(),
    );
    const detail = await of.hr.call(getNewcomer, { newcomerId: newcomerIds[0]! });
    expect(detail.items.map(({ name }) => name)).toEqual(FIELDS.map(({ name }) => name));
    expect(detail.mobile).toBe(`${first.mobile.slice(0, 3)}****${first.mobile.slice(-4)}`);
    expect(JSON.stringify(detail)).not.toContain(people[0]!.idNumber);
    const links = [await linkSentTo(of.hr, first.mobile), await linkSentTo(of.hr, second.mobile)];
    expect(new Set(links).size).toBe(2);
    const found = await of.hr.call(listNewcomers, { state: 'TO_COLLECT', name: second.mobile });
    expect(found.records.map(({ newcomerId }) => newcomerId)).toEqual([newcomerIds[1]]);
  });

  it('refuses a phone or an ID twice, in the list, on the roster or under way, each at its row', async () => {
    const of = await onboarding();
    const [one, two, employed, open] = [
      await newPerson(),
      await newPerson(),
      await newPerson(),
      await newPerson(),
    ];
    const working = whoIs(employed);
    await of.hr.call(addEmployee, { personal: working, work: { entryDate: '2024-03-01' } });
    const waiting = whoIs(open);
    await of.hr.call(addNewcomers, { people: [waiting], fieldIds: of.fieldIds });
    const fieldsOf = async (people: ReturnType<typeof whoIs>[]) =>
      (await of.hr.envelope(addNewcomers, { people, fieldIds: of.fieldIds })).fields;
    const [a, b] = [whoIs(one), whoIs(two)];
    expect(await fieldsOf([a, { ...b, mobile: a.mobile }])).toEqual([
      { path: 'people.1.mobile', problem: 'newcomer:rule.mobileTwice' },
    ]);
    expect(await fieldsOf([a, { ...b, idNumber: a.idNumber }])).toEqual([
      { path: 'people.1.idNumber', problem: 'newcomer:rule.idNumberTwice' },
    ]);
    expect(
      await fieldsOf([
        { ...a, mobile: working.mobile },
        { ...b, idNumber: working.idNumber },
      ]),
    ).toEqual([
      { path: 'people.0.mobile', problem: 'newcomer:rule.mobileEmployed' },
      { path: 'people.1.idNumber', problem: 'newcomer:rule.idNumberEmployed' },
    ]);
    expect(
      await fieldsOf([
        { ...a, mobile: waiting.mobile },
        { ...b, idNumber: waiting.idNumber },
      ]),
    ).toEqual([
      { path: 'people.0.mobile', problem: 'newcomer:rule.mobileOpen' },
      { path: 'people.1.idNumber', problem: 'newcomer:rule.idNumberOpen' },
    ]);
    // Of two who add the same person at once, one does.
    const both = await Promise.all([fieldsOf([a]), fieldsOf([a])]);
    expect(both.filter((fields) => fields === undefined)).toHaveLength(1);
    expect(both.flatMap((fields) => fields ?? []).map(({ problem }) => problem)).toEqual([
      'newcomer:rule.mobileOpen',
      'newcomer:rule.idNumberOpen',
    ]);
  });

  it('accepts a returning former employee and says so; a removed department is reported', async () => {
    const of = await onboarding();
    const person = await newPerson();
    const personal = whoIs(person);
    const { employeeId } = await of.hr.call(addEmployee, { personal, work: { entryDate: '2024-03-01' } });
    await of.hr.call(departEmployee, { employeeId, departDate: '2025-03-01' });
    const { newcomerIds } = await of.hr.call(addNewcomers, { people: [personal], fieldIds: of.fieldIds });
    expect(await of.hr.call(getNewcomer, { newcomerId: newcomerIds[0]! })).toMatchObject({ returning: true });

    const { departmentId } = await of.hr.call(addDepartment, { parentId: '', name: '市场部' });
    await of.hr.call(removeDepartment, { departmentId });
    const late = { ...whoIs(await newPerson()), departmentId };
    expect((await of.hr.envelope(addNewcomers, { people: [late], fieldIds: of.fieldIds })).fields).toEqual([
      { path: 'people.0.departmentId', problem: 'newcomer:rule.departmentGone' },
    ]);
  });
});

describe('the link', () => {
  it('is for the one person whose mobile it is: shown masked, used once, the same person goes on', async () => {
    const of = await onboarding();
    const person = await newPerson();
    const [newcomerId] = (await of.hr.call(addNewcomers, { people: [whoIs(person)], fieldIds: of.fieldIds }))
      .newcomerIds;
    const token = await linkSentTo(of.hr, person.mobile);
    const shown = await visitor().call(openEntryLink, { token });
    expect(shown).toMatchObject({ entName: of.ent.name, claimed: false });
    expect(JSON.stringify(shown)).not.toContain(person.mobile);
    expect(JSON.stringify(shown)).not.toContain(person.name);

    const other = await signedIn(await newPerson());
    const refused = await other.envelope(claimEntry, { token });
    expect(refused.message).toContain(`${person.mobile.slice(0, 3)}****${person.mobile.slice(-4)}`);
    expect(await refusal(other, claimEntry, { token })).toBe('NEWCOMER_OTHER_NUMBER');
    const self = await signedIn(person);
    expect(await self.call(claimEntry, { token })).toEqual({ newcomerId });
    expect(await self.call(claimEntry, { token })).toEqual({ newcomerId });
    expect(await visitor().call(openEntryLink, { token })).toMatchObject({ claimed: true });
    expect(await of.hr.call(getNewcomer, { newcomerId: newcomerId! })).toMatchObject({ state: 'COLLECTING' });

    // Somebody who got the number since then has not got the form.
    await database()
      .update(account)
      .set({ mobileIndex: `x${person.id}` })
      .where(eq(account.id, person.id));
    const heir = await newPerson();
    const [{ mobileIndex } = { mobileIndex: '' }] = await database()
      .select({ mobileIndex: newcomer.mobileIndex })
      .from(newcomer)
      .where(eq(newcomer.id, newcomerId!));
    await database().update(account).set({ mobileIndex }).where(eq(account.id, heir.id));
    expect(await refusal(await signedIn(heir), claimEntry, { token })).toBe('NEWCOMER_LINK_USED');
  });

  it('ends after seven days, with a new one and by cancellation; a made-up one opens nothing', async () => {
    const of = await onboarding();
    const person = await newPerson();
    const { newcomerIds } = await of.hr.call(addNewcomers, {
      people: [whoIs(person)],
      fieldIds: of.fieldIds,
    });
    const newcomerId = newcomerIds[0]!;
    const first = await linkSentTo(of.hr, person.mobile);
    const { linkEnds, addedAt } = await of.hr.call(getNewcomer, { newcomerId });
    expect(linkEnds! - addedAt).toBe(7 * 86_400_000);
    await database()
      .update(newcomer)
      .set({ linkEndsAt: Date.now() - 1 })
      .where(eq(newcomer.id, newcomerId));
    const self = await signedIn(person);
    expect(await refusal(visitor(), openEntryLink, { token: first })).toBe('NEWCOMER_LINK_OVER');
    expect(await refusal(self, claimEntry, { token: first })).toBe('NEWCOMER_LINK_OVER');

    await of.hr.call(remindNewcomer, { newcomerId, version: 1 });
    expect(await refusal(of.hr, remindNewcomer, { newcomerId, version: 2 })).toBe('TOO_OFTEN');
    expect(await refusal(visitor(), openEntryLink, { token: first })).toBe('NEWCOMER_LINK_INVALID');
    const messages = await sentMessages(of.hr, person.mobile);
    const links = messages.flatMap(({ text }) => /\/entry#([0-9a-f]{64})/.exec(text)?.[1] ?? []);
    const second = links.find((one) => one !== first)!;
    expect((await visitor().call(openEntryLink, { token: second })).claimed).toBe(false);
    expect(await refusal(visitor(), openEntryLink, { token: 'a'.repeat(64) })).toBe('NEWCOMER_LINK_INVALID');

    await of.hr.call(cancelNewcomer, { newcomerId, version: 2 });
    expect(await refusal(visitor(), openEntryLink, { token: second })).toBe('NEWCOMER_CLOSED');
    expect(await refusal(self, claimEntry, { token: second })).toBe('NEWCOMER_CLOSED');
    expect((await of.hr.call(listNewcomers, { state: 'CANCELLED' })).total).toBe(1);
  });

  it('opens for a person who acts for another enterprise, but not if the ID is another’s', async () => {
    const of = await onboarding();
    const person = await newPerson();
    const elsewhere = await newCompany(await newPerson());
    await addMember(elsewhere, person, ['EMPLOYEE']);
    const form = whoIs(person);
    const { newcomerIds } = await of.hr.call(addNewcomers, { people: [form], fieldIds: of.fieldIds });
    const token = await linkSentTo(of.hr, person.mobile);
    const self = await signedIn(person, elsewhere);
    const own = eq(account.id, person.id);
    await database().update(account).set({ idNumberIndex: 'somebody else’s' }).where(own);
    expect(await refusal(self, claimEntry, { token })).toBe('NEWCOMER_OTHER_ID');
    const index = await idNumberIndex({ keys: await keyring() }, form.idType, form.idNumber);
    await database().update(account).set({ idNumberIndex: index }).where(own);
    expect(await self.call(claimEntry, { token })).toEqual({ newcomerId: newcomerIds[0] });
    // Their other employer sees nothing of it.
    expect(await refusal(self, getNewcomer, { newcomerId: newcomerIds[0]! })).toBe('NO_PERMISSION');
  });
});

describe('the form', () => {
  it('is the newcomer’s alone: nobody else reads it, enters its room, sends or sees a picture', async () => {
    const of = await onboarding();
    const { self, newcomerId } = await claimed(of, await newPerson());
    const [entry] = (await self.call(listOwnEntries, {})).entries;
    // What only HR sees is not among it.
    expect(entry!.items.map(({ name }) => name)).toEqual(['籍贯', '爱好', '紧急电话', '工资卡', '学历照片']);
    const { itemId } = entry!.items.at(-1)!;
    const { token } = await self.call(enterEntryRoom, { newcomerId });
    const code = await openRoom(`newcomer:${newcomerId}`, token);
    const { imageId } = await self.call(uploadEntryImage, { newcomerId, itemId, file: blobOf(plainPng()) });
    expect((await self.download(getEntryImage, { imageId })).bytes.length).toBeGreaterThan(0);
    const strangers = [await signedIn(await newPerson()), of.hr];
    for (const client of strangers) {
      expect(await refusal(client, enterEntryRoom, { newcomerId })).toBe('NOT_FOUND');
      expect(await refusal(client, getEntryImage, { imageId })).toBe('NOT_FOUND');
      expect(await refusal(client, handInEntry, { newcomerId, values: {} })).toBe('NOT_FOUND');
      const file = blobOf(plainPng());
      expect(await refusal(client, uploadEntryImage, { newcomerId, itemId, file })).toBe('NOT_FOUND');
    }
    // Before it is handed in, a picture is not HR's to see either.
    expect(await refusal(of.hr, getNewcomerImage, { imageId })).toBe('NOT_FOUND');

    await of.hr.call(cancelNewcomer, { newcomerId, version: 2 });
    await runJobs();
    await expect.poll(code).not.toBeNull();
    // By the end of the room or of the ticket, whichever job comes first.
    expect([4401, 4410]).toContain(code());
    expect(await refusal(self, enterEntryRoom, { newcomerId })).toBe('NEWCOMER_CLOSED');
  });

  it('a PDF, a renamed script, a huge canvas and more than 5 MB are refused as papers', async () => {
    const of = await onboarding();
    const { self, newcomerId } = await claimed(of, await newPerson());
    const [entry] = (await self.call(listOwnEntries, {})).entries;
    const { itemId } = entry!.items.at(-1)!;
    const send = (file: Blob) => refusal(self, uploadEntryImage, { newcomerId, itemId, file });
    expect(await send(new Blob(['%PDF-1.7 …'], { type: 'image/png' }))).toBe('PAPER_IS_PDF');
    expect(await send(new Blob(['<script>1</script>'], { type: 'image/png' }))).toBe('PICTURE_TYPE_WRONG');
    const bomb = plainPng(20, 20);
    new DataView(bomb.buffer).setUint32(16, 60_000);
    expect(await send(blobOf(bomb))).toBe('PICTURE_DIMENSIONS');
    expect(await send(new Blob([new Uint8Array(5 * 1024 * 1024 + 1)]))).toBe('PICTURE_TOO_LARGE');
    // A paper is sent for a field of papers, of the own form.
    const text = entry!.items[0]!.itemId;
    const file = blobOf(plainPng());
    expect(await refusal(self, uploadEntryImage, { newcomerId, itemId: text, file })).toBe(
      'NEWCOMER_CHANGED',
    );
  });

  it('is handed in once everything wanted is there, each wrong value named at its field', async () => {
    const of = await onboarding();
    const person = await newPerson();
    const { self, newcomerId } = await claimed(of, person);
    const values = await goodValues(self, newcomerId);
    const detail = await of.hr.call(getNewcomer, { newcomerId });
    const ids = itemIdsOf(detail);
    const wrong = async (change: Record<string, string>) =>
      (await self.envelope(handInEntry, { newcomerId, values: { ...values, ...change } })).fields;
    expect(await wrong({ [ids.籍贯!]: ' ', [ids.紧急电话!]: '12', [ids.工资卡!]: '1234' })).toEqual([
      { path: `values.${ids.籍贯}`, problem: 'newcomer:rule.required' },
      { path: `values.${ids.紧急电话}`, problem: 'rule:phone' },
      { path: `values.${ids.工资卡}`, problem: 'rule:bankCard' },
    ]);
    expect(await wrong({ [ids.学历照片!]: 'aaaaaaaaaa' })).toEqual([
      { path: `values.${ids.学历照片}`, problem: 'newcomer:rule.picture' },
    ]);
    // What only HR sees is not given by the newcomer.
    const salary = { newcomerId, values: { ...values, [ids.约定工资!]: '8675999.99' } };
    expect(await refusal(self, handInEntry, salary)).toBe('NEWCOMER_CHANGED');
    // A field that was changed or removed meanwhile is asked for as it was.
    await of.hr.call(changeOnboardingField, {
      fieldId: of.fieldIds[0]!,
      version: 1,
      field: { ...FIELDS[0]!, length: 1 },
    });
    await of.hr.call(removeOnboardingField, { fieldId: of.fieldIds[2]! });
    await self.call(handInEntry, { newcomerId, values });
    expect(await refusal(self, handInEntry, { newcomerId, values })).toBe('NEWCOMER_CHANGED');
    const after = await of.hr.call(getNewcomer, { newcomerId });
    expect(after).toMatchObject({ state: 'TO_REVIEW', asked: 6, given: 4 });
    expect(after.items.map(({ name, state }) => [name, state])).toEqual([
      ['籍贯', 'TO_REVIEW'],
      ['爱好', 'TO_COLLECT'],
      ['紧急电话', 'TO_REVIEW'],
      ['工资卡', 'TO_REVIEW'],
      ['约定工资', 'TO_COLLECT'],
      ['学历照片', 'TO_REVIEW'],
    ]);
    const { subject } = await sentNotice(of.hr, `${person.name} 已提交`);
    expect(subject).toBe(`${person.name} 已提交入职资料，请审核。`);
  });
});

describe('the review', () => {
  it('[4.11c] shows values masked by default, records each access, and logs no values', async () => {
    const of = await onboarding();
    const { newcomerId, detail } = await handedIn(of, await newPerson());
    const ids = itemIdsOf(detail);
    const shown = Object.fromEntries(detail.items.map(({ name, value }) => [name, value]));
    expect(shown).toMatchObject({
      籍贯: '****',
      紧急电话: '139****5678',
      工资卡: expect.stringMatching(/^\*+0018$/),
    });
    const { values } = await of.hr.call(revealNewcomer, { newcomerId, category: 'SALARY' });
    expect(values).toMatchObject({ [ids.工资卡!]: CARD });
    const who = await of.hr.call(revealNewcomer, { newcomerId, category: 'PERSONAL' });
    expect(who.idNumber).toMatch(/^110105/);
    await of.hr.download(getNewcomerImage, { imageId: shown.学历照片! });
    const { records } = await of.hr.call(getNewcomer, { newcomerId });
    expect(records.map(({ record, remark, operator }) => [record, remark, operator])).toEqual([
      ['IMAGE_VIEWED', '学历照片', of.clerk.name],
      ['REVEALED', 'PERSONAL', of.clerk.name],
      ['REVEALED', 'SALARY', of.clerk.name],
      ['HANDED_IN', '', expect.any(String)],
      ['CLAIMED', '', expect.any(String)],
      ['ADDED', '', of.clerk.name],
    ]);
    expect(JSON.stringify(records)).not.toMatch(new RegExp(`${CARD}|${who.idNumber}|浙江杭州`));
    // At rest none of it can be read.
    const stored = await database()
      .select()
      .from(newcomerItem)
      .where(eq(newcomerItem.newcomerId, newcomerId));
    expect(JSON.stringify(stored)).not.toMatch(new RegExp(`${CARD}|浙江杭州|13912345678`));
  });

  it('[4.11a] [4.11c] returns only what is wrong, with its reason, until the roster has all', async () => {
    const of = await onboarding();
    const person = await newPerson();
    const { self, newcomerId, detail } = await handedIn(of, person);
    const ids = itemIdsOf(detail);
    const version = async () => (await of.hr.call(getNewcomer, { newcomerId })).version;
    const review = async (verdict: 'APPROVED' | 'TO_CORRECT', names: string[], reason = '') =>
      of.hr.envelope(reviewNewcomer, {
        newcomerId,
        version: await version(),
        itemIds: names.map((name) => ids[name]!),
        verdict,
        reason,
      });
    expect((await review('TO_CORRECT', ['籍贯'])).fields).toEqual([
      { path: 'reason', problem: 'newcomer:rule.reason' },
    ]);
    const back = async () => refusal(of.hr, sendNewcomerBack, { newcomerId, version: await version() });
    expect(await back()).toBe('NEWCOMER_NOTHING_TO_CORRECT');
    await review('APPROVED', ['籍贯', '紧急电话', '工资卡']);
    await review('TO_CORRECT', ['学历照片'], '照片不清楚');
    // The newcomer hears of a verdict when the file comes back, not before.
    expect(JSON.stringify(await self.call(listOwnEntries, {}))).not.toContain('照片不清楚');
    expect(await back()).toBe('OK');
    await sentMessage(of.hr, person.mobile, /退回了您的入职资料.*\/account\/entry/s);

    const [entry] = (await self.call(listOwnEntries, {})).entries;
    expect(entry).toMatchObject({ state: 'TO_CORRECT' });
    expect(entry!.items.find(({ name }) => name === '学历照片')).toMatchObject({
      state: 'TO_CORRECT',
      reason: '照片不清楚',
    });
    const file = blobOf(plainPng(80, 80));
    const { imageId } = await self.call(uploadEntryImage, { newcomerId, itemId: ids.学历照片!, file });
    const untouched = { newcomerId, values: { [ids.学历照片!]: imageId, [ids.籍贯!]: '江苏南京' } };
    expect(await refusal(self, handInEntry, untouched)).toBe('NEWCOMER_CHANGED');
    await self.call(handInEntry, { newcomerId, values: { [ids.学历照片!]: imageId } });
    await review('APPROVED', ['学历照片']);

    const complete = async (departmentId = '') => ({
      newcomerId,
      version: await version(),
      entryDate: '2026-01-05',
      departmentId,
    });
    expect((await of.hr.envelope(completeNewcomer, await complete())).message).toContain('约定工资');
    const fill = async (amount: string) =>
      of.hr.envelope(fillNewcomer, {
        newcomerId,
        version: await version(),
        values: { [ids.约定工资!]: amount },
      });
    expect((await fill('很多')).fields).toEqual([
      { path: `values.${ids.约定工资}`, problem: 'employee:rule.amount' },
    ]);
    expect((await fill('8675120.25')).code).toBe(200);
    const { departmentId } = await of.hr.call(addDepartment, { parentId: '', name: '市场部' });
    await of.hr.call(removeDepartment, { departmentId });
    expect(await refusal(of.hr, completeNewcomer, await complete(departmentId))).toBe('DEPARTMENT_NOT_FOUND');
    const { employeeId } = await of.hr.call(completeNewcomer, await complete());
    expect(await of.hr.call(getEmployee, { employeeId })).toMatchObject({
      state: 'ACTIVE',
      work: { entryDate: '2026-01-05' },
      personal: { realName: person.name },
    });
    const revealed = await of.hr.call(revealEmployee, { employeeId, section: 'PERSONAL' });
    expect(revealed.values.mobile).toBe(person.mobile);
    const done = await of.hr.call(getNewcomer, { newcomerId });
    expect(done).toMatchObject({ state: 'COMPLETED', employeeId, member: false });
    expect((await self.call(listOwnEntries, {})).entries[0]).toMatchObject({ state: 'COMPLETED', items: [] });
    expect(await refusal(of.hr, completeNewcomer, await complete())).toBe('NEWCOMER_CHANGED');
    const archive = (archived: boolean, at: number) => ({ newcomerId, version: at, archived });
    await of.hr.call(archiveNewcomer, archive(true, done.version));
    const put = await of.hr.call(listNewcomers, { state: 'ARCHIVED' });
    expect([put.total, put.counts]).toEqual([1, { ARCHIVED: 1 }]);
    await of.hr.call(archiveNewcomer, archive(false, done.version + 1));
    expect((await of.hr.call(listNewcomers, { state: 'COMPLETED' })).total).toBe(1);
  });

  it('puts every paper on the roster: the certificates at their place, others by their name', async () => {
    const of = await onboarding();
    const { self, employeeId } = await completed(of);
    const { images } = await of.hr.call(getEmployee, { employeeId });
    expect(images).toMatchObject([{ kind: 'PAPER', name: '学历照片', expiry: '', width: 60, height: 40 }]);
    const { imageId } = images[0]!;
    expect((await of.hr.download(getEmployeeImage, { imageId })).bytes.length).toBeGreaterThan(50);
    expect(await refusal(self, getEmployeeImage, { imageId })).toBe('SWITCH_TO_ENTERPRISE');
  });

  it('of two reviewers at once, the second reads again; others see nothing', async () => {
    const of = await onboarding();
    const { newcomerId, detail } = await handedIn(of, await newPerson());
    const act = {
      newcomerId,
      version: detail.version,
      itemIds: [itemIdsOf(detail).籍贯!],
      verdict: 'APPROVED' as const,
    };
    const both = await Promise.all([
      refusal(of.hr, reviewNewcomer, act),
      refusal(await signedIn(of.boss, of.ent), reviewNewcomer, act),
    ]);
    expect(both.toSorted()).toEqual(['NEWCOMER_CHANGED', 'OK']);
    const member = await newPerson();
    await addMember(of.ent, member, ['EMPLOYEE']);
    const [plain, stranger] = [await signedIn(member, of.ent), (await onboarding()).hr];
    for (const [client, answer] of [
      [plain, 'NO_PERMISSION'],
      [stranger, 'NOT_FOUND'],
    ] as const) {
      expect(await refusal(client, getNewcomer, { newcomerId })).toBe(answer);
      expect(await refusal(client, revealNewcomer, { newcomerId, category: 'SALARY' })).toBe(answer);
      expect(await refusal(client, cancelNewcomer, { newcomerId, version: 3 })).toBe(answer);
    }
  });
});

describe('a file that has ended', () => {
  it('is erased some days after it was cancelled, but for the name and the log', async () => {
    const of = await onboarding();
    const person = await newPerson();
    const { self, newcomerId, detail } = await handedIn(of, person);
    await of.hr.call(cancelNewcomer, { newcomerId, version: detail.version });
    const cancelledAgo = async (ms: number) => {
      await database()
        .update(newcomer)
        .set({ since: Date.now() - ms })
        .where(eq(newcomer.id, newcomerId));
      await runJobs();
      return of.hr.call(getNewcomer, { newcomerId });
    };
    const days = CANCELLED_DAYS * 86_400_000;
    expect((await cancelledAgo(days - 60_000)).erasedAt).toBeNull();
    expect(await keptOf(newcomerId)).toEqual({ sealed: ['idNumber', 'mobile'], given: 4, pictures: 1 });
    const erased = await cancelledAgo(days + 60_000);
    expect(erased).toMatchObject({
      ...{ realName: person.name, mobile: '', idNumber: '', state: 'CANCELLED' },
      erasedAt: expect.any(Number),
    });
    expect(erased.items.map(({ value }) => value).join('')).toBe('');
    expect(erased.records[0]).toMatchObject({ record: 'ERASED', operator: '' });
    expect(await keptOf(newcomerId)).toEqual(NOTHING);
    // Once, and the lists still show that there was one.
    await runJobs();
    const { records } = await of.hr.call(getNewcomer, { newcomerId });
    expect(records.filter(({ record }) => record === 'ERASED')).toHaveLength(1);
    const { records: listed } = await of.hr.call(listNewcomers, { state: 'CANCELLED' });
    expect(listed).toMatchObject([{ realName: person.name, mobile: '' }]);
    expect((await self.call(listOwnEntries, {})).entries).toEqual([]);
  });

  it('is erased with the data of the employee who came from it, and not before', async () => {
    const of = await onboarding();
    const { newcomerId, employeeId } = await completed(of);
    const year = Number(chinaDay(Date.now()).slice(0, 4)) - RETENTION_YEARS - 1;
    await runJobs();
    expect(await keptOf(newcomerId)).toEqual({ sealed: ['idNumber', 'mobile'], given: 5, pictures: 1 });
    await database()
      .update(employee)
      .set({ state: 'DEPARTED', departDate: `${year}-12-31` })
      .where(eq(employee.id, employeeId));
    await runJobs();
    expect((await of.hr.call(getEmployee, { employeeId })).erasedAt).toEqual(expect.any(Number));
    expect(await keptOf(newcomerId)).toEqual(NOTHING);
  });
});

it('no salary, card or ID number of a newcomer reaches log, notice, event, record or outbox', async () => {
  const of = await onboarding();
  const person = await newPerson();
  const who = whoIs(person);
  const [card, salary] = [newBankCard(), newSalary()];
  const { newcomerIds } = await of.hr.call(addNewcomers, { people: [who], fieldIds: of.fieldIds });
  const newcomerId = newcomerIds[0]!;
  const self = await signedIn(person);
  await self.call(claimEntry, { token: await linkSentTo(self, person.mobile) });
  const values = Object.fromEntries(
    Object.entries(await goodValues(self, newcomerId)).map(([id, value]) => [
      id,
      value === CARD ? card : value,
    ]),
  );
  expect(Object.values(values)).toContain(card);
  await self.call(handInEntry, { newcomerId, values });
  const first = await of.hr.call(getNewcomer, { newcomerId });
  const ids = itemIdsOf(first);
  await of.hr.call(fillNewcomer, {
    newcomerId,
    version: first.version,
    values: { [ids.约定工资!]: salary },
  });
  await of.hr.call(revealNewcomer, { newcomerId, category: 'SALARY' });
  const second = await of.hr.call(getNewcomer, { newcomerId });
  await of.hr.call(reviewNewcomer, {
    newcomerId,
    version: second.version,
    itemIds: second.items.filter(({ state }) => state === 'TO_REVIEW').map(({ itemId }) => itemId),
    verdict: 'APPROVED',
  });
  const { version } = await of.hr.call(getNewcomer, { newcomerId });
  const { employeeId } = await of.hr.call(completeNewcomer, { newcomerId, version, entryDate: '2026-11-02' });
  await of.hr.call(readForContract, { employeeIds: [employeeId] });
  await runJobs();
  expect(await writtenDown([who.idNumber, card, salary])).toEqual([]);
});
