/**
 * PDFs made object by object, so that a test can write exactly the file that an attack needs: a base file, revisions
 * appended with a cross-reference table, and signatures over any ByteRange.
 */
import { type Bytes, concatBytes, toHex } from '#core/bytes.ts';
import { digestOf } from '#core/pki/algorithm/digest.ts';
import type { Certificate } from '#core/pki/certificate/certificate.ts';
import { issueCertificate } from '#core/pki/certificate/issue-certificate.ts';
import { signCms, type TimestampSource } from '#core/pki/cms/sign-cms.ts';
import { generateKeyPair } from '#core/pki/key/generate-key-pair.ts';
import { pkcs8Signer, type Signer } from '#core/pki/key/signer.ts';

export const latin = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1');
export const bytesOf = (text: string): Bytes => new Uint8Array(Buffer.from(text, 'latin1'));

export const NOW = Date.UTC(2026, 5, 1);

export interface TestSigner {
  signer: Signer;
  certificate: Certificate;
}

/** A self-signed person with a P-256 key, valid around `NOW`. */
export async function makeSigner(
  name: string,
  profile: 'person' | 'tsa' | 'root-ca' = 'person',
  issuer?: TestSigner,
  valid: { notBefore?: number; notAfter?: number } = {},
): Promise<TestSigner> {
  const pair = await generateKeyPair('P-256');
  const own = await pkcs8Signer(pair.pkcs8);
  const certificate = await issueCertificate(
    {
      profile,
      subject: [['CN', name]],
      publicKey: pair.spki,
      serialHex: toHex(crypto.getRandomValues(new Uint8Array(8))).replace(/^./, '1'),
      notBefore: valid.notBefore ?? NOW - 86_400_000 * 100,
      notAfter: valid.notAfter ?? NOW + 86_400_000 * 3000,
      issuer: issuer?.certificate,
    },
    issuer?.signer ?? own,
  );
  return { signer: await pkcs8Signer(pair.pkcs8, { certificate: certificate.der }), certificate };
}

export type Objects = Record<number, string>;

export const stream = (dict: string, data: string): string =>
  `<< ${dict} /Length ${data.length} >>\nstream\n${data}\nendstream`;

/** One page, two empty signature fields (7, 10), a filled text field (8), an image-like overlay (11) on an annotation. */
export const BASE: Objects = {
  1: '<< /Type /Catalog /Pages 2 0 R /AcroForm 5 0 R >>',
  2: '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
  3: '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 6 0 R >> /XObject << /X1 14 0 R >> >> /Annots [7 0 R 8 0 R 10 0 R 12 0 R] >>',
  4: stream('', 'BT /F1 24 Tf 100 700 Td (Pay 100 to Alice) Tj ET'),
  5: '<< /Fields [7 0 R 8 0 R 10 0 R] /SigFlags 3 /DR << /Font << /Helv 6 0 R >> >> >>',
  6: '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  7: '<< /Type /Annot /Subtype /Widget /FT /Sig /T (Sig1) /Rect [50 50 150 100] /P 3 0 R >>',
  8: '<< /Type /Annot /Subtype /Widget /FT /Tx /T (Payee) /V (Mallory) /Rect [50 200 250 220] /P 3 0 R /AP << /N 9 0 R >> >>',
  9: stream('/Type /XObject /Subtype /Form /BBox [0 0 200 20]', '/Tx BMC BT /Helv 12 Tf (Alice) Tj ET EMC'),
  10: '<< /Type /Annot /Subtype /Widget /FT /Sig /T (Sig2) /Rect [300 50 400 100] /P 3 0 R >>',
  11: '<< /Type /Annot /Subtype /Widget /FT /Tx /T (Empty) /Rect [50 300 250 320] /P 3 0 R >>',
  12: '<< /Type /Annot /Subtype /Square /Rect [90 690 400 730] /IC [1 1 1] /P 3 0 R >>',
  13: stream('', 'BT /F1 24 Tf 100 700 Td (Pay 999999 to Mallory) Tj ET'),
  14: stream('/Type /XObject /Subtype /Form /BBox [0 0 100 100]', '0 0 100 100 re f'),
};

/** A file of these objects with one classic cross-reference table. */
export function makePdf(objects: Objects = BASE, trailer = ''): Bytes {
  return append(bytesOf('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n'), objects, { trailer, first: true });
}

export interface AppendOptions {
  trailer?: string;
  first?: boolean;
  /** Entries put into the table as they are: number to offset, or null for freed. */
  entries?: Record<number, number | null>;
  root?: number;
}

export const startXref = (bytes: Uint8Array): number => {
  const all = [...latin(bytes).matchAll(/startxref\s+(\d+)/g)];
  return Number(all[all.length - 1]![1]);
};

