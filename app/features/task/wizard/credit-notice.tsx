import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { countTasks } from '#core/task/list-calls.ts';
import { queryOf } from '../../../query.ts';
import { useSession } from '../../../session/session-store.ts';
import { useLimits } from '../../../shell/use-limits.ts';
import { Link } from '../../../ui/link.tsx';
import { Notice } from '../../../ui/notice.tsx';

const TOP_UP = '/company/recharge';

/**
 * Warns at the start that no or few copies are left, with a link to buy more for those who may. The draft stays
 * unchanged.
 */
export function CreditNotice() {
  const { t } = useTranslation('wizard');
  const counts = useQuery(queryOf(countTasks, {}));
  const mayBuy = useSession((s) => s.routerList)?.includes(TOP_UP);
  const { lowCopies } = useLimits();
  const left = counts.data?.balance ?? null;
  if (left === null || left >= Math.max(lowCopies, 1)) return null;
  return (
    <Notice tone={left === 0 ? 'error' : 'warning'}>
      {left === 0 ? t('copies.none') : t('copies.few', { n: left })}{' '}
      {mayBuy ? <Link to={TOP_UP}>{t('copies.buy')}</Link> : t('copies.ask')}
    </Notice>
  );
}
