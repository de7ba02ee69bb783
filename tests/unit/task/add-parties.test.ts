import { describe, expect, it } from 'vitest';
import { Doc } from 'yjs';
import { EMPTY_CONTACT } from '#core/contact/contact.ts';
import { addParties, isParty, replaceSigner } from '#core/task/add-parties.ts';
import { putRow, readDraft } from '#core/task/draft.ts';
import { type PickedParty, partyOfContact } from '#core/task/partner.ts';

let made = 0;
const OWN = { entId: 'own', newKey: () => `row${String(made++).padStart(17, '0')}` };
const picked = (change: Partial<PickedParty>): PickedParty => ({
  key: 'k',
  type: 'ENTERPRISE',
  entName: '乙公司',
  userName: '沈月',
  mobile: '13800000001',
  department: '',
  email: '',
  ...change,
});
const signers = (doc: Doc) => readDraft(doc).signers;

describe('who was chosen for a draft', () => {
  it('fills empty rows of their kind, with their places, and adds new ones at the end', () => {
    const doc = new Doc();
    putRow(doc, 'signers', 's1', {
      type: 'ENTERPRISE',
      entId: 'own',
      entName: '甲',
      userName: '王',
      mobile: '',
      accountId: 'w',
      signOrder: 1,
      position: 1,
    });
    putRow(doc, 'signers', 's2', {
      type: 'ENTERPRISE',
      entName: '',
      userName: '',
      mobile: '',
      signOrder: 2,
      position: 2,
    });
    addParties(
      doc,
      readDraft(doc),
      'signers',
      [picked({ email: 'shen@example.cn' }), picked({ type: 'PERSON', entName: '', mobile: '13800000002' })],
      OWN,
    );
    expect(signers(doc)).toMatchObject([
      { signerId: 's1' },
      {
        signerId: 's2',
        entName: '乙公司',
        userName: '沈月',
        mobile: '13800000001',
        email: 'shen@example.cn',
        signOrder: 2,
      },
      { type: 'PERSON', mobile: '13800000002', signOrder: 3, position: 3 },
    ]);
  });

  it('takes nobody twice: no present signer, no same choice, no copy for who signs', () => {
    const doc = new Doc();
    addParties(
      doc,
      readDraft(doc),
      'signers',
      [picked({}), picked({ key: 'other', userName: '沈小月' })],
      OWN,
    );
    expect(signers(doc)).toHaveLength(1);
    expect(isParty(readDraft(doc), 'signers', picked({}), 'own')).toBe(true);
    addParties(doc, readDraft(doc), 'copies', [picked({}), picked({ mobile: '13800000003' })], OWN);
    expect(readDraft(doc).copies).toMatchObject([{ mobile: '13800000003' }]);
    // a colleague is told by account
    const colleague = picked({ accountId: 'w', entName: '甲公司', mobile: '' });
    addParties(doc, readDraft(doc), 'signers', [colleague], OWN);
    addParties(doc, readDraft(doc), 'signers', [colleague], OWN);
    expect(signers(doc).filter(({ accountId }) => accountId === 'w')).toMatchObject([
      { entId: 'own', mobile: '' },
    ]);
  });

  it('is told by an address where there is no number', () => {
    const doc = new Doc();
    const byMail = (email: string) => picked({ type: 'PERSON', entName: '', mobile: '', email });
    addParties(doc, readDraft(doc), 'signers', [byMail('a@example.cn'), byMail('A@example.cn')], OWN);
    addParties(doc, readDraft(doc), 'copies', [byMail('a@example.cn'), byMail('b@example.cn')], OWN);
    expect(signers(doc)).toMatchObject([{ mobile: '', email: 'a@example.cn' }]);
    expect(readDraft(doc).copies).toMatchObject([{ mobile: '', email: 'b@example.cn' }]);
  });

  it('that replaces a signer takes over the placements, and nothing of the former name', () => {
    const doc = new Doc();
    addParties(
      doc,
      readDraft(doc),
      'signers',
      [picked({ department: '法务部', email: 'a@example.cn' })],
      OWN,
    );
    const [first] = signers(doc);
    replaceSigner(
      doc,
      first!.signerId,
      picked({ type: 'PERSON', entName: '', userName: '李娜', mobile: '13800000009' }),
      'own',
    );
    expect(signers(doc)).toEqual([
      {
        signerId: first!.signerId,
        type: 'PERSON',
        userName: '李娜',
        mobile: '13800000009',
        signOrder: 1,
        position: 1,
      },
    ]);
  });

  it('of the book: a department signs for its enterprise, a landline takes no message', () => {
    const facts = { ...EMPTY_CONTACT, contactId: 'c', groups: [], phone: '021-88886666' };
    expect(
      partyOfContact({ ...facts, type: 'DEPARTMENT', name: '采购部', entName: '乙公司', person: '沈月' }),
    ).toMatchObject({
      type: 'ENTERPRISE',
      entName: '乙公司',
      department: '采购部',
      userName: '沈月',
      mobile: '',
    });
    expect(partyOfContact({ ...facts, type: 'PERSON', name: '李娜', phone: '13800000001' })).toMatchObject({
      type: 'PERSON',
      entName: '',
      userName: '李娜',
      mobile: '13800000001',
    });
  });
});
