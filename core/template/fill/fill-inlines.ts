import { INLINE, spendOn } from '#core/typeset/budget.ts';
import type { FieldInline, Inline, InlinePicture, TextInline } from '#core/typeset/document.ts';
import type { BodyInline } from '../body.ts';
import type { ContentField } from '../field.ts';
import { boxIdOf, type Filling, fieldValue, type RepeatedRow } from './filling.ts';
import { formatValue } from './format-value.ts';
import { blankEms } from './made-up-values.ts';
import { pictureSize } from './picture-size.ts';

/** Maximum size of a picture as the value of a field, and of a missing one's placeholder; mm. */
const PICTURE = { width: 50, height: 40 };
const NO_PICTURE = { width: 30, height: 20 };

/** The text of a paragraph with its fields filled; omits chips of deleted fields. */
export function fillInlines(
  inlines: readonly BodyInline[] | undefined,
  filling: Filling,
  row?: RepeatedRow,
): Inline[] {
  return (inlines ?? []).flatMap((inline) => {
    spendOn(filling.budget, 'filled', INLINE);
    const filled = fillInline(inline, filling, row);
    if (!filled) return [];
    spendOn(filling.budget, 'filled', lengthOf(filled));
    return filled;
  });
}

/** Characters of a piece of text; of a blank, those that fit into it. */
function lengthOf(inline: Inline): number {
  if (inline.kind === 'text') return inline.text.length;
  return inline.kind === 'field' ? inline.value.length || inline.ems : 0;
}

function fillInline(inline: BodyInline, filling: Filling, row?: RepeatedRow): Inline | undefined {
  switch (inline.type) {
    case 'text':
      return { kind: 'text', text: inline.text, ...textStyleOf(inline.marks) };
    case 'hardBreak':
      return { kind: 'lineBreak' };
    case 'reference':
      return { kind: 'reference', clause: inline.attrs.clause };
    case 'seal': {
      const anchor = filling.content.anchors.find(({ key }) => key === inline.attrs.anchor);
      return anchor && { kind: 'place', id: anchor.key, width: anchor.width, height: anchor.height };
    }
    case 'field': {
      const field = filling.content.fields.find(({ key }) => key === inline.attrs.field);
      if (!field) return undefined;
      const value = fieldValue(filling, field.key, row);
      const id = boxIdOf(field.key, row?.index);
      return field.input === 'PICTURE'
        ? pictureField(field, id, filling.pictures.get(value))
        : { ...textField(field, id, value, filling), ...textStyleOf(inline.marks) };
    }
  }
}

function textField(field: ContentField, id: string, value: string, { language, mode }: Filling): FieldInline {
  const signers = field.filledBy !== 'SENDER';
  // A signer ticks the empty box, so it is drawn as a blank to be filled in later.
  const blank = value === '' && (signers || field.input !== 'TICK');
  return {
    kind: 'field',
    id,
    value: blank ? '' : formatValue(field, value, language),
    ems: blankEms(field, language),
    ...(signers && mode !== 'LONGEST' && mode !== 'SAMPLE' ? { unbroken: true } : {}),
    ...(field.input === 'TICK' ? { underline: false } : {}),
  };
}

/** A picture in its original aspect ratio, no larger than `PICTURE`. */
function pictureField({ name }: ContentField, id: string, data: InlinePicture['data']): InlinePicture {
  const size = data && pictureSize(data);
  if (!size) return { kind: 'picture', id, alt: name, ...NO_PICTURE };
  const scale = Math.min(PICTURE.width / size.width, PICTURE.height / size.height);
  return { kind: 'picture', id, alt: name, data, width: size.width * scale, height: size.height * scale };
}

type Marks = Extract<BodyInline, { type: 'text' }>['marks'];
type TextStyle = Pick<TextInline, 'bold' | 'underline' | 'strike' | 'colour' | 'size'>;

function textStyleOf(marks: Marks): TextStyle {
  const textStyle: { -readonly [K in keyof TextStyle]: TextStyle[K] } = {};
  for (const mark of marks ?? [])
    switch (mark.type) {
      case 'bold':
      case 'underline':
      case 'strike':
        textStyle[mark.type] = true;
        break;
      case 'textStyle':
        if (mark.attrs.size) textStyle.size = mark.attrs.size;
        if (mark.attrs.colour) textStyle.colour = mark.attrs.colour;
        break;
      case 'comment':
        break;
    }
  return textStyle;
}
