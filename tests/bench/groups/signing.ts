/**
 * From submitting a signing to its answer through the running product (session, consent, key, digest, store, trail),
 * beside @libpdf/core and @signpdf/signpdf doing the bare signature on the same file in memory, in the same run.
 */
import { CryptoKeySigner, PDF } from '@libpdf/core';
import { plainAddPlaceholder } from '@signpdf/placeholder-plain';
import { P12Signer } from '@signpdf/signer-p12';
import { SignPdf } from '@signpdf/signpdf';
import { sendTask, signTask } from '#core/task/calls.ts';
import { DEMO } from '#db/seed/demo.ts';
import type { ApiClient } from '#tests/client.ts';
import { enterpriseSigner, fillingsFor, newKey, seenIn } from '#tests/fixtures/contracts.ts';
import { makeLargePdf, makePdf } from '#tests/unit/pdf/documents.ts';
import { B, memberOf, USER_B, withBenchProduct } from '../bench-product.ts';
import { makeBenchKey } from '../make-bench-key.ts';
import { type BenchReport, median, timed } from '../row.ts';

export const name = 'signing';

const ROUNDS = 5;

export async function run(report: BenchReport): Promise<void> {
  const pages = (count: number) => makePdf(Array.from({ length: count }, () => ({})));
  const files: [string, Uint8Array<ArrayBuffer>][] = [
    ['1 page', await pages(1)],
    ['30 pages', await pages(30)],
    ['300 pages', await pages(300)],
    ['20 MB, 300 pages', await makeLargePdf(20, 300)],
  ];
  const { key, certificate, p12 } = await makeBenchKey();
  const libpdf = new CryptoKeySigner(key, certificate, 'RSA', 'RSASSA-PKCS1-v1_5');
  await withBenchProduct(async (product) => {
    const [a, b] = [await memberOf(product, 'A'), await memberOf(product, 'B')];
    for (const [size, file] of files) {
      const ours: number[] = [];
      const fileKey = await a.upload(file);
      for (let i = 0; i < ROUNDS; i++) ours.push(await oneSigning(a, b, fileKey));
      const bare = await timed(
        async () => (await PDF.load(file)).sign({ signer: libpdf, fieldName: 'Seal' }),
        { rounds: ROUNDS, warmUp: 1 },
      );
      const row = { unit: 'ms', ours: median(ours) };
      report({
        name: `submit to answer, ${size}`,
        ...row,
        peer: '@libpdf/core 0.4.2, bare signature',
        theirs: bare,
      });
      const signpdf = await timed(
        () => {
          const placed = plainAddPlaceholder({
            pdfBuffer: Buffer.from(file),
            reason: '',
            contactInfo: '',
            name: '',
            location: '',
            subFilter: 'ETSI.CAdES.detached',
          });
          return new SignPdf().sign(placed, new P12Signer(p12, { passphrase: '' }));
        },
        { rounds: ROUNDS, warmUp: 1 },
      );
      report({
        name: `submit to answer, ${size}`,
        ...row,
        peer: '@signpdf/signpdf 3.3.0, bare signature',
        theirs: signpdf,
      });
    }
  });
}

/** ms of one signing call; the task is made before the clock runs. */
async function oneSigning(a: ApiClient, b: ApiClient, fileKey: string): Promise<number> {
  const signer = enterpriseSigner(B, USER_B);
  const documentId = newKey();
  const { planId: taskId } = await a.call(sendTask, {
    draftId: newKey(),
    taskName: 'bench',
    businessType: 'OTHER',
    planSendDocumentVOList: [{ documentId, fileName: 'bench.pdf', fileKey }],
    planSendSignatoryOrderVOList: [signer],
    placementList: [
      {
        placementId: newKey(),
        signatoryId: signer.signatoryId,
        documentId,
        kind: 'ENT_SEAL',
        page: 1,
        x: 20,
        y: 200,
        width: 42,
        height: 42,
      },
    ],
  });
  const fillings = await fillingsFor(b, taskId);
  const seen = await seenIn(b, taskId);
  const password = await b.seal(DEMO.signPassword);
  const began = performance.now();
  await b.call(signTask, { planId: taskId, seen, consent: { method: 'PASSWORD', password }, fillings });
  return performance.now() - began;
}
