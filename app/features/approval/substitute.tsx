import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { getSubstitute, saveSubstitute } from '#core/approval/flow-calls.ts';
import { call } from '../../call.ts';
import { formatDate } from '../../i18n/format.ts';
import { FormDialog } from '../../kit/form-dialog.tsx';
import { PersonField } from '../../parts/people/person-field.tsx';
import { queryOf, useRefresh } from '../../query.ts';
import { useSession } from '../../session/session-store.ts';
import { Button } from '../../ui/button.tsx';
import { DateRange } from '../../ui/date-picker.tsx';
import { dayEnd, dayStart } from '../../ui/table/day-range.ts';
import { toast } from '../../ui/toast-store.ts';

const RULES = z.object({
  substituteId: z.string().min(1),
  time: z.tuple([z.string().min(1), z.string().min(1)]),
});

/** The substitute during absence: shown while active, and set by a form. */
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
    >
      <p>{t('substitute.about')}</p>
      <PersonField name="substituteId" label={t('substitute.who')} required without={me ? [me] : []} />
      <DateRange name="time" label={t('substitute.when')} required />
    </FormDialog>
  );
}
