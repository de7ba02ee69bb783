import { beforeAll, describe, expect, it } from 'vitest';
import { type Bytes, fromUtf8, toHex, utf8 } from '#core/bytes.ts';
import { openDocument } from '#core/ofd/model/open-document.ts';
import { openOfd } from '#core/ofd/model/open-ofd.ts';
import { openVolume, papersOf } from '#core/ofd/model/open-volume.ts';
import { readSignatures } from '#core/ofd/model/read-signatures.ts';
import { openPackage, readFile } from '#core/ofd/package/open-package.ts';
import { crossPagePlacements } from '#core/ofd/sign/cross-page.ts';
import { beginOfdSignature, finishOfdSignature } from '#core/ofd/sign/sign-ofd.ts';
import { verifyOfd } from '#core/ofd/verify/verify-ofd.ts';
import { parsePkcs8 } from '#core/pki/key/pkcs8.ts';
import { sm2SignDigest } from '#core/sm/sm2.ts';
import { decodeSm2Value } from '#core/sm/sm2-value.ts';
import { finishOn, signOfd } from '#tests/fixtures/sign-ofd.ts';
import { encodeSm2ValueRaw } from '#tests/fixtures/sm2-values.ts';
import { besideOthers, NOW, type Office, openOffice, type Party, stampRequest } from './signing-party.ts';
import { smallOfd } from './small-ofd.ts';

const papers = (bytes: Bytes) => papersOf(openVolume(openOfd(bytes)));

let office: Office;
let first: Party;
beforeAll(async () => {
  office = await openOffice();
  first = await office.party('甲方有限公司');
});

/** Raw bytes (local header and data) of every entry by path. */
function rawEntries(bytes: Bytes): Map<string, string> {
  const { zip } = openPackage(bytes);
  return new Map(zip.entries.map((e) => [e.path, toHex(zip.bytes.subarray(e.raw.start, e.raw.end))]));
}

