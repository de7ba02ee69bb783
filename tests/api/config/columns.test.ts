import { expect, it } from 'vitest';
import { getTableColumns, saveTableColumns } from '#core/config/calls.ts';
import { INDIVIDUAL, OPERATOR_A, signedIn } from '#tests/fixtures/companies.ts';

it('[3.25a] the chosen columns of a table are kept for each user and table', async () => {
  const [one, other] = await Promise.all([signedIn(INDIVIDUAL), signedIn(OPERATOR_A)]);
  const tableCode = `test.${Date.now()}`;
  expect(await one.call(getTableColumns, { tableCode })).toEqual({ columns: null });
  await one.call(saveTableColumns, { tableCode, columns: ['name', 'deadline'] });
  await one.call(saveTableColumns, { tableCode, columns: ['deadline'] });
  expect(await (await signedIn(INDIVIDUAL)).call(getTableColumns, { tableCode })).toEqual({
    columns: ['deadline'],
  });
  expect(await other.call(getTableColumns, { tableCode })).toEqual({ columns: null });
  expect(await one.call(getTableColumns, { tableCode: `${tableCode}.b` })).toEqual({ columns: null });
  expect((await one.envelope(saveTableColumns, { tableCode: 'a b', columns: [] })).code).toBe(400000);
  expect((await one.envelope(saveTableColumns, { tableCode, columns: Array(61).fill('a') })).code).toBe(
    400000,
  );
});
