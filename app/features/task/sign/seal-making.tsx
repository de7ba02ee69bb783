import { useQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ERROR_CODES } from '#core/errors.ts';
import { getBuilderFacts, getStampProblem } from '#core/seal/calls.ts';
import type { EnterpriseCategory } from '#core/seal/states.ts';
import { queryOf } from '../../../query.ts';
import type { TaskDetail } from './use-task.ts';

/** The dialog that makes a seal of the enterprise; embedded pages have none. */
export type FirstSealDialog = (props: { category: EnterpriseCategory; onClose: () => void }) => ReactNode;

/** Why a new seal helps: others exist and are withheld from the operator, or wait for their certificate elsewhere. */
const MAKABLE: readonly string[] = [
  '',
  'SEAL_NOT_CREATED',
  'SEAL_CERTIFICATE_NOT_APPLIED',
  'SEAL_CERTIFICATE_APPLYING',
  'SEAL_CERTIFICATE_FAILED',
] satisfies ('' | keyof typeof ERROR_CODES)[];

/**
 * What an operator without a seal for a contract can do: make one at once, if they keep the enterprise's seals, or ask
 * whoever keeps them. `why` says which, `onMake` opens the dialog that makes one.
 */
export function useSealMaking(
  noSeal: boolean,
  sealKind: TaskDetail['signerList'][number]['sealKind'],
  firstSeal: FirstSealDialog | undefined,
) {
  const { t } = useTranslation(['sign', 'seal']);
  const [making, setMaking] = useState(false);
  const problem = useQuery({ ...queryOf(getStampProblem, {}), enabled: noSeal });
  const facts = useQuery({ ...queryOf(getBuilderFacts, {}), enabled: noSeal && firstSeal !== undefined });
  if (!noSeal) return { dialog: null };
  const mayMake = facts.data?.maySeal === true && MAKABLE.includes(problem.data?.problem ?? '-');
  const kind = sealKind === '' ? undefined : t(`seal:category.${sealKind}`);
  const why = mayMake
    ? t(kind ? 'makeSealOfKind' : 'makeSealFirst', { kind })
    : kind
      ? t('noSealOfKind', { kind })
      : problem.data?.message || t('noSeal');
  return {
    why,
    onMake: mayMake ? () => setMaking(true) : undefined,
    dialog: making && firstSeal && (
      <Suspense fallback={null}>
        {firstSeal({ category: sealKind || 'ENTERPRISE', onClose: () => setMaking(false) })}
      </Suspense>
    ),
  };
}
