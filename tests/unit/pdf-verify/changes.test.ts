import { beforeAll, describe, expect, it } from 'vitest';
import type { Bytes } from '#core/bytes.ts';
import { concatBytes } from '#core/bytes.ts';
import { verifyPdf } from '#core/pdf/verify/verify-pdf.ts';
import { answerTimestampRequest } from '#core/pki/tsp/answer-timestamp-request.ts';
import type { ProblemCode } from '#core/verification/problems.ts';
import type { ChangeKind, SignatureVerdict } from '#core/verification/verdict.ts';
import {
  append,
  BASE,
  bytesOf,
  lastRange,
  latin,
  makePdf,
  makeSigner,
  NOW,
  type Objects,
  sign,
  startXref,
  stream,
  type TestSigner,
} from './build-pdf.ts';

let alice: TestSigner;
let bob: TestSigner;
/** Alice signed field Sig1; nothing else. */
let signed: Bytes;

beforeAll(async () => {
  alice = await makeSigner('Alice');
  bob = await makeSigner('Bob');
  signed = await sign(makePdf(), alice);
});

const verify = (bytes: Bytes) =>
  verifyPdf(bytes, { time: NOW, trustAnchors: [alice.certificate.der, bob.certificate.der] });

const SIGNED_FIELD = () => BASE[7]!.replace(/>>$/, '/V 20 0 R >>');
const certified = (p: 1 | 2 | 3, lock = '') =>
  `/Reference [<< /Type /SigRef /TransformMethod /DocMDP /TransformParams << /Type /TransformParams /V /1.2 /P ${p} >> >> ${lock}]`;
const certify = (p: 1 | 2 | 3) =>
  sign(makePdf(), alice, {
    extra: certified(p),
    objects: { 1: '<< /Type /Catalog /Pages 2 0 R /AcroForm 5 0 R /Perms << /DocMDP 20 0 R >> >>' },
  });

const XMP = (title: string) =>
  stream(
    '/Type /Metadata /Subtype /XML',
    `<?xpacket begin="" id="W5M0"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="r"><a>${title}</a></rdf:RDF></x:xmpmeta><?xpacket end="w"?>`,
  );

async function first(bytes: Bytes): Promise<SignatureVerdict> {
  const result = await verify(bytes);
  return result.signatures[0]!;
}

async function expectAllowed(bytes: Bytes, kind: ChangeKind): Promise<void> {
  const signature = await first(bytes);
  expect(signature.detail.changes.filter((change) => !change.allowed)).toEqual([]);
  expect(signature).toMatchObject({
    integrity: true,
    coversWholeFile: false,
    laterChanges: 'allowed',
    verdict: 'valid',
  });
  expect(signature.detail.changes.map((change) => change.kind)).toContain(kind);
}

async function expectRefused(bytes: Bytes, problem: ProblemCode, kind?: ChangeKind): Promise<void> {
  const result = await verify(bytes);
  const signature = result.signatures[0]!;
  expect(signature.problems).toContain(problem);
  expect(signature).toMatchObject({ integrity: true, laterChanges: 'disallowed', verdict: 'invalid' });
  expect(result.verdict).toBe('invalid');
  if (kind)
    expect(signature.detail.changes.filter((change) => !change.allowed).map((c) => c.kind)).toContain(kind);
}

