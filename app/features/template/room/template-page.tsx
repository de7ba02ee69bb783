import { useSearchParams } from '@remix-run/react';
import { useQuery } from '@tanstack/react-query';
import { Fragment, type ReactNode, useEffect, useState } from 'react';
import type { OutputOf } from '#core/call.ts';
import { mayDoWith } from '#core/template/record.ts';
import { readTemplate, readVersion } from '#core/template/version-calls.ts';
import { call } from '../../../call.ts';
import type { OpenRoom } from '../../../parts/room/open-room.ts';
import { queryOf } from '../../../query.ts';
import { useSession } from '../../../session/session-store.ts';
import { ErrorState, LoadingState } from '../../../ui/state.tsx';
import { isUnwritten } from './is-unwritten.ts';
import { readParts, type UsedTemplate, useTemplateRoom } from './use-template-room.ts';

type Template = OutputOf<typeof readTemplate>;

interface OpenTemplate extends UsedTemplate {
  /** The template as the server has it; undefined if offline. */
  template: Template | undefined;
  me: { id: string; name: string };
}

interface Props {
  /** The template; by default the one given by `id` in the URL. */
  id?: string | undefined;
  /** Origins of text changes that can be undone. */
  undoOrigins?: readonly unknown[];
  /** Renders the opened template. */
  children: (opened: OpenTemplate) => ReactNode;
}

/** Opens a template: its server data and its draft. */
export function TemplatePage(props: Props) {
  const [params] = useSearchParams();
  const active = useSession((s) => s.activeUser);
  const login = useSession((s) => s.loginUser);
  const id = props.id ?? params.get('id') ?? '';
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
  me: OpenTemplate['me'];
}

function Room({ id, ownerKey, me, undoOrigins, children }: RoomProps) {
  const used = useTemplateRoom(id, ownerKey, me, undoOrigins);
  const template = useQuery({ ...queryOf(readTemplate, { id }), networkMode: 'always' });
  const first = useFirstDraft(used, template.data);
  const shown = useOpenVersion(used, template.data);
  // Offline, the local copy of the draft can still be edited; the server data follows once the network is back.
  const refused = navigator.onLine && !template.data ? template.error : (first.error ?? shown.error);
  if (refused)
    return (
      <ErrorState
        error={refused}
        onRetry={() => {
          void template.refetch();
          first.again();
          shown.again();
        }}
      />
    );
  if (!used || first.isPending || shown.isPending || (template.isPending && navigator.onLine))
    return <LoadingState />;
  // switching between draft and version remounts the editor, since the document differs
  return (
    <Fragment key={shown.room ? 'version' : 'draft'}>
      {children({ ...used, ...shown.room, template: template.data, me })}
    </Fragment>
  );
}

/**
 * Initialises an empty draft from the version in force, once the room is connected and known to be empty on the server
 * too. `isPending` until then, because text typed meanwhile would end up beside the inserted version.
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

/**
 * With read access only: shows the version in force while the draft is empty, and the draft once somebody has written
 * it. Writes nothing into the room.
 */
function useOpenVersion(used: UsedTemplate | undefined, template: Template | undefined) {
  const [room, setRoom] = useState<Pick<UsedTemplate, 'open' | 'parts'>>();
  const [error, setError] = useState<unknown>();
  const [tries, setTries] = useState(0);
  const open = used?.open;
  const versionId = template && !mayDoWith(template.access).edit ? template.version?.versionId : undefined;
  const isEmpty =
    open !== undefined && versionId !== undefined && isUnwritten(open.doc) && !used?.status.closed;
  // whether anybody has written is known only after the first sync
  const isKnown = used !== undefined && used.status.syncedAt !== null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: `tries` asks again after a failure
  useEffect(() => {
    if (!open || !versionId || !isEmpty || !isKnown) return;
    let left = false;
    let made: OpenRoom | undefined;
    const show = async () => {
      const [{ content }, { showVersion }] = await Promise.all([
        call(readVersion, { versionId }),
        import('./show-version.ts'),
      ]);
      if (left) return;
      made = showVersion(open, content);
      setRoom({ open: made, parts: readParts(made.doc) });
    };
    show().catch((problem) => left || setError(problem));
    return () => {
      left = true;
      setRoom(undefined);
      made?.close();
    };
  }, [open, versionId, isEmpty, isKnown, tries]);
  return {
    room: isEmpty ? room : undefined,
    isPending: isEmpty && !room && navigator.onLine,
    error: isEmpty && !room ? error : undefined,
    again: () => {
      setError(undefined);
      setTries((now) => now + 1);
    },
  };
}
