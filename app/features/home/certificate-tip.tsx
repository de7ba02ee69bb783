import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { getExpiring } from '#core/certificate/calls.ts';
import { formatDate } from '../../i18n/format.ts';
import { queryOf } from '../../query.ts';
import { setSession, useSession } from '../../session/session-store.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import style from './home.module.css';

/** Pages for renewing certificates, by preference; the tip links to the first in the person's menu. */
const PLACES = ['/company/cert', '/company/seal'];

/** Warns of certificates that expire within a month ([2.8b], [9.33]); once per session and enterprise ([3.28a]). */
export function CertificateTip() {
  const { t } = useTranslation('home');
  const entId = useSession((s) => s.loginUser?.entId ?? '');
  const shown = useSession((s) => s.expiredShow);
  const paths = useSession((s) => s.routerList);
  const place = PLACES.find((path) => paths?.includes(path));
  const wanted = entId !== '' && place !== undefined && !shown?.[entId];
  const { data } = useQuery({
    ...queryOf(getExpiring, {}, entId),
    enabled: wanted,
    staleTime: 600_000,
  });
  if (!wanted || !place || !data || data.count === 0) return null;
  return (
    <Notice
      tone="warning"
      actions={
        <span className={style.tipActions}>
          <LinkButton to={place} size="small">
            {t('certificate.renew')}
          </LinkButton>
          <Button
            kind="quiet"
            size="small"
            onClick={() => setSession({ expiredShow: { ...shown, [entId]: true } })}
          >
            {t('certificate.later')}
          </Button>
        </span>
      }
    >
      {t('certificate.tip', { count: data.count, date: formatDate(data.firstNotAfter) })}
    </Notice>
  );
}
