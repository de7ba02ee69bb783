import type { TemplateContent, TemplateValues } from '#core/template/content.ts';
import type { ContentField } from '#core/template/field.ts';
import { fieldsInText } from '#core/template/fill/fields-in-text.ts';
import { type AmountFact, readAmount } from './amount.ts';

/**
 * The amounts of a contract that flows judge: what the sender typed, and each value of the templates' fields that can be an
 * amount. A field that a signer fills in has none yet.
 */
export function amountsOf(
  typed: number | undefined,
  filled: readonly { content: TemplateContent; values: TemplateValues }[],
): AmountFact[] {
  return [
    ...(typed === undefined ? [] : [{ field: '', fen: typed }]),
    ...filled.flatMap(({ content, values }) => {
      const { fields, rows } = fieldsInText(content, values);
      return [
        ...fields.filter(mayBeAmount).map((field) => factOf(field, values.fields[field.key])),
        ...rows.flatMap(({ rows: { key }, fields: columns }) =>
          columns
            .filter(mayBeAmount)
            .flatMap((field) => (values.rows[key] ?? []).map((row) => factOf(field, row[field.key]))),
        ),
      ];
    }),
  ];
}

const mayBeAmount = ({ input }: ContentField): boolean => input !== 'TICK' && input !== 'PICTURE';

const factOf = (field: ContentField, value = ''): AmountFact => ({
  field: field.name,
  fen: field.filledBy === 'SENDER' ? readInUnitOf(field.name, value) : null,
});

const FOREIGN = /美元|欧元|歐元|日元|日圓|英镑|英鎊|港币|港幣|港元|台币|台幣|USD|EUR|JPY|GBP|HKD|TWD|[$€£]/i;

/** A name such as `合同金额万元` says the unit of bare figures; one of another currency makes the value unreadable. */
function readInUnitOf(name: string, value: string): number | null {
  if (FOREIGN.test(name)) return null;
  const [unit] = /[千万萬亿億]+(?=元|圆|圓)/.exec(name) ?? [];
  if (!unit || !/^[\d,.\s]+$/.test(value)) return readAmount(value);
  return readAmount(`${value.trim()}${unit}元`);
}
