import { afterAll, describe, expect, it } from 'vitest';
import { type Bytes, concatBytes, fromHex, toHex } from '#core/bytes.ts';
import { verifyPdf } from '#core/pdf/verify/verify-pdf.ts';
import { parseDigestAlgorithm, signatureAlgorithm } from '#core/pki/algorithm/algorithm-identifier.ts';
import type { DigestAlgorithm, SignatureAlgorithm } from '#core/pki/algorithm/algorithms.ts';
import { signCms } from '#core/pki/cms/sign-cms.ts';
import { readDer } from '#core/pki/der/read-der.ts';
import { integer, oid, sequence } from '#core/pki/der/write-der.ts';
import type { Signer } from '#core/pki/key/signer.ts';
import { OID } from '#core/pki/oids.ts';
import { openSslDesk } from '../pki/openssl.ts';
import { append, BASE, bytesOf, lastRange, makePdf, type Objects, sign, stream } from './build-pdf.ts';
import { alice, bob, expectAllowed, expectRefused, first, signed, verify } from './signed-and-changed.ts';

const desk = openSslDesk();
afterAll(() => desk.close());

/** The certificates begin when they are made. */
const soon = () => Date.now() + 60_000;

/** Makes a key and its certificate with OpenSSL; they are key.pem and cert.der of the desk. */
function makeKey(...key: string[]): Bytes {
  const files = ['-keyout', 'key.pem', '-out', 'cert.der', '-outform', 'DER'];
  const subject = ['-subj', '/CN=Alice', '-days', '4000', '-addext', 'keyUsage=digitalSignature'];
  expect(desk.run('req', '-x509', '-nodes', '-newkey', ...key, ...files, ...subject)).toMatchObject({
    ok: true,
  });
  return desk.read('cert.der');
}

/** A signer whose values OpenSSL makes. */
const openSslSigner = (algorithm: SignatureAlgorithm, certificate: Bytes, ...options: string[]): Signer => ({
  algorithm,
  certificate,
  async sign(message) {
    desk.write('message', message);
    const made = desk.run(
      'pkeyutl',
      '-sign',
      '-inkey',
      'key.pem',
      '-rawin',
      '-in',
      'message',
      '-out',
      'value',
      ...options,
    );
    expect(made).toMatchObject({ ok: true });
    return desk.read('value');
  },
});

const signedWith = (signer: Signer, digestAlgorithm: DigestAlgorithm, change = (cms: Bytes) => cms) =>
  sign(makePdf(), alice, {
    contents: async (_, covered) => change(await signCms({ content: covered, digestAlgorithm, signer })),
  });

/** A tagged document with an empty structure but for the parent tree. */
const TAGGED: Objects = {
  ...BASE,
  1: '<< /Type /Catalog /Pages 2 0 R /AcroForm 5 0 R /MarkInfo << /Marked true >> /StructTreeRoot 15 0 R >>',
  3: BASE[3]!.replace('/Parent 2 0 R', '/Parent 2 0 R /StructParents 0'),
  15: '<< /Type /StructTreeRoot /K 16 0 R /ParentTree 17 0 R /ParentTreeNextKey 1 >>',
  16: '<< /Type /StructElem /S /Document /P 15 0 R /K [18 0 R] >>',
  17: '<< /Nums [0 [18 0 R]] >>',
  18: '<< /Type /StructElem /S /P /P 16 0 R /Pg 3 0 R /K 0 >>',
};
const WIDGET =
  '<< /Type /Annot /Subtype /Widget /FT /Sig /T (Second) /Rect [300 300 400 340] /P 3 0 R /StructParent 1 >>';
const FORM_ELEMENT =
  '<< /Type /StructElem /S /Form /P 16 0 R /Pg 3 0 R /K << /Type /OBJR /Obj 30 0 R /Pg 3 0 R >> >>';
