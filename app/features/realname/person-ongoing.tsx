import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { withdrawRealName } from '#core/realname/calls.ts';
import { call } from '../../call.ts';
import { formatDateTime } from '../../i18n/format.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { toast } from '../../ui/toast-store.ts';
import { Outcome } from './outcome.tsx';
import type { PersonInfo } from './person-facts.tsx';
import { useRefreshPerson } from './use-person.ts';

/** An application under review: what was submitted and when; it can be withdrawn. */
export function PersonOngoing({ info, onDone }: { info: PersonInfo; onDone?: () => void }) {
  const { t } = useTranslation('realname');
  const refresh = useRefreshPerson();
  const [asking, setAsking] = useState(false);
  const withdraw = useMutation({
    mutationFn: () => call(withdrawRealName, {}),
    onSuccess: async () => {
      toast({ tone: 'success', text: t('ongoing.withdrawn') });
      await refresh();
      onDone?.();
    },
  });
  return (
    <>
      <Outcome
        kind="waits"
        title={t('ongoing.title')}
        actions={
          <Button icon="undo" onClick={() => setAsking(true)}>
            {t('ongoing.withdraw')}
          </Button>
        }
      >
        {t('ongoing.text', {
          name: info.application?.realName ?? '',
          time: formatDateTime(info.application?.submittedAt),
        })}
      </Outcome>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title={t('ongoing.withdrawTitle')}
        thing={t('person.title')}
        consequence={t('ongoing.consequence')}
        tone="neutral"
        confirmLabel={t('ongoing.withdraw')}
        onConfirm={() => withdraw.mutateAsync()}
      />
    </>
  );
}
