import { expect, it } from 'vitest';
import { diffContent } from '#core/template/diff-content.ts';
import { cpuOf, leastOf, unitMs } from '#tests/fixtures/processor-time.ts';
import { aField, KEYS, webTemplate } from '#tests/fixtures/template-content.ts';
import { growsAt } from '../security/growth.ts';

/** A moment, in units of what this machine does. */
const MOST_UNITS = 10;

const paragraph = (text: string) => ({
  type: 'paragraph' as const,
  content: [{ type: 'text' as const, text }],
});

it('two versions of the same content do not differ', () => {
  expect(diffContent(webTemplate(), webTemplate())).toEqual({ text: [], rows: [], page: [], docx: false });
});

it('shows added and removed lines with their context, and fields and places by name', () => {
  const [before, after] = [webTemplate(), webTemplate('付款期限三十日。')];
  after.body.content.push(paragraph('附件一'));
  expect(diffContent(before, after).text).toEqual([
    { kind: 'SAME', text: '编号：【合同编号】' },
    { kind: 'REMOVED', text: '双方就买卖事宜达成如下协议。总价 【金额】' },
    { kind: 'ADDED', text: '付款期限三十日。总价 【金额】' },
    { kind: 'SAME', text: '甲方：〔甲方〕 乙方：〔乙方（个人）〕' },
    { kind: 'ADDED', text: '附件一' },
  ]);
});

it('shows the changed properties of fields, signers, places and the page', () => {
  const [before, after] = [webTemplate(), webTemplate()];
  before.fields.push(aField('旧字段', { key: 'fieldold0001' }));
  after.fields.push(aField('新字段', { key: 'fieldnew0001' }));
  after.fields[0]!.filledBy = KEYS.buyer;
  after.signers[1]!.order = 2;
  after.anchors[0]!.at = { by: 'PAGE', page: 2, x: 30, y: 40 };
  after.page.marginTop = 30;
  expect(diffContent(before, after)).toMatchObject({
    rows: [
      {
        list: 'fields',
        kind: 'CHANGED',
        name: '合同编号',
        facts: [{ fact: 'filledBy', before: 'SENDER', after: '乙方（个人）' }],
      },
      { list: 'fields', kind: 'ADDED', name: '新字段' },
      { list: 'fields', kind: 'REMOVED', name: '旧字段' },
      {
        list: 'signers',
        kind: 'CHANGED',
        name: '乙方（个人）',
        facts: [{ fact: 'order', before: '1', after: '2' }],
      },
      {
        list: 'anchors',
        kind: 'CHANGED',
        name: '甲方',
        facts: [{ fact: 'at', before: 'MARK', after: 'PAGE 2 30 40' }],
      },
    ],
    page: [{ fact: 'marginTop', before: '25', after: '30' }],
  });
});

it('a long text is compared in proportion to its length, and 5,000 paragraphs in a moment', () => {
  const changedIn = (size: number) => {
    const [before, after] = [webTemplate(), webTemplate()];
    for (let i = 0; i < size; i++) {
      before.body.content.push(paragraph(`第 ${i} 段`));
      after.body.content.push(paragraph(`第 ${i + 1} 段 改`));
    }
    return [before, after] as const;
  };
  const texts = new Map([1_250, 5_000, 20_000].map((size) => [size, changedIn(size)]));
  const compare = (size: number) => diffContent(...texts.get(size)!).text;
  expect(compare(5_000)).toHaveLength(10_001);
  expect(growsAt(compare, 20_000, 1_250)).toBeUndefined();
  expect(leastOf(3, () => cpuOf(() => compare(5_000)))).toBeLessThan(MOST_UNITS * unitMs());
});
