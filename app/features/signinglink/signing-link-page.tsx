import { useParams } from '@remix-run/react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OutputOf } from '#core/call.ts';
import { plainFileName } from '#core/file-name.ts';
import {
  changeSigningLink,
  listSigningLinkEntries,
  readSigningLink,
  rotateSigningLink,
  switchSigningLink,
} from '#core/signinglink/calls.ts';
import { call, saveFile } from '../../call.ts';
import { formatDateTime } from '../../i18n/format.ts';
import type { Action } from '../../kit/action.ts';
import { DetailPage } from '../../kit/detail-page.tsx';
import { FormDialog } from '../../kit/form-dialog.tsx';
import type { RowOf } from '../../kit/use-list.ts';
import { writeSheet } from '../../kit/write-sheet.ts';
import { queryOf } from '../../query.ts';
import { usePageTitle } from '../../shell/page-title.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useOnline } from '../../ui/offline-banner.tsx';
import { Panel } from '../../ui/page.tsx';
import { LinkEntries } from './link-entries.tsx';
import { LinkRules, readRules, type TypedRules, typedRules } from './link-rules.tsx';
import { SharePanel } from './share-panel.tsx';
import { LinkState } from './state-badge.tsx';

type SigningLink = OutputOf<typeof readSigningLink>;
type Entry = RowOf<typeof listSigningLinkEntries>;
type T = ReturnType<typeof useTranslation<'signinglink'>>['t'];

/** How often the page looks who came: ms. */
const POLL = 5_000;
const PAGE = 500;

/** One signing link: its address, its rules, and who came by it. */
export function SigningLinkPage() {
  const { linkId = '' } = useParams();
  const { t } = useTranslation('signinglink');
  const online = useOnline();
  const query = useQuery({
    ...queryOf(readSigningLink, { linkId }),
    refetchInterval: ({ state }) => (online && state.data?.state === 'OPEN' ? POLL : false),
  });
  usePageTitle({ subject: query.data?.taskName });
  return (
    <DetailPage
      query={query}
      kind={t('list.title')}
      title={({ taskName }) => taskName}
      about={({ state }) => <LinkState state={state} />}
      actions={useLinkActions(t)}
    >
      {(link) => (
        <>
          {link.problem !== '' && (
            <Notice tone="warning">{t('page.nobody', { reason: link.problem })}</Notice>
          )}
          {link.outdated && <Notice>{t('page.outdated')}</Notice>}
          <Panel title={t('share.title')}>
            <SharePanel
              linkId={link.linkId}
              name={link.taskName}
              url={link.url}
              counterOnly={link.counterOnly}
            />
          </Panel>
          <Panel title={t('page.summary')}>
            <Facts grid facts={factsOf(t, link)} />
          </Panel>
          <Panel title={t('page.entries')}>
            <LinkEntries link={link} />
          </Panel>
        </>
      )}
    </DetailPage>
  );
}

const factsOf = (t: T, link: SigningLink) =>
  [
    [
      t('list.sent'),
      link.limit === null ? link.sent : t('list.sentOf', { sent: link.sent, limit: link.limit }),
    ],
    [t('list.pending'), link.pending],
    [t('list.until'), link.until === null ? t('page.noEnd') : formatDateTime(link.until)],
    [
      t('page.who'),
      link.allowed.length === 0 ? t('page.everybody') : t('page.listed', { count: link.allowed.length }),
    ],
    [t('page.times'), t(link.repeats ? 'page.several' : 'page.once')],
    [t('page.approval'), t(link.approval ? 'page.approvalYes' : 'page.approvalNo')],
    [t('publish.opener'), link.opener],
    [t('page.parties'), link.parties.join('、')],
    [t('list.template'), link.templateName],
    [t('list.creator'), link.creator],
  ] as const;