describe('stamping an OFD', () => {
  it('one signature is valid, covers the complete file and is shown at its position', async () => {
    const signed = await signOfd(smallOfd(), stampRequest(first), first.holder.signer);
    const verified = await verifyOfd(signed, office.trust);
    expect(verified.signatures).toHaveLength(1);
    expect(verified.signatures[0]).toMatchObject({
      name: 'Doc_0/Signs/Sign_0/Signature.xml',
      verdict: 'valid',
      integrity: true,
      coversWholeFile: true,
      laterChanges: 'none',
      chain: 'trusted',
      level: 'SES',
      signer: '甲方有限公司',
      signingTime: new Date(NOW).toISOString(),
      problems: ['signing-time-unproven', 'revocation-unknown'],
    });
    expect(verified.verdict).toBe('valid');
    const [entry] = readSignatures(openDocument(openOfd(signed)));
    expect(entry).toMatchObject({ type: 'Seal', sealPath: 'Doc_0/Signs/Sign_0/Seal.esl' });
    expect(entry!.stamps).toMatchObject([
      { pageIndex: 0, boundary: { x: 120, y: 200, width: 40, height: 40 } },
    ]);
  });

  it('five signers in turn: order kept, every one valid, each protects the ones before', async () => {
    let bytes = smallOfd(3);
    const names = ['甲方', '乙方', '丙方', '丁方', '戊方'];
    for (const [i, name] of names.entries()) {
      const party = await office.party(name);
      const before = rawEntries(bytes);
      const request = { time: NOW + i * 1000, placements: besideOthers(i) };
      bytes = await signOfd(bytes, stampRequest(party, request), party.holder.signer);
      const after = rawEntries(bytes);
      const changed = [...before].filter(([path, raw]) => after.get(path) !== raw).map(([path]) => path);
      expect(changed).toEqual(i === 0 ? ['OFD.xml'] : ['Doc_0/Signs/Signatures.xml']);
      const verified = await verifyOfd(bytes, office.trust);
      expect(verified.verdict).toBe('valid');
      expect(verified.signatures.map((s) => s.signer)).toEqual(names.slice(0, i + 1));
      expect(verified.signatures.map((s) => s.laterChanges)).toEqual([
        ...names.slice(0, i).map(() => 'allowed'),
        'none',
      ]);
      expect(verified.signatures.map((s) => s.coversWholeFile)).toEqual([
        ...names.slice(0, i).map(() => false),
        true,
      ]);
      const last = openPackage(bytes);
      const references = fromUtf8(readFile(last, `Doc_0/Signs/Sign_${i}/Signature.xml`));
      expect(references).not.toContain('Signatures.xml');
      for (let j = 0; j < i; j++)
        for (const file of ['Signature.xml', 'SignedValue.dat', 'Seal.esl'])
          expect(references).toContain(`FileRef="/Doc_0/Signs/Sign_${j}/${file}"`);
    }
  });

  it('says in words what each covers: the file as it was then, and the last one all of it', async () => {
    const once = await signOfd(smallOfd(), stampRequest(first), first.holder.signer);
    const twice = await signOfd(once, stampRequest(first), first.holder.signer);
    const covered = async (bytes: Bytes) =>
      (await verifyOfd(bytes, office.trust)).signatures.map((s) => s.detail.coverage);
    expect(await covered(once)).toEqual(['whole-file']);
    expect(await covered(twice)).toEqual(['whole-revision', 'whole-file']);
  });

  it('a device signs in two steps: from the message or the digest, DER or r and s', async () => {
    const prepared = await beginOfdSignature(smallOfd(), stampRequest(first));
    const key = parsePkcs8(first.holder.pair.pkcs8);
    if (key.kind !== 'SM2') throw new Error('the test key is not SM2');
    const fromDigest = sm2SignDigest(key.scalar, prepared.digest);
    const raw = encodeSm2ValueRaw(decodeSm2Value(fromDigest)!);
    for (const value of [await first.holder.signer.sign(prepared.toSign), fromDigest, raw]) {
      const verified = await verifyOfd(finishOn(smallOfd(), prepared, value), office.trust);
      expect(verified.verdict).toBe('valid');
    }
    const other = await office.party('别人');
    const wrong = await other.holder.signer.sign(prepared.toSign);
    expect(() => finishOfdSignature(prepared, wrong)).toThrowError('SIGNATURE_VALUE_INVALID');
    expect(() => finishOfdSignature(prepared, new Uint8Array(64))).toThrowError('SIGNATURE_VALUE_INVALID');
  });

  it('a cross-page seal is one signature with a slice on every page', async () => {
    const bytes = smallOfd(5);
    const placements = crossPagePlacements(papers(bytes), {
      widthMm: 40,
      heightMm: 40,
      edge: 'right',
      offsetMm: 100,
    });
    const signed = await signOfd(bytes, stampRequest(first, { placements }), first.holder.signer);
    const verified = await verifyOfd(signed, office.trust);
    expect(verified.signatures[0]).toMatchObject({ verdict: 'valid', detail: { pages: [1, 2, 3, 4, 5] } });
    const stamps = readSignatures(openDocument(openOfd(signed)))[0]!.stamps;
    expect(stamps).toHaveLength(5);
    stamps.forEach((stamp, i) => {
      // the slice that shows ends at the paper's edge, and the slices together are the picture
      expect(stamp.clip).toEqual({ x: i * 8, y: 0, width: 8, height: 40 });
      expect(stamp.boundary.x + stamp.clip!.x + stamp.clip!.width).toBe(210);
      expect(stamp.boundary.y).toBe(100);
    });
  });

  it('distributes many pages over complete seals, never a single page alone', () => {
    const sheets = papers(smallOfd(41));
    for (const edge of ['left', 'right', 'top', 'bottom'] as const) {
      const placements = crossPagePlacements(sheets, { widthMm: 42, heightMm: 42, edge, offsetMm: 50 });
      expect(placements.map((p) => p.pageIndex)).toEqual(Array.from({ length: 41 }, (_, i) => i));
      const shown = placements.reduce((sum, p) => sum + p.clip!.width * p.clip!.height, 0);
      expect(shown / (42 * 42)).toBeCloseTo(3, 6);
    }
    const three = crossPagePlacements(sheets, {
      widthMm: 30,
      heightMm: 30,
      edge: 'right',
      offsetMm: 0,
      pages: [0, 1, 2],
      pagesPerSeal: 2,
    });
    expect(three.map((p) => p.clip!.width)).toEqual([10, 10, 10]);
  });

  it('[5.12a] [9.12] a cross-page seal needs two pages', () => {
    const seal = { widthMm: 30, heightMm: 30, edge: 'right', offsetMm: 0 } as const;
    const onePage = papers(smallOfd(1));
    expect(() => crossPagePlacements(onePage, seal)).toThrowError('INPUT_INVALID');
    const five = papers(smallOfd(5));
    expect(() => crossPagePlacements(five, { ...seal, pages: [4] })).toThrowError('INPUT_INVALID');
    expect(crossPagePlacements(five, { ...seal, pages: [3, 4] })).toHaveLength(2);
  });

  it('[5.12e] a cross-page seal goes on every page or every other one', async () => {
    const bytes = smallOfd(6);
    const placements = crossPagePlacements(papers(bytes), {
      widthMm: 42,
      heightMm: 42,
      edge: 'left',
      offsetMm: 20,
      pages: [0, 2, 4],
    });
    expect(placements.map((p) => p.clip!.x)).toEqual([0, 14, 28]);
    expect(placements.map((p) => p.boundary.x + p.clip!.x)).toEqual([0, 0, 0]);
    const signed = await signOfd(bytes, stampRequest(first, { placements }), first.holder.signer);
    expect((await verifyOfd(signed, office.trust)).signatures[0]!.detail.pages).toEqual([1, 3, 5]);
  });

  it('documents of one file are stamped separately, in any order', async () => {
    const one = smallOfd(1);
    const pkg = openPackage(one);
    const files = Object.fromEntries(
      [...pkg.files.keys()]
        .filter((path) => path.startsWith('Doc_0/'))
        .map((path) => [path.replace('Doc_0', 'Doc_1'), readFile(pkg, path)]),
    );
    const body =
      '<ofd:DocBody><ofd:DocInfo/><ofd:DocRoot>Doc_1/Document.xml</ofd:DocRoot></ofd:DocBody></ofd:OFD>';
    const root = utf8(fromUtf8(readFile(pkg, 'OFD.xml')).replace('</ofd:OFD>', body));
    let bytes = smallOfd(1, { ...files, 'OFD.xml': root });
    for (const [i, document] of [1, 0, 1].entries())
      bytes = await signOfd(
        bytes,
        stampRequest(first, { document, placements: besideOthers(i) }),
        first.holder.signer,
      );
    const verified = await verifyOfd(bytes, office.trust);
    expect(verified.verdict).toBe('valid');
    expect(verified.signatures.map((s) => s.name)).toEqual([
      'Doc_0/Signs/Sign_0/Signature.xml',
      'Doc_1/Signs/Sign_0/Signature.xml',
      'Doc_1/Signs/Sign_1/Signature.xml',
    ]);
  });

  it('a time stamp proves the time of signing', async () => {
    const signed = await signOfd(smallOfd(), stampRequest(first), first.holder.signer, office.timestamp);
    const verified = await verifyOfd(signed, office.trust);
    expect(verified.signatures[0]).toMatchObject({
      verdict: 'valid',
      signingTime: new Date(NOW + 3600_000).toISOString(),
      problems: ['revocation-unknown'],
      detail: { timeProven: true, timestamps: [{ kind: 'signature', intact: true, chain: 'trusted' }] },
    });
  });

  it('a seal may name its users by digest', async () => {
    const party = await office.party('戊方', { signersAs: 'digests' });
    const signed = await signOfd(smallOfd(), stampRequest(party), party.holder.signer);
    expect((await verifyOfd(signed, office.trust)).verdict).toBe('valid');
    expect(party.seal.length).toBeLessThan(first.seal.length);
  });
});

