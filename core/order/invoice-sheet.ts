import { amountInWords } from '#core/amount-in-words.ts';
import { chinaDay } from '#core/china-time.ts';
import type { Box } from '#core/drawing.ts';
import type { InvoiceForm } from './invoice-form.ts';
import { yuan } from './money.ts';
import type { InvoiceType } from './states.ts';

/** Size of an electronic invoice's page, mm. */
export const SHEET = { width: 210, height: 140 };
/** Position of the seller's seal, mm. */
export const SEAL_BOX: Box = { x: 150, y: 98, width: 40, height: 30 };

/** Content of an invoice. */
export interface InvoiceContent {
  number: string;
  type: InvoiceType;
  /** Epoch ms. */
  issuedAt: number;
  seller: { name: string; taxId: string };
  buyer: Pick<
    InvoiceForm,
    'title' | 'taxId' | 'registeredAddress' | 'registeredPhone' | 'bankName' | 'bankAccount'
  >;
  item: string;
  quantity: number;
  /** Including tax; negative on a red invoice. */
  amountFen: number;
  orderNumber: string;
  /** The invoice that a red one reverses. */
  reverses?: string;
  note: string;
}

/** A text on a sheet: top left corner in mm, size in points. */
export interface SheetText {
  x: number;
  y: number;
  width: number;
  text: string;
  points: number;
  align?: 'centre' | 'right';
}

export interface Sheet {
  texts: SheetText[];
  /** Rules: from, to; mm. */
  lines: [x1: number, y1: number, x2: number, y2: number][];
}

const day = (at: number) => {
  const [year, month, date] = chinaDay(at).split('-');
  return `${year}年${month}月${date}日`;
};

/** Layout of an invoice page, shared by PDF and OFD. */
export function invoiceSheet(content: InvoiceContent): Sheet {
  const { buyer, seller } = content;
  const title = content.type === 'SPECIAL' ? '电子发票（增值税专用发票）' : '电子发票（普通发票）';
  const amount = `¥${yuan(content.amountFen)}`;
  const one = (
    x: number,
    y: number,
    width: number,
    text: string,
    points = 9,
    align?: SheetText['align'],
  ) => ({
    x,
    y,
    width,
    text,
    points,
    ...(align ? { align } : {}),
  });
  const buyerLines = [
    `名称：${buyer.title}`,
    `纳税人识别号：${buyer.taxId}`,
    ...(buyer.registeredAddress ? [`地址、电话：${buyer.registeredAddress} ${buyer.registeredPhone}`] : []),
    ...(buyer.bankName ? [`开户行及账号：${buyer.bankName} ${buyer.bankAccount}`] : []),
  ];
  const texts = [
    one(45, 8, 120, content.reverses ? `${title}（红字）` : title, 15, 'centre'),
    one(140, 19, 60, `发票号码：${content.number}`),
    one(140, 25, 60, `开票日期：${day(content.issuedAt)}`),
    one(12, 36, 20, '购买方', 10),
    ...buyerLines.map((text, i) => one(32, 35 + i * 6, 80, text, 8)),
    one(116, 36, 20, '销售方', 10),
    one(134, 35, 64, `名称：${seller.name}`, 8),
    one(134, 41, 64, `纳税人识别号：${seller.taxId}`, 8),
    one(12, 66, 70, '项目名称'),
    one(90, 66, 30, '数量', 9, 'right'),
    one(150, 66, 48, '金额（含税）', 9, 'right'),
    one(12, 74, 76, content.item),
    one(90, 74, 30, String(content.quantity), 9, 'right'),
    one(150, 74, 48, amount, 9, 'right'),
    one(12, 88, 110, `价税合计（大写）：${amountInWords(content.amountFen, { negative: '（负数）' })}`),
    one(130, 88, 68, `（小写）${amount}`, 9, 'right'),
    one(12, 99, 130, `订单编号：${content.orderNumber}`, 8),
    ...(content.reverses ? [one(12, 105, 130, `对应蓝字发票号码：${content.reverses}`, 8)] : []),
    one(12, 112, 130, content.note, 8),
  ];
  const rules: Sheet['lines'] = [
    [10, 32, 200, 32],
    [10, 63, 200, 63],
    [10, 72, 200, 72],
    [10, 85, 200, 85],
    [10, 96, 200, 96],
    [10, 132, 200, 132],
    [10, 32, 10, 132],
    [200, 32, 200, 132],
    [30, 32, 30, 63],
    [114, 32, 114, 63],
    [132, 32, 132, 63],
  ];
  return { texts, lines: rules };
}
