import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ComponentFlags } from '#core/identity/component-flags.ts';
import type { RecordKind } from '#core/template/parts.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Page, Panel } from '../../ui/page.tsx';
import type { RowAction } from '../../ui/table/table.tsx';
import { toast } from '../../ui/toast-store.ts';
import { PartRecords } from './part-records.tsx';
import style from './template.module.css';

/** What lists of roles, of fields and of templates have in common. */

export type Editing<R> = { deed: 'edit' | 'delete'; row: R } | { deed: 'add' };
type Part = { editable: boolean };

/** The frame of a list, with its buttons ([6.6c]). */
export function PartPage(props: {
  kind: RecordKind;
  title: string;
  about: string;
  /** The words of the button that adds. */
  add: string;
  mayAdd: boolean;
  onAdd: () => void;
  children: ReactNode;
}) {
  const { t } = useTranslation('template');
  const [reading, setReading] = useState(false);
  return (
    <Page
      title={props.title}
      about={props.about}
      actions={
        <>
          <Button icon="history" onClick={() => setReading(true)}>
            {t('record.title')}
          </Button>
          {props.mayAdd && (
            <Button kind="primary" icon="plus" onClick={props.onAdd}>
              {props.add}
            </Button>
          )}
        </>
      }
    >
      <Panel>{props.children}</Panel>
      {reading && <PartRecords kind={props.kind} onClose={() => setReading(false)} />}
    </Page>
  );
}

/** [6.6d] What can be done with a row: nothing with what the system gives. */
export const partActions = <R extends Part>(
  { list }: ComponentFlags,
  words: { edit: string; delete: string },
  onAction: (editing: Editing<R>) => void,
): RowAction<R>[] => [
  ...(list.edit
    ? [
        {
          id: 'edit',
          label: words.edit,
          icon: 'pen' as const,
          hidden: (row: R) => !row.editable,
          onAction: (row: R) => onAction({ deed: 'edit', row }),
        },
      ]
    : []),
  ...(list.delete
    ? [
        {
          id: 'delete',
          label: words.delete,
          icon: 'trash' as const,
          danger: true,
          hidden: (row: R) => !row.editable,
          onAction: (row: R) => onAction({ deed: 'delete', row }),
        },
      ]
    : []),
];

/** A part's name, with a word where it is the system's. */
export function PartName({ name, editable }: { name: string } & Part) {
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

/** Asks before a part is removed ([7.3c], [7.5d]). */
export function RemovePart(props: {
  title: string;
  name: string;
  flags?: ComponentFlags['delete'];
  /** What will be so afterwards. */
  consequence: string;
  remove: () => Promise<unknown>;
  onClose: () => void;
  onSettled: () => unknown;
}) {
  const { t } = useTranslation('template');
  return (
    <ConfirmDialog
      open
      onClose={props.onClose}
      title={props.title}
      thing={props.name}
      consequence={props.consequence}
      tone="danger"
      confirmLabel={t('delete')}
      {...(props.flags ? { buttons: props.flags } : {})}
      onConfirm={async () => {
        try {
          await props.remove();
          toast({ tone: 'success', text: t('deleted', { name: props.name }) });
        } finally {
          void props.onSettled();
        }
      }}
    />
  );
}
