/** Runs the engines in a worker, so that a large file never blocks the page. Nothing is sent anywhere. */

import type { Bytes } from '#core/bytes.ts';
import { sha256Hex } from '#core/sha256.ts';
import { findPlaces } from '#core/verification/find-places.ts';
import { verifyUpload } from '#core/verification/verify-upload.ts';
import type { Answers, Envelope, Order, Reply, VerifiedFile } from './worker-orders.ts';

self.addEventListener('message', ({ data: { id, order } }: MessageEvent<Envelope>) => {
  run(order).then(
    (answer) => self.postMessage({ id, ok: true, answer } satisfies Reply),
    (error) => {
      console.error(error);
      self.postMessage({ id, ok: false } satisfies Reply);
    },
  );
});

async function run(order: Order): Promise<Answers[Order['kind']]> {
  switch (order.kind) {
    case 'warm':
      return warm();
    case 'verify':
      return verify(order.file, order.anchors, order.time);
    case 'typeset':
      return (await import('./typeset-report.ts')).typesetReport(order.sheet, order.font);
  }
}

/** Preloads all engines, so that they work offline. */
async function warm(): Promise<null> {
  await Promise.all([
    import('#core/pdf/verify/verify-pdf.ts'),
    import('#core/ofd/verify/verify-ofd.ts'),
    import('#core/verification/verify-bundle.ts'),
    import('./typeset-report.ts'),
    findPlaces(new Uint8Array(), 'pdf'),
    findPlaces(new Uint8Array(), 'ofd'),
  ]);
  return null;
}

async function verify(file: Blob, trustAnchors: Bytes[], time: number): Promise<VerifiedFile> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const sha256 = await sha256Hex(bytes);
  const result = await verifyUpload(bytes, { time, trustAnchors });
  const { format } = result;
  const places = format && format !== 'evidence' ? await findPlaces(bytes, format) : [];
  return { result, places, sha256 };
}
