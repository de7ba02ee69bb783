import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PDFiumLibrary } from '@hyzyla/pdfium';
import { AnnotationMode, getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { afterAll, describe, expect, it } from 'vitest';
import type { Bytes } from '#core/bytes.ts';
import { randomFrom } from '#tests/fixtures/random.ts';
import { append, BASE, makePdf, type Objects, sign, stream } from './build-pdf.ts';
import { alice, certified, verify } from './signed-and-changed.ts';

/** Updates tried; LOOKS_ROUNDS asks for a longer run, LOOKS_SEED for other ones. */
const ROUNDS = Number(process.env.LOOKS_ROUNDS ?? 300);
const SEED = Number(process.env.LOOKS_SEED ?? 20261123);

const WIDGET = '/Type /Annot /Subtype /Widget /P 3 0 R';
const BADGE = stream(
  '/Type /XObject /Subtype /Form /BBox [0 0 200 20] /Resources << /Font << /Helv 6 0 R >> >>',
  '/Tx BMC BT /Helv 12 Tf 2 5 Td (Alice) Tj ET EMC',
);
/** Text fields with and without an appearance, one that inherits, one the form does not list, a checkbox, a layer. */
const FORM: Objects = {
  ...BASE,
  1: '<< /Type /Catalog /Pages 2 0 R /AcroForm 5 0 R /OCProperties << /OCGs [18 0 R] /D << /Order [18 0 R] >> >> >>',
  3: BASE[3]!.replace('12 0 R]', '12 0 R 11 0 R 15 0 R 17 0 R 19 0 R]'),
  5: '<< /Fields [7 0 R 8 0 R 10 0 R 11 0 R 16 0 R 19 0 R] /SigFlags 3 /DA (/Helv 12 Tf 0 g) /DR << /Font << /Helv 6 0 R >> >> >>',
  8: `<< ${WIDGET} /FT /Tx /T (Payee) /V (Alice) /Rect [50 200 250 220] /AP << /N 9 0 R >> /DA (/Helv 12 Tf 0 g) >>`,
  9: BADGE,
  11: `<< ${WIDGET} /FT /Tx /T (Bare) /V (Alice) /Rect [50 320 250 340] >>`,
  15: `<< ${WIDGET} /T (Inner) /Parent 16 0 R /Rect [50 240 250 260] /AP << /N 9 0 R >> >>`,
  16: '<< /FT /Tx /T (Outer) /V (Alice) /Kids [15 0 R] >>',
  17: `<< ${WIDGET} /FT /Tx /T (Loose) /V (Alice) /Rect [50 280 250 300] >>`,
  18: '<< /Type /OCG /Name (Layer) >>',
  19: `<< ${WIDGET} /FT /Btn /T (Check) /V /On /AS /On /Rect [300 200 320 220] /MK << /CA (4) >> /AP << /N << /On 21 0 R >> >> >>`,
  21: stream('/Type /XObject /Subtype /Form /BBox [0 0 20 20]', '2 2 16 16 re f'),
};

const lock =
  '<< /Type /SigRef /TransformMethod /FieldMDP /TransformParams << /Type /TransformParams /Action /All /V /1.2 >> >>';
const PERMS = { 1: FORM[1]!.replace(/>>$/, '/Perms << /DocMDP 20 0 R >> >>') };
const SIGNED: [string, Bytes][] = [
  ['FieldMDP All', await sign(makePdf(FORM), alice, { extra: `/Reference [${lock}]` })],
  ['DocMDP 1', await sign(makePdf(FORM), alice, { extra: certified(1), objects: PERMS })],
  ['DocMDP 2 with a lock', await sign(makePdf(FORM), alice, { extra: certified(2, lock), objects: PERMS })],
];

type Pick = <T>(list: readonly T[]) => T;
/** Changes some objects of the file as an attacker, or an honest program, may. */
type Change = (at: Objects, pick: Pick) => void;

const put = (at: Objects, num: number, entry: string): void => {
  at[num] = at[num]!.replace(/>>$/, `${entry} >>`);
};
const FIELDS = [8, 11, 15, 16, 17, 19] as const;
const ENTRIES = [
  '/DA (/Helv 12 Tf 1 g)',
  '/DA (/Helv 0.1 Tf 0 g)',
  '/DA (/Evil 12 Tf 0 g)',
  '/Q 2',
  '/Ff 1',
  '/Ff 7',
  '/Ff 8192',
  '/Ff 4096',
  '/Ff 16777216 /MaxLen 5',
  '/F 4',
  '/F 2',
  '/F 16',
  '/MK << /BG [0 0 0] >>',
  '/BS << /W 9 >> /MK << /BC [1 0 0] >>',
  '/V (Mallory)',
  '/AS /Off',
  '/OC 18 0 R',
  '/Border [0 0 9]',
  '/AA << /F << /S /JavaScript /JS (event.value = 9) >> >>',
] as const;
const FORM_ENTRIES = [
  '/NeedAppearances true',
  '/NeedAppearances false',
  '/Q 1',
  '/DA (/Helv 12 Tf 1 g)',
  '/DA (/Evil 12 Tf 0 g)',
  '/CO [8 0 R]',
  '/XFA (x)',
] as const;
const ANNOTATIONS = [
  '/Subtype /Square /IC [0 0 0]',
  '/Subtype /Highlight /C [0 0 0]',
  '/Subtype /Link /Border [0 0 60]',
  '/Subtype /Text /Contents (x)',
  '/Subtype /FreeText /DA (/Helv 12 Tf 0 g) /Contents (Pay 9)',
  '/Subtype /Popup /Open true',
] as const;
const ROOT_ENTRIES = [
  '/OpenAction << /S /JavaScript /JS (x) >>',
  '/MarkInfo << /Marked true >>',
  '/Version /2.0',
  '/Extensions << /ADBE << /BaseVersion /1.7 /ExtensionLevel 3 >> >>',
  '/Lang (en)',
  '/ViewerPreferences << /ViewArea /MediaBox >>',
  '/OCProperties << /OCGs [18 0 R] /D << /OFF [18 0 R] >> >>',
] as const;

const CHANGES: Change[] = [
  (at, pick) => put(at, 5, pick(FORM_ENTRIES)),
  (at, pick) => put(at, pick(FIELDS), pick(ENTRIES)),
  (at, pick) => put(at, pick(FIELDS), pick(ENTRIES)),
  (at, pick) => {
    at[40] = `<< /Type /Font /Subtype /Type1 /BaseFont /${pick(['Symbol', 'Courier', 'ZapfDingbats'])} >>`;
    const name = pick(['Evil', 'Helv', 'ZaDb', 'Unused']);
    at[5] = at[5]!.replace('/Helv 6 0 R', name === 'Helv' ? '/Helv 40 0 R' : `/Helv 6 0 R /${name} 40 0 R`);
  },
  (at, pick) => {
    at[pick([6, 9, 14, 21])] = pick([
      BASE[14]!,
      BADGE.replace('Alice', 'Mallo'),
      FORM[6]!.replace('Helvetica', 'Courier'),
    ]);
  },
  (at, pick) => {
    at[41] = `<< /Type /Annot ${pick(ANNOTATIONS)} /Rect [${pick(['60 200 260 300', '90 690 400 730'])}] /P 3 0 R >>`;
    at[3] = at[3]!.replace(/(\d+ 0 R)\] >>$/, '$1 41 0 R] >>').replace(/(\/Annots \[[^\]]*)\]/, '$1 41 0 R]');
  },
  (at, pick) => {
    const look = pick(['', '/AP << /N 43 0 R >>', '/AP << /N 43 0 R >> /F 2']);
    at[42] = `<< ${WIDGET} /FT /Sig /T (New) /Rect [${pick(['0 0 0 0', '60 200 60 200', '60 200 260 200', '60 200 260 300'])}] ${look} >>`;
    const size = pick(['0 0 0 0', '0 0 200 20', '-500 -500 500 500']);
    at[43] = stream(`/Type /XObject /Subtype /Form /BBox [${size}]`, '0 0 0 rg -500 -500 1000 1000 re f');
    at[3] = at[3]!.replace(/(\/Annots \[[^\]]*)\]/, '$1 42 0 R]');
    at[5] = at[5]!.replace(/(\/Fields \[[^\]]*)\]/, '$1 42 0 R]');
  },
  (at, pick) => put(at, 1, pick(ROOT_ENTRIES)),
  (at, pick) =>
    put(
      at,
      3,
      pick([
        '/Tabs /S',
        '/Rotate 90',
        '/UserUnit 2',
        '/CropBox [0 0 300 300]',
        '/Group << /S /Transparency >>',
      ]),
    ),
  (at, pick) => put(at, 18, pick(['/Usage << /View << /ViewState /OFF >> >>', '/Intent /Design'])),
  (at, pick) => {
    at[12] = at[12]!.replace('/IC [1 1 1]', pick(['/IC [0 0 0]', '/IC [1 1 1] /F 2']));
  },
  (at) => {
    at[44] = '<< /Unused true >>';
  },
];

