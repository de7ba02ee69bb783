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
import { byCurrentVersion } from './by-current-version.ts';

type Props = {
  /** The file as it was when the dialog was opened. */
  shown: NewcomerDetail;
  category: FieldCategory;
  items: readonly NewcomerItem[];
  onClose: () => void;
};

/** Fills in the fields that only HR sees. Masked values are first fetched in full, which is recorded. */
export function FillDialog({ shown, category, items, onClose }: Props) {
  const { t } = useTranslation(['newcomer', 'onboarding']);
  const { newcomerId, version } = shown;
  const own = items.filter((item) => item.shownTo === 'HR' && item.type !== 'IMAGE');
  const masked = MASKED_CATEGORIES.find((one) => one === category);
  const valuesOf = async (items: readonly NewcomerItem[]): Promise<Record<string, string>> =>
    masked && items.some(({ shownTo, type, value }) => shownTo === 'HR' && type !== 'IMAGE' && value !== '')
      ? (await call(revealNewcomer, { newcomerId, category: masked })).values
      : Object.fromEntries(items.map(({ itemId, value }) => [itemId, value]));
  /** Whether nobody else has filled in one of the fields: a masked value does not show that, so it is read in full. */
  const sameValues = async (now: NewcomerDetail): Promise<boolean> => {
    const current = await valuesOf(now.items.filter((item) => item.category === category));
    return own.every(({ itemId }) => (current[itemId] ?? '') === (known.data?.[itemId] ?? ''));
  };
  const known = useQuery({
    queryKey: localKey('newcomer.fill', newcomerId, category, String(version)),
    queryFn: () => valuesOf(items),
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
      save={({ values }) =>
        byCurrentVersion(
          shown,
          (current) => call(fillNewcomer, { newcomerId, version: current, values }),
          sameValues,
        )
      }
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