const SECOND: Objects = {
  3: TAGGED[3]!.replace('12 0 R]', '12 0 R 30 0 R]').replace('/Type /Page', '/Type /Page /Tabs /S'),
  5: TAGGED[5]!.replace('10 0 R]', '10 0 R 30 0 R]'),
  15: TAGGED[15]!.replace('NextKey 1', 'NextKey 2'),
  16: TAGGED[16]!.replace('[18 0 R]', '[18 0 R 31 0 R]'),
  17: '<< /Nums [0 [18 0 R] 1 31 0 R] >>',
  31: FORM_ELEMENT,
};
const tagged = await sign(makePdf(TAGGED), alice);
const secondOn = (objects: Objects) =>
  sign(tagged, bob, { num: 21, field: 30, fieldBody: WIDGET, objects: { ...SECOND, ...objects } });

describe('honest files that other makers write', () => {
  it('a second signature on a tagged file, its Form element in the structure tree (14.8.4.5)', async () => {
    await expectAllowed(await secondOn({}), 'structure-tree');
  });

  const ABUSES: [string, Objects][] = [
    ['an element of another kind', { 31: FORM_ELEMENT.replace('/S /Form', '/S /P') }],
    [
      'a text to be read aloud in place of it',
      { 31: FORM_ELEMENT.replace('/S /Form', '/S /Form /ActualText (Pay 9)') },
    ],
    ['a reference to something that was there', { 31: FORM_ELEMENT.replace('/Obj 30 0 R', '/Obj 12 0 R') }],
    ['an element that was there taken out', { 16: TAGGED[16]!.replace('[18 0 R]', '[31 0 R]') }],
    [
      'elements in another order',
      { 16: TAGGED[16]!.replace('[18 0 R]', '[31 0 R 32 0 R]'), 32: TAGGED[18]! },
    ],
    ['an element changed', { 18: TAGGED[18]!.replace('/S /P', '/S /Figure') }],
    ['an entry of the parent tree changed', { 17: '<< /Nums [0 [31 0 R] 1 31 0 R] >>' }],
    ['roles put on the tree', { 15: SECOND[15]!.replace(/>>$/, '/RoleMap << /Form /Artifact >> >>') }],
  ];
  for (const [what, objects] of ABUSES) {
    it(`but refuses ${what} with it`, async () => {
      expect(await first(await secondOn(objects))).toMatchObject({
        verdict: 'invalid',
        laterChanges: 'disallowed',
      });
    });
  }

  async function expectValid(bytes: Bytes, anchor: Bytes, digest: string): Promise<void> {
    const result = await verifyPdf(bytes, { time: soon(), trustAnchors: [anchor] });
    expect(result.signatures[0]).toMatchObject({ verdict: 'valid', integrity: true });
    expect(result.signatures[0]!.detail.digestAlgorithm).toBe(digest);
    const changed = bytes.slice();
    changed[30]! ^= 1;
    const broken = await verifyPdf(changed, { time: soon(), trustAnchors: [anchor] });
    expect(broken.signatures[0]).toMatchObject({ verdict: 'invalid', integrity: false });
  }

  it('a digest by SHAKE256, with its own name and with its length (RFC 8702, 3.1; RFC 8419, 2.3)', async () => {
    const anchor = makeKey('ec', '-pkeyopt', 'ec_paramgen_curve:P-256');
    const signer = openSslSigner(signatureAlgorithm('ECDSA', 'SHA-256'), anchor, '-digest', 'sha256');
    await expectValid(await signedWith(signer, 'SHAKE256'), anchor, 'SHAKE256');
    const withLength = readDer(sequence(oid('2.16.840.1.101.3.4.2.18'), integer(512)));
    expect(parseDigestAlgorithm(withLength)).toBe('SHAKE256');
    const shorter = readDer(sequence(oid('2.16.840.1.101.3.4.2.18'), integer(256)));
    expect(parseDigestAlgorithm(shorter)).toBeUndefined();
  });

  it('a signature by Ed448 (RFC 8419)', async () => {
    const anchor = makeKey('ed448');
    const signer = openSslSigner({ kind: 'Ed448', oid: OID.ed448 }, anchor);
    await expectValid(await signedWith(signer, 'SHAKE256'), anchor, 'SHAKE256');
  });

  it.each([
    ['brainpoolP256r1', 'SHA-256', 'sha256'],
    ['brainpoolP384r1', 'SHA-384', 'sha384'],
    ['brainpoolP512r1', 'SHA-512', 'sha512'],
  ] as const)('a signature by ECDSA on %s (RFC 5639, 3; RFC 5753)', async (curve, digest, name) => {
    const anchor = makeKey('ec', '-pkeyopt', `ec_paramgen_curve:${curve}`);
    const signer = openSslSigner(signatureAlgorithm('ECDSA', digest), anchor, '-digest', name);
    const bytes = await signedWith(signer, digest);
    await expectValid(bytes, anchor, digest);
    // From here on another key of the curve signs, which the certificate is not of.
    makeKey('ec', '-pkeyopt', `ec_paramgen_curve:${curve}`);
    const forged = await verifyPdf(await signedWith(signer, digest), {
      time: soon(),
      trustAnchors: [anchor],
    });
    expect(forged.signatures[0]).toMatchObject({ verdict: 'invalid', integrity: false });
  });

  it('the algorithm of the signature named in place of the digest', async () => {
    const anchor = makeKey('rsa:2048');
    const signer = openSslSigner(signatureAlgorithm('RSA', 'SHA-256'), anchor, '-digest', 'sha256');
    // Both identifiers have nine bytes; neither place is signed.
    const [digest, whole] = ['608648016503040201', '2a864886f70d01010b'];
    const named = (cms: Bytes) => fromHex(toHex(cms).replaceAll(digest!, whole!));
    await expectValid(await signedWith(signer, 'SHA-256', named), anchor, 'SHA-256');
    expect(parseDigestAlgorithm(readDer(sequence(oid('1.2.840.113549.1.1.5'))))).toBe('SHA-1');
  });

  it('says that it cannot judge a digest that it does not know, and not that it is broken', async () => {
    const unknown = (cms: Bytes) =>
      fromHex(toHex(cms).replaceAll('608648016503040201', '608648016503040263'));
    const signature = await first(await signedWith(alice.signer, 'SHA-256', unknown));
    expect(signature).toMatchObject({ verdict: 'indeterminate', integrity: null });
    expect(signature.problems).toContain('digest-unsupported');
  });

  const withStore = (key: string) => ({
    1: '<< /Type /Catalog /Pages 2 0 R /AcroForm 5 0 R /DSS 30 0 R >>',
    30: `<< /VRI << /${key} << /Cert [31 0 R] >> >> /Certs [31 0 R] >>`,
    31: stream('', 'x'),
  });
  it('validation data named by a SHA-256 hash (ISO 32000-2, table 262, asks for SHA-1)', async () => {
    await expectAllowed(append(signed, withStore('0123456789ABCDEF'.repeat(4))), 'validation-data');
    await expectRefused(append(signed, withStore('0123456789ABCDEF'.repeat(3))), 'change-validation-data');
  });

  const STREAMS = '/AdditionalStreams [/application/vnd.oasis.opendocument.text 30 0 R]';
  const NEW_FIELD = {
    3: BASE[3]!.replace('12 0 R]', '12 0 R 30 0 R]'),
    5: BASE[5]!.replace('10 0 R]', '10 0 R 30 0 R]'),
    30: '<< /Type /Annot /Subtype /Widget /FT /Sig /T (Later) /Rect [0 0 0 0] /P 3 0 R >>',
  };
  it('a number that AdditionalStreams named and that was free, given to a field', async () => {
    const named = await sign(makePdf(BASE), alice, { append: { trailer: STREAMS } });
    await expectAllowed(append(named, NEW_FIELD), 'signature-field-added');
    await expectRefused(
      append(named, { 30: stream('', 'another document') }, { trailer: STREAMS }),
      'change-object',
    );
    const used = await sign(makePdf({ ...BASE, 30: stream('', 'a document') }), alice, {
      append: { trailer: STREAMS },
    });
    await expectRefused(append(used, { 30: stream('', 'another document') }), 'change-object');
  });
});

