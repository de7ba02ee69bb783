import { Link } from '@remix-run/react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OutputOf } from '#core/call.ts';
import type { openEntryLink } from '#core/employee/entry-calls.ts';
import { call } from '../../call.ts';
import { formatDateTime } from '../../i18n/format.ts';
import { LinkButton } from '../../ui/button.tsx';
import { Facts } from '../../ui/facts.tsx';
import { EmptyState, LoadingState } from '../../ui/state.tsx';
import { errorText } from '../../wire/client-error.ts';
import style from './entry.module.css';
import { takeToken } from './entry-token.ts';

/** Schemas are loaded when needed, because visitors open this page on phones. */
const loadCall = () => import('#core/employee/entry-calls.ts');

/** /entry: explains what the link is for, and leads to logging in or registering as its addressee. */
export function EntryLink() {
  const { t } = useTranslation(['entry', 'error']);
  const [link, setLink] = useState<OutputOf<typeof openEntryLink>>();
  const [failure, setFailure] = useState<unknown>();
  const [missing, setMissing] = useState(false);
  useEffect(() => {
    let left = false;
    const token = takeToken();
    if (token === '') {
      setMissing(true);
      return;
    }
    loadCall()
      .then(({ openEntryLink: open }) => call(open, { token }))
      .then(
        (found) => left || setLink(found),
        (error: unknown) => left || setFailure(error),
      );
    return () => {
      left = true;
    };
    // Once, whatever language comes later: what the link led to stays.
  }, []);
  if (missing || failure !== undefined)
    return (
      <div role="alert">
        <EmptyState
          icon="warning"
          title={t('link.failed')}
          actions={<Link to="/account/entry">{t('link.toOwn')}</Link>}
        >
          {missing ? t('error:NEWCOMER_LINK_INVALID') : errorText(failure, t)}
        </EmptyState>
      </div>
    );
  if (!link) return <LoadingState />;
  return (
    <div className={style.form}>
      <p>{t(link.claimed ? 'link.claimed' : 'link.text', { enterprise: link.entName, name: link.name })}</p>
      <Facts
        facts={[
          [t('link.enterprise'), link.entName],
          [t('link.mobile'), link.mobile],
          ...(link.claimed ? [] : [[t('link.ends'), formatDateTime(link.endsAt)] as [string, string]]),
        ]}
      />
      <LinkButton to="/account/entry" kind="primary" size="large" wide>
        {t('link.go')}
      </LinkButton>
      <p className={style.hint}>
        {t('link.noAccount')} <Link to="/register">{t('link.register')}</Link>
      </p>
    </div>
  );
}
