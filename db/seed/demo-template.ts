import { PLACE_SIZE } from '#core/task/place-rules.ts';
import type { BodyBlock, BodyInline } from '#core/template/body.ts';
import { type WebContent, webContent } from '#core/template/content.ts';

const key = (name: string): string => `demo${name}`.padEnd(12, '0');
const says = (text: string, bold = false): BodyInline =>
  bold ? { type: 'text', text, marks: [{ type: 'bold' }] } : { type: 'text', text };
const field = (name: string): BodyInline => ({ type: 'field', attrs: { field: key(name) } });
const line = (...content: BodyInline[]) => ({ type: 'paragraph' as const, content });
const flush = (...content: BodyInline[]) => ({
  type: 'paragraph' as const,
  attrs: { align: 'left' as const, size: null, leading: null, indent: null, firstIndent: 0 },
  content,
});
const blank = (lines: number) => Array.from({ length: lines }, () => flush());
const clause = (id: string, level: number, ...content: BodyInline[]): BodyBlock & { type: 'clause' } => ({
  type: 'clause',
  attrs: { id: key(id), level, align: null, size: null, leading: null, indent: null, firstIndent: null },
  content,
});
const cell = (...content: BodyInline[]) => ({ type: 'tableCell' as const, content: [flush(...content)] });
const head = (text: string) => ({ ...cell(says(text)), type: 'tableHeader' as const });
const seal = (name: string): BodyInline => ({ type: 'seal', attrs: { anchor: key(name) } });

const body: BodyBlock[] = [
  {
    type: 'heading',
    attrs: { level: 1, align: null, size: null, leading: null, indent: null, firstIndent: null },
    content: [says('采购合同')],
  },
  flush(says('合同编号：'), field('number')),
  flush(says('采购方（甲方）：'), field('buyer')),
  flush(says('供应商（乙方）：'), field('seller')),
  line(
    says('甲乙双方根据《中华人民共和国民法典》，经协商一致，于 '),
    field('day'),
    says(' 订立本合同，共同遵守。'),
  ),
  clause('goods', 0, says('货物与价款', true)),
  clause('list', 1, says('乙方按下表向甲方供货：')),
  {
    type: 'table',
    attrs: { widths: [3, 2, 2, 2], headerRows: 1, border: true },
    content: [
      { type: 'tableRow', content: [head('品名'), head('数量'), head('单价（元）'), head('备注')] },
      {
        type: 'tableRow',
        attrs: { repeat: key('rows') },
        content: [cell(field('item')), cell(field('count')), cell(field('price')), cell(field('note'))],
      },
    ],
  },
  clause(
    'price',
    1,
    says('合同总价：人民币 '),
    field('sum'),
    says('（大写：'),
    field('words'),
    says('），已含税。'),
  ),
  clause('delivery', 0, says('交货与验收', true)),
  clause('place', 1, says('交货地点：'), field('place'), says('。')),
  clause('check', 1, says('甲方应在收到货物之日起七日内验收；逾期未提出书面异议的，视为验收合格。')),
  clause('pay', 0, says('付款', true)),
  clause(
    'term',
    1,
    says('货物按第 '),
    { type: 'reference', attrs: { clause: key('check') } },
    says(' 条验收合格后，甲方在三十日内以银行转账方式付清全部价款。'),
  ),
  {
    type: 'optional',
    attrs: { option: key('warranty') },
    content: [
      clause('warranty', 0, says('质量保证', true)),
      clause('years', 1, says('乙方对所供货物提供一年质量保证，期内负责免费维修或更换。')),
    ],
  },
  clause('guarantee', 0, says('保证', true)),
  clause('liable', 1, says('担保人对甲方在本合同项下的付款义务承担连带保证责任。')),
  clause('law', 0, says('争议', true)),
  clause('court', 1, says('因本合同发生的争议，协商不成的，由甲方所在地人民法院管辖。')),
  {
    type: 'group',
    content: [
      ...blank(2),
      flush(says('甲方（盖章）：'), seal('buyerseal')),
      ...blank(5),
      flush(says('乙方（盖章）：'), seal('sellerseal')),
      ...blank(5),
      flush(says('担保人（签字）：'), seal('sign')),
      ...blank(3),
    ],
  },
];

const fields = [
  { name: '合同编号', key: 'number', length: 20, required: false },
  { name: '甲方名称', key: 'buyer', length: 30 },
  { name: '乙方名称', key: 'seller', length: 30 },
  { name: '签订日期', key: 'day', types: ['DATE'], length: 10 },
  { name: '品名', key: 'item', length: 20 },
  { name: '数量', key: 'count', types: ['NUMBER'], length: 10 },
  { name: '单价', key: 'price', types: ['AMOUNT'], format: 'GROUPED', length: 15 },
  { name: '备注', key: 'note', length: 20, required: false },
  { name: '合同总价', key: 'sum', types: ['AMOUNT'], format: 'GROUPED', length: 15 },
  { name: '总价大写', key: 'words', types: ['AMOUNT'], format: 'CHINESE_CAPITALS', length: 15 },
  { name: '交货地点', key: 'place', length: 30 },
];
const SIGNERS = [
  ['buyer', '采购方', 'ENTERPRISE', 'buyerseal', 'ENT_SEAL'],
  ['seller', '供应商', 'ENTERPRISE', 'sellerseal', 'ENT_SEAL'],
  ['surety', '担保人', 'PERSON', 'sign', 'HANDWRITTEN'],
] as const;

/** A contract of purchase with repeated rows, an optional clause and three signers. */
export const DEMO_TEMPLATE: { name: string; content: WebContent } = {
  name: '采购合同（示例）',
  content: webContent.parse({
    kind: 'WEB',
    page: { header: '采购合同' },
    body: { type: 'doc', content: body },
    fields: fields.map((one, position) => ({ types: ['TEXT'], ...one, key: key(one.key), position })),
    rows: [{ key: key('rows'), name: '货物清单', least: 1, most: 100, position: 0 }],
    options: [{ key: key('warranty'), name: '质量保证条款', kept: true, position: 0 }],
    signers: SIGNERS.map(([id, name, type], position) => ({
      key: key(`${id}party`),
      name,
      type,
      order: 1,
      position,
    })),
    anchors: SIGNERS.map(([id, , , anchor, kind], position) => ({
      key: key(anchor),
      signer: key(`${id}party`),
      kind,
      at: { by: 'MARK' },
      ...PLACE_SIZE[kind],
      offsetY: -PLACE_SIZE[kind].height / 3,
      position,
    })),
  }),
};
