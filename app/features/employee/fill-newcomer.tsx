import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { judgeValue, MASKED_CATEGORIES } from '#core/employee/newcomer.ts';
import {
  fillNewcomer,
  type NewcomerDetail,
  type NewcomerItem,
  revealNewcomer,
} from '#core/employee/newcomer-calls.ts';
import type { FieldCategory } from '#core/employee/onboarding-fields.ts';
import { call } from '../../call.ts';
import { FormDialog } from '../../kit/form-dialog.tsx';
import { ValueField } from '../../parts/newcomer/value-field.tsx';
import { localKey } from '../../query.ts';

type Props = {
  detail: NewcomerDetail;
  category: FieldCategory;
  items: readonly NewcomerItem[];
  onClose: () => void;
};

/** Fills in the fields that only HR sees. Masked values are first fetched in full, which is recorded. */
export function FillDialog({ detail: { newcomerId, version }, category, items, onClose }: Props) {
  const { t } = useTranslation(['newcomer', 'onboarding']);
  const own = items.filter((item) => item.shownTo === 'HR' && item.type !== 'IMAGE');
  const masked = MASKED_CATEGORIES.find((one) => one === category);
  const known = useQuery({
    queryKey: localKey('newcomer.fill', newcomerId, category, String(version)),
    queryFn: async () =>
      masked && own.some(({ value }) => value !== '')
        ? (await call(revealNewcomer, { newcomerId, category: masked })).values
        : Object.fromEntries(own.map(({ itemId, value }) => [itemId, value])),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  const rules = z.object({
    values: z.object(
      Object.fromEntries(
        own.map((item) => [
          item.itemId,
          z.string().superRefine((text, context) => {
            const { problem } = judgeValue(item, text, false);
            if (problem) context.addIssue({ code: 'custom', message: problem });
          }),
        ]),
      ),
    ),
  });
  return (
    <FormDialog
      title={t('fill.title', { category: t(`onboarding:category.${category}`) })}
      submit={t('fill.submit')}
      initial={{
        values: Object.fromEntries(own.map(({ itemId }) => [itemId, known.data?.[itemId] ?? ''])),
      }}
      rules={rules}
      save={({ values }) => call(fillNewcomer, { newcomerId, version, values })}
      done={() => t('fill.done')}
      calls={[fillNewcomer]}
      onClose={onClose}
      needs={{ ready: known.isSuccess, error: known.error, again: () => void known.refetch() }}
    >
      {own.map((item) => (
        <ValueField key={item.itemId} field={item} name={`values.${item.itemId}`} />
      ))}
    </FormDialog>
  );
}
