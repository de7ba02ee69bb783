import type { Bytes } from '#core/bytes.ts';
import type { XmlElement } from '#core/ofd/xml/read-xml.ts';
import type { Docx, Relation } from '../open-docx.ts';
import type { DocxPart } from '../part.ts';
import type { DocxParagraph } from '../read-text.ts';
import type { LeftOutList } from './left-out.ts';
import type { NumberedParagraph } from './numbering.ts';
import type { readThemeFonts, Styles } from './styles.ts';
import type { TakenChips } from './take-chips.ts';

/** A picture of the file in a format that the editor can show. */
export interface ImportedPicture {
  bytes: Bytes;
  type: 'PNG' | 'JPEG';
}

/** State of the import of a file while it walks the text. */
export interface Importing {
  docx: Docx;
  part: DocxPart;
  /** For a file written by the editor: formatting that is not explicit is the typesetter's default. */
  own: boolean;
  styles: Styles;
  chips: TakenChips;
  left: LeftOutList;
  /** Elements whose text was read, or is in `left`. */
  reported: Set<XmlElement>;
  /** Fonts of Chinese text in another style than the editor's, and the theme's fonts. */
  otherFonts: Set<string>;
  themeFonts: ReturnType<typeof readThemeFonts>;
  relations: ReadonlyMap<string, Relation>;
  paragraphs: ReadonlyMap<XmlElement, DocxParagraph>;
  numbers: ReadonlyMap<XmlElement, NumberedParagraph>;
  /** Word's labels of the imported list items, by block. */
  itemLabels: Map<object, string>;
  /** The list whose paragraphs are clauses. */
  clauseList: string | undefined;
  /** Clause ids of paragraphs. */
  clauseIds: ReadonlyMap<XmlElement, string>;
  /** The clause that contains a bookmark, by the bookmark's name. */
  bookmarks: ReadonlyMap<string, string>;
  /** The properties of each section, in the order of the text. */
  sections: readonly XmlElement[];
  /** By the path of its file in the package. */
  pictures: Map<string, ImportedPicture>;
}

/** The words of a paragraph, to report where something was. */
export const textAt = ({ paragraphs }: Pick<Importing, 'paragraphs'>, paragraph: XmlElement): string =>
  paragraphs.get(paragraph)?.text ?? '';
