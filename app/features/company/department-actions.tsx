import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import {
  addDepartment,
  type Department,
  departmentId,
  departmentName,
  headDepartment,
  mergeDepartment,
  moveDepartment,
  removeDepartment,
  renameDepartment,
} from '#core/company/department-calls.ts';
import { withDescendants } from '#core/company/departments.ts';
import { LIMITS } from '#core/config/limits.ts';
import { call } from '../../call.ts';
import type { Action, PageAction } from '../../kit/action.ts';
import { FormDialog } from '../../kit/form-dialog.tsx';
import { pathText } from '../../parts/department/department-options.ts';
import { DepartmentSelect } from '../../parts/department/department-select.tsx';
import { PersonField } from '../../parts/people/person-field.tsx';
import { TextField } from '../../ui/text-field.tsx';

type Translate = ReturnType<typeof useTranslation<'company'>>['t'];
type Layer = { onClose: () => void };

export const newDepartment = (t: Translate): PageAction => ({
  id: 'add',
  label: t('departments.add'),
  icon: 'plus',
  layer: ({ close }) => <AddDialog parentId="" onClose={close} />,
});

/** The actions on a department. */
export function departmentActions(t: Translate, departments: readonly Department[]): Action<Department>[] {
  const siblingsOf = (row: Department) => departments.filter(({ parentId }) => parentId === row.parentId);
  const placeOf = (row: Department) => siblingsOf(row).indexOf(row);
  const shift = (by: -1 | 1): Action<Department> => ({
    id: by < 0 ? 'up' : 'down',
    label: t(by < 0 ? 'departments.up' : 'departments.down'),
    icon: by < 0 ? 'chevron-up' : 'chevron-down',
    when: (row) => siblingsOf(row)[placeOf(row) + by] !== undefined,
    run: ([row]) => {
      const before = siblingsOf(row)[placeOf(row) + (by < 0 ? -1 : 2)];
      return call(moveDepartment, {
        departmentId: row.departmentId,
        parentId: row.parentId,
        beforeId: before?.departmentId ?? '',
      });
    },
    calls: [moveDepartment],
  });
  return [
    {
      id: 'addBelow',
      label: t('departments.addBelow'),
      icon: 'plus',
      when: ({ path }) => path.length < LIMITS.departmentLevels,
      layer: ({ rows: [row], close }) => <AddDialog parentId={row.departmentId} onClose={close} />,
    },
    {
      id: 'rename',
      label: t('departments.rename'),
      icon: 'pen',
      layer: ({ rows: [row], close }) => <RenameDialog row={row} onClose={close} />,
    },
    {
      id: 'head',
      label: t('departments.setHead'),
      icon: 'user',
      layer: ({ rows: [row], close }) => <HeadDialog row={row} onClose={close} />,
    },
    {
      id: 'move',
      label: t('departments.move'),
      icon: 'arrow-right',
      layer: ({ rows: [row], close }) => <MoveDialog row={row} departments={departments} onClose={close} />,
    },
    shift(-1),
    shift(1),
    {
      id: 'merge',
      label: t('departments.merge'),
      icon: 'group',
      when: () => departments.length > 1,
      layer: ({ rows: [row], close }) => <MergeDialog row={row} departments={departments} onClose={close} />,
    },
    {
      id: 'close',
      label: t('departments.close'),
      icon: 'trash',
      danger: true,
      ask: ([row]) => ({
        title: t('departments.closeTitle'),
        thing: pathText(row.path),
        consequence: t('departments.closeText'),
      }),
      run: ([row]) => call(removeDepartment, { departmentId: row.departmentId }),
      done: ([row]) => t('departments.closed', { name: row.name }),
      calls: [removeDepartment],
    },
  ];
}

const addRules = z.object({ name: departmentName, parentId: departmentId });

