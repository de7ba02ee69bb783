/**
 * What a signature that lasts costs beside one that does not: B-T with a time stamp made in the same process, beside B-B;
 * then what the job adds to reach B-LTA (the authority's certificate, a list and a time stamp over the whole file).
 */
import type { Bytes } from '#core/bytes.ts';
import { addValidationData } from '#core/pdf/sign/add-validation-data.ts';
import { timestampDocument } from '#core/pdf/sign/timestamp-document.ts';
import { DIGEST_OIDS, type DigestAlgorithm } from '#core/pki/algorithm/algorithms.ts';
import { digestOf } from '#core/pki/algorithm/digest.ts';
import { issueCertificate, newSerial } from '#core/pki/certificate/issue-certificate.ts';
import { generateKeyPair } from '#core/pki/key/generate-key-pair.ts';
import { pkcs8Signer, webCryptoSigner } from '#core/pki/key/signer.ts';
import { issueTimestampToken } from '#core/pki/tsp/answer-timestamp-request.ts';
import { signPdf } from '#tests/fixtures/sign-pdf.ts';
import { makeLargePdf, makePdf } from '#tests/unit/pdf/documents.ts';
import { makeBenchKey } from '../make-bench-key.ts';
import { type BenchReport, interleaved } from '../row.ts';

export const name = 'pdf-long-term';

const random = (bytes: Bytes): Bytes => crypto.getRandomValues(bytes);
const YEAR = 365 * 86_400_000;

export async function run(report: BenchReport): Promise<void> {
  const { key, certificate } = await makeBenchKey();
  const seal = webCryptoSigner(key, { certificate });
  const stamp = await timestamper();
  const files: [string, Bytes][] = [
    ['2 pages', await makePdf([{}, {}])],
    ['20 MB, 300 pages', await makeLargePdf(20, 300)],
  ];
  for (const [size, file] of files) {
    const sign = (lasting: boolean) =>
      signPdf(file, {
        field: 'Seal',
        newField: 'invisible',
        signer: seal,
        ...(lasting ? { timestamp: async (value: Bytes) => stamp(await digestOf('SHA-256', value)) } : {}),
      });
    const signed = await sign(true);
    const large = file.length > 5_000_000;
    const times = await interleaved(
      {
        lasting: () => sign(true),
        plain: () => sign(false),
        preserve: async () => {
          const { append } = await addValidationData(signed, { certificates: [certificate] });
          const whole = new Uint8Array(signed.length + append.length);
          whole.set(signed);
          whole.set(append, signed.length);
          await timestampDocument(whole, stamp);
        },
      },
      large ? { rounds: 9, warmUp: 3 } : { rounds: 15, warmUp: 3, repeat: 20 },
    );
    const peer = 'B-B, without a time stamp';
    report({ name: `sign B-T, ${size}`, unit: 'ms', ours: times.lasting, peer, theirs: times.plain });
    const beside = 'signing it B-T';
    report({
      name: `make it B-LTA, ${size}`,
      unit: 'ms',
      ours: times.preserve,
      peer: beside,
      theirs: times.lasting,
    });
  }
}

/** The product's own time stamp service, without the way to it. */
async function timestamper(): Promise<(digest: Bytes, digestAlgorithm?: DigestAlgorithm) => Promise<Bytes>> {
  const pair = await generateKeyPair('RSA-2048');
  const own = await pkcs8Signer(pair.pkcs8);
  const now = Date.now();
  const { der } = await issueCertificate(
    {
      profile: 'tsa',
      subject: [['CN', 'Bench TSA']],
      publicKey: pair.spki,
      serialHex: newSerial(random),
      notBefore: now,
      notAfter: now + YEAR,
    },
    own,
  );
  const signer = { ...own, certificate: der };
  return (digest, digestAlgorithm = 'SHA-256') =>
    issueTimestampToken(
      {
        imprint: { digestAlgorithm, digestOid: DIGEST_OIDS[digestAlgorithm], digest },
        nonce: undefined,
        wantsCertificates: true,
      },
      { signer, time: now, serialHex: newSerial(random), policy: '1.2.3.4.1' },
    );
}
