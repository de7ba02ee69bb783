import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { getSubstitute, listStaff, saveSubstitute } from '#core/approval/flow-calls.ts';
import { call } from '../../call.ts';
import { formatDate } from '../../i18n/format.ts';
import { FormDialog } from '../../kit/form-dialog.tsx';
import { queryOf, useRefresh } from '../../query.ts';
import { useSession } from '../../session/session-store.ts';
import { Button } from '../../ui/button.tsx';
import { ComboBox } from '../../ui/combo-box.tsx';
import { DateRange } from '../../ui/date-picker.tsx';
import { dayEnd, dayStart } from '../../ui/table/day-range.ts';
import { toast } from '../../ui/toast-store.ts';

const RULES = z.object({
  substituteId: z.string().min(1),
  time: z.tuple([z.string().min(1), z.string().min(1)]),
});

/** Who decides while one is away: shown while somebody does, and set by a form. */
export function SubstituteButton() {
  const { t } = useTranslation('approval');
  const [open, setOpen] = useState(false);
  const refresh = useRefresh();
  const { data } = useQuery(queryOf(getSubstitute, {}));
  const now = data?.substitute;
  const end = async () => {
    await call(saveSubstitute, { substituteId: '', from: 0, to: 0 });
    toast({ tone: 'success', text: t('substitute.ended') });
    await refresh(saveSubstitute);
  };
  return (
    <>
      {now ? (
        <Button icon="users" onClick={end}>
          {t('substitute.end', { name: now.name, from: formatDate(now.from), to: formatDate(now.to) })}
        </Button>
      ) : (
        <Button icon="users" onClick={() => setOpen(true)} disabled={!data}>
          {t('substitute.set')}
        </Button>
      )}
      {open && <SubstituteDialog onClose={() => setOpen(false)} />}
    </>
  );
}

function SubstituteDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('approval');
  const me = useSession((s) => s.loginUser?.userId);
  const staff = useQuery(queryOf(listStaff, {}));
  return (
    <FormDialog<z.output<typeof RULES>>
      title={t('substitute.title')}
      initial={{ substituteId: '', time: ['', ''] }}
      rules={RULES}
      submit={t('substitute.save')}
      save={({ substituteId, time: [from, to] }) =>
        call(saveSubstitute, { substituteId, from: dayStart(from)!, to: dayEnd(to)! })
      }
      done={() => t('substitute.saved')}
      calls={[saveSubstitute]}
      onClose={onClose}
      needs={{ ready: !!staff.data, error: staff.error, again: () => void staff.refetch() }}
    >
      <p>{t('substitute.about')}</p>
      <ComboBox
        name="substituteId"
        label={t('substitute.who')}
        required
        options={(staff.data?.staff ?? [])
          .filter(({ accountId }) => accountId !== me)
          .map(({ accountId, name }) => ({ value: accountId, label: name }))}
      />
      <DateRange name="time" label={t('substitute.when')} required />
    </FormDialog>
  );
}
