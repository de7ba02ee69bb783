import { mayDoWith } from '#core/template/record.ts';
import { listTemplates } from '#core/template/record-calls.ts';
import { checkAccess } from '#edge/identity/check-access.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';
import { reachTemplate } from './reach-template.ts';

/**
 * How somebody enters the room of a template: writing where the enterprise may edit it, else reading ([6.3c]). Throws
 * NO_PERMISSION for who does not look after templates, NOT_FOUND where the enterprise does not reach it.
 */
export async function roomAccess(context: SignedInContext, templateId: string): Promise<'read' | 'write'> {
  checkAccess(listTemplates.access, context.actor);
  const { access } = await reachTemplate(context, templateId, 'see');
  return mayDoWith(access).edit ? 'write' : 'read';
}
