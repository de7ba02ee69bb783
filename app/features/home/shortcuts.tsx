import { Link } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../session/session-store.ts';
import { useMay } from '../../shell/use-identity.ts';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { Panel } from '../../ui/page.tsx';
import style from './home.module.css';

type Shortcut = {
  id: 'start' | 'template' | 'quick' | 'seal' | 'signature' | 'verify' | 'draft' | 'notice';
  path: string;
  icon: IconName;
};

const SHORTCUTS: readonly Shortcut[] = [
  { id: 'start', path: '/entcontract/startEntContract', icon: 'plus' },
  { id: 'template', path: '/entcontract/startEntContract?choose=template', icon: 'template' },
  { id: 'quick', path: '/quickSignManage/fileQuickSign', icon: 'pen' },
  { id: 'draft', path: '/contract/draft', icon: 'contract' },
  { id: 'seal', path: '/company/seal', icon: 'seal' },
  { id: 'signature', path: '/account/mySignature', icon: 'signature' },
  { id: 'verify', path: '/verifyService', icon: 'shield' },
  { id: 'notice', path: '/notice/index', icon: 'bell' },
];

/** Links to the most used pages, as far as the menu and permissions allow ([2.8b]). */
export function Shortcuts() {
  const { t } = useTranslation('home');
  const paths = useSession((s) => s.routerList);
  const sends = useMay('contract_send');
  const enterprise = useSession((s) => s.activeUser?.type === 'ent');
  const may = { start: sends, template: sends && enterprise, quick: useMay('quick_sign'), notice: true };
  const shown = SHORTCUTS.filter(({ id, path }) =>
    id in may ? may[id as keyof typeof may] : paths?.includes(path),
  );
  return (
    <Panel title={t('shortcuts')}>
      <ul className={style.shortcuts}>
        {shown.map(({ id, path, icon }) => (
          <li key={id}>
            <Link to={path} prefetch="intent">
              <Icon name={icon} size={20} />
              {t(`shortcut.${id}`)}
            </Link>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
