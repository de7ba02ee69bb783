import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { preparePdf } from '#core/pdf/prepare/prepare-pdf.ts';
import type { PreparationSpec, SignaturePlace } from '#core/pdf/prepare/spec.ts';
import { appendIncrement } from '#core/pdf/sign/finish-signature.ts';
import { verifyPdf } from '#core/pdf/verify/verify-pdf.ts';
import { signPdf } from '#tests/fixtures/sign-pdf.ts';
import { judge, makePdf, type PageKind, pdfsig, squareSeal, throughQpdf } from './documents.ts';
import { testSigner } from './signers.ts';

const FONT_FILE = 'node_modules/@expo-google-fonts/noto-sans-sc/400Regular/NotoSansSC_400Regular.ttf';
const fonts = [{ name: 'Noto Sans SC', data: new Uint8Array(readFileSync(FONT_FILE)) }];

/** Xorshift: the same numbers for the same seed. */
function chooser(seed: number) {
  let state = seed * 2_654_435_761 || 1;
  const next = (): number => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 4_294_967_296;
  };
  const upTo = (most: number): number => Math.floor(next() * (most + 1));
  return { upTo, of: <T>(list: readonly T[]): T => list[upTo(list.length - 1)]! };
}

describe('any plan on any document', () => {
  for (const seed of [1, 2, 3, 4, 5, 6]) {
    it(`is prepared and signed so that all signatures stand (seed ${seed})`, async () => {
      const choose = chooser(seed);
      const pages = Array.from({ length: 2 + choose.upTo(4) }, (): PageKind => {
        const crop = choose.of([undefined, [60, 40, 400, 500] as [number, number, number, number]]);
        return {
          rotate: choose.of([0, 90, 180, 270] as const),
          size: choose.of([
            [595, 842],
            [842, 1191],
            [612, 792],
          ] as [number, number][]),
          ...(crop ? { crop } : {}),
        };
      });
      const plain = await makePdf(pages);
      const options = choose.of([
        [],
        ['--object-streams=generate'],
        ['--linearize'],
        ['--linearize', '--object-streams=generate'],
      ]);
      const original = options.length > 0 ? throughQpdf(plain, ...options) : plain;
      const place = (): SignaturePlace => {
        const box = {
          x: 5 + choose.upTo(60),
          y: 5 + choose.upTo(60),
          width: 20 + choose.upTo(22),
          height: 20 + choose.upTo(22),
        };
        return choose.of([
          { kind: 'at', page: choose.upTo(pages.length - 1), box },
          { kind: 'pages', box, every: choose.of([1, 2] as const) },
          { kind: 'crossPage', y: box.y, width: 42, height: 42 },
          {
            kind: 'keyword',
            keyword: 'Page',
            which: choose.of(['first', 'all', 'last'] as const),
            position: 'right',
            width: 20,
            height: 20,
          },
        ] satisfies SignaturePlace[]);
      };
      const names = Array.from({ length: 1 + choose.upTo(2) }, (_, i) => `甲方签字${i}`);
      const spec: PreparationSpec = {
        signatureFields: names.map((name) => ({
          name,
          places: Array.from({ length: choose.upTo(3) }, place),
        })),
        fonts,
        ...(choose.upTo(1) ? { watermark: { text: '样本 Sample', rotation: choose.upTo(90) } } : {}),
        ...(choose.upTo(1) ? { footerQr: { text: 'https://example.com' } } : {}),
      };
      const prepared = await preparePdf(original, spec);
      let file = appendIncrement(original, prepared, prepared.append);
      for (const field of names) {
        const { signer, certificates } = await testSigner(choose.of(['P-256', 'RSA-2048'] as const));
        file = await signPdf(file, { field, appearance: squareSeal(), reason: '同意', signer, certificates });
      }
      expect(pdfsig(file)).toEqual(names.map(() => 'Signature is Valid.'));
      const checked = judge('qpdf', file, '--check', 'FILE');
      expect(checked.code, checked.text).toBe(0);
      const verified = await verifyPdf(file, { time: Date.UTC(2026, 0, 1) });
      expect(verified.signatures.map(({ integrity, laterChanges }) => [integrity, laterChanges])).toEqual(
        names.map((_, i) => [true, i === names.length - 1 ? 'none' : 'allowed']),
      );
    });
  }
});
