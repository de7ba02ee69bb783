import type { ColorSpaceResource, Resources } from '#core/ofd/model/read-resources.ts';
import { readNumber } from '#core/ofd/model/read-values.ts';
import type { OfdDocument } from '#core/ofd/model/types.ts';
import type { XmlElement } from '#core/ofd/xml/read-xml.ts';
import { readAlpha } from './graphic-state.ts';

export interface Color {
  /** `#rrggbb`. */
  rgb: string;
  /** 0 to 1. */
  alpha: number;
}

/** Longest text of a colour. */
const MOST_TEXT = 200;

export const BLACK: Color = { rgb: '#000000', alpha: 1 };

/**
 * A plain CT_Color (8.3.2) in sRGB. Values are in the colour space that it names, else the document's, else RGB with
 * 8 bits; they may be decimal or hexadecimal (`#FF`). CMYK is converted without a profile.
 */
export function readColor(document: OfdDocument, resources: Resources, element: XmlElement): Color {
  const space = resources.colorSpaces.get(element.attributes.ColorSpace ?? document.defaultColorSpace ?? '');
  const index = element.attributes.Index;
  const value =
    element.attributes.Value ?? (index === undefined ? undefined : space?.palette[readNumber(index, 0)]);
  return {
    rgb: toRgb(components((value ?? '').slice(0, MOST_TEXT)), space),
    alpha: readAlpha(element.attributes.Alpha),
  };
}

function components(text: string): number[] {
  const packed = /^\s*#([0-9a-fA-F]{6})\s*$/.exec(text)?.[1];
  if (packed) return [0, 2, 4].map((at) => Number.parseInt(packed.slice(at, at + 2), 16));
  const parts = text.trim().split(/[\s,]+/);
  const hexadecimal = text.includes('#');
  return parts
    .filter((part) => part !== '')
    .map((part) => {
      const n = hexadecimal ? Number.parseInt(part.replace('#', ''), 16) : Number.parseFloat(part);
      return Number.isFinite(n) ? n : 0;
    });
}

function toRgb(values: number[], space: ColorSpaceResource | undefined): string {
  const most = space && space.bits > 0 && space.bits <= 16 ? 2 ** space.bits - 1 : 255;
  const unit = values.map((v) => Math.max(0, Math.min(1, v / most)));
  const type = space?.type ?? (values.length === 1 ? 'GRAY' : values.length === 4 ? 'CMYK' : 'RGB');
  const at = (i: number) => unit[i] ?? 0;
  if (type === 'GRAY') return hex(at(0), at(0), at(0));
  if (type === 'CMYK')
    return hex((1 - at(0)) * (1 - at(3)), (1 - at(1)) * (1 - at(3)), (1 - at(2)) * (1 - at(3)));
  return hex(at(0), at(1), at(2));
}

function hex(...rgb: number[]): string {
  return `#${rgb
    .map((v) =>
      Math.round(v * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;
}
