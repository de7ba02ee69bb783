import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { placeInGroup, removeContacts } from '#core/contact/book.ts';
import type { Contact } from '#core/contact/contact.ts';
import type { UsedBook } from '../../parts/people/use-book.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Menu } from '../../ui/menu.tsx';
import { toast } from '../../ui/toast-store.ts';
import style from './contact.module.css';

/** Actions on the selected contacts. */
export function ChosenBar({
  book,
  chosen,
  mayEdit,
  onClear,
}: {
  book: UsedBook;
  chosen: readonly Contact[];
  mayEdit: boolean;
  onClear: () => void;
}) {
  const { t } = useTranslation('contact');
  const [confirming, setConfirming] = useState(false);
  const keys = chosen.map(({ contactId }) => contactId);
  const { doc } = book.open;
  const put = (groupId: string, name: string, isIn: boolean) => {
    placeInGroup(doc, groupId, keys, isIn);
    toast({ tone: 'success', text: t(isIn ? 'group.put' : 'group.took', { count: keys.length, name }) });
  };
  const inSome = book.groups.filter(({ groupId }) => chosen.some(({ groups }) => groups.includes(groupId)));
  return (
    <div className={style.chosen} role="status">
      <span>{t('chosen', { count: chosen.length })}</span>
      <Button kind="text" onClick={onClear}>
        {t('clear')}
      </Button>
      <span className={style.spacer} />
      {mayEdit && book.groups.length > 0 && (
        <Menu
          label={t('group.putInto')}
          size="small"
          kind="plain"
          actions={book.groups.map(({ groupId, name }) => ({
            id: groupId,
            label: name,
            onAction: () => put(groupId, name, true),
          }))}
        />
      )}
      {mayEdit && inSome.length > 0 && (
        <Menu
          label={t('group.takeFrom')}
          size="small"
          kind="plain"
          actions={inSome.map(({ groupId, name }) => ({
            id: groupId,
            label: name,
            onAction: () => put(groupId, name, false),
          }))}
        />
      )}
      {mayEdit && (
        <Button size="small" icon="trash" onClick={() => setConfirming(true)}>
          {t('remove')}
        </Button>
      )}
      {confirming && (
        <ConfirmDialog
          open
          onClose={() => setConfirming(false)}
          title={t('removeTitle')}
          thing={chosen.length === 1 ? (chosen[0]?.name ?? '') : t('removeMany', { count: chosen.length })}
          consequence={t('removeText')}
          tone="danger"
          confirmLabel={t('remove')}
          onConfirm={() => {
            removeContacts(doc, keys);
            onClear();
            toast({ tone: 'success', text: t('removed', { count: keys.length }) });
          }}
        />
      )}
    </div>
  );
}
