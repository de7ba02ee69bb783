import { zlibSync } from 'fflate';
import { type Bytes, concatBytes, utf8 } from '#core/bytes.ts';

/** What a file of these claims to be. */
export interface ArchivalKind {
  /** Part of PDF/A, level B. */
  readonly pdfA?: 1 | 2 | 3;
  /** Claims PDF/UA-1 and is tagged. */
  readonly pdfUa?: boolean;
  /** Whose profile the output intent has; none without it. */
  readonly intent?: 'RGB' | 'CMYK';
  readonly pages?: number;
}

/**
 * A file of pages with a grey figure each, written so that it is what it claims. The first two pages also have a line
 * of black over the place where tests put their seals.
 */
export function archivalPdf({ pdfA, pdfUa = false, intent, pages = 2 }: ArchivalKind): Bytes {
  const objects: (string | Bytes)[] = [];
  const add = (object: string | Bytes): number => objects.push(object);
  const stream = (entries: string, data: Bytes): Bytes =>
    concatBytes(utf8(`<<${entries}/Length ${data.length}>>\nstream\n`), data, utf8('\nendstream'));
  const catalog = add('');
  const tree = add('');
  const metadata = add(stream('/Type/Metadata/Subtype/XML', utf8(xmp(pdfA, pdfUa))));
  const info = add('<</Title(A contract)/Producer(Tests)>>');
  let more = '';
  if (intent) {
    const [n, profile] = intent === 'RGB' ? [3, rgbProfile()] : [4, cmykProfile()];
    const ref = add(stream(`/N ${n}/Filter/FlateDecode`, zlibSync(profile) as Bytes));
    more += `/OutputIntents[<</Type/OutputIntent/S/GTS_PDFA1/OutputConditionIdentifier(Custom)/Info(${intent})/DestOutputProfile ${ref} 0 R>>]`;
  }
  const [black, grey] = intent === 'CMYK' ? ['0 0 0 1 k', '0 0 0 0.3 k'] : ['0 0 0 rg', '0.7 0.7 0.7 rg'];
  const kids: number[] = [];
  const figures: number[] = [];
  const root = pdfUa ? add('') : 0;
  const element = pdfUa ? add('') : 0;
  for (let i = 0; i < pages; i++) {
    const drawn = `${grey} 60 700 200 40 re f ${black} 60 590 400 6 re f`;
    const content = add(stream('', utf8(pdfUa ? `/Figure <</MCID 0>> BDC\n${drawn}\nEMC` : drawn)));
    const page = add(
      `<</Type/Page/Parent ${tree} 0 R/MediaBox[0 0 595.28 841.89]/Contents ${content} 0 R/Resources<<>>${pdfUa ? `/StructParents ${i}` : ''}>>`,
    );
    kids.push(page);
    if (pdfUa)
      figures.push(add(`<</Type/StructElem/S/Figure/Alt(A bar)/P ${element} 0 R/Pg ${page} 0 R/K 0>>`));
  }
  if (pdfUa) {
    objects[element - 1] =
      `<</Type/StructElem/S/Document/P ${root} 0 R/K[${figures.map((f) => `${f} 0 R`).join(' ')}]>>`;
    const nums = figures.map((f, i) => `${i}[${f} 0 R]`).join(' ');
    objects[root - 1] =
      `<</Type/StructTreeRoot/K ${element} 0 R/ParentTree<</Nums[${nums}]>>/ParentTreeNextKey ${figures.length}>>`;
    more += `/StructTreeRoot ${root} 0 R/MarkInfo<</Marked true>>/Lang(en)/ViewerPreferences<</DisplayDocTitle true>>`;
  }
  objects[catalog - 1] = `<</Type/Catalog/Pages ${tree} 0 R/Metadata ${metadata} 0 R${more}>>`;
  objects[tree - 1] = `<</Type/Pages/Kids[${kids.map((k) => `${k} 0 R`).join(' ')}]/Count ${pages}>>`;
  return assemble(objects, pdfA === 1 ? '1.4' : '1.7', catalog, info);
}

function assemble(objects: (string | Bytes)[], version: string, catalog: number, info: number): Bytes {
  const parts: Bytes[] = [
    concatBytes(utf8(`%PDF-${version}\n%`), new Uint8Array([0xe2, 0xe3, 0xcf, 0xd3, 10])),
  ];
  let length = parts[0]!.length;
  const offsets = objects.map((object, i) => {
    const body = typeof object === 'string' ? utf8(object) : object;
    const whole = concatBytes(utf8(`${i + 1} 0 obj\n`), body, utf8('\nendobj\n'));
    const offset = length;
    length += whole.length;
    parts.push(whole);
    return offset;
  });
  const size = objects.length + 1;
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const id = '<00112233445566778899aabbccddeeff>';
  const trailer = `<</Size ${size}/Root ${catalog} 0 R/Info ${info} 0 R/ID[${id}${id}]>>`;
  parts.push(
    utf8(`xref\n0 ${size}\n0000000000 65535 f \n${table}trailer\n${trailer}\nstartxref\n${length}\n%%EOF\n`),
  );
  return concatBytes(...parts);
}

