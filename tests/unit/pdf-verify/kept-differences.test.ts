import { describe, expect, it } from 'vitest';
import { append, BASE, makePdf, type Objects, sign, stream } from './build-pdf.ts';
import { alice, bob, certify, expectAllowed, expectRefused, first, signed } from './signed-and-changed.ts';

/** What other verifiers refuse and the standard allows (docs/verification.md, "Where another verifier says otherwise"). */
describe('changes that pyHanko refuses and ISO 32000-2 allows', () => {
  it('a signature in a field whose widget is a kid of it (12.7.4.1)', async () => {
    const base: Objects = {
      ...BASE,
      3: BASE[3]!.replace('10 0 R', '15 0 R'),
      10: '<< /FT /Sig /T (Sig2) /Kids [15 0 R] >>',
      15: '<< /Type /Annot /Subtype /Widget /Parent 10 0 R /Rect [300 50 400 100] /P 3 0 R >>',
    };
    const once = await sign(makePdf(base), alice);
    const look = stream('/Type /XObject /Subtype /Form /BBox [0 0 100 50]', '0 0 1 RG 2 w 5 5 90 40 re S');
    const twice = await sign(once, bob, {
      num: 21,
      field: 10,
      fieldBody: base[10]!,
      objects: { 15: base[15]!.replace(/>>$/, '/AP << /N 30 0 R >> >>'), 30: look },
    });
    await expectAllowed(twice, 'signature-added');
    // The widget in another place is another matter.
    const moved = await sign(once, bob, {
      num: 21,
      field: 10,
      fieldBody: base[10]!,
      objects: { 15: base[15]!.replace('300 50 400 100', '90 690 400 730') },
    });
    expect((await first(moved)).verdict).toBe('invalid');
  });

  it('/Type /VRI in the validation data of a signature (table 262)', async () => {
    const store = (entry: string): Objects => ({
      1: '<< /Type /Catalog /Pages 2 0 R /AcroForm 5 0 R /DSS 30 0 R >>',
      30: `<< /Type /DSS /VRI << /${'0123456789'.repeat(4)} << ${entry} /Cert [31 0 R] >> >> /Certs [31 0 R] >>`,
      31: stream('', 'x'),
    });
    await expectAllowed(append(signed, store('/Type /VRI')), 'validation-data');
    await expectRefused(append(signed, store('/Other /VRI')), 'change-validation-data');
  });

  it('/MK of a new signature field without area, which draws nothing (12.5.6.19)', async () => {
    const added = (rect: string): Objects => ({
      3: BASE[3]!.replace('12 0 R]', '12 0 R 30 0 R]'),
      5: BASE[5]!.replace('10 0 R]', '10 0 R 30 0 R]'),
      30: `<< /Type /Annot /Subtype /Widget /FT /Sig /T (Later) /Rect [${rect}] /P 3 0 R /MK << /BG [0 0 0] >> >>`,
    });
    await expectAllowed(append(signed, added('0 0 0 0')), 'signature-field-added');
    expect((await first(append(signed, added('90 690 400 730')))).verdict).toBe('invalid');
  });

  it('/I of a choice field, which follows its value (table 234)', async () => {
    const choice =
      '<< /Type /Annot /Subtype /Widget /FT /Ch /T (City) /Opt [(A) (B)] /Rect [50 320 250 340] /P 3 0 R';
    const base: Objects = {
      ...BASE,
      3: BASE[3]!.replace('12 0 R]', '12 0 R 11 0 R]'),
      5: BASE[5]!.replace('10 0 R]', '10 0 R 11 0 R]'),
      11: `${choice} >>`,
    };
    const once = await sign(makePdf(base), alice);
    const look = stream(
      '/Type /XObject /Subtype /Form /BBox [0 0 200 20]',
      '/Tx BMC BT /Helv 12 Tf (B) Tj ET EMC',
    );
    const filled = `${choice} /V (B) /I [1] /AP << /N 30 0 R >> >>`;
    await expectAllowed(append(once, { 11: filled, 30: look }), 'field-filled');
  });

  it('numbers freed that never existed: nothing was deleted (7.5.4)', async () => {
    const before = await first(append(signed, { 30: '<< /Unused true >>' }));
    const freed = await first(
      append(signed, { 30: '<< /Unused true >>' }, { entries: { 60: null, 61: null } }),
    );
    expect(before).toMatchObject({ verdict: 'valid', laterChanges: 'allowed' });
    expect(freed).toMatchObject({ verdict: 'valid', laterChanges: 'allowed' });
    await expectRefused(append(signed, {}, { entries: { 12: null } }), 'change-object-freed');
  });

  it('a field filled beside dictionaries that several objects share and that stay as they are', async () => {
    const shared = (num: number) => BASE[num]!.replace(/>>$/, '/MK 40 0 R >>');
    const base: Objects = { ...BASE, 8: shared(8), 12: shared(12), 40: '<< /BC [0 0 1] >>' };
    const once = await sign(makePdf(base), alice);
    const look = BASE[9]!.replace('Alice', 'Carol');
    await expectAllowed(append(once, { 8: shared(8).replace('Mallory', 'Carol'), 9: look }), 'field-filled');
    // Changed, they change each thing that uses them.
    await expectRefused(append(once, { 40: '<< /BC [1 1 1] /BG [1 1 1] >>' }), 'changes-disallowed');
  });

  it('a note under DocMDP 3, which allows annotations (table 257)', async () => {
    const note = '<< /Type /Annot /Subtype /Text /Rect [20 20 40 40] /Contents (why?) /P 3 0 R >>';
    const page = BASE[3]!.replace('12 0 R]', '12 0 R 30 0 R]');
    await expectAllowed(append(await certify(3), { 3: page, 30: note }), 'annotation-added');
    expect((await first(append(await certify(2), { 3: page, 30: note }))).verdict).toBe('invalid');
  });
});
