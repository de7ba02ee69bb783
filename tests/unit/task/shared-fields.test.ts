import { describe, expect, it } from 'vitest';
import { isShared, sameFields, sharedValues } from '#core/task/shared-fields.ts';
import { chip, key, line, makeContent, makeField, makeValues } from '../template/contents.ts';

const first = makeContent([line(chip('a1'), chip('a2'), chip('a3'))], {
  fields: [
    makeField('a1', { name: '甲方名称' }),
    makeField('a2', { name: '金额', types: ['AMOUNT'] }),
    makeField('a3', { name: '账号', filledBy: key('signer') }),
  ],
  signers: [{ key: key('signer'), name: '乙方', type: 'PERSON', position: 1 }],
});
const second = makeContent([line(chip('b1'), chip('b2'), chip('b3'))], {
  fields: [
    makeField('b1', { name: '甲方名称', length: 10 }),
    makeField('b2', { name: '金额' }),
    makeField('b3', { name: '账号' }),
  ],
});
const docs = {
  first: { documentId: 'first', content: first },
  second: { documentId: 'second', content: second },
};

describe('fields of several templates in one task', () => {
  it('are equal if they have the same name and input, and the sender fills them in', () => {
    expect(sameFields(first, key('a1'), [docs.second])).toEqual([{ documentId: 'second', field: key('b1') }]);
    // an amount is no text; the account is the signer's in the first
    expect(sameFields(first, key('a2'), [docs.second])).toEqual([]);
    expect(sameFields(first, key('a3'), [docs.second])).toEqual([]);
    expect(sameFields(first, 'nothing000', [docs.second])).toEqual([]);
  });

  it('are asked for once, in the first document', () => {
    expect([...isShared(second, [docs.first])]).toEqual([[key('b1'), 'first']]);
    expect(isShared(first, []).size).toBe(0);
  });

  it('begin with what was typed in another document', () => {
    const values = makeValues({ fields: { [key('a1')]: '某某公司', [key('a2')]: '12' } });
    expect(sharedValues(second, [{ ...docs.first, values }])).toEqual({ [key('b1')]: '某某公司' });
  });
});
