import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { Bytes } from '#core/bytes.ts';
import { append, BASE, latin, makePdf, sign, startXref, stream } from './build-pdf.ts';
import { alice, bob, certify, expectAllowed, expectRefused, first, signed } from './signed-and-changed.ts';

describe('what a signature itself forbids', () => {
  it('a certification against all changes: no filling in, no further signature', async () => {
    const fill = append(await certify(1), {
      8: BASE[8]!.replace('Mallory', 'Carol'),
      9: BASE[9]!.replace('Alice', 'Carol'),
    });
    await expectRefused(fill, 'changes-after-certification', 'field-filled');
    await expectRefused(
      await sign(await certify(1), bob, { num: 21, field: 10, objects: {} }),
      'changes-after-certification',
    );
  });

  it('a certification for forms: filling in and signing are fine', async () => {
    const fill = append(await certify(2), {
      8: BASE[8]!.replace('Mallory', 'Carol'),
      9: BASE[9]!.replace('Alice', 'Carol'),
    });
    await expectAllowed(fill, 'field-filled');
    await expectAllowed(await sign(await certify(2), bob, { num: 21, field: 10 }), 'signature-added');
  });

  it('a new visible field after a certification (sneaky signature attack)', async () => {
    const page = BASE[3]!.replace('12 0 R]', '12 0 R 22 0 R]');
    const look = stream('/Type /XObject /Subtype /Form /BBox [0 0 400 40]', 'BT (Pay 9) Tj ET');
    const attack = append(await certify(2), {
      3: page,
      5: BASE[5]!.replace('10 0 R]', '10 0 R 22 0 R]'),
      22: '<< /Type /Annot /Subtype /Widget /FT /Sig /T (Sneaky) /Rect [90 690 490 730] /P 3 0 R /AP << /N 30 0 R >> >>',
      30: look,
    });
    await expectRefused(attack, 'changes-after-certification', 'signature-field-added');
  });

  for (const type of ['FreeText', 'Stamp', 'Redact', 'Square']) {
    it(`a ${type} annotation under a certification that allows annotations (evil annotation attack)`, async () => {
      const page = BASE[3]!.replace('12 0 R]', '12 0 R 30 0 R]');
      const evil = `<< /Type /Annot /Subtype /${type} /Rect [90 690 400 730] /Contents (Pay 9) >>`;
      await expectRefused(append(await certify(3), { 3: page, 30: evil }), 'change-annotation-hides-content');
    });
  }

  it('a note whose appearance draws text (evil annotation attack)', async () => {
    const page = BASE[3]!.replace('12 0 R]', '12 0 R 30 0 R]');
    const look = stream('/Type /XObject /Subtype /Form /BBox [0 0 400 40]', 'BT /F 9 Tf (Pay 9)Tj ET');
    const evil = '<< /Type /Annot /Subtype /Text /Rect [90 690 400 730] /AP << /N 31 0 R >> >>';
    await expectRefused(
      append(await certify(3), { 3: page, 30: evil, 31: look }),
      'change-annotation-hides-content',
    );
  });

  it('fields that it locks', async () => {
    const lock = (action: string) =>
      sign(makePdf(), alice, {
        extra: `/Reference [<< /Type /SigRef /TransformMethod /FieldMDP /TransformParams << /Type /TransformParams ${action} /V /1.2 >> >>]`,
      });
    const fill = (bytes: Bytes) =>
      append(bytes, { 8: BASE[8]!.replace('Mallory', 'Carol'), 9: BASE[9]!.replace('Alice', 'Carol') });
    await expectRefused(fill(await lock('/Action /All')), 'changes-to-locked-field', 'field-filled');
    await expectRefused(fill(await lock('/Action /Include /Fields [(Payee)]')), 'changes-to-locked-field');
    await expectRefused(fill(await lock('/Action /Exclude /Fields [(Sig2)]')), 'changes-to-locked-field');
    await expectAllowed(fill(await lock('/Action /Include /Fields [(Other)]')), 'field-filled');
    await expectAllowed(fill(await lock('/Action /Exclude /Fields [(Payee)]')), 'field-filled');
  });

  it('a request to redraw fields with another text than was signed (shadow attack: replace)', async () => {
    const anew = { 5: BASE[5]!.replace('/SigFlags 3', '/SigFlags 3 /NeedAppearances true') };
    await expectRefused(append(signed, anew), 'shadow-replace', 'field-changed');
    const honest = await sign(makePdf({ ...BASE, 8: BASE[8]!.replace('Mallory', 'Alice') }), alice);
    await expectAllowed(append(honest, anew), 'form-changed');
  });

  it('a new field for a signature that already shows something, and is not signed', async () => {
    const field = '<< /Type /Annot /Subtype /Widget /FT /Sig /T (New) /Rect [0 0 500 800] /P 3 0 R >>';
    const added = {
      3: BASE[3]!.replace('12 0 R]', '12 0 R 31 0 R]'),
      5: BASE[5]!.replace('10 0 R]', '10 0 R 31 0 R]'),
    };
    await expectAllowed(append(signed, { ...added, 31: field }), 'signature-field-added');
    const drawn = { ...added, 31: field.replace(/>>$/, '/AP << /N 30 0 R >> >>') };
    const look = (content: string) => stream('/Type /XObject /Subtype /Form /BBox [0 0 500 800]', content);
    await expectAllowed(append(signed, { ...drawn, 30: look(' ') }), 'signature-field-added');
    await expectRefused(append(signed, { ...drawn, 30: look('BT (Pay 9) Tj ET') }), 'shadow-content');
  });

  it('an appearance that others can unpack and we cannot, as or in place of what was signed', async () => {
    // A predictor of 16 bits (7.4.4.4), which readers know.
    const packed = (content: string) =>
      stream(
        '/Type /XObject /Subtype /Form /BBox [0 0 200 20] /Filter /FlateDecode /DecodeParms << /Predictor 2 /BitsPerComponent 16 /Columns 8 >>',
        latin(deflateSync(Buffer.from(content))),
      );
    const [alice9, mallory9] = ['(Alice) Tj', '(Mallory) Tj'].map((text) =>
      packed(`/Tx BMC BT ${text} ET EMC`),
    );
    const other = { 8: BASE[8]!.replace('/N 9 0 R', '/N 30 0 R'), 30: mallory9! };
    await expectRefused(append(signed, other), 'shadow-replace', 'field-changed');
    const hidden = await sign(makePdf({ ...BASE, 9: alice9! }), alice);
    await expectRefused(append(hidden, other), 'shadow-replace', 'field-changed');
    expect(await first(append(hidden, { 9: alice9! }))).toMatchObject({ verdict: 'valid' });
    const anew = { 5: BASE[5]!.replace('/SigFlags 3', '/SigFlags 3 /NeedAppearances true') };
    await expectRefused(append(hidden, anew), 'shadow-replace', 'field-changed');
  });

  it('the picture of a button exchanged, while drawing a blank one is filling in', async () => {
    const button =
      '<< /Type /Annot /Subtype /Widget /FT /Btn /Ff 65536 /T (Slice) /Rect [500 300 590 400] /P 3 0 R /AP << /N 9 0 R >> >>';
    const form = (content: string) => stream('/Type /XObject /Subtype /Form /BBox [0 0 9 9]', content);
    const made = (content: string) => sign(makePdf({ ...BASE, 8: button, 9: form(content) }), alice);
    const drawn = { 8: button.replace('/N 9 0 R', '/N 30 0 R'), 30: form('0 0 9 9 re f') };
    await expectAllowed(append(await made(' '), drawn), 'field-filled');
    await expectRefused(append(await made('1 1 5 5 re f'), drawn), 'shadow-replace', 'field-changed');
  });

  it('names page and field of what was changed', async () => {
    const signature = await first(append(signed, { 9: BASE[9]!.replace('Alice', 'Mallory') }));
    expect(signature.detail.changes.find((change) => !change.allowed)).toMatchObject({
      page: 1,
      field: 'Payee',
      revision: 2,
    });
    expect(startXref(signed)).toBeGreaterThan(0);
  });
});