function useLinkActions(t: T): Action<SigningLink>[] {
  const [exporting, setExporting] = useState(false);
  return [
    {
      id: 'stop',
      label: t('action.stop'),
      icon: 'pause',
      when: ({ state }) => state !== 'STOPPED',
      ask: ([{ taskName }]) => ({
        title: t('action.stopTitle'),
        thing: taskName,
        consequence: t('action.stopText'),
      }),
      run: ([{ linkId }]) => call(switchSigningLink, { linkId, open: false }),
      done: () => t('action.stopped'),
      calls: [switchSigningLink],
    },
    {
      id: 'open',
      label: t('action.open'),
      icon: 'success',
      when: ({ state }) => state === 'STOPPED',
      run: ([{ linkId }]) => call(switchSigningLink, { linkId, open: true }),
      done: () => t('action.opened'),
      calls: [switchSigningLink],
    },
    {
      id: 'rules',
      label: t('action.rules'),
      icon: 'pen',
      layer: ({ rows: [link], close, renew }) => (
        <RulesDialog link={link} onClose={close} onSettled={renew} />
      ),
      calls: [changeSigningLink],
    },
    {
      id: 'rotate',
      label: t('action.rotate'),
      icon: 'refresh',
      danger: true,
      ask: ([{ taskName }]) => ({
        title: t('action.rotateTitle'),
        thing: taskName,
        consequence: t('action.rotateText'),
      }),
      run: ([{ linkId }]) => call(rotateSigningLink, { linkId }),
      done: () => t('action.rotated'),
      calls: [rotateSigningLink],
    },
    {
      id: 'export',
      label: t('action.export'),
      icon: 'external',
      busy: exporting,
      run: async ([link]) => {
        setExporting(true);
        await exportEntries(t, link).finally(() => setExporting(false));
      },
    },
  ];
}

function RulesDialog({
  link,
  onClose,
  onSettled,
}: {
  link: SigningLink;
  onClose: () => void;
  onSettled: () => unknown;
}) {
  const { t } = useTranslation('signinglink');
  const { linkId, limit, until, allowed, repeats, approval, counterOnly } = link;
  return (
    <FormDialog<TypedRules>
      title={t('action.rules')}
      submit={t('action.save')}
      initial={{
        limit,
        until: until === null ? '' : dayOf(until),
        allowed: allowed.join('\n'),
        repeats,
        approval,
        counterOnly,
      }}
      rules={typedRules}
      save={(values) => call(changeSigningLink, { linkId, ...readRules(values) })}
      done={() => t('action.saved')}
      onClose={onClose}
      onSettled={onSettled}
    >
      <LinkRules />
    </FormDialog>
  );
}

/** The day of a time, in the device's time zone, as a date field takes it. */
function dayOf(at: number): string {
  const day = new Date(at);
  const two = (n: number) => String(n).padStart(2, '0');
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`;
}

async function exportEntries(t: T, { linkId, taskName }: SigningLink): Promise<void> {
  const rows: Entry[] = [];
  for (let current = 1; ; current++) {
    const { records } = await call(listSigningLinkEntries, { linkId, current, size: PAGE });
    rows.push(...records);
    if (records.length < PAGE) break;
  }
  const blob = await writeSheet<Entry>(
    [
      { title: t('column.time'), width: 20, value: (row) => formatDateTime(row.createTime) },
      { title: t('column.name'), width: 16, value: (row) => row.userName },
      { title: t('column.mobile'), width: 16, value: (row) => row.mobile },
      ...(rows[0]?.values ?? []).map(({ name }, i) => ({
        title: name,
        width: 20,
        value: (row: Entry) => row.values[i]?.value ?? '',
      })),
      { title: t('list.state'), width: 14, value: (row) => t(`entryState.${row.state}`) },
      { title: t('column.number'), width: 24, value: (row) => row.planNumber },
    ],
    rows,
    taskName,
  );
  saveFile({ name: `${plainFileName(taskName)}.xlsx`, blob });
}
