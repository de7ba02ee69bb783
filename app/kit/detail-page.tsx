import type { ReactNode } from 'react';
import { Columns, Page, Panel } from '../ui/page.tsx';
import { ErrorState, LoadingState } from '../ui/state.tsx';
import type { Action } from './action.ts';
import { ActionButtons } from './action-button.tsx';
import { useActions } from './use-actions.tsx';

type Props<T> = {
  /** The thing as it was asked for: what `useQuery` gives. */
  asked: { data: T | undefined; error: unknown; refetch: () => Promise<unknown> };
  /** What kind of thing it is, until it is here. */
  kind: string;
  /** Its name. */
  title: (thing: T) => string;
  /** Its state, below the name. */
  about?: (thing: T) => ReactNode;
  actions?: readonly Action<T>[];
  /** The id of the main action. */
  main?: string;
  /** Before the actions: the way back. */
  back?: ReactNode;
  /** The side panel: what stands beside it, or below it where there is no room. */
  beside?: (thing: T) => ReactNode;
  children: (thing: T) => ReactNode;
};

/** The page of one thing: its name and state, what can be done with it, what is known of it, and a side panel. */
export function DetailPage<T>(props: Props<T>) {
  const { asked, kind, title, about, actions, main, back, beside, children } = props;
  const host = useActions<T>();
  const thing = asked.data;
  if (thing === undefined)
    return (
      <Page title={kind} actions={back}>
        <Panel>
          {asked.error ? (
            <ErrorState error={asked.error} onRetry={() => void asked.refetch()} />
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
