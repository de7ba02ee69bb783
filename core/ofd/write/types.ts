import type { Bytes } from '#core/bytes.ts';

/** `#rrggbb`. */
export type WriteColor = string;

/** Text at a baseline; lengths in mm. Wide characters advance one em, the others half of one unless told otherwise. */
export interface WriteText {
  kind: 'text';
  /** The baseline's start. */
  x: number;
  y: number;
  size: number;
  text: string;
  /** Name of one of the document's fonts. */
  font: string;
  color?: WriteColor;
  bold?: boolean;
  /** Distances from each character to the next one, mm. */
  advances?: number[];
}

/** A path in AbbreviatedData's operators, on the page's coordinates in mm. */
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

/** XML of graphic objects as it is, for what the others do not cover; `ID` attributes are the caller's. */
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
  /** FontName, as 宋体, 黑体, Times New Roman. */
  name: string;
  family?: string;
  /** A font program to embed. */
  data?: Bytes;
}

export interface WriteDocument {
  /** 32 hexadecimal digits, of the caller's randomness. */
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
