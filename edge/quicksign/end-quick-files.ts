import type { ParsedInputOf } from '#core/call.ts';
import type {
  completeQuickFiles as completeCall,
  revokeQuickFiles as revokeCall,
} from '#core/quicksign/calls.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';
import { withRetry } from '#edge/kernel/storage/commit.ts';
import { changeGroup, readGroup, stateAfter } from './read-group.ts';

/** Revokes an unsigned group ([4.6]). */
export const revokeQuickFiles = (
  { id }: ParsedInputOf<typeof revokeCall>,
  context: SignedInContext,
): Promise<null> => end(id, 'revoke', context);

/** Completes a signed group ([4.6]). */
export const completeQuickFiles = (
  { id }: ParsedInputOf<typeof completeCall>,
  context: SignedInContext,
): Promise<null> => end(id, 'complete', context);

const TRAIL = { revoke: 'REVOKED', complete: 'COMPLETED' } as const;

const end = (id: string, event: 'revoke' | 'complete', context: SignedInContext): Promise<null> =>
  withRetry(async () => {
    const { actor } = context;
    const { group } = await readGroup(context, id);
    await changeGroup(context, group, {
      set: { state: stateAfter(group, event) },
      trail: [{ event: TRAIL[event], operator: actor.name, agent: actor.entName }],
      more: context.remember(null),
    });
    return null;
  });
