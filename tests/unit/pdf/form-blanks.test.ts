/** Form fields of foreign files that a party of the contract fills in before signing. */
import { PDFDocument, PDFName, PDFString, StandardFonts } from 'pdf-lib';
import { expect, it } from 'vitest';
import { type Bytes, concatBytes } from '#core/bytes.ts';
import { formBlanks } from '#core/pdf/prepare/form-blanks.ts';
import { preparePdf } from '#core/pdf/prepare/prepare-pdf.ts';
import { listFields } from '#core/pdf/read/fields.ts';
import { openPdfBytes } from '#core/pdf/read/open-pdf.ts';
import { judge } from './documents.ts';
import { AMOUNT, oneField } from './forms.ts';

/** A form with one field of each kind; every field has a border. */
async function wholeForm(): Promise<Bytes> {
  const document = await PDFDocument.create();
  await document.embedFont(StandardFonts.Helvetica);
  const form = document.getForm();
  const page = document.addPage([595, 842]);
  const at = (i: number) => ({ x: 72, y: 760 - 60 * i, width: 200, height: 20, borderWidth: 1 });
  const amount = form.createTextField('deal.amount');
  amount.setText('12000');
  amount.setMaxLength(8);
  amount.enableRequired();
  amount.addToPage(page, at(0));
  amount.addToPage(page, { ...at(0), x: 300 });
  const notes = form.createTextField('notes');
  notes.enableMultiline();
  notes.addToPage(page, { ...at(1), height: 50 });
  const place = form.createDropdown('place');
  place.addOptions(['Beijing', 'Shanghai']);
  place.select('Shanghai');
  place.addToPage(page, at(2));
  const free = form.createDropdown('other');
  free.addOptions(['a']);
  free.enableEditing();
  free.addToPage(page, at(3));
  const agreed = form.createCheckBox('agreed');
  agreed.check();
  agreed.addToPage(page, { ...at(4), width: 15, height: 15 });
  const fixed = form.createTextField('fixed');
  fixed.setText('as it is');
  fixed.enableReadOnly();
  fixed.addToPage(page, at(5));
  const secret = form.createTextField('secret');
  secret.enablePassword();
  secret.addToPage(page, at(6));
  const many = form.createOptionList('many');
  many.addOptions(['a', 'b']);
  many.enableMultiselect();
  many.addToPage(page, at(7));
  const radio = form.createRadioGroup('way');
  radio.addOptionToPage('post', page, { ...at(8), width: 15, height: 15 });
  agreed.acroField.dict.set(PDFName.of('TU'), PDFString.of('I agree'));
  return new Uint8Array(await document.save({ useObjectStreams: false }));
}

it('texts, single choices and tick boxes can be left to a party, with their rules and values', async () => {
  const blanks = formBlanks(await wholeForm());
  const rules = blanks.map(({ places, ...rule }) => ({ ...rule, places: places.map((p) => p.length) }));
  const line = { input: 'LINE', choices: [], required: false, length: 200, value: '', places: [1] };
  expect(rules).toEqual([
    { ...line, name: 'deal.amount', required: true, length: 8, value: '12000', places: [1, 1] },
    { ...line, name: 'notes', input: 'LINES', places: [2] },
    { ...line, name: 'place', input: 'CHOICE', choices: ['Beijing', 'Shanghai'], value: 'Shanghai' },
    { ...line, name: 'other' },
    { ...line, name: 'I agree', input: 'TICK', value: 'true' },
  ]);
  for (const { x, y, width, height } of blanks.flatMap(({ places }) => places.flat())) {
    expect(x >= 25 && y >= 20 && x + width < 180 && y + height < 297).toBe(true);
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(2);
  }
});

it('are left on the page without their value but with their frame; all others become content', async () => {
  const file = await wholeForm();
  const { append } = await preparePdf(file, { formFields: 'blank' });
  const blank = concatBytes(file, append);
  expect(listFields(openPdfBytes(blank)).map(({ name }) => name)).toEqual([]);
  const { text } = judge('mutool', blank, 'draw', '-F', 'text', 'FILE');
  expect(text).toContain('as it is');
  for (const gone of ['12000', 'Shanghai']) expect(text).not.toContain(gone);
  const lines = judge('mutool', blank, 'trace', 'FILE').text.match(/<stroke_path/g) ?? [];
  expect(lines.length).toBeGreaterThanOrEqual(6);
});

it.each([
  ['that nobody sees', '/F 2'],
  ['that cannot be changed', '/Ff 1'],
  ['on a layer', '/OC<</Type/OCG/Name(L)>>'],
  ['that stands on its side', '/MK<</R 90>>'],
])('a field %s is not left to a party', (_, more) => {
  expect(formBlanks(oneField(more))).toEqual([]);
});

it('the amount of a foreign form is one line in its rectangle', () => {
  const [amount, ...others] = formBlanks(AMOUNT);
  expect(others).toEqual([]);
  expect(amount).toMatchObject({ name: 'amount', value: '12000', length: 200 });
  const line = amount!.places[0]![0]!;
  expect(line.x).toBeCloseTo((74 * 25.4) / 72, 2);
  expect(line.height).toBeCloseTo((12 * 1.3 * 25.4) / 72, 2);
  expect(line.y + line.height / 2).toBeCloseTo(((842 - 570) * 25.4) / 72, 2);
});
