import { Outlet, useLocation } from '@remix-run/react';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { countApprovals } from '#core/approval/count-calls.ts';
import { countTasks } from '#core/task/list-calls.ts';
import { queryOf } from '../query.ts';
import { setSession, useSession } from '../session/session-store.ts';
import { classes } from '../ui/classes.ts';
import { Icon } from '../ui/icon.tsx';
import { OfflineBanner } from '../ui/offline-banner.tsx';
import { Breadcrumb } from './breadcrumb.tsx';
import { SYSTEM_VERSION } from './contact.ts';
import { DropPanel } from './drop-panel.tsx';
import { Guard } from './guard.tsx';
import { Header } from './header.tsx';
import style from './layout.module.css';
import { navigationOf } from './menu-tree.ts';
import { flagsOf } from './route-flags.ts';
import { SideMenu } from './side-menu.tsx';
import { useSystem } from './use-system.ts';

const POLL_MS = 60_000;

/** The shell around a page ([2.1a]): header, left menu unless the route hides it ([2.1c]), breadcrumb, footer. */
export default function ShellLayout() {
  const { t } = useTranslation('shell');
  const { pathname } = useLocation();
  const { logo } = useSystem();
  const menuList = useSession((s) => s.menuList);
  const folded = useSession((s) => s.breadcrumbData?.collapsed ?? false);
  const signedIn = useSession((s) => s.activeUser !== undefined);
  const counts = useQuery({
    ...queryOf(countTasks, {}),
    refetchInterval: POLL_MS,
    enabled: signedIn,
  });

  const approves = useSession((s) => s.routerList?.includes('/contract/approval') ?? false);
  const query = useQuery({
    ...queryOf(countApprovals, {}),
    refetchInterval: POLL_MS,
    enabled: signedIn && approves,
  });
  const approvals = query.data && query.data.toDecide + query.data.toStamp;

  // [3.28a] "--" until it is known
  const todo = counts.data?.todo;
  useEffect(() => {
    if (signedIn) setSession({ signNum: todo ?? '--' });
  }, [todo, signedIn]);

  const items = navigationOf(menuList ?? []);
  const badges = { pending: todo, approval: approvals };
  const hasMenu = !flagsOf(pathname)?.hiddenMenu;
  const fold = (collapsed: boolean) => setSession({ breadcrumbData: { collapsed } });

  return (
    <div className={style.shell}>
      <Header
        logo={logo}
        menu={
          <span className={style.phoneMenu}>
            <DropPanel left label={t('menu.open')} trigger={<Icon name="menu" size={22} />}>
              {(close) => <SideMenu label={t('menu.label')} items={items} badges={badges} onGo={close} />}
            </DropPanel>
          </span>
        }
      />
      <OfflineBanner />
      <div className={style.below}>
        {hasMenu && (
          <aside className={classes(style.side, folded && style.folded)}>
            <SideMenu
              label={t('menu.label')}
              items={items}
              folded={folded}
              onUnfold={() => fold(false)}
              badges={badges}
            />
          </aside>
        )}
        <div className={style.column}>
          {hasMenu && <Breadcrumb items={menuList ?? []} folded={folded} onFold={() => fold(!folded)} />}
          <main id="main" className={style.main} tabIndex={-1}>
            <Guard>
              <Outlet />
            </Guard>
          </main>
          <footer className={style.foot}>{t('version', { version: SYSTEM_VERSION })}</footer>
        </div>
      </div>
    </div>
  );
}
