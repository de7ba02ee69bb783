import { useTranslation } from 'react-i18next';
import type { PersonAuth } from '#core/identity/states.ts';
import { personLabel } from '#core/realname/states.ts';
import { PERSON_AUTH_BADGES } from '../../parts/badges/person.ts';
import { Badge } from '../../ui/badge.tsx';
import type { Column } from '../../ui/table/table.tsx';
import style from './company.module.css';

type Row = { name: string; mobile: string; personalAuthStatus: PersonAuth; self?: boolean };

/** Columns for lists of people: the name, with a badge unless the real name is verified, and the mobile. */
export const personColumns = <R extends Row>(titles: { name: string; mobile: string }): Column<R>[] => [
  {
    id: 'name',
    title: titles.name,
    minWidth: 150,
    fixed: true,
    cell: (row) => <PersonName row={row} />,
  },
  { id: 'mobile', title: titles.mobile, width: 140 },
];

function PersonName({ row }: { row: Row }) {
  const { t } = useTranslation('company');
  return (
    <span className={style.states}>
      {row.name}
      {row.self && <span className={style.soft}>{t('persons.self')}</span>}
      {row.personalAuthStatus !== 'AUTH' && (
        <Badge {...PERSON_AUTH_BADGES[row.personalAuthStatus]}>
          {t(`person.${personLabel(row.personalAuthStatus)}`)}
        </Badge>
      )}
    </span>
  );
}
