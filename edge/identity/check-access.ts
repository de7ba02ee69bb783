import { type Access, isOpenToSso } from '#core/call.ts';
import { AppError } from '#core/errors.ts';
import { TASK_OVERSEERS } from '#core/identity/role-sets.ts';
import type { Actor } from '#edge/kernel/context.ts';

/** Throws unless the actor may make the call ([6.4a], [6.8]). */
export function checkAccess(access: Access, actor: Actor): void {
  if (actor.key && !(access.keys && actor.key.scopes.includes(access.keys)))
    throw new AppError('API_KEY_SCOPE');
  if (actor.sso && !isOpenToSso(access)) throw new AppError('SSO_NOT_YOURSELF');
  switch (access.actor) {
    case 'anyone':
      return;
    case 'session':
      if (actor.entId !== '' && !mayAs(actor, access.roles)) throw new AppError('NO_PERMISSION');
      return;
    case 'internal':
      throw new AppError('NO_PERMISSION');
    case 'platform':
      if (!actor.platformAdmin || actor.entId !== '') throw new AppError('NO_PERMISSION');
      return;
    case 'person':
      if (actor.entId !== '') throw new AppError('NO_PERMISSION');
      return;
    case 'enterprise':
      if (actor.entId === '') throw new AppError('SWITCH_TO_ENTERPRISE');
      if (!mayAs(actor, access.roles)) throw new AppError('NO_PERMISSION');
  }
}

/** Whether the actor holds one of the roles; the enterprise's administrator holds all. */
export const mayAs = (actor: Pick<Actor, 'roles'>, roles: Access['roles']): boolean =>
  !roles || actor.roles.includes('ENT_ADMIN') || roles.some((role) => actor.roles.includes(role));

/** Whether the actor manages what others of the enterprise made. */
export const administersAll = (actor: Pick<Actor, 'entId' | 'roles'>): boolean =>
  actor.entId !== '' && mayAs(actor, ['BUSINESS_ADMIN']);

/** Whether the actor sees tasks that colleagues sent or take part in. */
export const seesAll = (actor: Pick<Actor, 'entId' | 'roles'>): boolean =>
  actor.entId !== '' && mayAs(actor, TASK_OVERSEERS);
