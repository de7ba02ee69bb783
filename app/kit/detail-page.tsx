import type { ReactNode } from 'react';
import { Columns, Page, Panel } from '../ui/page.tsx';
import { ErrorState, LoadingState } from '../ui/state.tsx';
import type { Action } from './action.ts';
import { ActionButtons } from './action-button.tsx';
import { useActions } from './use-actions.tsx';

type Props<T> = {
  /** The query for the object: the result of `useQuery`. */
  query: { data: T | undefined; error: unknown; refetch: () => Promise<unknown> };
  /** The kind of object, shown as the title until the object is loaded. */
  kind: string;
  /** Its name. */
  title: (thing: T) => string;
  /** Its state, below the name. */
  about?: (thing: T) => ReactNode;
  actions?: readonly Action<T>[];
  /** The id of the main action. */
  main?: string;
  /** Before the actions: the link back. */
  back?: ReactNode;
  /** The side panel, beside the content, or below it on narrow screens. */
  beside?: (thing: T) => ReactNode;
  children: (thing: T) => ReactNode;
};

/** The page of one object: name and state, actions, content, and a side panel. */
export function DetailPage<T>(props: Props<T>) {
  const { query, kind, title, about, actions, main, back, beside, children } = props;
  const thing = query.data;
  const host = useActions<T>(undefined, thing);
  if (thing === undefined)
    return (
      <Page title={kind} actions={back}>
        <Panel>
          {query.error ? (
            <ErrorState error={query.error} onRetry={() => void query.refetch()} />
          ) : (
            <LoadingState />
          )}
        </Panel>
      </Page>
    );
  return (
    <Page
      title={title(thing)}
      about={about?.(thing)}
      actions={
        (back || actions) && (
          <>
            {back}
            {actions && <ActionButtons actions={actions} row={thing} host={host} main={main} />}
          </>
        )
      }
    >
      {beside ? <Columns beside={beside(thing)}>{children(thing)}</Columns> : children(thing)}
      {host.layer}
    </Page>
  );
}