describe('changes that a rule allows', () => {
  it('a second signature in a field that was there', async () => {
    const twice = await sign(signed, bob, { num: 21, field: 10 });
    await expectAllowed(twice, 'signature-added');
    const result = await verify(twice);
    expect(result.verdict).toBe('valid');
    expect(result.signatures.map((s) => [s.name, s.signer, s.coversWholeFile])).toEqual([
      ['Sig1', 'Alice', false],
      ['Sig2', 'Bob', true],
    ]);
  });

  it('a second signature in a new field on the page', async () => {
    const page = BASE[3]!.replace('12 0 R]', '12 0 R 22 0 R]');
    const field = '<< /Type /Annot /Subtype /Widget /FT /Sig /T (New) /Rect [300 500 400 560] /P 3 0 R >>';
    const twice = await sign(signed, bob, {
      num: 21,
      field: 22,
      fieldBody: field,
      objects: { 3: page, 5: BASE[5]!.replace('10 0 R]', '10 0 R 22 0 R]') },
    });
    await expectAllowed(twice, 'signature-field-added');
  });

  it('an empty text field filled in', async () => {
    const base: Objects = {
      ...BASE,
      3: BASE[3]!.replace('12 0 R]', '12 0 R 11 0 R]'),
      5: BASE[5]!.replace('10 0 R]', '10 0 R 11 0 R]'),
    };
    const bytes = await sign(makePdf(base), alice);
    const look = stream(
      '/Type /XObject /Subtype /Form /BBox [0 0 200 20]',
      '/Tx BMC BT /Helv 12 Tf (Yes) Tj ET EMC',
    );
    await expectAllowed(
      append(bytes, { 11: BASE[11]!.replace(/>>$/, '/V (Yes) /AP << /N 30 0 R >> >>'), 30: look }),
      'field-filled',
    );
  });

  it('a filled field filled anew, its appearance drawn over in place', async () => {
    const look = BASE[9]!.replace('Alice', 'Carol');
    await expectAllowed(append(signed, { 8: BASE[8]!.replace('Mallory', 'Carol'), 9: look }), 'field-filled');
  });

  it('validation data in a document security store', async () => {
    const catalog = '<< /Type /Catalog /Pages 2 0 R /AcroForm 5 0 R /DSS 30 0 R >>';
    await expectAllowed(
      append(signed, { 1: catalog, 30: '<< /Certs [31 0 R] >>', 31: stream('', 'abc') }),
      'validation-data',
    );
  });

  it('a document time stamp, under a certification against all changes too', async () => {
    const root = await makeSigner('TSA root', 'root-ca');
    const authority = await makeSigner('TSA', 'tsa', root);
    const { requestToken } = await timestamping(authority);
    const options = {
      num: 21,
      field: 22,
      fieldBody: '<< /Type /Annot /Subtype /Widget /FT /Sig /T (Stamp) /Rect [0 0 0 0] /P 3 0 R >>',
      objects: { 5: BASE[5]!.replace('10 0 R]', '10 0 R 22 0 R]') },
      type: 'DocTimeStamp',
      subFilter: 'ETSI.RFC3161',
      contents: requestToken,
    };
    const bytes = await sign(await certify(1), alice, options);
    await expectAllowed(bytes, 'document-timestamp');
    const result = await verify(bytes);
    expect(result.documentTimestamps).toHaveLength(1);
    expect(result.documentTimestamps[0]).toMatchObject({
      name: 'Stamp',
      integrity: true,
      coversWholeFile: true,
    });
    expect(result.signatures).toHaveLength(1);
  });

  it('new metadata and document information', async () => {
    const base = makePdf(
      {
        ...BASE,
        1: '<< /Type /Catalog /Pages 2 0 R /AcroForm 5 0 R /Metadata 15 0 R >>',
        15: XMP('a'),
        16: '<< /Title (a) >>',
      },
      '/Info 16 0 R',
    );
    const bytes = await sign(base, alice, {
      objects: { 1: '<< /Type /Catalog /Pages 2 0 R /AcroForm 5 0 R /Metadata 15 0 R >>' },
      append: { trailer: '/Info 16 0 R' },
    });
    await expectAllowed(
      append(bytes, { 15: XMP('b'), 16: '<< /Title (b) >>' }, { trailer: '/Info 16 0 R' }),
      'metadata',
    );
  });

  it('a comment on a document certified with permission for annotations, and not otherwise', async () => {
    const page = BASE[3]!.replace('12 0 R]', '12 0 R 30 0 R]');
    const note = '<< /Type /Annot /Subtype /Text /Rect [10 10 30 30] /Contents (looks good) /P 3 0 R >>';
    await expectAllowed(append(await certify(3), { 3: page, 30: note }), 'annotation-added');
    await expectRefused(
      append(await certify(2), { 3: page, 30: note }),
      'changes-after-certification',
      'annotation-added',
    );
    await expectRefused(append(signed, { 3: page, 30: note }), 'change-annotation', 'annotation-added');
  });

  it('objects that nothing uses, and objects written again word for word', async () => {
    await expectAllowed(append(signed, { 40: '(orphan)', 4: BASE[4]! }), 'unused-object');
  });

  it('nothing at all: white space after the end is no change', async () => {
    const signature = await first(concatBytes(signed, bytesOf('\n\n')));
    expect(signature).toMatchObject({ integrity: true, coversWholeFile: false, laterChanges: 'none' });
  });
});

/** A time stamp authority that answers in place. */
async function timestamping(authority: TestSigner) {
  const { buildTimestampRequest } = await import('#core/pki/tsp/timestamp-request.ts');
  const { parseTimestampResponse } = await import('#core/pki/tsp/parse-timestamp.ts');
  const requestToken = async (digest: Bytes): Promise<Bytes> => {
    const request = buildTimestampRequest({ digest, digestAlgorithm: 'SHA-256' });
    const answer = await answerTimestampRequest(request, {
      signer: authority.signer,
      time: NOW,
      serialHex: '1234',
      policy: '1.2.3.4',
    });
    return parseTimestampResponse(answer).token!;
  };
  return { requestToken };
}

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

  it('the cross-reference turned to bytes signed for another object (shadow attack: hide and replace)', async () => {
    const offset = latin(signed).indexOf('13 0 obj');
    const attack = append(signed, {}, { entries: { 4: offset } });
    const signature = await first(attack);
    expect(signature.verdict).toBe('invalid');
    expect(signature.problems).toContain('shadow-hide-and-replace');
  });

  it('the cross-reference turned to a second object of the number, signed unseen (shadow attack: hide and replace)', async () => {
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

  it('a number that the signed file left undefined, given content later', async () => {
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

  it('a request to draw fields anew where that shows another text than was signed (shadow attack: replace)', async () => {
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
