import type { Bytes } from '#core/bytes.ts';

/** Maximum number of mapped characters; the rest of a table is ignored. */
const MAX_CHARACTERS = 200_000;

/**
 * The characters of the glyphs in an embedded TrueType or OpenType font (its `cmap`, formats 0, 4, 6 and 12): glyph
 * number to text, only the first character of each. Empty if the font has no such table or is malformed.
 */
export function embeddedCharacters(font: Bytes): Map<number, string> {
  const texts = new Map<number, string>();
  const view = new DataView(font.buffer, font.byteOffset, font.byteLength);
  try {
    const cmap = tableAt(view, 'cmap');
    if (cmap === undefined) return texts;
    const subtables = subtablesOf(view, cmap);
    let count = 0;
    for (const at of subtables) {
      readSubtable(view, at, (point, glyph) => {
        if (++count > MAX_CHARACTERS) throw new RangeError('too many characters');
        if (glyph !== 0 && point <= 0x10ffff && !texts.has(glyph))
          texts.set(glyph, String.fromCodePoint(point));
      });
      if (texts.size > 0) break;
    }
  } catch (error) {
    // Reads past the end throw RangeError; the entries read so far are kept.
    if (!(error instanceof RangeError)) throw error;
  }
  return texts;
}

function tableAt(view: DataView, wanted: string): number | undefined {
  const count = view.getUint16(4);
  for (let i = 0; i < count; i++) {
    const at = 12 + i * 16;
    const tag = String.fromCharCode(...[0, 1, 2, 3].map((k) => view.getUint8(at + k)));
    if (tag === wanted) return view.getUint32(at + 8);
  }
  return undefined;
}

/** Offsets of the Unicode subtables, those that cover all planes first. */
function subtablesOf(view: DataView, cmap: number): number[] {
  const ranked: { at: number; rank: number }[] = [];
  const count = Math.min(view.getUint16(cmap + 2), 64);
  for (let i = 0; i < count; i++) {
    const record = cmap + 4 + i * 8;
    const [platform, encoding] = [view.getUint16(record), view.getUint16(record + 2)];
    const rank =
      platform === 3 && encoding === 10 ? 0 : platform === 0 ? 1 : platform === 3 && encoding === 1 ? 2 : -1;
    if (rank >= 0) ranked.push({ at: cmap + view.getUint32(record + 4), rank });
  }
  return ranked.sort((a, b) => a.rank - b.rank).map(({ at }) => at);
}

function readSubtable(view: DataView, at: number, put: (point: number, glyph: number) => void): void {
  switch (view.getUint16(at)) {
    case 0:
      for (let code = 0; code < 256; code++) put(code, view.getUint8(at + 6 + code));
      return;
    case 4:
      readSegments(view, at, put);
      return;
    case 6: {
      const first = view.getUint16(at + 6);
      const count = view.getUint16(at + 8);
      for (let i = 0; i < count; i++) put(first + i, view.getUint16(at + 10 + i * 2));
      return;
    }
    case 12: {
      const groups = view.getUint32(at + 12);
      for (let i = 0; i < groups; i++) {
        const group = at + 16 + i * 12;
        const [from, to, glyph] = [
          view.getUint32(group),
          view.getUint32(group + 4),
          view.getUint32(group + 8),
        ];
        for (let point = from; point <= to; point++) put(point, glyph + point - from);
      }
    }
  }
}

function readSegments(view: DataView, at: number, put: (point: number, glyph: number) => void): void {
  const segments = view.getUint16(at + 6) / 2;
  for (let i = 0; i < segments; i++) {
    const end = view.getUint16(at + 14 + i * 2);
    const start = view.getUint16(at + 16 + segments * 2 + i * 2);
    const delta = view.getUint16(at + 16 + segments * 4 + i * 2);
    const offsetAt = at + 16 + segments * 6 + i * 2;
    const offset = view.getUint16(offsetAt);
    for (let point = start; point <= end && point !== 0xffff; point++) {
      const glyph = offset === 0 ? point : view.getUint16(offsetAt + offset + (point - start) * 2);
      put(point, glyph === 0 ? 0 : (glyph + delta) & 0xffff);
    }
  }
}
