import { parseSeal, parseSealSignature } from '#core/ofd/verify/ses.ts';
import { digestNow } from '#core/pki/algorithm/digest.ts';
import {
  parseCertificateRequest,
  verifyCertificateRequest,
} from '#core/pki/certificate/certificate-request.ts';
import { parseCertificate } from '#core/pki/certificate/parse-certificate.ts';
import { parseCms } from '#core/pki/cms/parse-cms.ts';
import { verifyCms } from '#core/pki/cms/verify-cms.ts';
import { parseCrl } from '#core/pki/crl/parse-crl.ts';
import { readDer } from '#core/pki/der/read-der.ts';
import { pkcs8Signer } from '#core/pki/key/signer.ts';
import { parseOcspRequest } from '#core/pki/ocsp/ocsp-request.ts';
import { parseOcspResponse } from '#core/pki/ocsp/parse-ocsp-response.ts';
import { verifyOcspResponse } from '#core/pki/ocsp/verify-ocsp-response.ts';
import { validatePath } from '#core/pki/path/validate-path.ts';
import { parseTimestampResponse, parseTstInfo } from '#core/pki/tsp/parse-timestamp.ts';
import { parseTimestampRequest } from '#core/pki/tsp/timestamp-request.ts';
import { verifyTimestampResponse, verifyTimestampToken } from '#core/pki/tsp/verify-timestamp.ts';
import { readCertificates } from '#core/verification/read-certificates.ts';
import { addTimestampToCms, signatureValueOf } from '#tests/fixtures/add-timestamp.ts';
import { type FuzzKind, goodOnes } from '../kind.ts';
import { mutateDer } from '../mutate/der.ts';
import { TRUST } from './trust.ts';

const files = goodOnes('der');
const good = [...files.values()];
const content = new TextEncoder().encode('content');
const token = files.get('token-p256.der')!;

const issuer = parseCertificate(files.get('issuing-p256.der')!);
const person = parseCertificate(files.get('person-p256.der')!);
const anchors = TRUST.trustAnchors!.map(parseCertificate);
const pathOf = (certificate: typeof person, more: object = {}) =>
  validatePath({
    certificate,
    pool: [issuer, parseCertificate(files.get('issuing-sm2.der')!)],
    anchors,
    time: TRUST.time,
    ...more,
  });

export const der: FuzzKind = {
  make: (random) => mutateDer(random.pick(good), good, random),
  acts: {
    der: (bytes) => readDer(bytes),
    certificate: (bytes) => pathOf(parseCertificate(bytes)),
    certificates: (bytes) => readCertificates(bytes),
    request: (bytes) => verifyCertificateRequest(parseCertificateRequest(bytes)),
    cms: (bytes) => verifyCms(parseCms(bytes), { content }),
    'cms, stamped': (bytes) => [signatureValueOf(bytes), addTimestampToCms(bytes, token)],
    'stamp put into a message': (bytes) => addTimestampToCms(files.get('cms-p256.der')!, bytes),
    crl: (bytes) => pathOf(person, { revocation: { crls: [parseCrl(bytes)] } }),
    'ocsp request': (bytes) => parseOcspRequest(bytes),
    'ocsp response': (bytes) =>
      verifyOcspResponse(parseOcspResponse(bytes), { serialHex: person.serialHex, issuer }),
    'stamp request': (bytes) => parseTimestampRequest(bytes),
    'stamp response': (bytes) => [
      parseTimestampResponse(bytes),
      verifyTimestampResponse(bytes, { data: { content } }),
    ],
    'stamp token': (bytes) => verifyTimestampToken(bytes, { content }),
    'stamp content': (bytes) => parseTstInfo(bytes),
    'private key': (bytes) => pkcs8Signer(bytes),
    seal: (bytes) => parseSeal(bytes),
    'seal signature': (bytes) => parseSealSignature(bytes),
    digest: (bytes) => digestNow('SM3', bytes),
  },
};
