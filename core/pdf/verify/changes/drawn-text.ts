/** The strings that a field's appearance shows, for comparing two appearances of the same value. */
import type { PdfView } from '../../read/document.ts';
import type { PdfStream } from '../../read/objects.ts';

/**
 * Bytes of all strings in the content stream (literal and hexadecimal), joined without white space, one character per
 * byte. Apart from shown text, an appearance contains no strings but marked-content properties. Null if the stream
 * cannot be decoded.
 */
export function drawnText(view: PdfView, stream: PdfStream): string | null {
  let bytes: Uint8Array;
  try {
    bytes = view.decode(stream);
  } catch {
    return null;
  }
  let out = '';
  for (let i = 0; i < bytes.length; i++) {
    const c = bytes[i]!;
    if (c === 0x25) while (i < bytes.length && bytes[i] !== 0x0a && bytes[i] !== 0x0d) i++;
    else if (c === 0x28) {
      const [text, end] = literal(bytes, i);
      out += text;
      i = end;
    } else if (c === 0x3c && bytes[i + 1] === 0x3c) i++;
    else if (c === 0x3c) {
      const end = bytes.indexOf(0x3e, i);
      if (end < 0) break;
      out += hexadecimal(bytes.subarray(i + 1, end));
      i = end;
    }
  }
  return out.replace(/\s/g, '');
}

const ESCAPES: Record<string, string> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };

function literal(bytes: Uint8Array, from: number): [text: string, end: number] {
  let out = '';
  let depth = 0;
  for (let i = from; i < bytes.length; i++) {
    const c = String.fromCharCode(bytes[i]!);
    if (c === '\\') {
      const next = String.fromCharCode(bytes[++i] ?? 0x20);
      if (next >= '0' && next <= '7') {
        let octal = next;
        while (octal.length < 3 && bytes[i + 1]! >= 0x30 && bytes[i + 1]! <= 0x37) {
          octal += String.fromCharCode(bytes[++i]!);
        }
        out += String.fromCharCode(Number.parseInt(octal, 8) & 0xff);
      } else out += ESCAPES[next] ?? next;
      continue;
    }
    if (c === '(' && depth++ === 0) continue;
    if (c === ')' && --depth === 0) return [out, i];
    out += c;
  }
  return [out, bytes.length];
}

function hexadecimal(bytes: Uint8Array): string {
  const digits = String.fromCharCode(...bytes.subarray(0, 65536)).replace(/[^0-9A-Fa-f]/g, '');
  let out = '';
  for (let i = 0; i < digits.length; i += 2) {
    out += String.fromCharCode(Number.parseInt(digits.slice(i, i + 2).padEnd(2, '0'), 16));
  }
  return out;
}
