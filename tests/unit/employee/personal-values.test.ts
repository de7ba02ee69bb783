import { expect, it } from 'vitest';
import {
  LIKE_PERSONAL_VALUES,
  newBankCard,
  newResidentId,
  newSalary,
  personalValuesIn,
} from '#tests/fixtures/personal-values.ts';

it('finds ID numbers, salaries and bank cards in a text, and nothing that only looks like one', () => {
  const [id, salary, card] = [newResidentId(), newSalary(), newBankCard()];
  const told = `{"idNumber":"${id}","of":"/roster?q=${card}&pay=${salary}"} 工资8,675,120.25元`;
  expect(personalValuesIn(told)).toEqual([id, card, salary, '8,675,120.25']);
  for (const value of [id, salary, card]) expect(value).toMatch(new RegExp(LIKE_PERSONAL_VALUES));
  const wrong = id.replace(/.$/, (last) => (last === '1' ? '2' : '1'));
  for (const other of [wrong, `a${id}`, `${id}0`, '914403007766496530', '1732400086750123', '18675123.456'])
    expect(personalValuesIn(other), other).toEqual([]);
});
