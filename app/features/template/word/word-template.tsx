import { useSearchParams } from '@remix-run/react';
import { useQuery } from '@tanstack/react-query';
import { readTemplate } from '#core/template/version-calls.ts';
import { queryOf } from '../../../query.ts';
import { useSession } from '../../../session/session-store.ts';
import { ErrorState, LoadingState } from '../../../ui/state.tsx';
import { useTemplateRoom } from '../room/use-template-room.ts';
import { WordScreen } from './word-screen.tsx';

/** /company/frontWordPreview ([2.3b]): the Word template `id` of the address. */
export default function WordTemplate() {
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
  const used = useTemplateRoom(id, ownerKey, me);
  const template = useQuery({ ...queryOf(readTemplate, { id }), networkMode: 'always' });
  if (template.error && !template.data)
    return <ErrorState error={template.error} onRetry={() => void template.refetch()} />;
  if (!used || !template.data) return <LoadingState />;
  return <WordScreen {...used} template={template.data} />;
}
