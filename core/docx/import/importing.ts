import type { Bytes } from '#core/bytes.ts';
import type { XmlElement } from '#core/ofd/xml/read-xml.ts';
import type { Docx, Relation } from '../open-docx.ts';
import type { DocxPart } from '../part.ts';
import type { DocxParagraph } from '../read-text.ts';
import type { LeftOutList } from './left-out.ts';
import type { NumberedParagraph } from './numbering.ts';
import type { Styles } from './styles.ts';
import type { TakenChips } from './take-chips.ts';

/** A picture of the file that the editor can show. */
export interface ImportedPicture {
  bytes: Bytes;
  type: 'PNG' | 'JPEG';
}

/** What the import of a file knows while it goes through the text. */
export interface Importing {
  docx: Docx;
  part: DocxPart;
  /** Of a file that the editor wrote: what is not said directly is the typesetter's own. */
  own: boolean;
  styles: Styles;
  chips: TakenChips;
  left: LeftOutList;
  relations: ReadonlyMap<string, Relation>;
  paragraphs: ReadonlyMap<XmlElement, DocxParagraph>;
  numbers: ReadonlyMap<XmlElement, NumberedParagraph>;
  /** What Word puts before the items that were made, by their blocks. */
  itemLabels: Map<object, string>;
  /** The list whose paragraphs are clauses. */
  clauseList: string | undefined;
  /** The id of the clause that a paragraph becomes. */
  clauseIds: ReadonlyMap<XmlElement, string>;
  /** The clause that a bookmark stands in, by its name. */
  bookmarks: ReadonlyMap<string, string>;
  /** The set-up of each section, in the order of the text. */
  sections: readonly XmlElement[];
  /** By the path of its file in the package. */
  pictures: Map<string, ImportedPicture>;
}

/** The words of a paragraph, for saying where something stood. */
export const wordsAt = ({ paragraphs }: Pick<Importing, 'paragraphs'>, paragraph: XmlElement): string =>
  paragraphs.get(paragraph)?.text ?? '';
