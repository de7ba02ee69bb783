import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { NEWCOMER_LIMITS } from '#core/employee/newcomer.ts';
import { type NewcomerDetail, type NewcomerItem, reviewNewcomer } from '#core/employee/newcomer-calls.ts';
import { call } from '../../call.ts';
import { FormDialog } from '../../kit/form-dialog.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { byCurrentVersion, sameItems } from './by-current-version.ts';

const rules = z.object({
  reason: z.string().trim().min(1, 'newcomer:rule.reason').max(NEWCOMER_LIMITS.reason),
});

/** `shown`: the file as it was when the dialog was opened. */
type Props = { shown: NewcomerDetail; item: NewcomerItem; onClose: () => void };

/** Marks a material for correction; the newcomer sees the reason once the file is sent back. */
export function CorrectDialog({ shown, item, onClose }: Props) {
  const { t } = useTranslation('newcomer');
  const { newcomerId } = shown;
  const itemIds = [item.itemId];
  return (
    <FormDialog
      title={t('correct.title', { name: item.name })}
      submit={t('action.correct')}
      initial={{ reason: item.reason }}
      rules={rules}
      save={({ reason }) =>
        byCurrentVersion(
          shown,
          (version) => call(reviewNewcomer, { newcomerId, version, itemIds, verdict: 'TO_CORRECT', reason }),
          sameItems(shown, itemIds),
        )
      }
      done={() => t('correct.done', { name: item.name })}
      calls={[reviewNewcomer]}
      onClose={onClose}
    >
      <TextArea
        name="reason"
        label={t('correct.reason')}
        hint={t('correct.hint')}
        required
        rows={3}
        maxLength={NEWCOMER_LIMITS.reason}
      />
    </FormDialog>
  );
}
