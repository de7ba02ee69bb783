import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AnyCall } from '#core/call.ts';
import type { ComponentFlags } from '#core/identity/component-flags.ts';
import type { RecordKind } from '#core/template/parts.ts';
import type { Action, ActionContext } from '../../kit/action.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { PartRecords } from './part-records.tsx';
import style from './template.module.css';

/** Shared by the lists of roles, fields, templates and clauses. */

type Part = { id: string; editable: boolean };

/** Opens the record of changes. */
export function RecordsButton({ kind }: { kind: RecordKind }) {
  const { t } = useTranslation('template');
  const [reading, setReading] = useState(false);
  return (
    <>
      <Button icon="history" onClick={() => setReading(true)}>
        {t('record.title')}
      </Button>
      {reading && <PartRecords kind={kind} onClose={() => setReading(false)} />}
    </>
  );
}

type Translate = ReturnType<typeof useTranslation<'template'>>['t'];

/** [6.6d] Edit and delete for a role or a field, if the flags allow them ([6.6c]). System-defined rows have neither. */
export const partActions = <R extends Part>(
  t: Translate,
  flags: ComponentFlags,
  part: {
    nameOf: (row: R) => string;
    edit: (context: ActionContext<R>) => ReactNode;
    deleteTitle: string;
    remove: (row: R) => Promise<unknown>;
    /** The calls that edit and delete: what is stale after them is fetched again. */
    edits: AnyCall;
    removes: AnyCall;
  },
): Action<R>[] => {
  const when = (row: R) => row.editable;
  const edit: Action<R> = {
    id: 'edit',
    label: t('edit'),
    icon: 'pen',
    when,
    layer: part.edit,
    calls: [part.edits],
  };
  const remove: Action<R> = {
    id: 'delete',
    label: t('delete'),
    icon: 'trash',
    danger: true,
    when,
    ask: ([row]) => ({
      title: part.deleteTitle,
      thing: part.nameOf(row),
      consequence: t('deleteText'),
      buttons: flags.delete,
    }),
    run: ([row]) => part.remove(row),
    done: ([row]) => t('deleted', { name: part.nameOf(row) }),
    calls: [part.removes],
  };
  return [...(flags.list.edit ? [edit] : []), ...(flags.list.delete ? [remove] : [])];
};

/** Name of a row, with a badge if the system defines it. */
export function PartName({ name, editable }: { name: string; editable: boolean }) {
  const { t } = useTranslation('template');
  return (
    <span className={style.name}>
      <span>{name}</span>
      {!editable && (
        <Badge tone="neutral" icon="lock">
          {t('given')}
        </Badge>
      )}
    </span>
  );
}
