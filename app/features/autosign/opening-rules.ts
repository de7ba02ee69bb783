import { z } from 'zod';
import { SENDER_ROLES } from '#core/autosign/opening.ts';
import { BUSINESS_TYPES } from '#core/company/business-types.ts';
import { LIMITS } from '#core/config/limits.ts';
import { DAY_MS } from '#core/time.ts';
import { dayEnd } from '../../ui/table/day-range.ts';

const flags = z.record(z.string(), z.boolean());
const chosenOf = <V extends string>(all: readonly V[], values: Record<string, boolean>): V[] =>
  all.filter((one) => values[one]);

/** What the form's scope means: null for all business types, for everybody who may send. */
export const scopeOf = ({
  limited,
  types,
  whose,
  roles,
  dailyLimit,
  until,
}: {
  limited: string;
  types: Record<string, boolean>;
  whose: string;
  roles: Record<string, boolean>;
  dailyLimit: number | null;
  until: string;
}) => ({
  businessTypes: limited === 'ALL' ? null : chosenOf(BUSINESS_TYPES, types),
  senderRoles: whose === 'ALL' ? null : chosenOf(SENDER_ROLES, roles),
  dailyLimit: dailyLimit ?? 0,
  until: dayEnd(until) ?? 0,
});

/** The form of an opening, with the scope as `openAutoSign` takes it. */
export const openingRules = z
  .object({
    sealId: z.string().min(1),
    limited: z.enum(['ALL', 'SOME']),
    types: flags,
    whose: z.enum(['ALL', 'SOME']),
    roles: flags,
    dailyLimit: z.number().int().min(1).max(LIMITS.autoSignsPerDay),
    until: z.string().refine((day) => {
      const at = dayEnd(day) ?? 0;
      return at > Date.now() && at <= Date.now() + LIMITS.autoSignDays * DAY_MS;
    }, 'autosign:needUntil'),
    agreed: z.boolean().refine((agreed) => agreed, 'autosign:mustAgree'),
    method: z.enum(['PASSWORD', 'SMS']),
    password: z.string(),
    code: z.string(),
  })
  .refine(({ limited, types }) => limited === 'ALL' || chosenOf(BUSINESS_TYPES, types).length > 0, {
    path: ['limited'],
    message: 'autosign:needType',
  })
  .refine(({ whose, roles }) => whose === 'ALL' || chosenOf(SENDER_ROLES, roles).length > 0, {
    path: ['whose'],
    message: 'autosign:needRole',
  })
  .refine(({ method, password }) => method !== 'PASSWORD' || password !== '', {
    path: ['password'],
    message: 'autosign:needProof',
  })
  .refine(({ method, code }) => method !== 'SMS' || /^\d{6}$/.test(code), {
    path: ['code'],
    message: 'autosign:needProof',
  });
