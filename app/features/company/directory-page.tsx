import { useNavigate, useSearchParams } from '@remix-run/react';
import { useDeferredValue, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PickedParty } from '#core/task/partner.ts';
import { ColleagueLine, DepartmentChoice } from '../../parts/people/colleague-source.tsx';
import { useReadings } from '../../parts/people/pinyin.ts';
import {
  type Colleague,
  colleaguesIn,
  searchColleagues,
  useDirectory,
} from '../../parts/people/use-directory.ts';
import { useMay } from '../../shell/use-identity.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Page, Panel } from '../../ui/page.tsx';
import { EmptyState, ErrorState, LoadingState } from '../../ui/state.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { VirtualList } from '../../ui/virtual-list.tsx';
import style from './directory.module.css';

/** /company/contact ([1.10a], [2.3a]): directory of the enterprise's members; starts a contract with selected ones. */
export function DirectoryPage() {
  const { t } = useTranslation(['company', 'people']);
  const { directory, error, again } = useDirectory();
  return (
    <Page title={t('directory.title')} about={t('directory.about')}>
      {directory ? (
        <Directory {...directory} />
      ) : (
        <Panel>{error ? <ErrorState error={error} onRetry={again} /> : <LoadingState />}</Panel>
      )}
    </Page>
  );
}

function Directory({ colleagues, departments }: NonNullable<ReturnType<typeof useDirectory>['directory']>) {
  const { t } = useTranslation(['company', 'people']);
  const navigate = useNavigate();
  const maySend = useMay('contract_send');
  const [params, setParams] = useSearchParams();
  const wanted = params.get('departmentId') ?? '';
  const departmentId = departments.some((one) => one.departmentId === wanted) ? wanted : 'ALL';
  const [text, setText] = useState('');
  const search = useDeferredValue(text);
  const read = useReadings();
  const found = useMemo(
    () => searchColleagues(colleaguesIn(colleagues, departments, departmentId), search, read),
    [colleagues, departments, departmentId, search, read],
  );
  const [seen, setSeen] = useState<Colleague>();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const toggle = ({ userId }: Colleague) => {
    const next = new Set(chosen);
    if (!next.delete(userId)) next.add(userId);
    setChosen(next);
  };
  /** Starts a contract with them as individuals. */
  const start = (people: readonly Colleague[]) =>
    navigate('/entcontract/startEntContract?step=parties', {
      state: { parties: people.map(individual) },
    });
  const chosenPeople = colleagues.filter(({ userId }) => chosen.has(userId));
  return (
    <div className={style.directory}>
      {departments.length > 0 && (
        <nav className={style.side} aria-label={t('people:departments')}>
          <DepartmentChoice
            departments={departments}
            selected={departmentId}
            onSelect={(id) => setParams(id === 'ALL' ? {} : { departmentId: id }, { replace: true })}
          />
        </nav>
      )}
      <section className={style.list} aria-label={t('directory.title')}>
        <TextField
          label={t('people:search.colleagues')}
          hideLabel
          icon="search"
          placeholder={t('people:search.colleagues')}
          maxLength={50}
          value={text}
          onChange={setText}
        />
        <div className={style.bar} role="status">
          <span>
            {chosenPeople.length > 0
              ? t('directory.chosen', { count: chosenPeople.length })
              : t('directory.count', { count: found.length })}
          </span>
          {chosenPeople.length > 0 && (
            <>
              <Button kind="text" onClick={() => setChosen(new Set())}>
                {t('directory.clear')}
              </Button>
              <Button size="small" icon="send" onClick={() => start(chosenPeople)}>
                {t('directory.start')}
              </Button>
            </>
          )}
        </div>
        {found.length === 0 ? (
          <EmptyState
            icon={search === '' ? 'users' : 'search'}
            title={t(search === '' ? 'directory.nobody' : 'people:noneFound')}
          />
        ) : (
          <VirtualList
            label={t('people:source.colleagues')}
            rows={found}
            rowKey={({ userId }) => userId}
            multiple={maySend}
            chosen={chosen}
            onChoose={maySend ? toggle : setSeen}
            onOpen={setSeen}
            {...(maySend
              ? {
                  act: {
                    label: t('directory.start'),
                    icon: 'send' as const,
                    run: (one: Colleague) => start([one]),
                  },
                }
              : {})}
          >
            {(one) => <ColleagueLine colleague={one} />}
          </VirtualList>
        )}
      </section>
      {seen && (
        <Dialog
          open
          onClose={() => setSeen(undefined)}
          title={seen.name}
          actions={
            maySend && (
              <Button kind="primary" icon="send" onClick={() => start([seen])}>
                {t('directory.start')}
              </Button>
            )
          }
        >
          <Facts
            facts={[
              [t('directory.department'), seen.department],
              seen.leads.length > 0 && [t('directory.leads'), seen.leads.join(t('ui:separator'))],
              [t('directory.mobile'), seen.mobile],
              [t('directory.email'), seen.email],
            ]}
          />
          {seen.mobile.includes('*') && <p className={style.hint}>{t('directory.masked')}</p>}
        </Dialog>
      )}
    </div>
  );
}

/** A colleague as an individual signer, identified by account, so that the number stays hidden. */
const individual = ({ userId, name }: Colleague): PickedParty => ({
  key: userId,
  type: 'PERSON',
  accountId: userId,
  entName: '',
  userName: name,
  mobile: '',
  department: '',
  email: '',
});
