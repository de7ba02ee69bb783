import { expect, it } from 'vitest';
import { EMPTY_CONTACT } from '#core/contact/contact.ts';
import { contactOfParty, isKnownContact } from '#core/contact/from-task.ts';

const party = { entName: '乙公司', userName: '沈月', mobile: '13800000001', email: 'shen@example.cn' };

it('keeps of a party what is known of it, and of what is masked nothing', () => {
  expect(contactOfParty(party)).toEqual({
    ...EMPTY_CONTACT,
    name: '乙公司',
    person: '沈月',
    phone: '13800000001',
    email: 'shen@example.cn',
  });
  expect(contactOfParty({ ...party, entName: '', mobile: '138****0001', email: 's***@example.cn' })).toEqual({
    ...EMPTY_CONTACT,
    type: 'PERSON',
    name: '沈月',
  });
  expect(contactOfParty({ entName: '', userName: '', mobile: '', email: '' })).toBeNull();
});

it('knows a contact by type and name, unless the phones are two', () => {
  const facts = contactOfParty(party)!;
  const kept = { ...facts, contactId: 'c', groups: [] };
  expect(isKnownContact([kept], facts)).toBe(true);
  expect(isKnownContact([kept], { ...facts, phone: '' })).toBe(true);
  expect(isKnownContact([kept], { ...facts, phone: '13900000009' })).toBe(false);
  expect(isKnownContact([kept], { ...facts, name: '丙公司' })).toBe(false);
  // Without a number the address tells them apart.
  const byMail = { ...facts, phone: '' };
  expect(isKnownContact([{ ...kept, phone: '' }], byMail)).toBe(true);
  expect(isKnownContact([{ ...kept, phone: '' }], { ...byMail, email: 'other@example.cn' })).toBe(false);
});
