import { useDeferredValue, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Contact } from '#core/contact/contact.ts';
import { searchContacts } from '#core/contact/search.ts';
import { contactSheet } from '#core/contact/sheet.ts';
import { storedLanguage } from '../../i18n/use-language.ts';
import { ContactLine } from '../../parts/people/contact-line.tsx';
import { usePreparedSearch, useReadings } from '../../parts/people/pinyin.ts';
import { type UsedBook, useBook } from '../../parts/people/use-book.ts';
import { SaveStatus } from '../../parts/room/save-status.tsx';
import { Button } from '../../ui/button.tsx';
import { Menu } from '../../ui/menu.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Page, Panel } from '../../ui/page.tsx';
import { EmptyState, LoadingState } from '../../ui/state.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { VirtualList } from '../../ui/virtual-list.tsx';
import { ChosenBar } from './chosen-bar.tsx';
import style from './contact.module.css';
import { ContactDialog } from './contact-dialog.tsx';
import { type GroupChoice, GroupList } from './group-list.tsx';
import { ImportDialog, saveSheet } from './import-dialog.tsx';
import { MergeDialog } from './merge-dialog.tsx';

/** /account/contactBook and /company/contactBook ([1.10b], [2.20]): contacts and their groups. */
export function ContactPage() {
  const { t } = useTranslation('contact');
  const book = useBook();
  if (!book)
    return (
      <Page title={t('title')}>
        <Panel>
          <LoadingState />
        </Panel>
      </Page>
    );
  return <Book book={book} />;
}

/** The open dialog. */
type Layer = { kind: 'add' } | { kind: 'open'; contactId: string } | { kind: 'merge' } | { kind: 'import' };

function Book({ book }: { book: UsedBook }) {
  const { t } = useTranslation('contact');
  const [layer, setLayer] = useState<Layer>();
  const close = () => setLayer(undefined);
  // a closed room means that the right to edit has ended
  const mayEdit = book.mayEdit && !book.status.closed;
  const opened = layer?.kind === 'open' && book.contacts.find((one) => one.contactId === layer.contactId);
  return (
    <Page
      title={t('title')}
      about={<SaveStatus status={book.status} />}
      actions={
        mayEdit && (
          <>
            <Menu
              label={t('more')}
              kind="plain"
              actions={[
                {
                  id: 'import',
                  label: t('import.open'),
                  icon: 'upload',
                  onAction: () => setLayer({ kind: 'import' }),
                },
                {
                  id: 'export',
                  label: t('export'),
                  icon: 'download',
                  disabled: book.contacts.length === 0,
                  onAction: () => void saveSheet(contactSheet(storedLanguage(), book.contacts, book.groups)),
                },
                {
                  id: 'merge',
                  label: t('merge.open'),
                  icon: 'copy',
                  onAction: () => setLayer({ kind: 'merge' }),
                },
              ]}
            />
            <Button kind="primary" icon="plus" onClick={() => setLayer({ kind: 'add' })}>
              {t('add')}
            </Button>
          </>
        )
      }
    >
      {book.status.closed ? (
        <Notice tone="warning">{t('closed')}</Notice>
      ) : (
        !book.mayEdit && <Notice tone="info">{t('readOnly')}</Notice>
      )}
      <Contacts
        book={book}
        mayEdit={mayEdit}
        onAdd={() => setLayer({ kind: 'add' })}
        onOpen={({ contactId }) => setLayer({ kind: 'open', contactId })}
      />
      {layer?.kind === 'add' && <ContactDialog book={book} mayEdit onClose={close} />}
      {opened && (
        <ContactDialog
          key={opened.contactId}
          book={book}
          contact={opened}
          mayEdit={mayEdit}
          onClose={close}
        />
      )}
      {layer?.kind === 'import' && <ImportDialog book={book} onClose={close} />}
      {layer?.kind === 'merge' && <MergeDialog book={book} onClose={close} />}
    </Page>
  );
}

function Contacts({
  book,
  mayEdit,
  onAdd,
  onOpen,
}: {
  book: UsedBook;
  mayEdit: boolean;
  onAdd: () => void;
  onOpen: (contact: Contact) => void;
}) {
  const { t } = useTranslation('contact');
  const { contacts, groups } = book;
  const [wanted, setWanted] = useState<GroupChoice>('ALL');
  const isGroup = groups.some(({ groupId }) => groupId === wanted);
  const shown = isGroup || wanted === 'NONE' ? wanted : 'ALL';
  const [text, setText] = useState('');
  const searched = useDeferredValue(text);
  const read = useReadings();
  usePreparedSearch(contacts, read);
  const within = useMemo(() => inGroup(contacts, shown, groups), [contacts, shown, groups]);
  const found = useMemo(() => searchContacts(within, searched, read), [within, searched, read]);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const chosenHere = useMemo(
    () => contacts.filter(({ contactId }) => chosen.has(contactId)),
    [contacts, chosen],
  );
  const toggle = ({ contactId }: Contact) => {
    const next = new Set(chosen);
    if (!next.delete(contactId)) next.add(contactId);
    setChosen(next);
  };
  return (
    <div className={style.book}>
      <GroupList book={book} mayEdit={mayEdit} shown={shown} onShow={setWanted} />
      <section className={style.list} aria-label={t('list')}>
        <TextField
          label={t('search')}
          hideLabel
          icon="search"
          placeholder={t('search')}
          value={text}
          onChange={setText}
          maxLength={50}
        />
        {chosenHere.length > 0 ? (
          <ChosenBar book={book} chosen={chosenHere} mayEdit={mayEdit} onClear={() => setChosen(new Set())} />
        ) : (
          <p className={style.count} role="status">
            {t('count', { count: found.length })}
          </p>
        )}
        {contacts.length === 0 ? (
          <EmptyState
            icon="users"
            title={t('empty.title')}
            actions={
              mayEdit && (
                <Button icon="plus" onClick={onAdd}>
                  {t('add')}
                </Button>
              )
            }
          >
            {t(mayEdit ? 'empty.text' : 'empty.textRead')}
          </EmptyState>
        ) : found.length === 0 ? (
          <EmptyState icon="search" title={t(searched ? 'empty.noneFound' : 'empty.group')} />
        ) : (
          <VirtualList
            label={t('list')}
            rows={found}
            rowKey={({ contactId }) => contactId}
            rowHeight={60}
            multiple
            chosen={chosen}
            onChoose={toggle}
            onOpen={onOpen}
          >
            {(contact) => <ContactLine contact={contact} />}
          </VirtualList>
        )}
      </section>
    </div>
  );
}

/** The contacts of a group; "none" contains those that are in no existing group. */
function inGroup(
  contacts: readonly Contact[],
  shown: GroupChoice,
  groups: UsedBook['groups'],
): readonly Contact[] {
  if (shown === 'ALL') return contacts;
  const known = new Set(groups.map(({ groupId }) => groupId));
  return contacts.filter((contact) =>
    shown === 'NONE' ? !contact.groups.some((group) => known.has(group)) : contact.groups.includes(shown),
  );
}
