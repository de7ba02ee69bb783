import type { Bytes } from '#core/bytes.ts';
import type { WebContent } from '#core/template/content.ts';
import type { UsedPicture } from '../pictures.ts';
import type { Lists } from './numbering-xml.ts';

/** State of the export of a template while it walks the text. */
export interface Writing {
  content: WebContent;
  /** By their SHA-256. */
  pictures: ReadonlyMap<string, Bytes>;
  /** Name of a signer's place. */
  placeName: (anchor: WebContent['anchors'][number]) => string;
  lists: Lists;
  /** Number shown by a reference to a clause. */
  numberOf: (clause: string) => string;
  /** Bookmark names of clauses that are referred to. */
  bookmarks: ReadonlyMap<string, string>;
  used: UsedPicture[];
  /** Returns unique ids of controls and bookmarks. */
  nextId: () => number;
  /** Width of the text, twips. */
  width: number;
}