describe('signed widgets on a page that the form does not list (12.7.5.5)', () => {
  it('are listed, judged, and said to be missing in the form', async () => {
    const unlisted = await sign(makePdf({ ...BASE, 5: BASE[5]!.replace('7 0 R 8', '8') }), alice);
    const result = await verify(unlisted);
    expect(result.signatures).toHaveLength(1);
    expect(result.signatures[0]).toMatchObject({ name: 'Sig1', integrity: true, verdict: 'indeterminate' });
    expect(result.signatures[0]!.problems).toContain('signature-not-in-form');
    expect(result.signatures[0]!.detail.pages).toEqual([1]);
    const changed = await verify(append(unlisted, { 4: BASE[13]! }));
    expect(changed.verdict).toBe('invalid');
  });

  it('are one signature where a kid of the field is the widget', async () => {
    const kid = '<< /Type /Annot /Subtype /Widget /Parent 7 0 R /Rect [50 50 150 100] /P 3 0 R >>';
    const field = '<< /FT /Sig /T (Sig1) /Kids [30 0 R] >>';
    const page = BASE[3]!.replace('[7 0 R', '[30 0 R');
    const objects = { ...BASE, 3: page, 5: BASE[5]!.replace('7 0 R 8', '8'), 7: field, 30: kid };
    const result = await verify(await sign(makePdf(objects), alice, { fieldBody: field }));
    expect(result.signatures.map(({ name }) => name)).toEqual(['Sig1']);
  });
});

