import { useSearchParams } from '@remix-run/react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import type { OutputOf } from '#core/call.ts';
import { mayDoWith } from '#core/template/record.ts';
import { readTemplate, readVersion } from '#core/template/version-calls.ts';
import { call } from '../../../call.ts';
import { queryOf } from '../../../query.ts';
import { useSession } from '../../../session/session-store.ts';
import { ErrorState, LoadingState } from '../../../ui/state.tsx';
import { isUnwritten } from './is-unwritten.ts';
import { type UsedTemplate, useTemplateRoom } from './use-template-room.ts';

type Template = OutputOf<typeof readTemplate>;

interface Opened extends UsedTemplate {
  /** What the server says of it; undefined without a network. */
  template: Template | undefined;
  me: { id: string; name: string };
}

interface Props {
  /** Origins of changes of the text that can be undone. */
  undoOrigins?: readonly unknown[];
  /** Draws the template. */
  children: (opened: Opened) => ReactNode;
}

/** The template `id` of the address, opened for editing: what the server says of it, and its draft. */
export function TemplatePage(props: Props) {
  const [params] = useSearchParams();
  const active = useSession((s) => s.activeUser);
  const login = useSession((s) => s.loginUser);
  const id = params.get('id') ?? '';
  if (!active || !login) return <LoadingState />;
  return (
    <Room
      key={`${id}:${active.id}`}
      {...props}
      id={id}
      ownerKey={active.id}
      me={{ id: login.userId, name: login.name }}
    />
  );
}

interface RoomProps extends Props {
  id: string;
  ownerKey: string;
  me: Opened['me'];
}

function Room({ id, ownerKey, me, undoOrigins, children }: RoomProps) {
  const used = useTemplateRoom(id, ownerKey, me, undoOrigins);
  const template = useQuery({ ...queryOf(readTemplate, { id }), networkMode: 'always' });
  const first = useFirstDraft(used, template.data);
  // Without a network the draft is on this device all the same; who it belongs to is said when the network is back.
  const refused = navigator.onLine && !template.data ? template.error : first.error;
  if (refused)
    return (
      <ErrorState
        error={refused}
        onRetry={() => {
          void template.refetch();
          first.again();
        }}
      />
    );
  if (!used || first.isPending || (template.isPending && navigator.onLine)) return <LoadingState />;
  return children({ ...used, template: template.data, me });
}

/**
 * Writes the version in force into a draft that nobody has written, once it is known that colleagues have not either.
 * `isPending` until then: what somebody typed meanwhile would stand beside it.
 */
function useFirstDraft(used: UsedTemplate | undefined, template: Template | undefined) {
  const [error, setError] = useState<unknown>();
  const [tries, setTries] = useState(0);
  const doc = used?.open.doc;
  const version = template && mayDoWith(template.access).edit ? template.version : null;
  const isPending =
    doc !== undefined && version != null && isUnwritten(doc) && !used?.status.closed && navigator.onLine;
  const agreed = used?.status.connected === true;
  // biome-ignore lint/correctness/useExhaustiveDependencies: `tries` asks again after a failure
  useEffect(() => {
    if (!doc || !version || !isPending || !agreed) return;
    let left = false;
    const write = async () => {
      const [{ content }, { writeFirstDraft }] = await Promise.all([
        call(readVersion, { versionId: version.versionId }),
        import('./first-draft.ts'),
      ]);
      if (!left && isUnwritten(doc)) writeFirstDraft(doc, { content, hash: version.hash });
    };
    write().catch(setError);
    return () => {
      left = true;
    };
  }, [doc, version, isPending, agreed, tries]);
  return {
    isPending,
    error: isPending ? error : undefined,
    again: () => {
      setError(undefined);
      setTries((now) => now + 1);
    },
  };
}
