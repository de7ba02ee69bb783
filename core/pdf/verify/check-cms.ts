/** The cryptographic check of one PDF signature: is the value correct, and does it sign the covered bytes? */
import { type Bytes, sameBytes } from '#core/bytes.ts';
import type { DigestAlgorithm } from '#core/pki/algorithm/algorithms.ts';
import { verifySignatureOfDigest } from '#core/pki/algorithm/verify-signature.ts';
import type { Certificate } from '#core/pki/certificate/certificate.ts';
import { parseCertificate } from '#core/pki/certificate/parse-certificate.ts';
import type { CmsSigner, ParsedCms } from '#core/pki/cms/cms.ts';
import { parseCms } from '#core/pki/cms/parse-cms.ts';
import { verifyCms } from '#core/pki/cms/verify-cms.ts';
import { fromPki } from '#core/verification/pki-problems.ts';
import type { ProblemCode } from '#core/verification/problems.ts';
import type { PdfView } from '../read/document.ts';
import { isArray, isName, isString, type PdfDict } from '../read/objects.ts';

export interface CheckedCms {
  /** true: digest and signature value are correct. null: not computable (an algorithm or certificate is missing). */
  integrity: boolean | null;
  cms: ParsedCms | null;
  signer: CmsSigner | null;
  certificate: Certificate | null;
  digestAlgorithm: string | null;
  signatureAlgorithm: string | null;
  problems: ProblemCode[];
}

/** SubFilters whose Contents are a CMS message (ISO 32000-2, table 255). */
const CMS_FILTERS = new Set(['adbe.pkcs7.detached', 'ETSI.CAdES.detached', 'adbe.pkcs7.sha1']);

/** Problems that leave the result undetermined instead of negative. */
const OPEN: ReadonlySet<ProblemCode> = new Set([
  'digest-unsupported',
  'signature-algorithm-unsupported',
  'signer-certificate-missing',
]);

/**
 * Checks Contents against the digest of the covered bytes (`digest`, null if the ranges are unusable). Never throws,
 * whatever the file contains.
 */
export async function checkCms(
  view: PdfView,
  dict: PdfDict,
  contents: Bytes,
  digest: ((algorithm: DigestAlgorithm) => Promise<Bytes>) | null,
): Promise<CheckedCms> {
  const subFilter = view.lookup(dict, 'SubFilter');
  const filter = isName(subFilter) ? subFilter.value : '';
  if (filter === 'adbe.x509.rsa_sha1') return checkBareRsa(view, dict, contents, digest);
  const result: CheckedCms = { ...NOTHING, problems: [] };
  if (!CMS_FILTERS.has(filter)) result.problems.push('signature-unsupported-subfilter');
  let cms: ParsedCms;
  try {
    cms = parseCms(contents);
  } catch {
    return { ...result, integrity: false, problems: [...result.problems, 'signature-not-parsable'] };
  }
  result.cms = cms;
  if (cms.signers.length !== 1) {
    return { ...result, integrity: false, problems: [...result.problems, 'signer-count'] };
  }
  const inside = filter === 'adbe.pkcs7.sha1';
  if (!digest) return { ...result, ...described(cms), integrity: null };
  const verified = await verifyCms(cms, inside ? undefined : { digest });
  const signer = verified.signers[0]!;
  result.problems.push(...fromPki([...verified.problems, ...signer.problems]));
  let digestOk = signer.messageDigestOk;
  if (inside) {
    // The signed content is the SHA-1 digest of the file.
    digestOk &&= cms.content !== undefined && sameBytes(cms.content, await digest('SHA-1'));
    if (!digestOk && !result.problems.includes('digest-mismatch')) result.problems.push('digest-mismatch');
    result.problems.push('weak-digest');
  }
  const certificateOk = signer.signingCertificateOk !== false;
  const ok = digestOk && signer.signatureOk && certificateOk;
  // A digest that cannot be computed does not count as wrong.
  const maybe = digestOk || result.problems.includes('digest-unsupported');
  return {
    ...result,
    ...described(cms),
    integrity: ok || (maybe && certificateOk && isOpen(result.problems) ? null : false),
    problems: [...new Set(result.problems)],
  };
}

const isOpen = (problems: readonly ProblemCode[]): boolean =>
  problems.some((problem) => OPEN.has(problem)) && !problems.includes('signature-value-wrong');

const NOTHING: CheckedCms = {
  integrity: null,
  cms: null,
  signer: null,
  certificate: null,
  digestAlgorithm: null,
  signatureAlgorithm: null,
  problems: [],
};

function described(
  cms: ParsedCms,
): Pick<CheckedCms, 'signer' | 'certificate' | 'digestAlgorithm' | 'signatureAlgorithm'> {
  const signer = cms.signers[0]!;
  return {
    signer,
    certificate: signer.certificate ?? null,
    digestAlgorithm: signer.digestAlgorithm ?? signer.digestOid,
    signatureAlgorithm:
      signer.signatureAlgorithm.kind === 'other'
        ? signer.signatureAlgorithm.oid
        : signer.signatureAlgorithm.kind,
  };
}

/** adbe.x509.rsa_sha1: a bare PKCS#1 signature value, with the certificates in /Cert. */
async function checkBareRsa(
  view: PdfView,
  dict: PdfDict,
  contents: Bytes,
  digest: ((algorithm: DigestAlgorithm) => Promise<Bytes>) | null,
): Promise<CheckedCms> {
  const result: CheckedCms = {
    ...NOTHING,
    digestAlgorithm: 'SHA-1',
    signatureAlgorithm: 'RSA',
    problems: ['weak-digest'],
  };
  const certificate = view.lookup(dict, 'Cert');
  const first = isArray(certificate) ? view.resolve(certificate.items[0]) : certificate;
  if (!isString(first)) return { ...result, problems: [...result.problems, 'signer-certificate-missing'] };
  try {
    result.certificate = parseCertificate(first.bytes);
  } catch {
    return { ...result, integrity: false, problems: [...result.problems, 'signature-not-parsable'] };
  }
  const value = octetString(contents);
  if (!value)
    return { ...result, integrity: false, problems: [...result.problems, 'signature-not-parsable'] };
  if (!digest) return result;
  const algorithm = { kind: 'RSA', digest: 'SHA-1', oid: '1.2.840.113549.1.1.5' } as const;
  const { ok, problems } = await verifySignatureOfDigest(
    result.certificate.publicKey,
    algorithm,
    await digest('SHA-1'),
    value,
  );
  // A wrong digest and a wrong value are indistinguishable here: the digest is inside the RSA value.
  return { ...result, integrity: ok, problems: [...new Set([...result.problems, ...fromPki(problems)])] };
}

/** Contents of a DER OCTET STRING; trailing padding is ignored. */
function octetString(bytes: Bytes): Bytes | null {
  if (bytes[0] !== 0x04) return null;
  let length = bytes[1] ?? 0;
  let at = 2;
  if (length & 0x80) {
    const count = length & 0x7f;
    if (count < 1 || count > 3) return null;
    length = 0;
    for (let i = 0; i < count; i++) length = length * 256 + (bytes[at++] ?? 0);
  }
  return at + length <= bytes.length ? bytes.slice(at, at + length) : null;
}
