/** Verifies a signed file of either format; loads the engine on demand. */
import type { Bytes } from '#core/bytes.ts';
import type { TrustOptions } from './judge-path.ts';
import type { FileFormat, FileVerification } from './verdict.ts';

export type { TrustOptions } from './judge-path.ts';

/** Detects the format by the first 1,024 bytes: PDF by its header, OFD as a zip file. Null for neither. */
export function sniffFormat(bytes: Uint8Array): FileFormat | null {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 1024));
  if (head.includes('%PDF-')) return 'pdf';
  const zip = head.indexOf('PK\x03\x04');
  return zip >= 0 ? 'ofd' : null;
}

/**
 * Verifies `bytes` with the trust settings in `options`. Never throws, whatever the file contains.
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
