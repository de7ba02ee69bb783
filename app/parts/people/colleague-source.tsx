import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PickedParty } from '#core/task/partner.ts';
import { useSession } from '../../session/session-store.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Select } from '../../ui/select.tsx';
import { ErrorState, LoadingState } from '../../ui/state.tsx';
import { usePhone } from '../../ui/table/use-phone.ts';
import { Tree } from '../../ui/tree.tsx';
import { pathText } from '../department/department-options.ts';
import style from './people.module.css';
import type { SourceProps } from './source-props.ts';
import {
  type Colleague,
  colleaguesIn,
  type DirectoryDepartment,
  departmentNodes,
  searchColleagues,
  useDirectory,
} from './use-directory.ts';

/** Colleagues, by department. */
export function ColleagueSource({ search, read, list }: SourceProps) {
  const entName = useSession((s) => s.activeUser?.entName ?? '');
  const { directory, error, again } = useDirectory();
  const [departmentId, setDepartmentId] = useState('ALL');
  const found = useMemo(
    () =>
      directory
        ? searchColleagues(
            colleaguesIn(directory.colleagues, directory.departments, departmentId),
            search,
            read,
          )
        : [],
    [directory, departmentId, search, read],
  );
  if (error && !directory) return <ErrorState error={error} onRetry={again} />;
  if (!directory) return <LoadingState />;
  return (
    <div className={style.source}>
      {directory.departments.length > 0 && (
        <DepartmentChoice
          departments={directory.departments}
          selected={departmentId}
          onSelect={setDepartmentId}
        />
      )}
      {list(
        found,
        (one) => partyOfColleague(one, entName),
        (one) => (
          <ColleagueLine colleague={one} />
        ),
      )}
    </div>
  );
}

const partyOfColleague = ({ userId, name }: Colleague, entName: string): PickedParty => ({
  key: userId,
  type: 'ENTERPRISE',
  accountId: userId,
  entName,
  userName: name,
  mobile: '',
  department: '',
  email: '',
});

/** The departments as a tree; on a phone as a list to choose from. */
export function DepartmentChoice({
  departments,
  selected,
  onSelect,
}: {
  departments: readonly DirectoryDepartment[];
  selected: string;
  onSelect: (departmentId: string) => void;
}) {
  const { t } = useTranslation('people');
  const phone = usePhone();
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const ids = ['ALL', ...departments.map((one) => one.departmentId)];
  if (phone)
    return (
      <Select
        label={t('departments')}
        hideLabel
        value={selected}
        onChange={onSelect}
        options={[
          { value: 'ALL', label: t('everybody') },
          ...departments.map((one) => ({ value: one.departmentId, label: pathText(one.path) })),
        ]}
      />
    );
  return (
    <div className={style.tree}>
      <Tree
        label={t('departments')}
        nodes={departmentNodes(departments, t('everybody'))}
        selected={selected}
        onSelect={onSelect}
        expanded={ids.filter((id) => !closed.has(id))}
        onExpand={(open) => setClosed(new Set(ids.filter((id) => !open.has(id))))}
      />
    </div>
  );
}

/** A colleague in two lines: the name, and where they work. */
export function ColleagueLine({ colleague }: { colleague: Colleague }) {
  const { t } = useTranslation('people');
  const { name, department, mobile, leads } = colleague;
  return (
    <>
      <Avatar name={name} size={32} />
      <span className={style.words}>
        <span className={style.name}>{name}</span>
        <span className={style.about}>{[department, mobile].filter(Boolean).join(' · ')}</span>
      </span>
      {leads.length > 0 && (
        <Badge tone="info" icon="user">
          {t('head')}
        </Badge>
      )}
    </>
  );
}
