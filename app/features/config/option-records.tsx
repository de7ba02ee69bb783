import { useTranslation } from 'react-i18next';
import { listOptionRecords } from '#core/config/calls.ts';
import { ListView } from '../../kit/list-view.tsx';
import { useList } from '../../kit/use-list.ts';

const NO_FILTERS = {};

/** Log of settings changes: who, which, the old and the new value. */
export function OptionRecords() {
  const { t } = useTranslation('config');
  const list = useList(listOptionRecords, { filters: NO_FILTERS });
  return (
    <ListView
      label={t('tab.records')}
      code="config.records"
      list={list}
      rowKey={({ id }) => id}
      columns={[
        { id: 'at', title: t('record.at'), kind: 'dateTime', width: 170 },
        { id: 'operator', title: t('record.operator'), width: 160 },
        {
          id: 'action',
          title: t('record.action'),
          width: 120,
          brief: true,
          cell: ({ action }) => t(`act.${action}`),
        },
        { id: 'remark', title: t('record.remark'), kind: 'long', brief: true },
      ]}
      empty={{ icon: 'history', title: t('record.none') }}
    />
  );
}