/** Appends one revision. Generation numbers are 0. */
export function append(bytes: Bytes, objects: Objects, options: AppendOptions = {}): Bytes {
  let text = '';
  const offsets = new Map<number, number | null>();
  for (const [num, body] of Object.entries(objects)) {
    offsets.set(Number(num), bytes.length + text.length);
    text += `${num} 0 obj\n${body}\nendobj\n`;
  }
  for (const [num, offset] of Object.entries(options.entries ?? {})) offsets.set(Number(num), offset);
  const xref = bytes.length + text.length;
  const known = options.first
    ? 0
    : Number(/\/Size (\d+)/.exec(latin(bytes).slice(latin(bytes).lastIndexOf('/Size')))![1]);
  const size = Math.max(known, ...[...offsets.keys()].map((num) => num + 1));
  text += 'xref\n';
  if (options.first) text += '0 1\n0000000000 65535 f \n';
  for (const num of [...offsets.keys()].sort((a, b) => a - b)) {
    const offset = offsets.get(num)!;
    text += `${num} 1\n`;
    text += offset === null ? '0000000000 00001 f \n' : `${String(offset).padStart(10, '0')} 00000 n \n`;
  }
  const prev = options.first ? '' : ` /Prev ${startXref(bytes)}`;
  text += `trailer\n<< /Size ${size} /Root ${options.root ?? 1} 0 R${prev} ${options.trailer ?? ''} >>\nstartxref\n${xref}\n%%EOF\n`;
  return concatBytes(bytes, bytesOf(text));
}

export interface SignOptions {
  /** Number of the signature dictionary; 20 unless told. */
  num?: number;
  /** Field object that takes it, and its dictionary without V; 7 unless told. */
  field?: number;
  fieldBody?: string;
  /** More objects of the same revision. */
  objects?: Objects;
  /** Put into the signature dictionary. */
  extra?: string;
  type?: string;
  subFilter?: string;
  timestamp?: TimestampSource;
  /** Makes the Contents instead of a CMS signature. */
  contents?: (digest: Bytes, covered: Bytes) => Promise<Bytes>;
  append?: AppendOptions;
}

const ROOM = 6000;

/** Signs by an appended revision. */
export async function sign(bytes: Bytes, by: TestSigner, options: SignOptions = {}): Promise<Bytes> {
  const num = options.num ?? 20;
  const field = options.field ?? 7;
  const body = options.fieldBody ?? BASE[field]!;
  const dictionary =
    `<< /Type /${options.type ?? 'Sig'} /Filter /Adobe.PPKLite /SubFilter /${options.subFilter ?? 'ETSI.CAdES.detached'} ` +
    `/M (D:20260601000000Z) ${options.extra ?? ''} /ByteRange [0 ########## ########## ##########] /Contents <${'0'.repeat(ROOM)}> >>`;
  const out = append(
    bytes,
    { ...options.objects, [field]: body.replace(/>>$/, `/V ${num} 0 R >>`), [num]: dictionary },
    options.append,
  );
  const text = latin(out);
  const from = text.lastIndexOf(`/Contents <${'0'.repeat(ROOM)}>`) + '/Contents '.length;
  const to = from + ROOM + 2;
  const range = [from, to, out.length - to].map((n) => String(n).padEnd(10)).join(' ');
  out.set(bytesOf(range), text.lastIndexOf('########## ########## ##########'));
  return fillIn(out, by, from, to, options);
}

/** Hashes all but [from, to) and writes the signature there. */
export async function fillIn(
  out: Bytes,
  by: TestSigner,
  from: number,
  to: number,
  options: SignOptions = {},
): Promise<Bytes> {
  const covered = concatBytes(out.subarray(0, from), out.subarray(to));
  const digest = await digestOf('SHA-256', covered);
  const timestamp = options.timestamp ? { timestamp: options.timestamp } : {};
  const cms = options.contents
    ? await options.contents(digest, covered)
    : await signCms({ digest, digestAlgorithm: 'SHA-256', signer: by.signer, ...timestamp });
  out.set(bytesOf(toHex(cms)), from + 1);
  return out;
}

/** Replaces text by text of the same length. */
export function patch(bytes: Bytes, from: string, to: string): Bytes {
  const text = latin(bytes);
  const at = text.lastIndexOf(from);
  if (at < 0 || from.length !== to.length) throw new Error(`cannot patch ${from}`);
  const out = bytes.slice();
  out.set(bytesOf(to), at);
  return out;
}

/** The four numbers of the last signature. */
export function lastRange(bytes: Uint8Array): [number, number, number, number] {
  const all = [...latin(bytes).matchAll(/\/ByteRange \[(\d+) +(\d+) +(\d+) +(\d+) *\]/g)];
  return all[all.length - 1]!.slice(1, 5).map(Number) as [number, number, number, number];
}
