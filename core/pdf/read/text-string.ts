import type { Bytes } from '#core/bytes.ts';
import { type PdfString, pdfString } from './objects.ts';

/** Codes of PDFDocEncoding that differ from Latin-1 (ISO 32000-2, annex D.3). */
const DOC_ENCODING: Record<number, number> = Object.fromEntries([
  ...[0x02d8, 0x02c7, 0x02c6, 0x02d9, 0x02dd, 0x02db, 0x02da, 0x02dc].map((c, i) => [0x18 + i, c]),
  ...[
    0x2022, 0x2020, 0x2021, 0x2026, 0x2014, 0x2013, 0x0192, 0x2044, 0x2039, 0x203a, 0x2212, 0x2030, 0x201e,
    0x201c, 0x201d, 0x2018, 0x2019, 0x201a, 0x2122, 0xfb01, 0xfb02, 0x0141, 0x0152, 0x0160, 0x0178, 0x017d,
    0x0131, 0x0142, 0x0153, 0x0161, 0x017e,
  ].map((c, i) => [0x80 + i, c]),
  [0xa0, 0x20ac],
] as [number, number][]);

/** Decodes a text string (7.9.2.2): UTF-16 or UTF-8 with a byte order mark, else PDFDocEncoding. */
export function textOf(string: PdfString): string {
  const { bytes } = string;
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes.subarray(2));
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes.subarray(2));
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf)
    return new TextDecoder().decode(bytes.subarray(3));
  let text = '';
  for (const b of bytes) text += String.fromCharCode(DOC_ENCODING[b] ?? b);
  return text;
}

/** Encodes a text string: ASCII if possible, else UTF-16BE with a byte order mark. */
export function textString(text: string): PdfString {
  if (/^[\x20-\x7e]*$/.test(text)) return pdfString(Uint8Array.from(text, (c) => c.charCodeAt(0)) as Bytes);
  const bytes = new Uint8Array(2 + text.length * 2);
  bytes[0] = 0xfe;
  bytes[1] = 0xff;
  for (let i = 0; i < text.length; i++) {
    bytes[2 + i * 2] = text.charCodeAt(i) >> 8;
    bytes[3 + i * 2] = text.charCodeAt(i) & 255;
  }
  return pdfString(bytes, true);
}

/** A date string (7.9.4) in UTC from epoch milliseconds. It ends in Z: readers disagree on an offset after it. */
export function dateString(time: number): PdfString {
  const digits = new Date(time).toISOString().replace(/[-:T]/g, '').slice(0, 14);
  return textString(`D:${digits}Z`);
}
