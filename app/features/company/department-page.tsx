import { useSearchParams } from '@remix-run/react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Department, listDepartments, moveDepartment } from '#core/company/department-calls.ts';
import { call } from '../../call.ts';
import { ActionButton } from '../../kit/action-button.tsx';
import { useActions } from '../../kit/use-actions.tsx';
import { pathText } from '../../parts/department/department-options.ts';
import { queryOf, useRefresh } from '../../query.ts';
import { useSession } from '../../session/session-store.ts';
import { Facts } from '../../ui/facts.tsx';
import { Link } from '../../ui/link.tsx';
import { Columns, Page, Panel } from '../../ui/page.tsx';
import { EmptyState, ErrorState, LoadingState } from '../../ui/state.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { Tree, type TreeNode } from '../../ui/tree.tsx';
import { type Drop, useTreeDrag } from '../../ui/tree-drag.ts';
import style from './company.module.css';
import { departmentActions, newDepartment } from './department-actions.tsx';

/** /company/department ([3.22a]): the tree of departments, and beside it the selected one. */
export function DepartmentPage() {
  const { t } = useTranslation('company');
  const list = useQuery(queryOf(listDepartments, {}));
  const host = useActions<undefined>();
  const main = newDepartment(t);
  const departments = list.data;
  return (
    <Page
      title={t('departments.title')}
      about={t('departments.about')}
      actions={<ActionButton action={main} row={undefined} host={host} kind="primary" />}
    >
      {list.error && !departments ? (
        <Panel>
          <ErrorState error={list.error} onRetry={() => void list.refetch()} />
        </Panel>
      ) : !departments ? (
        <Panel>
          <LoadingState />
        </Panel>
      ) : departments.length === 0 ? (
        <Panel>
          <EmptyState icon="users" title={t('departments.empty')}>
            {t('departments.emptyText')}
          </EmptyState>
        </Panel>
      ) : (
        <Departments departments={departments} />
      )}
      {host.layer}
    </Page>
  );
}

/** Nodes of the tree; during a search, only the matches and their ancestors. */
function nodesOf(
  departments: readonly Department[],
  wanted: string,
  counted: (row: Department) => string,
): TreeNode[] {
  const part = wanted.trim().toLowerCase();
  const fits = ({ path }: Department) => part === '' || pathText(path).toLowerCase().includes(part);
  const shown = new Set<string>();
  const byId = new Map(departments.map((row) => [row.departmentId, row]));
  for (const row of departments.filter(fits))
    for (let one: Department | undefined = row; one; one = byId.get(one.parentId))
      shown.add(one.departmentId);
  const below = (parentId: string): TreeNode[] =>
    departments
      .filter((row) => row.parentId === parentId && shown.has(row.departmentId))
      .map((row) => ({
        id: row.departmentId,
        label: row.name,
        extra: counted(row),
        children: below(row.departmentId),
      }));
  return below('');
}

/** The place that a row was dropped at; undefined for its own. */
function placeOf(
  departments: readonly Department[],
  { moved, target, place }: Drop,
): { parentId: string; beforeId: string } | undefined {
  if (moved === target) return undefined;
  if (place === 'on') return { parentId: target, beforeId: '' };
  const { parentId = '' } = departments.find(({ departmentId }) => departmentId === target) ?? {};
  const siblings = departments.filter((row) => row.parentId === parentId && row.departmentId !== moved);
  const at = siblings.findIndex(({ departmentId }) => departmentId === target);
  const before = siblings[place === 'before' ? at : at + 1];
  return { parentId, beforeId: before?.departmentId ?? '' };
}

function Departments({ departments }: { departments: readonly Department[] }) {
  const { t } = useTranslation('company');
  const [params, setParams] = useSearchParams();
  const [wanted, setWanted] = useState('');
  // All nodes are expanded by default.
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  // The address follows in its own time; buttons beside the tree must never be those of the former department.
  const [chosenId, setChosenId] = useState(params.get('id'));
  const chosen = departments.find(({ departmentId }) => departmentId === chosenId) ?? departments[0];
  const choose = (id: string) => {
    setChosenId(id);
    setParams({ id }, { replace: true, preventScrollReset: true });
  };
  const nodes = nodesOf(departments, wanted, ({ members, headName }) =>
    [headName, members > 0 ? t('departments.members', { count: members }) : ''].filter(Boolean).join(' · '),
  );
  const refresh = useRefresh();
  const moving = useMutation({
    mutationFn: (drop: Drop) => {
      const place = placeOf(departments, drop);
      return place ? call(moveDepartment, { departmentId: drop.moved, ...place }) : Promise.resolve(null);
    },
    onSettled: () => refresh(moveDepartment),
  });
  const drag = useTreeDrag(
    (id) => departments.find(({ departmentId }) => departmentId === id)?.name ?? '',
    moving.mutate,
  );
  return (
    <Columns beside={chosen && <Chosen key={chosen.departmentId} row={chosen} departments={departments} />}>
      <Panel title={t('departments.tree')}>
        <TextField
          label={t('departments.search')}
          hideLabel
          icon="search"
          placeholder={t('departments.search')}
          value={wanted}
          onChange={setWanted}
          maxLength={50}
        />
        {nodes.length === 0 ? (
          <p className={style.soft}>{t('departments.noneFound')}</p>
        ) : (
          <Tree
            label={t('departments.tree')}
            nodes={nodes}
            selected={chosen?.departmentId ?? ''}
            onSelect={choose}
            drag={drag}
            expanded={departments.map(({ departmentId }) => departmentId).filter((id) => !closed.has(id))}
            onExpand={(open) =>
              setClosed(
                new Set(departments.map(({ departmentId }) => departmentId).filter((id) => !open.has(id))),
              )
            }
          />
        )}
      </Panel>
    </Columns>
  );
}

/** Details of the selected department, its members, and its actions. */
function Chosen({ row, departments }: { row: Department; departments: readonly Department[] }) {
  const { t } = useTranslation('company');
  const host = useActions<Department>();
  const paths = useSession((s) => s.routerList) ?? [];
  const people = (path: string, count: number) =>
    paths.includes(path) ? <Link to={`${path}?departmentId=${row.departmentId}`}>{count}</Link> : count;
  return (
    <Panel title={row.name}>
      <Facts
        facts={[
          [t('departments.path'), pathText(row.path)],
          [t('departments.head'), row.headName],
          [t('departments.membersIn'), people('/company/person', row.members)],
          [t('departments.employeesIn'), people('/company/employee', row.employees)],
        ]}
      />
      <div className={style.deeds}>
        {departmentActions(t, departments)
          .filter(({ when }) => when?.(row) ?? true)
          .map((action) => (
            <ActionButton
              key={action.id}
              action={action}
              row={row}
              host={host}
              size="small"
              kind={action.danger ? 'quiet' : 'plain'}
            />
          ))}
      </div>
      {host.layer}
    </Panel>
  );
}
