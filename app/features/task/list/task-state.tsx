import { useTranslation } from 'react-i18next';
import type { FreezeReason, SignerState, TaskLabel } from '#core/task/states.ts';
import type { VoidState } from '#core/task/void.ts';
import { Badge } from '../../../ui/badge.tsx';
import { BADGE } from '../../../ui/badges.ts';
import { SIGNER_BADGES, TASK_BADGES } from './badges.ts';
import style from './list.module.css';

type Translate = ReturnType<typeof useTranslation<'task'>>['t'];

/** States that make a task void; the list of void tasks labels them accordingly. */
const VOID: readonly TaskLabel[] = ['EXPIRED', 'WITHDRAWN', 'REJECTED'];

/** The label of a state in a list; among void tasks, the reason why it is void. */
export const labelText = (t: Translate, label: TaskLabel, amongVoid: boolean): string =>
  amongVoid && VOID.includes(label) ? t(`void.${label}`) : t(`label.${label}`);

/** The state as a word; for a held task with the reason ([8.14a]). */
export function TaskState({
  label,
  frozen,
  amongVoid = false,
  voidState = '',
  waitsFor = '',
}: {
  label: TaskLabel;
  frozen?: FreezeReason | null;
  amongVoid?: boolean;
  /** For a completed task that is being voided, or was. */
  voidState?: VoidState;
  /** The enterprise that has to be verified before the reader can sign for it. */
  waitsFor?: string;
}) {
  const { t } = useTranslation('task');
  const badge = <Badge {...TASK_BADGES[label]}>{labelText(t, label, amongVoid)}</Badge>;
  if (voidState !== '')
    return (
      <span className={style.frozen}>
        {badge}
        <Badge {...(voidState === 'VOIDED' ? BADGE.undone : BADGE.waiting)}>
          {t(`voidState.${voidState}`)}
        </Badge>
      </span>
    );
  const why = frozen ? t(`frozen.${frozen}`) : waitsFor && t('waitsFor', { name: waitsFor });
  if (!why) return badge;
  return (
    <span className={style.frozen}>
      {badge}
      <small>{why}</small>
    </span>
  );
}

export function SignerStateBadge({ state }: { state: SignerState }) {
  const { t } = useTranslation('task');
  return <Badge {...SIGNER_BADGES[state]}>{t(`signer.${state}`)}</Badge>;
}
