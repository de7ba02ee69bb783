import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Bytes, concatBytes } from '#core/bytes.ts';
import type { SealAppearance } from '#core/pdf/draw/appearance.ts';
import { conformanceLosses } from '#core/pdf/prepare/conformance-losses.ts';
import { preparePdf } from '#core/pdf/prepare/prepare-pdf.ts';
import type { SignatureFieldSpec } from '#core/pdf/prepare/spec.ts';
import { listFields } from '#core/pdf/read/fields.ts';
import { isArray, isDict, isName, isRef, isStream, type PdfDict } from '#core/pdf/read/objects.ts';
import { openPdfBytes } from '#core/pdf/read/open-pdf.ts';
import { listPages } from '#core/pdf/read/pages.ts';
import { addValidationData } from '#core/pdf/sign/add-validation-data.ts';
import { fieldsToSign } from '#core/pdf/sign/fields-to-sign.ts';
import { timestampDocument } from '#core/pdf/sign/timestamp-document.ts';
import { verifyPdf } from '#core/pdf/verify/verify-pdf.ts';
import { type SignPdfRequest, signPdf } from '#tests/fixtures/sign-pdf.ts';
import { type ArchivalKind, archivalPdf } from './archival.ts';
import { boxOfPixels, inFolder, judge, makePdf, pdfsig, picture, squareSeal } from './documents.ts';
import { testSigner } from './signers.ts';

const FONT = 'node_modules/@expo-google-fonts/noto-sans-sc/400Regular/NotoSansSC_400Regular.ttf';
const fonts = [{ name: 'Noto Sans SC', data: new Uint8Array(readFileSync(FONT)) }];

const rectangle = (x: number, y: number, w: number, h: number) =>
  [['M', x, y], ['L', x + w, y], ['L', x + w, y + h], ['L', x, y + h], ['Z']] as const;

/** White all over, with a red frame and a red area that is seen through: everything that could hide text. */
const opaqueSeal: SealAppearance = {
  kind: 'drawing',
  drawing: {
    widthMm: 42,
    heightMm: 42,
    items: [
      { path: rectangle(0, 0, 42, 42), fill: '#ffffff' },
      { path: rectangle(2, 2, 38, 38), stroke: '#e60012', strokeWidthMm: 2 },
      { path: rectangle(4, 4, 8, 8), fill: '#e60012', stroke: '#e60012', opacity: 0.8 },
    ],
  },
};
/** Over the black line of `archivalPdf`, 206 to 208 units from the top. */
const OVER_LINE = { x: 30, y: 70, width: 42, height: 42 };

const FIELDS: readonly SignatureFieldSpec[] = [
  {
    name: 'A',
    label: '甲方',
    places: [
      { kind: 'at', page: 0, box: OVER_LINE },
      { kind: 'crossPage', y: 150, width: 42, height: 42 },
    ],
  },
  { name: 'B', places: [{ kind: 'pages', box: { ...OVER_LINE, y: 200 } }] },
  { name: 'C', places: [] },
];

async function prepared(file: Bytes, watermark = true): Promise<Bytes> {
  const marks = watermark ? { fonts, watermark: { text: '样本 Sample' } } : {};
  const { append } = await preparePdf(file, { ...marks, signatureFields: FIELDS });
  return concatBytes(file, append);
}

/** Signed by all, with what makes it last. */
async function signedByAll(file: Bytes): Promise<Bytes> {
  const { signer, certificates, emptyCrl } = await testSigner('P-256');
  const signingTime = Date.UTC(2026, 0, 2, 3, 4, 5);
  let out = await prepared(file);
  for (const { name } of FIELDS)
    out = await signPdf(out, { field: name, appearance: opaqueSeal, signer, certificates, signingTime });
  out = concatBytes(out, (await addValidationData(out, { certificates, crls: [await emptyCrl()] })).append);
  // What a time stamp says is not looked at here.
  const stamp = await timestampDocument(out, async () => new Uint8Array([0x30, 0]), { reservedBytes: 64 });
  return concatBytes(out, stamp.append);
}

