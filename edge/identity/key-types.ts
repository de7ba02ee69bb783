import { type AnyColumn, inArray, type SQL } from 'drizzle-orm';
import type { Actor } from '#edge/kernel/context.ts';

type LimitedActor = Pick<Actor, 'key' | 'embed'>;

/** Business types to which an API key limits the actor, also behind an embedded page; null for all. */
export const typesOf = ({ key, embed }: LimitedActor): readonly string[] | null =>
  (key ?? embed)?.businessTypes ?? null;

/** Whether the actor reaches things of this business type: always, unless by an API key for other types. */
export const keyReaches = (actor: LimitedActor, businessType: string): boolean =>
  typesOf(actor)?.includes(businessType) ?? true;

/** The same as a condition on a column; none where all types are reached. */
export const typesOfKey = (actor: LimitedActor, column: AnyColumn): SQL | undefined => {
  const types = typesOf(actor);
  return types ? inArray(column, [...types]) : undefined;
};
