import { Link } from '@remix-run/react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { getEntContinueParams } from '#core/task/home-calls.ts';
import { queryOf } from '../../query.ts';
import { useSession } from '../../session/session-store.ts';
import { useMay } from '../../shell/use-identity.ts';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { Panel } from '../../ui/page.tsx';
import style from './home.module.css';

/**
 * Remaining onboarding steps ([6.5a], [6.5c]): verify the real name, then verify or join an enterprise. Each step needs
 * a button permission; only OUTSIDE users have those for enterprises.
 */
export function NextSteps() {
  const { t } = useTranslation('home');
  const status = useSession((s) => s.userExtendInfo?.personalAuthStatus ?? 'UNAUTH');
  const mayVerify = useMay('home_personal_auth');
  const mayAuthEnterprise = useMay('home_auth_enterprise');
  const mayJoin = useMay('home_join_enterprise');
  const application = useQuery({ ...queryOf(getEntContinueParams, {}), enabled: mayAuthEnterprise }).data;
  const steps: {
    id: 'person' | 'enterprise' | 'continue' | 'join';
    path: string;
    icon: IconName;
    shown: boolean;
    about?: string;
  }[] = [
    { id: 'person', path: '/auth/person', icon: 'shield', shown: mayVerify && status !== 'AUTH' },
    // [8.4c] enterprises require the person's own real name to be verified first
    application
      ? {
          id: 'continue',
          path: `/auth/company?currentComp=AuthInit&id=${application.applicationId}`,
          icon: 'building',
          shown: mayAuthEnterprise && status === 'AUTH',
          about: t('steps.continueAbout', { name: application.entName || t('steps.unnamed') }),
        }
      : {
          id: 'enterprise',
          path: '/auth/company',
          icon: 'building',
          shown: mayAuthEnterprise && status === 'AUTH',
        },
    { id: 'join', path: '/account/myBusiness', icon: 'users', shown: mayJoin && status === 'AUTH' },
  ];
  const shown = steps.filter((step) => step.shown);
  if (shown.length === 0) return null;
  return (
    <Panel title={t('steps.title')}>
      <ul className={style.steps}>
        {shown.map(({ id, path, icon, about }) => (
          <li key={id}>
            <Link to={path} prefetch="intent">
              <Icon name={icon} size={20} />
              <span>
                {t(`steps.${id}`)}
                <small>{about ?? t(`steps.${id}About`)}</small>
              </span>
              <Icon name="chevron-right" size={16} />
            </Link>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