function xmp(pdfA: number | undefined, pdfUa: boolean): string {
  const about = (space: string, inner: string) =>
    `<rdf:Description rdf:about="" ${space}>${inner}</rdf:Description>`;
  const parts = [
    about(
      'xmlns:dc="http://purl.org/dc/elements/1.1/"',
      '<dc:title><rdf:Alt><rdf:li xml:lang="x-default">A contract</rdf:li></rdf:Alt></dc:title>',
    ),
    about('xmlns:pdf="http://ns.adobe.com/pdf/1.3/"', '<pdf:Producer>Tests</pdf:Producer>'),
    pdfA
      ? about(
          'xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/"',
          `<pdfaid:part>${pdfA}</pdfaid:part><pdfaid:conformance>B</pdfaid:conformance>`,
        )
      : '',
    pdfUa ? about('xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/"', '<pdfuaid:part>1</pdfuaid:part>') : '',
  ];
  return `<?xpacket begin="\u{feff}" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">${parts.join('')}</rdf:RDF></x:xmpmeta><?xpacket end="w"?>`;
}

/** An ICC profile (ICC.1:2001-04) of these tags. */
function profile(kind: string, space: string, connection: string, tags: [string, Bytes][]): Bytes {
  const head = new Uint8Array(128);
  const text = (at: number, value: string) => head.set(utf8(value), at);
  const view = new DataView(head.buffer);
  view.setUint32(8, 0x02400000);
  text(12, kind);
  text(16, space);
  text(20, connection);
  [2024, 1, 1].forEach((v, i) => {
    view.setUint16(24 + i * 2, v);
  });
  text(36, 'acsp');
  [0x0000f6d6, 0x00010000, 0x0000d32d].forEach((v, i) => {
    view.setUint32(68 + i * 4, v);
  });
  const table = new Uint8Array(4 + tags.length * 12);
  const entries = new DataView(table.buffer);
  entries.setUint32(0, tags.length);
  let at = 128 + table.length;
  const parts: Bytes[] = [];
  tags.forEach(([name, data], i) => {
    const padded = new Uint8Array(Math.ceil(data.length / 4) * 4);
    padded.set(data);
    table.set(utf8(name), 4 + i * 12);
    entries.setUint32(8 + i * 12, at);
    entries.setUint32(12 + i * 12, data.length);
    at += padded.length;
    parts.push(padded);
  });
  view.setUint32(0, at);
  return concatBytes(head, table, ...parts);
}

const description = (text: string): Bytes => {
  const out = new Uint8Array(12 + text.length + 1 + 78);
  out.set(utf8('desc'));
  new DataView(out.buffer).setUint32(8, text.length + 1);
  out.set(utf8(text), 12);
  return out;
};
const copyright = concatBytes(utf8('text\0\0\0\0none\0'));
const fixed = (...values: number[]): Bytes => {
  const out = new Uint8Array(values.length * 4);
  values.forEach((v, i) => {
    new DataView(out.buffer).setInt32(i * 4, Math.round(v * 65536));
  });
  return out;
};
const xyz = (...values: number[]): Bytes => concatBytes(utf8('XYZ \0\0\0\0'), fixed(...values));
const white = xyz(0.9642, 1, 0.8249);

function rgbProfile(): Bytes {
  const gamma = new Uint8Array([...utf8('curv'), 0, 0, 0, 0, 0, 0, 0, 1, 2, 0x33]);
  return profile('mntr', 'RGB ', 'XYZ ', [
    ['desc', description('RGB')],
    ['cprt', copyright],
    ['wtpt', white],
    ['rXYZ', xyz(0.4361, 0.2225, 0.0139)],
    ['gXYZ', xyz(0.3851, 0.7169, 0.0971)],
    ['bXYZ', xyz(0.1431, 0.0606, 0.7141)],
    ['rTRC', gamma],
    ['gTRC', gamma],
    ['bTRC', gamma],
  ]);
}

/** Subtractive, with the corners of the cube only. */
function cmykProfile(): Bytes {
  const corners: number[] = [];
  for (let i = 0; i < 16; i++) {
    const [c, m, y, k] = [8, 4, 2, 1].map((bit) => (i & bit ? 1 : 0)) as [number, number, number, number];
    const light = (1 - k) * (1 - (c + m + y) / 4);
    corners.push(
      Math.round(light * 255),
      128 + (m - c) * 50 * (1 - k),
      128 + (y - (c + m) / 2) * 50 * (1 - k),
    );
  }
  const ramp = Array.from({ length: 256 }, (_, i) => i);
  const lut = (inputs: number, outputs: number, points: number, table: number[]) =>
    concatBytes(
      utf8('mft1\0\0\0\0'),
      new Uint8Array([inputs, outputs, points, 0]),
      fixed(1, 0, 0, 0, 1, 0, 0, 0, 1),
      new Uint8Array([
        ...Array.from({ length: inputs }, () => ramp).flat(),
        ...table,
        ...Array.from({ length: outputs }, () => ramp).flat(),
      ]),
    );
  const back = Array.from({ length: 8 }, (_, i) => [255 - (i & 4 ? 255 : 0), 0, 0, i & 4 ? 0 : 255]).flat();
  const to = lut(4, 3, 2, corners);
  const from = lut(3, 4, 2, back);
  return profile('prtr', 'CMYK', 'Lab ', [
    ['desc', description('CMYK')],
    ['cprt', copyright],
    ['wtpt', white],
    ...['A2B0', 'A2B1', 'A2B2'].map((name): [string, Bytes] => [name, to]),
    ...['B2A0', 'B2A1', 'B2A2'].map((name): [string, Bytes] => [name, from]),
    [
      'gamt',
      lut(
        3,
        1,
        2,
        Array.from({ length: 8 }, () => 0),
      ),
    ],
  ]);
}
