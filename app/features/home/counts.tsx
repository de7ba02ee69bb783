import { Link } from '@remix-run/react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { countApprovals } from '#core/approval/count-calls.ts';
import type { OutputOf } from '#core/call.ts';
import type { countTasks } from '#core/task/list-calls.ts';
import { queryOf } from '../../query.ts';
import { useSession } from '../../session/session-store.ts';
import { countText } from '../../ui/badge.tsx';
import { classes } from '../../ui/classes.ts';
import { Icon, type IconName } from '../../ui/icon.tsx';
import style from './home.module.css';

type TaskCounts = OutputOf<typeof countTasks>;
type Tile = {
  id: 'todo' | 'approval' | 'others' | 'sent' | 'draft' | 'finished' | 'expiring' | 'copies';
  path: string;
  icon: IconName;
  count: (counts: TaskCounts, approvals: number | undefined) => number | undefined;
};

const TILES: readonly Tile[] = [
  { id: 'todo', path: '/contract/issuedContract', icon: 'pen', count: (c) => c.todo },
  { id: 'approval', path: '/contract/approval', icon: 'check', count: (_, approvals) => approvals },
  { id: 'others', path: '/contract/done', icon: 'hourglass', count: (c) => c.pendingOthers },
  { id: 'expiring', path: '/contract/expiring', icon: 'clock', count: (c) => c.expiring },
  { id: 'finished', path: '/contract/finished', icon: 'contract-signed', count: (c) => c.finished },
  { id: 'sent', path: '/contract/startWithMe', icon: 'send', count: (c) => c.sent },
  { id: 'copies', path: '/contract/sendWithMe', icon: 'copy', count: (c) => c.copies },
  { id: 'draft', path: '/contract/draft', icon: 'contract', count: (c) => c.draft },
];

/** Number of tasks in each list, linked to it ([2.8a]). Only lists in the person's menu. */
export function Counts({ counts }: { counts: TaskCounts | undefined }) {
  const { t } = useTranslation('home');
  const paths = useSession((s) => s.routerList);
  const approves = paths?.includes('/contract/approval') ?? false;
  const approvals = useQuery({ ...queryOf(countApprovals, {}), enabled: approves });
  const tiles = TILES.filter(({ id, path }) => id === 'expiring' || paths?.includes(path));
  return (
    <nav aria-label={t('counts')}>
      <ul className={style.tiles}>
        {tiles.map(({ id, path, icon, count }) => {
          const n = counts && count(counts, approvals.data?.toDecide);
          const loud = (id === 'todo' || id === 'expiring' || id === 'approval') && (n ?? 0) > 0;
          return (
            <li key={id}>
              <Link to={path} prefetch="intent" className={classes(style.tile, loud && style[id])}>
                <span className={style.tileName}>
                  <Icon name={icon} size={16} />
                  {t(`count.${id}`)}
                </span>
                <span className={style.tileCount}>{countText(n)}</span>
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
