import { describe, expect, it } from 'vitest';
import type { Bytes } from '#core/bytes.ts';
import { describeVerification } from '#core/verification/describe-verification.ts';
import { append, BASE, makePdf, type Objects, sign, stream } from './build-pdf.ts';
import { alice, bob, certify, expectRefused, first, signed, verify } from './signed-and-changed.ts';

const STATES =
  '/Resources << /ExtGState << /M << /BM /Multiply >> /T << /ca 0.2 >> >> /XObject << /I 31 0 R >> >>';
const look = (content: string) =>
  stream(`/Type /XObject /Subtype /Form /BBox [0 0 310 40] ${STATES}`, content);

/** "Pay 100 to Alice" stands from (100, 700); field 10 lies over it. */
const OVER = { ...BASE, 10: BASE[10]!.replace('[300 50 400 100]', '[90 690 400 730]') };
const once = await sign(makePdf(OVER), alice);
const onceSmall = await sign(
  makePdf({ ...OVER, 10: OVER[10]!.replace('90 690 400 730', '90 690 140 730') }),
  alice,
);
const SEAL_BOX = '90 690 140 730';
const signedOver = (content: string, more: Objects = {}, box?: string): Promise<Bytes> => {
  const form = box ? look(content).replace('[0 0 310 40]', '[0 0 50 40]') : look(content);
  const field = (at: Objects) => at[10]!.replace('90 690 400 730', box ?? '90 690 400 730');
  return sign(box ? onceSmall : once, bob, {
    num: 21,
    field: 10,
    fieldBody: field(OVER).replace(/>>$/, '/AP << /N 30 0 R >> >>'),
    objects: { 30: form, 31: image(255), ...more },
  });
};
const image = (alpha: number) =>
  stream(
    '/Type /XObject /Subtype /Image /Width 1 /Height 1 /ColorSpace /DeviceGray /BitsPerComponent 8 /SMask 32 0 R',
    String.fromCharCode(alpha),
  );
const mask = (alpha: number) =>
  stream(
    '/Type /XObject /Subtype /Image /Width 1 /Height 1 /ColorSpace /DeviceGray /BitsPerComponent 8',
    String.fromCharCode(alpha),
  );

describe('a later signature over signed text', () => {
  const HIDE: [string, string, Objects?][] = [
    ['a white area', '1 g 0 0 310 40 re f'],
    ['a white area as a curve', '1 g 0 0 m 0 100 310 100 310 0 c h f'],
    ['a thick white line', '1 G 60 w 0 20 m 310 20 l S'],
    ['an image without transparency', 'q 310 0 0 40 0 0 cm /I Do Q', { 32: mask(255) }],
    ['black multiplied', '/M gs 0 g 0 0 310 40 re f'],
    ['many thin layers', '/T gs 1 g '.concat('0 0 310 40 re f '.repeat(12))],
    ['a part of it, only one number', '1 g 55 0 14 40 re f'],
  ];
  for (const [what, content, more] of HIDE) {
    it(`is refused where it hides: ${what}`, async () => {
      await expectRefused(await signedOver(content, more ?? { 32: mask(255) }), 'covers-signed-content');
    });
  }

  const SHOW: [string, string, Objects?][] = [
    ['a red seal multiplied', '/M gs 0.85 0.1 0.1 rg 0 0 310 40 re f'],
    ['a thin line', '1 0 0 RG 1 w 0 20 m 310 20 l S'],
    ['a faint area', '/T gs 1 g 0 0 310 40 re f'],
    ['an image that is transparent', 'q 310 0 0 40 0 0 cm /I Do Q', { 32: mask(10) }],
    ['an area beside the text', '1 g 280 0 30 40 re f'],
    ['an area cut off by a clip', '300 0 10 40 re W n 1 g 0 0 310 40 re f'],
  ];
  for (const [what, content, more] of SHOW) {
    it(`is fine where the text stays readable: ${what}`, async () => {
      const signature = await first(await signedOver(content, more ?? { 32: mask(255) }));
      expect(signature).toMatchObject({ verdict: 'valid', laterChanges: 'allowed' });
    });
  }

  it('is reported with page and box in mm, also as text', async () => {
    const result = await verify(await signedOver('1 g 0 0 310 40 re f', { 32: mask(255) }));
    const change = result.signatures[0]!.detail.changes.find(
      ({ problem }) => problem === 'covers-signed-content',
    )!;
    expect(change).toMatchObject({ page: 1, field: 'Sig2', allowed: false });
    expect(change.box!.x).toBeCloseTo(35.3, 0);
    expect(change.box!.y).toBeGreaterThan(35);
    expect(change.box!.y).toBeLessThan(55);
    const [card] = describeVerification(result, 'zh-CN').signatures;
    expect(card!.changes.map(({ where }) => where)).toContainEqual(expect.stringContaining('距左 35.3 毫米'));
    expect(card!.problems.map(({ text }) => text)).toContain('签名之后绘制的内容遮盖了先前已签署的内容。');
    // The part is named in words, in each language: "Widget" says nothing to a person.
    const parts = (['zh-CN', 'zh-TW', 'en-US'] as const).map(
      (language) =>
        describeVerification(result, language).signatures[0]!.changes.find(({ allowed }) => !allowed)?.detail,
    );
    expect(parts).toEqual([
      '盖在上面的签名或按钮图案',
      '蓋在上面的簽章或按鈕圖案',
      'the picture of a signature or button that lies over it',
    ]);
  });
});

describe('a seal that is not multiplied, over signed text', () => {
  /** A frame, a star's area and a stroke through the letters, all in one colour. */
  const seal = (colour: string) =>
    `${colour} rg ${colour} RG 3 w 5 5 36 30 re S 18 22 m 28 22 l 23 30 l h f 8 10 30 8 re f`;

  it('stays valid if its lines are ink: a remark gives the position, also as text', async () => {
    for (const colour of ['0.9 0 0.07', '0 0 0', '0.1 0.2 0.7']) {
      const result = await verify(await signedOver(seal(colour), {}, SEAL_BOX));
      expect(result.signatures[0]).toMatchObject({ verdict: 'valid', laterChanges: 'allowed' });
      expect(result.signatures[0]!.problems).toContain('seal-over-signed-content');
      const change = result.signatures[0]!.detail.changes.find(({ box }) => box)!;
      expect(change).toMatchObject({
        kind: 'signature-added',
        allowed: true,
        field: 'Sig2',
        page: 1,
        problem: 'seal-over-signed-content',
      });
      expect(change.box!.x).toBeCloseTo(35.3, 0);
    }
  });

  const REFUSED: [string, string][] = [
    ['its ink is pale', seal('1 1 1')],
    ['its ink is as pale as tinted paper', seal('1 0.95 0.7')],
    ['white lies below its lines', `1 g 0 0 50 40 re f ${seal('0.9 0 0.07')}`],
    ['it is an area', '0.9 0 0.07 rg 5 5 36 30 re f'],
    ['it is a bar over a word', '0 g 10 12 30 10 re f'],
  ];
  for (const [what, content] of REFUSED) {
    it(`is refused where ${what}`, async () => {
      await expectRefused(await signedOver(content, {}, SEAL_BOX), 'covers-signed-content');
    });
  }

  it('is rejected if it is larger than a seal', async () => {
    await expectRefused(
      await signedOver('0.9 0 0.07 rg 0 0 310 5 re f 0 35 310 5 re f 10 12 60 10 re f', { 32: mask(255) }),
      'covers-signed-content',
    );
  });
});

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

  it('is rejected if it hides the field, with page and box in mm, also as text', async () => {
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

  it('is accepted if the field stays readable', async () => {
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
