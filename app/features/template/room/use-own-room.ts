import { useSession } from '../../../session/session-store.ts';
import { type UsedTemplate, useTemplateRoom } from './use-template-room.ts';

/** The draft of a template, opened for the signed-in person. */
export function useOwnRoom(templateId: string): UsedTemplate | undefined {
  const active = useSession((s) => s.activeUser);
  const login = useSession((s) => s.loginUser);
  return useTemplateRoom(templateId, active?.id ?? '', { id: login?.userId ?? '', name: login?.name ?? '' });
}
