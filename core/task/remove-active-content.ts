import type { Bytes } from '#core/bytes.ts';

/** Removes what `documentFacts` rejects as DOCUMENT_ACTIVE. Throws the errors of the engines' own functions. */
export async function removeActive(bytes: Bytes, fileType: 'PDF' | 'OFD'): Promise<Bytes> {
  if (fileType === 'PDF') {
    const { removeActiveContent } = await import('#core/pdf/active/remove-active-content.ts');
    return removeActiveContent(bytes);
  }
  const { removeActiveOfdContent } = await import('#core/ofd/active/remove-active-content.ts');
  return removeActiveOfdContent(bytes);
}
