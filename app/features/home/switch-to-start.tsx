import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { listMyEnterprises } from '#core/identity/calls.ts';
import { queryOf } from '../../query.ts';
import { switchIdentity } from '../../shell/switch-identity.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Count } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Panel } from '../../ui/page.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import style from './home.module.css';

/** Tells a person that tasks are started from an enterprise, and offers to switch to one of theirs ([6.4a], [8.4b]). */
export function SwitchToStart() {
  const { t } = useTranslation('home');
  const { data, isPending } = useQuery(queryOf(listMyEnterprises, { current: 1, size: 10_000 }));
  const change = useMutation({ mutationFn: switchIdentity });
  // the advice depends on whether the person has an enterprise, so wait for the list
  if (isPending) return <Skeleton height={160} />;
  return (
    <Panel title={t(data?.resList.length === 0 ? 'switch.titleNone' : 'switch.title')}>
      <p className={style.soft}>{t('switch.text')}</p>
      {!data ? (
        <Skeleton height={44} />
      ) : data.resList.length === 0 ? (
        <p>{t('switch.none')}</p>
      ) : (
        <ul className={style.companies}>
          {data.resList.map(({ id, name, isBiz, isAuth, userTodoPlans: todo }) => (
            <li key={id}>
              <Avatar name={name} size={32} square />
              <span className={style.companyName}>{name}</span>
              <Count count={todo} loud />
              {isBiz && isAuth ? (
                <Button
                  size="small"
                  pending={change.isPending && change.variables === id}
                  aria-label={t('switch.goTo', { name })}
                  onClick={() => change.mutate(id)}
                >
                  {t('switch.go')}
                </Button>
              ) : (
                <span className={style.soft}>{t(isBiz ? 'switch.unverified' : 'switch.disabled')}</span>
              )}
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
