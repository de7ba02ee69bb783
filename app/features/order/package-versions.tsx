import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { listPackages, type PackageRow } from '#core/order/platform-calls.ts';
import { formatDateTime } from '../../i18n/format.ts';
import { queryOf } from '../../query.ts';
import { Drawer } from '../../ui/dialog.tsx';
import { Facts } from '../../ui/facts.tsx';
import { ErrorState, LoadingState } from '../../ui/state.tsx';
import style from './order.module.css';
import { useMoney } from './use-money.ts';

/** The latest versions of a package: its terms, since when, and who changed it. */
export function PackageVersions({ row, onClose }: { row: PackageRow; onClose: () => void }) {
  const { t } = useTranslation('order');
  const money = useMoney();
  const query = useQuery(queryOf(listPackages, { packageId: row.packageId, size: 50 }));
  return (
    <Drawer open onClose={onClose} title={t('packages.versionsOf', { name: row.name })}>
      {query.data ? (
        <ul className={style.list}>
          {query.data.records.map((one) => (
            <li key={one.version}>
              <Facts
                facts={[
                  [t('packages.version'), one.version],
                  [t('packages.name'), one.name],
                  [t('packages.quantity'), t(`quantity.${one.goods}`, { n: one.quantity })],
                  [t('packages.price'), money(one.priceFen)],
                  [t('packages.audience'), t(`audience.${one.audience}`)],
                  [t('packages.onSale'), t(one.onSale ? 'packages.isOn' : 'packages.isOff')],
                  [t('packages.changed'), `${formatDateTime(one.createTime)} ${one.operator}`],
                ]}
              />
            </li>
          ))}
        </ul>
      ) : query.error ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <LoadingState />
      )}
    </Drawer>
  );
}
