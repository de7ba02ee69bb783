import { z } from 'zod';
import { MOST_NETWORKS, MOST_ORIGINS } from '#core/apikey/calls.ts';
import { canonicalNetwork } from '#core/apikey/networks.ts';
import { KEY_SCOPES } from '#core/call.ts';
import { BUSINESS_TYPES } from '#core/company/business-types.ts';
import { canonicalOrigin } from '#core/embed/origin.ts';

const flags = z.record(z.string(), z.boolean());
const chosenOf = <V extends string>(all: readonly V[], values: Record<string, boolean>): V[] =>
  all.filter((one) => values[one]);

const lines = z.string().transform((text) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== ''),
);

/** One address or network per line; empty allows any. */
const networkLines = lines
  .refine((lines) => lines.length <= MOST_NETWORKS, 'apikey:manyNetworks')
  .refine((lines) => lines.every((line) => canonicalNetwork(line) !== null), 'apikey:badNetwork');

/** One origin per line; empty allows no embedding. */
const originLines = lines
  .refine((origins) => origins.length <= MOST_ORIGINS, 'apikey:manyOrigins')
  .refine((origins) => origins.every((line) => canonicalOrigin(line) !== null), 'apikey:badOrigin');

/** Form rules of a key; outputs the input of `makeApiKey`. */
export const keyRules = z
  .object({
    name: z.string().trim().min(1).max(50),
    days: z.enum(['30', '90', '365']),
    scopes: flags,
    limited: z.enum(['ALL', 'SOME']),
    types: flags,
    networks: networkLines,
    origins: originLines,
  })
  .refine(({ scopes }) => chosenOf(KEY_SCOPES, scopes).length > 0, {
    path: ['scopes.read'],
    message: 'apikey:needScope',
  })
  .refine(({ limited, types }) => limited === 'ALL' || chosenOf(BUSINESS_TYPES, types).length > 0, {
    path: ['limited'],
    message: 'apikey:needType',
  })
  .transform(({ scopes, limited, types, days, ...rest }) => ({
    ...rest,
    days: daysOf(days),
    scopes: chosenOf(KEY_SCOPES, scopes),
    businessTypes: limited === 'ALL' ? null : chosenOf(BUSINESS_TYPES, types),
  }));

export const daysOf = (text: '30' | '90' | '365') => (({ '30': 30, '90': 90, '365': 365 }) as const)[text];
