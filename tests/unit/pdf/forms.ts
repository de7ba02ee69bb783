import { type Bytes, concatBytes } from '#core/bytes.ts';
import { listFields } from '#core/pdf/read/fields.ts';
import { pdfDict, pdfStream, pdfString, withEntries } from '#core/pdf/read/objects.ts';
import { openPdfBytes } from '#core/pdf/read/open-pdf.ts';
import { makeIncrement } from '#core/pdf/write/increment.ts';
import { plainPdf } from './documents.ts';

const SHOWN = '/Length 47>>stream\n/Tx BMC BT /Helv 12 Tf 2 5 Td (12000) Tj ET EMC\nendstream';

/** A page with a text field of our own making; `more` are entries of the field, `form` of the form. */
export const oneField = (more: string, form = ''): Bytes =>
  plainPdf([
    `<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[4 0 R]/DA(/Helv 12 Tf 0 g)/DR<</Font<</Helv 6 0 R>>>>${form}>>>>`,
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Resources<<>>/Annots[4 0 R]>>',
    `<</Type/Annot/Subtype/Widget/FT/Tx/T(amount)/F 4/Rect[72 560 300 580]/DA(/Helv 12 Tf 0 g)${more}>>`,
    `<</Type/XObject/Subtype/Form/BBox[0 0 228 20]/Resources<</Font<</Helv 6 0 R>>>>${SHOWN}`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
    `<</Type/XObject/Subtype/Form/BBox[0 0 228 20]${SHOWN}`,
  ]);

/** A contract with an amount to fill in: 12000. */
export const AMOUNT = oneField('/V(12000)/AP<</N 5 0 R>>');

/** The file with another value of a text field, as a reader appends it. */
export function refilled(file: Bytes, name: string, value: string): Bytes {
  const document = openPdfBytes(file);
  const field = listFields(document).find((one) => one.name === name)!;
  const increment = makeIncrement(document);
  const known = document.lookup(field.dict, 'AP');
  const bytes = (text: string) => new Uint8Array(Buffer.from(text, 'latin1')) as Bytes;
  const old = document.lookup(known as never, 'N') as { dict: ReturnType<typeof pdfDict> };
  const look = pdfStream(old.dict, bytes(`/Tx BMC BT /Helv 12 Tf 2 5 Td (${value}) Tj ET EMC`));
  const entries = { V: pdfString(bytes(value)), AP: pdfDict({ N: increment.add(look) }) };
  increment.set(field.ref!, withEntries(field.dict, entries));
  return concatBytes(file, increment.finish().bytes);
}
