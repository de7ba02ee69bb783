import type { Bytes } from '#core/bytes.ts';

/**
 * An ICC profile (ICC.1:2001-04, version 2.1) for RGB with the primaries of sRGB, adapted to D50, and a gamma of 2.2,
 * for the output intent of files with defined colours. 424 bytes, always identical.
 */
export function srgbProfile(): Bytes {
  const curve = curveOf(2.2);
  const tags: [string, Uint8Array][] = [
    ['desc', description('sRGB primaries, gamma 2.2')],
    ['cprt', text('No copyright, use freely')],
    ['wtpt', xyz(0.9642, 1, 0.8249)],
    ['rXYZ', xyz(0.436, 0.2225, 0.0139)],
    ['gXYZ', xyz(0.3851, 0.7169, 0.0971)],
    ['bXYZ', xyz(0.1431, 0.0606, 0.7141)],
    ['rTRC', curve],
    ['gTRC', curve],
    ['bTRC', curve],
  ];
  let at = 128 + 4 + tags.length * 12;
  const places = new Map<Uint8Array, number>();
  for (const [, data] of tags) {
    if (places.has(data)) continue;
    places.set(data, at);
    at += (data.length + 3) & ~3;
  }
  const out = new Uint8Array(at);
  const view = new DataView(out.buffer);
  view.setUint32(0, at);
  view.setUint32(8, 0x02100000);
  ascii(out, 12, 'mntrRGB XYZ ');
  // A fixed date keeps the profile reproducible.
  for (const [i, value] of [2026, 1, 1].entries()) view.setUint16(24 + i * 2, value);
  ascii(out, 36, 'acsp');
  [0.9642, 1, 0.8249].forEach((value, i) => {
    view.setInt32(68 + i * 4, Math.round(value * 65536));
  });
  view.setUint32(128, tags.length);
  tags.forEach(([name, data], i) => {
    const entry = 132 + i * 12;
    ascii(out, entry, name);
    view.setUint32(entry + 4, places.get(data)!);
    view.setUint32(entry + 8, data.length);
    out.set(data, places.get(data)!);
  });
  return out;
}

function ascii(out: Uint8Array, at: number, value: string): void {
  for (let i = 0; i < value.length; i++) out[at + i] = value.charCodeAt(i);
}

function xyz(...values: number[]): Uint8Array {
  const out = new Uint8Array(8 + values.length * 4);
  ascii(out, 0, 'XYZ ');
  const view = new DataView(out.buffer);
  values.forEach((value, i) => {
    view.setInt32(8 + i * 4, Math.round(value * 65536));
  });
  return out;
}

function curveOf(gamma: number): Uint8Array {
  const out = new Uint8Array(14);
  ascii(out, 0, 'curv');
  const view = new DataView(out.buffer);
  view.setUint32(8, 1);
  view.setUint16(12, Math.round(gamma * 256));
  return out;
}

function text(value: string): Uint8Array {
  const out = new Uint8Array(8 + value.length + 1);
  ascii(out, 0, 'text');
  ascii(out, 8, value);
  return out;
}

/** A textDescriptionType: ASCII, then empty Unicode and ScriptCode parts (6.5.17). */
function description(value: string): Uint8Array {
  const out = new Uint8Array(8 + 4 + value.length + 1 + 8 + 3 + 67);
  ascii(out, 0, 'desc');
  new DataView(out.buffer).setUint32(8, value.length + 1);
  ascii(out, 12, value);
  return out;
}
