import type { Bytes } from '#core/bytes.ts';
import { type Docx, openDocx } from '#core/docx/open-docx.ts';
import { placeControl } from '#core/docx/place-control.ts';
import type { ForeignMark } from '#core/docx/read-marks.ts';
import { isAppError } from '#core/errors.ts';
import type { ContentAnchor, ContentSigner } from './content.ts';
import type { ContentField } from './field.ts';
import { type FieldType, fieldName } from './parts.ts';

/** How a mark left in a docx by another program or a person is interpreted. */
export type TakenMark =
  | {
      kind: 'FIELD';
      name: string;
      types: FieldType[];
      input: ContentField['input'];
      choices: string[];
      role: string;
    }
  | { kind: 'PLACE'; place: ContentAnchor['kind']; role: string; signer: ContentSigner['type'] };

const PLACES: readonly [RegExp, ContentAnchor['kind'], ContentSigner['type']][] = [
  [/^(seal|stamp|company_?seal|公章|盖章|企业章|印章|蓋章|企業章)$/i, 'ENT_SEAL', 'ENTERPRISE'],
  [/^(personal_?seal|私章|个人章|個人章)$/i, 'PERSON_SEAL', 'PERSON'],
  [/^(signature|sign|initials|签名|签字|手写签名|簽名|簽字)$/i, 'HANDWRITTEN', 'PERSON'],
  [/^(datenow|sign_?date|date_?signed|签署日期|簽署日期)$/i, 'SIGN_DATE', 'PERSON'],
];
const TYPES: readonly [RegExp, FieldType][] = [
  [/^(number|数字|數字)$/i, 'NUMBER'],
  [/^(amount|money|payment|金额|金額)$/i, 'AMOUNT'],
  [/^(date|日期)$/i, 'DATE'],
  [/^(phone|mobile|手机|手機)$/i, 'PHONE'],
  [/^(e-?mail|邮箱|郵箱)$/i, 'EMAIL'],
  [/^(id|idnumber|id_number|身份证|身分證)$/i, 'ID_NUMBER'],
];

/** Interprets a mark by its type as DocuSeal, Word or a person names it. Undefined if its name is not valid. */
export function understandMark(mark: ForeignMark): TakenMark | undefined {
  const type = mark.type ?? '';
  const role = mark.role ?? '';
  const place = PLACES.find(([words]) => words.test(type));
  if (place) return { kind: 'PLACE', place: place[1], role: role || mark.name, signer: place[2] };
  const name = fieldName.safeParse(mark.name.replace(/[^\p{Script=Han}0-9A-Za-z.·_-]/gu, '').slice(0, 10));
  if (!name.success) return undefined;
  const input = /^(tick|checkbox|check)$/i.test(type)
    ? 'TICK'
    : /^(picture|image|photo|图片|圖片)$/i.test(type)
      ? 'PICTURE'
      : /^(textarea|lines|multiline|多行)$/i.test(type)
        ? 'LINES'
        : mark.choices?.length
          ? 'CHOICE'
          : 'LINE';
  return {
    kind: 'FIELD',
    name: name.data,
    types: [TYPES.find(([words]) => words.test(type))?.[1] ?? 'TEXT'],
    input,
    choices: mark.choices ?? [],
    role,
  };
}

/** Wraps marks in content controls with their keys; returns the names of those that could not be placed. */
export function takeMarks(
  docx: Docx,
  marks: readonly { mark: ForeignMark; key: string; title: string }[],
): { bytes: Bytes; left: string[] } {
  const left: string[] = [];
  let current = docx;
  // A control around text does not move other text, so the positions of the others stay valid.
  for (const { mark, key, title } of marks) {
    try {
      current = openDocx(placeControl(current, mark, { key, title }));
    } catch (error) {
      if (!isAppError(error)) throw error;
      left.push(mark.name);
    }
  }
  return { bytes: current.bytes, left };
}
