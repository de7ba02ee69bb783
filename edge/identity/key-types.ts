import { type AnyColumn, inArray, type SQL } from 'drizzle-orm';
import type { Actor } from '#edge/kernel/context.ts';

/** Whether the actor reaches things of this business type: always, unless by an API key for other types. */
export const keyReaches = ({ key }: Pick<Actor, 'key'>, businessType: string): boolean =>
  !key?.businessTypes || key.businessTypes.includes(businessType);

/** The same as a condition on a column; none where all types are reached. */
export const typesOfKey = ({ key }: Pick<Actor, 'key'>, column: AnyColumn): SQL | undefined =>
  key?.businessTypes ? inArray(column, [...key.businessTypes]) : undefined;