function AddDialog({ parentId, onClose }: Layer & { parentId: string }) {
  const { t } = useTranslation('company');
  return (
    <FormDialog
      title={t('departments.add')}
      submit={t('departments.save')}
      initial={{ name: '', parentId }}
      rules={addRules}
      save={(values) => call(addDepartment, values)}
      done={({ name }) => t('departments.added', { name })}
      calls={[addDepartment]}
      onClose={onClose}
    >
      <TextField
        name="name"
        label={t('departments.name')}
        required
        maxLength={LIMITS.departmentName}
        autoFocus
      />
      <DepartmentSelect name="parentId" label={t('departments.above')} />
    </FormDialog>
  );
}

const renameRules = z.object({ name: departmentName });

function RenameDialog({ row, onClose }: Layer & { row: Department }) {
  const { t } = useTranslation('company');
  return (
    <FormDialog
      title={t('departments.rename')}
      submit={t('departments.save')}
      initial={{ name: row.name }}
      rules={renameRules}
      save={({ name }) => call(renameDepartment, { departmentId: row.departmentId, name })}
      done={({ name }) => t('departments.renamed', { name })}
      calls={[renameDepartment]}
      onClose={onClose}
    >
      <TextField
        name="name"
        label={t('departments.name')}
        required
        maxLength={LIMITS.departmentName}
        autoFocus
      />
    </FormDialog>
  );
}

/** The department and all below it. */
const belowOf = (departments: readonly Department[], departmentId: string): ReadonlySet<string> =>
  withDescendants(
    departments.map(({ departmentId: id, parentId, name }, position) => ({ id, parentId, name, position })),
    departmentId,
  );

const moveRules = z.object({ parentId: departmentId });

function MoveDialog({
  row,
  departments,
  onClose,
}: Layer & { row: Department; departments: readonly Department[] }) {
  const { t } = useTranslation('company');
  const below = belowOf(departments, row.departmentId);
  return (
    <FormDialog
      title={t('departments.moveTitle', { name: row.name })}
      submit={t('departments.move')}
      initial={{ parentId: row.parentId }}
      rules={moveRules}
      save={({ parentId }) => call(moveDepartment, { departmentId: row.departmentId, parentId })}
      done={() => t('departments.moved', { name: row.name })}
      calls={[moveDepartment]}
      onClose={onClose}
    >
      <p>{pathText(row.path)}</p>
      <DepartmentSelect name="parentId" label={t('departments.above')} without={below} />
    </FormDialog>
  );
}

const mergeRules = z.object({
  intoId: departmentId.refine((id) => id !== '', { message: 'company:departments.mergeNone' }),
});

function MergeDialog({
  row,
  departments,
  onClose,
}: Layer & { row: Department; departments: readonly Department[] }) {
  const { t } = useTranslation('company');
  return (
    <FormDialog
      title={t('departments.mergeTitle', { name: row.name })}
      submit={t('departments.merge')}
      initial={{ intoId: '' }}
      rules={mergeRules}
      save={({ intoId }) => call(mergeDepartment, { departmentId: row.departmentId, intoId })}
      done={({ intoId }) =>
        t('departments.merged', {
          name: row.name,
          into: departments.find((one) => one.departmentId === intoId)?.name ?? '',
        })
      }
      calls={[mergeDepartment]}
      onClose={onClose}
    >
      <p>{t('departments.mergeText')}</p>
      <DepartmentSelect
        name="intoId"
        label={t('departments.mergeInto')}
        without={belowOf(departments, row.departmentId)}
      />
    </FormDialog>
  );
}

const headRules = z.object({ userId: departmentId });

function HeadDialog({ row, onClose }: Layer & { row: Department }) {
  const { t } = useTranslation('company');
  return (
    <FormDialog
      title={t('departments.headTitle', { name: row.name })}
      submit={t('departments.save')}
      initial={{ userId: row.headId }}
      rules={headRules}
      save={({ userId }) => call(headDepartment, { departmentId: row.departmentId, userId })}
      done={() => t('departments.headed', { name: row.name })}
      calls={[headDepartment]}
      onClose={onClose}
    >
      <PersonField
        name="userId"
        label={t('departments.head')}
        hint={t('departments.headHint')}
        formerName={row.headName}
        emptiable
      />
    </FormDialog>
  );
}
