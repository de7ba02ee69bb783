import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import * as fontkit from 'fontkit';
import { PDFDocument, rgb } from 'pdf-lib';

const fontFile = createRequire(import.meta.url).resolve(
  '@expo-google-fonts/noto-sans-sc/400Regular/NotoSansSC_400Regular.ttf',
);

/** Text of a contract: its title and its clauses. */
export interface ContractText {
  title: string;
  clauses: readonly string[];
}

const PURCHASE: ContractText = {
  title: '采购框架合同',
  clauses: [
    '双方经协商一致，就办公用品采购事宜订立本合同。',
    '第一条　乙方按甲方订单供货，规格、数量与单价以订单为准。',
    '第二条　货物验收合格后三十日内，甲方以银行转账方式付款。',
    '第三条　一方违约的，应赔偿对方因此受到的损失。',
    '第四条　本合同自双方电子签章之日起生效，有效期一年。',
  ],
};

/** A short contract between two companies, for the demo and for tests; about purchases by default. */
export async function contractPdf(
  partyA: string,
  partyB: string,
  pages = 2,
  { title, clauses }: ContractText = PURCHASE,
): Promise<Uint8Array<ArrayBuffer>> {
  const document = await PDFDocument.create();
  document.registerFontkit(fontkit as never);
  const font = await document.embedFont(readFileSync(fontFile), { subset: true });
  const lines = [`甲方：${partyA}`, `乙方：${partyB}`, '', ...clauses];
  for (let n = 1; n <= pages; n++) {
    const page = document.addPage([595.28, 841.89]);
    const ink = { font, color: rgb(0.1, 0.1, 0.1) };
    page.drawText(n === 1 ? title : `附件 ${n - 1}：订单明细`, { x: 70, y: 770, size: 20, ...ink });
    lines.forEach((line, i) => {
      page.drawText(line, { x: 70, y: 725 - i * 26, size: 12, ...ink });
    });
    page.drawText('甲方（盖章）', { x: 90, y: 300, size: 12, ...ink });
    page.drawText('乙方（盖章）', { x: 345, y: 300, size: 12, ...ink });
    page.drawText(`第 ${n} 页，共 ${pages} 页`, { x: 260, y: 40, size: 9, ...ink });
  }
  return (await document.save()) as Uint8Array<ArrayBuffer>;
}
