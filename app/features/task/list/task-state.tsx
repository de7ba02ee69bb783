import { useTranslation } from 'react-i18next';
import type { FreezeReason, SignerState, TaskLabel } from '#core/task/states.ts';
import { Badge } from '../../../ui/badge.tsx';
import style from './list.module.css';
import { SIGNER_LOOKS, TASK_LOOKS } from './looks.ts';

type Translate = ReturnType<typeof useTranslation<'task'>>['t'];

/** States by which a task is void; the list of void tasks says so of each. */
const VOID: readonly TaskLabel[] = ['EXPIRED', 'WITHDRAWN', 'REJECTED'];

/** What a list calls a state: among void tasks, by what each came to be void. */
export const labelText = (t: Translate, label: TaskLabel, amongVoid: boolean): string =>
  amongVoid && VOID.includes(label) ? t(`void.${label}`) : t(`label.${label}`);

/** The state in a word; of one that is held why, too ([8.14a]). */
export function TaskState({
  label,
  frozen,
  amongVoid = false,
}: {
  label: TaskLabel;
  frozen?: FreezeReason | null;
  amongVoid?: boolean;
}) {
  const { t } = useTranslation('task');
  const badge = <Badge {...TASK_LOOKS[label]}>{labelText(t, label, amongVoid)}</Badge>;
  if (!frozen) return badge;
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
