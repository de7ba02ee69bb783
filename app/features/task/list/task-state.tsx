import { useTranslation } from 'react-i18next';
import type { FreezeReason, SignerState, TaskLabel } from '#core/task/states.ts';
import { Badge } from '../../../ui/badge.tsx';
import style from './list.module.css';
import { SIGNER_LOOKS, TASK_LOOKS } from './looks.ts';

/** The state in a word; of a frozen task why, too ([8.14a]). */
export function TaskState({ label, frozen }: { label: TaskLabel; frozen?: FreezeReason | null }) {
  const { t } = useTranslation('task');
  const badge = <Badge {...TASK_LOOKS[label]}>{t(`label.${label}`)}</Badge>;
  if (label !== 'FROZEN' || !frozen) return badge;
  return (
    <span className={style.frozen}>
      {badge}
      <small>{t(`frozen.${frozen}`)}</small>
    </span>
  );
}

export function SignerStateBadge({ state }: { state: SignerState }) {
  const { t } = useTranslation('task');
  return <Badge {...SIGNER_LOOKS[state]}>{t(`signer.${state}`)}</Badge>;
}
