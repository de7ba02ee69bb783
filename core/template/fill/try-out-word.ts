import type { Language } from '#core/locales/languages.ts';
import type { TemplateValues, WordContent } from '../content.ts';
import { type FillMode, fieldValue, isChosen, repeatsOf } from './filling.ts';

export type TryOutMode = Exclude<FillMode, 'VALUES'>;

/**
 * A Word template with made-up values, as a web template has them when it is tried out: samples, the longest values
 * with all parts and rows, or blanks. Fields of signers are filled in, too, so the result only serves to be looked at.
 */
export function triedOut(
  content: WordContent,
  mode: TryOutMode,
  language: Language,
): { content: WordContent; values: TemplateValues } {
  const filling = { content, values: { fields: {}, rows: {}, options: {} }, mode, language };
  const fields = Object.fromEntries(content.fields.map(({ key }) => [key, fieldValue(filling, key)]));
  return {
    content:
      mode === 'BLANK'
        ? content
        : { ...content, fields: content.fields.map((field) => ({ ...field, filledBy: 'SENDER' })) },
    values: {
      fields,
      // a row accepts values for its own fields only
      rows: Object.fromEntries(
        content.rows.map(({ key }) => [key, Array.from({ length: repeatsOf(filling, key) }, () => fields)]),
      ),
      options: Object.fromEntries(content.options.map(({ key }) => [key, isChosen(filling, key)])),
    },
  };
}
