import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { afterAll, describe, expect, it } from 'vitest';
import { fromUtf8, toHex } from '#core/bytes.ts';
import { signOfd } from '#tests/fixtures/sign-ofd.ts';
import { openOffice, stampRequest } from './signing-party.ts';
import { smallOfd } from './small-ofd.ts';

const folder = mkdtempSync(join(tmpdir(), 'ofd-'));
afterAll(() => rmSync(folder, { recursive: true }));
const at = (name: string): string => join(folder, name);
const openssl = (args: string[], input?: Uint8Array): Buffer =>
  execFileSync('openssl', args, { stdio: 'pipe', ...(input ? { input } : {}) });

type Piece = { depth: number; kind: string; whole: Uint8Array; contents: Uint8Array };

/** The values of a DER file as `openssl asn1parse` lists them. */
function piecesOf(der: Uint8Array): Piece[] {
  const lines = openssl(['asn1parse', '-inform', 'DER'], der).toString().trim().split('\n');
  return lines.map((line) => {
    const [, offset, depth, header, length, kind] =
      /^\s*(\d+):d=(\d+)\s+hl=(\d+)\s+l=\s*(\d+)\s+(?:prim|cons):\s+(\w+(?: \w+)?)/.exec(line)!;
    const from = Number(offset);
    const start = from + Number(header);
    const end = start + Number(length);
    return {
      depth: Number(depth),
      kind: kind!,
      whole: der.subarray(from, end),
      contents: der.subarray(start, end),
    };
  });
}

function opensslVerifies(certificate: Uint8Array, message: Uint8Array, bitString: Uint8Array): boolean {
  writeFileSync(at('key.pem'), openssl(['x509', '-inform', 'DER', '-pubkey', '-noout'], certificate));
  writeFileSync(at('message'), message);
  writeFileSync(at('value'), bitString.subarray(1));
  const files = ['-inkey', at('key.pem'), '-in', at('message'), '-sigfile', at('value')];
  const sm2 = ['-rawin', '-digest', 'sm3', '-pkeyopt', 'distid:1234567812345678'];
  return openssl(['pkeyutl', '-verify', '-pubin', ...files, ...sm2])
    .toString()
    .includes('Verified Successfully');
}

const sm3 = (data: Uint8Array): string => openssl(['dgst', '-sm3', '-r'], data).toString().slice(0, 64);

describe('a stamped OFD in the hands of OpenSSL and another zip reader', () => {
  it('has right digests of every file, hash of Signature.xml, and values of signer and maker', async () => {
    const office = await openOffice();
    let bytes = smallOfd(2);
    const parties = [await office.party('甲方'), await office.party('乙方')];
    for (const party of parties) bytes = await signOfd(bytes, stampRequest(party), party.holder.signer);
    const files = unzipSync(bytes);
    for (const [i, party] of parties.entries()) {
      const folderOf = `Doc_0/Signs/Sign_${i}/`;
      const xml = fromUtf8(files[`${folderOf}Signature.xml`]!);
      const references = [...xml.matchAll(/FileRef="\/([^"]+)"><ofd:CheckValue>([^<]+)</g)];
      for (const [, path, value] of references)
        expect(Buffer.from(value!, 'base64').toString('hex'), path).toBe(sm3(files[path!]!));
      const covered = new Set(references.map((r) => r[1]));
      const later = i === 0 ? ['Doc_0/Signs/Sign_1/'] : [];
      const open = Object.keys(files).filter((f) => !covered.has(f) && !later.some((l) => f.startsWith(l)));
      expect(open.sort()).toEqual([
        `${folderOf}Signature.xml`,
        `${folderOf}SignedValue.dat`,
        'Doc_0/Signs/Signatures.xml',
      ]);

      const pieces = piecesOf(files[`${folderOf}SignedValue.dat`]!);
      const [toSign, certificate, , value] = pieces.filter((p) => p.depth === 1);
      expect(toHex(certificate!.contents)).toBe(toHex(party.certificate));
      expect(opensslVerifies(certificate!.contents, toSign!.whole, value!.contents)).toBe(true);
      const inside = pieces.filter((p) => p.depth === 2);
      expect(inside.map((p) => p.kind)).toEqual([
        'INTEGER',
        'SEQUENCE',
        'GENERALIZEDTIME',
        'BIT STRING',
        'IA5STRING',
      ]);
      expect(toHex(inside[3]!.contents.subarray(1))).toBe(sm3(files[`${folderOf}Signature.xml`]!));

      const seal = files[`${folderOf}Seal.esl`]!;
      expect(toHex(inside[1]!.whole)).toBe(toHex(seal));
      const [info, maker, , makerValue] = piecesOf(seal).filter((p) => p.depth === 1);
      expect(opensslVerifies(maker!.contents, info!.whole, makerValue!.contents)).toBe(true);
    }
  });
});
