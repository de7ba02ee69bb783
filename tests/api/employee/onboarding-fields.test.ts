/** What newcomers are asked for: who says it, what is kept of each version, and what two people do at once. */
import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import {
  addOnboardingField,
  addPresetFields,
  changeOnboardingField,
  listOnboardingFields,
  listOnboardingRecords,
  moveOnboardingField,
  removeOnboardingField,
} from '#core/employee/onboarding-calls.ts';
import { FIELD_CATEGORIES, FIELD_LIMITS, presetFields } from '#core/employee/onboarding-fields.ts';
import { onboardingField, onboardingFieldRecord } from '#db/schema/index.ts';
import type { ApiClient } from '#tests/client.ts';
import { addMember, companyWithAdmin, database, newCompany, newPerson } from '#tests/fixtures/people.ts';
import { refusal, signedIn } from '#tests/fixtures/sign-in.ts';

const field = (change: Partial<(typeof FIELDS)[number]> = {}) => ({ ...FIELDS[0]!, ...change });
const FIELDS = [
  {
    name: '籍贯',
    category: 'PERSONAL' as (typeof FIELD_CATEGORIES)[number],
    type: 'TEXT' as 'TEXT' | 'DATE' | 'CHOICE' | 'IMAGE',
    length: 20 as number | null,
    options: [] as string[],
    required: true,
    shownTo: 'NEWCOMER' as 'NEWCOMER' | 'HR',
  },
];

const add = async (client: ApiClient, change: Parameters<typeof field>[0] = {}) =>
  (await client.call(addOnboardingField, { field: field(change) })).fieldId;
const names = async (client: ApiClient, category = 'PERSONAL') =>
  (await client.call(listOnboardingFields, {})).fields
    .filter((row) => row.category === category)
    .map(({ name }) => name);

