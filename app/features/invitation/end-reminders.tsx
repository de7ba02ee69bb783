import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../call.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { errorText } from '../../wire/client-error.ts';

/** What the link at the foot of a reminder asks: whether to send no more of them about this contract. */
export function EndReminders({ code }: { code: string }) {
  const { t } = useTranslation('invitation');
  const [state, setState] = useState<'ASKS' | 'PENDING' | 'DONE'>('ASKS');
  const [failure, setFailure] = useState<string>();
  if (state === 'DONE') return <Notice tone="success">{t('reminders.done')}</Notice>;
  const end = async () => {
    setState('PENDING');
    setFailure(undefined);
    try {
      const { endReminders } = await import('#core/invitation/calls.ts');
      await call(endReminders, { code });
      setState('DONE');
    } catch (error) {
      setFailure(errorText(error, t));
      setState('ASKS');
    }
  };
  return (
    <>
      <Notice>{t('reminders.text')}</Notice>
      {failure && <Notice tone="error">{failure}</Notice>}
      <Button kind="primary" size="large" wide pending={state === 'PENDING'} onClick={() => void end()}>
        {t('reminders.end')}
      </Button>
    </>
  );
}
