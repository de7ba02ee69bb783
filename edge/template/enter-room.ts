import { mayDoWith } from '#core/template/record.ts';
import { listTemplates } from '#core/template/record-calls.ts';
import { checkAccess } from '#edge/identity/check-access.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';
import { reachTemplate } from './reach-template.ts';

/**
 * Access to the collaboration room of a template: `write` if the enterprise may edit it, otherwise `read` ([6.3c]).
 * Throws NO_PERMISSION if the actor's role does not manage templates, NOT_FOUND if the enterprise cannot access it.
 */
export async function roomAccess(context: SignedInContext, templateId: string): Promise<'read' | 'write'> {
  checkAccess(listTemplates.access, context.actor);
  const { access } = await reachTemplate(context, templateId, 'see');
  return mayDoWith(access).edit ? 'write' : 'read';
}
