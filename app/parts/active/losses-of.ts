import type { Bytes } from '#core/bytes.ts';
import type { ConformanceLoss } from '#core/pdf/prepare/conformance-losses.ts';

/** The conformance claims that a file loses when signature fields are added; an OFD makes no such claims. */
export async function lossesOf(bytes: Bytes, fileType: 'PDF' | 'OFD'): Promise<ConformanceLoss[]> {
  if (fileType === 'OFD') return [];
  const { conformanceLosses } = await import('#core/pdf/prepare/conformance-losses.ts');
  return conformanceLosses(bytes);
}
