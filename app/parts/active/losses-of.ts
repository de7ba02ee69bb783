import type { Bytes } from '#core/bytes.ts';
import type { ConformanceLoss } from '#core/pdf/prepare/conformance-losses.ts';

/** What a file claims to be and will not be with places to sign in it; an OFD makes no such claims. */
export async function lossesOf(bytes: Bytes, fileType: 'PDF' | 'OFD'): Promise<ConformanceLoss[]> {
  if (fileType === 'OFD') return [];
  const { conformanceLosses } = await import('#core/pdf/prepare/conformance-losses.ts');
  return conformanceLosses(bytes);
}
