import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { listMenuEntries } from '#core/config/calls.ts';
import type { MenuEntryView } from '#core/config/menu-changes.ts';
import { queryOf } from '../../query.ts';
import { Badge } from '../../ui/badge.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { ErrorState, LoadingState } from '../../ui/state.tsx';
import style from './config.module.css';
import { MenuDialog } from './menu-dialog.tsx';

type BranchProps = {
  entries: readonly MenuEntryView[];
  /** Name of the parent entry; empty at the top level. */
  above: string;
  onEdit: (entry: MenuEntryView) => void;
};

/** All menu entries with the platform's changes ([2.13g]); expanding an entry shows its children. */
export function MenuTree() {
  const { t } = useTranslation('config');
  const [editing, setEditing] = useState<MenuEntryView>();
  const { data, error, refetch } = useQuery(queryOf(listMenuEntries, {}));
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingState />;
  return (
    <>
      <p className={style.hint}>{t('menu.about')}</p>
      <Branch entries={data.entries} above="" onEdit={setEditing} />
      {editing && <MenuDialog entry={editing} version={data.version} onClose={() => setEditing(undefined)} />}
    </>
  );
}

function Branch({ entries, above, onEdit }: BranchProps) {
  return (
    <ul className={style.branch}>
      {entries
        .filter((entry) => entry.above === above)
        .map((entry) => (
          <Entry key={entry.name} entry={entry} entries={entries} onEdit={onEdit} />
        ))}
    </ul>
  );
}

function Entry({ entry, entries, onEdit }: Omit<BranchProps, 'above'> & { entry: MenuEntryView }) {
  const { t, i18n } = useTranslation('config');
  const [open, setOpen] = useState(false);
  const below = useId();
  const { name, type, path, change, alwaysHidden } = entry;
  const own = change.titles[i18n.language as keyof typeof change.titles];
  const title = own || (entry.standardTitles[i18n.language] ?? name);
  const hasMore = entries.some((other) => other.above === name);
  return (
    <li>
      <div className={style.entry}>
        {hasMore ? (
          <IconButton
            icon={open ? 'chevron-down' : 'chevron-right'}
            size="small"
            label={t('menu.below', { name: title })}
            aria-expanded={open}
            aria-controls={below}
            onClick={() => setOpen(!open)}
          />
        ) : (
          <span className={style.leaf} />
        )}
        <div className={style.entryWords}>
          <span className={entry.above === '' ? style.top : undefined}>{title}</span>
          <span className={style.hint}>
            {type === 'BUTTON' ? t('menu.button') : path}
            {change.order !== null && ` · ${t('menu.order')} ${change.order}`}
          </span>
        </div>
        {type === 'MENU' && (change.hidden || alwaysHidden) && (
          <Badge tone="neutral" icon="eye-off">
            {t(alwaysHidden ? 'menu.never' : 'menu.hidden')}
          </Badge>
        )}
        <IconButton
          icon="pen"
          size="small"
          label={t('menu.editNamed', { name: title })}
          onClick={() => onEdit(entry)}
        />
      </div>
      <div id={below}>{open && <Branch entries={entries} above={name} onEdit={onEdit} />}</div>
    </li>
  );
}