const JARS = [
  'preflight',
  'pdfbox2',
  'xmpbox',
  'fontbox2',
  'commons-logging',
  'javax.activation',
  'jaxb-api',
].map((name) => `/usr/share/java/${name}.jar`);
const withJava = (process.env.PATH ?? '').split(':').some((folder) => existsSync(join(folder, 'java')));

/** What PDFBox Preflight says of the file as PDF/A-1b. */
function preflight(file: Bytes): string {
  return inFolder((folder) => {
    const path = join(folder, 'file.pdf');
    writeFileSync(path, file);
    const args = ['-cp', JARS.join(':'), 'org.apache.pdfbox.preflight.Validator_A1b', path];
    try {
      return execFileSync('java', args, { stdio: 'pipe' }).toString().trim();
    } catch (error) {
      return (error as { stdout: Buffer }).stdout.toString();
    }
  });
}

const PDF_A_1: [string, ArchivalKind][] = [
  ['with an RGB output intent', { pdfA: 1, intent: 'RGB' }],
  ['with a CMYK output intent', { pdfA: 1, intent: 'CMYK' }],
];

if (withJava && JARS.every((path) => existsSync(path)))
  describe('PDF/A-1b as Preflight judges it', () => {
    for (const [name, kind] of PDF_A_1)
      it(`${name} stays so: watermark, seals on two pages, an invisible field, validation data, stamp`, async () => {
        const valid = 'The file file.pdf is a valid PDF/A-1b file';
        expect(preflight(archivalPdf(kind))).toContain(valid);
        expect(preflight(await signedByAll(archivalPdf(kind)))).toContain(valid);
      }, 60_000);
  });
else
  it('Preflight is missing: install libpdfbox2-java, libjaxb-api-java, default-jre-headless', () => {
    expect(true).toBe(true);
  });

/** Rules of ISO 19005-2 and -3 that a signature can break; each fault in words. */
function archivalFaults(file: Bytes): string[] {
  const document = openPdfBytes(file);
  const faults: string[] = [];
  const claims = /<pdfaid:part>(\d)/.exec(new TextDecoder('latin1').decode(file))?.[1];
  const intents = document.lookup(document.catalog, 'OutputIntents');
  const intent = isArray(intents) ? document.resolve(intents.items[0]) : null;
  const profile = isDict(intent) ? document.lookup(intent, 'DestOutputProfile') : null;
  const components = isStream(profile) ? document.lookup(profile.dict, 'N') : null;
  for (let num = 1; num < document.size; num++) {
    const object = document.get(num);
    const dict = isStream(object) ? object.dict : isDict(object) ? object : undefined;
    if (!dict) continue;
    const subtype = document.lookup(dict, 'Subtype');
    if (isName(subtype, 'Form') && isStream(object)) {
      const content = new TextDecoder('latin1').decode(document.decode(object));
      if (components !== 3 && /\b(?:rg|RG)\b/.test(content)) faults.push(`${num}: DeviceRGB`);
      if (claims === '1' || components === null) {
        if (document.lookup(dict, 'Group') !== null) faults.push(`${num}: group`);
        if (/\bgs\b/.test(content)) faults.push(`${num}: graphics state`);
      }
    }
    if (isName(subtype, 'Image') && document.lookup(dict, 'Interpolate') === true)
      faults.push(`${num}: image`);
    if (!isName(subtype, 'Widget')) continue;
    const flags = document.lookup(dict, 'F');
    if (typeof flags !== 'number' || (flags & 4) === 0 || (flags & 0b100011) !== 0) faults.push(`${num}: F`);
    if (dict.entries.has('A') || dict.entries.has('AA')) faults.push(`${num}: action`);
    const look = document.lookup(dict, 'AP');
    if (!isDict(look)) {
      faults.push(`${num}: no appearance`);
      continue;
    }
    if ([...look.entries.keys()].join() !== 'N') faults.push(`${num}: keys of AP`);
    const normal = document.lookup(look, 'N');
    const button = isName(document.lookup(dict, 'FT'), 'Btn');
    if (button ? !isDict(normal) : !isStream(normal)) faults.push(`${num}: N of ${button ? 'Btn' : 'Sig'}`);
  }
  const form = document.lookup(document.catalog, 'AcroForm') as PdfDict;
  if (document.lookup(form, 'NeedAppearances') === true) faults.push('NeedAppearances');
  return faults;
}

