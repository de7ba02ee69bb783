import { useTranslation } from 'react-i18next';
import { listPackages, type PackageRow, savePackage, switchPackage } from '#core/order/platform-calls.ts';
import { call } from '../../call.ts';
import { formatDateTime } from '../../i18n/format.ts';
import type { Action } from '../../kit/action.ts';
import { ListPage } from '../../kit/list-page.tsx';
import { useList } from '../../kit/use-list.ts';
import { Badge } from '../../ui/badge.tsx';
import type { Column } from '../../ui/table/table.tsx';
import { PackageDialog } from './package-dialog.tsx';
import { PackageVersions } from './package-versions.tsx';
import { useMoney } from './use-money.ts';

const FILTERS = { name: '' };

/** /platform/package: packages on sale, their customers and prices; each change creates a version. */
export function PackageList() {
  const { t } = useTranslation('order');
  const money = useMoney();
  const list = useList(listPackages, { filters: FILTERS });
  return (
    <ListPage
      title={t('packages.title')}
      about={t('packages.about')}
      code="order.packages"
      list={list}
      rowKey={(row) => row.packageId}
      columns={packageColumns(t, money)}
      fields={[{ name: 'name', label: t('packages.name'), maxLength: 40 }]}
      main={{
        id: 'add',
        label: t('packages.add'),
        icon: 'plus',
        layer: ({ close }) => <PackageDialog onClose={close} />,
        calls: [savePackage],
      }}
      actions={actionsOf(t)}
      empty={{ icon: 'card', title: t('packages.empty'), text: t('packages.emptyText') }}
    />
  );
}

type Translate = ReturnType<typeof useTranslation<'order'>>['t'];

function actionsOf(t: Translate): Action<PackageRow>[] {
  const turn = (id: 'on' | 'off'): Action<PackageRow> => ({
    id,
    label: t(`packages.${id}`),
    icon: id === 'on' ? 'check' : 'pause',
    when: ({ onSale }) => onSale === (id === 'off'),
    ask: ([row]) => ({
      title: t(`packages.${id}Title`),
      thing: row.name,
      consequence: t(`packages.${id}Text`),
    }),
    run: ([{ packageId, version }]) => call(switchPackage, { packageId, version, onSale: id === 'on' }),
    done: ([{ name }]) => t(`packages.${id}Done`, { name }),
    calls: [switchPackage],
  });
  return [
    {
      id: 'edit',
      label: t('packages.edit'),
      icon: 'pen',
      layer: ({ rows: [row], close }) => <PackageDialog row={row} onClose={close} />,
    },
    turn('on'),
    turn('off'),
    {
      id: 'versions',
      label: t('packages.versions'),
      icon: 'history',
      layer: ({ rows: [row], close }) => <PackageVersions row={row} onClose={close} />,
    },
  ];
}

export const packageColumns = (t: Translate, money: (fen: number) => string): Column<PackageRow>[] => [
  { id: 'name', title: t('packages.name'), minWidth: 160, fixed: true, gives: true, cell: (row) => row.name },
  {
    id: 'quantity',
    title: t('packages.quantity'),
    minWidth: 100,
    cell: (row) => t(`quantity.${row.goods}`, { n: row.quantity }),
  },
  {
    id: 'priceFen',
    title: t('packages.price'),
    minWidth: 110,
    brief: true,
    cell: (row) => money(row.priceFen),
  },
  {
    id: 'validDays',
    title: t('packages.validDays'),
    minWidth: 100,
    cell: (row) =>
      row.goods === 'UKEY' ? '' : row.validDays === null ? t('buy.noTerm') : t('days', { n: row.validDays }),
  },
  {
    id: 'audience',
    title: t('packages.audience'),
    minWidth: 120,
    cell: (row) => t(`audience.${row.audience}`),
  },
  {
    id: 'onSale',
    title: t('packages.onSale'),
    brief: true,
    minWidth: 100,
    cell: (row) => (
      <Badge tone={row.onSale ? 'success' : 'neutral'} icon={row.onSale ? 'success' : 'pause'}>
        {t(row.onSale ? 'packages.isOn' : 'packages.isOff')}
      </Badge>
    ),
  },
  { id: 'version', title: t('packages.version'), kind: 'number' },
  {
    id: 'createTime',
    title: t('packages.changed'),
    minWidth: 180,
    cell: (row) => `${formatDateTime(row.createTime)} ${row.operator}`,
  },
];
