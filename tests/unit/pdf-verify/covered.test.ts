import { describe, expect, it } from 'vitest';
import { describeVerification } from '#core/verification/describe-verification.ts';
import { append, BASE, makePdf, type Objects, sign, stream } from './build-pdf.ts';
import { alice, bob, certify, expectRefused, first, signed, verify } from './signed-and-changed.ts';

const STATES = '/Resources << /ExtGState << /M << /BM /Multiply >> /T << /ca 0.2 >> >> >>';
const look = (content: string) =>
  stream(`/Type /XObject /Subtype /Form /BBox [0 0 310 40] ${STATES}`, content);

describe('a later signature over a locked field', () => {
  const LOCK =
    '<< /Type /SigRef /TransformMethod /FieldMDP /TransformParams << /Type /TransformParams /Action /Exclude /Fields [(Sig2)] /V /1.2 >> >>';
  const over = { ...BASE, 10: BASE[10]!.replace('[300 50 400 100]', '[40 190 260 230]') };
  const signedOver = async (content: string) =>
    sign(await sign(makePdf(over), alice, { extra: `/Reference [${LOCK}]` }), bob, {
      num: 21,
      field: 10,
      fieldBody: over[10]!.replace(/>>$/, '/AP << /N 30 0 R >> >>'),
      objects: { 30: look(content) },
    });

  it('is refused where it hides the field, with page and box in mm, in words too', async () => {
    const file = await signedOver('1 g 0 0 310 40 re f');
    await expectRefused(file, 'covers-signed-content', 'field-changed');
    const result = await verify(file);
    const change = result.signatures[0]!.detail.changes.find(({ allowed }) => !allowed)!;
    expect(change).toMatchObject({
      page: 1,
      field: 'Payee',
      box: { x: 17.6, y: 219.4, width: 70.6, height: 7.1 },
    });
    const [card] = describeVerification(result, 'zh-CN').signatures;
    expect(card!.changes.map(({ where }) => where)).toContain(
      '第 1 页，距左 17.6 毫米、距上 219.4 毫米，70.6 × 7.1 毫米',
    );
    expect(card!.problems.map(({ text }) => text)).toContain('签名之后绘制的内容遮盖了先前已签署的内容。');
  });

  it('is fine where the field stays readable', async () => {
    for (const content of [
      '/M gs 0.85 0.1 0.1 rg 0 0 310 40 re f',
      '/T gs 1 g 0 0 310 40 re f',
      '0 0 9 9 re W n 0 0 310 40 re f',
    ]) {
      expect(await first(await signedOver(content))).toMatchObject({
        verdict: 'valid',
        laterChanges: 'allowed',
      });
    }
  });
});

describe('an annotation under DocMDP 3 (ISO 32000-2, table 257) that hides text', () => {
  const page = BASE[3]!.replace('12 0 R]', '12 0 R 30 0 R]');
  const over = '/Rect [90 690 400 730] /QuadPoints [90 730 400 730 90 690 400 690]';
  const added = async (body: string, more: Objects = {}) =>
    append(await certify(3), { 3: page, 30: `<< /Type /Annot ${body} /P 3 0 R >>`, ...more });
  const HIDE: [string, string, Objects?][] = [
    ['a black highlight', `/Subtype /Highlight ${over} /C [0 0 0]`],
    ['a white highlight', `/Subtype /Highlight ${over} /C [1 1 1]`],
    ['a highlight without a colour', `/Subtype /Highlight ${over}`],
    [
      'a link with a white border of 60 pt',
      '/Subtype /Link /Rect [90 690 400 730] /C [1 1 1] /Border [0 0 60]',
    ],
    [
      'a link with that border as a style',
      '/Subtype /Link /Rect [90 690 400 730] /C [1 1 1] /BS << /W 60 >>',
    ],
    [
      'an underline as high as the page',
      '/Subtype /Underline /Rect [90 300 400 1100] /QuadPoints [90 1120 400 1120 90 300 400 300] /C [1 1 1]',
    ],
    ['a note as large as the text', '/Subtype /Text /Rect [90 690 400 730]'],
    [
      'an underline whose appearance is a white area',
      `/Subtype /Underline ${over} /AP << /N 31 0 R >>`,
      { 31: look('1 g 0 0 310 40 re f') },
    ],
    [
      'a highlight that names Multiply and does not use it',
      `/Subtype /Highlight ${over} /AP << /N 31 0 R >>`,
      { 31: look('1 g 0 0 310 40 re f') },
    ],
  ];
  for (const [what, body, more] of HIDE) {
    it(`is refused: ${what}`, async () => {
      await expectRefused(await added(body, more), 'covers-signed-content', 'annotation-added');
    });
  }

  const SHOW: [string, string, Objects?][] = [
    ['a yellow highlight', `/Subtype /Highlight ${over} /C [1 1 0]`],
    ['a link with a thin border', '/Subtype /Link /Rect [90 690 400 730] /Border [0 0 1]'],
    ['an underline', `/Subtype /Underline ${over} /C [1 0 0]`],
    ['a note', '/Subtype /Text /Rect [90 700 110 720] /Contents (why?)'],
  ];
  for (const [what, body, more] of SHOW) {
    it(`is fine: ${what}`, async () => {
      expect(await first(await added(body, more))).toMatchObject({
        verdict: 'valid',
        laterChanges: 'allowed',
      });
    });
  }
  it('and a file without any is what it was', async () => {
    expect((await verify(signed)).verdict).toBe('valid');
  });
});
