import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { DAY_MS } from '#core/time.ts';
import type { Action, Rows } from '../../kit/action.ts';
import { ListView } from '../../kit/list-view.tsx';
import type { List } from '../../kit/use-list.ts';
import { Badge, type StateBadge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { FileUpload } from '../../ui/file-upload.tsx';
import { EmptyState } from '../../ui/state.tsx';
import { type Column, Table } from '../../ui/table/table.tsx';
import { useListState } from '../../ui/table/use-list-state.ts';
import { toast } from '../../ui/toast-store.ts';
import type { Upload } from '../../ui/use-uploads.ts';
import { Section } from './section.tsx';

type Sample = {
  id: string;
  name: string;
  number: string;
  state: keyof typeof BADGES;
  createTime: number;
  amount: number;
  picture: string;
  params: string;
};

const BADGES = {
  signing: { tone: 'info', icon: 'progress' },
  completed: { tone: 'success', icon: 'success' },
  expiring: { tone: 'warning', icon: 'hourglass' },
  rejected: { tone: 'error', icon: 'ban' },
} as const satisfies Record<string, StateBadge>;
const STATES = Object.keys(BADGES) as Sample['state'][];
const FIRST = Date.UTC(2026, 10, 20, 6, 5);
const TOTAL = 137;
const EMPTY_FILTERS = { name: '', number: '', state: '', time: ['', ''] as readonly string[], mine: false };
const PICTURE =
  'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"%3E%3Ccircle cx="20" cy="20" r="16" fill="none" stroke="%23b93a26" stroke-width="3"/%3E%3Cpath d="m20 11 2.6 6 6.400.600-4.900 4.200 1.500 6.300L20 24.800 14.400 28l1.500-6.300L11 17.500l6.400-.600z" fill="%23b93a26"/%3E%3C/svg%3E';

/** A sample list of made-up tasks, sorted and paged in the browser. */
export function Lists() {
  const { t } = useTranslation('gallery');
  const list = useListState(EMPTY_FILTERS);

  const all = useMemo(() => samples(t), [t]);
  const { filters, sort, current, size } = list;
  const found = all.filter(
    (row) =>
      row.name.includes(filters.name) &&
      row.number.includes(filters.number) &&
      (!filters.state || row.state === filters.state),
  );
  const sorted =
    sort?.column === 'amount'
      ? found.toSorted((a, b) => (a.amount - b.amount) * (sort.descending ? -1 : 1))
      : found;

  const columns = columnsOf(t);
  const onPage = sorted.slice((current - 1) * size, current * size);
  const shown: List<Sample> = {
    rows: onPage,
    state: list as List<Sample>['state'] & object,
    onReload: () => toast({ text: t('words.saved') }),
    paging: { current, size, total: found.length, onChange: list.setPage },
    sort,
    onSort: list.setSort,
    filtered: list.filtered,
    onClearFilters: list.reset,
  };
  const actions = actionsOf(t);

  return (
    <>
      <Section id="list" title={t('list')}>
        <ListView
          code="gallery.tasks"
          label={t('tasks')}
          list={shown}
          columns={columns}
          rowKey={(row) => row.id}
          index
          expand={(row) => <p>{t('words.expanded', { name: row.name })}</p>}
          actions={actions}
          fields={[
            { name: 'name', label: t('field.taskName') },
            { name: 'number', label: t('field.number') },
            {
              name: 'state',
              label: t('field.state'),
              kind: 'select',
              options: STATES.map((value) => ({ value, label: t(`state.${value}`) })),
            },
            { name: 'time', label: t('field.createTime'), kind: 'dateRange' },
            { name: 'mine', label: t('field.mine'), kind: 'checkbox' },
          ]}
          empty={{ title: t('empty.title') }}
        />
      </Section>
      <ListStates columns={columns} />
      <Section id="upload" title={t('upload')}>
        <FileUpload
          label={t('act.choose')}
          rules={{ types: ['.pdf', '.ofd', '.docx'], maxBytes: 50 * 1024 * 1024, maxFiles: 5 }}
          upload={pretendUpload}
          onDone={(item) => toast({ tone: 'success', text: item.name })}
        />
      </Section>
    </>
  );
}

/** Simulated upload: takes two seconds and fails for names with "fail", to show every state. */
const pretendUpload: Upload<string> = (file, { signal, onProgress }) =>
  new Promise((resolve, reject) => {
    let sent = 0;
    const timer = setInterval(() => {
      sent += 5;
      onProgress(sent, 100);
      if (sent < 100) return;
      clearInterval(timer);
      if (file.name.includes('fail')) reject(new Error('refused'));
      else resolve(file.name);
    }, 100);
    signal.addEventListener('abort', () => clearInterval(timer));
  });

/** Made-up tasks. */
const samples = (t: TFunction<'gallery'>): Sample[] =>
  Array.from({ length: TOTAL }, (_, i): Sample => {
    const kind = (['labor', 'sale', 'lease'] as const)[i % 3] ?? 'labor';
    return {
      id: `t${i}`,
      name: t(`sample.${kind}`, { number: i + 1 }),
      number: `QS-2026-${String(10_000 + i)}`,
      state: STATES[i % STATES.length] ?? 'signing',
      createTime: FIRST - i * DAY_MS,
      amount: 1200 + i * 731,
      picture: PICTURE,
      params: JSON.stringify({ scene: kind, order: ['A', 'B'], watermark: { size: 12, opacity: 10 } }),
    };
  });

const columnsOf = (t: TFunction<'gallery'>): Column<Sample>[] => [
  { id: 'name', title: t('field.taskName'), fixed: true, width: 240 },
  { id: 'number', title: t('field.number') },
  {
    id: 'state',
    title: t('field.state'),
    brief: true,
    cell: (row) => <Badge {...BADGES[row.state]}>{t(`state.${row.state}`)}</Badge>,
  },
  { id: 'amount', title: t('field.amount'), kind: 'number', sort: true },
  { id: 'createTime', title: t('field.createTime'), kind: 'dateTime', sort: true, brief: true },
  { id: 'picture', title: t('field.seal'), kind: 'image' },
  { id: 'params', title: t('field.params'), kind: 'long', width: 140 },
  { id: 'note', title: t('field.note'), hidden: true },
];

function actionsOf(t: TFunction<'gallery'>): Action<Sample>[] {
  const signable = (row: Sample) => row.state !== 'rejected';
  const tell = async ([row]: Rows<Sample>) => row.name;
  const done = ([row]: Rows<Sample>) => row.name;
  return [
    {
      id: 'sign',
      label: t('act.sign'),
      icon: 'pen',
      when: (row) => row.state === 'signing',
      run: tell,
      done,
    },
    { id: 'trail', label: t('act.trail'), icon: 'history', run: tell, done },
    { id: 'preview', label: t('act.preview'), icon: 'eye', run: tell, done },
    {
      id: 'download',
      label: t('act.download'),
      icon: 'download',
      disabled: (row) => !signable(row),
      run: tell,
      done,
    },
    {
      id: 'revoke',
      label: t('act.revoke'),
      icon: 'ban',
      danger: true,
      run: tell,
      done,
    },
    {
      id: 'urge',
      label: t('act.urge'),
      icon: 'bell',
      when: signable,
      batch: { only: true, keeps: true },
      run: tell,
      done,
    },
    {
      id: 'export',
      label: t('act.export'),
      icon: 'external',
      when: signable,
      batch: { only: true, keeps: true, choose: t('words.short') },
      run: tell,
      done,
    },
  ];
}

/** An empty list, a list without search results, and one that is loading. */
function ListStates({ columns }: { columns: Column<Sample>[] }) {
  const { t } = useTranslation('gallery');
  return (
    <Section id="list-states" title={t('listStates')}>
      <Table
        code="gallery.empty"
        label={t('empty.title')}
        columns={columns}
        rows={[]}
        rowKey={(row) => row.id}
        toolBar={false}
        empty={
          <EmptyState
            icon="contract"
            title={t('empty.title')}
            actions={<Button kind="primary">{t('act.send')}</Button>}
          >
            {t('empty.text')}
          </EmptyState>
        }
      />
      <Table
        code="gallery.none"
        label={t('empty.title')}
        columns={columns}
        rows={[]}
        rowKey={(row) => row.id}
        toolBar={false}
        filtered
        onClearFilters={() => undefined}
      />
      <Table
        code="gallery.loading"
        label={t('tasks')}
        columns={columns}
        rows={undefined}
        rowKey={(row) => row.id}
        toolBar={false}
        loading
      />
    </Section>
  );
}
