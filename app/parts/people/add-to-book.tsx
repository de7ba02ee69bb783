import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LIMITS } from '#core/config/limits.ts';
import { putContacts } from '#core/contact/book.ts';
import type { Contact, ContactFacts } from '#core/contact/contact.ts';
import { isKnownContact } from '#core/contact/from-task.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { EmptyState, LoadingState } from '../../ui/state.tsx';
import { toast } from '../../ui/toast-store.ts';
import { VirtualList } from '../../ui/virtual-list.tsx';
import { newKey } from '../room/new-key.ts';
import { ContactLine } from './contact-line.tsx';
import style from './people.module.css';
import { useBook } from './use-book.ts';

/** Saves parties of a contract as contacts; those already in the address book are marked. */
export function AddToBook({ parties, onClose }: { parties: readonly ContactFacts[]; onClose: () => void }) {
  const { t } = useTranslation(['people', 'contact']);
  const book = useBook();
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const rows = parties.map((facts, i): Contact => ({ ...facts, contactId: String(i), groups: [] }));
  const isKnown = (one: Contact) => book !== undefined && isKnownContact(book.contacts, one);
  const chosen = rows.filter((one) => !left.has(one.contactId) && !isKnown(one));
  const isFull = (book?.contacts.length ?? 0) + chosen.length > LIMITS.contacts;
  const toggle = ({ contactId }: Contact) => {
    const next = new Set(left);
    if (!next.delete(contactId)) next.add(contactId);
    setLeft(next);
  };
  const add = () => {
    if (!book) return;
    putContacts(
      book.open.doc,
      chosen.map((one) => ({ ...one, contactId: newKey() })),
    );
    toast({ tone: 'success', text: t('kept', { count: chosen.length }) });
    onClose();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('keepTitle')}
      actions={
        <>
          <Button onClick={onClose}>{t('ui:cancel')}</Button>
          <Button
            kind="primary"
            disabled={!book?.mayEdit || book.status.closed || chosen.length === 0 || isFull}
            onClick={add}
          >
            {t('keep', { count: chosen.length })}
          </Button>
        </>
      }
    >
      {!book ? (
        <LoadingState />
      ) : rows.length === 0 ? (
        <EmptyState icon="users" title={t('nobody')} />
      ) : (
        <div className={style.keeping}>
          <VirtualList
            label={t('keepTitle')}
            rows={rows}
            rowKey={({ contactId }) => contactId}
            multiple
            chosen={new Set(chosen.map(({ contactId }) => contactId))}
            onChoose={toggle}
            disabled={isKnown}
          >
            {(one) => (
              <>
                <ContactLine contact={one} />
                {isKnown(one) && <span className={style.taken}>{t('inBook')}</span>}
              </>
            )}
          </VirtualList>
        </div>
      )}
    </Dialog>
  );
}
