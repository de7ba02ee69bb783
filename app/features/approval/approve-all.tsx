import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type ApprovalRow, listApprovals, passApprovals } from '#core/approval/calls.ts';
import { formatMoney } from '../../i18n/format.ts';
import { queryOf, useRefresh } from '../../query.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { toast } from '../../ui/toast-store.ts';
import { errorText } from '../../wire/client-error.ts';
import style from './approval.module.css';
import { forgetPassing, passAll, usePassing } from './passing.ts';
import { PassingBar } from './passing-progress.tsx';

const MOST_CHARACTERS = 500;
/** Most that are offered at once as being alike. */
const ALIKE = 500;

const kindOf = ({ subject, flowName, step }: ApprovalRow) => `${subject} ${flowName} · ${step}`;

/** What else waits for the user in the same flow and step as these: on other pages of the list, or not selected. */
function useAlike(rows: readonly ApprovalRow[]): readonly ApprovalRow[] {
  const { data } = useQuery(queryOf(listApprovals, { box: 'toDecide', size: ALIKE }));
  const kinds = new Set(rows.map(kindOf));
  const chosen = new Set(rows.map(({ approvalId }) => approvalId));
  return (data?.records ?? []).filter(
    (row) => kinds.has(kindOf(row)) && !chosen.has(row.approvalId) && row.actions.includes('decide'),
  );
}

interface Props {
  rows: readonly ApprovalRow[];
  onClose: () => void;
  onDone: (rows: readonly ApprovalRow[]) => void;
}

/**
 * Approves several, each with the digest of the listed state. They are grouped by flow and step, so that nobody
 * approves a differing one unnoticed. Closed while it runs, it goes on, and the list shows how far it is.
 */
export function ApproveAll({ rows, onClose, onDone }: Props) {
  const { t, i18n } = useTranslation('approval');
  const money = (fen: number) => formatMoney(fen / 100, i18n.language);
  const refresh = useRefresh();
  const [remark, setRemark] = useState('');
  const [waiting, setWaiting] = useState(rows);
  const [started, setStarted] = useState(false);
  const passing = usePassing();
  const running = passing?.running ?? false;
  const alike = useAlike(waiting);
  const kinds = Map.groupBy(waiting, ({ flowName, step }) => `${flowName} · ${step}`);
  // templates, uses of seals and business of other systems wait in the same list
  const isContracts = waiting.every(({ subject }) => subject === 'TASK');
  const close = () => (started ? onDone(rows) : onClose());

  const approve = async () => {
    setStarted(true);
    const { done, failed } = await passAll(waiting, remark, (error) => errorText(error, t));
    if (done > 0) toast({ tone: 'success', text: t('batch.done', { count: done }) });
    await refresh(passApprovals);
    setWaiting(failed.map(({ row }) => row));
    if (failed.length > 0) return;
    forgetPassing();
    onDone(rows);
  };
  return (
    <Dialog
      open
      onClose={close}
      title={t(isContracts ? 'batch.title' : 'batch.titleAny', { count: waiting.length })}
      actions={
        <>
          <Button onClick={close}>{t(running ? 'batch.background' : 'ui:cancel')}</Button>
          <Button kind="primary" icon="check" pending={running} onClick={approve}>
            {t('batch.confirm')}
          </Button>
        </>
      }
    >
      <ul className={style.kinds}>
        {[...kinds].map(([kind, some]) => (
          <li key={kind}>
            <strong>{kind}</strong> {t('batch.of', { count: some.length })}
            <span className={style.soft}>
              {some
                .slice(0, 5)
                .map(({ title, amount }) => (amount === null ? title : `${title} ${money(amount)}`))
                .join(t('between'))}
              {some.length > 5 && '…'}
            </span>
          </li>
        ))}
      </ul>
      {!started && alike.length > 0 && (
        <Notice
          actions={
            <Button size="small" onClick={() => setWaiting([...waiting, ...alike])}>
              {t('batch.addAlike', { count: alike.length })}
            </Button>
          }
        >
          {t('batch.alike', { count: alike.length })}
        </Notice>
      )}
      {kinds.size > 1 && <Notice tone="warning">{t('batch.unlike')}</Notice>}
      <TextArea
        label={t('field.words')}
        value={remark}
        onChange={setRemark}
        maxLength={MOST_CHARACTERS}
        disabled={running}
      />
      {passing && <PassingBar passing={passing} />}
    </Dialog>
  );
}
