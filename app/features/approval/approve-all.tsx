import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type ApprovalRow, decideApproval } from '#core/approval/calls.ts';
import { call } from '../../call.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { errorText } from '../../wire/client-error.ts';
import style from './approval.module.css';

/** Number of concurrent approval calls. */
const AT_ONCE = 6;
const WORDS = 500;

interface Props {
  rows: readonly ApprovalRow[];
  onClose: () => void;
  onDone: (rows: readonly ApprovalRow[]) => void;
}

/**
 * Approves several, each with the digest of the listed state. They are grouped by flow and step, so that nobody
 * approves a differing one unnoticed; failed ones stay listed with the reason.
 */
export function ApproveAll({ rows, onClose, onDone }: Props) {
  const { t } = useTranslation('approval');
  const [words, setWords] = useState('');
  const [done, setDone] = useState<readonly ApprovalRow[]>([]);
  const [failed, setFailed] = useState<readonly { row: ApprovalRow; why: string }[]>([]);
  const [running, setRunning] = useState(false);
  const kinds = Map.groupBy(rows, ({ flowName, step }) => `${flowName} · ${step}`);
  const ended = done.length + failed.length;

  const approve = async () => {
    setRunning(true);
    const waiting = rows.filter((row) => !done.includes(row));
    setFailed([]);
    const passed: ApprovalRow[] = [...done];
    let faults = 0;
    const oneAfterTheOther = async () => {
      for (let row = waiting.shift(); row; row = waiting.shift()) {
        const { approvalId, digest } = row;
        try {
          await call(decideApproval, { approvalId, digest, decision: 'PASS', words });
          passed.push(row);
          setDone([...passed]);
        } catch (error) {
          faults++;
          const fault = { row, why: errorText(error, t) };
          setFailed((old) => [...old, fault]);
        }
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, oneAfterTheOther));
    setRunning(false);
    if (faults === 0) onDone(passed);
  };
  return (
    <Dialog
      open
      onClose={() => (done.length > 0 ? onDone(done) : onClose())}
      title={t('batch.title', { count: rows.length })}
      locked={running}
      actions={
        <>
          <Button onClick={() => (done.length > 0 ? onDone(done) : onClose())} disabled={running}>
            {t('ui:cancel')}
          </Button>
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
                .map(({ title }) => title)
                .join('、')}
              {some.length > 5 && '…'}
            </span>
          </li>
        ))}
      </ul>
      {kinds.size > 1 && <Notice tone="warning">{t('batch.unlike')}</Notice>}
      <TextArea
        label={t('field.words')}
        value={words}
        onChange={setWords}
        maxLength={WORDS}
        disabled={running}
      />
      {(running || ended > 0) && (
        <label className={style.progress}>
          <progress max={rows.length} value={ended} />
          <span role="status">{t('batch.progress', { done: ended, count: rows.length })}</span>
        </label>
      )}
      {failed.length > 0 && (
        <Notice tone="error">
          <ul className={style.faults}>
            {failed.map(({ row, why }) => (
              <li key={row.approvalId}>
                {row.title}: {why}
              </li>
            ))}
          </ul>
        </Notice>
      )}
    </Dialog>
  );
}
