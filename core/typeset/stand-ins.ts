import { standInNote } from '#core/locales/stand-in-note.ts';
import { withStandIns } from '#core/stand-ins.ts';
import type { FaceName, TypesetDocument } from './document.ts';
import type { Faces } from './faces.ts';
import type { FontShelf } from './font-files.ts';
import { mapTexts } from './map-texts.ts';

/**
 * A document that the product writes with texts of others (titles, names, reasons), such that it can be set in the
 * faces: characters without a glyph are replaced as by `withStandIns`, and a last paragraph says so. Nobody can be
 * asked for another text here, and a contract must be voidable whatever its title is.
 *
 * ```ts
 * const typeset = layOut(drawable(document, faces), faces);
 * ```
 */
export function drawable(document: TypesetDocument, faces: Faces): TypesetDocument {
  let replaced = false;
  const shown = mapTexts(document, (text, face: FaceName) => {
    const made = withStandIns(text, (character) => faces.has(face, character));
    replaced ||= made !== text;
    return made;
  });
  if (!replaced) return document;
  const note = {
    kind: 'paragraph' as const,
    inlines: [{ kind: 'text' as const, text: standInNote(document.language) }],
    style: { size: 9, leading: 1.5, align: 'left' as const, firstIndent: 0, above: 3 },
  };
  return { ...shown, blocks: [...shown.blocks, note] };
}

/**
 * The same with the fonts of a shelf, and the faces to set it in.
 *
 * ```ts
 * const { document, faces } = await drawableWith(shelf, voidAgreement(facts));
 * ```
 */
export async function drawableWith(
  shelf: FontShelf,
  document: TypesetDocument,
): Promise<{ document: TypesetDocument; faces: Faces }> {
  const faces = await shelf.facesFor(document);
  const shown = drawable(document, faces);
  return { document: shown, faces: shown === document ? faces : await shelf.facesFor(shown) };
}
