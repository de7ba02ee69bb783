/** Opacity and lightness of an image at a point (ISO 32000-2, 8.9 and 11.6.5.2). */
import type { PdfView } from '../../read/document.ts';
import { isArray, isName, isStream, type PdfObject, type PdfStream } from '../../read/objects.ts';

export interface Alpha {
  /** Opacity from 0 to 1 at a point of the unit square, y down. Opaque if the samples cannot be read. */
  opacity(u: number, v: number): number;
  /** The lightest colour component at the point, 0 to 1. 1 (white) for images that cannot be decoded, such as JPEG. */
  light(u: number, v: number): number;
  /** The darkest colour component at the point; 1 as for `light`. */
  dark(u: number, v: number): number;
  /** Whether the image is a stencil mask, painted in the current colour. */
  stencil: boolean;
}

interface Samples {
  /** Value of one component, 0 to 1. */
  at(u: number, v: number, component: number): number;
  components: number;
}

export function imageAlpha(view: PdfView, image: PdfStream): Alpha {
  const stencil = view.lookup(image.dict, 'ImageMask') === true;
  const mask = stencil ? null : (view.lookup(image.dict, 'SMask') ?? null);
  const cut = stencil ? image : view.lookup(image.dict, 'Mask');
  const soft = isStream(mask) ? samplesOf(view, mask, 1) : null;
  // A stencil paints where its sample is 0; an explicit mask hides where it is 1 (8.9.6.2).
  const hard = !soft && isStream(cut) ? samplesOf(view, cut, 1, 1) : null;
  const color = stencil ? null : samplesOf(view, image, componentsOf(view, image));
  const channels = (u: number, v: number): number[] =>
    color ? Array.from({ length: color.components }, (_, i) => color.at(u, v, i)) : [1];
  return {
    stencil,
    opacity: (u, v) => (soft ? soft.at(u, v, 0) : hard ? 1 - hard.at(u, v, 0) : 1),
    light: (u, v) => Math.max(...channels(u, v)),
    dark: (u, v) => Math.min(...channels(u, v)),
  };
}

/** Number of components of additive colour spaces, where larger samples are lighter; 0 for any other. */
function componentsOf(view: PdfView, image: PdfStream): number {
  const space = view.lookup(image.dict, 'ColorSpace');
  const kind = isArray(space) ? view.resolve(space.items[0]) : space;
  if (isName(kind, 'DeviceGray') || isName(kind, 'CalGray')) return 1;
  if (isName(kind, 'DeviceRGB') || isName(kind, 'CalRGB')) return 3;
  const profile: PdfObject = isArray(space) && isName(kind, 'ICCBased') ? view.resolve(space.items[1]) : null;
  const count = isStream(profile) ? view.lookup(profile.dict, 'N') : 0;
  return count === 1 || count === 3 ? count : 0;
}

function samplesOf(view: PdfView, image: PdfStream, components: number, depth?: number): Samples | null {
  const [width, height] = [view.lookup(image.dict, 'Width'), view.lookup(image.dict, 'Height')];
  const bits = depth ?? view.lookup(image.dict, 'BitsPerComponent');
  if (typeof width !== 'number' || typeof height !== 'number' || typeof bits !== 'number' || components === 0)
    return null;
  if (![1, 2, 4, 8, 16].includes(bits) || width < 1 || height < 1) return null;
  let bytes: Uint8Array;
  try {
    bytes = view.decode(image);
  } catch {
    return null;
  }
  const row = Math.ceil((width * components * bits) / 8);
  if (bytes.length < row * height) return null;
  const decode = view.lookup(image.dict, 'Decode');
  const inverted = isArray(decode) && view.resolve(decode.items[0]) === 1;
  return {
    components,
    at(u, v, component) {
      const x = Math.min(Math.max(Math.floor(u * width), 0), width - 1);
      const y = Math.min(Math.max(Math.floor(v * height), 0), height - 1);
      const bit = (x * components + component) * bits;
      const byte = bytes[y * row + (bit >> 3)]!;
      const value =
        bits >= 8 ? byte / 255 : ((byte >> (8 - bits - (bit & 7))) & ((1 << bits) - 1)) / ((1 << bits) - 1);
      return inverted ? 1 - value : value;
    },
  };
}
