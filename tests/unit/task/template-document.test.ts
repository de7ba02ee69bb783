import { expect, it } from 'vitest';
import * as Y from 'yjs';
import { readDraft } from '#core/task/draft.ts';
import {
  addTemplate,
  leftBehind,
  moveToVersion,
  putValues,
  typedValues,
} from '#core/task/template-document.ts';
import { aField, aSigner, KEYS, webTemplate } from '#tests/fixtures/template-content.ts';

it('another template version keeps values by field, signers by role, and shows what it lacks', () => {
  const before = webTemplate();
  const after = webTemplate();
  after.fields = [
    aField('编号', { key: KEYS.number }),
    aField('交货日期', { key: 'fielddate0001', types: ['DATE'], preset: '2026-12-01' }),
  ];
  after.signers = [
    aSigner(KEYS.seller, '供方', 'ENTERPRISE'),
    aSigner('signerwitness', '见证方', 'PERSON', { position: 3 }),
  ];
  const doc = new Y.Doc();
  let count = 0;
  const own = { newKey: () => `signer${++count}`.padEnd(20, '0') };
  const template = { templateId: 't1', templateName: '合同' };
  addTemplate(doc, 'document1', { ...template, versionId: 'v1', content: before }, own);
  putValues(doc, 'document1', { fields: { [KEYS.number]: 'HT-1', [KEYS.amount]: '12000' } });
  const [typed] = readDraft(doc).documents;
  expect(leftBehind(before, after, typedValues(typed!))).toEqual([{ name: '金额', value: '12000' }]);

  const cast = typed!.fromTemplate!.cast;
  moveToVersion(doc, typed!, { ...template, versionId: 'v2', content: after }, own);
  const { documents, signers } = readDraft(doc);
  expect(documents).toHaveLength(1);
  expect(typedValues(documents[0]!).fields).toEqual({ [KEYS.number]: 'HT-1', fielddate0001: '2026-12-01' });
  const moved = documents[0]!.fromTemplate!;
  expect([moved.versionId, moved.cast[KEYS.seller], moved.cast[KEYS.buyer]]).toEqual([
    'v2',
    cast[KEYS.seller],
    undefined,
  ]);
  expect(signers.map(({ roleName }) => roleName)).toEqual(['供方', '乙方（个人）', '见证方']);
});
