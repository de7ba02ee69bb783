import { useLocation, useNavigate } from '@remix-run/react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { listMyEnterprises, userMenus } from '#core/identity/calls.ts';
import { call } from '../call.ts';
import { queryOf } from '../query.ts';
import { useSession } from '../session/session-store.ts';
import { Avatar } from '../ui/avatar.tsx';
import { Count } from '../ui/badge.tsx';
import { classes } from '../ui/classes.ts';
import { Icon } from '../ui/icon.tsx';
import { toast } from '../ui/toast-store.ts';
import style from './header.module.css';
import { routeAccess } from './route-access.ts';
import { switchIdentity } from './switch-identity.ts';

/** Number of enterprises shown at first, and added with each scroll to the end ([9.26]). */
const STEP = 20;

/**
 * The identities the user may act as: oneself or an enterprise, each with its pending tasks ([4.18], [3.22]). A session
 * that a customer's system opened is bound to one enterprise and offers no other identity.
 */
export function IdentitySwitch({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('shell');
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const me = useSession((s) => s.activeUser);
  const person = useSession((s) => s.loginUser);
  const fixed = useSession((s) => s.ssoCallback !== undefined);
  const [limit, setLimit] = useState(STEP);
  const { data } = useQuery(queryOf(listMyEnterprises, { current: 1, size: 10_000 }));
  const change = useMutation({
    mutationFn: switchIdentity,
    onSuccess: async (_, entId) => {
      const menu = await call(userMenus, {});
      onClose();
      // [4.18b] The page stays open if the new identity may see it.
      const activeUser = { type: entId === '' ? ('person' as const) : ('ent' as const) };
      if (routeAccess(pathname, { loggedIn: true, menu, activeUser }) !== 'open') navigate('/home');
    },
  });

  function choose(ent: { id: string; name: string; isBiz: boolean; isAuth: boolean }) {
    if (!ent.isBiz) return toast({ tone: 'warning', text: t('identity.notEnabled', { name: ent.name }) });
    if (!ent.isAuth) return toast({ tone: 'warning', text: t('identity.notVerified', { name: ent.name }) });
    change.mutate(ent.id);
  }

  const all = data?.resList ?? [];
  return (
    <div
      className={style.identities}
      onScroll={({ currentTarget: box }) => {
        if (box.scrollTop + box.clientHeight > box.scrollHeight - 40)
          setLimit((old) => Math.min(all.length, old + STEP));
      }}
    >
      {!fixed && (
        <IdentityItem
          name={person?.name || person?.username || ''}
          about={t('identity.person')}
          active={me?.type === 'person'}
          count={data?.userTodoPlans}
          disabled={change.isPending}
          onChoose={() => change.mutate('')}
        />
      )}
      {all.slice(0, limit).map((ent) => (
        <IdentityItem
          key={ent.id}
          square
          name={ent.name}
          about={
            ent.isBiz && ent.isAuth
              ? t('identity.enterprise')
              : t(ent.isBiz ? 'identity.unverified' : 'identity.disabled')
          }
          active={me?.id === ent.id}
          count={ent.userTodoPlans}
          disabled={change.isPending}
          onChoose={() => choose(ent)}
        />
      ))}
    </div>
  );
}

type ItemProps = {
  name: string;
  about: string;
  active: boolean;
  square?: boolean;
  count: number | undefined;
  disabled: boolean;
  onChoose: () => void;
};

function IdentityItem({ name, about, active, square, count, disabled, onChoose }: ItemProps) {
  return (
    <button
      type="button"
      className={classes(style.identity, active && style.active)}
      aria-current={active ? 'true' : undefined}
      disabled={disabled}
      onClick={() => active || onChoose()}
    >
      <Avatar name={name} size={32} square={square} />
      <span className={style.identityWords}>
        <span>{name}</span>
        <small>{about}</small>
      </span>
      <Count count={count} loud />
      {active && <Icon name="check" size={16} />}
    </button>
  );
}
