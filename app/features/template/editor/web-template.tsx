import { useSearchParams } from '@remix-run/react';
import { useQuery } from '@tanstack/react-query';
import { readTemplate } from '#core/template/version-calls.ts';
import { queryOf } from '../../../query.ts';
import { useSession } from '../../../session/session-store.ts';
import { ErrorState, LoadingState } from '../../../ui/state.tsx';
import { useTemplateRoom } from '../room/use-template-room.ts';
import { EditorScreen } from './editor-screen.tsx';
import { EDITOR_ORIGIN } from './make-editor.ts';

const ORIGINS = [EDITOR_ORIGIN];

/** /company/frontTemplateFile/webTemplate ([2.25c]): the template `id` of the address. */
export default function WebTemplate() {
  const [params] = useSearchParams();
  const active = useSession((s) => s.activeUser);
  const login = useSession((s) => s.loginUser);
  const id = params.get('id') ?? '';
  if (!active || !login) return <LoadingState />;
  return (
    <Opened
      key={`${id}:${active.id}`}
      id={id}
      ownerKey={active.id}
      me={{ id: login.userId, name: login.name }}
    />
  );
}

interface OpenedProps {
  id: string;
  ownerKey: string;
  me: { id: string; name: string };
}

function Opened({ id, ownerKey, me }: OpenedProps) {
  const used = useTemplateRoom(id, ownerKey, me, ORIGINS);
  const template = useQuery({ ...queryOf(readTemplate, { id }), networkMode: 'always' });
  // Without a network the text is on this device all the same; who it belongs to is said when the network is back.
  const isRefused = template.error && navigator.onLine && !template.data;
  if (isRefused) return <ErrorState error={template.error} onRetry={() => void template.refetch()} />;
  if (!used || (template.isPending && navigator.onLine)) return <LoadingState />;
  return <EditorScreen {...used} template={template.data} me={me} />;
}
