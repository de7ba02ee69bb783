import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { ENTERPRISE_AUTH } from '#core/company/states.ts';
import { countTasks } from '#core/task/list-calls.ts';
import { ENTERPRISE_AUTH_BADGES } from '../../parts/badges/enterprise.ts';
import { PERSON_AUTH_BADGES } from '../../parts/badges/person.ts';
import { queryOf } from '../../query.ts';
import { useSession } from '../../session/session-store.ts';
import { useMay } from '../../shell/use-identity.ts';
import { useLimits } from '../../shell/use-limits.ts';
import { useTaskEvents } from '../../shell/use-task-events.ts';
import { Badge } from '../../ui/badge.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { Link } from '../../ui/link.tsx';
import { Columns, Page, Panel } from '../../ui/page.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ErrorState } from '../../ui/state.tsx';
import { Counts } from './counts.tsx';
import style from './home.module.css';
import { NextSteps } from './next-steps.tsx';
import { Shortcuts } from './shortcuts.tsx';
import { SwitchToStart } from './switch-to-start.tsx';
import { TodoList } from './todo-list.tsx';

// An enterprise alone has them: the home of a person comes without their code.
const CertificateTip = lazy(() =>
  import('./certificate-tip.tsx').then((m) => ({ default: m.CertificateTip })),
);
const MonthChart = lazy(() => import('./month-chart.tsx').then((m) => ({ default: m.MonthChart })));

/** /home ([2.8], [4.16]): pending tasks first, then statistics, then shortcuts. */
export function HomePage() {
  const { t } = useTranslation('home');
  const active = useSession((s) => s.activeUser);
  const login = useSession((s) => s.loginUser);
  const person = useSession((s) => s.userExtendInfo);
  const poll = useTaskEvents();
  const mayStart = useMay('contract_send');
  const counts = useQuery({
    ...queryOf(countTasks, {}),
    refetchInterval: poll,
  });
  const isPerson = active?.type === 'person';
  const status = person?.personalAuthStatus ?? 'UNAUTH';
  const company = ENTERPRISE_AUTH.find((one) => !isPerson && one === active?.authStatus);
  return (
    <Page
      title={t('greeting', { name: login?.name || login?.username || '' })}
      about={
        <span className={style.about}>
          {isPerson ? t('actingAsSelf') : t('actingFor', { name: active?.entName ?? '' })}
          <Badge {...PERSON_AUTH_BADGES[status]}>{t(`realName.${status}`)}</Badge>
          {company && <Badge {...ENTERPRISE_AUTH_BADGES[company]}>{t(`company.${company}`)}</Badge>}
        </span>
      }
      actions={
        mayStart && (
          <LinkButton to="/entcontract/startEntContract" kind="primary" size="large" icon="plus">
            {t('start')}
          </LinkButton>
        )
      }
    >
      {login?.entId && (
        <Suspense>
          <CertificateTip />
        </Suspense>
      )}
      {counts.error && !counts.data ? (
        <ErrorState error={counts.error} onRetry={() => void counts.refetch()} />
      ) : (
        <Counts counts={counts.data} />
      )}
      <Columns
        beside={
          <>
            {isPerson && <SwitchToStart />}
            {!isPerson && counts.data && counts.data.balance !== null && (
              <Balance copies={counts.data.balance} />
            )}
            {isPerson && <NextSteps />}
            <Shortcuts />
          </>
        }
      >
        <TodoList total={counts.data?.todo} poll={poll} />
        {!isPerson && counts.data && (
          <Suspense fallback={<Skeleton height={240} />}>
            <MonthChart months={counts.data.months} />
          </Suspense>
        )}
      </Columns>
    </Page>
  );
}

/** Pages for buying copies, by preference; the balance links to the first in the person's menu. */
const TOP_UP = ['/company/recharge', '/account/orderManage'];

/** The enterprise's remaining copies, with a link to buy more ([2.8b]). */
function Balance({ copies }: { copies: number }) {
  const { t, i18n } = useTranslation('home');
  const paths = useSession((s) => s.routerList);
  const { lowCopies } = useLimits();
  const topUp = TOP_UP.find((path) => paths?.includes(path));
  return (
    <Panel title={t('balance.title')} actions={topUp && <Link to={topUp}>{t('balance.topUp')}</Link>}>
      <p className={style.balance}>
        <strong>{new Intl.NumberFormat(i18n.language).format(copies)}</strong> {t('balance.unit')}
      </p>
      {copies < lowCopies && <p className={style.low}>{t(topUp ? 'balance.few' : 'balance.low')}</p>}
    </Panel>
  );
}
