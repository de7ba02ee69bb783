import type { ReactNode } from 'react';
import { Page, Panel } from '../ui/page.tsx';
import type { PageAction } from './action.ts';
import { ActionButton } from './action-button.tsx';
import { ListView, type ListViewProps } from './list-view.tsx';
import { useActions } from './use-actions.tsx';

type Props<R> = Omit<ListViewProps<R>, 'label'> & {
  title: string;
  label?: string;
  about?: ReactNode;
  /** The main action; the empty list offers it too, unless `empty.offer` overrides it. */
  main?: PageAction | false;
  /** Beside the main action. */
  beside?: ReactNode;
  /** Puts the list below tabs: `(list) => <Tabs …>{list}</Tabs>`. */
  tabs?: (list: ReactNode) => ReactNode;
  /** Above the list, in a panel of its own. */
  before?: ReactNode;
};

/**
 * The page of a list: title with the main action, tabs, search, table, and row actions. What each list
 * adds is data (docs/conventions.md, "A list page").
 */
export function ListPage<R>({ title, label, about, main, beside, tabs, before, ...list }: Props<R>) {
  const host = useActions<undefined>();
  const view = (
    <ListView {...list} label={label ?? title} empty={{ offer: main, ...list.empty }} offering={host} />
  );
  return (
    <Page
      title={title}
      about={about}
      actions={
        (main || beside) && (
          <>
            {beside}
            {main && <ActionButton action={main} row={undefined} host={host} kind="primary" />}
          </>
        )
      }
    >
      {before}
      <Panel>{tabs ? tabs(view) : view}</Panel>
      {host.layer}
    </Page>
  );
}
