import { beforeAll, describe, expect, it } from 'vitest';
import { type Bytes, concatBytes, fromUtf8, utf8 } from '#core/bytes.ts';
import { openPackage, readFile } from '#core/ofd/package/open-package.ts';
import { rewritePackage } from '#core/ofd/sign/rewrite-package.ts';
import { verifyOfd } from '#core/ofd/verify/verify-ofd.ts';
import type { FileVerification } from '#core/verification/verdict.ts';
import { addDrawings } from '#tests/fixtures/ofd-writer/add-drawings.ts';
import { signOfd } from '#tests/fixtures/sign-ofd.ts';
import { NOW, type Office, openOffice, stampRequest } from '#tests/unit/ofd-sign/signing-party.ts';
import { smallOfd, TINY_PNG } from '#tests/unit/ofd-sign/small-ofd.ts';

let office: Office;
let signed: Bytes;

const LIST = 'Doc_0/Signs/Signatures.xml';

beforeAll(async () => {
  office = await openOffice();
  const drawing = {
    widthMm: 5,
    heightMm: 5,
    items: [
      {
        path: [
          ['M', 0, 0],
          ['L', 5, 5],
        ] as const,
        stroke: '#ff0000',
      },
    ],
  };
  signed = addDrawings(
    smallOfd(2, { 'Doc_0/Attachs/a.png': TINY_PNG }),
    [{ pageIndex: 0, kind: 'stamp', drawing, x: 1, y: 1 }],
    NOW,
  );
  // Beside each other: a stamp over the other's would hide it.
  for (const [i, name] of ['甲方', '乙方'].entries()) {
    const party = await office.party(name);
    const placements = [{ pageIndex: 0, boundary: { x: 120 - 60 * i, y: 200, width: 40, height: 40 } }];
    signed = await signOfd(signed, stampRequest(party, { placements }), party.holder.signer);
  }
});

const edit = (bytes: Bytes, changes: Record<string, Bytes>): Bytes =>
  rewritePackage(openPackage(bytes).zip, new Map(Object.entries(changes)));

function without(bytes: Bytes, path: string): Bytes {
  const { zip } = openPackage(bytes);
  return rewritePackage({ ...zip, entries: zip.entries.filter((e) => e.path !== path) }, new Map());
}

const textOf = (bytes: Bytes, path: string): string => fromUtf8(readFile(openPackage(bytes), path));

const verify = (bytes: Bytes): Promise<FileVerification> => verifyOfd(bytes, office.trust);

/** What the signatures say was changed, of one kind. */
const named = (found: FileVerification, kind: string): Set<string | undefined> =>
  new Set(
    found.signatures.flatMap((s) => s.detail.changes.filter((c) => c.kind === kind).map((c) => c.detail)),
  );

