import { describe, expect, it } from 'vitest';
import type { Bytes } from '#core/bytes.ts';
import { append, BASE, makePdf, type Objects, sign } from './build-pdf.ts';
import { alice, bob, certified, expectAllowed, expectRefused, first } from './signed-and-changed.ts';

/** A form whose text field shows its value; field 15 inherits all from its parent 16, 17 is on the page only. */
const FORM: Objects = {
  ...BASE,
  3: BASE[3]!.replace('12 0 R]', '12 0 R 15 0 R 17 0 R]'),
  5: '<< /Fields [7 0 R 8 0 R 10 0 R 16 0 R] /SigFlags 3 /DA (/Helv 12 Tf 0 g) /DR << /Font << /Helv 6 0 R >> >> >>',
  8: BASE[8]!.replace('Mallory', 'Alice').replace(/>>$/, '/DA (/Helv 12 Tf 0 g) >>'),
  15: '<< /Type /Annot /Subtype /Widget /T (Inner) /Parent 16 0 R /Rect [50 240 250 260] /P 3 0 R /AP << /N 9 0 R >> >>',
  16: '<< /FT /Tx /T (Outer) /V (Alice) /Kids [15 0 R] >>',
  17: '<< /Type /Annot /Subtype /Widget /FT /Tx /T (Loose) /V (Alice) /Rect [50 280 250 300] /P 3 0 R >>',
};

const fieldLock = (action: string) =>
  `<< /Type /SigRef /TransformMethod /FieldMDP /TransformParams << /Type /TransformParams ${action} /V /1.2 >> >>`;
const PERMS = { 1: '<< /Type /Catalog /Pages 2 0 R /AcroForm 5 0 R /Perms << /DocMDP 20 0 R >> >>' };

const base = makePdf(FORM);
const lockedAll = await sign(base, alice, { extra: `/Reference [${fieldLock('/Action /All')}]` });
const certifiedShut = await sign(base, alice, { extra: certified(1), objects: PERMS });
const certifiedForms = await sign(base, alice, { extra: certified(2), objects: PERMS });
const certifiedLocked = await sign(base, alice, {
  extra: certified(2, fieldLock('/Action /Include /Fields [(Payee) (Outer.Inner) (Loose)]')),
  objects: PERMS,
});
const open = await sign(base, alice);

const CLOSED: [string, Bytes, 'changes-to-locked-field' | 'changes-after-certification'][] = [
  ['FieldMDP All', lockedAll, 'changes-to-locked-field'],
  ['DocMDP 1', certifiedShut, 'changes-after-certification'],
  ['DocMDP 2 with a lock', certifiedLocked, 'changes-to-locked-field'],
];

const formWith = (from: string | RegExp, to: string) => ({ 5: FORM[5]!.replace(from, to) });
const anew = (body: string) => body.replace('/SigFlags 3', '/SigFlags 3 /NeedAppearances true');

/** What an update writes, by what it is; each shows something else in pdf.js, poppler or MuPDF. */
const UPDATES: [string, Objects][] = [
  ['a request to draw the fields anew', { 5: anew(FORM[5]!) }],
  ['a request to draw anew, in white', { 5: anew(FORM[5]!), 8: FORM[8]!.replace('12 Tf 0 g', '12 Tf 1 g') }],
  ['a default appearance of white for all that inherit it', formWith('12 Tf 0 g', '12 Tf 1 g')],
  ['a default appearance of 0.1 pt for all that inherit it', formWith('/Helv 12', '/Helv 0.1')],
  [
    'a font added to the default resources and named by the default appearance',
    {
      5: FORM[5]!
        .replace('/DA (/Helv', '/DA (/Evil')
        .replace('/Helv 6 0 R >>', '/Helv 6 0 R /Evil 30 0 R >>'),
      30: '<< /Type /Font /Subtype /Type1 /BaseFont /Symbol >>',
    },
  ],
  [
    'a font of the default resources exchanged, and drawn anew',
    {
      5: anew(FORM[5]!.replace('/Helv 6 0 R', '/Helv 30 0 R')),
      30: '<< /Type /Font /Subtype /Type1 /BaseFont /Symbol >>',
    },
  ],
  ['alignment of all that inherit it', formWith('/SigFlags 3', '/SigFlags 3 /Q 2')],
  ['the password bit', { 8: FORM[8]!.replace(/>>$/, '/Ff 8192 >>') }],
  ['the comb bit', { 8: FORM[8]!.replace(/>>$/, '/Ff 16777216 >>') }],
  ['the multiline bit', { 8: FORM[8]!.replace(/>>$/, '/Ff 4096 >>') }],
  ['alignment of one field', { 8: FORM[8]!.replace(/>>$/, '/Q 1 >>') }],
  [
    'the parent that a locked field inherits from',
    { 16: FORM[16]!.replace(/>>$/, '/DA (/Helv 12 Tf 1 g) >>') },
  ],
  ['a flag of the parent', { 16: FORM[16]!.replace(/>>$/, '/Ff 8192 >>') }],
];

