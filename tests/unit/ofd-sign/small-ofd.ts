import { unzipSync, zipSync } from 'fflate';
import { type Bytes, utf8 } from '#core/bytes.ts';

/** An OFD of our own with `pages` pages of A4 and a line of text on each; `more` adds or replaces files. */
export function smallOfd(pages = 2, more: Record<string, Bytes> = {}): Bytes {
  const head = '<?xml version="1.0" encoding="UTF-8"?>\n';
  const ns = 'xmlns:ofd="http://www.ofdspec.org/2016"';
  const numbers = Array.from({ length: pages }, (_, i) => i);
  const files: Record<string, Uint8Array> = {
    'OFD.xml': utf8(
      `${head}<ofd:OFD ${ns} Version="1.0" DocType="OFD"><ofd:DocBody><ofd:DocInfo><ofd:DocID>00000000000000000000000000000001</ofd:DocID><ofd:Title>合同</ofd:Title></ofd:DocInfo><ofd:DocRoot>Doc_0/Document.xml</ofd:DocRoot></ofd:DocBody></ofd:OFD>`,
    ),
    'Doc_0/Document.xml': utf8(
      `${head}<ofd:Document ${ns}><ofd:CommonData><ofd:MaxUnitID>1000</ofd:MaxUnitID><ofd:PageArea><ofd:PhysicalBox>0 0 210 297</ofd:PhysicalBox></ofd:PageArea><ofd:PublicRes>PublicRes.xml</ofd:PublicRes></ofd:CommonData><ofd:Pages>${numbers
        .map((i) => `<ofd:Page ID="${i + 10}" BaseLoc="Pages/Page_${i}/Content.xml"/>`)
        .join('')}</ofd:Pages></ofd:Document>`,
    ),
    'Doc_0/PublicRes.xml': utf8(
      `${head}<ofd:Res ${ns} BaseLoc="Res"><ofd:Fonts><ofd:Font ID="2" FontName="宋体" FamilyName="宋体"/></ofd:Fonts></ofd:Res>`,
    ),
  };
  for (const i of numbers)
    files[`Doc_0/Pages/Page_${i}/Content.xml`] = utf8(
      `${head}<ofd:Page ${ns}><ofd:Content><ofd:Layer ID="${100 + i * 3}"><ofd:TextObject ID="${101 + i * 3}" Boundary="20 20 160 10" Font="2" Size="6"><ofd:TextCode X="0" Y="7">第 ${i + 1} 页 合同正文 Contract</ofd:TextCode></ofd:TextObject></ofd:Layer></ofd:Content></ofd:Page>`,
    );
  return zipSync({ ...files, ...more }, { level: 6 }) as Bytes;
}

/** A file of two documents of our own, 总合同 with two pages and 附件 with three, which is A5. */
export function twoDocuments(): Bytes {
  const first = unzipSync(smallOfd(2));
  const second = unzipSync(smallOfd(3));
  const files: Record<string, Uint8Array> = { ...first };
  for (const [path, body] of Object.entries(second))
    if (path !== 'OFD.xml') files[path.replace('Doc_0', 'Doc_1')] = body;
  const xml = new TextDecoder().decode(first['OFD.xml']);
  const body = /<ofd:DocBody>.*<\/ofd:DocBody>/.exec(xml)![0];
  const other = body.replace('Doc_0', 'Doc_1').replace('合同', '附件');
  files['OFD.xml'] = utf8(xml.replace(body, body.replace('合同', '总合同') + other));
  const document = new TextDecoder().decode(second['Doc_0/Document.xml']);
  files['Doc_1/Document.xml'] = utf8(document.replace('0 0 210 297', '0 0 148 210'));
  return zipSync(files, { level: 6 }) as Bytes;
}

/** A picture of one red pixel. */
export const TINY_PNG: Bytes = Uint8Array.from(
  atob('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC'),
  (c) => c.charCodeAt(0),
);