describe('what cannot be stamped is refused', () => {
  it('a seal that does not name the certificate, or was changed', async () => {
    const other = await office.party('别人');
    await expect(
      beginOfdSignature(smallOfd(), stampRequest({ ...first, seal: other.seal })),
    ).rejects.toThrowError('INPUT_INVALID');
    const changed = first.seal.slice();
    changed[200]! ^= 1;
    await expect(beginOfdSignature(smallOfd(), stampRequest({ ...first, seal: changed }))).rejects.toThrow();
  });

  it('places outside the paper or the document', async () => {
    const boundaries = [
      { x: 210, y: 0, width: 40, height: 40 },
      { x: -40, y: 0, width: 40, height: 40 },
      { x: 0, y: 297, width: 40, height: 40 },
      { x: 0, y: 0, width: 0, height: 40 },
      { x: Number.NaN, y: 0, width: 40, height: 40 },
    ];
    for (const boundary of boundaries) {
      const request = stampRequest(first, { placements: [{ pageIndex: 0, boundary }] });
      await expect(beginOfdSignature(smallOfd(), request)).rejects.toThrowError('INPUT_INVALID');
    }
    const request = stampRequest(first, {
      placements: [{ pageIndex: 9, boundary: { x: 0, y: 0, width: 40, height: 40 } }],
    });
    await expect(beginOfdSignature(smallOfd(), request)).rejects.toThrowError('INPUT_INVALID');
    await expect(beginOfdSignature(smallOfd(), stampRequest(first, { placements: [] }))).rejects.toThrowError(
      'INPUT_INVALID',
    );
  });

  it('a key that is not SM2, and bytes that are no OFD', async () => {
    const rsa = await office.authority.issue('person', 'RSA', { keyKind: 'P-256' });
    const request = stampRequest(first, { certificate: rsa.certificate.der });
    await expect(beginOfdSignature(smallOfd(), request)).rejects.toThrowError('KEY_UNSUPPORTED');
    await expect(beginOfdSignature(new Uint8Array(0), stampRequest(first))).rejects.toThrowError(
      'DOCUMENT_EMPTY',
    );
    await expect(beginOfdSignature(new Uint8Array(99), stampRequest(first))).rejects.toThrowError(
      'DOCUMENT_NOT_OFD',
    );
  });
});
