import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { LIMITS } from '#core/config/limits.ts';
import { moveGroup, putGroup, removeGroup } from '#core/contact/book.ts';
import { type ContactGroup, groupName } from '#core/contact/contact.ts';
import { FormDialog } from '../../kit/form-dialog.tsx';
import type { UsedBook } from '../../parts/people/use-book.ts';
import { newKey } from '../../parts/room/new-key.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Menu } from '../../ui/menu.tsx';
import { Select } from '../../ui/select.tsx';
import { usePhone } from '../../ui/table/use-phone.ts';
import { TextField } from '../../ui/text-field.tsx';
import { toast } from '../../ui/toast-store.ts';
import style from './contact.module.css';

/** The selected group: its key, all contacts, or those in no group. */
export type GroupChoice = string | 'ALL' | 'NONE';

interface Props {
  book: UsedBook;
  mayEdit: boolean;
  shown: GroupChoice;
  onShow: (shown: GroupChoice) => void;
}

/** The list of groups to select from; on a phone a select field. */
export function GroupList({ book, mayEdit, shown, onShow }: Props) {
  const { t } = useTranslation('contact');
  const phone = usePhone();
  const [named, setNamed] = useState<{ group?: ContactGroup }>();
  const [removed, setRemoved] = useState<ContactGroup>();
  const counts = useMemo(() => countsOf(book), [book]);
  const all = [
    { groupId: 'ALL', name: t('group.all') },
    ...book.groups,
    { groupId: 'NONE', name: t('group.none') },
  ];
  const { doc } = book.open;
  const current = book.groups.find(({ groupId }) => groupId === shown);
  const at = current ? book.groups.indexOf(current) : -1;
  return (
    <nav className={style.groups} aria-label={t('group.title')}>
      {phone ? (
        <Select
          label={t('group.title')}
          value={shown}
          onChange={onShow}
          options={all.map(({ groupId, name }) => ({
            value: groupId,
            label: `${name} (${counts.get(groupId) ?? 0})`,
          }))}
        />
      ) : (
        <ul>
          {all.map(({ groupId, name }) => (
            <li key={groupId}>
              <button
                type="button"
                className={style.group}
                aria-current={groupId === shown || undefined}
                onClick={() => onShow(groupId)}
              >
                <span>{name}</span>
                <span className="tabular">{counts.get(groupId) ?? 0}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      {mayEdit && (
        <div className={style.groupDeeds}>
          <Button
            size="small"
            kind="quiet"
            icon="plus"
            disabled={book.groups.length >= LIMITS.contactGroups}
            onClick={() => setNamed({})}
          >
            {t('group.add')}
          </Button>
          {current && (
            <Menu
              label={t('group.deeds', { name: current.name })}
              icon="more"
              iconOnly
              size="small"
              actions={[
                {
                  id: 'rename',
                  label: t('group.rename'),
                  icon: 'pen',
                  onAction: () => setNamed({ group: current }),
                },
                {
                  id: 'up',
                  label: t('group.up'),
                  icon: 'chevron-up',
                  disabled: at === 0,
                  onAction: () => moveGroup(doc, current.groupId, -1),
                },
                {
                  id: 'down',
                  label: t('group.down'),
                  icon: 'chevron-down',
                  disabled: at === book.groups.length - 1,
                  onAction: () => moveGroup(doc, current.groupId, 1),
                },
                {
                  id: 'remove',
                  label: t('group.remove'),
                  icon: 'trash',
                  danger: true,
                  separated: true,
                  onAction: () => setRemoved(current),
                },
              ]}
            />
          )}
        </div>
      )}
      {named && (
        <NameDialog book={book} group={named.group} onClose={() => setNamed(undefined)} onNamed={onShow} />
      )}
      {removed && (
        <ConfirmDialog
          open
          onClose={() => setRemoved(undefined)}
          title={t('group.removeTitle')}
          thing={removed.name}
          consequence={t('group.removeText')}
          tone="danger"
          confirmLabel={t('group.remove')}
          onConfirm={() => {
            removeGroup(doc, removed.groupId);
            toast({ tone: 'success', text: t('group.removed', { name: removed.name }) });
          }}
        />
      )}
    </nav>
  );
}

/** Number of contacts per group, in total, and in no group. */
function countsOf({ contacts, groups }: UsedBook): ReadonlyMap<string, number> {
  const counts = new Map<string, number>(groups.map(({ groupId }) => [groupId, 0]));
  let none = 0;
  for (const contact of contacts) {
    let isIn = false;
    for (const group of contact.groups) {
      const count = counts.get(group);
      if (count === undefined) continue;
      counts.set(group, count + 1);
      isIn = true;
    }
    if (!isIn) none += 1;
  }
  return counts.set('ALL', contacts.length).set('NONE', none);
}

const rules = z.object({ name: groupName });

function NameDialog({
  book,
  group,
  onClose,
  onNamed,
}: {
  book: UsedBook;
  group: ContactGroup | undefined;
  onClose: () => void;
  onNamed: (groupId: string) => void;
}) {
  const { t } = useTranslation('contact');
  const [key] = useState(() => group?.groupId ?? newKey());
  return (
    <FormDialog<{ name: string }>
      title={t(group ? 'group.rename' : 'group.add')}
      submit={t('save')}
      initial={{ name: group?.name ?? '' }}
      rules={rules}
      save={async ({ name }, form) => {
        if (book.groups.some((one) => one.name === name && one.groupId !== key)) {
          form.setErrors({ name: t('group.repeated') });
          return false;
        }
        putGroup(book.open.doc, key, name);
        return true;
      }}
      onSaved={() => onNamed(key)}
      onClose={onClose}
    >
      <TextField name="name" label={t('group.name')} required autoFocus maxLength={LIMITS.contactGroupName} />
    </FormDialog>
  );
}
