import { useTranslation } from 'react-i18next';
import type { SignerState, TaskLabel } from '#core/task/states.ts';
import { Badge } from '../../../ui/badge.tsx';
import { SIGNER_LOOKS, TASK_LOOKS } from './looks.ts';

export function TaskState({ label }: { label: TaskLabel }) {
  const { t } = useTranslation('task');
  return <Badge {...TASK_LOOKS[label]}>{t(`label.${label}`)}</Badge>;
}

export function SignerStateBadge({ state }: { state: SignerState }) {
  const { t } = useTranslation('task');
  return <Badge {...SIGNER_LOOKS[state]}>{t(`signer.${state}`)}</Badge>;
}