describe('a signed file that was changed', () => {
  it('is valid before anything is changed', async () => {
    const found = await verify(signed);
    expect(found.verdict).toBe('valid');
    expect(found.signatures.map((s) => s.laterChanges)).toEqual(['allowed', 'none']);
  });

  it('[8.13] is distinguished from one without a signature', async () => {
    expect(await verify(smallOfd())).toMatchObject({
      format: 'ofd',
      verdict: 'unsigned',
      problems: ['file-no-signature'],
      signatures: [],
    });
  });

  it('names every single entry whose contents were changed, and is never valid', async () => {
    for (const [path, entry] of openPackage(signed).files) {
      if (path === LIST) continue;
      const contents = readFile(openPackage(signed), path).slice();
      const at = path.endsWith('.xml') ? contents.lastIndexOf(0x3e) : contents.length >> 1;
      const changed = path.endsWith('.xml')
        ? utf8(`${fromUtf8(contents.subarray(0, at + 1))}\n`)
        : contents.map((b, i) => (i === at ? b ^ 1 : b));
      const found = await verify(edit(signed, { [path]: changed as Bytes }));
      expect(found.verdict, path).toBe('invalid');
      const isLastValue = path.startsWith('Doc_0/Signs/Sign_1/') && !path.endsWith('Seal.esl');
      if (isLastValue) expect(found.signatures[1]!.integrity, path).toBe(false);
      else expect(named(found, 'entry-changed'), path).toContain(path);
      expect(entry.path).toBe(path);
    }
  });

  it('names every single entry that was removed, and is never valid', async () => {
    for (const path of openPackage(signed).files.keys()) {
      const found = await verify(without(signed, path));
      expect(['invalid', 'error'], path).toContain(found.verdict);
      if (path === 'OFD.xml' || path === LIST) continue;
      if (path.startsWith('Doc_0/Signs/Sign_1/') && !path.endsWith('Seal.esl'))
        expect(found.signatures[1]).toMatchObject({ verdict: 'invalid', integrity: false });
      else expect(named(found, 'entry-removed'), path).toContain(`/${path}`);
    }
  });

  it('names an entry that was added, wherever it was put', async () => {
    for (const path of [
      'evil.txt',
      'Doc_0/Pages/Page_9/Content.xml',
      'Doc_0/Signs/Sign_0/Content.xml',
      'Doc_0/Signs/Sign_2/Signature.xml',
      'doc_0/document.xml',
      'META-INF/container.xml',
    ]) {
      const found = await verify(edit(signed, { [path]: utf8('<a/>') }));
      expect(found.verdict, path).toBe('invalid');
      expect(found.signatures.map((s) => s.laterChanges)).toEqual(['disallowed', 'disallowed']);
      expect(named(found, 'entry-added'), path).toContain(path);
    }
    // nothing shows a file beside a signature that is no XML; it is named, and the file not called valid
    const beside = await verify(edit(signed, { 'Doc_0/Signs/Sign_0/notes.dat': utf8('x') }));
    expect(beside.verdict).toBe('indeterminate');
    expect(named(beside, 'entry-unprotected')).toContain('Doc_0/Signs/Sign_0/notes.dat');
  });

  it('notices a signature taken out of the list, and two that changed places', async () => {
    const list = textOf(signed, LIST);
    const [one, two] = [...list.matchAll(/<ofd:Signature [^>]*>/g)].map((m) => m[0]);
    const oneLess = await verify(edit(signed, { [LIST]: utf8(list.replace(two!, '')) }));
    expect(oneLess.verdict).toBe('invalid');
    expect(named(oneLess, 'entry-added')).toContain('Doc_0/Signs/Sign_1/Signature.xml');
    const none = await verify(edit(signed, { [LIST]: utf8(list.replace(one!, '').replace(two!, '')) }));
    expect(none.verdict).not.toBe('valid');
    expect(none.signatures).toEqual([]);
    const missing = await verify(
      edit(signed, { [LIST]: utf8(list.replace('Sign_1/Signature.xml', 'Sign_7/Signature.xml')) }),
    );
    expect(missing.verdict).toBe('invalid');
    expect(missing.signatures[1]).toMatchObject({ verdict: 'invalid', integrity: false });
  });

  it('says of a signature that cannot be read any more that it is that one', async () => {
    const found = await verify(edit(signed, { 'Doc_0/Signs/Sign_1/Signature.xml': utf8('<a') }));
    expect(found.verdict).toBe('invalid');
    expect(found.signatures[0]).toMatchObject({ verdict: 'valid', laterChanges: 'allowed' });
    expect(found.signatures[1]).toMatchObject({ verdict: 'invalid', problems: ['signature-not-parsable'] });
  });

  it('notices a value moved from one signature to the other, and from another file', async () => {
    const [a, b] = [0, 1].map((i) => `Doc_0/Signs/Sign_${i}/SignedValue.dat`);
    const pkg = openPackage(signed);
    const swapped = await verify(edit(signed, { [a!]: readFile(pkg, b!), [b!]: readFile(pkg, a!) }));
    expect(swapped.signatures.map((s) => s.integrity)).toEqual([false, false]);
    const party = await office.party('甲方');
    const elsewhere = await signOfd(smallOfd(3), stampRequest(party), party.holder.signer);
    const moved = await verify(edit(signed, { [b!]: readFile(openPackage(elsewhere), a!) }));
    expect(moved.signatures[1]).toMatchObject({ verdict: 'invalid', integrity: false });
  });

  it('notices another seal beside the signature', async () => {
    const other = await office.party('丙方');
    const found = await verify(edit(signed, { 'Doc_0/Signs/Sign_1/Seal.esl': other.seal }));
    expect(found.signatures[1]!.problems).toEqual(
      expect.arrayContaining(['ofd-seal-mismatch', 'ofd-reference-digest']),
    );
    expect(found.verdict).toBe('invalid');
  });

  it('notices references that mean two files at once', async () => {
    // a relative FileRef with a file beside Signature.xml: readers differ in which they take
    const party = await office.party('甲方');
    const once = await signOfd(smallOfd(1), stampRequest(party), party.holder.signer);
    const found = await verify(edit(once, { 'Doc_0/Doc_0/Document.xml': utf8('<a/>') }));
    expect(found.verdict).toBe('invalid');
  });

  it('does not call a file unsigned whose list of signatures is gone', async () => {
    const found = await verify(without(signed, LIST));
    expect(found).toMatchObject({ verdict: 'error', problems: ['file-broken'] });
  });

  it('refuses a file whose local headers differ from its directory', async () => {
    const { zip } = openPackage(signed);
    const entry = zip.entries.find((e) => e.path === 'Doc_0/Pages/Page_0/Content.xml')!;
    for (const at of [8, 14, 18, 22, 30]) {
      const bytes = signed.slice();
      bytes[entry.raw.start + at]! ^= 0x20;
      const found = await verify(bytes);
      expect(found.problems, `byte ${at}`).toContain('file-views-differ');
      expect(found.verdict).toBe('invalid');
    }
  });

  it('refuses a file with an entry that its directory does not name', async () => {
    // readers that go from the start would show it; those that go by the directory never see it
    const hidden = edit(smallOfd(1), { 'Doc_0/Pages/Page_0/Content.xml': utf8('<a/>') });
    const { zip } = openPackage(hidden);
    const entry = zip.entries.find((e) => e.path === 'Doc_0/Pages/Page_0/Content.xml')!;
    const found = await verify(concatBytes(hidden.subarray(entry.raw.start, entry.raw.end), signed));
    expect(found.problems).toContain('file-views-differ');
    expect(found.verdict).toBe('invalid');
  });
});