describe('PDF/A by the rules', () => {
  const kinds: [string, ArchivalKind][] = [
    ...PDF_A_1,
    ['PDF/A-2b', { pdfA: 2, intent: 'RGB' }],
    ['PDF/A-2b with a CMYK output intent', { pdfA: 2, intent: 'CMYK' }],
    ['PDF/A-2b without an output intent', { pdfA: 2 }],
    ['PDF/A-3b', { pdfA: 3, intent: 'RGB' }],
  ];
  for (const [name, kind] of kinds)
    it(`${name} stays what it was, and its signatures are valid`, async () => {
      const original = archivalPdf(kind);
      const file = await signedByAll(original);
      expect(archivalFaults(file)).toEqual([]);
      expect(file.subarray(0, original.length)).toEqual(original);
      expect(pdfsig(file).slice(0, 3)).toEqual(Array(3).fill('Signature is Valid.'));
      expect(judge('qpdf', file, '--check', 'FILE').code).toBe(0);
      const { signatures } = await verifyPdf(file, {
        time: Date.UTC(2026, 0, 3),
        trustAnchors: [(await testSigner('P-256')).certificates[1]!],
      });
      expect(signatures.map((s) => [s.name, s.laterChanges])).toEqual([
        ['A', 'allowed'],
        ['B', 'allowed'],
        ['C', 'allowed'],
      ]);
      // B's seal stands on the watermark's letters: where it may not be multiplied, each of its places is named.
      const opaque = kind.pdfA === 1 || kind.intent === undefined;
      expect(signatures[0]!.problems.includes('seal-over-signed-content')).toBe(opaque);
      const named = signatures[0]!.detail.changes.filter(({ box }) => box);
      expect(named.map(({ field, page, allowed }) => [field, page, allowed])).toEqual(
        opaque
          ? [
              ['B', 1, true],
              ['B:2', 2, true],
            ]
          : [],
      );
    }, 60_000);
});

/** Rules of ISO 14289-1 that a signature can break; each fault in words. */
function accessibilityFaults(file: Bytes): string[] {
  const document = openPdfBytes(file);
  const root = document.lookup(document.catalog, 'StructTreeRoot') as PdfDict;
  const tree = document.lookup(root, 'ParentTree') as PdfDict;
  const nums = (document.lookup(tree, 'Nums') as { items: unknown[] }).items;
  const faults: string[] = [];
  const keys = nums.filter((_, i) => i % 2 === 0) as number[];
  if (keys.some((key, i) => i > 0 && key <= keys[i - 1]!)) faults.push('ParentTree is not sorted');
  if (Number(document.lookup(root, 'ParentTreeNextKey')) <= Math.max(...keys)) faults.push('next key');
  for (const page of listPages(document)) {
    const annotations = document.lookup(page.dict, 'Annots');
    if (!isArray(annotations)) continue;
    if (!isName(document.lookup(page.dict, 'Tabs'), 'S')) faults.push(`page ${page.index}: Tabs`);
    for (const ref of annotations.items) {
      const widget = document.resolve(ref) as PdfDict;
      const [l, b, r, t] = (document.lookup(widget, 'Rect') as { items: number[] }).items as [
        number,
        number,
        number,
        number,
      ];
      // Outside of what is seen, an annotation needs no place in the structure (7.18.4).
      if (l === r && b === t) continue;
      const name = isRef(ref) ? ref.num : 0;
      if (document.lookup(widget, 'TU') === null) faults.push(`${name}: TU`);
      const at = nums.indexOf(document.lookup(widget, 'StructParent'));
      const element = at < 0 ? null : document.resolve(nums[at + 1] as never);
      if (!isDict(element) || !isName(document.lookup(element, 'S'), 'Form')) {
        faults.push(`${name}: no Form element`);
        continue;
      }
      const reference = document.lookup(element, 'K') as PdfDict;
      const target = reference.entries.get('Obj') ?? null;
      if (!isRef(target) || target.num !== name) faults.push(`${name}: OBJR`);
      const parent = document.lookup(element, 'P') as PdfDict;
      const kids = document.lookup(parent, 'K');
      const listed = isArray(kids) && kids.items.some((kid) => document.resolve(kid) === element);
      if (!listed) faults.push(`${name}: not among the kids of its parent`);
    }
  }
  return faults;
}

