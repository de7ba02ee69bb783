/** Where two spellings of one name must not make two parties. */
import { expect, it } from 'vitest';
import { holds } from '#core/approval/flow.ts';
import { EMPTY_CONTACT } from '#core/contact/contact.ts';
import { findDuplicates } from '#core/contact/duplicates.ts';
import { isKnownContact } from '#core/contact/from-task.ts';
import { partyKey } from '#core/task/check-plan.ts';

const [HALF, FULL] = ['上海(中国)有限公司', '上海（中国）有限公司'];

it('a plan with an enterprise in two spellings has one signer', () => {
  const mobile = '13800000001';
  expect(partyKey({ entName: HALF, mobile })).toBe(partyKey({ entName: FULL, mobile }));
  expect(partyKey({ entName: HALF, mobile })).not.toBe(partyKey({ entName: '上海中国有限公司', mobile }));
});

it('an address book knows an enterprise in every spelling, and suggests to join two', () => {
  const contact = (name: string, contactId: string) => ({
    ...EMPTY_CONTACT,
    type: 'ENTERPRISE' as const,
    name,
    contactId,
    groups: [],
  });
  expect(isKnownContact([contact(HALF, 'a')], contact(FULL, 'b'))).toBe(true);
  expect(findDuplicates([contact(HALF, 'a'), contact(FULL, 'b'), contact('别的公司', 'c')])).toMatchObject([
    [{ contactId: 'a' }, { contactId: 'b' }],
  ]);
});

it('a condition on a counterparty holds in every spelling of its name', () => {
  const facts = { businessType: 'SALES', senderRoles: [], counterparties: [HALF] };
  expect(holds({ counterparties: ['（中国）'] }, facts)).toBe(true);
  expect(holds({ counterparties: ['（香港）'] }, facts)).toBe(false);
});
