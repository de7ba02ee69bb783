import type { Bytes } from '#core/bytes.ts';

/** The file without what `documentFacts` refuses as DOCUMENT_ACTIVE. Throws what the engines' own throw. */
export async function removeActive(bytes: Bytes, fileType: 'PDF' | 'OFD'): Promise<Bytes> {
  if (fileType === 'PDF') {
    const { removeActiveContent } = await import('#core/pdf/active/remove-active-content.ts');
    return removeActiveContent(bytes);
  }
  const { removeActiveOfdContent } = await import('#core/ofd/active/remove-active-content.ts');
  return removeActiveOfdContent(bytes);
}