describe('PDF/UA', () => {
  it('keeps every widget in the structure with a name, and marks a watermark as artifact', async () => {
    const file = await signedByAll(archivalPdf({ pdfUa: true }));
    expect(accessibilityFaults(file)).toEqual([]);
    const document = openPdfBytes(file);
    const label = listFields(document)
      .find(({ name }) => name === 'A')!
      .dict.entries.get('TU');
    expect(label).toMatchObject({ kind: 'string' });
    const content = listPages(document).map((page) => {
      const parts = document.lookup(page.dict, 'Contents');
      return isArray(parts)
        ? parts.items
            .map((part) => new TextDecoder('latin1').decode(document.decode(document.resolve(part) as never)))
            .join('')
        : '';
    });
    for (const drawn of content) expect(drawn).toMatch(/\/Artifact BMC\nq [^\n]* \/Sg0 Do Q\nEMC/);
    expect(judge('qpdf', file, '--check', 'FILE').code).toBe(0);
    expect(pdfsig(file).slice(0, 3)).toEqual(Array(3).fill('Signature is Valid.'));
  });

  it('is conformant together with PDF/A-2b', async () => {
    const file = await signedByAll(archivalPdf({ pdfA: 2, pdfUa: true, intent: 'RGB' }));
    expect([...accessibilityFaults(file), ...archivalFaults(file)]).toEqual([]);
  });
});

describe('what is below a seal', () => {
  // Black of CMYK is not quite black on a screen.
  const isBlack = (r: number, g: number, b: number) => r < 60 && g < 60 && b < 60;

  it('stays readable under a seal’s white ground: multiplied, and in PDF/A-1 not transparent', async () => {
    const files = [{ pdfUa: true }, { pdfA: 2, intent: 'RGB' }, ...PDF_A_1.map(([, kind]) => kind)] as const;
    for (const kind of files) {
      const { signer } = await testSigner('P-256');
      const ready = await prepared(archivalPdf(kind as ArchivalKind), false);
      const before = boxOfPixels(picture(ready, 0), isBlack)!;
      const image = picture(await signPdf(ready, { field: 'A', appearance: opaqueSeal, signer }), 0);
      const after = boxOfPixels(image, isBlack)!;
      expect(after.width).toBeCloseTo(before.width, 1);
      // Black all along the line inside the frame, where the white ground lies over it.
      const row = Math.round((before.y + before.height / 2) * image.perMm);
      for (let x = 34; x < 68; x++) {
        const at = (row * image.width + Math.round(x * image.perMm)) * 3;
        expect(image.rgb[at]! + image.rgb[at + 1]! + image.rgb[at + 2]!, `${x} mm`).toBeLessThan(150);
      }
      const red = boxOfPixels(image, (r, g, b) => r > 200 && g < 60 && b < 80)!;
      expect(red.x).toBeLessThan(32);
    }
  });

  it('is hidden by no colour at all: a drawing of any colour only darkens', async () => {
    const { signer } = await testSigner('P-256');
    const yellow: SealAppearance = {
      kind: 'drawing',
      drawing: { widthMm: 42, heightMm: 42, items: [{ path: rectangle(0, 0, 42, 42), fill: '#ffff99' }] },
    };
    const ready = await prepared(archivalPdf({ pdfA: 2, intent: 'RGB' }), false);
    const before = boxOfPixels(picture(ready, 0), isBlack);
    const after = picture(await signPdf(ready, { field: 'A', appearance: yellow, signer }), 0);
    expect(boxOfPixels(after, isBlack)).toEqual(before);
  });
});

