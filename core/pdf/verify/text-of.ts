/** Text strings of PDF (ISO 32000-2, 7.9.2.2): UTF-16 or UTF-8 with a byte order mark, else PDFDocEncoding. */
import { isName, isString, type PdfObject, type PdfString } from '../read/objects.ts';

/** Codes of PDFDocEncoding that differ from Latin-1 (ISO 32000-2, annex D.2). */
const PDF_DOC: Readonly<Record<number, number>> = Object.fromEntries([
  ...[0x2d8, 0x2c7, 0x2c6, 0x2d9, 0x2dd, 0x2db, 0x2da, 0x2dc].map((code, i) => [0x18 + i, code]),
  ...[
    0x2022, 0x2020, 0x2021, 0x2026, 0x2014, 0x2013, 0x192, 0x2044, 0x2039, 0x203a, 0x2212, 0x2030, 0x201e,
    0x201c, 0x201d, 0x2018, 0x2019, 0x201a, 0x2122, 0xfb01, 0xfb02, 0x141, 0x152, 0x160, 0x178, 0x17d, 0x131,
    0x142, 0x153, 0x161, 0x17e,
  ].map((code, i) => [0x80 + i, code]),
  [0xa0, 0x20ac],
]);

/** Decodes a text string. */
export function textOf(string: PdfString): string {
  const b = string.bytes;
  if (b[0] === 0xfe && b[1] === 0xff) return new TextDecoder('utf-16be').decode(b.subarray(2));
  if (b[0] === 0xff && b[1] === 0xfe) return new TextDecoder('utf-16le').decode(b.subarray(2));
  if (b[0] === 0xef && b[1] === 0xbb && b[2] === 0xbf) return new TextDecoder().decode(b.subarray(3));
  let out = '';
  for (const byte of b) out += String.fromCharCode(PDF_DOC[byte] ?? byte);
  return out;
}

/** Text of a string or a name, or null for anything else. */
export function textOrNull(object: PdfObject | undefined): string | null {
  if (isString(object)) return textOf(object).replace(/\0/g, '').trim() || null;
  return isName(object) ? object.value : null;
}

/** Epoch milliseconds of a date string "D:YYYYMMDDHHmmSSOHH'mm'" (7.9.4), or null. UTC if it has no time zone. */
export function dateOf(object: PdfObject | undefined): number | null {
  if (!isString(object)) return null;
  const m = /^(?:D:)?(\d{4})(\d\d)?(\d\d)?(\d\d)?(\d\d)?(\d\d)?\s*(?:([Zz+-])(\d\d)?'?(\d\d)?'?)?/.exec(
    textOf(object),
  );
  if (!m) return null;
  const part = (i: number, fallback: number) => (m[i] === undefined ? fallback : Number(m[i]));
  const utc = Date.UTC(part(1, 1970), part(2, 1) - 1, part(3, 1), part(4, 0), part(5, 0), part(6, 0));
  const offset = (part(8, 0) * 60 + part(9, 0)) * 60_000;
  if (!Number.isFinite(utc)) return null;
  return m[7] === '+' ? utc - offset : m[7] === '-' ? utc + offset : utc;
}
