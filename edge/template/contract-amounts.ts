import type { AmountFact } from '#core/approval/amount.ts';
import { amountsOf } from '#core/approval/contract-amounts.ts';
import type { TemplateSource } from '#core/template/source.ts';
import type { Context } from '#edge/kernel/context.ts';
import { openContent, unsafeVersion } from './versions.ts';

/**
 * Amounts that flows judge of a contract with these templates, without an access check: the caller has checked the
 * templates, or made the contract from them. Throws NOT_FOUND for an unknown version.
 */
export async function unsafeContractAmounts(
  context: Context,
  typed: number | undefined,
  sources: readonly Pick<TemplateSource, 'versionId' | 'values'>[],
): Promise<AmountFact[]> {
  const filled = await Promise.all(
    sources.map(async ({ versionId, values }) => ({
      content: await openContent(context, await unsafeVersion(context, versionId)),
      values,
    })),
  );
  return amountsOf(typed, filled);
}
