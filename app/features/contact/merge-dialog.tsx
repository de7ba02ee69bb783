import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { putContact, removeContacts } from '#core/contact/book.ts';
import type { Contact } from '#core/contact/contact.ts';
import { type Cluster, findDuplicates, mergeContacts } from '#core/contact/duplicates.ts';
import { ContactLine } from '../../parts/people/contact-line.tsx';
import type { UsedBook } from '../../parts/people/use-book.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { EmptyState } from '../../ui/state.tsx';
import { toast } from '../../ui/toast-store.ts';
import style from './contact.module.css';

/** Number of clusters shown at once. */
const PAGE_SIZE = 20;

/** Likely duplicates: keeps one contact of each cluster and fills its gaps from the others, which are removed. */
export function MergeDialog({ book, onClose }: { book: UsedBook; onClose: () => void }) {
  const { t } = useTranslation('contact');
  const clusters = useMemo(() => findDuplicates(book.contacts), [book.contacts]);
  const [choices, setChoices] = useState<Readonly<Record<string, string>>>({});
  const chosenOf = (cluster: Cluster): Contact =>
    cluster.find(({ contactId }) => contactId === choices[keyOf(cluster)]) ?? fullest(cluster);
  const merge = (some: readonly Cluster[]) => {
    const { doc } = book.open;
    doc.transact(() => {
      for (const cluster of some) {
        const one = chosenOf(cluster);
        const others = cluster.filter((contact) => contact !== one);
        putContact(doc, one.contactId, mergeContacts(one, others));
        removeContacts(
          doc,
          others.map(({ contactId }) => contactId),
        );
      }
    });
    toast({ tone: 'success', text: t('merge.done', { count: some.length }) });
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('merge.title')}
      width="wide"
      actions={
        <>
          <Button onClick={onClose}>{t('ui:close')}</Button>
          {clusters.length > 0 && (
            <Button kind="primary" onClick={() => merge(clusters)}>
              {t('merge.all', { count: clusters.length })}
            </Button>
          )}
        </>
      }
    >
      {clusters.length === 0 ? (
        <EmptyState icon="success" title={t('merge.none')} />
      ) : (
        <>
          <p>{t('merge.text')}</p>
          {clusters.slice(0, PAGE_SIZE).map((cluster) => (
            <fieldset key={keyOf(cluster)} className={style.cluster}>
              <legend>{t('merge.keep', { name: cluster[0].name })}</legend>
              {cluster.map((contact) => (
                <label key={contact.contactId} className={style.same}>
                  <input
                    type="radio"
                    name={keyOf(cluster)}
                    checked={chosenOf(cluster) === contact}
                    onChange={() => setChoices({ ...choices, [keyOf(cluster)]: contact.contactId })}
                  />
                  <ContactLine contact={contact} />
                </label>
              ))}
              <div>
                <Button size="small" onClick={() => merge([cluster])}>
                  {t('merge.these')}
                </Button>
              </div>
            </fieldset>
          ))}
          {clusters.length > PAGE_SIZE && (
            <p className={style.count}>{t('merge.more', { count: clusters.length - PAGE_SIZE })}</p>
          )}
        </>
      )}
    </Dialog>
  );
}

const keyOf = (cluster: Cluster): string => cluster[0].contactId;

/** The contact with the most values. */
const fullest = (cluster: Cluster): Contact =>
  cluster.reduce((best, one) => (known(one) > known(best) ? one : best));
const known = (contact: Contact): number => Object.values(contact).filter((value) => value.length > 0).length;
