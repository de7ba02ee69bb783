import { expect, it } from 'vitest';
import { getTableColumns, saveTableColumns } from '#core/config/calls.ts';
import { tableColumns } from '#db/schema/index.ts';
import { INDIVIDUAL, OPERATOR_A } from '#tests/fixtures/contracts.ts';
import { database } from '#tests/fixtures/product-database.ts';
import { registerPerson } from '#tests/fixtures/registration.ts';
import { signedIn } from '#tests/fixtures/sign-in.ts';

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

it('nobody keeps columns of more tables than there are', async () => {
  const { client, id } = await registerPerson();
  const rows = Array.from({ length: 199 }, (_, i) => ({ key: `${id}:no.table${i}`, columns: ['a'] }));
  await database().insert(tableColumns).values(rows);
  const save = async (tableCode: string) =>
    (await client.envelope(saveTableColumns, { tableCode, columns: ['b'] })).code;
  expect(await save('the.last')).toBe(200);
  expect(await save('one.more')).toBe(429000);
  // one that is kept already can still be changed, and nobody else is held back by it
  expect(await save('the.last')).toBe(200);
  const other = await registerPerson();
  expect((await other.client.envelope(saveTableColumns, { tableCode: 'mine', columns: [] })).code).toBe(200);
});
