import type { PdfView } from './document.ts';
import { isArray, isDict, isStream } from './objects.ts';

/**
 * The standards that a file claims to conform to. Claims are not validated: they tell which conformance must be kept.
 */
export interface Claims {
  /** PDF/A (ISO 19005): part 1, 2 or 3 and level A, B or U; undefined without a claim. */
  readonly pdfA: { readonly part: number; readonly level: string } | undefined;
  /** Part of PDF/UA (ISO 14289); undefined without a claim. */
  readonly pdfUa: number | undefined;
  /** Whether the content is tagged: a structure tree, and Marked in MarkInfo (14.8). */
  readonly tagged: boolean;
  /** Components of the PDF/A output intent's profile (1 grey, 3 RGB, 4 CMYK); undefined without an intent. */
  readonly intent: number | undefined;
}

/** Maximum size of XMP metadata that is searched for claims; it is usually small. */
const MOST_XMP = 4 * 1024 * 1024;

/** The claims in the catalog and its XMP metadata; unreadable metadata counts as no claim. */
export function claimsOf(view: PdfView): Claims {
  const text = xmpText(view);
  const part = Number(valueIn(text, 'pdfaid:part'));
  const ua = Number(valueIn(text, 'pdfuaid:part'));
  const mark = view.lookup(view.catalog, 'MarkInfo');
  const marked = isDict(mark) && view.lookup(mark, 'Marked') === true;
  return {
    pdfA: part > 0 ? { part, level: (valueIn(text, 'pdfaid:conformance') ?? '').toUpperCase() } : undefined,
    pdfUa: ua > 0 ? ua : undefined,
    tagged: marked && isDict(view.lookup(view.catalog, 'StructTreeRoot')),
    intent: intentOf(view),
  };
}

function xmpText(view: PdfView): string {
  const metadata = view.lookup(view.catalog, 'Metadata');
  if (!isStream(metadata)) return '';
  try {
    const bytes = view.decode(metadata);
    if (bytes.length > MOST_XMP) return '';
    const wide = bytes[0] === 0xfe && bytes[1] === 0xff;
    return new TextDecoder(wide ? 'utf-16be' : 'utf-8').decode(bytes);
  } catch {
    return '';
  }
}

/** The value of an XMP property, written as an element or as an attribute. */
function valueIn(text: string, name: string): string | undefined {
  return new RegExp(`<${name}>\\s*([^<\\s]+)\\s*<|\\s${name}\\s*=\\s*["']([^"']+)["']`)
    .exec(text)
    ?.slice(1)
    .find((value) => value !== undefined);
}

function intentOf(view: PdfView): number | undefined {
  const intents = view.lookup(view.catalog, 'OutputIntents');
  if (!isArray(intents)) return undefined;
  for (const item of intents.items.slice(0, 16)) {
    const intent = view.resolve(item);
    if (!isDict(intent)) continue;
    const subtype = view.lookup(intent, 'S');
    if (typeof subtype !== 'object' || subtype?.kind !== 'name' || subtype.value !== 'GTS_PDFA1') continue;
    const profile = view.lookup(intent, 'DestOutputProfile');
    const components = isStream(profile) ? view.lookup(profile.dict, 'N') : null;
    if (typeof components === 'number') return components;
  }
  return undefined;
}
