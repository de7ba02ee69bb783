import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { OutputOf } from '#core/call.ts';
import { listAdministrators, showAdministrator } from '#core/company/administrator-calls.ts';
import { call } from '../../call.ts';
import { queryOf } from '../../query.ts';
import { SERVICE_PHONE } from '../../shell/contact.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Page, Panel } from '../../ui/page.tsx';
import { EmptyState, ErrorState, LoadingState } from '../../ui/state.tsx';
import style from './company.module.css';

type Row = OutputOf<typeof listAdministrators>[number];

/** /account/contactAdmin ([2.2]): contact persons in each enterprise and at the platform. */
export function ContactAdmin() {
  const { t } = useTranslation('company');
  const list = useQuery(queryOf(listAdministrators, {}));
  return (
    <Page title={t('contact.title')} about={t('contact.about')}>
      <Panel>
        {list.error && !list.data ? (
          <ErrorState error={list.error} onRetry={() => void list.refetch()} />
        ) : !list.data ? (
          <LoadingState />
        ) : (
          <>
            {list.data.length === 0 && (
              <EmptyState
                icon="building"
                title={t('contact.empty')}
                actions={<LinkButton to="/account/myBusiness?active=2">{t('mine.add')}</LinkButton>}
              >
                {t('contact.emptyText')}
              </EmptyState>
            )}
            <ul className={style.contacts}>
              {list.data.map((row) => (
                <Contact key={row.entId} row={row} />
              ))}
              <li className={style.contact}>
                <Avatar name={t('contact.service')} square />
                <span className={style.words}>
                  <strong>{t('contact.service')}</strong>
                </span>
                <a className={style.number} href={`tel:${SERVICE_PHONE}`}>
                  {SERVICE_PHONE}
                </a>
              </li>
            </ul>
          </>
        )}
      </Panel>
    </Page>
  );
}

/** A contact person. The number is masked until revealed; revealing it is recorded. */
function Contact({ row }: { row: Row }) {
  const { t } = useTranslation('company');
  const show = useMutation({ mutationFn: () => call(showAdministrator, { entId: row.entId }) });
  const about = row.self ? t('contact.self') : row.name || t('contact.none');
  return (
    <li className={style.contact}>
      <Avatar name={row.entName} square />
      <span className={style.words}>
        <strong>{row.entName}</strong>
        <span className={style.soft}>{about}</span>
      </span>
      {row.mobile !== '' && !row.self && (
        <>
          {show.data ? (
            <a className={style.number} href={`tel:${show.data.mobile}`}>
              {show.data.mobile}
            </a>
          ) : (
            <span className={style.number}>{row.mobile}</span>
          )}
          {!show.data && (
            <Button size="small" icon="eye" pending={show.isPending} onClick={() => show.mutate()}>
              {t('contact.show')}
            </Button>
          )}
        </>
      )}
    </li>
  );
}