describe('the parts of a verdict agree', () => {
  it('and no invalid one says that later changes are none or allowed', async () => {
    const cut = signed.slice();
    cut[40]! ^= 1;
    const appended = concatBytes(signed, bytesOf('99 0 obj\n(x)\nendobj\n'));
    const second = await sign(signed, bob, { num: 21, field: 10 });
    const [, from, to] = lastRange(signed);
    second.fill(0x30, from + 1, to - 1);
    for (const bytes of [cut, appended, second]) {
      const result = await verify(bytes);
      const invalid = result.signatures.filter(({ verdict }) => verdict === 'invalid');
      expect(invalid.length).toBeGreaterThan(0);
      for (const { laterChanges } of invalid) expect(laterChanges).toMatch(/^(?:disallowed|unknown)$/);
    }
    expect((await first(appended)).laterChanges).toBe('disallowed');
  });
});

describe('what acts or is not on the pages is noted', () => {
  const noted = async (objects: Objects) =>
    (await verify(await sign(makePdf({ ...BASE, ...objects }), alice))).problems;
  const ROOT = BASE[1]!;
  const CASES: [string, string, Objects][] = [
    [
      'a script on opening',
      'active-javascript',
      { 1: ROOT.replace('>>', '/OpenAction << /S /JavaScript /JS (x) >> >>') },
    ],
    [
      'a script after another action',
      'active-javascript',
      { 1: ROOT.replace('>>', '/OpenAction << /S /GoTo /Next [<< /S /JavaScript /JS (x) >>] >> >>') },
    ],
    [
      'a script by name',
      'active-javascript',
      {
        1: ROOT.replace('>>', '/Names << /JavaScript << /Names [(a) << /S /JavaScript /JS (x) >>] >> >> >>'),
      },
    ],
    [
      'a script of a page',
      'active-javascript',
      { 3: BASE[3]!.replace(/>>$/, '/AA << /O << /S /JavaScript /JS (x) >> >> >>') },
    ],
    [
      'a script of a field',
      'active-javascript',
      { 8: BASE[8]!.replace(/>>$/, '/AA << /C << /S /JavaScript /JS (x) >> >> >>') },
    ],
    [
      'a program started by a link',
      'active-launch',
      { 12: '<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] /A << /S /Launch /F (a.exe) >> >>' },
    ],
    [
      'an embedded file',
      'embedded-files',
      { 1: ROOT.replace('>>', '/Names << /EmbeddedFiles << /Names [(a) 13 0 R] >> >> >>') },
    ],
    [
      'a file attached to a page',
      'embedded-files',
      { 12: '<< /Type /Annot /Subtype /FileAttachment /Rect [0 0 9 9] /FS << /EF << /F 13 0 R >> >> >>' },
    ],
    ['an XFA form', 'form-xfa', { 5: BASE[5]!.replace('/SigFlags', '/XFA 13 0 R /SigFlags') }],
  ];
  for (const [what, code, objects] of CASES) {
    it(`${what}: ${code}`, async () => {
      expect(await noted(objects)).toContain(code);
    });
  }

  it('and nothing of a file that has none of it', async () => {
    const codes = await noted({});
    expect(codes.filter((code) => /^(?:active-|embedded-|form-)/.test(code))).toEqual([]);
  });
});
