import type { TFunction } from 'i18next';
import type { BatchColumn } from '#core/batch/batch.ts';
import { ID_TYPE_TEXTS } from '#core/locales/id-type-text.ts';
import type { Language } from '#core/locales/languages.ts';
import { ID_TYPES } from '#core/validate/id-number.ts';

/** The texts that a cell of the column may have; undefined for a free text. */
export function choicesOf(
  t: TFunction<'batch'>,
  column: BatchColumn,
  language: Language,
): readonly string[] | undefined {
  if (column.of === 'party')
    return column.part === 'idType' ? ID_TYPES.map((type) => ID_TYPE_TEXTS[language][type]) : undefined;
  if (column.of !== 'field') return undefined;
  const { input, choices } = column.field;
  if (input === 'CHOICE') return choices;
  return input === 'TICK' ? [t('yes'), t('no')] : undefined;
}
