import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { KEY_DAYS, OVERLAP_HOURS, rotateKey } from '#core/apikey/calls.ts';
import { call } from '../../call.ts';
import { FormDialog } from '../../kit/form-dialog.tsx';
import { useProvenForm } from '../../parts/proof/use-proven-form.tsx';
import { RadioGroup } from '../../ui/radio-group.tsx';
import type { KeyRow } from './key-row.ts';
import { daysOf } from './key-rules.ts';

const rules = z.object({ days: z.enum(['30', '90', '365']), keep: z.enum(['0', '24', '168']) });
const HOURS = { '0': 0, '24': 24, '168': 168 } as const;

type Props = {
  row: KeyRow;
  onClose: () => void;
  onMade: (made: { name: string; key: string }) => void;
  onSettled: () => unknown;
};

/** Rotates a key, after a second proof of who does; sets how long the old one stays valid. */
export function RotateForm({ row, onClose, onMade, onSettled }: Props) {
  const { t } = useTranslation('apikey');
  const { fields, proven } = useProvenForm('MAKE_API_KEY');
  return (
    <FormDialog
      title={t('rotateOf', { name: row.name })}
      submit={t('rotate')}
      initial={{ days: '90', keep: '24' }}
      rules={rules}
      save={({ days, keep }) =>
        proven((proof) =>
          call(rotateKey, { keyId: row.keyId, days: daysOf(days), keepHours: HOURS[keep], proof }),
        )
      }
      onSaved={(_, made) => made && onMade({ name: row.name, key: made.key })}
      onClose={onClose}
      onSettled={onSettled}
    >
      <RadioGroup
        name="keep"
        label={t('former')}
        column
        options={OVERLAP_HOURS.map((hours) => ({ value: String(hours), label: t(`keepHours.${hours}`) }))}
      />
      <RadioGroup
        name="days"
        label={t('days')}
        options={KEY_DAYS.map((days) => ({ value: String(days), label: t('daysOf', { days }) }))}
      />
      {fields}
    </FormDialog>
  );
}
