import type { SQL } from 'drizzle-orm';
import type { CompanyRecord } from '#core/company/states.ts';
import { AppError } from '#core/errors.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';
import { commit, withRetry } from '#edge/kernel/storage/commit.ts';
import type { Statement } from '#edge/kernel/storage/statement.ts';
import { recordCompany } from './records.ts';

type ClosedState<State> = { state: State; decidedAt: number; decidedBy: string };

/** One kind of application that a person makes to an enterprise: how it is read and withdrawn. */
export interface OwnApplication<State extends string> {
  /** The actor's own application with this id. */
  read(): PromiseLike<{ id: string; enterpriseId: string; state: State }[]>;
  /** The state after withdrawal; null if it can no longer be withdrawn. */
  next(state: State): State | null;
  /** Guard: it is undecided. */
  stillOpen: SQL;
  write(set: ClosedState<State>): Statement;
  record: CompanyRecord;
}

/** Withdraws an own application that is undecided. Throws NOT_FOUND, APPLICATION_DECIDED. */
export function withdrawApplication<State extends string>(
  context: SignedInContext,
  application: OwnApplication<State>,
): Promise<null> {
  const { actor, now } = context;
  return withRetry(async () => {
    const [row] = await application.read();
    if (!row) throw new AppError('NOT_FOUND');
    const state = application.next(row.state);
    if (!state) throw new AppError('APPLICATION_DECIDED');
    await commit(
      context,
      [application.stillOpen],
      [
        application.write({ state, decidedAt: now, decidedBy: actor.accountId }),
        recordCompany(context, row.enterpriseId, application.record, {
          operatorId: actor.accountId,
          subjectId: actor.accountId,
        }),
      ],
    );
    return null;
  });
}
