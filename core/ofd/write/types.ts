import type { Bytes } from '#core/bytes.ts';

/** `#rrggbb`. */
export type WriteColor = string;

/** Text on a baseline; lengths in mm. By default wide characters advance one em, the others half an em. */
export interface WriteText {
  kind: 'text';
  /** Start of the baseline. */
  x: number;
  y: number;
  size: number;
  text: string;
  /** Name of one of the document's fonts. */
  font: string;
  color?: WriteColor;
  bold?: boolean;
  /** Distance from each character to the next one, mm. */
  advances?: number[];
}

/** A path with the operators of AbbreviatedData, in page coordinates, mm. */
export interface WritePath {
  kind: 'path';
  data: string;
  stroke?: WriteColor;
  fill?: WriteColor;
  lineWidth?: number;
  evenOdd?: boolean;
}

/** A picture stretched over a box, mm. */
export interface WriteImage {
  kind: 'image';
  x: number;
  y: number;
  width: number;
  height: number;
  data: Bytes;
  /** PNG, JPEG, BMP, TIFF, GBIG2. */
  format: string;
}

/** Raw XML of graphic objects for everything else; the caller sets `ID` attributes. */
export interface WriteRaw {
  kind: 'raw';
  xml: string;
}

export type WriteObject = WriteText | WritePath | WriteImage | WriteRaw;

export interface WritePage {
  /** mm. */
  width: number;
  height: number;
  objects: WriteObject[];
}

export interface WriteFont {
  /** FontName, such as 宋体, 黑体, Times New Roman. */
  name: string;
  family?: string;
  /** A font program to embed. */
  data?: Bytes;
}

export interface WriteDocument {
  /** 32 hexadecimal digits, chosen at random by the caller. */
  docId: string;
  /** Epoch milliseconds. */
  now: number;
  title?: string;
  author?: string;
  creator?: string;
  fonts: WriteFont[];
  pages: WritePage[];
  attachments?: { name: string; format: string; data: Bytes }[];
}
