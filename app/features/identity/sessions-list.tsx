import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { listKeys } from '#core/account/calls.ts';
import type { OutputOf } from '#core/call.ts';
import { endOneSession, endOtherSessions, listSessions } from '#core/identity/session-calls.ts';
import { call } from '../../call.ts';
import { formatDateTime } from '../../i18n/format.ts';
import { queryOf, useRefresh } from '../../query.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Icon } from '../../ui/icon.tsx';
import { ErrorState, LoadingState } from '../../ui/state.tsx';
import { toast } from '../../ui/toast-store.ts';
import { KeysList } from './keys-list.tsx';
import style from './sessions-list.module.css';

type Session = OutputOf<typeof listSessions>[number];

/**
 * The person's sessions, most recently used first, and the bound UKeys, which outlast them. Ends one session or all
 * others. Needs the namespace `sessions`.
 */
export function SessionsList() {
  const { t } = useTranslation('sessions');
  const refresh = useRefresh();
  const [everywhere, setEverywhere] = useState(false);
  const { data, error, refetch } = useQuery(queryOf(listSessions, {}));
  const keys = useQuery(queryOf(listKeys, {}));
  const again = () => refresh(endOneSession);
  const end = useMutation({ mutationFn: (id: string) => call(endOneSession, { id }), onSettled: again });
  const endOthers = useMutation({
    mutationFn: () => call(endOtherSessions, {}),
    onSuccess: ({ ended }) => {
      setEverywhere(false);
      toast({ tone: 'success', text: t('endedOthers', { count: ended }) });
    },
    onSettled: again,
  });

  if (error && !data) return <ErrorState error={error} onRetry={() => refetch()} />;
  if (keys.error && !keys.data) return <ErrorState error={keys.error} onRetry={() => keys.refetch()} />;
  if (!data || !keys.data) return <LoadingState />;
  const others = data.filter((session) => !session.current).length;
  return (
    <div className={style.sessions}>
      <ul className={style.list}>
        {data.map((session) => (
          <li key={session.id} className={style.session}>
            <Icon name={session.mobile ? 'phone' : 'lock'} size={20} />
            <div className={style.words}>
              <p className={style.device}>
                {deviceOf(session, t('unknown'))}
                {session.current && (
                  <Badge tone="success" icon="success">
                    {t('current')}
                  </Badge>
                )}
              </p>
              <p className={style.soft}>
                {t('used', { time: unbroken(formatDateTime(session.usedAt)) })}
                {' · '}
                {t('since', { time: unbroken(formatDateTime(session.signedInAt)) })}
                {session.network && ` · ${session.network}`}
              </p>
            </div>
            {!session.current && (
              <Button
                size="small"
                pending={end.isPending && end.variables === session.id}
                onClick={() => end.mutate(session.id)}
              >
                {t('end')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {others === 0 ? (
        <p className={style.soft}>{t('onlyThis')}</p>
      ) : (
        <Button icon="logout" onClick={() => setEverywhere(true)}>
          {t('endOthers')}
        </Button>
      )}
      <KeysList keys={keys.data} />
      <ConfirmDialog
        open={everywhere}
        onClose={() => setEverywhere(false)}
        title={t('endOthers')}
        thing={t('others', { count: others })}
        consequence={
          keys.data.length === 0
            ? t('endOthersText')
            : `${t('endOthersText')} ${t('endOthersKeys', { count: keys.data.length })}`
        }
        tone="danger"
        confirmLabel={t('endOthers')}
        onConfirm={() => endOthers.mutateAsync()}
      />
    </div>
  );
}

/** Prevents line breaks within a time. */
const unbroken = (time: string): string => time.replaceAll('-', '-\u2060').replaceAll(' ', '\u00a0');

const deviceOf = ({ browser, system }: Session, unknown: string): string =>
  [browser, system].filter(Boolean).join(' · ') || unknown;