describe('files that others have signed or certified', () => {
  const box = { x: 20, y: 20, width: 42, height: 42 };
  const sign = async (file: Bytes, field: string, more: Partial<SignPdfRequest> = {}) => {
    const { signer } = await testSigner('P-256');
    return signPdf(file, { field, newField: 'invisible', signer, ...more });
  };

  it('a certified one gets no new places, at any level: they would break the certification', async () => {
    for (const certify of [2, 3] as const) {
      const file = await sign(await makePdf(), 'Author', { certify });
      const places = [{ kind: 'at' as const, page: 0, box }];
      await expect(preparePdf(file, { signatureFields: [{ name: 'A', places }] })).rejects.toThrow(
        'DOCUMENT_CERTIFIED',
      );
      await expect(sign(file, 'A', { newField: { page: 0, box } })).rejects.toThrow('DOCUMENT_CERTIFIED');
    }
  });

  it('a signature that locks all fields to come lets none be reserved', async () => {
    const file = await sign(await makePdf(), 'Author', { fieldLock: { action: 'All' } });
    const places = [{ kind: 'at' as const, page: 0, box }];
    await expect(preparePdf(file, { signatureFields: [{ name: 'A', places }] })).rejects.toThrow(
      'SIGNATURE_FIELD_LOCKED',
    );
  });

  it('in a signed one each place of a signer is a signature of its own, and all stay valid', async () => {
    const foreign = await sign(await makePdf([{}, {}, {}]), 'Foreign', {
      newField: { page: 0, box: { ...box, y: 200 } },
      appearance: squareSeal(),
    });
    const { append } = await preparePdf(foreign, { signatureFields: FIELDS.slice(0, 1) });
    let file: Bytes = concatBytes(foreign, append);
    const names = await fieldsToSign(file, 'A');
    expect(names).toEqual(['A', 'A:2', 'A:3', 'A:4']);
    for (const field of names)
      file = await sign(file, field, { newField: undefined, appearance: squareSeal() });
    expect(pdfsig(file)).toEqual(Array(5).fill('Signature is Valid.'));
    const { signatures } = await verifyPdf(file, {
      time: Date.UTC(2026, 0, 3),
      trustAnchors: [(await testSigner('P-256')).certificates[1]!],
    });
    expect(signatures.map((s) => [s.name, s.laterChanges])).toEqual([
      ['Foreign', 'allowed'],
      ['A', 'allowed'],
      ['A:2', 'allowed'],
      ['A:3', 'allowed'],
      ['A:4', 'none'],
    ]);
    for (const page of [0, 1, 2])
      expect(boxOfPixels(picture(file, page), (r, g) => r > 200 && g < 60)).toBeDefined();
    const crossPage = { kind: 'crossPage' as const, y: 40, width: 42, height: 42 };
    const long = await sign(await makePdf(Array.from({ length: 11 }, () => ({}))), 'Foreign');
    await expect(preparePdf(long, { signatureFields: [{ name: 'A', places: [crossPage] }] })).rejects.toThrow(
      'DOCUMENT_SIGNED_PLACES',
    );
  });
});

it('what cannot stay conformant is reported with its reason: tags of a signed file, PDF/X', async () => {
  const { signer } = await testSigner('P-256');
  for (const kind of [{ pdfUa: true }, { pdfA: 2, intent: 'RGB' }, { pdfA: 1, intent: 'CMYK' }] as const)
    expect(conformanceLosses(archivalPdf(kind))).toEqual([]);
  const tagged = await signPdf(archivalPdf({ pdfUa: true }), { field: 'A', newField: 'invisible', signer });
  expect(conformanceLosses(tagged)).toEqual([{ claim: 'PDF/UA-1', reason: 'structure' }]);
  const text = new TextDecoder('latin1').decode(archivalPdf({ pdfA: 2, intent: 'RGB' }));
  const forPrint = text
    .replace('/Producer(Tests)', '/GTS_PDFXVersion(PDF/X-4)')
    .replace(/startxref\n\d+/, (old) => old.replace(/\d+/, (at) => String(Number(at) + 9)));
  expect(conformanceLosses(Uint8Array.from(forPrint, (c) => c.charCodeAt(0)))).toEqual([
    { claim: 'PDF/X-4', reason: 'print' },
  ]);
});

it('the time of signing is a date that ends in Z: pyHanko reads no offset behind it', async () => {
  const { signer } = await testSigner('P-256');
  const signingTime = Date.UTC(2026, 0, 2, 3, 4, 5);
  const file = await signPdf(await makePdf(), { field: 'A', newField: 'invisible', signer, signingTime });
  expect(new TextDecoder('latin1').decode(file)).toContain('/M(D:20260102030405Z)');
});
