/** Verifies a signed file of either format; the engine for it is loaded when it is needed. */
import type { Bytes } from '#core/bytes.ts';
import type { TrustOptions } from './judge-path.ts';
import type { FileFormat, FileVerification } from './verdict.ts';

export type { TrustOptions } from './judge-path.ts';

/** What the first bytes say: PDF has its mark within the first 1,024 bytes, an OFD is a zip. Null for neither. */
export function sniffFormat(bytes: Uint8Array): FileFormat | null {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 1024));
  if (head.includes('%PDF-')) return 'pdf';
  const zip = head.indexOf('PK\x03\x04');
  return zip >= 0 ? 'ofd' : null;
}

/**
 * Verifies `bytes` with the trust that `options` gives. Never throws for what a file says.
 *
 * ```ts
 * const verdict = await verifyFile(bytes, { time: Date.now(), trustAnchors });
 * verdict.signatures.map(({ verdict }) => verdict);
 * ```
 */
export async function verifyFile(bytes: Bytes, options: TrustOptions): Promise<FileVerification> {
  const format = sniffFormat(bytes);
  if (format === 'pdf') return (await import('#core/pdf/verify/verify-pdf.ts')).verifyPdf(bytes, options);
  if (format === 'ofd') return (await import('#core/ofd/verify/verify-ofd.ts')).verifyOfd(bytes, options);
  return {
    format: null,
    verdict: 'error',
    problems: [bytes.length === 0 ? 'file-empty' : 'file-not-recognized'],
    signatures: [],
    documentTimestamps: [],
    revisions: [],
    changes: [],
    checkedAt: options.time,
    size: bytes.length,
  };
}
