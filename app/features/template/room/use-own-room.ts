import { useSession } from '../../../session/session-store.ts';
import { type UsedTemplate, useTemplateRoom } from './use-template-room.ts';

/** The draft of a template as the one who is signed in has it on this device. */
export function useOwnRoom(templateId: string): UsedTemplate | undefined {
  const active = useSession((s) => s.activeUser);
  const login = useSession((s) => s.loginUser);
  return useTemplateRoom(templateId, active?.id ?? '', { id: login?.userId ?? '', name: login?.name ?? '' });
}
