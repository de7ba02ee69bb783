/** The normal appearance of a widget in its current state (ISO 32000-2, 12.5.5). */
import type { PdfView } from '../../read/document.ts';
import { isDict, isName, isStream, type PdfDict, type PdfStream } from '../../read/objects.ts';

/** The normal appearance, for several states the one that /AS names; null if it is missing or not a stream. */
export function normalAppearance(view: PdfView, dict: PdfDict): PdfStream | null {
  const look = view.lookup(dict, 'AP');
  if (!isDict(look)) return null;
  let normal = view.lookup(look, 'N');
  const state = dict.entries.get('AS');
  if (isDict(normal)) normal = isName(state) ? view.lookup(normal, state.value) : null;
  return isStream(normal) ? normal : null;
}

/** Whether the stream draws nothing. False if it cannot be decoded. */
export function isBlank(view: PdfView, stream: PdfStream): boolean {
  try {
    return view.decode(stream).every((byte) => byte <= 0x20);
  } catch {
    return false;
  }
}
