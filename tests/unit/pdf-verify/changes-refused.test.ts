import { describe, expect, it } from 'vitest';
import { type Bytes, concatBytes } from '#core/bytes.ts';
import type { ProblemCode } from '#core/verification/problems.ts';
import type { ChangeKind } from '#core/verification/verdict.ts';
import {
  append,
  BASE,
  bytesOf,
  lastRange,
  latin,
  makePdf,
  type Objects,
  sign,
  startXref,
  stream,
} from './build-pdf.ts';
import { alice, bob, expectRefused, first, SIGNED_FIELD, signed, verify } from './signed-and-changed.ts';

describe('changes that no rule allows', () => {
  const ATTACKS: [string, ProblemCode, ChangeKind, () => Bytes][] = [
    [
      'the page content replaced in place',
      'change-page-content',
      'page-content',
      () => append(signed, { 4: BASE[13]! }),
    ],
    [
      'the page turned to other content that was signed unseen',
      'change-page-content',
      'page-content',
      () => append(signed, { 3: BASE[3]!.replace('/Contents 4 0 R', '/Contents 13 0 R') }),
    ],
    [
      'a font exchanged under the text (shadow attack: replace)',
      'change-font',
      'page-content',
      () => append(signed, { 6: '<< /Type /Font /Subtype /Type3 /Evil true >>' }),
    ],
    [
      'a form drawn on the page exchanged',
      'shadow-content',
      'page-content',
      () => append(signed, { 14: stream('/Type /XObject /Subtype /Form /BBox [0 0 100 100]', '') }),
    ],
    [
      'an annotation that hid content removed (shadow attack: hide)',
      'shadow-hide',
      'annotation-removed',
      () => append(signed, { 3: BASE[3]!.replace(' 12 0 R]', ']') }),
    ],
    [
      'an annotation that hid content freed',
      'change-object-freed',
      'object-removed',
      () => append(signed, {}, { entries: { 12: null } }),
    ],
    [
      'an annotation that hid content made small',
      'change-annotation',
      'annotation-changed',
      () => append(signed, { 12: BASE[12]!.replace('[90 690 400 730]', '[0 0 0 0]') }),
    ],
    [
      'a field drawn with another text than its value was (shadow attack: replace)',
      'shadow-replace',
      'field-changed',
      () => append(signed, { 9: BASE[9]!.replace('Alice', 'Mallory') }),
    ],
    [
      'a field hidden',
      'shadow-hide',
      'field-changed',
      () => append(signed, { 8: BASE[8]!.replace(/>>$/, '/F 2 >>') }),
    ],
    [
      'a field moved',
      'change-form-field',
      'field-changed',
      () => append(signed, { 8: BASE[8]!.replace('[50 200 250 220]', '[50 700 250 720]') }),
    ],
    [
      'a field removed',
      'change-form-field',
      'field-removed',
      () => append(signed, { 5: BASE[5]!.replace('8 0 R ', '') }),
    ],
    [
      'a text field added',
      'change-form-field',
      'field-added',
      () =>
        append(signed, {
          5: BASE[5]!.replace('10 0 R]', '10 0 R 30 0 R]'),
          30: '<< /FT /Tx /T (Evil) /V (x) /Rect [0 0 9 9] >>',
        }),
    ],
    [
      'a second field of one name',
      'duplicate-fields',
      'field-added',
      () =>
        append(signed, {
          5: BASE[5]!.replace('10 0 R]', '10 0 R 30 0 R]'),
          30: '<< /FT /Sig /T (Sig1) /Rect [0 0 0 0] >>',
        }),
    ],
    [
      'an action put on a new field',
      'change-action',
      'field-added',
      () =>
        append(signed, {
          5: BASE[5]!.replace('10 0 R]', '10 0 R 30 0 R]'),
          30: '<< /FT /Sig /T (Run) /Rect [0 0 0 0] /AA << /E << /S /JavaScript /JS (x) >> >> >>',
        }),
    ],
    [
      'the signed field moved',
      'change-signature-field',
      'field-changed',
      () => append(signed, { 7: SIGNED_FIELD().replace('[50 50 150 100]', '[50 500 150 600]') }),
    ],
    [
      'a page added',
      'change-pages',
      'page-added',
      () =>
        append(signed, {
          2: '<< /Type /Pages /Kids [3 0 R 30 0 R] /Count 2 >>',
          30: '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] >>',
        }),
    ],
    [
      'the pages exchanged',
      'change-pages',
      'page-removed',
      () =>
        append(signed, {
          2: '<< /Type /Pages /Kids [30 0 R] /Count 1 >>',
          30: '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] >>',
        }),
    ],
    [
      'the page cropped',
      'change-pages',
      'page-changed',
      () => append(signed, { 3: BASE[3]!.replace('[0 0 595 842]', '[0 0 100 100]') }),
    ],
    [
      'a script that runs on opening',
      'change-action',
      'catalog-changed',
      () =>
        append(signed, {
          1: '<< /Type /Catalog /Pages 2 0 R /AcroForm 5 0 R /OpenAction << /S /JavaScript /JS (x) >> >>',
        }),
    ],
    [
      'layers switched on (shadow attack: hide)',
      'shadow-hide',
      'catalog-changed',
      () =>
        append(signed, {
          1: '<< /Type /Catalog /Pages 2 0 R /AcroForm 5 0 R /OCProperties << /D << >> >> >>',
        }),
    ],
    [
      'another page tree',
      'change-pages',
      'catalog-changed',
      () =>
        append(signed, {
          1: '<< /Type /Catalog /Pages 30 0 R /AcroForm 5 0 R >>',
          30: '<< /Type /Pages /Kids [] /Count 0 >>',
        }),
    ],
    [
      'a free text annotation',
      'change-annotation-hides-content',
      'annotation-added',
      () =>
        append(signed, {
          3: BASE[3]!.replace('12 0 R]', '12 0 R 30 0 R]'),
          30: '<< /Type /Annot /Subtype /FreeText /Rect [90 690 400 730] /Contents (Pay 9) >>',
        }),
    ],
    [
      'metadata that is no XMP',
      'change-metadata',
      'metadata',
      () =>
        append(signed, {
          1: '<< /Type /Catalog /Pages 2 0 R /AcroForm 5 0 R /Metadata 30 0 R >>',
          30: stream('', '<x:xmpmeta><a></x:xmpmeta>'),
        }),
    ],
    [
      'a store with something else in it',
      'change-validation-data',
      'validation-data',
      () =>
        append(signed, {
          1: '<< /Type /Catalog /Pages 2 0 R /AcroForm 5 0 R /DSS << /Evil 30 0 R /Certs [] >> >>',
          30: '<< >>',
        }),
    ],
    [
      'a key written twice',
      'duplicate-keys',
      'object-changed',
      () => append(signed, { 5: BASE[5]!.replace('/SigFlags 3', '/SigFlags 3 /SigFlags 3') }),
    ],
    [
      'an appearance that is the page content too',
      'change-page-content',
      'page-content',
      () =>
        append(signed, {
          8: BASE[8]!.replace('/N 9 0 R', '/N 4 0 R').replace('Mallory', 'Eve'),
          4: BASE[13]!,
        }),
    ],
  ];
  for (const [what, problem, kind, attack] of ATTACKS) {
    it(`${what}: ${problem}`, () => expectRefused(attack(), problem, kind));
  }

  it('the cross-reference turned to bytes signed for another object (shadow: hide, replace)', async () => {
    const offset = latin(signed).indexOf('13 0 obj');
    const attack = append(signed, {}, { entries: { 4: offset } });
    const signature = await first(attack);
    expect(signature.verdict).toBe('invalid');
    expect(signature.problems).toContain('shadow-hide-and-replace');
  });

  it('the cross-reference turned to a second object signed unseen (shadow: hide, replace)', async () => {
    const base = makePdf();
    const offset = base.length;
    const hidden = concatBytes(
      base,
      bytesOf(`4 0 obj\n${BASE[13]}\nendobj\nstartxref\n${startXref(base)}\n%%EOF\n`),
    );
    const bytes = await sign(hidden, alice);
    expect((await first(bytes)).verdict).toBe('valid');
    await expectRefused(
      append(bytes, {}, { entries: { 4: offset } }),
      'shadow-hide-and-replace',
      'page-content',
    );
  });

  it('an object number that the signed file left undefined and a later revision defines', async () => {
    const page = BASE[3]!.replace('/Contents 4 0 R', '/Contents [4 0 R 50 0 R]');
    const bytes = await sign(makePdf({ ...BASE, 3: page }), alice);
    expect((await first(bytes)).verdict).toBe('valid');
    await expectRefused(append(bytes, { 50: BASE[13]! }), 'change-page-content', 'page-content');
  });

  it('two objects of one number in an update, one of them not in its cross-reference', async () => {
    const twice = await sign(signed, bob, { num: 21, field: 10 });
    const [, from] = lastRange(twice);
    const text = latin(twice);
    // Put the second object before the first object of the update, by a comment-free gap in the bytes.
    const at = text.indexOf('10 0 obj', lastRange(signed)[2]);
    expect(at).toBeGreaterThan(0);
    expect(from).toBeGreaterThan(at);
    const evil = append(concatBytes(signed, bytesOf(`4 0 obj\n${BASE[13]}\nendobj\n`)), { 40: '(x)' });
    const signature = await first(evil);
    expect(signature.problems).toContain('duplicate-objects');
    expect(signature.verdict).toBe('invalid');
  });

  it('objects appended without a cross-reference (incremental saving attack)', async () => {
    const signature = await first(concatBytes(signed, bytesOf(`4 0 obj\n${BASE[13]}\nendobj\n`)));
    expect(signature.problems).toContain('incremental-saving-attack');
    expect(signature.verdict).toBe('invalid');
  });

  it('objects appended with a cross-reference that nothing leads to (incremental saving attack)', async () => {
    const evil = append(signed, { 4: BASE[13]! });
    const cut = evil.slice(0, latin(evil).lastIndexOf('startxref'));
    const result = await verify(cut);
    expect(result.verdict).toBe('invalid');
    expect(result.signatures[0]!.verdict).toBe('invalid');
  });

  it('a signature that a later revision takes out of the form', async () => {
    const result = await verify(append(signed, { 5: BASE[5]!.replace('7 0 R ', '') }));
    expect(result.signatures[0]).toMatchObject({ name: 'Sig1', verdict: 'invalid' });
    expect(result.signatures[0]!.problems).toContain('signature-removed');
  });

  it('a signature exchanged for another in its field', async () => {
    const result = await verify(await sign(signed, bob, { num: 21 }));
    expect(result.signatures.map((s) => [s.signer, s.verdict])).toEqual([
      ['Alice', 'invalid'],
      ['Bob', 'valid'],
    ]);
    expect(result.signatures[0]!.problems).toEqual(
      expect.arrayContaining(['signature-removed', 'change-signed-value']),
    );
    expect(result.verdict).toBe('invalid');
  });

  it.each([
    ['the catalog', { 1: BASE[1]!.replace('/Pages 2 0 R', '/Pages 2 0 R /Pages 2 0 R') }],
    [
      'a page',
      {
        3: BASE[3]!
          .replace('/Rotate', '/Rotate')
          .replace('/Contents 4 0 R', '/Contents 13 0 R /Contents 4 0 R'),
      },
    ],
    ['a field', { 8: BASE[8]!.replace('/V (Mallory)', '/V (Alice) /V (Mallory)') }],
  ])('a key written twice in %s that was signed leaves a doubt', async (_what, objects) => {
    const result = await verify(await sign(makePdf({ ...BASE, ...objects } as Objects), alice));
    expect(result.signatures[0]!.problems).toContain('duplicate-keys');
    expect(result.verdict).toBe('indeterminate');
  });

  it('an update that hides its change behind a harmless one after it', async () => {
    const evil = append(append(signed, { 4: BASE[13]! }), { 4: BASE[4]! });
    await expectRefused(evil, 'change-page-content');
  });

  it('and signatures made after a forbidden change hold for what they saw', async () => {
    const result = await verify(await sign(append(signed, { 4: BASE[13]! }), bob, { num: 21, field: 10 }));
    expect(result.signatures.map((s) => [s.name, s.verdict])).toEqual([
      ['Sig1', 'invalid'],
      ['Sig2', 'valid'],
    ]);
    expect(result.verdict).toBe('invalid');
  });
});