describe('what a locked or certified field is drawn from (ISO 32000-2, 12.7.3, 12.7.4.3, 12.8.2)', () => {
  for (const [what, objects] of UPDATES) {
    for (const [how, bytes, code] of CLOSED) {
      it(`${how}: refuses ${what}`, async () => {
        await expectRefused(append(bytes, objects), code);
      });
    }
  }

  it('names the field, its page and what it is drawn from', async () => {
    const signature = await first(append(certifiedLocked, formWith('12 Tf 0 g', '12 Tf 1 g')));
    expect(signature.problems).toContain('change-field-look');
    const named = signature.detail.changes.filter((change) => change.problem === 'change-field-look');
    expect(named.map(({ field }) => field).sort()).toEqual(['Loose', 'Outer.Inner']);
    expect(named[0]).toMatchObject({ page: 1, detail: 'DA', allowed: false });
  });

  it('counts the flags that say who may fill in as no change of the look', async () => {
    const signature = await first(append(certifiedShut, { 8: FORM[8]!.replace(/>>$/, '/Ff 7 >>') }));
    expect(signature).toMatchObject({ verdict: 'valid', laterChanges: 'allowed' });
  });

  it('lets a filler add its fonts and ask for new appearances where fields are open', async () => {
    const filled = {
      5: anew(FORM[5]!.replace('/Helv 6 0 R >>', '/Helv 6 0 R /ZaDb 30 0 R >>')),
      30: '<< /Type /Font /Subtype /Type1 /BaseFont /ZapfDingbats >>',
    };
    await expectAllowed(append(open, filled), 'form-changed');
    await expectAllowed(append(certifiedForms, filled), 'form-changed');
  });

  it('lets a second signer add fonts that no locked field names', async () => {
    const others = await sign(makePdf(FORM), alice, {
      extra: `/Reference [${fieldLock('/Action /Exclude /Fields [(Sig2)]')}]`,
    });
    const more = {
      5: FORM[5]!.replace('/Helv 6 0 R >>', '/Helv 6 0 R /Own 30 0 R >>'),
      30: '<< /Type /Font /Subtype /Type1 /BaseFont /Courier >>',
    };
    await expectAllowed(await sign(others, bob, { num: 21, field: 10, objects: more }), 'signature-added');
  });

  /** A locked field with an appearance, and a default appearance of its own: nothing asks to draw it anew. */
  const lockedPayee = async (form = FORM[5]!) =>
    sign(
      makePdf({
        ...FORM,
        5: form,
        9: BASE[9]!.replace('/BBox', '/Resources << /Font << /Helv 31 0 R >> >> /BBox'),
        31: helvetica(''),
      }),
      alice,
      {
        extra: `/Reference [${fieldLock('/Action /Include /Fields [(Payee)]')}]`,
      },
    );
  const helvetica = (more: string) => `<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica ${more} >>`;
  const swapped = helvetica('/Encoding << /Type /Encoding /Differences [65 /M /a /l /l /o /r /y] >>');
  const withoutFont = FORM[5]!.replace('/Helv 6 0 R', '/Other 6 0 R');

  it('refuses a font of the form exchanged under the name that a locked field draws with', async () => {
    const locked = await lockedPayee();
    const exchanged = FORM[5]!.replace('/Helv 6 0 R', '/Helv 30 0 R');
    for (const font of ['<< /Type /Font /Subtype /Type1 /BaseFont /Symbol >>', swapped])
      await expectRefused(append(locked, { 5: exchanged, 30: font }), 'changes-to-locked-field');
    const signature = await first(append(locked, { 5: exchanged, 30: swapped }));
    expect(signature.detail.changes).toContainEqual(
      expect.objectContaining({ problem: 'change-field-look', field: 'Payee', detail: 'DR', allowed: false }),
    );
  });

  it('refuses a font of other letters, added under the name that a locked field draws with', async () => {
    const locked = await lockedPayee(withoutFont);
    await expectRefused(append(locked, { 5: FORM[5]!, 6: swapped }), 'changes-to-locked-field');
  });

  it('lets a filler add the standard font that a locked field names, in the encoding of forms', async () => {
    const encoding =
      '/Encoding << /Type /Encoding /Differences [24 /breve 39 /quotesingle 96 /grave 128 /bullet] >>';
    const added = {
      5: FORM[5]!.replace('/Helv 6 0 R', '/Other 6 0 R /Helv 30 0 R'),
      30: helvetica(encoding),
    };
    await expectAllowed(append(await lockedPayee(withoutFont), added), 'form-changed');
    const renewed = { 5: FORM[5]!.replace('/Helv 6 0 R', '/Helv 30 0 R'), 30: helvetica(encoding) };
    const signature = await first(append(await lockedPayee(), renewed));
    expect(signature).toMatchObject({ verdict: 'valid', laterChanges: 'allowed' });
  });

  it('rejects switching off redrawing if the stored appearance shows other text than the value', async () => {
    const drawn = await sign(makePdf({ ...BASE, 5: anew(BASE[5]!) }), alice);
    await expectRefused(append(drawn, { 5: BASE[5]! }), 'shadow-replace', 'field-changed');
  });

  it('refuses flags that turn or shrink a field on the page', async () => {
    await expectRefused(
      append(open, { 8: FORM[8]!.replace(/>>$/, '/F 20 >>') }),
      'shadow-hide',
      'field-changed',
    );
  });
});
