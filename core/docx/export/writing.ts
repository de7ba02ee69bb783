import type { Bytes } from '#core/bytes.ts';
import type { WebContent } from '#core/template/content.ts';
import type { UsedPicture } from '../pictures.ts';
import type { Lists } from './numbering-xml.ts';

/** What the export of a template knows while it goes through the text. */
export interface Writing {
  content: WebContent;
  /** By their SHA-256. */
  pictures: ReadonlyMap<string, Bytes>;
  /** What a place of a signer is called. */
  placeName: (anchor: WebContent['anchors'][number]) => string;
  lists: Lists;
  /** What a reference to a clause shows. */
  numberOf: (clause: string) => string;
  /** Names of the bookmarks of clauses that are referred to. */
  bookmarks: ReadonlyMap<string, string>;
  used: UsedPicture[];
  /** Ids of controls and bookmarks: each the only one of its kind. */
  nextId: () => number;
  /** Width of the text, twips. */
  width: number;
}
