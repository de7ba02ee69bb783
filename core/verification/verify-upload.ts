import type { Bytes } from '#core/bytes.ts';
import type { FileVerification } from './verdict.ts';
import { sniffFormat, type TrustOptions, verifyFile } from './verify-file.ts';

/**
 * Verifies what a person was given: a signed PDF or OFD file, or a bundle of evidence with all that is in it. Loads the
 * engine on demand. Never throws, whatever the bytes contain.
 */
export async function verifyUpload(bytes: Bytes, options: TrustOptions): Promise<FileVerification> {
  // Both OFD files and bundles are zip files.
  if (sniffFormat(bytes) === 'ofd') {
    const { openBundle, verifyBundle } = await import('./verify-bundle.ts');
    const bundle = openBundle(bytes);
    if (bundle) return verifyBundle(bundle, bytes.length, options);
  }
  return verifyFile(bytes, options);
}
