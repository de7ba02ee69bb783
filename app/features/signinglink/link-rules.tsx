import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import type { InputOf } from '#core/call.ts';
import { LIMITS } from '#core/config/limits.ts';
import type { changeSigningLink } from '#core/signinglink/calls.ts';
import { isMobile, readMobile } from '#core/validate/mobile.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { DatePicker } from '../../ui/date-picker.tsx';
import { useFormState } from '../../ui/form.tsx';
import { NumberField } from '../../ui/number-field.tsx';
import { dayEnd } from '../../ui/table/day-range.ts';
import { TextArea } from '../../ui/text-area.tsx';

/** Mobile numbers as people paste them: one on each line, or with commas, semicolons or tabs between them. */
const numbersIn = (text: string): string[] =>
  text
    .split(/[\n\t,，;；、]+/)
    .map(readMobile)
    .filter(Boolean);

/** Whom a link takes, as it is typed. */
export const typedRules = z.object({
  limit: z.number().nullable(),
  /** The last day. */
  until: z.string(),
  allowed: z.string().superRefine((text, context) => {
    const wrong = numbersIn(text).filter((one) => !isMobile(one));
    if (wrong.length > 0)
      context.addIssue({
        code: 'custom',
        message: 'signinglink:rules.allowedWrong',
        params: { numbers: wrong.slice(0, 3).join('、') },
      });
  }),
  repeats: z.boolean(),
  approval: z.boolean(),
  counterOnly: z.boolean(),
});
export type TypedRules = z.output<typeof typedRules>;

export const NO_RULES: TypedRules = {
  limit: null,
  until: '',
  allowed: '',
  repeats: false,
  approval: false,
  counterOnly: false,
};

/** The rules as the call takes them. */
export const readRules = ({
  until,
  allowed,
  ...rules
}: TypedRules): Omit<InputOf<typeof changeSigningLink>, 'linkId'> => ({
  limit: rules.limit,
  until: until === '' ? null : (dayEnd(until) ?? null),
  allowed: [...new Set(numbersIn(allowed))],
  repeats: rules.repeats,
  approval: rules.approval,
  counterOnly: rules.counterOnly,
});

/** The fields of whom a link takes. */
export function LinkRules() {
  const { t } = useTranslation('signinglink');
  const count = numbersIn(String(useFormState()?.values.allowed ?? '')).length;
  return (
    <>
      <NumberField name="limit" label={t('rules.limit')} hint={t('rules.limitHint')} min={1} max={100_000} />
      <DatePicker name="until" label={t('rules.until')} hint={t('rules.untilHint')} />
      <TextArea
        name="allowed"
        label={t('rules.allowed')}
        hint={
          count > 0 ? t('rules.allowedCount', { count, max: LIMITS.rowsPerImport }) : t('rules.allowedHint')
        }
      />
      <Checkbox name="repeats" hint={t('rules.repeatsHint')}>
        {t('rules.repeats')}
      </Checkbox>
      <Checkbox name="approval" hint={t('rules.approvalHint')}>
        {t('rules.approval')}
      </Checkbox>
      <Checkbox name="counterOnly" hint={t('rules.counterOnlyHint')}>
        {t('rules.counterOnly')}
      </Checkbox>
    </>
  );
}
