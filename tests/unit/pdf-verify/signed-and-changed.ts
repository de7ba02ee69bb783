import { expect } from 'vitest';
import type { Bytes } from '#core/bytes.ts';
import { verifyPdf } from '#core/pdf/verify/verify-pdf.ts';
import type { ProblemCode } from '#core/verification/problems.ts';
import type { ChangeKind, SignatureVerdict } from '#core/verification/verdict.ts';
import { BASE, makePdf, makeSigner, NOW, sign, stream } from './build-pdf.ts';

/** A file that Alice signed, and what is to be said of it once it was changed. */
export const alice = await makeSigner('Alice');
export const bob = await makeSigner('Bob');
/** Alice signed field Sig1; nothing else. */
export const signed: Bytes = await sign(makePdf(), alice);

export const verify = (bytes: Bytes) =>
  verifyPdf(bytes, { time: NOW, trustAnchors: [alice.certificate.der, bob.certificate.der] });

export const SIGNED_FIELD = () => BASE[7]!.replace(/>>$/, '/V 20 0 R >>');
export const certified = (p: 1 | 2 | 3, lock = '') =>
  `/Reference [<< /Type /SigRef /TransformMethod /DocMDP /TransformParams << /Type /TransformParams /V /1.2 /P ${p} >> >> ${lock}]`;
export const certify = (p: 1 | 2 | 3) =>
  sign(makePdf(), alice, {
    extra: certified(p),
    objects: { 1: '<< /Type /Catalog /Pages 2 0 R /AcroForm 5 0 R /Perms << /DocMDP 20 0 R >> >>' },
  });

export const XMP = (title: string) =>
  stream(
    '/Type /Metadata /Subtype /XML',
    `<?xpacket begin="" id="W5M0"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="r"><a>${title}</a></rdf:RDF></x:xmpmeta><?xpacket end="w"?>`,
  );

export async function first(bytes: Bytes): Promise<SignatureVerdict> {
  const result = await verify(bytes);
  return result.signatures[0]!;
}

export async function expectAllowed(bytes: Bytes, kind: ChangeKind): Promise<void> {
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

export async function expectRefused(bytes: Bytes, problem: ProblemCode, kind?: ChangeKind): Promise<void> {
  const result = await verify(bytes);
  const signature = result.signatures[0]!;
  expect(signature.problems).toContain(problem);
  expect(signature).toMatchObject({ integrity: true, laterChanges: 'disallowed', verdict: 'invalid' });
  expect(result.verdict).toBe('invalid');
  if (kind)
    expect(signature.detail.changes.filter((change) => !change.allowed).map((c) => c.kind)).toContain(kind);
}
