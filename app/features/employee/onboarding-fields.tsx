import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  addOnboardingField,
  addPresetFields,
  changeOnboardingField,
  listOnboardingFields,
  moveOnboardingField,
  type OnboardingField,
  removeOnboardingField,
} from '#core/employee/onboarding-calls.ts';
import { FIELD_CATEGORIES } from '#core/employee/onboarding-fields.ts';
import { call } from '../../call.ts';
import type { Action, PageAction } from '../../kit/action.ts';
import { ActionButton } from '../../kit/action-button.tsx';
import { useActions } from '../../kit/use-actions.tsx';
import { queryOf } from '../../query.ts';
import { Button } from '../../ui/button.tsx';
import { Page, Panel } from '../../ui/page.tsx';
import { EmptyState, ErrorState, LoadingState } from '../../ui/state.tsx';
import { FieldOrder } from './field-order.tsx';

const AddField = lazy(() => import('./field-dialogs.tsx').then((m) => ({ default: m.AddField })));
const EditField = lazy(() => import('./field-dialogs.tsx').then((m) => ({ default: m.EditField })));
const FieldRecords = lazy(() => import('./field-records.tsx').then((m) => ({ default: m.FieldRecords })));

type Translate = ReturnType<typeof useTranslation<'onboarding'>>['t'];

const pageActions = (t: Translate): Record<'add' | 'preset', PageAction> => ({
  add: {
    id: 'add',
    label: t('add'),
    icon: 'plus',
    layer: ({ close }) => <AddField onClose={close} />,
    calls: [addOnboardingField],
  },
  preset: {
    id: 'preset',
    label: t('preset.add'),
    icon: 'template',
    run: () => call(addPresetFields, {}),
    done: (_, answer) => t('preset.done', { count: (answer as { added: number }).added }),
    calls: [addPresetFields],
  },
});

/** The actions on a field; `siblings` are the fields of its category. */
function fieldActions(t: Translate, siblings: readonly OnboardingField[]): Action<OnboardingField>[] {
  const placeOf = (row: OnboardingField) => siblings.indexOf(row);
  const shift = (by: -1 | 1): Action<OnboardingField> => ({
    id: by < 0 ? 'up' : 'down',
    label: t(by < 0 ? 'up' : 'down'),
    icon: by < 0 ? 'chevron-up' : 'chevron-down',
    when: (row) => siblings[placeOf(row) + by] !== undefined,
    run: ([row]) =>
      call(moveOnboardingField, {
        fieldId: row.fieldId,
        beforeId: siblings[placeOf(row) + (by < 0 ? -1 : 2)]?.fieldId ?? '',
      }),
    done: ([row]) => t('movedTo', { name: row.name, n: placeOf(row) + by + 1, count: siblings.length }),
    calls: [moveOnboardingField],
  });
  return [
    {
      id: 'edit',
      label: t('edit'),
      icon: 'pen',
      layer: ({ rows: [row], close }) => <EditField row={row} onClose={close} />,
      calls: [changeOnboardingField],
    },
    shift(-1),
    shift(1),
    {
      id: 'remove',
      label: t('remove'),
      icon: 'trash',
      danger: true,
      ask: ([row]) => ({ title: t('removeTitle'), thing: row.name, consequence: t('removeText') }),
      run: ([row]) => call(removeOnboardingField, { fieldId: row.fieldId }),
      done: ([row]) => t('removed', { name: row.name }),
      calls: [removeOnboardingField],
    },
  ];
}

/** /company/entryField ([2.3a]): the fields newcomers fill in, by category and in order. */
export function OnboardingFields() {
  const { t } = useTranslation('onboarding');
  const list = useQuery(queryOf(listOnboardingFields, {}));
  const host = useActions<undefined>();
  const [records, setRecords] = useState(false);
  const { add, preset } = pageActions(t);
  const data = list.data;
  const offersPreset = data !== undefined && data.presetsLeft > 0;
  return (
    <Page
      title={t('title')}
      about={t('about')}
      actions={
        <>
          <Button icon="history" onClick={() => setRecords(true)}>
            {t('record.title')}
          </Button>
          {offersPreset && data.fields.length > 0 && (
            <ActionButton action={preset} row={undefined} host={host} />
          )}
          <ActionButton action={add} row={undefined} host={host} kind="primary" />
        </>
      }
    >
      {list.error && !data ? (
        <Panel>
          <ErrorState error={list.error} onRetry={() => void list.refetch()} />
        </Panel>
      ) : !data ? (
        <Panel>
          <LoadingState />
        </Panel>
      ) : data.fields.length === 0 ? (
        <Panel>
          <EmptyState
            icon="template"
            title={t('empty')}
            actions={<ActionButton action={preset} row={undefined} host={host} />}
          >
            {t('emptyText')}
          </EmptyState>
        </Panel>
      ) : (
        <Categories fields={data.fields} />
      )}
      {host.layer}
      {records && (
        <Suspense>
          <FieldRecords onClose={() => setRecords(false)} />
        </Suspense>
      )}
    </Page>
  );
}

function Categories({ fields }: { fields: readonly OnboardingField[] }) {
  const { t } = useTranslation('onboarding');
  const host = useActions<OnboardingField>();
  return (
    <>
      {FIELD_CATEGORIES.map((category) => {
        const rows = fields.filter((row) => row.category === category);
        if (rows.length === 0) return null;
        return (
          <Panel key={category} title={t(`category.${category}`)}>
            <FieldOrder rows={rows} actions={fieldActions(t, rows)} host={host} />
          </Panel>
        );
      })}
      {host.layer}
    </>
  );
}