const folder = mkdtempSync(join(tmpdir(), 'looks-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const RENDERERS = ['poppler', 'MuPDF', 'pdf.js', 'pdfium'] as const;

const fonts = fileURLToPath(new URL('../../../node_modules/pdfjs-dist/standard_fonts/', import.meta.url));
const pdfium = await PDFiumLibrary.init();
afterAll(() => pdfium.destroy());

/** The first page as each of the four draws it, at 36 dpi. */
async function pictures(bytes: Bytes): Promise<Uint8Array[]> {
  const file = join(folder, 'page.pdf');
  writeFileSync(file, bytes);
  execFileSync('pdftoppm', ['-r', '36', '-f', '1', '-l', '1', '-singlefile', file, join(folder, 'poppler')], {
    stdio: 'ignore',
  });
  execFileSync('mutool', ['draw', '-q', '-r', '36', '-o', join(folder, 'mupdf.ppm'), file, '1'], {
    stdio: 'ignore',
  });
  const own = ['poppler.ppm', 'mupdf.ppm'].map((name) => readFileSync(join(folder, name)));
  return [...own, await byPdfJs(bytes), await byPdfium(bytes)];
}

async function byPdfJs(bytes: Bytes): Promise<Uint8Array> {
  // It takes the bytes for its own.
  const task = getDocument({ data: bytes.slice(), standardFontDataUrl: fonts, verbosity: 0 });
  try {
    const document = await task.promise;
    const page = await document.getPage(1);
    const viewport = page.getViewport({ scale: 0.5 });
    // As for printing: fields are drawn onto the page and not left to the elements that the viewer puts over it.
    const { canvas, context } = (document.canvasFactory as CanvasFactory).create(
      viewport.width,
      viewport.height,
    );
    await page.render({ canvas, canvasContext: context, viewport, annotationMode: AnnotationMode.ENABLE })
      .promise;
    return new Uint8Array(context.getImageData(0, 0, canvas.width, canvas.height).data);
  } finally {
    await task.destroy();
  }
}

interface CanvasFactory {
  create(width: number, height: number): { canvas: HTMLCanvasElement; context: CanvasRenderingContext2D };
}

async function byPdfium(bytes: Bytes): Promise<Uint8Array> {
  const document = await pdfium.loadDocument(bytes);
  try {
    const drawn = await document.getPage(0).render({ scale: 0.5, render: 'bitmap', renderFormFields: true });
    return drawn.data;
  } finally {
    document.destroy();
  }
}

describe(`updates of signed files, drawn before and after (seed ${SEED}, ${ROUNDS} rounds)`, () => {
  it(
    'never look otherwise in poppler, MuPDF, pdf.js or pdfium where all is locked and valid',
    async () => {
      const next = randomFrom(SEED);
      const pick: Pick = (list) => list[Math.floor(next() * list.length)]!;
      const before = new Map<string, Uint8Array[]>();
      for (const [name, bytes] of SIGNED) before.set(name, await pictures(bytes));
      const seen = new Set<string>();
      let compared = 0;
      for (let round = 0; round < ROUNDS; round++) {
        const [how, bytes] = pick(SIGNED);
        const start: Objects = {
          ...FORM,
          7: FORM[7]!.replace(/>>$/, '/V 20 0 R >>'),
          1: how === 'FieldMDP All' ? FORM[1]! : PERMS[1],
        };
        const now = { ...start };
        pick(CHANGES)(now, pick);
        if (next() < 0.3) pick(CHANGES)(now, pick);
        const changed = Object.fromEntries(
          Object.entries(now).filter(([num, body]) => start[Number(num)] !== body),
        );
        const key = JSON.stringify([how, changed]);
        if (Object.keys(changed).length === 0 || seen.has(key)) continue;
        seen.add(key);
        const updated = append(bytes, changed as Objects);
        if ((await verify(updated)).signatures[0]!.verdict !== 'valid') continue;
        compared++;
        const after = await pictures(updated);
        for (const [i, picture] of before.get(how)!.entries()) {
          const same = Buffer.compare(picture, after[i]!) === 0;
          expect(same, `round ${round}, ${how}, ${RENDERERS[i]}: ${JSON.stringify(changed)}`).toBe(true);
        }
      }
      expect(compared).toBeGreaterThan(ROUNDS / 100);
    },
    Math.max(60_000, ROUNDS * 200),
  );
});
