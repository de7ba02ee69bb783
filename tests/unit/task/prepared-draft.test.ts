import { expect, it } from 'vitest';
import * as Y from 'yjs';
import { putRow, readDraft } from '#core/task/draft.ts';
import {
  LONGEST_LINK,
  preparedDraft,
  preparedPath,
  putPrepared,
  readPrepared,
} from '#core/task/prepared-draft.ts';

const PREPARED = preparedDraft.parse({
  taskName: '十二月采购',
  fields: { 合同编号: 'HT-2026-118' },
  signers: [
    { role: '甲方', entName: '某某有限公司', userName: '张三', mobile: '13800000000' },
    { role: '乙方', userName: '李四', mobile: '13900000000' },
    { role: '丙方', userName: '王五' },
  ],
});

it('goes by a link whose part for servers has nothing of it, and is read back; nothing else is', () => {
  const path = preparedPath('0123456789abcdef01234567', PREPARED);
  const url = new URL(path, 'https://sign.example.com');
  expect(url.pathname + url.search).toBe('/entcontract/startEntContract?template=0123456789abcdef01234567');
  expect(readPrepared(url.hash)).toEqual(PREPARED);
  for (const hash of [
    '',
    '#',
    '#prepared=',
    '#prepared=%%%',
    '#prepared=e30x',
    '#other=e30',
    `#prepared=${'A'.repeat(LONGEST_LINK)}`,
  ])
    expect(readPrepared(hash), hash.slice(0, 40)).toBeNull();
  const many = { ...PREPARED, signers: Array.from({ length: 1_000 }, () => PREPARED.signers[0]!) };
  expect(readPrepared(new URL(preparedPath('x', many), 'https://a').hash)).toBeNull();
});

it('the parties go into their roles’ rows, never into that of the sender’s own account', () => {
  const doc = new Y.Doc();
  const row = (signerId: string, more: object) =>
    putRow(doc, 'signers', signerId, { userName: '', mobile: '', signOrder: 1, position: signerId, ...more });
  row('s1', { type: 'ENTERPRISE', entName: '自己', roleName: '甲方', accountId: 'me', userName: '我' });
  row('s2', { type: 'PERSON', roleName: '乙方' });
  putPrepared(doc, PREPARED);
  const { signers, task } = readDraft(doc);
  expect(task.taskName).toBe('十二月采购');
  expect(signers.map(({ roleName, userName, mobile }) => [roleName, userName, mobile])).toEqual([
    ['甲方', '我', ''],
    ['乙方', '李四', '13900000000'],
  ]);
});
