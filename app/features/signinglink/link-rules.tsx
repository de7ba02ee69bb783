import { useTranslation } from 'react-i18next';
import type { InputOf } from '#core/call.ts';
import { LIMITS } from '#core/config/limits.ts';
import type { changeSigningLink } from '#core/signinglink/calls.ts';
import { isMobile, readMobile } from '#core/validate/mobile.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { DatePicker } from '../../ui/date-picker.tsx';
import { type FormState, useFormState } from '../../ui/form.tsx';
import { NumberField } from '../../ui/number-field.tsx';
import { dayEnd } from '../../ui/table/day-range.ts';
import { TextArea } from '../../ui/text-area.tsx';

/** Whom a link takes, as it is typed. */
export interface TypedRules {
  limit: number | null;
  /** The last day. */
  until: string;
  allowed: string;
  repeats: boolean;
  approval: boolean;
  counterOnly: boolean;
}

export const NO_RULES: TypedRules = {
  limit: null,
  until: '',
  allowed: '',
  repeats: false,
  approval: false,
  counterOnly: false,
};

/** Mobile numbers as people paste them: one on each line, or with commas, semicolons or tabs between them. */
const numbersIn = (text: string): string[] =>
  text
    .split(/[\n\t,，;；、]+/)
    .map(readMobile)
    .filter(Boolean);

/** The rules as the call takes them; null, with an error at its field, for text that is no list of numbers. */
export function readRules(
  { limit, until, allowed, repeats, approval, counterOnly }: TypedRules,
  form: FormState,
  textOf: (wrong: string[]) => string,
): Omit<InputOf<typeof changeSigningLink>, 'linkId'> | null {
  const numbers = [...new Set(numbersIn(allowed))];
  const wrong = numbers.filter((one) => !isMobile(one));
  if (wrong.length > 0) {
    form.setErrors({ allowed: textOf(wrong.slice(0, 3)) });
    return null;
  }
  return {
    limit,
    until: until === '' ? null : (dayEnd(until) ?? null),
    allowed: numbers,
    repeats,
    approval,
    counterOnly,
  };
}

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
