import type { i18n } from 'i18next';
import { getPath } from './paths.ts';

/** The fields of a zod issue that determine the message. */
export type Issue = {
  code?: string | undefined;
  path: PropertyKey[];
  message: string;
  minimum?: number | bigint;
  maximum?: number | bigint;
  format?: string;
  origin?: string;
  params?: Record<string, unknown>;
};

/**
 * The message for a violated rule in the user's language. A rule may name its own text (`z.string().regex(…,
 * 'task:rule.name')` or a key below `ui:rule`); otherwise the kind of rule decides. A problem from the server is an
 * error name or key.
 */
export function issueText(issue: Issue | string, values: unknown, { t, exists }: i18n): string {
  const own = typeof issue === 'string' ? issue : issue.message;
  const params = typeof issue === 'string' ? {} : { ...issue.params, max: issue.maximum, min: issue.minimum };
  for (const key of [own.includes(':') ? own : `ui:rule.${own}`, `error:${own}`])
    if (/^[\w:.-]+$/.test(own) && exists(key)) return t(key, params);
  if (typeof issue === 'string') return t('ui:rule.format');
  return t(`ui:rule.${ruleOf(issue, values)}`, params);
}

function ruleOf(issue: Issue, values: unknown): string {
  const value = getPath(values, issue.path.join('.'));
  if (value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0))
    return 'required';
  const text = issue.origin === 'string';
  if (issue.code === 'too_small')
    return text ? (Number(issue.minimum) <= 1 ? 'required' : 'tooShort') : 'tooSmall';
  if (issue.code === 'too_big') return text ? 'tooLong' : 'tooBig';
  if (issue.format === 'email') return 'email';
  return 'format';
}