describe('the fields of onboarding', () => {
  it('[3.11a] are listed with name, type, length, category and the time of the last operation', async () => {
    const { admin, boss } = await companyWithAdmin();
    const before = Date.now();
    const fieldId = await add(admin);
    const { fields, presetsLeft } = await admin.call(listOnboardingFields, {});
    expect(fields).toEqual([
      {
        ...field(),
        fieldId,
        version: 1,
        preset: false,
        code: '',
        operator: boss.name,
        operationTime: expect.any(Number),
      },
    ]);
    expect(fields[0]!.operationTime).toBeGreaterThanOrEqual(before - 1_000);
    expect(presetsLeft).toBe(presetFields('zh-CN').length);
  });

  it('start with preset ones, each once, also for concurrent requests; a taken name is omitted', async () => {
    const { ent, admin } = await companyWithAdmin();
    const clerk = await newPerson();
    await addMember(ent, clerk, ['HR']);
    const hr = await signedIn(clerk, ent);
    await add(admin, { name: '邮箱' });
    const all = presetFields('zh-CN');
    const answers = await Promise.all([admin.call(addPresetFields, {}), hr.call(addPresetFields, {})]);
    expect(answers.map(({ added }) => added).toSorted((a, b) => a - b)).toEqual([0, all.length - 1]);
    const { fields, presetsLeft } = await hr.call(listOnboardingFields, {});
    expect(presetsLeft).toBe(0);
    expect(new Set(fields.map(({ name }) => name))).toEqual(new Set(all.map((one) => one.field.name)));
    expect(fields.map(({ category }) => FIELD_CATEGORIES.indexOf(category))).toEqual(
      fields.map(({ category }) => FIELD_CATEGORIES.indexOf(category)).toSorted((a, b) => a - b),
    );
    // What the roster takes over keeps its category and type; name, length and the rest are the enterprise's.
    const entry = fields.find(({ name }) => name === '入职日期')!;
    const { fieldId, version, preset, operationTime: _, operator: __, ...definition } = entry;
    expect(preset).toBe(true);
    const refused = await admin.envelope(changeOnboardingField, {
      fieldId,
      version,
      field: { ...definition, category: 'PERSONAL', type: 'TEXT', length: 20 },
    });
    expect(JSON.stringify(refused)).toContain('onboarding:rule.preset');
    const changed = { ...definition, name: '报到日期', required: false };
    expect(await admin.call(changeOnboardingField, { fieldId, version, field: changed })).toEqual({
      version: 2,
    });
    // Removed, it can be added again by itself.
    await admin.call(removeOnboardingField, { fieldId });
    expect(await admin.call(addPresetFields, {})).toEqual({ added: 1 });
  });

  it('are put in order within their category; a changed category puts one at its end', async () => {
    const { admin } = await companyWithAdmin();
    const [a, b, c] = [
      await add(admin, { name: '甲' }),
      await add(admin, { name: '乙' }),
      await add(admin, { name: '丙' }),
    ] as const;
    const work = await add(admin, { name: '工号', category: 'WORK' });
    await admin.call(moveOnboardingField, { fieldId: c, beforeId: a });
    expect(await names(admin)).toEqual(['丙', '甲', '乙']);
    await admin.call(moveOnboardingField, { fieldId: c, beforeId: '' });
    expect(await names(admin)).toEqual(['甲', '乙', '丙']);
    // A field of another category is no place to stand before.
    await admin.call(moveOnboardingField, { fieldId: a, beforeId: work });
    expect(await names(admin)).toEqual(['乙', '丙', '甲']);
    // Two at once: both are there, each field once.
    await Promise.all([
      admin.call(moveOnboardingField, { fieldId: a, beforeId: b }),
      admin.call(moveOnboardingField, { fieldId: c, beforeId: '' }),
    ]);
    expect((await names(admin)).toSorted()).toEqual(['丙', '乙', '甲'].toSorted());
    const { version } = (await admin.call(listOnboardingFields, {})).fields.find(
      ({ fieldId }) => fieldId === a,
    )!;
    await admin.call(changeOnboardingField, {
      fieldId: a,
      version,
      field: field({ name: '甲', category: 'WORK' }),
    });
    expect(await names(admin, 'WORK')).toEqual(['工号', '甲']);
  });

  it('keep every version unchanged: a change does not affect files started before it', async () => {
    const { ent, admin, boss } = await companyWithAdmin();
    const fieldId = await add(admin);
    await add(admin, { name: '民族' });
    const later = field({ name: '出生地', length: 50, required: false });
    await admin.call(changeOnboardingField, { fieldId, version: 1, field: later });
    await admin.call(moveOnboardingField, { fieldId });
    await admin.call(removeOnboardingField, { fieldId });
    const kept = await database()
      .select()
      .from(onboardingFieldRecord)
      .where(eq(onboardingFieldRecord.fieldId, fieldId))
      .orderBy(onboardingFieldRecord.version);
    expect(kept.map(({ version, record, definition }) => [version, record, definition])).toEqual([
      [1, 'ADDED', field()],
      [2, 'CHANGED', later],
      [3, 'MOVED', later],
      [4, 'REMOVED', later],
    ]);
    const { records, total } = await admin.call(listOnboardingRecords, {});
    expect(total).toBe(5);
    expect(records.map(({ record, name }) => [record, name]).slice(0, 3)).toEqual([
      ['REMOVED', '出生地'],
      ['MOVED', '出生地'],
      ['CHANGED', '出生地'],
    ]);
    expect(records[2]).toMatchObject({
      operator: boss.name,
      version: 2,
      changes: [
        { what: 'name', before: '籍贯', after: '出生地' },
        { what: 'length', before: '20', after: '50' },
        { what: 'required', before: 'true', after: 'false' },
      ],
    });
    expect((await admin.call(listOnboardingRecords, { current: 2, size: 3 })).records).toHaveLength(2);
    // The row stays too, out of force; its name is free.
    const rows = await database()
      .select()
      .from(onboardingField)
      .where(eq(onboardingField.enterpriseId, ent.id));
    expect(rows.map(({ state }) => state).toSorted()).toEqual(['ACTIVE', 'REMOVED']);
    expect(await refusal(admin, addOnboardingField, { field: later })).toBe('OK');
  });

  it('refuse a taken name, a change over somebody else’s, and more than there is room for', async () => {
    const { ent, admin } = await companyWithAdmin();
    const fieldId = await add(admin);
    await add(admin, { name: '民族' });
    expect(await refusal(admin, addOnboardingField, { field: field() })).toBe('ONBOARDING_NAME_TAKEN');
    const taken = { fieldId, version: 1, field: field({ name: '民族' }) };
    expect(await refusal(admin, changeOnboardingField, taken)).toBe('ONBOARDING_NAME_TAKEN');
    const both = await Promise.all(
      ['甲', '乙'].map((name) =>
        refusal(admin, changeOnboardingField, { fieldId, version: 1, field: field({ name }) }),
      ),
    );
    expect(both.toSorted()).toEqual(['OK', 'ONBOARDING_FIELD_CHANGED']);
    const now = Date.now();
    await database()
      .insert(onboardingField)
      .values(
        Array.from({ length: FIELD_LIMITS.fields - 3 }, (_, i) => ({
          ...field({ name: `字段${i}` }),
          id: `${ent.id.slice(0, 20)}f${i}`,
          enterpriseId: ent.id,
          position: i,
          createdAt: now,
          updatedAt: now,
          updatedBy: '',
        })),
      );
    const last = await Promise.all(
      ['末一', '末二'].map((name) => refusal(admin, addOnboardingField, { field: field({ name }) })),
    );
    expect(last.toSorted()).toEqual(['OK', 'ONBOARDING_FIELDS_FULL']);
  });

  it('are those of one enterprise: another neither sees, changes, orders nor removes them', async () => {
    const { admin } = await companyWithAdmin();
    const fieldId = await add(admin);
    const boss = await newPerson();
    const other = await signedIn(boss, await newCompany(boss));
    expect((await other.call(listOnboardingFields, {})).fields).toEqual([]);
    expect((await other.call(listOnboardingRecords, {})).total).toBe(0);
    const change = { fieldId, version: 1, field: field({ name: '甲' }) };
    expect(await refusal(other, changeOnboardingField, change)).toBe('ONBOARDING_FIELD_GONE');
    expect(await refusal(other, moveOnboardingField, { fieldId })).toBe('ONBOARDING_FIELD_GONE');
    expect(await refusal(other, removeOnboardingField, { fieldId })).toBe('ONBOARDING_FIELD_GONE');
    // Nor does a place before somebody else's field say anything of it.
    const own = await add(other);
    expect(await refusal(other, moveOnboardingField, { fieldId: own, beforeId: fieldId })).toBe('OK');
    expect(await names(admin)).toEqual(['籍贯']);
  });
});
