import { useTranslation } from 'react-i18next';
import { LIMITS } from '#core/config/limits.ts';
import { componentFlags, type FlagChanges } from '#core/identity/component-flags.ts';
import { type FieldRow, listFields, removeField, saveFields, updateField } from '#core/template/calls.ts';
import { call } from '../../call.ts';
import { ListPage } from '../../kit/list-page.tsx';
import { useList } from '../../kit/use-list.ts';
import { useSession } from '../../session/session-store.ts';
import type { Column } from '../../ui/table/table.tsx';
import { AddFields, EditField } from './field-dialogs.tsx';
import { PartName, partActions, RecordsButton } from './part-list.tsx';
import { useDictionary } from './use-dictionary.ts';

const FILTERS = { fieldName: '', fieldType: [] as readonly string[] };
const NO_BUTTONS: string[] = [];

/**
 * /company/frontTemplateField ([2.3a]): template fields, which are filled in for each contract. `changes` overrides the
 * flags derived from the button permissions, for pages that embed the list ([6.6c]).
 */
export function TemplateFields({ changes }: { changes?: FlagChanges }) {
  const { t } = useTranslation('template');
  const buttons = useSession((s) => s.btnPermissions) ?? NO_BUTTONS;
  const flags = componentFlags('front_templateField', buttons, changes);
  const ownerType = useSession((s) => s.activeUser?.userOwnerType);
  const { options } = useDictionary('TEMPLATE_FIELD_TYPE');
  const list = useList(listFields, {
    filters: FILTERS,
    input: ({ fieldName, fieldType }) => ({ fieldName, fieldType: fieldType.join(','), ownerType }),
  });
  return (
    <ListPage
      title={t('field.title')}
      about={t('field.about')}
      code="template.fields"
      list={list}
      rowKey={(row) => row.id}
      columns={columnsOf(t)}
      beside={<RecordsButton kind="FIELD" />}
      main={
        flags.list.add && {
          id: 'add',
          label: t('field.add'),
          icon: 'plus',
          layer: ({ close, renew }) => (
            <AddFields ownerType={ownerType} flags={flags.add} onClose={close} onSettled={renew} />
          ),
          calls: [saveFields],
        }
      }
      fields={
        flags.list.search
          ? [
              { name: 'fieldName', label: t('field.name'), maxLength: LIMITS.templateFieldName },
              { name: 'fieldType', label: t('field.type'), kind: 'multi', options: options ?? [] },
            ]
          : []
      }
      noReset={!flags.list.reset}
      actions={partActions<FieldRow>(t, flags, {
        nameOf: (row) => row.fieldName,
        edit: ({ rows: [row], close, renew }) => (
          <EditField row={row} ownerType={ownerType} flags={flags.edit} onClose={close} onSettled={renew} />
        ),
        deleteTitle: t('field.deleteTitle'),
        remove: ({ id }) => call(removeField, { id }),
        edits: updateField,
        removes: removeField,
      })}
      empty={{ icon: 'template', title: t('field.none'), offer: false }}
    />
  );
}

type Translate = ReturnType<typeof useTranslation<'template'>>['t'];

/** [3.8] Columns of the field list. */
const columnsOf = (t: Translate): Column<FieldRow>[] => [
  {
    id: 'fieldName',
    title: t('field.name'),
    minWidth: 180,
    fixed: true,
    sort: true,
    cell: (row) => <PartName name={row.fieldName} editable={row.editable} />,
  },
  { id: 'fieldTypeName', title: t('field.type'), minWidth: 180, brief: true },
  { id: 'fieldLength', title: t('field.length'), kind: 'number', width: 130, sort: true },
  { id: 'createUserName', title: t('createUserName'), minWidth: 110, hidden: true },
  { id: 'createTime', title: t('createTime'), kind: 'dateTime', sort: true, hidden: true },
  { id: 'updateUserName', title: t('updateUserName'), minWidth: 110 },
  { id: 'updateTime', title: t('updateTime'), kind: 'dateTime', sort: true },
];
